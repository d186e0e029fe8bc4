"""The database: its tables, the statements about each thing, transactions, and the way from older versions."""
