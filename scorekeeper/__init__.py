"""Keeps the score of the card game Rook."""

__version__ = "0.1.0"
