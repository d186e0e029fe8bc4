"""The one door of these tests to the use cases: a game at a table and what its club does, in the table's words.

Only what tests/test_one_door.py names imports use cases besides. `tests.usecases.game_by_forms` is the same table
with the same verbs, through the pages.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Self
from uuid import UUID, uuid4

from sqlalchemy import text

from scorekeeper.rules.hand import Hand, Side, side_with
from scorekeeper.storage.db import db
from scorekeeper.usecases import demo, house_rules
from scorekeeper.usecases.check.hand import check_hand, side_labels
from scorekeeper.usecases.clubs import start_club
from scorekeeper.usecases.days import day_in, evening_of, evening_start
from scorekeeper.usecases.demo import GAMES_AT_A_TIME, make_game, play_demo
from scorekeeper.usecases.doctor import examine
from scorekeeper.usecases.errors import Conflict, NotFound, Question, Submission, ValidationFailed
from scorekeeper.usecases.game import (
    change,
    clock,
    corrections,
    game_settings,
    new_game,
    recording,
    rules_change,
    seating,
    sitting_down,
    starting_totals,
    summary,
)
from scorekeeper.usecases.game.agreeing import agree, shown_hands, shown_result
from scorekeeper.usecases.game.alone.meeting import Differs, Meeting, Mine, Way, meet
from scorekeeper.usecases.game.announcements import DESCRIBE
from scorekeeper.usecases.game.change import Edit, Fields
from scorekeeper.usecases.game.corrections import Correction
from scorekeeper.usecases.game.effect import Effect
from scorekeeper.usecases.game.new_game import last_rules, totals_of
from scorekeeper.usecases.game.recording import THE_BIDDER
from scorekeeper.usecases.game.score_sheet import score_sheet
from scorekeeper.usecases.game.scoreboard import Scoreboard, local_table, scoreboard, short_id
from scorekeeper.usecases.game.story import (
    ENOUGH,
    LINE,
    ScoredHand,
    chances_after_hands,
    headline,
    story,
    tell_chance,
    turning_points,
)
from scorekeeper.usecases.game.undo import redo_last, undo_last
from scorekeeper.usecases.game_rows import Evening, evenings
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.home import deleted_games, hidden_games, running_games
from scorekeeper.usecases.house_rules import find_rules
from scorekeeper.usecases.links import club_keys, renew_club_link
from scorekeeper.usecases.permissions import club_id
from scorekeeper.usecases.phones import enter
from scorekeeper.usecases.phones import of_club as phones_of
from scorekeeper.usecases.players import roster
from scorekeeper.usecases.players.player_stats import ratings_of_player
from scorekeeper.usecases.players.roster import player_view, undo_merge
from scorekeeper.usecases.players.update_ratings import rate_again, rate_club, rate_games
from scorekeeper.usecases.players.update_stats import backfill_stats, stats_of
from scorekeeper.usecases.startup import upgrade_database
from scorekeeper.usecases.tournaments import after_end, changes, new_tournament, organize, rounds
from scorekeeper.usecases.tournaments.tournament_page import tournament
from scorekeeper.usecases.transfer.club_file import INDEX, OWNERS, open_club_file
from scorekeeper.usecases.transfer.club_import import bring_club
from scorekeeper.usecases.transfer.export import all_records, export_club, record_file
from scorekeeper.usecases.transfer.game_import import (
    BadGame,
    ImportBatch,
    import_game,
    preview_import,
    validate_document,
)
from scorekeeper.usecases.transfer.spreadsheets import csv_file, csv_lines, escape_formula
from tests.many_games import another_club
from tests.person import TABLE

__all__ = [
    "DESCRIBE", "ENOUGH", "GAMES_AT_A_TIME", "INDEX", "LINE", "OWNERS", "THE_BIDDER", "AnyTable", "BadGame",
    "Conflict", "Differs", "Evening", "GameAtTable", "GameState", "ImportBatch", "NotFound", "ScoredHand",
    "ValidationFailed", "all_records", "as_typed", "backfill_stats", "bring_club", "check_hand", "club_id",
    "club_keys", "csv_lines", "day_in", "deleted_games", "demo", "enter", "escape_formula", "evening_of",
    "evening_start", "evenings", "examine", "export_club", "find_rules", "headline", "hidden_games", "hide_player",
    "import_game", "in_tournament", "known_players", "last_rules", "local_table", "made_game", "make_rules",
    "merge_player", "open_club_file", "phones_of", "play_demo", "player_view", "preview_import", "rate_again",
    "rate_club", "rate_games", "ratings_of_player", "read_game", "record_file", "record_of", "reimport",
    "rename_player", "renew_club_link", "running_games", "score_sheet", "side_labels", "start_club",
    "start_tournament", "started", "stats_of", "story", "totals_of", "tournament", "turning_points", "undo_merge",
    "upgrade_database", "validate_document",
]  # fmt: skip


def as_typed(hand: Hand, sides: tuple[Side, ...], owners: tuple[Side, ...]) -> Hand:
    """As a form has it: each side by its first player, a wrong discard after table talk."""
    return replace(
        hand.by_sides(lambda player: side_with(sides, player)[0]),
        fouls=tuple(sorted(hand.fouls, key=lambda foul: (foul.kind == "nest-discard", foul.player))),
        adjustments=tuple(each._replace(player=side_with(owners, each.player)[0]) for each in hand.adjustments),
    )


class AnyTable(ABC):
    """What is the same in whichever way people do it; players by name, and by number where a form has it so."""

    club: int
    uid: UUID

    @abstractmethod
    def bid(self, bidder: str, bid: int) -> None: ...

    @abstractmethod
    def record(self, entered: Hand) -> None: ...

    def count(self, captured: int) -> None:
        """Ann & Cal captured so much, the others the rest."""
        self.record(Hand(captured={0: captured}, last_trick=0))

    def play(self, bidder: str, bid: int, captured: int) -> None:
        self.bid(bidder, bid)
        self.count(captured)

    @property
    def version(self) -> int:
        return int(self._row.version)

    @property
    def status(self) -> str:
        return str(self._row.status)

    @property
    def _row(self) -> Any:
        with db.engine.connect() as connection:
            game = text("SELECT id, status, version FROM game WHERE uid = :uid AND club_id = :club")
            return connection.execute(game, {"uid": self.uid.hex, "club": self.club}).one()

    def stored(self) -> dict[str, Any]:
        """The columns that are derived from the hands, as they are in the database."""
        with db.engine.connect() as connection:
            rows = connection.execute(
                text(
                    "SELECT player.name, total, won FROM game_player JOIN player ON player.id = player_id"
                    " WHERE game_id = :game"
                ),
                {"game": self._row.id},
            )
            return {"status": self.status} | {name: (total, bool(won)) for name, total, won in rows}


class GameAtTable(AnyTable):
    """By the use cases alone."""

    def __init__(self, club: int, uid: UUID, page: Submission | None = None):
        self.club, self.uid, self._page = club, uid, page

    def opened(self) -> Self:
        """Return the page as it is now: whatever is done there, also twice or later, is sent by its forms."""
        return type(self)(self.club, self.uid, Submission(uuid4(), self.version))

    @property
    def board(self) -> Scoreboard:
        db.session.expire_all()
        return scoreboard(read_game(self.club, self.uid))

    @property
    def totals(self) -> dict[str, int]:
        return {total.names: total.points for total in self.board.totals}

    @property
    def deal(self) -> tuple[str, str]:
        """Who deals, and who bids first."""
        deal = self.board.deal
        return TABLE[deal.dealer], TABLE[deal.first_to_bid]

    @property
    def winners(self) -> str:
        return self.board.winners

    @property
    def undo_takes_back(self) -> str | None:
        return self.board.undo

    @property
    def shown(self) -> object:
        """All that the table sees, to compare with what it saw before."""
        board, hands = self.board, [line.hand for line in self.board.past.rows]
        return self.totals, board.deal, board.contract, board.status, board.winners, hands, self.stored()

    def _make(self, kind: str, edit: Edit) -> None:
        submission = self._page or Submission(uuid4(), self.version)
        change.apply(self.club, self.uid, submission, kind, edit)

    def bid(self, bidder: str, bid: int) -> None:
        self._make("bid", lambda state: recording.record_bid(state, Hand(bidder=TABLE.index(bidder), bid=bid)))

    def call(self, player: int, call: int | None) -> None:
        self._make("call", partial(recording.record_call, form_id=uuid4(), player=player, call=call))

    def name_trump(self, trump: str) -> None:
        self._make("trump", partial(recording.record_trump, trump=trump))

    def misdeal(self) -> None:
        self._make("misdeal", partial(recording.record_misdeal, form_id=uuid4()))

    def record(self, entered: Hand) -> None:
        self._make("hand", partial(recording.record_hand, form_id=uuid4(), entered=entered))

    def undo(self) -> None:
        self._make("undo", undo_last)

    def redo(self) -> None:
        self._make("redo", redo_last)

    def entered(self, place: int) -> Hand:
        """What the form of a correction shows."""
        return corrections.hand_to_correct(self.club, self.uid, place).entered

    def correct(self, place: int, counted_for: tuple[int, ...] = (), **changed: Any) -> None:
        """As the form sends it: all that is shown, with this changed; None takes it away."""
        correction = Correction(replace(self.entered(place), **changed), counted_for)
        self._make("correction", partial(corrections.correct_hand, place=place, correction=correction))

    def add_hand(self, place: int, entered: Hand) -> None:
        """One that was forgotten, before the one at this place."""
        hands = read_game(self.club, self.uid).game.hands
        before = str(hands[place - 1].uid) if place <= len(hands) else ""
        counted_for = () if entered.bidder is None else (entered.bidder, *(entered.partners or ()))
        correction = Correction(entered, counted_for)
        edit = partial(corrections.add_hand, before=before, uid=uuid4(), outcome=entered.outcome, correction=correction)
        self._make("added hand", edit)

    def delete_hand(self, place: int) -> None:
        self._make("hand deletion", partial(corrections.delete_hand, place=place))

    def reseat(self, *order: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        """`meanwhile` happens on another phone while the order is judged."""

        def edit(state: GameState) -> Fields:
            meanwhile()
            return seating.change_seats(state, order, confirmed=True)

        self._make("seats", edit)

    def reseat_unseen(self, *order: int) -> None:
        """What it changes was not shown before."""
        self._make("seats", partial(seating.change_seats, order=order, confirmed=False))

    def preview_seats(self, *order: int) -> Effect:
        return seating.preview_seats(read_game(self.club, self.uid), order)

    def dealt_by(self, dealer: int) -> None:
        self._make("dealer", partial(game_settings.change_dealer, dealer=dealer))

    def play_to(self, target: int | None, hands: int | None = None) -> None:
        self._make("target", partial(game_settings.change_target, target=target, hand_limit=hands))

    def seat(self, number: int, name: str) -> None:
        """Somebody else was playing there."""
        self._make("name", partial(game_settings.correct_name, player=number, name=name, everywhere=False))

    def respell(self, number: int, name: str) -> None:
        self._make("name", partial(game_settings.correct_name, player=number, name=name, everywhere=True))

    def stop(self) -> None:
        self._make("stop", game_settings.stop)

    def resume(self) -> None:
        self._make("resumption", game_settings.resume)

    def delete(self) -> None:
        self._make("deletion", change.delete)

    def bring_back(self) -> None:
        self._make("return", change.restore)

    def hide(self) -> None:
        self._make("hiding", change.hide)

    def note(self, text: str) -> None:
        self._make("notes", lambda _state: summary.write_notes(text))

    def agree(self) -> None:
        """Each side says yes to each hand as it is now, and to the result."""
        state = read_game(self.club, self.uid)
        asked = [*shown_hands(state), *filter(None, [shown_result(state)])]
        sent = [shown.sent(side) for shown in asked for side in shown.sides]
        for seat in state.game.seats:
            agree(self.club, self.uid, Submission(uuid4(), 0, seat.player_id), sent)

    def alone(
        self,
        *hands: Hand,
        going: Hand | None = None,
        place: int = 0,
        after: int | None = None,
        names: tuple[str, ...] = (),
        watches_for: str = "",
    ) -> "PhoneAlone":
        """What a phone recorded without the server: these hands from this place on, and the one being played."""
        mine = Mine(place, tuple((uuid4(), hand) for hand in hands), going, after, names)
        seats = read_game(self.club, self.uid).game.seats
        watched = next((seat.player_id for seat in seats if seat.player.name == watches_for), None)
        return PhoneAlone(self, mine, watched)

    @property
    def last_hand(self) -> int:
        """By what a phone knows its last hand."""
        return short_id(read_game(self.club, self.uid).game.hands[-1].uid)

    def sit(self, name: str, number: int, since: int | None = None) -> None:
        """Somebody goes home, and somebody else sits down there, from this hand on."""
        self.sit_all({number: name}, since)

    def sit_all(self, names: dict[int, str], since: int | None = None) -> None:
        """Several do so at once."""
        new = [*names.values()]
        self._make("sitting down", partial(sitting_down.sit_down, names=names, since=since, new_names=new))

    def play_out(self, hand: Hand, sides: tuple[Side, ...], owners: tuple[Side, ...]) -> None:
        """A whole hand as forms send it: its bid, whom the bidder called, and its end."""
        typed = replace(as_typed(hand, sides, owners), auction=None, dealer=None)
        if not hand.scored:
            edit = recording.record_misdeal if hand.outcome == "misdeal" else recording.record_passed_out
            self._make(hand.outcome, partial(edit, form_id=uuid4(), entered=typed))
            return
        self._make("bid", partial(recording.record_bid, entered=Hand(bidder=hand.bidder, bid=hand.bid)))
        if hand.partners is not None:
            self._make("partners", partial(recording.record_partners, entered=Hand(partners=hand.partners)))
        self._make("hand", partial(recording.record_hand, form_id=uuid4(), entered=typed))

    def typed(self, hand: Hand, sides: tuple[Side, ...], owners: tuple[Side, ...]) -> Hand:
        return as_typed(hand, sides, owners)

    def bid_by(self, bidder: int | None, bid: int | None) -> None:
        self._make("bid", partial(recording.record_bid, entered=Hand(bidder=bidder, bid=bid)))

    def change_rules(self, key: str) -> None:
        self._make("rules", partial(rules_change.change_rules, rules_key=key, confirmed=True))

    def call_time(self, *, before: bool) -> None:
        self._make("time", partial(clock.call_time, before=before))

    def name_sides(self, *names: str) -> None:
        self._make("teams", partial(game_settings.name_sides, names=names))

    def begin_with(self, totals: dict[int, int]) -> None:
        self._make("starting totals", partial(starting_totals.correct_starting_totals, totals=totals))

    def played_on(self, day: str) -> None:
        self._make("day", partial(game_settings.play_on, day=day))

    def show_again(self) -> None:
        self._make("showing", change.show_again)

    @property
    def lines(self) -> list[str]:
        """The lines of the sheet: who bid what, and who sits down."""
        past = score_sheet(read_game(self.club, self.uid).facts)
        lines = [
            line
            for row in past.rows
            for line in (row.came, f"{row.bidder.full} {row.hand.bid}" if row.bidder else row.hand.outcome)
        ]
        return [line for line in (*lines, past.came) if line]

    def rematch(self, uid: UUID | None = None) -> None:
        new_game.rematch(self.club, self.uid, uid or uuid4())

    @property
    def recap(self) -> summary.Summary:
        return summary.summary(self.club, self.uid)

    @property
    def record_file(self) -> bytes:
        return record_file(self.club, self.uid)[1]

    @property
    def csv(self) -> bytes:
        return csv_file(self.club, self.uid)[1]

    @property
    def chance(self) -> str:
        """The chance of winning, in words."""
        return tell_chance(read_game(self.club, self.uid))

    @property
    def chances(self) -> tuple[tuple[float, ...], ...]:
        """Each side's chance before the first hand, and after each."""
        return chances_after_hands(read_game(self.club, self.uid))

    @property
    def goals(self) -> tuple[str, str]:
        """What it is played to, and what its rules are played to."""
        settings = game_settings.game_settings(read_game(self.club, self.uid))
        return settings.goal, settings.own_goal


