"""The history of a club: its past games, newest first, a page at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadRules, RuleError, UnknownPlayer
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import by_name, side_name
from scorekeeper.storage import game_lists as stored
from scorekeeper.storage import players
from scorekeeper.storage.db import FIRST, LAST, Cursor, db
from scorekeeper.storage.game_lists import GameFilter
from scorekeeper.storage.players import PlayerRef
from scorekeeper.storage.stats_models import ANY_PRESET
from scorekeeper.storage.streaks import longest_streak

from .club_names import of_club
from .days import evening_of
from .errors import ValidationFailed
from .game_rows import Evening, evenings
from .names import BETWEEN, is_unnamed, normalize_name
from .tournaments.tournament_page import winners_of

GAMES_ON_A_PAGE, MOST_ON_A_PAGE = 20, 60
MOST_SEARCHED = stored.MOST_SEARCHED
MOST_TOGETHER = 6
MOST_HOUSE_NAMES = 100
PEOPLE = ("player", "partner", "against", "and_against")
RESULTS = ("won", "lost", "streak", "finished", "unfinished")
OF_PLAYER = RESULTS[:3]


class SeveralPlayers(UnknownPlayer):
    """The typed name can mean any of the players with these `names`."""

    def __init__(self, field: str, message: str, names: Sequence[str]) -> None:
        super().__init__(field, message)
        self.names = tuple(names)


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """The games to search for; "" and None match every game.

    `player` can be several, "Ann & Bob", at one table; `partner`, `against` and `and_against` are whom the first of
    them had as such; `rules` is a preset's key; `result` is one of RESULTS, the first three by the first
    player: "streak" are the games of the longest one by these rules in these days. The game ended, or a running one
    began, at or after `since` and before `until`.
    """

    player: str = ""
    partner: str = ""
    against: str = ""
    and_against: str = ""
    rules: str = ""
    house_rules_name: str = ""
    result: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A page of the history, newest first, by evening; an evening is on one page, up to MOST_ON_A_PAGE games.

    `continued` says that the page before this one has games of the first evening, too, and `goes_on` that the next one
    has more of the last.

    `names` are those of all players on it. `count`, only on the first page of a search, is how many games were found,
    `hidden` how many more that no list has, and `counted_all` whether all games were searched. `older` and `newer` are
    the cursors of the next pages; `searched_back_to` says how far back games were searched, if there are more. `player`
    is the player of the search, even one who is hidden elsewhere, and one without a name if someone was merged into
    them.
    """

    evenings: Sequence[Evening]
    names: tuple[str, ...]
    continued: bool = False
    goes_on: bool = False
    count: int | None = None
    hidden: int = 0
    counted_all: bool = True
    older: Cursor | None = None
    newer: Cursor | None = None
    searched_back_to: datetime | None = None
    player: PlayerRef | None = None

    @property
    def has_stats(self) -> bool:
        return self.player is not None and not is_unnamed(self.player.name)


def history(
    club_id: int,
    search: HistoryFilter,
    zone: str | None,
    *,
    before: Cursor | None = None,
    after: Cursor | None = None,
) -> History:
    """Return the games just before this cursor, or just after it; the newest without a cursor.

    Raises ValidationFailed with fields `player`, `partner`, `against`, `and_against`, `rules`, `result`,
    `until`.
    """
    session = db.session()
    criteria, player = _resolve(session, club_id, search)
    if after:
        return _newer_page(session, club_id, criteria, player, zone, after)
    is_counted = not before and search != HistoryFilter()
    count, hidden = stored.count(session, club_id, criteria) if is_counted else (None, 0)
    if before:
        criteria = replace(criteria, high=min(criteria.high, before))
    found, searched_to = stored.page(session, club_id, criteria, MOST_ON_A_PAGE + 1)
    shown, beyond = _whole_evenings(found, zone)
    rows = stored.listed(session, shown)
    return History(
        evenings=_evenings(club_id, rows, zone),
        names=_player_names(rows),
        continued=_is_split(before, shown[:1], zone),
        goes_on=_is_split(beyond, shown[-1:], zone),
        count=count,
        hidden=hidden,
        counted_all=searched_to is None,
        older=shown[-1] if beyond else searched_to,
        newer=shown[0] if before and shown else None,
        searched_back_to=searched_to[0] if searched_to and not beyond else None,
        player=player,
    )


