"""A run held against its gate and its baseline: what is decided, by which rules, with which exit code."""
