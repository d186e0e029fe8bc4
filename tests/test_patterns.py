"""Every pattern that reads a text takes time in proportion to its length: twice the text, about twice the time."""

import ast
import builtins
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from time import process_time
from types import ModuleType

import pytest

import scorekeeper

FUNCTIONS = ("match", "fullmatch", "search", "split", "sub", "finditer", "findall")
SHORT, LONG, FOR_CHOICE = 20_000, 40_000, 625  # characters
SHARES = 4  # for as many workers
FAR_TOO_LONG, NEXT_TO_NOTHING = 0.1, 0.005  # seconds
Use = Callable[[re.Pattern[str], str], object]
USES: dict[str, Use] = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "search": lambda pattern, text: pattern.search(text),
    "split": lambda pattern, text: pattern.split(text),
    "sub": lambda pattern, text: pattern.sub("", text),
    "finditer": lambda pattern, text: list(pattern.finditer(text)),
    "findall": lambda pattern, text: pattern.findall(text),
}
SPACES, SIGNS = " \t\n", ",;|:-=_*+.!?()[]'’/&#@\"$^%<>~`\\\r−\0"
ALPHABET = (*SPACES, *SIGNS, "0", "9", "a", "A", "²", "٣")


class AnyName(dict[str, object]):
    """What a pattern is made from in a function: any name is one word of two that a table could have."""

    def __missing__(self, key: str) -> object:
        return getattr(builtins, key, AWord("Ann|Bob"))


class AWord(str):
    """A word that is also a pattern."""

    @property
    def pattern(self) -> str:
        return str(self)


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        yield importlib.import_module(found.name)


def patterns() -> Iterator[tuple[str, re.Pattern[str], str]]:
    """Every compiled pattern of a module with each method that is used with it, and every pattern written in a call."""
    sources = {module: Path(module.__file__ or "").read_text() for module in modules()}
    everything = "\n".join(sources.values())
    for module, source in sources.items():
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str) and f"\n{name} = " in source:
                used = {*re.findall(rf"\b{name}\.(\w+)", everything), *re.findall(rf"map\({name}\.(\w+)", everything)}
                for function in sorted(used.intersection(FUNCTIONS)) or ["fullmatch"]:
                    yield f"{module.__name__}.{name}.{function}", value, function
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or not ast.unparse(node.func).startswith("re."):
                continue
            function = ast.unparse(node.func).removeprefix("re.")
            if function == "compile" and node.col_offset and "def " in source:
                function = "fullmatch"
            if function not in FUNCTIONS:
                continue
            names = AnyName(vars(module))
            made = eval(compile(ast.Expression(node.args[0]), module.__name__, "eval"), {"re": re}, names)
            flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(node) else 0
            if not isinstance(made if isinstance(made, str) else getattr(made, "pattern", b""), str):
                continue
            yield f"{module.__name__}:{node.lineno} {ast.unparse(node.args[0])}", re.compile(made, flags), function


def parts_of_texts(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """A beginning, what is repeated, and an end: signs, pairs of signs and words of the pattern, between any two."""
    words = re.findall(r"[A-Za-z]{2,}|\d", pattern.pattern)[:6]
    pairs = (one + other for one in " ,a0-(:" for other in ALPHABET if one != other)
    for run in (*ALPHABET, *pairs, *words, *(f"{word} " for word in words)):
        for start in ("", "a", "0", *words[:3]):
            for end in ("", "x", "\0"):
                yield start, run, end


def seconds(use: Use, pattern: re.Pattern[str], parts: tuple[str, str, str], length: int, tries: int) -> float:
    start, run, end = parts
    text = start + run * (length // len(run)) + end
    best = float("inf")
    for _ in range(tries):
        began = process_time()
        use(pattern, text)
        best = min(best, process_time() - began)
    return best


def growth(pattern: re.Pattern[str], function: str) -> float:
    """How many times as long the worst text takes with twice its length; 0 if both take next to nothing."""
    use = USES[function]
    tried = sorted(parts_of_texts(pattern), key=lambda parts: seconds(use, pattern, parts, FOR_CHOICE, 1))
    most = 0.0
    for parts in tried[-3:]:
        length = FOR_CHOICE
        while length < SHORT:  # so that a pattern that takes hours is told in a moment
            if seconds(use, pattern, parts, length, 2) > FAR_TOO_LONG:
                return float("inf")
            length *= 2
        before, after = (seconds(use, pattern, parts, length, 5) for length in (SHORT, LONG))
        if after > NEXT_TO_NOTHING:
            most = max(most, after / before)
    return most


@cache
def found() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    return tuple(patterns())


def test_the_patterns_of_every_part_are_found() -> None:
    parts = {name.split(".")[1] for name, _, _ in found()}
    assert {"rules", "usecases", "web", "storage", "record"} <= parts
    assert len(found()) > 50


@pytest.mark.everywhere("cost", proven="tests/test_patterns.py::test_a_pattern_that_tries_every_start_is_noticed")
@pytest.mark.parametrize("share", range(SHARES))
def test_twice_the_text_takes_less_than_three_times_as_long(share: int) -> None:
    """A neighbor may slow the longer text alone, so it has five tries."""
    mine = found()[share::SHARES]
    slow = [name for name, pattern, function in mine if not any(growth(pattern, function) < 3 for _ in range(5))]
    assert not slow


@pytest.mark.parametrize("bad", [r"[\s,]*\(?\b(made|set)", r"\s+$"])
def test_a_pattern_that_tries_every_start_is_noticed(bad: str) -> None:
    assert growth(re.compile(bad), "search") > 3
