"""The game of Rook, ruling by ruling."""
