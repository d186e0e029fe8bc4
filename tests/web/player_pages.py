"""The page of a player, and games for it."""

from dataclasses import replace
from functools import partial
from uuid import UUID, uuid4

from scorekeeper.rules.hand import Foul, Hand
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.game import change, recording
from scorekeeper.usecases.game.scoreboard import scoreboard
from scorekeeper.usecases.game_state import read_game
from tests.html import Page, text_of
from tests.person import TABLE, Person
from tests.usecases.game_at_table import started


def numbers(page: Page, caption: str) -> dict[str, str]:
    """A table of a player's page: each row's words and its number."""
    for table in page.all("table"):
        if text_of(table.query_one("caption")) == caption:
            rows = list(table.query("tbody tr"))
            return {text_of(row.query_one("th")): " ".join(map(text_of, row.query("td"))) for row in rows}
    raise AssertionError(f"No table {caption!r}.")


def enter_game(club: int, *entered: Hand, names: tuple[str, ...] = TABLE) -> UUID:
    """A game of these hands by the original rules, Dee's deal first."""
    game = started(club, names=names).uid
    for hand in entered:
        bid = Hand(bidder=hand.bidder, bid=hand.bid)
        count = partial(recording.record_hand, form_id=uuid4(), entered=replace(hand, bidder=None, bid=None))
        for kind, edit in (("bid", partial(recording.record_bid, entered=bid)), ("hand", count)):
            version = scoreboard(read_game(club, game)).version
            change.apply(club, game, Submission(uuid4(), version), kind, edit)
    return game


ANN, BOB, CAL, DEE = range(4)
SWEPT = Hand(bidder=ANN, bid=120, captured={ANN: 120}, last_trick=ANN)
# Ann & Cal: 120, 45 - 40 (R12), 60 (R8), 120: 305. Bob & Dee: 0, -90, -95, 0: -185.
EVENING = (
    Hand(bidder=ANN, bid=100, captured={ANN: 120}, last_trick=ANN),
    Hand(bidder=BOB, bid=90, captured={ANN: 45}, last_trick=BOB, fouls=(Foul(CAL, "table-talk"),)),
    Hand(bidder=CAL, bid=95, captured={ANN: 60}, outcome="renege", reneged_by=BOB),
    SWEPT,
)


def page_of(phone: Person, name: str, asked: str = "") -> Page:
    """A player's page, by way of the list of players."""
    return phone.open(_address(phone, name) + asked)


def figures_of(phone: Person, name: str, asked: str = "") -> Page:
    """The page with all figures of a player."""
    return phone.open(f"{_address(phone, name)}/figures{asked}")


def _address(phone: Person, name: str) -> str:
    (found,) = (one.attrs["href"] for one in phone.open("/players").all(".games a") if text_of(one).startswith(name))
    return str(found)
