"""The score sheet of a game: one line a hand, as every page, the printed paper and the picture show it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise, repeat
from typing import Literal, NamedTuple

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.explain_score import Reason, explain_played
from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Hand, Player, competitors, side_with
from scorekeeper.rules.words import Names, format_points, format_total, join_words, shorten, shorten_each, who_came
from scorekeeper.usecases.game_state import remembered, replayed
from scorekeeper.usecases.names import isolate_names

Result = Literal["made", "moon", "set", "gave up", "renege", ""]

HEADS = {2: 6, 3: 4.3}
"""How many ems a head may have, by the number of competitors: a column of points and total on a phone."""
NARROWEST_HEAD = 3.4
BIDDERS, NARROW_BIDDERS = 4.9, 2.3
"""How many ems a bidder may have on a phone, and on the smallest one."""


class Called(NamedTuple):
    """What the sheet calls a side or a player: in full, on a phone, and on the smallest phone; with the place of its
    competitor, from 1."""

    full: str
    short: str
    shorter: str
    place: int


class Remark(NamedTuple):
    """A word under the bidder: a penalty or an adjustment, and whose."""

    words: str
    whose: Called


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A hand, misdeal or passed-out deal: the bid and what became of it, each competitor's points and running total.

    `place` counts everything from 1, `number` leaves out misdeals and passed-out deals. `offender` is who reneged,
    `after` the deals before it that were no hand: "a misdeal". `points` and `totals` are () for what counts for no one.
    `facts` and `noted` are sentences about the hand that its `reasons`, which explain the points, leave out; the board
    has only `noted`. `came` says who sat down before it: "Eve sits down for Cal".
    """

    place: int
    number: int
    dealer: str
    hand: Hand
    made: bool | None
    result: Result
    bidder: Called | None
    offender: Called | None
    after: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reasons: tuple[Reason, ...]
    facts: tuple[str, ...]
    noted: tuple[str, ...]
    remarks: tuple[Remark, ...]
    after_end: bool
    came: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The hands of a game, first hand first, with its players by number and its competitors.

    `starting_totals` are the competitors' totals from paper, or (); `came` says who sat down after the last hand.
    """

    players: tuple[Called, ...]
    sides: tuple[Called, ...]
    totals: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    starting_totals: tuple[int, ...]
    came: str = ""

    @property
    def hands(self) -> int:
        """How many hands have been scored."""
        return max((row.number for row in self.rows if row.bidder and row.points), default=0)


@remembered
def score_sheet(facts: bytes) -> ScoreSheet:
    """Return the score sheet of a game with these `GameState.facts`."""
    names, initial, hands, names_of = replayed(facts)
    sides = competitors(initial.rules, initial.players)
    standing = hands[-1].standing if hands else initial
    carried = tuple(map(initial.total, sides))
    heads = call_sides([[names[player] for player in side] for side in sides])
    places = {player: place for place, side in enumerate(sides, 1) for player in side}
    called = {who: call_players(who, places) for who in {*names_of, names}}
    *came, last = [who_came(*two) for two in pairwise([names_of[0], *names_of])]
    return ScoreSheet(
        called[names],
        heads,
        tuple(map(standing.total, sides)),
        tuple(
            map(
                _row,
                names_of,
                repeat(heads),
                map(called.__getitem__, names_of),
                count(1),
                hands,
                _deals_before(hands),
                came,
            )
        ),
        carried if any(carried) else (),
        last,
    )


def call_sides(sides: list[list[str]]) -> tuple[Called, ...]:
    """Return what the columns of these sides are called, by their players' names."""
    full, short = shorten(sides, 1000), shorten(sides, HEADS.get(len(sides), NARROWEST_HEAD))
    return tuple(map(Called, full, short, short, count(1)))


def call_players(names: Names, places: dict[Player, int]) -> tuple[Called, ...]:
    """Return what a line calls each player as its bidder, by number."""
    short, shorter = (shorten_each([*zip(names.players)], room) for room in (BIDDERS, NARROW_BIDDERS))
    return tuple(map(Called, names.players, short, shorter, (places.get(player, 0) for player in range(len(names)))))


def _deals_before(hands: Iterable[PlayedHand]) -> Iterator[str]:
    """Yield for each hand the deals since the last one that were no hand: "a misdeal and a passed-out deal"."""
    kinds, deals = {"misdeal": "a misdeal", "passed-out": "a passed-out deal"}, list[str]()
    for played in hands:
        yield join_words(deals) if played.hand.scored else ""
        deals = [*deals, kinds[played.hand.outcome]] if played.hand.outcome in kinds else []


