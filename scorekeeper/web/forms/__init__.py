"""The forms, one module for each subject."""
