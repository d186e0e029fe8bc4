"""Who may play the first card of a hand (R35), and the words for it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from .explain_score import Reason

Leader = Literal["left of dealer", "dummy", "bidder", "left of bidder"]
LEFT: tuple[Leader, ...] = ("left of dealer",)


def leaders(leads: tuple[Leader, ...], players: int) -> tuple[Leader, ...]:
    """Return who may play the first card (R35). Left of the dealer, where two play, is the dummy's hand."""
    return ("dummy",) if leads == LEFT and players == 2 else leads


WORDS: Mapping[Leader, str] = {
    "left of dealer": "the player left of the dealer",
    "dummy": "the dummy's hand",
    "bidder": "the bidder",
    "left of bidder": "the player on the bidder's left",
}


def explain_lead(leaders: Sequence[Leader]) -> Iterator[Reason]:
    """Yield who leads, as the page of a rule set says it; nothing if the document doesn't say."""
    if leaders:
        who = " or ".join(map(WORDS.__getitem__, leaders))
        choice = ", as the bidder chooses" if len(leaders) > 1 else ""
        after = "After that, the player who took the last trick leads"
        yield Reason(f"{who[0].upper()}{who[1:]} leads to the first trick{choice}. {after}.", "R35")
