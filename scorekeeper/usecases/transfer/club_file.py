"""The file of a whole club, `rook-club/1`: a zip with `club.json`, a record for each game, and tables to read.

`club.json` has what records do not have: house rules and their own goals, players, merges, tournaments, and which games
are rematches. The file has nothing that opens a club: no links, phones or PINs.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from os import SEEK_END
from typing import IO, Annotated, Any, Final, Literal
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec import Meta, Struct

from scorekeeper.record import LARGEST_RECORD, YEARS
from scorekeeper.record.document import LONGEST_NAME, VISIBLE, rules_from
from scorekeeper.rules.tournament import Format
from scorekeeper.storage.tournaments import MOST_ROUNDS, Number, TournamentFacts
from scorekeeper.usecases.clubs import LONGEST_NAME as LONGEST_CLUB_NAME
from scorekeeper.usecases.clubs import BadClub
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.tournaments.state import is_sound

FORMAT: Final[Literal["rook-club/1"]] = "rook-club/1"
INDEX = "club.json"
MOST_GAMES, MOST_PLAYERS = 50_000, 10_000
MOST_TOURNAMENTS = 1_000
MOST_HOUSE_RULES = 300  # a club of an older version may have more than this one allows


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a club's file may contain, to limit the work of reading it.

    unpacked, index: bytes of all records together, and of `club.json`
    directory: bytes of the zip's directory, which is read into memory
    hands: of all games together
    players: including merged ones
    """

    unpacked: int = 512_000_000
    index: int = 32_000_000
    directory: int = 8_000_000
    games: int = MOST_GAMES
    hands: int = 10_000_000
    players: int = MOST_PLAYERS

    @property
    def advice(self) -> str:
        """The end of a refusal: who can import more, or ""."""
        who = "The owner of the server can import a larger club, with rook-scorekeeper import-club."
        return "" if self == OWNERS else f" {who}"


OWNERS = Limits()
"""For a file imported at the terminal."""
FOUNDERS = Limits(unpacked=50_000_000)
"""For a file sent with the founders' code: about 16,000 games."""
STRANGERS = Limits(4_000_000, 1_000_000, 500_000, games=400, hands=10_000, players=1_000)
"""For a file that anyone may send: less than two seconds of work."""
_PACKED = (ZIP_STORED, ZIP_DEFLATED)
_END, _LOCATOR_SIZE = struct.Struct("<4s4H2LH"), 20
_UNREADABLE = (
    BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
    KeyError,
)
"""What `zipfile` raises for forged bytes."""

_PLAIN = rf"^(?=.*{VISIBLE})[^\u0000-\u001f\u007f-\u009f]*$"
Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=_PLAIN)]
LongName = Annotated[str, Meta(max_length=LONGEST_CLUB_NAME, pattern=_PLAIN)]
Moment = Annotated[datetime, Meta(tz=True)]


class HouseRulesEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules as in a record: a preset's key under "base", and the changed values."""

    id: UUID
    name: Name
    rules: dict[str, Any]


class PlayerEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player, and the players merged into this one."""

    name: Name
    hidden: bool = False
    merged: tuple["MergedEntry", ...] = ()


class MergedEntry(PlayerEntry, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player who was merged into another, with the seats moved by that: a game's id and the place clockwise."""

    id: UUID
    merged_at: Moment
    seats: tuple[tuple[UUID, int], ...] = ()


