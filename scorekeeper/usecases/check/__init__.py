"""Check claims against the rules: of one hand, a paper sheet, a record."""
