"""The tools a model may use while it answers. They see pictures, never gold."""
