"""Tournaments: entries, rounds drawn as ordinary games, standings. T numbers refer to docs/changing/draws.md."""