def _row(
    names: Names,
    heads: tuple[Called, ...],
    players: tuple[Called, ...],
    place: int,
    played: PlayedHand,
    after: str,
    came: str,
) -> SheetRow:
    hand, score, standing = played.hand, played.score, played.standing
    sides = competitors(standing.rules, standing.players)
    isolated = partial(isolate_names, names=names.players)
    return SheetRow(
        place=place,
        number=played.deal.number,
        dealer=names[played.deal.dealer],
        hand=hand,
        made=score.made if score else None,
        result=_result(played),
        bidder=None if hand.bidder is None else players[hand.bidder],
        offender=None if hand.reneged_by is None else players[hand.reneged_by],
        after=after,
        points=tuple(played.points[side[0]] for side in sides) if played.has_points else (),
        totals=tuple(standing.total(side) for side in sides),
        reasons=tuple(Reason(isolated(text), ruling) for text, ruling in explain_played(played, names)),
        facts=tuple(map(isolated, _facts(played, names))),
        noted=tuple(map(isolated, _noted(hand, names))),
        remarks=tuple(_remarks(played, heads, players)),
        after_end=played.after_end,
        came=came,
    )


def _result(played: PlayedHand) -> Result:
    hand, made = played.hand, played.score and played.score.made
    if hand.outcome == "renege":
        return "renege"
    if hand.outcome == "conceded":
        return "gave up"
    if made:
        return "moon" if hand.bid == played.standing.rules.moon_bid else "made"
    return "" if made is None else "set"


def _remarks(played: PlayedHand, heads: tuple[Called, ...], players: tuple[Called, ...]) -> Iterator[Remark]:
    """Yield the penalties and adjustments of a hand (R12, R26)."""
    rules, hand = played.standing.rules, played.hand
    for foul in hand.fouls:
        costs = foul.kind == "table-talk" or rules.discard_rule == "penalty"
        words = f"penalty {rules.foul_penalty}" if costs else "wrong discard"
        yield Remark(words, heads[players[foul.player].place - 1])
    for adjustment in hand.adjustments:
        yield Remark(f"adjustment {format_points(adjustment.points)}", heads[players[adjustment.player].place - 1])


def _noted(hand: Hand, names: Names) -> Iterator[str]:
    """Yield what a table notes of a hand though it scores nothing."""
    if hand.trump:
        yield f"{hand.trump.capitalize()} was trump."
    if hand.rook is not None:
        yield f"{names[hand.rook]} had the Rook."


def _facts(played: PlayedHand, names: Names) -> Iterator[str]:
    """Yield the other facts of a hand that its reasons do not mention."""
    rules, hand, score = played.standing.rules, played.hand, played.score
    if hand.scored:
        yield f"{names[played.deal.dealer]} dealt."
    if hand.auction:
        calls = (f"{names[player]} {'passed' if call == PASS else call}" for player, call in hand.auction)
        yield f"Bidding: {', '.join(calls)}."
    in_reasons = score is not None and score.made is not None and score.bidding_side == (hand.bidder,)
    if hand.scored and not in_reasons:
        partners = f" with {join_words([names[player] for player in hand.partners])}" if hand.partners else ""
        yield f"{names[hand.bidder]} bid {hand.bid}{partners}."
    if score and hand.last_trick_by is not None:
        won = " and the nest" if rules.nest_size and rules.nest_to == "last_trick" else ""
        taker = side_with(tuple(part.players for part in score.sides), hand.last_trick_by)
        yield f"{names.side(taker)} took the last trick{won}."
    if hand.nest_points is not None:
        yield f"The nest held {hand.nest_points}."
    if played.after_end:
        yield "Played after the game ended, so it doesn't count."


def line_as_text(row: SheetRow) -> str:
    """Return a line of the sheet as plain text: "3. Ann 90 set: −90 (45), 40 (85)", "4. Bob 80 renege by Cal: …"."""
    hand, deals = row.hand, {"misdeal": "Misdeal", "passed-out": "Everyone passed"}
    what = f"{row.number}. {row.bidder.full} {hand.bid}" if row.bidder else deals[hand.outcome]
    points = zip(row.points, row.totals, strict=False)
    counted = ", ".join(f"{format_total(one)} ({format_total(total)})" for one, total in points)
    remarks = [f"{each.words} {each.whose.full}" for each in row.remarks]
    said = "; ".join([counted or ("doesn’t count" if hand.scored else f"{row.dealer} dealt"), *remarks])
    sat = f"{row.came}\n" if row.came else ""
    result = f"{row.result} by {row.offender.full}" if row.offender else row.result
    return f"{sat}{what}{' ' if result else ''}{result}: {said}"
