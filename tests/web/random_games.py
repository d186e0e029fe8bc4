"""Games by any rules at the table, as its page shows them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from uuid import uuid4

from flask import Flask
from hypothesis import HealthCheck, Phase, settings

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import TIED, Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.storage import house_rules as stored
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.house_rules import StoredHouseRules
from scorekeeper.usecases import permissions
from scorekeeper.usecases.house_rules import parameter_values, rules_json
from tests.html import Typed, group_in
from tests.profiles import examples
from tests.strategies import NAMES

from .steps import as_seen

TOTAL, TAG = re.compile(r'data-total="([^"]+)"[^>]*>([^<]+)<'), re.compile(r"<[^>]+>")
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>")
VERSION = re.compile(r'name="version" value="(\d+)"')
ERROR = re.compile(r'class="error"[^>]*>([^<]+)<')
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
