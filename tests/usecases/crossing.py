"""Everything that people do with a game, in any order. What each step leaves behind is judged in plain ways.

Each step tells the words that people use for it; a refusal changes nothing. `test_crossings` runs it.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import time_machine
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from sqlalchemy import exists, select

from scorekeeper.record.audit import audit_bytes
from scorekeeper.rules.hand import sides_in
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import db
from scorekeeper.storage.game_lists import GameFilter, count
from scorekeeper.storage.games import AFTER_THIS_HAND
from scorekeeper.storage.models import GAME, SITTING
from tests.many_games import another_club
from tests.rules import reference_scorer
from tests.rules.plain import plain
from tests.strategies import hands_of

from . import reference_stats
from .club_files import move, portrait
from .game_at_table import (
    BadGame,
    Conflict,
    Differs,
    GameAtTable,
    GameState,
    NotFound,
    ValidationFailed,
    examine,
    hide_player,
    import_game,
    known_players,
    make_rules,
    merge_player,
    read_game,
    record_of,
    rename_player,
    score_sheet,
    started,
    story,
    totals_of,
    undo_merge,
)

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
SPELLINGS = (*NAMES, "Anna", "Bobby", "Carl")
REFUSED = (ValidationFailed, Conflict, NotFound, BadGame)
NO_UNDO = (
    "undo",
    "redo",
    "deletion",
    "return",
    "hiding",
    "showing",
    "a merge",
    "a merge taken back",
    "a player's new name",
)
Step = Callable[["Crossing", st.DataObject], None]
STEPS: dict[str, Step] = {}
"""What people do, by the kind of the change, or by its name where it changes no game."""


def step(*kinds: str) -> Callable[[Step], Step]:
    def note(function: Step) -> Step:
        STEPS.update(dict.fromkeys(kinds, function))
        return function

    return note


class Crossing(RuleBasedStateMachine):
    """One club with its games; the steps are about the last one."""

    @initialize(rules=st.sampled_from(list(PRESETS)), data=st.data())
    def begin(self, rules: str, data: st.DataObject) -> None:
        db.session.rollback()
        self.evening = time_machine.travel(datetime.now(UTC))
        self.clock = self.evening.start()
        self.club = another_club()
        names = NAMES[: PRESETS[rules].rules.players]
        dealer = data.draw(st.integers(0, len(names) - 1))
        self.table = started(self.club, rules, names, dealer, new_names=names)
        self.shorter = make_rules(self.club, "Shorter", rules, target=200) if PRESETS[rules].rules.target else rules
        self.neighbors = started(another_club(), rules, names, dealer, new_names=names)
        self.there = self.at_the_neighbors()
        self.away: tuple[GameState, int, int | None] | None = None
        self.merges: list[tuple[int, UUID]] = []

    @property
    def state(self) -> GameState:
        db.session.expire_all()
        return read_game(self.club, self.table.uid, even_deleted=True)

    def at_the_neighbors(self) -> Any:
        """A game of another club, whose people have the same names."""
        game = read_game(self.neighbors.club, self.neighbors.uid)
        return known_players(self.neighbors.club), picture(game)

    @property
    def somebody_waits(self) -> bool:
        """Whether somebody of the club sits down after a hand being played, which no file has."""
        waits = SITTING.c.until == AFTER_THIS_HAND, SITTING.c.game_id == GAME.c.id, GAME.c.club_id == self.club
        return bool(db.session.scalar(select(exists().where(*waits))))

    @rule(kind=st.deferred(lambda: st.sampled_from([*STEPS, *["hand", "sitting down", "undo"] * 4])), data=st.data())
    def do(self, kind: str, data: st.DataObject) -> None:
        before, version = picture(self.state), self.table.version
        try:
            STEPS[kind](self, data)
        except REFUSED:
            assert picture(self.state) == before, f"{kind} was refused, and changed the game"
            return
        self.judge()
        if self.table.version == version + 1 and kind not in NO_UNDO and data.draw(st.booleans()):
            after = picture(self.state)
            self.table.undo()
            assert picture(self.state) == before, f"undo of {kind}"
            self.judge()
            self.table.redo()
            assert picture(self.state) == after, f"redo of {kind}"

    def judge(self) -> None:
        state = self.state
        assert state.game.twice is None, "somebody sits in two chairs"
        _judge_record(state, record_of(self.club, self.table.uid) if not state.game.deleted_at else b"")
        _judge_score(state)
        _judge_sheet(state)
        _judge_story(state)

    def teardown(self) -> None:
        if not hasattr(self, "merges"):
            return
        try:
            self.judge_club()
        finally:
            self.evening.stop()

    def judge_club(self) -> None:
        assert self.at_the_neighbors() == self.there
        found = examine()
        assert (found.facts, found.figures) == ([], [])
        reference_stats.assert_true(self.club)
        state = self.state
        if not state.game.deleted_at:
            session, shown = db.session(), not state.game.hidden
            for person in {each.player.id for each in state.game.people}:
                listed, _ = count(session, self.club, GameFilter(players=(person,)))
                assert listed >= shown, "a game is missing in the list of who sat in it"
        if self.somebody_waits:
            return
        before = moved_portrait(self.club)
        after = moved_portrait(move(self.club))
        for part, was in before.items():
            assert after[part] == was, f"{part}:\n{was}\n{after[part]}"


def moved_portrait(club: int) -> dict[str, Any]:
    """All that a club's file keeps: not the hand being played."""
    found = portrait(club)
    return found | {"game": [re.sub(r"'open_hand': .*?, 'stopped'", "'stopped'", game) for game in found["game"]]}


