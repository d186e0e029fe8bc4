"""A paper sheet, typed or pasted, as a grid whose columns and lines say what they are, and what the rules say of it."""
