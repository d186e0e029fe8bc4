"""The pages: forms in, templates out. What a person can do is in `usecases`."""
