"""A phone meets the server: the hands that it recorded offline join those that the server has from another phone.

Hands are compared by their place in the game, misdeals included. Equal hands are one hand, and hands after the server's
last are added. A person is asked only if two versions of a hand differ, or the game takes no more hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from uuid import UUID, uuid5
from zlib import crc32

from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.auction import replay_calls
from scorekeeper.rules.errors import AuctionMismatch, HandAfterEnd, RuleError, UnknownPlayer
from scorekeeper.rules.game import PlayedHand, replay
from scorekeeper.rules.hand import Hand, Player
from scorekeeper.rules.hand_validation import bid_errors, partner_errors, validate_hand, with_auction
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import describe_hand, join_words
from scorekeeper.storage.games import AFTER_THIS_HAND, STILL, Sitting, write_facts
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.errors import Conflict, Submission, ValidationFailed
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.alone.comparing import (
    BothVersions,
    Match,
    Told,
    both_versions,
    compare,
    said,
    told_by_server,
)
from scorekeeper.usecases.game.change import Fields, HandField, sat_down
from scorekeeper.usecases.game.recording import TOO_MANY_HANDS, refuse, refuse_strangers
from scorekeeper.usecases.game.scoreboard import short_id
from scorekeeper.usecases.game.sitting_down import seated
from scorekeeper.usecases.game_state import GameState, read_game


class Way(StrEnum):
    """What to do with a phone's hands; the last three, and ASK without a question, add what fits."""

    ASK = "ask"
    """Ask if something differs."""
    LOOK = "look"
    """Change nothing: say whether the server has everything."""
    THEIRS = "theirs"
    """Keep the server's version of what differs."""
    MINE = "mine"
    """Use the phone's version of what differs."""
    AFTER = "after"
    """Add what differs after the server's hands."""
    SHOWN = "shown"
    """The same, played by those whom the phone showed; who sat down for them sits down after it."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What a phone recorded: its hands from this place on, counted from 0, each with the id of its form.

    The last may be the hand being played (`open`). Each has its dealer. `after` is the `short_id` of the hand before
    the first: it gives the place if earlier hands were deleted since. `names` are the players', as the phone showed
    them.
    """

    place: int
    hands: tuple[tuple[UUID, Hand], ...]
    open: Hand | None = None
    after: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """The question about everything that differs, hand by hand, with the totals for each way.

    `obstacle` is why more hands are not simply added: the game is "over", "stopped", somebody "sat" down before this
    phone heard of it, two players were "swapped" since, or it is "doubtful" whether the server has them under another
    number; or "".
    Impossible ways are left out. `seen` identifies the question: after a change of the game it is another one.
    `left_out` are the ids of the hands, or "open" for the one being played, that THEIRS leaves out; `swapped` are the
    names of who were swapped; `sat` are those who went home and those who sat down for them; `ends` says that the
    game is over with what is added.
    """

    seen: str
    sides: tuple[str, ...]
    rows: tuple[BothVersions, ...]
    totals: Mapping[Way, tuple[int, ...]]
    obstacle: str
    left_out: tuple[str, ...]
    swapped: tuple[str, ...]
    sat: tuple[str, str]
    ends: bool


class Differs(Exception):
    """A person has to decide about a phone's hands; nothing was stored."""

    def __init__(self, meeting: Meeting) -> None:
        super().__init__("This phone recorded something else.")
        self.meeting = meeting


def meet(club_id: int, game_uid: UUID, submission: Submission, mine: Mine, way: Way, seen: str = "") -> GameState:
    """Join a phone's hands to the game, whatever its version: one change, made once for each form id.

    `seen` is the question that a person answered. Raises Differs, also if the question is another by now; Conflict if
    the game is changing at this moment (LOOK: if the server does not have everything); ValidationFailed with what the
    rules refuse; NotFound, Deleted.
    """
    submission = replace(submission, version=read_game(club_id, game_uid).game.version)
    return change.apply(club_id, game_uid, submission, "meeting", lambda state: _fields(state, mine, way, seen))


