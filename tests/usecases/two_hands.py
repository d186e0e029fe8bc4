"""Two hands that phones record."""

from scorekeeper.rules.hand import Hand

ANN = Hand(bidder=0, bid=100, captured={0: 100}, last_trick=0, dealer=3)
DEE = Hand(bidder=3, bid=70, captured={0: 20}, last_trick=0, dealer=0)