def _newer_page(
    session: Session, club_id: int, criteria: GameFilter, player: PlayerRef | None, zone: str | None, after: Cursor
) -> History:
    criteria = replace(criteria, low=max(criteria.low, after))
    found, searched_to = stored.page(session, club_id, criteria, MOST_ON_A_PAGE + 1, oldest_first=True)
    shown, beyond = _whole_evenings(found, zone)
    shown.reverse()
    rows = stored.listed(session, shown)
    return History(
        evenings=_evenings(club_id, rows, zone),
        names=_player_names(rows),
        continued=_is_split(beyond, shown[:1], zone),
        goes_on=_is_split(after, shown[-1:], zone),
        older=shown[-1] if shown else (after[0], after[1] + 1),
        newer=shown[0] if beyond else searched_to,
        player=player,
    )


def _whole_evenings(games: list[Cursor], zone: str | None) -> tuple[list[Cursor], Cursor | None]:
    """Return the first of these games, at least GAMES_ON_A_PAGE if there are, that are whole evenings, and the next
    game.

    Only an evening of more than MOST_ON_A_PAGE games is cut.
    """
    days = [evening_of(listed_at, zone) for listed_at, _ in games]
    ends = [place for place in range(1, len(games)) if days[place] != days[place - 1]]
    ends += [len(games)] if len(games) <= MOST_ON_A_PAGE else []
    end = next((end for end in ends if end >= GAMES_ON_A_PAGE), ends[-1] if ends else MOST_ON_A_PAGE)
    return games[:end], games[end] if end < len(games) else None


def _is_split(beyond: Cursor | None, edge: Sequence[Cursor], zone: str | None) -> bool:
    """Return whether the game beyond the edge of a page is of the same evening as the game there."""
    return any(beyond and evening_of(beyond[0], zone) == evening_of(listed_at, zone) for listed_at, _ in edge)


def _evenings(club_id: int, games: Sequence[stored.ListedGame], zone: str | None) -> list[Evening]:
    return evenings(games, zone, winners_of(club_id, {game.tournament for game in games if game.tournament}))


def house_names(club_id: int) -> Sequence[str]:
    """Return the names of house rules that games of the club were played by, the first MOST_HOUSE_NAMES."""
    return sorted(stored.house_names(db.session(), club_id), key=by_name)[:MOST_HOUSE_NAMES]


def _resolve(session: Session, club_id: int, search: HistoryFilter) -> tuple[GameFilter, PlayerRef | None]:
    """Return the filter with the player's id instead of the name, and the player; raises ValidationFailed."""
    typed = {field: normalize_name(getattr(search, field)) for field in PEOPLE}
    found = {field: [(name, _find_players(session, club_id, name))] for field, name in typed.items() if name}
    name = typed["player"]
    if name and not found["player"][0][1] and len(names := _names_between(session, club_id, name)) > 1:
        found["player"] = [(name, _find_players(session, club_id, name)) for name in names[:MOST_TOGETHER]]
    errors = [error for field, people in found.items() for error in _player_errors(field, people)]
    met = any(field in found for field in PEOPLE[1:])
    errors += _search_errors(search, name, met=met, people=sum(map(len, found.values())))
    if errors:
        raise ValidationFailed(errors)
    people = {field: [alike[0] for _, alike in found.get(field, ())] for field in PEOPLE}
    together = people["player"]
    player = together[0] if together else None
    if player and is_unnamed(player.name) and not players.into(session, club_id, player.id):
        player = None
    criteria = GameFilter(
        low=(search.since, 0) if search.since else FIRST,
        high=(search.until, 0) if search.until else LAST,
        preset=search.rules or None,
        house_rules_name=normalize_name(search.house_rules_name) or None,
        players=tuple(each.id for each in together),
        partner=next((each.id for each in people["partner"]), None),
        against=tuple(each.id for each in (*people["against"], *people["and_against"])),
        result=search.result,
    )
    return _in_streak(session, criteria) if search.result == "streak" else criteria, player


