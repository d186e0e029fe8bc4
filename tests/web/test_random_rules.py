"""Any game by any rules, typed into the forms: what the pages show is what the rules and the record say.

Rules of a table's own with the oddest values among them, so that no page rests on what the presets have in common.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import audit_bytes
from scorekeeper.rules.game import PlayedHand, Standing, initial_standing, replay
from scorekeeper.rules.hand import Hand, competitors, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import Names
from scorekeeper.usecases.house_rules import CARDS
from tests.html import Page, Typed
from tests.strategies import NAMES, hands_of, rule_sets
from tests.web.random_games import (
    GAMES,
    Board,
    at_the_table,
    bid_fields_of,
    end_fields,
    extras_of,
    partners_of,
    sent_of,
    text,
)

from .steps import hand_of

CALLED = Names(NAMES)

MOST_HANDS = 5


def expected_board(standing: Standing) -> tuple[str, dict[str, int]]:
    """What the scoreboard must show."""
    deal = standing.table.deal()
    heading = f"{hand_of(deal, standing.rules)} · {CALLED[deal.dealer]} deals, {CALLED[deal.first_to_bid]} bids first"
    if standing.end:
        heading = f"{CALLED.sides(standing.end.winners)} won"
    sides = competitors(standing.rules, standing.players)
    return heading, {CALLED.side(side): standing.total(side) for side in sides}


@given(data=st.data())
@GAMES
def test_any_game_by_any_rules_is_scored_as_the_rules_say(app: Flask, data: st.DataObject) -> None:
    rules = data.draw(rule_sets(CARDS) | st.sampled_from([preset.rules for preset in PRESETS.values()]))
    board = Board(app, rules, data.draw(st.integers(0, rules.players - 1)))
    start = initial_standing(rules, board.players, board.dealer)
    standing, steps, played_hands = start, 0, list[PlayedHand]()
    for _ in range(data.draw(st.integers(1, MOST_HANDS))):
        if standing.end:
            break
        hand = at_the_table(data.draw(hands_of(standing)), standing)
        for path, fields in sent_of(hand, rules, board.players, data.draw(st.booleans())):
            if path == "/hands":
                preview_holds(board, standing, hand, fields)
            board.send(path, fields)
            steps += 1
        played_hands += replay(standing, [hand])
        standing = played_hands[-1].standing
        assert board.shown == expected_board(standing)
    record_holds(board, played_hands, standing)
    every_page_of_a_hand_keeps_what_was_seen(board, played_hands)
    for _ in range(steps):
        board.send("/undo", {})
    assert board.shown == expected_board(start)
    for _ in range(steps):
        board.send("/redo", {})
    assert board.shown == expected_board(standing)
    place = data.draw(st.integers(1, len(played_hands)))
    (correct_any if played_hands[place - 1].hand.scored else correct_no_hand)(board, start, played_hands, place, data)


def preview_holds(board: Board, standing: Standing, hand: Hand, fields: Typed) -> None:
    """What a hand would score is said before it is saved: each side once."""
    form = {"csrf_token": board.token, "form_id": str(uuid4()), "version": board.version, **fields}
    answer = board.web.post(f"{board.home}/preview", data=form)
    preview = " ".join(text(answer.text).split())
    for side in sides_of(standing.rules, standing.table.deal(), hand.bidder, hand.partners):
        assert f"{CALLED.side(side)}: " in preview, preview
    assert ("This wins the game" in preview) is (next(replay(standing, [hand])).standing.end is not None)


def record_holds(board: Board, played_hands: Sequence[PlayedHand], standing: Standing) -> None:
    """The file of the game is without fault and comes to the same end."""
    verdict = audit_bytes(board.web.get(f"{board.home}.rook.json").data).verdict()
    assert verdict.problems == ()
    assert (verdict.status, tuple((verdict.totals or {}).values())) == (standing.status, standing.totals)
    assert verdict.winners == tuple(NAMES[winner] for winner in standing.winners)
    assert [hand.dealer for hand in verdict.hands] == [NAMES[played.deal.dealer] for played in played_hands]


def every_page_of_a_hand_keeps_what_was_seen(board: Board, played_hands: Sequence[PlayedHand]) -> None:
    """Saving the page of a hand as it is changes nothing."""
    for place, played in enumerate(played_hands, 1):
        html = board.web.get(f"{board.home}/hands/{place}").text
        form = Page(html, whole=True).form("Save correction")
        before = board.version
        board.send(f"/hands/{place}{'' if played.hand.scored else '/no-hand'}", form.sent)
        assert board.version == before, form.sent


def correct_any(
    board: Board, start: Standing, played_hands: Sequence[PlayedHand], place: int, data: st.DataObject
) -> None:
    """Any hand may have been another one; everything after it is scored again."""
    before = played_hands[place - 2].standing if place > 1 else start
    hand = at_the_table(data.draw(hands_of(before).filter(lambda hand: hand.scored)), before)
    fields = bid_fields_of(hand) | end_fields(hand, board.players)
    called = board.rules.sides == "called_partner"
    fields |= partners_of(hand) if called else {}
    together = [hand.bidder, *(hand.partners or ())]
    fields |= {"last": "y"} if hand.last else {}
    fields |= {"counted_for": " ".join(map(str, together))}
    board.send(f"/hands/{place}", fields)
    hands = [replace(played.hand, dealer=played.deal.dealer) for played in played_hands]
    hands[place - 1] = replace(hand, dealer=played_hands[place - 1].deal.dealer, auction=None)
    standing = list(replay(start, hands))[-1].standing
    assert board.shown == expected_board(standing)


def correct_no_hand(
    board: Board, start: Standing, played_hands: Sequence[PlayedHand], place: int, data: st.DataObject
) -> None:
    """R12: it keeps its calls and is no hand; what is scored of it may have been something else."""
    before, old = played_hands[place - 2].standing if place > 1 else start, played_hands[place - 1]
    seen = at_the_table(data.draw(hands_of(before).filter(lambda hand: not hand.scored)), before)
    fields = extras_of(seen, {player: str(number) for number, player in enumerate(board.players)})
    board.send(f"/hands/{place}/no-hand", fields)
    hands = [replace(played.hand, dealer=played.deal.dealer) for played in played_hands]
    hands[place - 1] = replace(old.hand, dealer=old.deal.dealer, fouls=seen.fouls, adjustments=seen.adjustments)
    standing = list(replay(start, hands))[-1].standing
    assert board.shown == expected_board(standing)