def _fields(state: GameState, mine: Mine, way: Way, seen: str) -> Fields:
    mine = replace(mine, place=place_of(state, mine.place, mine.after))
    matches = _matches(state, mine)
    if way is Way.LOOK and set(matches) != {Match.SAME}:
        raise Conflict(())
    asks = Match.DIFFERS in matches or (Match.BEHIND in matches and _obstacle(state, mine, matches) != "")
    if asks and seen != _question(state, mine, matches):
        raise Differs(_meeting(state, mine, matches))
    fields = _join(state, mine, matches, way).fields(state)
    return {**fields, **_seated_as_shown(state, mine, matches)} if way is Way.SHOWN else fields


def place_of(state: GameState, place: int, after: int | None) -> int:
    """Return where my hands begin in the server's list, from which some may have been deleted since."""
    places: dict[int | None, int] = {short_id(row.uid): place for place, row in enumerate(state.game.hands, 1)}
    return places.get(after, min(place, len(places)))


def _may_be_known(state: GameState, mine: Mine) -> bool:
    """Return whether the hand before mine was deleted, and the one now in its place equals my first."""
    known = {None, *(short_id(row.uid) for row in state.game.hands)}
    if mine.after in known or not mine.place or not mine.hands:
        return False
    played, (_, hand) = state.hands[mine.place - 1], mine.hands[0]
    return said(state.rules, Told(hand, played.deal)) == said(state.rules, Told(played.hand, played.deal))


def _hands(mine: Mine) -> list[Hand]:
    return [*(hand for _, hand in mine.hands), *([mine.open] if mine.open else [])]


def _obstacle(state: GameState, mine: Mine, matches: Sequence[Match]) -> str:
    if state.standing.end:
        return "over"
    if state.game.stopped:
        return "stopped"
    if Match.DIFFERS not in matches and _sat(state, mine, matches):
        return "sat"
    return "swapped" if _swapped(state, mine) else "doubtful" if _may_be_known(state, mine) else ""


def _sat(state: GameState, mine: Mine, matches: Sequence[Match]) -> dict[Player, tuple[Sitting, PlayerRef]]:
    """Return the chairs in which somebody else sits by now than the phone showed in what is added: who it showed, up to
    the last of these hands, and who sits there."""
    found, position = dict[Player, tuple[Sitting, PlayerRef]](), state.game.next_position
    hands = [(hand, match, True) for (_, hand), match in zip(mine.hands, matches, strict=False)]
    hands += [(mine.open, matches[-1], False)] if mine.open else []
    added, sits = count(position), position
    for hand, match, is_finished in hands if state.game.sittings else ():
        if match is not Match.BEHIND:
            continue
        until, now = next(added) if is_finished else AFTER_THIS_HAND, state.names_at(sits)
        for number, (shown, name) in enumerate(zip(mine.names, now.players, strict=False)):
            sat = state.game.sittings_of(number)
            before = next((each for each in sat if state.names_at(each.until)[number] == shown), None)
            if shown != name and before:
                found[number] = Sitting(number, until, before.player), sat[-1].player
        sits = STILL if hand.scored and is_finished else sits
    return found


def _seated_as_shown(state: GameState, mine: Mine, matches: Sequence[Match]) -> Fields:
    """Return the fields that say: whom the phone showed played what is added."""
    fields, first = dict[str, object](), state.game.next_position
    for number, (shown, now) in _sat(state, mine, matches).items():
        sat = [each for each in state.game.sittings_of(number) if each.until < first]
        fields |= seated(number, [*sat, shown, Sitting(number, STILL, now)])
    return fields


def _swapped(state: GameState, mine: Mine) -> tuple[str, ...]:
    """Return who has another's player number now, and so the other's hands among mine."""
    return tuple(
        name for name, now in zip(mine.names, state.names.players, strict=False) if name != now and name in state.names
    )


def _question(state: GameState, mine: Mine, matches: list[Match]) -> str:
    theirs = told_by_server(state)[mine.place : mine.place + len(matches)]
    return f"{crc32(repr((mine, matches, theirs, _obstacle(state, mine, matches))).encode()):x}"


