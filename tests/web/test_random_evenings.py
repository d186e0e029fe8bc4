"""Any evening at all: whatever is sent, in whatever order, the same hands give the same game, and nothing is a fault.

The app is driven by the fields its forms send, lawful and not; `evening` is the model it is held against. It stays
beside tests/usecases/test_crossings.py, which crosses all changes by their use cases and sends nothing unlawful.
"""

import re
from dataclasses import replace
from html import unescape
from uuid import uuid4

from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.rules.hand import Adjustment, Foul, Hand
from scorekeeper.rules.presets import PRESETS
from tests.html import Typed, group_in
from tests.person import TABLE
from tests.profiles import examples
from tests.strategies import maybe

from .evening import Evening, allowed
from .steps import as_seen, call_fields

ANSWERS = {200, 303, 400, 404, 409, 422}
TOTAL, TAG = re.compile(r'data-total="([^"]+)"[^>]*>([^<]+)<'), re.compile(r"<[^>]+>")
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>")
TURN = re.compile(r'name="player" value="(\d)"')
PLAYERS = st.sampled_from(range(4))
RULES = tuple(
    key for key, preset in PRESETS.items()
    if preset.rules.fixed_sides and preset.rules.players == 4 and preset.rules.card_total == preset.rules.hand_total
    and not (preset.rules.out_of_play_cards or preset.rules.sweep_bonus or preset.rules.moon_bid)
)  # fmt: skip
BIDS = st.sampled_from((*range(65, 121, 5), 70, 95, 140, 72, 205))
COUNTS = st.sampled_from((*range(0, 121, 5), 60, 100, 180, 43, 205))
ENDS = maybe(st.sampled_from((1, 2, 5, 100, 250, 0)))
PLACES = st.integers(0, 8)
REST = -1
GARBAGE = st.text(max_size=12) | st.sampled_from(("", "-1", "1e9", "9" * 400, "²", "\x00", "None", "[]", "٣"))


def field(name: str, html: str) -> str:
    """The value of the first hidden field of this name."""
    return group_in(rf'name="{name}" value="([^"]+)"', html)


@st.composite
def hand_ends(draw: st.DrawFn) -> Hand:
    """What may be said of a hand's end; what the other side took mostly is the REST, and here and there it is not."""
    ours = draw(COUNTS)
    theirs = draw(st.sampled_from((REST,) * 5 + (ours, 0)))
    reneged_by = draw(st.sampled_from((None,) * 4 + tuple(range(4))))
    talk = draw(st.sampled_from(((),) * 3 + tuple((Foul(player, "table-talk"),) for player in range(4))))
    adjusted = draw(st.sampled_from(((),) * 3 + ((Adjustment(1, -15, "late"),),)))
    return Hand(
        outcome="played" if reneged_by is None else "renege",
        reneged_by=reneged_by,
        captured={0: ours, 1: theirs},
        fouls=talk,
        adjustments=adjusted,
        note=draw(maybe(st.just("a note"))),
    )


def hand_fields(hand: Hand) -> Typed:
    """The fields that say so."""
    fields = {f"captured-{player}": str(worth) for player, worth in hand.captured.items()}
    fields |= {f"talk-{foul.player}": "1" for foul in hand.fouls}
    for row in hand.adjustments:
        adjustment = {"to": str(row.player), "points": str(row.points), "reason": row.reason}
        fields |= {f"adjustments-0-{name}": value for name, value in adjustment.items()}
    fields["reneged_by"] = "" if hand.reneged_by is None else str(hand.reneged_by)
    return fields | {"note": hand.note or ""}


OFF_BOARD = re.compile(r"/(hands/.+|target|dealer|stop|resume)$")