def picture(state: GameState) -> Any:
    """All that undo gives back."""
    game = state.game
    kept = (
        "rules",
        "preset",
        "teams",
        "dealer",
        "starting_totals",
        "stopped",
        "hidden",
        "notes",
        "open_hand",
        "started_at",
    )
    return (
        [game.started_at, *(getattr(game, name) for name in kept)],
        [(seat.number, seat.player, seat.total, seat.won) for seat in game.seats],
        game.sittings,
        game.hands,
        game.status,
    )


def _judge_record(state: GameState, data: bytes) -> None:
    """The record audits to the same game, and so does the one in which nobody ever sat down."""
    if not data:
        return
    document = json.loads(data)
    for each in (document, _without_sittings(document)):
        audit = audit_bytes(json.dumps(each).encode())
        final = audit.final_standing
        assert [each for each in audit.problems if each.code != "hand-after-end"] == []
        assert final is not None
        order = {number: place for place, number in enumerate(state.players)}
        assert [final.totals[order[number]] for number in sorted(order)] == list(state.standing.totals)
        won = {order[number] for number in state.standing.winners}
        assert {*final.winners} == won


def _without_sittings(document: dict[str, Any]) -> dict[str, Any]:
    """The record with the names of those who sat in each chair first."""
    tables = document.pop("substitutions", [])
    first = document["players"]
    if not tables:
        return document
    for place, hand in enumerate(document["hands"], 1):
        now = [first, *(each["players"] for each in tables if each["since"] <= place)][-1]
        instead = dict(zip(now, first, strict=True))
        for name in [*hand]:
            if name not in ("note", "outcome", "trump", "id"):
                hand[name] = _renamed(hand[name], instead)
    document.pop("agreed_result", None)
    return document


def _renamed(value: Any, instead: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            instead.get(key, key): each if key == "reason" else _renamed(each, instead) for key, each in value.items()
        }
    if isinstance(value, list):
        return [_renamed(each, instead) for each in value]
    return instead.get(value, value) if isinstance(value, str) else value


