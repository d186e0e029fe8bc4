"""`scorekeeper check` for game records and paper sheets, and `scorekeeper schema`."""

import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Literal

import click
import msgspec

from scorekeeper.record import LARGEST_RECORD, Audit, audit_bytes, audit_record, too_large
from scorekeeper.record import schema as record_schema

from .record_sheet import score_sheet

STANDARD_INPUT = "-"
SHEETS = (".csv", ".tsv", ".txt", ".md")
"""The file extensions of paper sheets; any other file is a record."""
# This few files are done before other processes have started.
FEW_FILES = 200
# Files for one process at a time: enough to be worth sending, few enough to hold the results in memory.
CHUNK_FILES, CHUNK_BYTES = 50, 1_000_000
MOST_WORKERS = 4


@dataclass(slots=True)
class FileResult:
    """The output for one file, or why it could not be read."""

    text: bytes = b""
    unread: str | None = None
    valid: bool = True


@dataclass(frozen=True, slots=True)
class Options:
    """How files are checked. `rules` to `reading` are for paper sheets; all processes get them."""

    as_json: bool
    rules: str | None = None
    names: tuple[str, ...] = ()
    reading: Literal["points", "totals"] | None = None

    def is_sheet(self, file: str) -> bool:
        """Whether this file is a paper sheet; standard input is one if rules are given."""
        return file.casefold().endswith(SHEETS) if file != STANDARD_INPUT else self.rules is not None


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each file.")
@click.option("--rules", metavar="RULES", help="A sheet's rules: a preset's key or a file of house rules [original].")
@click.option("--names", metavar="NAMES", default="", help="A sheet's players clockwise, with commas: Ann,Bob,Cal,Dee.")
@click.option("--points", "reading", flag_value="points", help="A sheet has the points of each hand.")
@click.option("--totals", "reading", flag_value="totals", help="A sheet has running totals.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(
    files: tuple[str, ...],
    as_json: bool,
    rules: str | None,
    names: str,
    reading: Literal["points", "totals"] | None,
) -> None:
    """Check game files and paper sheets against the rules.

    A file that ends in .csv, .tsv, .txt or .md is a paper sheet, any other a record; `-` is one record on standard
    input, with --rules a sheet. Prints each with everything in it that doesn't follow the rules. Exit status: 0 no
    problems, 1 problems found, 2 a file can't be read.
    """
    options = Options(as_json, rules, tuple(filter(None, (name.strip() for name in names.split(",")))), reading)
    if rules is not None or any(map(options.is_sheet, files)):
        from . import check_sheet

        try:
            check_sheet.find_rules(rules)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--rules") from None
    status = 0
    out = sys.stdout.buffer
    hidden = not sys.stderr.isatty() or out.isatty() or len(files) == 1
    with click.progressbar(
        _check_files(files, options), len(files), "Checking", file=sys.stderr, hidden=hidden
    ) as results:
        for file, result in zip(files, results, strict=True):
            if result.unread is not None:
                click.echo(f"Cannot read {printable(file)}: {result.unread}", err=True)
                status = 2
            else:
                out.write(result.text)
                status = max(status, 0 if result.valid else 1)
    out.flush()
    sys.exit(status)


@click.command()
def schema() -> None:
    """Print the JSON Schema of the game record."""
    click.echo(msgspec.json.format(msgspec.json.encode(record_schema())).decode())


def _check_files(files: tuple[str, ...], options: Options) -> Iterator[FileResult]:
    """Yield the result of each file, in the order given; only a few of many files are in memory."""
    workers = min(MOST_WORKERS, os.cpu_count() or 1)
    if len(files) <= FEW_FILES or workers == 1 or STANDARD_INPUT in files:
        return (_check_file(file, options) for file in files)
    return _check_many(files, options, workers)


def _check_many(files: tuple[str, ...], options: Options, workers: int) -> Iterator[FileResult]:
    done = 0
    try:
        for results in _shared_out(files, options, workers):
            yield from results
            done += len(results)
    except (ImportError, OSError, NotImplementedError, RuntimeError):  # no shared semaphores here, or a process died
        yield from (_check_file(file, options) for file in files[done:])


def _shared_out(files: tuple[str, ...], options: Options, workers: int) -> Iterator[list[FileResult]]:
    """Yield the results, a chunk of files at a time; only a few chunks are in progress."""
    from concurrent.futures import Future, ProcessPoolExecutor

    with ProcessPoolExecutor(workers, initializer=_ignore_interrupts) as pool:
        under_way: deque[Future[list[FileResult]]] = deque()
        for chunk in _chunks(files):
            under_way.append(pool.submit(_check_all, chunk, options))
            if len(under_way) > 2 * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunks(files: Iterable[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for file in files:
        chunk.append(file)
        size += _size(file)
        if len(chunk) == CHUNK_FILES or size > CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _size(file: str) -> int:
    try:
        return min(os.stat(file).st_size, LARGEST_RECORD)
    except OSError:
        return 0


def _check_all(files: list[str], options: Options) -> list[FileResult]:
    return [_check_file(file, options) for file in files]


def _check_file(file: str, options: Options) -> FileResult:
    name = printable(file)
    try:
        if options.is_sheet(file):
            return _check_sheet(file, name, options)
        audit = _audit(file)
    except (OSError, ValueError) as error:
        return FileResult(unread=getattr(error, "strerror", None) or str(error))
    text = msgspec.json.encode(audit.verdict(name)) + b"\n" if options.as_json else score_sheet(audit, name).encode()
    return FileResult(text, valid=not audit.problems)


def _check_sheet(file: str, name: str, options: Options) -> FileResult:
    """Check the paper sheet in this file; raises OSError, ValueError."""
    from . import check_sheet

    if file == STANDARD_INPUT:
        data = _read(sys.stdin.buffer)
    else:
        with open(file, "rb") as stream:
            data = _read(stream)
    result = check_sheet.check(data, options.rules, options.names, options.reading)
    text = (
        msgspec.json.encode(result.as_json()) + b"\n"
        if options.as_json
        else check_sheet.print_sheet(result, name).encode()
    )
    return FileResult(text, valid=result.right)


def _audit(file: str) -> Audit:
    """Audit the record in this file, without reading one that is too large; raises OSError."""
    if file == STANDARD_INPUT:
        return audit_bytes(_read(sys.stdin.buffer))
    with open(file, "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        return audit_record(too_large(size)) if size > LARGEST_RECORD else audit_bytes(_read(stream))


def _read(stream: BinaryIO) -> bytes:
    """Read a record, up to one byte more than the limit."""
    return stream.read(LARGEST_RECORD + 1)


def printable(file: str) -> str:
    """Return the file's name; bytes in it that are not UTF-8 become question marks."""
    return os.fsencode(file).decode(errors="replace")
