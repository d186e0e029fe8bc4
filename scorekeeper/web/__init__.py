"""The pages: forms in, templates out. What a person can do stands in `usecases`."""
