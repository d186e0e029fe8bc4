"""What a person enters of one hand, on its way from the form to the rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.rules.errors import UnknownPlayer
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, Outcome, Tied
from scorekeeper.usecases.errors import ValidationFailed

LONGEST_NOTE = 500  # characters
MOST_FOULS = 4  # of one player in one hand, as far as forms count them; a record may hold more


@dataclass(frozen=True, slots=True)
class AdjustmentInput:
    """Points that the table adds or takes from one player's total, and why (R26)."""

    player: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInput:
    """What a person enters of a hand: at first the bid, at its end what was captured, in a correction all of it.

    A player is a number in the game, a side the number of one of its players. What was not entered is None or empty.
    `captured` holds each side's points in cards, `table_talk` how often each player did it; `wrong_discard` is the
    bidder's, since nobody else discards to the nest (R19). `last`: time was called (R32).
    """

    outcome: Outcome = "played"
    bidder: int | None = None
    bid: int | None = None
    partners: tuple[int, ...] | None = None
    trump: str | None = None
    captured: Mapping[int, int] = field(default_factory=dict)
    last_trick: int | None = None
    most_tricks: int | Tied | None = None
    sweep: int | None = None
    nest_points: int | None = None
    reneged_by: int | None = None
    table_talk: Mapping[int, int] = field(default_factory=dict)
    wrong_discard: bool = False
    last: bool = False
    adjustments: tuple[AdjustmentInput, ...] = ()
    note: str | None = None


def resolve_input(entered: HandInput, names: Sequence[str], contract: Hand | None = None) -> Hand:
    """Return the hand with its players' names; `names[i]` is the player with number i.

    Bidder, bid, partners and trump are the `contract`'s where they were not entered again, and so are its calls.
    Raises ValidationFailed, at the fields of HandInput, where a number is nobody's at this table.
    """
    strangers = [field for field, number in _players_in(entered) if not 0 <= number < len(names)]
    if strangers:
        raise ValidationFailed([UnknownPlayer(field, "Choose a player at this table.") for field in strangers])

    def name(number: int | None) -> str | None:
        return None if number is None else names[number]

    known = contract or Hand()
    bidder = name(entered.bidder) or known.bidder
    fouls = [Foul(names[number], "table-talk") for number, times in entered.table_talk.items() for _ in range(times)]
    if entered.wrong_discard and bidder:
        fouls.append(Foul(bidder, "nest-discard"))
    return replace(
        known,
        outcome=entered.outcome,
        bidder=bidder,
        bid=known.bid if entered.bid is None else entered.bid,
        partners=known.partners if entered.partners is None else tuple(names[number] for number in entered.partners),
        trump=entered.trump or known.trump,
        captured={names[number]: points for number, points in entered.captured.items()},
        last_trick=name(entered.last_trick),
        most_tricks=TIED if entered.most_tricks is TIED else name(entered.most_tricks),
        sweep=name(entered.sweep),
        nest_points=entered.nest_points,
        reneged_by=name(entered.reneged_by),
        last=entered.last or known.last,
        fouls=tuple(fouls),
        adjustments=tuple(Adjustment(names[each.player], each.points, each.reason) for each in entered.adjustments),
        note=entered.note,
    )


def _players_in(entered: HandInput) -> Iterator[tuple[str, int]]:
    """Yield each number that stands for a player, with its field."""
    single = {
        "bidder": entered.bidder,
        "last_trick": entered.last_trick,
        "most_tricks": entered.most_tricks,
        "sweep": entered.sweep,
        "reneged_by": entered.reneged_by,
    }
    yield from ((field, number) for field, number in single.items() if isinstance(number, int))
    yield from (("captured", number) for number in entered.captured)
    yield from (("fouls", number) for number in entered.table_talk)
    yield from (("adjustments", each.player) for each in entered.adjustments)
    yield from (("partners", number) for number in entered.partners or ())
