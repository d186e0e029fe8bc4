"""Tests of the game record, sentence by sentence of docs/game-record.md."""
