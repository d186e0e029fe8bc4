"""The database: tables, statements, transactions, backups and migrations."""
