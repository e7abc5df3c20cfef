"""What a CI job takes from a run: a summary in Markdown, a badge, JUnit properties, tables of gate and comparison."""
