"""Any game by any rules, typed into the forms: what the pages show is what the rules and the record say.

Rules of a table's own with the oddest values among them, so that no page rests on what the presets have in common.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from uuid import uuid4

from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.record import audit_bytes
from scorekeeper.rules.auction import PASS
from scorekeeper.rules.game import PlayedHand, Standing, initial_standing, replay
from scorekeeper.rules.hand import TIED, Hand, competitors, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names
from scorekeeper.storage import house_rules as stored
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.house_rules import StoredHouseRules
from scorekeeper.usecases import permissions
from scorekeeper.usecases.house_rules import CARDS, parameter_values, rules_json
from tests.html import Page, Typed, group_in
from tests.profiles import examples
from tests.strategies import NAMES, hands_of, rule_sets

from .steps import as_seen, hand_of

CALLED = Names(NAMES)

TOTAL, TAG = re.compile(r'data-total="([^"]+)"[^>]*>([^<]+)<'), re.compile(r"<[^>]+>")
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>")
VERSION = re.compile(r'name="version" value="(\d+)"')
ERROR = re.compile(r'class="error"[^>]*>([^<]+)<')
MOST_HANDS = 5
GAMES = settings(
    examples(30),
    phases=(Phase.generate,),  # a game is shrunk for minutes; what fails is printed as it was drawn
    suppress_health_check=list(HealthCheck),
)
Sent = Iterator[tuple[str, Typed]]


def text(html: str) -> str:
    return unescape(TAG.sub("", html))


@dataclass
class Board:
    """A game in the browser of one phone."""

    app: Flask
    rules: RuleSet
    dealer: int

    def __post_init__(self) -> None:
        self.web, self.players = self.app.test_client(), tuple(range(self.rules.players))
        self.token = group_in(r'name="csrf_token" value="([^"]+)"', self.web.get("/games/new").text)
        names = {f"players-{seat}": NAMES[seat] for seat in self.players}
        dealer = str(self.dealer)
        self.home = ""
        self.send("/games", {"rules": self._key(), "dealer": dealer, **names})

    def _key(self) -> str:
        """The preset's key, or that of house rules which are kept for this game."""
        known = next((key for key, preset in PRESETS.items() if preset.rules == self.rules), None)
        if known:
            return known
        uid = uuid4()
        with self.app.app_context():
            house = StoredHouseRules(uid, f"Rules {uid}", rules_json("original", parameter_values(self.rules)))
            with writing() as session:
                stored.add(session, permissions.club_id(), house)
            db.session.remove()
        return f"house-{uid}"

    @property
    def version(self) -> str:
        return group_in(VERSION, self.page) if self.home else "0"

    def send(self, path: str, fields: Typed) -> None:
        """Sends a form that must be accepted, and looks at the scoreboard that it leads to."""
        form = {"csrf_token": self.token, "form_id": str(uuid4()), "version": self.version, **fields}
        answer = self.web.post(self.home + path, data=form)
        if seen := as_seen(answer.text):
            answer = self.web.post(self.home + path, data=form | seen)
        assert answer.status_code == 303, (path, fields, answer.status_code, ERROR.findall(answer.text))
        self.home = self.home or answer.location
        self.look()

    def try_to(self, path: str, fields: Typed) -> int:
        """Sends a form, and answers its status."""
        form = {"csrf_token": self.token, "form_id": str(uuid4()), "version": self.version, **fields}
        answer = self.web.post(self.home + path, data=form)
        seen = as_seen(answer.text)
        return (self.web.post(self.home + path, data=form | seen) if seen else answer).status_code

    def look(self) -> None:
        self.page = self.web.get(self.home).text

    @property
    def shown(self) -> tuple[str, dict[str, int]]:
        """The heading and the totals."""
        totals = {
            unescape(names): int(points.replace("−", "-").replace(",", ""))
            for names, points in TOTAL.findall(self.page)
        }
        return text(group_in(HEADING, self.page)), totals


