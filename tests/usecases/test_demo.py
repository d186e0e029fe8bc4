"""Games that no one played: believable, without fault, and the same for the same seed."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.record import verdict
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import clubs, ratings
from scorekeeper.storage.db import db
from tests.many_games import another_club
from tests.web.counting import read_results, statements

from .game_at_table import (
    GAMES_AT_A_TIME,
    GameState,
    all_records,
    demo,
    play_demo,
    rate_games,
)


def play_new(club: int, count: int, seed: int = 1, rules: str | None = None) -> int:
    """Plays so many games and answers how many of them were new."""
    return sum(new for _, new in play_demo(club, count, seed, rules))


def tables(club: int) -> Iterator[GameState]:
    return map(GameState, clubs.all_games(db.session(), club))


def test_every_game_holds_against_the_rules_of_every_preset(club: int) -> None:
    """Each record is audited as one that came from anywhere: auctions, bids, counters card by card, fouls."""
    for key in PRESETS:
        play_new(club, 6, rules=key)
    found = {name: verdict(record).problems for name, record in all_records(club)}
    assert len(found) == 6 * len(PRESETS)
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_what_is_stored_of_a_game_is_what_its_hands_say(club: int) -> None:
    play_new(club, 60)
    for table in tables(club):
        standing, game = table.standing, table.game
        assert game.status == ("over" if standing.end else "stopped")
        assert game.ended_at is not None
        assert game.started_at < game.ended_at
        assert {s.number: (s.total, s.won) for s in game.seats} == {
            player: (total, player in standing.winners) for player, total in enumerate(standing.totals)
        }


def test_an_evening_looks_like_one_at_a_table(club: int) -> None:
    """Over many games: two to three of four bids are made, and what is rare stays rare, but happens."""
    play_new(club, 400)
    hands = [each for table in tables(club) for each in table.hands]
    made = [each.score.made for each in hands if each.score and each.score.made is not None]
    assert 0.65 <= sum(made) / len(made) <= 0.75
    outcomes = Counter(each.hand.outcome for each in hands)
    for rare in ("misdeal", "renege", "passed-out"):
        assert 0 < outcomes[rare] < 0.03 * len(hands), rare
    assert 0 < sum(bool(each.hand.fouls) for each in hands) < 0.03 * len(hands)
    stopped = [table for table in tables(club) if table.game.status == "stopped"]
    assert 0 < len(stopped) < 0.1 * 400
    assert {table.game.preset for table in tables(club)} == set(PRESETS)
    assert {table.game.started_at.hour for table in tables(club)} == {17, 18, 19, 20, 21}


def test_the_same_seed_again_adds_nothing_and_more_games_keep_those_that_are_there(
    club: int, stored: Callable[[], str]
) -> None:
    assert play_new(club, 30) == 30
    before = stored()
    assert play_new(club, 30) == 0
    assert stored() == before
    assert play_new(club, 40) == 10
    assert hands_in(before) <= hands_in(stored())
    assert play_new(club, 40, seed=2) == 40


def hands_in(dump: str) -> set[str]:
    found = {line for line in dump.splitlines() if line.startswith('INSERT INTO "hand"')}
    assert found
    return found


def test_the_same_seed_makes_the_same_games_anywhere(club: int) -> None:
    others = another_club()
    for each in (club, others):
        play_new(each, 30)
    assert dict(all_records(club)) == dict(all_records(others))


def test_each_batch_is_stored_by_itself(club: int) -> None:
    """What is broken off keeps the batches that were done; the rest is played the next time."""
    commits = list[object]()
    event.listen(engine := db.engine, "commit", note := commits.append)
    batches = play_demo(club, 2 * GAMES_AT_A_TIME + 1, 1)
    assert next(batches) == (GAMES_AT_A_TIME, GAMES_AT_A_TIME)
    event.remove(engine, "commit", note)
    assert len(commits) == 1
    batches.close()
    assert list(play_demo(club, GAMES_AT_A_TIME + 1, 1)) == [(GAMES_AT_A_TIME, 0), (1, 1)]


@pytest.mark.parametrize("stops", [False, True], ids=["to the end", "broken off"])
def test_players_of_the_demo_are_rated_once_after_the_last_batch(
    app: Flask, club: int, monkeypatch: pytest.MonkeyPatch, stops: bool
) -> None:
    monkeypatch.setattr(demo, "GAMES_AT_A_TIME", 2)
    with statements(app) as sent:
        batches = play_demo(club, 7, 1)
        for number, _ in enumerate(batches):
            if stops and number == 1:
                batches.close()
    assert len(read_results(sent)) == 1
    stored, should = ratings.read(db.session.connection(), club), rate_games(ratings.games(db.session(), club), {})
    assert stored == should != {}
    with statements(app) as sent:
        assert play_new(club, 4) == 0
    assert not read_results(sent), "nothing was new"
