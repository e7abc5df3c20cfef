"""`pixels`: a baseline without any neural network. It sees what a model sees, the prompt and the pictures."""
