"""Start a game or a rematch: the rules and names to choose from, and the seats."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer, PlayerCount, RuleError, UnknownPlayer
from scorekeeper.rules.explain_rules import describe_seating
from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import format_total, join_words, side_name
from scorekeeper.storage import clubs, game_lists, games, link_keys, players, tournaments
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import ENDED, STILL, StoredGame, StoredSeat
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.club_names import as_entered, of_club
from scorekeeper.usecases.days import day_text, local
from scorekeeper.usecases.errors import Question, StartedAlready, ValidationFailed
from scorekeeper.usecases.game_rules import goal_of, goal_text, hands_per_round, ruleset_of, with_goal
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.house_rules import RuleChoice, find_rules, list_rules
from scorekeeper.usecases.names import (
    SEAT_NAMES,
    doubts,
    fold_name,
    is_unnamed,
    known_spellings,
    name_error,
    normalize_name,
    unnamed_error,
)

from .change import update_derived
from .starting_totals import starting_errors
from .tournament_table import TournamentTable, tournament_table

MOST_NAMES_OFFERED = 24


@dataclass(frozen=True, slots=True)
class RuleOffer:
    """Rules that a new game can choose, and the goal unless the table chooses another.

    `about` describes them in a line; `totals`: how many competitors there are; `pairs`: whether there are two sides
    from the first hand on; `hands_per_round` as in `game_rules`.
    """

    key: str
    title: str
    about: str
    players: int
    goal: str
    target: int | None
    seating: str
    totals: int
    pairs: bool
    hands_per_round: int


def offer_rules(club_id: int) -> list[RuleOffer]:
    """Return the rules that a new game can choose, house rules first."""
    return [_offer(choice) for choice in list_rules(club_id)]


def _offer(choice: RuleChoice) -> RuleOffer:
    rules = choice.rules
    return RuleOffer(
        key=choice.key,
        title=choice.title,
        about=_about_house(choice) if choice.house_rules_name else choice.preset.about,
        players=rules.players,
        goal=goal_text(rules),
        target=rules.target,
        seating=describe_seating(rules),
        totals=2 if rules.fixed_sides else rules.players,
        pairs=rules.sides in ("partnerships", "rotating_partners"),
        hands_per_round=hands_per_round(rules),
    )


def _about_house(choice: RuleChoice) -> str:
    return f"{choice.preset.title} with your changes, {goal_text(choice.rules)}."


@dataclass(frozen=True, slots=True)
class LastRules:
    """The key of the rules that a phone used last, and the goal if it was not that of the rules."""

    key: str
    goal: Mapping[str, int | None]


def last_rules(club_id: int, begun: Collection[UUID]) -> LastRules | None:
    """Return the rules of the last of these games, None without any; deleted house rules count as their preset.

    House rules that have another name since are found by what they say.
    """
    last = game_lists.last_rules(db.session(), club_id, begun)
    if last is None:
        return None
    stored, house_rules_name = last
    choices = list_rules(club_id)
    choice = next(choice for choice in choices if choice.key == stored["base"])
    if house_rules_name:
        house, rules = [each for each in choices if each.house_rules_name], with_goal(stored, house_rules_name)
        named = (each for each in house if each.house_rules_name == house_rules_name)
        choice = next(named, next((each for each in house if each.rules_json == rules), choice))
    played = goal_of(ruleset_of(stored))
    own = "own_end" not in stored if house_rules_name else played == goal_of(choice.rules)
    return LastRules(choice.key, {} if own else {name: value for name, value in played.items() if value})


def offer_names(club_id: int) -> Sequence[str]:
    """Return the names that a new game offers, the latest players first."""
    return players.recent_names(db.session(), club_id, MOST_NAMES_OFFERED)


def offer_merged(club_id: int) -> Mapping[str, str]:
    """Return the names that were merged into each player, one a line, by the player's name."""
    found = dict[str, str]()
    for name, now in players.merged_names(db.session(), club_id).items():
        found[now] = f"{found[now]}\n{name}" if now in found else name
    return found


