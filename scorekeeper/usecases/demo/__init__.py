"""Made-up games, to show what a club with a past looks like."""
