"""What the table should know before it plays on, said at the top of its scoreboard."""

from collections.abc import Iterator

from scorekeeper.rules.game import replay
from scorekeeper.storage import hand_facts
from scorekeeper.storage.games import StoredChange
from scorekeeper.usecases.game_state import GameState

from .change_text import describe_change
from .hints import new_partners

CORRECTIONS = ("correction", "hand deletion")


def notices(state: GameState, last: StoredChange | None) -> Iterator[str]:
    """What a correction did to the end of the game, and new partners; `last` is the last change that stands."""
    if state.standing.end:
        yield from _after_end(state)
        return
    if not state.game.stopped and not (state.open_hand and state.open_hand.bidder):
        yield from new_partners(state, state.standing.deal())
    if last and last.kind in CORRECTIONS and _was_over(state, last):
        what = describe_change(last, state)
        yield f"{what[0].upper()}{what[1:]} reopened the game: nobody has won yet."


def _after_end(state: GameState) -> Iterator[str]:
    """Which hands were played after the end: they are kept, should it turn out that it was none."""
    numbered = list(zip(state.hand_numbers, state.hands, strict=True))
    after = [str(number) for number, entry in numbered if entry.after_end and entry.hand.scored]
    if after:
        last = state.standing.hands_scored
        hands = f"Hand {after[0]} was" if len(after) == 1 else f"Hands {', '.join(after[:-1])} and {after[-1]} were"
        kept = "it is kept and counts" if len(after) == 1 else "they are kept and count"
        yield f"The game was over with hand {last}. {hands} played after the end: {kept} for nothing."
    if state.open_hand and state.open_hand.bidder:
        yield f"{state.open_hand.bidder}'s bid of {state.open_hand.bid} is kept, should the game go on after all."


def _was_over(state: GameState, last: StoredChange) -> bool:
    """Whether the game was over before this change of a hand."""
    ((key, (before, _)),) = last.fields.items()
    rows = [(row.position, row.facts) for row in state.game.hands if f"hand:{row.uid}" != key]
    rows.append((before["position"], before["facts"]))
    hands = [hand_facts.decode(kept, state.names) for _, kept in sorted(rows, key=lambda row: row[0])]
    return [entry.standing.end for entry in replay(state.initial_standing, hands)][-1] is not None