@dataclass(frozen=True, slots=True)
class WantedGame:
    """A game as people enter it: the names clockwise, "" for an empty seat, and the dealer's seat.

    `goal` is a target, a number of hands and a time limit, see `game_rules.with_goal`. `starting_totals` are the
    points that the competitor in a seat brings from paper (R34). `new_names` are confirmed as new to the club.
    `unnamed`: needed seats without a name get one of SEAT_NAMES; two sides without any names are Us and Them.
    `how_many` is the number of players by which the rules were looked for. `answered` are the questions that were
    answered with yes, by what they are about.
    """

    rules_key: str
    names: Sequence[str]
    dealer: int
    goal: tuple[int | None, int | None, int | None] = (None, None, None)
    starting_totals: Mapping[int, int] = field(default_factory=dict)
    new_names: Collection[str] = ()
    unnamed: bool = False
    how_many: int | None = None
    answered: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game begins with: rules and totals as it stores them, its players clockwise, and the dealer's seat.

    `seated_as` are the players' ids before any merge, if they were chosen then: undoing one gives these seats back too.
    """

    rules: Mapping[str, Any]
    house_rules_name: str | None
    seated: Sequence[PlayerRef]
    dealer: int
    starting_totals: Mapping[int, int] = field(default_factory=dict)
    series_id: int = 0
    teams: list[str] | None = None
    round_number: int | None = None
    seated_as: Sequence[int] = ()


def start_game(club_id: int, uid: UUID, wanted: WantedGame) -> UUID:
    """Start a game with its form's id as its `uid`, so that a form sent twice starts one game; return the uid.

    Raises ValidationFailed with the fields `target`, `hand_limit`, `time_limit`, `rules`, `players[i]`, `dealer` and
    `starting_totals[i]`; a name that is spelled nearly like a known one is an AlikeName, and a game of the same players
    that goes on is a Question, as is a goal that totals from paper have reached (R34). Raises StartedAlready if the
    game with this uid is another than this one: Back leads to a form that was sent.
    """
    choice = find_rules(club_id, wanted.rules_key)
    names, teams, carried = _seated(choice.rules, wanted)
    rules = _rules_to_store(choice, wanted, names, carried)
    names = [name for name in names if name]
    with writing(club_id) as session:
        if there := games.read(session, club_id, uid):
            if not _is_as(there, names, rules, wanted.dealer, carried):
                text = "This page has started a game already. Tap Start game again to start this one, too."
                raise StartedAlready([RuleError("", text)])
        else:
            known, typed = of_club(session, club_id), names
            names = known_spellings(typed, known, wanted.new_names)
            fields = (f"players[{seat}]" for seat in count())
            if alike := list(doubts(typed, known, wanted.new_names, fields, "Start game", "at this table")):
                raise ValidationFailed(alike)
            seated = players.find_or_add(session, club_id, names, hidden=SEAT_NAMES if wanted.unnamed else ())
            _ask_if_playing(session, club_id, seated, wanted.answered)
            _ask_if_passed(ruleset_of(rules), names, carried, wanted.answered)
            were = [each.id for each in as_entered(session, club_id, typed, seated, known, wanted.new_names)]
            new = NewGame(rules, choice.house_rules_name, seated, wanted.dealer, carried, teams=teams, seated_as=were)
            add_game(session, club_id, uid, new)
    return uid


def totals_of(club_id: int, game_uid: UUID) -> Mapping[str, Any]:
    """Return what the form of a new game has that begins with the totals of this one, by its fields.

    The two have nothing more to do with each other. Raises NotFound, Deleted.
    """
    state = read_game(club_id, game_uid)
    totals = {side[0]: state.standing.total(side) for side in state.competitors}
    names = state.stored_names_at(STILL)
    return {
        "players": [names[number] for number in state.players],
        "dealer": state.players.index(state.standing.table.dealer),
        "starting_totals": [totals.get(number) for number in state.players],
        **_left_of_goal(state),
    }


def _left_of_goal(state: GameState) -> Mapping[str, int | None]:
    """Return what is left of a number of hands or of a time, by the fields of a new game; nothing without either."""
    rules, hands = state.rules, state.standing.hands_scored
    if rules.hand_limit is None and rules.time_limit is None:
        return {}
    minutes = int((datetime.now(UTC) - state.game.started_at).total_seconds() // 60)
    left = (rules.hand_limit and rules.hand_limit - hands, rules.time_limit and rules.time_limit - minutes)
    hand_limit, time_limit = (number if number and number > 0 else None for number in left)
    return {"target": rules.target, "hand_limit": hand_limit, "time_limit": time_limit}


def _is_as(
    game: StoredGame, names: Sequence[str], rules: Mapping[str, Any], dealer: int, carried: Mapping[int, int]
) -> bool:
    seats = [fold_name(seat.player.name) for seat in game.seats]
    started = (seats, game.rules, game.dealer, dict(game.starting_totals or ()))
    return started == ([*map(fold_name, names)], rules, dealer, carried)


def _ask_if_playing(session: Session, club_id: int, seated: Sequence[PlayerRef], answered: Collection[str]) -> None:
    """Raise ValidationFailed with a Question if these players have a game that goes on, in whatever seats."""
    if any(is_unnamed(player.name) for player in seated):
        return
    found = game_lists.running_with(session, club_id, [player.id for player in seated])
    left = tournaments.games_left(session, club_id, [uid for uid, _, of_tournament in found if of_tournament])
    running = {str(uid): (uid, started_at) for uid, started_at, _ in found if uid not in left}
    if running and not running.keys() & set(answered):
        about, (game, started_at) = next(iter(running.items()))
        day = day_text(local(started_at, clubs.get(session, club_id).zone))
        who = join_words([player.name for player in seated])
        text = f"{who} already have a game in progress, begun {day}."
        raise ValidationFailed([Question("", text, " ".join([*answered, about]), "Start another game", game)])


def _ask_if_passed(rules: RuleSet, names: Sequence[str], totals: Mapping[int, int], answered: Collection[str]) -> None:
    """Raise ValidationFailed with a Question if a total from paper has reached the goal already."""
    passed, about = max(totals.values(), default=0), f"goal-{rules.target}"
    if rules.target is not None and passed >= rules.target and about not in answered:
        (seat, *_) = [seat for seat, points in totals.items() if points == passed]
        side = next(each for each in competitors(rules, tuple(range(rules.players))) if seat in each)
        who = side_name([names[number] for number in side])
        text = f"{who}: {format_total(passed)} already, and the game is to {rules.target}. One hand can end it."
        raise ValidationFailed([Question("", text, " ".join([*answered, about]), "Start it so")])


def refuse(club_id: int, wanted: WantedGame) -> None:
    """Raise ValidationFailed as `start_game` would, but for names alike; nothing is stored."""
    choice = find_rules(club_id, wanted.rules_key)
    names, _, carried = _seated(choice.rules, wanted)
    _rules_to_store(choice, wanted, names, carried)


def _seated(rules: RuleSet, wanted: WantedGame) -> tuple[list[str], list[str] | None, dict[int, int]]:
    """Return the names clockwise, the names of the sides, and the points from paper."""
    names = [normalize_name(name) for name in wanted.names]
    teams = ["Us", "Them"] if wanted.unnamed and rules.fixed_sides and not any(names) else None
    if wanted.unnamed:
        names = [name or SEAT_NAMES[seat] if seat < rules.players else name for seat, name in enumerate(names)]
    return names, teams, {seat: points for seat, points in wanted.starting_totals.items() if points}


def rematch(club_id: int, game_uid: UUID, uid: UUID, partner: int | None = None, known: str = "") -> UUID:
    """Start another game with the same seats and rules, and return its id; the next dealer deals.

    If another phone has already started it, return that game: while it is running, or if it is new to a page whose
    latest game had a uid that begins with `known` ("none": none). `partner` is the number of the player who now sits
    across from the first; without it partners stay. One page can start a rematch with each: only the one without it
    has the form's id as its `uid`, which a phone without the server counts on. In a tournament the only rematch is the
    next game of the match, with whoever took a seat meanwhile (T11). Raises ValidationFailed, NotFound, Deleted.
    """
    if partner is not None:
        uid = uuid5(uid, str(partner))
    with writing(club_id) as session:
        state = read_game(club_id, game_uid)
        if games.read(session, club_id, uid):
            return uid
        game, table = state.game, tournament_table(session, state)
        numbers = state.seats_of_rematch(partner)
        seats = sorted(game.seats_at(STILL), key=lambda seat: numbers.index(seat.number))
        seated = [seat.player for seat in seats]
        dealer = numbers.index(state.dealer_of_rematch(numbers))
        for later in _begun_since(session, game, known):
            same = (later.dealer, [seat.player for seat in later.seats]) == (dealer, seated)
            if later.round_number == game.round_number if table else same:
                return later.uid
        if table:
            _refuse_rematch(table, partner)
            seated, seated_as = _by_now(session, table, seated)
        else:
            seated_as = [players.seated_as(session, game.id, seat.number, seat.player_id) for seat in seats]
        teams = game.teams if numbers == state.players else None
        new = NewGame(
            *(game.rules, game.house_rules_name, seated, dealer),
            series_id=game.series_id,
            teams=teams,
            round_number=game.round_number,
            seated_as=seated_as,
        )
        add_game(session, club_id, uid, new)
    return uid


def _begun_since(session: Session, game: StoredGame, known: str) -> Iterator[StoredGame]:
    """Yield the later games of this table that are new to the page, and of the others one that is running."""
    uids = link_keys.later_games(session, game.series_id, game.id)
    places = [place for place, uid in enumerate(uids) if known and uid.hex.startswith(known)]
    for uid in uids[places[0] + 1 :] if places else uids if known else uids[-1:]:
        later = games.read(session, game.club_id, uid)
        if later and (known or later.status not in ENDED):
            yield later


def _refuse_rematch(table: TournamentTable, partner: int | None) -> None:
    if partner is not None or not table.next_game:
        raise ValidationFailed(
            [RuleError("", "A game of a tournament has no rematch. Its organizer draws what's next.")]
        )


def _by_now(session: Session, table: TournamentTable, seated: Sequence[PlayerRef]) -> tuple[list[PlayerRef], list[int]]:
    """Return who sits at a tournament's table now, and the ids by which they were entered.

    Whoever stays keeps their seat, even if it was swapped.
    """
    people, by_now = tournaments.people(session, table.seated), [*seated]
    for side in (0, 1):
        were, are = seated[side::2], [people[id_] for id_ in table.seated[side::2]]
        new = iter([player for player in are if player not in were])
        by_now[side::2] = [player if player in are else next(new, player) for player in were]
    entered = {people[id_].id: id_ for id_ in table.seated}
    return by_now, [entered.get(player.id, player.id) for player in by_now]


def add_game(session: Session, club_id: int, uid: UUID, new: NewGame) -> None:
    """Store a new game. The caller holds the club's lock."""
    now = datetime.now(UTC)
    game = StoredGame(
        club_id=club_id,
        uid=uid,
        rules=dict(new.rules),
        preset=new.rules["base"],
        dealer=new.dealer,
        started_at=now,
        changed_at=now,
        series_id=new.series_id,
        house_rules_name=new.house_rules_name,
        teams=new.teams,
        starting_totals=[*new.starting_totals.items()] or None,
        round_number=new.round_number,
        seats=[StoredSeat(number, number, player) for number, player in enumerate(new.seated)],
    )
    update_derived(GameState(game))
    games.add(session, game)
    for seat, was in zip(game.seats, new.seated_as, strict=True) if new.seated_as else ():
        if was != seat.player_id:
            _, merged = players.merged_into(session, was)
            players.note_seat(session, merged, game.id, seat.number)