def _matches(state: GameState, mine: Mine) -> list[Match]:
    """Compare each of my hands with theirs. Raises ValidationFailed if the rules refuse one by itself."""
    theirs, table = told_by_server(state), state.initial_standing.table
    for played in state.hands[: mine.place]:
        table = table.after(played.deal, played.hand)
    matches = []
    for place, hand in enumerate(_hands(mine), mine.place):
        refuse_strangers(state, hand)
        refuse_other_strangers(state, hand)
        deal = table.deal(hand.dealer)
        told = Told(hand, deal, finished=place < mine.place + len(mine.hands))
        refuse(list(_errors(state.rules, told)), state.names)
        matches.append(compare(state.rules, told, theirs[place] if place < len(theirs) else None))
        table = table.after(deal, hand)
    still_played = len(state.hands) - mine.place
    if Match.DIFFERS in matches[still_played:]:  # nothing comes behind theirs before its result
        matches[still_played:] = [Match.DIFFERS] * len(matches[still_played:])
    return matches


def refuse_other_strangers(state: GameState, hand: Hand) -> None:
    """Raise ValidationFailed if a dealer or a caller, which forms do not name, is not at this table."""
    if not {hand.dealer, *(player for player, _ in hand.auction or ())} - {None} <= set(state.players):
        raise ValidationFailed([UnknownPlayer("", "Choose a player at this table.")])


def _errors(rules: RuleSet, told: Told) -> Iterator[RuleError]:
    hand, deal = told.hand, told.deal
    if told.finished:
        yield from validate_hand(rules, deal, hand)[1]
        return
    if hand.bidder is not None:
        yield from bid_errors(rules, hand)
        yield from partner_errors(rules, hand) if hand.partners is not None else ()
    yield from with_auction(rules, deal, hand)[1] if hand.auction and hand.bidder is not None else ()
    try:
        auction = replay_calls(rules, deal.seats, deal.dealer, hand.auction or ())
    except RuleError as error:
        yield error
        return
    if auction.over and hand.bidder is None:
        yield AuctionMismatch("auction", "The bidding is over, so this hand has a bid or is passed out.", "R5")


@dataclass(frozen=True, slots=True)
class _Joined:
    """The joined hands, each with its id and whether it is mine, and the one being played."""

    rows: tuple[tuple[UUID, Hand, bool], ...]
    open: Hand | None
    open_is_mine: bool

    def played(self, state: GameState) -> tuple[PlayedHand, ...]:
        """Return the scored hands; raises ValidationFailed if one of mine is impossible or comes after the end."""
        if len(self.rows) + self.open_is_mine > MOST_HANDS:
            refuse([HandAfterEnd("", TOO_MANY_HANDS)])
        played = tuple(replay(state.initial_standing, [hand for _, hand, _ in self.rows]))
        for (_, hand, is_mine), each in zip(self.rows, played, strict=True):
            if is_mine:
                refuse([HandAfterEnd("", "The game is over by then.")] if each.after_end else [])
                refuse(validate_hand(state.rules, each.deal, hand)[1], state.names)
        return played

    def fields(self, state: GameState) -> Fields:
        """Return the fields of the game that this changes; raises ValidationFailed."""
        played = self.played(state)
        positions, following = {row.uid: row.position for row in state.game.hands}, count(state.game.next_position)
        fields: dict[str, object] = {}
        for (uid, hand, is_mine), each in zip(self.rows, played, strict=True):
            if is_mine:
                position = positions[uid] if uid in positions else next(following)
                facts = write_facts(with_auction(state.rules, each.deal, hand)[0], each.deal)
                fields[f"hand:{uid}"] = HandField(position=position, facts=facts)
                if uid not in positions and hand.scored:
                    fields = {**sat_down(state.game, position), **fields}
        if not fields and not self.open_is_mine:
            return fields
        standing = played[-1].standing if played else state.initial_standing
        going = None if standing.end else self.open
        deal = standing.table.deal(going.dealer if going else None)
        return fields | {"stopped": False, "open_hand": write_facts(going, deal) if going else None}