def _judge_score(state: GameState) -> None:
    """The reference scorer, which knows nothing of sittings, says the same of every hand up to the end."""
    hands = [plain(row.hand) for row in state.game.hands]
    start = dict(state.game.starting_totals or ())
    ended = next((place for place, each in enumerate(state.hands, 1) if each.standing.end), len(hands))
    rows = reference_scorer.score_game(plain(state.rules), [*state.players], state.game.dealer, hands[:ended], start)
    for played, row in zip(state.hands[:ended], rows, strict=True):
        assert (played.deal.dealer, [*played.deal.seats]) == (row["dealer"], [*row["seats"]])
        assert dict(enumerate(played.standing.totals)) == row["totals"]
        assert (played.standing.status, [*played.standing.winners]) == (row["status"], row["winners"])


def _judge_sheet(state: GameState) -> None:
    """The lines of the sheet add up, and each names who sat there."""
    past = score_sheet(state.facts)
    totals = [state.initial_standing.total(side) for side in state.competitors]
    for row, stored in zip(past.rows, state.game.hands, strict=True):
        if row.points:
            totals = [total + points for total, points in zip(totals, row.points, strict=True)]
        assert [*row.totals] == totals
        if row.bidder:
            bidder = stored.hand.bidder
            assert bidder is not None
            sat = [each for each in state.game.sittings if each.number == bidder and stored.position <= each.until]
            who = min(sat, key=lambda each: each.until).player if sat else None
            who = who or next(seat.player for seat in state.game.seats if seat.number == bidder)
            assert row.bidder.full == who.name


def _judge_story(state: GameState) -> None:
    """What is told of the game is true of the lines of its sheet."""
    past, names = score_sheet(state.facts), [state.names.side(side) for side in state.competitors]
    rows = [row for row in past.rows if row.bidder and row.points and not row.after_end]
    for told in story(state.facts).turning_points(()):
        if found := re.fullmatch(r"(.*) led (from start to finish|after every hand)\.", told):
            index = names.index(found[1])
            assert all(row.totals.count(max(row.totals)) == 1 and row.totals[index] == max(row.totals) for row in rows)
            won = [names[number] for number, side in enumerate(state.competitors) if side[0] in state.standing.winners]
            assert ([found[1]] == won) == (found[2] == "from start to finish")
        if told == "No one was set.":
            assert not [row for row in rows if row.result in ("set", "gave up", "renege")]
        if found := re.match(r"The biggest swing was hand (\d+): ", told):
            swings = {row.number: max(row.points) - min(row.points) for row in rows}
            assert swings[int(found[1])] == max(swings.values())


# What people do.


