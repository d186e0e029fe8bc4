"""The pages: forms in, templates out. What happens is said in `usecases`."""
