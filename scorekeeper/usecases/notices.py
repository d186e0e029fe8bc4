"""What the table should know before it plays on, said at the top of its scoreboard."""

from collections.abc import Iterator

from ..rules.game import play
from ..storage import facts
from ..storage.games import StoredChange
from .changes import said
from .table import Table
from .this_hand import new_partners

CORRECTIONS = ("correction", "hand deletion")


def notices(table: Table, last: StoredChange | None) -> Iterator[str]:
    """What a correction did to the end of the game, and new partners; `last` is the last change that stands."""
    if table.standing.end:
        yield from _after_end(table)
        return
    if not table.game.stopped and not (table.contract and table.contract.bidder):
        yield from new_partners(table, table.standing.deal())
    if last and last.kind in CORRECTIONS and _was_over(table, last):
        what = said(last, table)
        yield f"{what[0].upper()}{what[1:]} reopened the game: nobody has won yet."


def _after_end(table: Table) -> Iterator[str]:
    """Which hands were played after the end: they are kept, should it turn out that it was none."""
    numbered = list(zip(table.hand_numbers, table.entries, strict=True))
    after = [str(number) for number, entry in numbered if entry.after_end and entry.hand.scored]
    if after:
        last = table.standing.hands_scored
        hands = f"Hand {after[0]} was" if len(after) == 1 else f"Hands {', '.join(after[:-1])} and {after[-1]} were"
        kept = "it is kept and counts" if len(after) == 1 else "they are kept and count"
        yield f"The game was over with hand {last}. {hands} played after the end: {kept} for nothing."
    if table.contract and table.contract.bidder:
        yield f"{table.contract.bidder}'s bid of {table.contract.bid} is kept, should the game go on after all."


def _was_over(table: Table, last: StoredChange) -> bool:
    """Whether the game was over before this change of a hand."""
    ((key, (before, _)),) = last.fields.items()
    rows = [(row.position, row.facts) for row in table.game.hands if f"hand:{row.uid}" != key]
    rows.append((before["position"], before["facts"]))
    hands = [facts.seen(kept, table.names) for _, kept in sorted(rows, key=lambda row: row[0])]
    return [entry.standing.end for entry in play(table.opening, hands)][-1] is not None