@step("hand", "bid", "misdeal", "passed-out")
def _hand(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    if state.standing.end:
        return
    hand = replace(data.draw(hands_of(state.standing)), dealer=None)
    self.table.play_out(hand, sides_in(state.rules, state.standing.table.deal(), hand), state.competitors)


@step("partners", "trump")
def _half_a_hand(self: Crossing, data: st.DataObject) -> None:
    self.table.name_trump(data.draw(st.sampled_from(("red", "green"))))


@step("call")
def _call(self: Crossing, data: st.DataObject) -> None:
    deal = self.state.deal
    self.table.call(data.draw(st.sampled_from(deal.seats)), data.draw(st.none() | st.sampled_from((70, 80, 100))))


@step("a bid that stays open")
def _open_bid(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    if state.standing.end:
        return
    hand = data.draw(hands_of(state.standing).filter(lambda one: one.scored))
    self.table.bid_by(hand.bidder, hand.bid)


@step("time")
def _time(self: Crossing, data: st.DataObject) -> None:
    self.table.call_time(before=data.draw(st.booleans()))


@step("dealer")
def _dealer(self: Crossing, data: st.DataObject) -> None:
    self.table.dealt_by(data.draw(st.sampled_from(self.state.players)))


@step("undo")
def _undo(self: Crossing, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        self.table.undo()


@step("redo")
def _redo(self: Crossing, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        self.table.redo()


@step("sitting down")
def _sit_down(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    chairs = st.dictionaries(st.sampled_from(state.players), st.sampled_from(NAMES), min_size=1, max_size=2)
    names, since = data.draw(chairs), data.draw(st.none() | st.integers(1, len(state.game.hands) + 2))
    were = {row.uid: state.stored_names_at(row.position) for row in state.game.hands}
    numbers = {row.uid: played.deal.number for row, played in zip(state.game.hands, state.hands, strict=True)}
    self.table.sit_all(names, since)
    after = self.state
    for row in after.game.hands:
        now = after.stored_names_at(row.position)
        number = numbers[row.uid]
        for chair in after.players:
            sits = since is not None and chair in names and number >= since
            sits = sits and (row.hand.scored or number > (since or 0) or now[chair] == names[chair])
            assert now[chair] == (names[chair] if sits else were[row.uid][chair])


@step("name")
def _name(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    number = data.draw(st.sampled_from(state.players)) + 6 * data.draw(st.integers(0, 2))
    name = data.draw(st.sampled_from(SPELLINGS))
    (self.table.seat if data.draw(st.booleans()) else self.table.respell)(number, name)


@step("teams")
def _teams(self: Crossing, data: st.DataObject) -> None:
    self.table.name_sides(*data.draw(st.sampled_from((("Reds", "Blues"), ("", "")))))


@step("notes")
def _notes(self: Crossing, data: st.DataObject) -> None:
    self.table.note(data.draw(st.sampled_from(("", "a long evening"))))


@step("day")
def _day(self: Crossing, data: st.DataObject) -> None:
    self.table.played_on(data.draw(st.sampled_from(("2026-01-02", "2025-12-31"))))


@step("hiding", "showing")
def _hide(self: Crossing, data: st.DataObject) -> None:
    (self.table.show_again if self.state.game.hidden else self.table.hide)()


@step("deletion", "return")
def _delete(self: Crossing, data: st.DataObject) -> None:
    (self.table.bring_back if self.state.game.deleted_at else self.table.delete)()


@step("stop", "resumption")
def _stop(self: Crossing, data: st.DataObject) -> None:
    (self.table.resume if self.state.game.stopped else self.table.stop)()


@step("target")
def _target(self: Crossing, data: st.DataObject) -> None:
    self.table.play_to(data.draw(st.sampled_from((100, 200, 500))), data.draw(st.none() | st.integers(1, 6)))


@step("rules")
def _rules(self: Crossing, data: st.DataObject) -> None:
    players = len(self.state.players)
    keys = [key for key, preset in PRESETS.items() if preset.rules.players == players]
    self.table.change_rules(data.draw(st.sampled_from([*keys, self.shorter])))


@step("seats")
def _seats(self: Crossing, data: st.DataObject) -> None:
    self.table.reseat(*data.draw(st.permutations(self.state.players)))


@step("starting totals")
def _starting_totals(self: Crossing, data: st.DataObject) -> None:
    sides = st.sampled_from([side[0] for side in self.state.competitors])
    self.table.begin_with(data.draw(st.dictionaries(sides, st.integers(-100, 150).map(lambda tens: 10 * tens))))


@step("correction")
def _correct(self: Crossing, data: st.DataObject) -> None:
    places = len(self.state.game.hands)
    if places:
        self.table.correct(data.draw(st.integers(1, places)), note=data.draw(st.sampled_from(("late", None))))


@step("added hand")
def _add(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    place = data.draw(st.integers(1, len(state.game.hands) + 1))
    before = state.hands[place - 2].standing if place > 1 else state.initial_standing
    if before.end:
        return
    hand = data.draw(hands_of(before).map(lambda one: replace(one, dealer=None, auction=None)))
    sides = sides_in(state.rules, before.table.deal(), hand)
    self.table.add_hand(place, self.table.typed(hand, sides, state.competitors))
    after = self.state
    rows = [row.uid for row in state.game.hands]
    (added,) = [place for place, row in enumerate(after.game.hands, 1) if row.uid not in rows]
    if added <= len(rows):
        now, then = (after.stored_names_at(after.game.hands[at].position) for at in (added - 1, added))
        assert now.players == then.players, "a forgotten hand is of who plays the one after it"


@step("hand deletion")
def _delete_hand(self: Crossing, data: st.DataObject) -> None:
    if places := len(self.state.game.hands):
        self.table.delete_hand(data.draw(st.integers(1, places)))


@step("a phone goes away")
def _go_away(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    self.away = state, len(state.game.hands), self.table.last_hand if state.game.hands else None


@step("meeting")
def _meet(self: Crossing, data: st.DataObject) -> None:
    if self.away is None:
        return
    (then, place, after), self.away = self.away, None
    if then.standing.end:
        return
    hand = replace(data.draw(hands_of(then.standing)), auction=None)
    hand = replace(hand, dealer=then.standing.table.deal(hand.dealer).dealer)
    late = self.table.alone(hand, place=place, after=after, names=tuple(then.names.players))
    try:
        late.meet()
    except Differs as differs:
        late.meet(data.draw(st.sampled_from(sorted(differs.meeting.totals))), differs.meeting.seen)


@step("hours pass")
def _time_passes(self: Crossing, data: st.DataObject) -> None:
    self.clock.shift(timedelta(hours=data.draw(st.sampled_from((1, 9, 30)))))


@step("agreement")
def _agree(self: Crossing, data: st.DataObject) -> None:
    self.table.agree()


@step("rematch")
def _rematch(self: Crossing, data: st.DataObject) -> None:
    sits = self.state.stored_names_at(1e9)
    self.table.rematch(uid := uuid4())
    self.table, self.away = GameAtTable(self.club, uid), None
    assert {*self.state.stored_names.players} == {*sits.players}


@step("a new game with these totals")
def _new_game(self: Crossing, data: st.DataObject) -> None:
    state = self.state
    filled = totals_of(self.club, self.table.uid)
    rules = state.game.preset
    totals = {seat: total for seat, total in enumerate(filled["starting_totals"]) if total}
    self.table = started(self.club, rules, tuple(filled["players"]), filled["dealer"], starting_totals=totals)
    self.away = None
    begun = self.state
    begins = dict(zip(begun.stored_names.players, begun.initial_standing.totals, strict=True))
    names = state.stored_names_at(1e9)
    assert begins == {names[number]: state.standing.totals[number] for number in state.players}


@step("a merge")
def _merge(self: Crossing, data: st.DataObject) -> None:
    known = known_players(self.club)
    one, other = data.draw(st.sampled_from(sorted(known))), data.draw(st.sampled_from(sorted(known)))
    self.merges.append(merge_player(self.club, known[one], other))


@step("a merge taken back")
def _undo_merge(self: Crossing, data: st.DataObject) -> None:
    if self.merges:
        undo_merge(self.club, *self.merges.pop())


@step("a player's new name")
def _rename(self: Crossing, data: st.DataObject) -> None:
    known = known_players(self.club)
    rename_player(self.club, known[data.draw(st.sampled_from(sorted(known)))], data.draw(st.sampled_from(SPELLINGS)))


@step("a hidden player")
def _hide_player(self: Crossing, data: st.DataObject) -> None:
    known = known_players(self.club)
    hide_player(self.club, known[data.draw(st.sampled_from(sorted(known)))])


@step("the record out and in")
def _record(self: Crossing, data: st.DataObject) -> None:
    before = record_of(self.club, self.table.uid)
    other = another_club()
    again = import_game(other, before)[0]
    assert record_of(other, again) == before


@step("the neighbors' record brought here")
def _bring(self: Crossing, data: st.DataObject) -> None:
    import_game(self.club, record_of(self.neighbors.club, self.neighbors.uid))


@step("the club out and in")
def _move(self: Crossing, data: st.DataObject) -> None:
    if self.somebody_waits:
        return
    before = moved_portrait(self.club)
    self.club, self.merges, self.away = move(self.club), [], None
    assert moved_portrait(self.club) == before
    self.table = GameAtTable(self.club, self.table.uid)