def _rules_to_store(
    choice: RuleChoice, wanted: WantedGame, names: Sequence[str], starting_totals: Mapping[int, int]
) -> Mapping[str, Any]:
    """Return the rules as a game stores them; raises ValidationFailed with everything that is wrong."""
    needed = choice.rules.players
    errors = list(_seat_errors(names, needed, wanted.unnamed))
    if not 0 <= wanted.dealer < needed:
        errors.append(UnknownPlayer("dealer", f"Choose one of the {needed} players to deal first."))
    errors += starting_errors(choice.rules, starting_totals)
    rules = choice.rules_json
    if any(value is not None for value in wanted.goal):
        try:
            rules = with_goal(rules, choice.house_rules_name, *wanted.goal)
        except ValidationFailed as failed:
            errors.extend(failed.errors)
    if errors:
        if wanted.how_many not in (None, needed):
            text = f"{choice.title} is for {needed}. Choose rules for {wanted.how_many} players."
            errors.insert(0, PlayerCount("rules", text))
        raise ValidationFailed(errors)
    return rules


def _seat_errors(names: Sequence[str], needed: int, unnamed: bool) -> Iterator[RuleError]:
    for seat, name in enumerate(names):
        field = f"players[{seat}]"
        error = name_error(field, name, f"Enter a name. You need {needed} players.")
        if not unnamed:
            error = error or unnamed_error(field, name)
        if seat >= needed:
            if name:
                yield PlayerCount(field, f"Only {needed} players. Leave this blank.")
        elif error:
            yield error
        elif name in names[:seat]:
            yield DuplicatePlayer(field, f"{name} is already at the table.")
