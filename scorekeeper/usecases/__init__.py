"""One function for each thing a person does. Plain values in and out; each function is one transaction."""
