"""Made-up games, so that one can look around in a club with a past."""