class AnyEvening(RuleBasedStateMachine):
    app: Flask

    @initialize(rules=st.sampled_from(RULES), dealer=PLAYERS)
    def sit_down(self, rules: str, dealer: int) -> None:
        self.web, self.preset = self.app.test_client(), rules
        self.token = field("csrf_token", self.web.get("/games/new").text)
        self.model = Evening(PRESETS[rules].rules, dealer, PRESETS[rules].leads)
        self.accepted: list[tuple[str, Typed]] = []
        self.game = self.start(dealer)

    def start(self, dealer: int) -> str:
        seats = {f"players-{seat}": name for seat, name in enumerate(TABLE)}
        game = {"rules": self.preset, "dealer": str(dealer), "form_id": str(uuid4()), "version": "0"}
        sent = {**seats, **game, "csrf_token": self.token}
        answer = self.web.post("/games", data=sent)
        if answered := as_seen(answer.text):
            answer = self.web.post("/games", data=sent | answered)
        assert answer.status_code == 303, answer.text
        self.look(answer.headers["Location"])
        return answer.headers["Location"]

    def look(self, game: str) -> None:
        self.board = unescape(self.web.get(game).text)
        self.version = int(field("version", self.board))
        self.totals = {names: int(total.replace("−", "-")) for names, total in TOTAL.findall(self.board)}
        self.heading = TAG.sub("", group_in(HEADING, self.board))

    def send(self, what: str, fields: Typed | None = None, game: str = "") -> int:
        """Sends this, looks at the scoreboard again, and remembers what was stored."""
        path = f"{game or self.game}{what}"
        form = {"csrf_token": self.token, "form_id": str(uuid4()), "version": str(self.version)} | (fields or {})
        answer = self.web.post(path, data=form)
        self.asked = answer.text if (seen := as_seen(answer.text)) else ""
        if seen:
            form |= seen
            answer = self.web.post(path, data=form)
        status = answer.status_code
        assert status in ANSWERS, (path, form, status)
        before = self.version
        self.look(game or self.game)
        if self.version != before:
            self.accepted.append((path, form))
        return status

    def agrees(self, status: int, may_be: bool) -> None:
        assert (status == 303) is may_be, (status, self.model.now)

    @rule(bidder=PLAYERS, bid=BIDS)
    def bid(self, bidder: int, bid: int) -> None:
        fields = {"bidder": str(bidder), "bid": str(bid)}
        self.agrees(self.send("/bid", fields), allowed(lambda: self.model.bid(Hand(bidder=bidder, bid=bid))))

    @rule(stranger=st.integers(0, 9), pass_or_bid=maybe(BIDS))
    def call(self, stranger: int, pass_or_bid: int | None) -> None:
        """Mostly the one whose turn it is calls."""
        turn = TURN.search(self.board)
        player = int(turn[1]) if turn and stranger > 3 else stranger % 4
        fields = {"player": str(player), "call": "" if pass_or_bid is None else str(pass_or_bid)}
        self.agrees(self.send("/call", fields), allowed(lambda: self.model.call(player, pass_or_bid)))

    def fitting(self, hand: Hand) -> Hand:
        """The same hand, with the rest put in."""
        ours, theirs = hand.captured.values()
        theirs = self.model.rules.card_total - ours if theirs == REST else theirs
        return replace(hand, captured={0: ours, 1: theirs})

    @rule(hand=hand_ends())
    def count(self, hand: Hand) -> None:
        hand = self.fitting(hand)
        self.agrees(self.send("/hands", hand_fields(hand)), allowed(lambda: self.model.count(hand)))

    @rule(bidder=PLAYERS, bid=st.sampled_from((70, 95, 120)), ours=st.sampled_from(range(0, 101, 5)))
    def a_whole_hand(self, bidder: int, bid: int, ours: int) -> None:
        """An ordinary hand, so that evenings come to their ends."""
        total = self.model.rules.card_total
        self.bid(bidder, min(bid, total))
        self.count(Hand(captured={0: ours, 1: REST}))

    @rule(what=st.sampled_from(("misdeal", "passed-out")))
    def no_hand(self, what: str) -> None:
        act = self.model.misdeal if what == "misdeal" else self.model.passed_out
        self.agrees(self.send(f"/{what}"), allowed(act))

    @rule(color=st.sampled_from(("red", "green", "black", "yellow")))
    def trump(self, color: str) -> None:
        self.agrees(self.send("/trump", {"trump": color}), allowed(lambda: self.model.trump(color)))

    @rule(points=ENDS, hands=ENDS)
    def change_ends(self, points: int | None, hands: int | None) -> None:
        ends = {"target": points, "hand_limit": hands}
        fields = {name: "" if value is None else str(value) for name, value in ends.items()}
        self.agrees(self.send("/target", fields), allowed(lambda: self.model.change_ends(points, hands)))

    @rule(dealer=PLAYERS)
    def change_dealer(self, dealer: int) -> None:
        fields = {"dealer": str(dealer)}
        self.agrees(self.send("/dealer", fields), allowed(lambda: self.model.change_dealer(dealer)))

    @rule(resumed=st.booleans())
    def stop(self, resumed: bool) -> None:
        self.agrees(self.send("/stop"), allowed(self.model.stop))
        if resumed:
            self.agrees(self.send("/resume"), allowed(self.model.resume))

    @rule()
    def delete_and_bring_back(self) -> None:
        """Between the two, every other step is refused; undo and redo pass both over."""
        step = {"csrf_token": self.token, "form_id": str(uuid4())}
        assert self.web.post(f"{self.game}/delete", data=step | {"version": str(self.version)}).status_code == 303
        version, again = str(self.version + 1), {"csrf_token": self.token, "form_id": str(uuid4())}
        assert self.web.post(f"{self.game}/undo", data=again | {"version": version}).status_code == 410
        assert self.web.post(f"{self.game}/bring-back", data=again | {"version": version}).status_code == 303
        self.look(self.game)

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.agrees(self.send("/undo"), True)
            self.model.undo()

    @rule()
    def redo(self) -> None:
        self.agrees(self.send("/redo"), True)
        self.model.redo()

    @precondition(lambda self: self.model.now.hands)
    @rule(place=PLACES, hand=hand_ends(), bidder=PLAYERS, bid=BIDS, forget=st.booleans())
    def correct(self, place: int, hand: Hand, bidder: int, bid: int, forget: bool) -> None:
        hand = replace(self.fitting(hand), bidder=bidder, bid=bid)
        old = [] if forget else self.model.now.hands[max(place - 1, 0) : place]
        calls = call_fields(old[0].auction if old else None)
        fields = hand_fields(hand) | {"bidder": str(bidder), "bid": str(bid)} | calls
        answer = self.send(f"/hands/{place}", fields)
        self.agrees(answer, allowed(lambda: self.model.correct(place, hand, forget)))

    @precondition(lambda self: self.model.now.hands)
    @rule(place=PLACES)
    def delete(self, place: int) -> None:
        breaks = self.model.breaks(place)
        self.agrees(self.send(f"/hands/{place}/delete"), allowed(lambda: self.model.delete(place)))
        assert breaks is ("but it would be" in self.asked)

    @precondition(lambda self: self.accepted)
    @rule(which=st.integers(0, 100))
    def send_again(self, which: int) -> None:
        """What was stored once is answered as before, and stored no more."""
        path, form = self.accepted[-1 - which % len(self.accepted)]
        status = self.web.post(path, data=form).status_code
        assert status == 303, (path, status)
        self.look(self.game)

    @precondition(lambda self: self.accepted)
    @rule(which=st.integers(0, 100))
    def send_known_id_elsewhere(self, which: int) -> None:
        """The buttons of one page share its id: another of them is late, not the same.

        Off the board a change has an id of its own, and only the version of its page says that it is late.
        """
        path, form = self.accepted[-1 - which % len(self.accepted)]
        other = "/undo" if path.endswith("/misdeal") else "/misdeal"
        shares = {"form_id": form["form_id"]} | ({"version": form["version"]} if OFF_BOARD.search(path) else {})
        assert self.send(other, shares) == 409

    @precondition(lambda self: self.version)
    @rule(what=st.sampled_from(("/undo", "/redo", "/misdeal", "/hands/1/delete")), behind=st.integers(1, 30))
    def send_late(self, what: str, behind: int) -> None:
        """From a page that is out of date."""
        assert self.send(what, {"version": str(max(0, self.version - behind))}) == 409

    @rule(
        what=st.sampled_from(("/bid", "/call", "/hands", "/hands/1", "/hands/1/delete", "/preview")),
        bad=GARBAGE,
        name=GARBAGE,
    )
    def garbage(self, what: str, bad: str, name: str) -> None:
        fields = dict.fromkeys(("bidder", "bid", "player", "call", "captured-0", "hand", "counted_for", "trump"), bad)
        answer = self.send(what, fields | {f"captured-{name}": bad, name or "x": bad, "version": bad or "x"})
        assert answer != 303, (what, bad)

    @invariant()
    def the_board_shows_the_models_game(self) -> None:
        assert (self.heading, self.totals) == self.model.shown

    def teardown(self) -> None:
        """The same hands, entered straight, give the same totals and the same end."""
        if not hasattr(self, "model"):
            return
        heading, totals = self.model.shown
        straight = self.start(self.model.now.dealer)
        ends = {name: "" if value is None else str(value) for name, value in self.model.now.ends}
        assert self.send("/target", ends, straight) == 303
        for hand in self.model.now.hands:
            if hand.scored and not self.heading.endswith("won"):
                self.send("/bid", {"bidder": str(hand.bidder), "bid": str(hand.bid)}, straight)
                assert self.send("/hands", hand_fields(hand), straight) == 303
        assert self.totals == totals
        if "won" in self.heading + heading:
            assert self.heading == heading


def test_the_same_hands_give_the_same_game_however_they_were_reached(app: Flask) -> None:
    AnyEvening.app = app
    run_state_machine_as_test(
        AnyEvening,
        settings=settings(
            examples(60),
            stateful_step_count=25,
            phases=(Phase.generate, Phase.shrink),  # without the phase that explains: it traces every line
            suppress_health_check=list(HealthCheck),
        ),
    )
