"""The players of a club: their names, statistics, ratings and best games."""
