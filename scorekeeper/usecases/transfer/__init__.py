"""Import and export of games and clubs: records, CSV files, BG Stats."""