class PhoneAlone:
    """A phone that recorded by itself, and meets the server."""

    def __init__(self, game: GameAtTable, mine: Mine, watches_for: int | None):
        self._game, self._mine, self._watches_for = game, mine, watches_for

    def meet(self, way: str = "ask", seen: str = "", form: UUID | None = None) -> None:
        """Raises Differs, with the question that a person has to answer."""
        submission = Submission(form or uuid4(), 0, self._watches_for)
        meet(self._game.club, self._game.uid, submission, self._mine, Way(way), seen)
        db.session.expire_all()

    @property
    def question(self) -> Meeting:
        try:
            self.meet()
        except Differs as differs:
            return differs.meeting
        raise AssertionError("Nothing was asked.")

    @property
    def left_out(self) -> list[str]:
        """The ids of all that it recorded."""
        return [*(str(uid) for uid, _ in self._mine.hands), *(["open"] if self._mine.open else [])]


def started(
    club: int,
    rules: str = "original",
    names: tuple[str, ...] = TABLE,
    dealer: int = 3,
    uid: UUID | None = None,
    **more: Any,
) -> GameAtTable:
    """A new game, wanted like this (`new_game.WantedGame`), whatever these players are playing."""
    wanted, uid = new_game.WantedGame(rules, names, dealer, **more), uid or uuid4()
    try:
        return GameAtTable(club, new_game.start_game(club, uid, wanted))
    except ValidationFailed as failed:
        asked = failed.errors[0]
        if not isinstance(asked, Question):
            raise
        return started(club, rules, names, dealer, uid, **more | {"answered": asked.about.split()})


