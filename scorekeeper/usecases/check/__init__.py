"""Checks what a table claims against the rules: one hand, a paper sheet, a record."""