class Goal(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The goal of rules: a target, a number of hands, a number of minutes, or several of these."""

    target: int | None = None
    hand_limit: int | None = None
    time_limit: int | None = None


class BesideEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was noted of a hand that only other rules count: that it was the last in time, and who had the Rook, by the
    place clockwise. A record is without it."""

    hand: UUID
    last: bool = False
    rook: Annotated[int, Meta(ge=0)] | None = None


class GameEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game: the name of its record in the zip. Games with the same number `series` are a game and its rematches.

    `own_end` is the goal of its house rules, where the table chose another. `stopped` and `ended_at` are as stored, if
    a correction has the record say otherwise; files of earlier versions lack them, and `beside`. `goes_on_from` is in
    files of earlier versions, and not read.
    """

    id: UUID
    record: str
    series: int
    changed_at: Moment
    stopped: bool = False
    ended_at: Moment | None = None
    beside: tuple[BesideEntry, ...] = ()
    deleted_at: Moment | None = None
    hidden: bool = False
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    goes_on_from: UUID | None = None
    own_end: Goal | None = None


class TournamentEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tournament: `series` are those of its tables, in order; in `facts` a player is their place in the file.

    `merged` are players who were entered before a merge: the entrant's number, the place in the pair, the merge's id.
    `own_end` is as in a game.
    """

    id: UUID
    name: LongName
    format: Format
    rules: dict[str, Any]
    rules_name: Name | None = None
    own_end: Goal | None = None
    facts: TournamentFacts
    series: tuple[int, ...] = ()
    merged: tuple[tuple[Number, Number, UUID], ...] = ()
    started_at: Moment
    changed_at: Moment
    ended_at: Moment | None = None


class ClubDocument(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The content of `club.json`; games, players and tournaments are in the order in which they were added.

    `zone` is the IANA name of the club's time zone, "" for the server's.
    """

    format: Literal["rook-club/1"]
    id: Annotated[str, Meta(pattern="^[a-z2-7]{16}$")]
    name: LongName
    zone: Annotated[str, Meta(max_length=64, pattern=r"^[\w+/-]*$")] = ""
    house_rules: Annotated[tuple[HouseRulesEntry, ...], Meta(max_length=MOST_HOUSE_RULES)] = ()
    players: Annotated[tuple[PlayerEntry, ...], Meta(max_length=MOST_PLAYERS)] = ()
    games: Annotated[tuple[GameEntry, ...], Meta(max_length=MOST_GAMES)] = ()
    tournaments: Annotated[tuple[TournamentEntry, ...], Meta(max_length=MOST_TOURNAMENTS)] = ()


_decoder = msgspec.json.Decoder(ClubDocument)


class ClubFile:
    """An opened club file: its `document`, and the record of each of its games.

    `doubts` are sentences about games that were brought as they are.
    """

    def __init__(self, archive: ZipFile, document: ClubDocument, limits: Limits) -> None:
        self._archive, self._limits, self._hands_left = archive, limits, limits.hands
        self.document, self.doubts = document, list[str]()

    def record(self, game: GameEntry) -> bytes:
        """Return the record of a game. Raises ValidationFailed with field `file`."""
        return _read(self._archive, game.record, LARGEST_RECORD)

    def count_hands(self, hands: int) -> None:
        """Count the hands of a game. Raises ValidationFailed with field `file` if there are too many in all."""
        self._hands_left -= hands
        if self._hands_left < 0:
            raise _too_large(self._limits, self._limits.hands, "hands")


def refusal(message: str) -> ValidationFailed:
    """Return the exception for a refused file."""
    return ValidationFailed([BadClub("file", message)])


def _too_large(limits: Limits, most: int, what: str) -> ValidationFailed:
    return refusal(f"A club's file can have up to {most:,} {what}.{limits.advice}")


def open_club_file(file: IO[bytes], limits: Limits = OWNERS) -> ClubFile:
    """Return the club in this file, before reading its records. Raises ValidationFailed with field `file`."""
    try:
        _refuse_long_directory(file, limits)
        archive = ZipFile(file)
    except ValidationFailed:
        raise
    except _UNREADABLE:
        raise refusal("That isn't a club's file. Choose the .zip that Export club saved.") from None
    data = _read(archive, INDEX, limits.index, limits.advice)
    try:
        document = _decoder.decode(data)
    except (ValueError, RecursionError) as error:
        raise refusal(f"{INDEX} can't be read: {error}.") from None
    if len(document.games) > limits.games:
        raise _too_large(limits, limits.games, "games")
    if sum(1 for _ in all_players(document)) > limits.players:
        raise _too_large(limits, limits.players, "players, including merged ones")
    unpacked = sum(_info(archive, game.record).file_size for game in document.games)
    if unpacked > limits.unpacked:
        raise refusal(f"The games are {unpacked:,} bytes; they can be up to {limits.unpacked:,}.{limits.advice}")
    for problem in _problems(document):
        raise refusal(problem)
    return ClubFile(archive, document, limits)


def _refuse_long_directory(file: IO[bytes], limits: Limits) -> None:
    """Raise BadZipFile unless the zip's end is that of a small one: no comment, no 64-bit sizes, few entries.

    Raises ValidationFailed if only these limits refusal the number of entries.
    """
    file.seek(-(_END.size + _LOCATOR_SIZE), SEEK_END)
    locator, end = file.read(_LOCATOR_SIZE), file.read(_END.size)
    signature, *_, size, _, comment = _END.unpack(end)
    if signature != b"PK\5\6" or locator[:4] == b"PK\6\7" or comment or size > OWNERS.directory:
        raise BadZipFile
    if size > limits.directory:
        raise _too_large(limits, limits.directory, "bytes of names of files")


def _info(archive: ZipFile, name: str) -> ZipInfo:
    try:
        return archive.getinfo(name)
    except KeyError:
        raise refusal(f"The file lacks {name}.") from None


def _read(archive: ZipFile, name: str, largest: int, advice: str = "") -> bytes:
    """Return the content under this name; `zipfile` unpacks no more than the size that the zip gives.

    `advice` is the end of a refusal because of its size.
    """
    info = _info(archive, name)
    if info.file_size > largest:
        raise refusal(f"{name} is {info.file_size:,} bytes; it can be up to {largest:,}.{advice}")
    if info.compress_type not in _PACKED:
        raise refusal(f"{name} is packed in a way that can't be read here.")
    try:
        return archive.read(info)
    except _UNREADABLE:
        raise refusal(f"{name} is damaged.") from None


def _problems(document: ClubDocument) -> Iterator[str]:
    """Yield the errors between parts of the file."""
    if len(normalize_name(document.name)) > LONGEST_CLUB_NAME:  # some letters become two when normalized
        yield f"A club's name can be up to {LONGEST_CLUB_NAME} characters."
    players = list(all_players(document))
    seats = [seat for player in players if isinstance(player, MergedEntry) for seat in player.seats]
    merged = [player for player in players if isinstance(player, MergedEntry)]
    yield from _repeated("games have the id", [game.id for game in document.games])
    yield from _repeated("house rules have the id", [house.id for house in document.house_rules])
    yield from _repeated("house rules are named", [house.name for house in document.house_rules])
    yield from _repeated("players are named", [player.name for player in document.players])
    yield from _repeated("merges have the id", [player.id for player in merged])
    if {game for game, _ in seats} - {game.id for game in document.games}:
        yield "A merge moved a seat of a game that isn't in the file."
    if any(len(set(player.seats)) < len(player.seats) for player in merged):
        yield "A merge moved the same seat twice."
    moments = [game.changed_at for game in document.games] + [player.merged_at for player in merged]
    moments += [moment for game in document.games for moment in (game.ended_at, game.deleted_at) if moment]
    for it in document.tournaments:
        moments += [moment for moment in (it.started_at, it.changed_at, it.ended_at) if moment]
        moments += [clock.ends for clock in it.facts.clocks if clock.ends]
    if any(moment.year not in YEARS for moment in moments):
        yield f"Expected a year from {YEARS[0]} to {YEARS[-1]}."
    yield from _repeated("tournaments have the id", [it.id for it in document.tournaments])
    series = [series for it in document.tournaments for series in it.series if series]
    yield from _repeated("tables are the series", series)
    yield from _problems_of_tournaments(document)
    for house in document.house_rules:
        for wrong in rules_from(house.rules).errors[:1]:
            yield f"The house rules {house.name} can't be read: {wrong.text}"


def _problems_of_tournaments(document: ClubDocument) -> Iterator[str]:
    by_now = _by_now(document)
    for it in document.tournaments:
        rules = rules_from(it.rules).ruleset
        fits = rules is not None and rules.fixed_sides and rules.players == 4
        entered = {(number, *each) for number, one in enumerate(it.facts.entrants) for each in enumerate(one.players)}
        fits = fits and entered >= {(number, place, by_now.get(merge)) for number, place, merge in it.merged}
        if not fits or not is_sound(it.format, it.facts, len(document.players)):
            yield f"The tournament {it.name} can't be read."


def _repeated(what: str, values: list[Any]) -> Iterator[str]:
    value, count = next(iter(Counter(values).most_common(1)), ("", 0))
    if count > 1:
        yield f"Two {what} {value}."


def all_players(document: ClubDocument) -> Iterator[PlayerEntry]:
    """Yield every player of the file, including merged ones."""
    return (each for player in document.players for each in _with_merged(player))


def _with_merged(player: PlayerEntry) -> Iterator[PlayerEntry]:
    """Yield a player, and those merged into this one, directly or indirectly."""
    waiting = [player]
    while waiting:
        player = waiting.pop()
        waiting += player.merged
        yield player


def _by_now(document: ClubDocument) -> dict[UUID, int]:
    """Return by the id of each merge the place of the player that the merged one is by now."""
    return {
        player.id: place
        for place, one in enumerate(document.players)
        for player in _with_merged(one)
        if isinstance(player, MergedEntry)
    }