def made_game(number: int) -> GameState:
    """A game of the demo, by itself."""
    return make_game(0, UUID(int=number), None)


def record_of(club: int, uid: UUID) -> bytes:
    return record_file(club, uid)[1]


def reimport(data: bytes) -> bytes:
    """Return the record after another club has imported and exported it."""
    club = another_club()
    uid, new = import_game(club, data)
    assert new
    return record_of(club, uid)


# What a club does with its players, its house rules and its tournaments.


def _form(player: int) -> Submission:
    """A form of the player's page."""
    with db.engine.connect() as connection:
        version = connection.execute(text("SELECT version FROM player WHERE id = :id"), {"id": player}).scalar_one()
    return Submission(uuid4(), version)


def rename_player(club: int, player: int, name: str) -> None:
    roster.rename(club, player, _form(player), name)


def hide_player(club: int, player: int) -> None:
    roster.hide(club, player, _form(player), hidden=True)


def merge_player(club: int, player: int, into: str) -> tuple[int, UUID]:
    """Merge this player into the one of this name; return who has all games now, and the id of the merge."""
    form = _form(player)
    return roster.merge(club, player, form, into), form.id


def known_players(club: int) -> dict[str, int]:
    """The club's players that are not merged into others, by name."""
    with db.engine.connect() as connection:
        asked = text("SELECT name, id FROM player WHERE club_id = :club AND NOT merged")
        return {row.name: row.id for row in connection.execute(asked, {"club": club})}


