"""Bytes that are no record: one problem, never a traceback, never more than 200 MB."""

import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from scorekeeper.record import LARGEST_RECORD, verdict
from tests.patience import PATIENCE

from .games import MADE, changed, document, known, problems_of

SOUND = json.dumps(document(MADE)).encode()
LARGEST_MEMORY = 200_000_000
HEAD = b'{"format":"rook-game/1","rules":"original","players":["Ann","Bob","Cal","Dee"],"hands":['


def hostile(begin: bytes, piece: bytes, end: bytes = b"") -> bytes:
    """As many pieces as a record may be large."""
    return begin + piece * ((LARGEST_RECORD - len(begin) - len(end)) // len(piece)) + end


NOT_JSON = {
    "nothing": b"",
    "white space": b" \n",
    "truncated": SOUND[:-3],
    "two documents": SOUND + SOUND,
    "NaN": SOUND.replace(b"95", b"NaN"),
    "Infinity": SOUND.replace(b"95", b"Infinity"),
    "minus Infinity": SOUND.replace(b"95", b"-Infinity"),
    "NaN in rules": SOUND.replace(b'"original"', b'{"base": "original", "target": NaN}'),
    "a trailing comma": SOUND.replace(b"95", b"95,"),
    "single quotes": SOUND.replace(b'"', b"'"),
    "a comment": SOUND + b"// the end",
    "a leading zero": SOUND.replace(b"95", b"095"),
    "a bare line feed in a name": SOUND.replace(b"Cal", b"C\nal"),
    "Latin-1": SOUND.replace(b"Cal", "Zoë".encode("latin-1")),
    "Latin-1 in rules": SOUND.replace(b"original", b"\xff"),
    "UTF-16": SOUND.decode().encode("utf-16"),
    "UTF-32": SOUND.decode().encode("utf-32-le"),
    "overlong UTF-8": SOUND.replace(b"Cal", b"\xc1\x81"),
    "a surrogate in UTF-8": SOUND.replace(b"Cal", b"\xed\xa0\x80"),
    "half a surrogate pair": SOUND.replace(b"Cal", rb"\ud83d"),
    "half a surrogate pair in a hand": SOUND.replace(b'"bid"', rb'"note": "\udc00", "bid"'),
    "half a surrogate pair in rules": SOUND.replace(b"original", rb"\ud83d"),
    "two marks": b"\xef\xbb\xbf\xef\xbb\xbf" + SOUND,
    "a depth bomb of lists": b"[" * LARGEST_RECORD,
    "a depth bomb of objects": b'{"a":' * (LARGEST_RECORD // 5),
    "a depth bomb in rules": SOUND.replace(b'"original"', b"[" * 100_000 + b"]" * 100_000),
    "a depth bomb in a note": SOUND.replace(b"95", b"[" * 100_000 + b"]" * 100_000),
    "a program": bytes(range(256)) * 100,
    "too large": b" " * (LARGEST_RECORD + 1),
}


@pytest.mark.parametrize("case", NOT_JSON)
def test_bytes_that_are_not_json_are_one_problem_of_the_document(case: str) -> None:
    """bad-format, nothing else known."""
    result = verdict(NOT_JSON[case])
    assert problems_of(result) == [(None, "bad-format", "")]
    assert (result.valid, result.rules, result.status, result.hands, result.totals) == (
        False,
        None,
        "invalid",
        (),
        None,
    )


WHAT_TO_MEND = {
    "an empty file": (b"", "This isn't a Rook game file: it's empty."),
    "white space": (b" \n", "This isn't a Rook game file: it's empty."),
    "a score sheet": (
        b"Bidder,Bid,Us,Them\nAnn,95,45,75\n",
        "This isn't a Rook game file: it's another kind of text. Check a paper sheet, in the app, reads score sheets.",
    ),
    "a picture": (b"\x89PNG\r\n", "This isn't a Rook game file: byte 0 is not UTF-8 text."),
    "a comma after the last key": (
        b'{\n "bid": 95,\n}', "This file is damaged at line {}, column {}: a comma too many.",
    ),
    "two commas": (b'{"bid": 95,, "bidder": "Ann"}', "This file is damaged at line 1, column 12: a comma too many."),
    "a comma after the last hand": (
        b'{"hands": [1, 2,]}', "This file is damaged at line 1, column {}: a comma too many.",
    ),
    "no comma": (b'{\n "bid": 95\n "bidder": 1}', "This file is damaged at line 3, column 2: a comma is missing."),
    "no colon": (b'{"bid" 95}', "This file is damaged at line 1, column 8: a colon is missing."),
    "no value": (b'{"bid": }', "This file is damaged at line 1, column 9: a value is missing."),
    "a name without quotes": (
        b"{bid: 95}", "This file is damaged at line 1, column 2: a name in double quotes is missing.",
    ),
    "a text without its end": (b'{"bid', "This file is damaged at line 1, column 2: a text has no closing quote."),
    "a number that is none": (
        b'{"NaN": "NaN",\n "hands": [{}, {"note": "\\"NaN", "captured": {"Ann": NaN}}]}',
        "This file is damaged: NaN is not a number.",
    ),
    "a number without an end, in no hand": (
        b'{"dealer": -Infinity}', "This file is damaged: -Infinity is not a number.",
    ),
    "half a file": (b'{"bid": 95,\n', "This file is damaged at line 2, column 1: it breaks off there."),
    "two records": (SOUND + b"\n" + SOUND, "This file is damaged at line 2, column 1: the record has ended before."),
}  # fmt: skip


@pytest.mark.parametrize("case", WHAT_TO_MEND)
def test_a_file_that_cannot_be_read_is_told_with_what_to_mend(case: str) -> None:
    """An empty file, one of another kind, a slip in a record. Which column a comma has depends on Python's version."""
    data, expected = WHAT_TO_MEND[case]
    (problem,) = verdict(data).problems
    assert re.fullmatch(re.escape(expected).replace(r"\{\}", r"\d+"), problem.message)


@pytest.mark.parametrize("depth", range(50, 1300, 50))
@pytest.mark.parametrize("before", [b'"bid": ', b'"original"', b'"Cal"'])
def test_no_depth_of_nesting_sees_anything_but_a_verdict(depth: int, before: bytes) -> None:
    """Neither in the typed decoder nor in a message nor in the line."""
    value = b"[" * depth + b"]" * depth
    data = SOUND.replace(before, before + value if before.endswith(b" ") else value, 1).replace(b"]95", b"]")
    result = json.loads(msgspec.json.encode(verdict(data)))
    assert (result["status"], {problem["code"] for problem in result["problems"]}) == ("invalid", {"bad-format"})


@pytest.mark.parametrize("value", [b"null", b"[]", b"5", b'"rook-game/1"', b"true"])
def test_a_record_is_an_object(value: bytes) -> None:
    """Other JSON is bad-format."""
    assert problems_of(verdict(value)) == [(None, "bad-format", "")]


def test_a_byte_order_mark_is_ignored() -> None:
    """At the start of the file."""
    assert problems_of(verdict(b"\xef\xbb\xbf" + SOUND)) == []


TWICE = {
    (None, "dealer"): SOUND.replace(b'"rules"', b'"dealer": "Ann", "dealer": "Ann", "rules"'),
    (None, "format"): SOUND.replace(b'"rules"', b'"format": "rook-game/1", "rules"'),
    (None, "rules.target"): SOUND.replace(b'"original"', b'{"base": "original", "target": 500, "target": 300}'),
    (None, "rules.counters.5"): SOUND.replace(b'"original"', b'{"base": "original", "counters": {"5": 5, "5": 10}}'),
    (1, "bid"): SOUND.replace(b'"bid"', b'"bid": 90, "bid"'),
    (1, "captured.Bob"): SOUND.replace(b'"Bob": 100', b'"Bob": 100, "Bob": 100'),
    (1, "captured.B\"ob"): SOUND.replace(b'"Bob": 100', rb'"B\"ob": 100, "B\u0022ob": 100'),
    (1, "fouls[0].kind"): SOUND.replace(
        b'"bid"', b'"fouls": [{"player": "Bob", "kind": "table-talk", "kind": "table-talk"}], "bid"'
    ),
}  # fmt: skip


@pytest.mark.parametrize("place", TWICE, ids=str)
def test_an_object_has_a_key_once(place: tuple[int | None, str]) -> None:
    """Decoders keep one of two silently; here it is bad-format, even where both say the same."""
    result = verdict(TWICE[place])
    assert (place[0], "bad-format", place[1]) in problems_of(result)
    assert result.status == "invalid"


def test_a_claim_that_is_there_twice_does_not_stop_the_scoring() -> None:
    """It is an error inside the claims."""
    result = verdict(SOUND.replace(b'"bid"', b'"claimed": {"Ann": 20, "Bob": 1, "Bob": 2}, "bid"'))
    assert problems_of(result) == [(1, "bad-format", "claimed.Bob")]
    assert known(result.totals)["Ann"] == 20


def test_quotes_and_backslashes_in_names_are_no_second_keys() -> None:
    """Escaped in either way."""
    text = json.dumps(document(changed(MADE, note='\\" \\\\" \u00e9 "')), ensure_ascii=True).encode()
    assert problems_of(verdict(text)) == []
    assert problems_of(verdict(SOUND.replace(b'"Cal"', rb'"C\u0061l\\"').replace(b"Dee", rb"\u0022\\\"D"))) == []


@pytest.mark.parametrize("digits", [b"1" * 5000, b"-" + b"9" * 400_000, b"1e5", b"1E400", b"9.5e1"])
def test_numbers_beyond_every_limit_are_bad_form(digits: bytes) -> None:
    """Within their hand."""
    assert problems_of(verdict(SOUND.replace(b"95", digits))) == [(1, "bad-format", "bid")]


def test_names_of_any_length_are_told_with_their_path() -> None:
    """The message shows the beginning."""
    name = "é" * 10_000
    result = verdict(json.dumps(document(changed(MADE, captured={name: 100}))).encode())
    assert problems_of(result) == [(1, "unknown-player", f"captured.{name}")]
    assert len(result.problems[0].message) < 500


# A process between this one and the check, because a child begins with its parent's memory.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "scorekeeper", "check", "--json", "a.rook.json"])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(done.returncode, memory, used.ru_utime + used.ru_stime, sep="\\n")
"""

HOSTILE = {
    "empty hands": lambda: hostile(HEAD, b"{},", b"{}]}"),
    "numbers for hands": lambda: hostile(HEAD, b"0,", b"0]}"),
    "lists in lists": lambda: hostile(HEAD, b"[[[[]]]],", b"0]}"),
    "lists in lists in rules": lambda: hostile(b'{"rules":[', b"[[[[]]]],", b'0],"hands":[]}'),
    "lists in lists in a parameter": lambda: hostile(b'{"rules":{"base":[', b"[[[[]]]],", b'0]},"hands":[]}'),
    "objects": lambda: hostile(HEAD, b'{"a":{}},', b"{}]}"),
    "players": lambda: hostile(b'{"format":"rook-game/1","rules":"original","hands":[],"players":[', b'"a",', b'"b"]}'),
    "winners": lambda: hostile(HEAD + b'],"claimed_winners":[', b'"",', b'""]}'),
    "unknown keys": lambda: HEAD + b"{" + b",".join(b'"%x":0' % key for key in range(480_000)) + b"}]}",
    "strangers": lambda: HEAD + b'{"captured":{' + b",".join(b'"%x":0' % key for key in range(480_000)) + b"}}]}",
    "calls": lambda: hostile(HEAD + b'{"auction":[', b'["A",5],', b'["A",5]]}]}'),
    "fouls": lambda: hostile(HEAD + b'{"bidder":"Ann","bid":70,"captured":{"Ann":75},"fouls":[',
                     b'{"player":"Ann","kind":""},', b'{"player":"Ann","kind":""}]}]}'),
    "discards": lambda: hostile(HEAD + b'{"bidder":"Ann","bid":70,"captured":{"Ann":75},"fouls":[',
                     b'{"player":"Ann","kind":"nest-discard"},', b'{"player":"Ann","kind":"nest-discard"}]}]}'),
    "quotes": lambda: hostile(HEAD + b'],"notes":"', rb"\"", b'"}'),
    "a deep bomb": lambda: hostile(b"", b"["),
}  # fmt: skip


def hard_to_divide(hands: int) -> bytes:
    """A record of fourteen odd worths, by which every hand's counters could be searched for hours."""
    odd = random.Random(14)
    counters = {str(rank): odd.randrange(1, 10**4) | 1 for rank in range(1, 15)}
    share = 4 * sum(counters.values()) // 5
    rules = {"base": "five-handed", "bid_step": 1, "counters": counters, "foul_penalty": 0}
    entries = [
        {
            "bidder": "Ann",
            "bid": 30,
            "nest_points": odd.randrange(10**4),
            "captured": {name: odd.randrange(share) for name in ("Ann", "Bob", "Cal", "Dee")},
        }
        for _ in range(hands)
    ]
    return json.dumps(document(*entries, rules=rules, players=["Ann", "Bob", "Cal", "Dee", "Eve"])).encode()


def test_hands_that_are_hard_to_divide_share_one_search() -> None:
    """R30: a thousand of them take no more than a few times as long as ten."""
    few, many = hard_to_divide(10), hard_to_divide(990)
    begin = time.process_time()
    verdict(few)
    took = time.process_time() - begin
    verdict(many)
    assert time.process_time() - begin - took < 5 * took + 1


@pytest.mark.everywhere("cost", once={"case": ["empty hands", "quotes"]})
@pytest.mark.process
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_bytes_take_less_than_200_mb(case: str, tmp_path: Path) -> None:
    """Whatever five million bytes can hold: a line and an exit status, in little time and memory."""
    (tmp_path / "a.rook.json").write_bytes(HOSTILE[case]())
    command = [sys.executable, "-c", MEASURE]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=True)
    line, status, memory, seconds = done.stdout.splitlines()
    assert float(seconds) < 30
    assert (json.loads(line)["valid"], int(status)) == ((True, 0) if case == "quotes" else (False, 1))
    assert int(memory) < LARGEST_MEMORY
