"""Keeps the score of the card game Rook."""

__version__ = "1.0.0"
