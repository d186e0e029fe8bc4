"""Every page in each of its states, come by as a person comes by it: each walk yields what it has just shown."""

from collections.abc import Callable, Iterator

from tests.browser.phone import Phone

from .agreeing import agreeing_pages
from .check import check_pages
from .clock import clock_pages
from .club import history_pages, player_pages, roster_pages, rule_pages
from .game import (
    call_partner_pages,
    changing_partners_pages,
    correction_pages,
    dixie_pages,
    hand_pages,
    settings_pages,
    sitting_down_pages,
    six_handed_pages,
)
from .meeting import meeting_pages
from .sheets import sheet_pages
from .tournament import tournament_pages

WALKS: tuple[Callable[[Phone], Iterator[str]], ...] = (
    hand_pages,
    six_handed_pages,
    call_partner_pages,
    changing_partners_pages,
    dixie_pages,
    clock_pages,
    meeting_pages,
    agreeing_pages,
    sheet_pages,
    correction_pages,
    settings_pages,
    sitting_down_pages,
    history_pages,
    player_pages,
    roster_pages,
    rule_pages,
    check_pages,
    tournament_pages,
)
