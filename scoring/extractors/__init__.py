"""The parts of the rule-based extractor: one file a subject."""
