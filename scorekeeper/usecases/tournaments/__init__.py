"""Tournaments: entries, rounds drawn as ordinary games, standings. The law is docs/using/tournaments.md, by its T numbers."""
