"""The game of Rook: rule sets, auctions, hands and games as plain values. No web, no database."""
