"""Tests of the game record, sentence by sentence of docs/changing/game-record.md."""
