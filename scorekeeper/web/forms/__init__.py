"""The forms, one module a subject."""
