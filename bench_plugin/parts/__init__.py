"""A run in several parts: shards of a selection, folders united into one, workers on other hosts."""