def make_rules(club: int, name: str, base: str = "original", uid: UUID | None = None, **values: Any) -> str:
    """Make house rules of these values; return the key by which they are chosen."""
    uid = uid or uuid4()
    house_rules.make(club, uid, name, base, values)
    return f"house-{uid}"


def change_rules(club: int, key: str, name: str, version: int, **values: Any) -> None:
    house_rules.change(club, UUID(key.removeprefix("house-")), Submission(uuid4(), version), name, values)


def start_tournament(
    club: int, kind: str, entrants: str, hands: int, minutes: int | None = None, rules: str = "original"
) -> UUID:
    length = new_tournament.Length(hands, minutes)
    return new_tournament.start_tournament(club, uuid4(), "Fall", kind, rules, entrants, length)


def in_tournament(club: int, uid: UUID, what: str, *values: Any) -> None:
    """What an organizer does, by the name of the use case."""
    part = {"draw": rounds, "seat": rounds, "settle": after_end}.get(what, organize)
    changes.apply(club, uid, changes.Sent(uuid4()), getattr(part, what), *values)


def confirm(club: int, uid: UUID, what: str, *values: Any) -> None:
    """The same, and yes to what it asks."""
    try:
        in_tournament(club, uid, what, *values)
    except ValidationFailed as asked:
        (question,) = asked.errors
        assert isinstance(question, Question)
        changes.apply(club, uid, changes.Sent(uuid4(), None, question.about), getattr(organize, what), *values)
