"""Games on their way in and out: records, CSV files, BG Stats."""
