"""An evening of sixty players, played through the forms, and its standings added up independently."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from random import Random

import pytest

from tests.html import text_of
from tests.person import Person

from .tournaments import draw, game_at, paper, placed, sides_at, start_tournament

PLAYERS = tuple(f"Player {first}{second}" for first in "ABCDEF" for second in "abcdefghij")
ROUNDS, HANDS, MOST = 4, 2, 120
Played = dict[str, list[tuple[int, float]]]
"""The points of each player's rounds, with what each counts as won: 1, a half or 0."""


class Evening:
    """What happened, as somebody notes it on paper: each table's sides and totals, and who sat out."""

    def __init__(self, phone: Person, here: str):
        self.phone, self.here = phone, here
        self.results: dict[tuple[int, int], tuple[tuple[str, str], tuple[int, int]]] = {}
        self.sat_out: list[tuple[int, str]] = []
        self.points: dict[str, int] = {}

    def notes_the_draw(self, number: int) -> int:
        """Notes who sits out, and returns the number of tables."""
        seats = self.phone.open(f"{self.here}/standings").all("[data-seat]")
        self.sat_out += [(number, row.attrs["data-name"]) for row in seats if "sits out" in row.attrs["data-seat"]]
        return len({text_of(cell) for row in seats for cell in row.query("td b")})

    def plays_on_a_phone(self, number: int, place: int, hands: list[tuple[int, int]]) -> None:
        """Records hands that the first side bids: what it bid, and what it captured of 120."""
        game = game_at(self.phone, self.here, number, place)
        one, other = list(self.phone.open(game).totals)
        totals = [0, 0]
        for bid, captured in hands:
            self.phone.record_bid(one.partition(" & ")[0], bid)
            self.phone.tap("Save hand", {"Last trick": one, f"Captured by {one}": str(captured)})
            totals[0] += captured if captured >= bid else -bid
            totals[1] += MOST - captured
        self.results[number, place] = (one, other), (totals[0], totals[1])

    def plays_on_paper(self, number: int, place: int, totals: tuple[int, int]) -> None:
        sides = sides_at(self.phone, self.here, number, place)
        assert paper(self.phone, self.here, number, place, *totals).status == 303
        self.results[number, place] = sides, totals

    def lines(self) -> Iterator[tuple[str, Decimal, float, int]]:
        """Adds up every player's points with their sit-outs, rounds won, and best round (T4, T9)."""
        played: Played = {}
        for sides, totals in self.results.values():
            for side, mine, theirs in ((sides[0], *totals), (sides[1], *totals[::-1])):
                for name in side.split(" & "):
                    played.setdefault(name, []).append((mine, 0.5 if mine == theirs else float(mine > theirs)))
        for name, rounds in played.items():
            total = sum(points for points, _ in rounds)
            average = (Decimal(total) / len(rounds)).quantize(Decimal("0.1"), ROUND_HALF_UP)
            times = sum(who == name for _, who in self.sat_out)
            points = total + times * average + self.points.get(name, 0)
            yield name, points, sum(won for _, won in rounds), max(points for points, _ in rounds)


def hands_of(random: Random) -> list[tuple[int, int]]:
    return [(random.randrange(75, 125, 5), random.randrange(0, 125, 5)) for _ in range(HANDS)]


@pytest.mark.everywhere("size", proven="tests/web/test_standings.py")
def test_the_standings_of_an_evening_of_sixty_are_those_added_up_by_hand(phone: Person) -> None:
    """Late entries, people who leave, two tables on paper, one that is stopped, one that is corrected a round later."""
    random = Random(60)
    here = start_tournament(phone, "ranked", PLAYERS, more={"Hands a round": str(HANDS)})
    evening = Evening(phone, here)
    for number in range(1, ROUNDS + 1):
        assert draw(phone, here, number).status == 303
        tables = evening.notes_the_draw(number)
        assert tables == (15, 15, 15, 14)[number - 1]
        for place in range(1, tables + 1):
            if place in (4, 9):
                evening.plays_on_paper(number, place, (random.randrange(-100, 125, 5), random.randrange(0, 105, 5)))
            elif place == 7 and number == 2:  # stopped after one of two hands
                evening.plays_on_a_phone(number, place, hands_of(random)[:1])
                phone.open(f"{game_at(phone, here, number, place)}/settings")
                assert phone.tap("End game early").status == 303
            else:
                evening.plays_on_a_phone(number, place, hands_of(random))
        if number == 1:
            phone.open(f"{here}/players")
            phone.tap("Add", {"Players to add": "Late One\nLate Two"})
            phone.tap("Leaves", {"Who leaves": PLAYERS[7]})
        if number == 2:
            corrects_a_hand_of_round_1(evening)
            phone.open(f"{here}/players")
            phone.tap("Add points", {"Who": PLAYERS[3], "Points": "-20", "Reason": "late"})
            evening.points[PLAYERS[3]] = -20
        if number == 3:
            phone.open(f"{here}/players")
            for name in (PLAYERS[20], PLAYERS[33], "Late One"):
                phone.tap("Leaves", {"Who leaves": name})
    phone.open(here)
    assert phone.tap("End tournament").status == 303
    lines = {name: line for name, *line in evening.lines()}
    assert len(lines) == 62
    shown = placed(phone, here)
    assert {name: Decimal(points) for name, (_, points) in shown.items()} == {name: lines[name][0] for name in lines}
    ranks = {name: str(1 + sum(other > line for other in lines.values())) for name, line in lines.items()}
    assert {name: place for name, (place, _) in shown.items()} == ranks
    won = " and ".join(name for name in shown if ranks[name] == "1")
    assert f"{won} won" in phone.open(here).text


def corrects_a_hand_of_round_1(evening: Evening) -> None:
    """Table 2's first hand: the first side captured 120 of a bid of 75."""
    phone, (sides, _) = evening.phone, evening.results[1, 2]
    game = game_at(phone, evening.here, 1, 2)
    phone.open(f"{game}/hands/1")
    saved = {f"Captured by {sides[0]}": "120", f"Captured by {sides[1]}": ""}
    assert phone.tap("Save correction", saved).status == 303
    totals = phone.open(game).totals
    first, second = (int(totals[side].replace("−", "-")) for side in sides)
    assert (first, second) != evening.results[1, 2][1]
    evening.results[1, 2] = sides, (first, second)