def _join(state: GameState, mine: Mine, matches: list[Match], way: Way) -> _Joined:
    """Return the hands joined in this way. If one of mine moves to another place, the deal there decides its dealer."""
    rows = [
        (row.uid, replace(played.hand, dealer=played.deal.dealer), False)
        for row, played in zip(state.game.hands, state.hands, strict=True)
    ]
    count, going, place_of_going = len(rows), state.open_hand, len(rows)
    takes_more = way is not Way.THEIRS or not _obstacle(state, mine, matches)
    for place, ((uid, hand), match) in enumerate(zip(mine.hands, matches, strict=False), mine.place):
        if match is Match.DIFFERS and way is Way.MINE and place < count:
            rows[place] = (rows[place][0], hand, True)
        elif (match is Match.BEHIND and takes_more) or (match is Match.DIFFERS and way in (Way.MINE, Way.AFTER)):
            if place == count and (match is Match.BEHIND or way is Way.MINE):
                if going and match is Match.BEHIND:
                    hand = replace(hand, trump=hand.trump or going.trump)
                going = None  # my version has its result
            uid = _free_id(state, uid, hand)
            rows.append((uid, hand if place == len(rows) else replace(hand, dealer=None), True))
    open_is_mine = mine.open is not None and (
        (matches[-1] is Match.BEHIND and takes_more) or (matches[-1] is Match.DIFFERS and way is Way.MINE)
    )
    if open_is_mine:
        going, place_of_going = mine.open, mine.place + len(mine.hands)
    if going and place_of_going != len(rows):
        going = replace(going, dealer=None, auction=None)
        going = going if going.bidder is not None or going.last else None
    return _Joined(tuple(rows), going, open_is_mine)


def _free_id(state: GameState, uid: UUID, hand: Hand) -> UUID:
    """Return the id to store a hand under: a new one if its own now belongs to another hand."""
    stored = {
        row.uid: Told(played.hand, played.deal) for row, played in zip(state.game.hands, state.hands, strict=True)
    }
    while uid in stored and said(state.rules, Told(hand, stored[uid].deal)) != said(state.rules, stored[uid]):
        uid = uuid5(uid, "again")
    return uid


def _meeting(state: GameState, mine: Mine, matches: list[Match]) -> Meeting:
    totals = {}
    obstacle, ends = _obstacle(state, mine, matches), False
    ways = [Way.THEIRS, *([Way.MINE] if Match.DIFFERS in matches else []), Way.AFTER]
    for way in [*ways, Way.SHOWN] if obstacle == "sat" else ways:
        try:
            played = _join(state, mine, matches, way).played(state)
        except ValidationFailed:
            continue
        standing = played[-1].standing if played else state.initial_standing
        totals[way] = tuple(standing.total(side) for side in state.competitors)
        ends = standing.end is not None
    adds = any(match is Match.DIFFERS for _, match in zip(mine.hands, matches, strict=False))
    if Way.MINE in totals and not adds:
        totals.pop(Way.AFTER, None)  # a mere bid cannot be added after theirs
    sides, rows = tuple(map(state.names.side, state.competitors)), tuple(_rows(state, mine, matches))
    unwanted = (Match.DIFFERS, Match.BEHIND) if obstacle else (Match.DIFFERS,)
    ids = [*(str(uid) for uid, _ in mine.hands), *(["open"] if mine.open else [])]
    left_out = tuple(told for told, match in zip(ids, matches, strict=True) if match in unwanted)
    seen = _question(state, mine, matches)
    sat = [(mine.names[number], now.name) for number, (_, now) in _sat(state, mine, matches).items()]
    left, came = (join_words([pair[place] for pair in sat]) for place in (0, 1))
    return Meeting(seen, sides, rows, totals, obstacle, left_out, _swapped(state, mine), (left, came), ends)


def _rows(state: GameState, mine: Mine, matches: list[Match]) -> Iterator[BothVersions]:
    theirs = told_by_server(state)
    before = [played.hand for played in state.hands[: mine.place]]
    told = list(replay(state.initial_standing, [*before, *(hand for _, hand in mine.hands)]))[len(before) :]
    number = 1 + sum(hand.scored for hand in before)
    for index, (hand, match) in enumerate(zip(_hands(mine), matches, strict=True)):
        if match in (Match.DIFFERS, Match.BEHIND):
            place = mine.place + index
            played = told[index] if index < len(told) else None
            other = theirs[place] if place < len(theirs) else None
            counted = state.hands[place] if other and other.finished else None
            yield both_versions(state, describe_hand(hand.outcome, number), (hand, played), (other, counted), match)
        number += hand.scored