def expected_board(standing: Standing) -> tuple[str, dict[str, int]]:
    """What the scoreboard must show."""
    deal = standing.table.deal()
    heading = f"{hand_of(deal, standing.rules)} · {CALLED[deal.dealer]} deals, {CALLED[deal.first_to_bid]} bids first"
    if standing.end:
        heading = f"{CALLED.sides(standing.end.winners)} won"
    sides = competitors(standing.rules, standing.players)
    return heading, {CALLED.side(side): standing.total(side) for side in sides}


def at_the_table(hand: Hand, standing: Standing) -> Hand:
    """The same hand from the deal that is due, as far as forms can tell it: a wrong discard last, the deal's own calls
    and none after the highest bid, and none of a deal that everyone passed with a penalty."""
    due = hand.dealer in (None, standing.table.dealer)
    fouls = tuple(sorted(hand.fouls, key=lambda foul: foul.kind == "nest-discard"))
    calls = hand.auction
    if not due or (hand.outcome == "passed-out" and (hand.fouls or hand.adjustments)):
        calls = None
    bids = [place for place, (_, call) in enumerate(calls or ()) if call == standing.rules.last_bid]
    return replace(hand, dealer=None, auction=calls[: bids[0] + 1] if calls and bids else calls, fouls=fouls)


def end_fields(hand: Hand, players: Sequence[int]) -> Typed:
    """The fields of a hand's end; a side goes by any of its players."""
    number: dict[object, str] = {player: str(player) for player in players} | {TIED: "tied"}
    fields = {f"captured-{number[player]}": str(worth) for player, worth in hand.captured.items()}
    for name in ("last_trick", "most_tricks", "sweep", "reneged_by"):
        fields[name] = number.get(getattr(hand, name), "")
    fields |= extras_of(hand, number)
    if hand.outcome == "conceded":
        fields["gave_up"] = "y"
    return fields | {"nest_points": "" if hand.nest_points is None else str(hand.nest_points)}


def extras_of(hand: Hand, number: Mapping[object, str]) -> Typed:
    """The fields of fouls and adjustments, in which a deal that is no hand has all there is of it (R12)."""
    fields: Typed = {}
    for foul in hand.fouls:
        if foul.kind == "nest-discard":
            fields["discard"] = "y"
        else:
            name = f"talk-{number[foul.player]}"
            fields[name] = str(int(fields.get(name, 0)) + 1)
    for place, row in enumerate(hand.adjustments):
        adjustment = {"to": number[row.player], "points": str(row.points), "reason": row.reason}
        fields |= {f"adjustments-{place}-{name}": value for name, value in adjustment.items()}
    return fields


def bid_fields_of(hand: Hand) -> Typed:
    return {"bidder": str(hand.bidder), "bid": str(hand.bid)}


def partners_of(hand: Hand) -> Typed:
    called = [str(player) for player in hand.partners or ()]
    return dict(zip(("partners", "second_partner"), called or ["alone"], strict=False))


def sent_of(hand: Hand, rules: RuleSet, players: Sequence[int], early: bool) -> Sent:
    """The forms that record a hand, in their order; `early`: whom the bidder called is said with the bid."""
    for player, call in hand.auction or ():
        yield "/call", {"player": str(player), "call": "" if call == PASS else str(call)}
    if hand.outcome == "misdeal" or (hand.outcome == "passed-out" and hand.auction is None):
        yield f"/{hand.outcome}", extras_of(hand, {player: str(player) for player in players})
    if not hand.scored:
        return
    calls_partner = rules.sides == "called_partner"
    if hand.auction is None:
        yield "/bid", bid_fields_of(hand) | (partners_of(hand) if calls_partner and early else {})
    if calls_partner and (hand.auction is not None or not early):
        yield "/partners", partners_of(hand)
    if hand.last:
        yield "/time", {}
    yield "/hands", end_fields(hand, players)


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