def _in_streak(session: Session, criteria: GameFilter) -> GameFilter:
    """Return the filter for the games of the first player's longest streak."""
    found = longest_streak(
        session.connection(),
        criteria.players[0],
        criteria.preset or ANY_PRESET,
        since=criteria.low[0],
        until=criteria.high[0],
        house_rules_name=criteria.house_rules_name,
    )
    first, last = (found.first, found.last) if found else (LAST, FIRST)
    return replace(criteria, result="won", low=(first[0], first[1] - 1), high=(last[0], last[1] + 1))


def _names_between(session: Session, club_id: int, typed: str) -> list[str]:
    """Return the names in "Ann & Bob/Cal". If Bob/Cal is one player, too, the games decide."""
    cuts = [found.span() for found in BETWEEN.finditer(typed)][: 2 * MOST_TOGETHER]
    starts, stops = [0, *(stop for _, stop in cuts)], [*(start for start, _ in cuts), len(typed)]
    runs = [[typed[start:stop].strip() for stop in stops[place:]] for place, start in enumerate(starts)]
    ours = of_club(session, club_id)
    runs = [[ours.meant(run) or run for run in each] for each in runs]
    known = players.find(session, club_id, [run for each in runs for run in each])
    split, names, place = [run for run, *_ in runs], list[str](), 0
    while place < len(runs):
        pieces = next((size for size in range(len(runs[place]), 0, -1) if runs[place][size - 1] in known), 1)
        names.append(runs[place][pieces - 1])
        place += pieces
    if len({*split}) == len(split) <= MOST_TOGETHER and known.keys() >= {*split}:
        together = GameFilter(players=tuple(known[name].id for name in split))
        names = split if stored.page(session, club_id, together, 1)[0] else names
    return [*filter(None, names)]


def _find_players(session: Session, club_id: int, typed: str) -> list[PlayerRef]:
    """Return the player with this name, or else all who can be meant by it."""
    exact = players.find(session, club_id, [typed])
    if exact:
        return list(exact.values())
    found = players.find(session, club_id, of_club(session, club_id).find(typed))
    return sorted(found.values(), key=lambda player: by_name(player.name))


def _player_errors(field: str, found: Sequence[tuple[str, Sequence[PlayerRef]]]) -> Iterator[RuleError]:
    """Yield what is wrong with the typed names, each with the players that it can mean."""
    typed = [name for name, _ in found]
    for place, (name, alike) in enumerate(found):
        if not alike:
            yield UnknownPlayer(field, f"No player named “{name}”.")
        if len(alike) > 1:
            meant = [side_name([*typed[:place], player.name, *typed[place + 1 :]]) for player in alike]
            yield SeveralPlayers(field, f"Which {name}? Choose one below.", meant)


def _search_errors(search: HistoryFilter, name: str, *, met: bool, people: int) -> Iterator[RuleError]:
    if search.rules and search.rules not in PRESETS:
        yield BadRules("rules", "Choose a rule set.")
    if search.result and search.result not in RESULTS:
        yield RuleError("result", "Choose won, lost, finished or unfinished.")
    if not name and (search.result in OF_PLAYER or met):
        yield UnknownPlayer("player", "Enter a player first.")
    if search.result == "streak" and people > 1:
        yield RuleError("result", "The longest streak is one player's, with whomever. Leave the others out.")
    if search.since and search.until and search.until <= search.since:
        yield RuleError("until", "This date is before the one in From.")


def _player_names(rows: Sequence[stored.ListedGame]) -> tuple[str, ...]:
    return tuple(sorted({name for row in rows for name, _, _ in row.players if not is_unnamed(name)}, key=by_name))
