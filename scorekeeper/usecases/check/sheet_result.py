"""The result of checking a paper sheet, in words and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.explain_score import Reason
from scorekeeper.rules.words import join_words

from .sheet_cells import cut
from .sheet_reading import ReadSheet
from .sheet_rows import Figures, Judged, Mistake, Reading, RowVerdict, describe

MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class SheetResult:
    """A checked sheet. `reading` is how the sides' numbers were read; `either` if both ways are possible.

    `totals` by label and `winners` are None if they are not certain. `lacking` says what is missing for saving it as a
    game; `record` is that game, None if something is missing. `read` is the sheet as it was read.
    """

    title: str
    players: tuple[str, ...]
    read: ReadSheet
    judged: Judged
    reading: Reading
    either: bool
    total_row: tuple[Mistake, ...]
    winner: Mistake | None
    totals: tuple[tuple[str, int], ...] | None
    winners: tuple[str, ...] | None
    reason: Reason | None
    record: bytes | None
    lacking: tuple[str, ...]

    @property
    def rows(self) -> tuple[RowVerdict, ...]:
        return self.judged.rows

    @property
    def right(self) -> bool:
        """Whether nothing is wrong, missing or repeated."""
        wrong = any(row.verdict == "wrong" for row in self.rows)
        return not (wrong or self.judged.missing or self.judged.repeated or self.total_row or self.winner)

    @property
    def given_up(self) -> tuple[int, ...]:
        """The rows with too many possible hands to check."""
        return tuple(row.place or 0 for row in self.rows if row.gave_up)

    @property
    def headline(self) -> str:
        """The verdict in a few words, also if some rows could not be checked."""
        if not self.right:
            return "Found a problem"
        checked = len(self.rows) - len(self.given_up)
        if not checked and self.rows:
            return "This sheet couldn’t be checked"
        if self.given_up:
            return f"No mistakes found in {checked} of {len(self.rows)} rows"
        return "No mistakes found" if self.totals else "No mistakes found, but too little is written to be sure"

    @property
    def sides(self) -> tuple[str, ...]:
        """The owners of totals: by names if there are any, else as the sheet calls them."""
        words = self.read.words
        return self.read.labels if words.unnamed else tuple(map(words.label, range(len(words.sides))))

    @property
    def first_wrong(self) -> str:
        """The first problem, in a sentence, or ""."""
        return next(self.problems(), "")

    def problems(self) -> Iterator[str]:
        """Yield the problems, in sentences: missing hands first, then row by row, then the totals and the winner."""
        for number, brought in self.judged.missing.items():
            yield f"Hand {number} is missing{self._brought(brought)}."
        for number in self.judged.repeated:
            yield f"Hand {number} is there twice."
        for row in self.rows:
            if row.verdict == "wrong":
                yield f"{row_name(row)}: {row_text(row)}"
        for mistake in self.total_row:
            yield f"The total of {mistake.cell} is {describe(mistake).removeprefix(mistake.cell).strip()}."
        if self.winner:
            yield f"The {'winner' if self.winners else 'leader'} is {self.winner.right}, not {self.winner.says}."

    def remarks(self) -> Iterator[str]:
        """Yield other remarks on the sheet, in sentences."""
        read, over = self.read, self.judged.over_after
        if over is not None and any(row.after_end for row in self.rows):
            ended = next(row for row in self.rows if row.place == over)
            yield f"By these rules the game was over after {in_sentence(row_name(ended))}."
        if self.given_up:
            yield f"Not checked, since too many hands are possible: {_spans(self.given_up)}."
        if read.second_game:
            yield "The hand numbers begin again: there are two games, and this is the first."
        if read.strangers:
            who = join_words(list(dict.fromkeys(map(cut, read.strangers)))[:MOST_LISTED])
            yield f"I don’t know whose side {who} {'are' if ' and ' in who else 'is'} on. Enter the players, too."
        if read.not_read:
            yield f"Left out, since I don’t know the heading: {'; '.join(map(cut, read.not_read[:MOST_LISTED]))}."
        if read.skipped:
            more = f"; and {len(read.skipped) - MOST_LISTED} more" if len(read.skipped) > MOST_LISTED else ""
            yield f"Left out: {'; '.join(map(cut, read.skipped[:MOST_LISTED]))}{more}."

    def _brought(self, brought: Figures | None) -> str:
        if brought is None:
            return ""
        each = (f"{label} {points}" for label, points in zip(self.read.labels, brought, strict=True))
        return f": it brought {', '.join(each)}".replace("-", "−")

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `scorekeeper check --json` prints it."""
        verdict: dict[str, Any] = {
            "kind": "sheet",
            "reading": self.reading,
            "rows": [
                {
                    "row": row.place,
                    "hand": row.number,
                    "verdict": row.verdict,
                    "mistakes": list(map(_as_json, row.mistakes)),
                    "or": list(map(_as_json, row.others)),
                    "only_if": list(row.only_if),
                    "carried": row.carried,
                }
                for row in self.rows
                if row.place or row.verdict != "right"
            ],
            "missing": list(self.judged.missing),
            "repeated": list(self.judged.repeated),
            "total_row": list(map(_as_json, self.total_row)),
            "winner": {"says": self.winner.says, "right": self.winner.right} if self.winner else None,
            "totals": None if self.totals is None else dict(self.totals),
            "winners": None if self.winners is None else list(self.winners),
        }
        return verdict | ({"gave_up": list(self.given_up)} if self.given_up else {})


def row_name(row: RowVerdict) -> str:
    """Return the name of a row: by its written number, else by its place."""
    if row.place is None:
        return "The misdeal" if row.row.outcome == "misdeal" else "The passed-out deal"
    return f"Hand {row.number}" if row.number is not None else f"Row {row.place}"


def in_sentence(name: str) -> str:
    """Return the name of a row inside a sentence: "hand 3"."""
    return name[0].lower() + name[1:]


def row_text(row: RowVerdict) -> str:
    """Return the verdict on a row in a sentence."""
    if row.gave_up:
        return "There are too many hands to look through here, so this row isn’t checked."
    otherwise = " or ".join(map(describe, row.mistakes))
    if row.verdict == "right":
        return row.follows
    if row.verdict == "only-if":
        only_if = join_or([sentence.rstrip(".") for sentence in row.only_if])
        otherwise += " is wrong" if row.mistakes and row.mistakes[0].right is None else ""
        rest = f"; otherwise {otherwise}" if otherwise else f"; or {_others(row)}" if row.others else ""
        return f"Right only if {only_if}{rest}."
    because = f" ({row.follows.rstrip('.')})" if row.follows else ""
    others = (
        f" (or {_others(row)})"
        if row.others and row.mistakes
        else f"No hand unless {_others(row)}"
        if row.others
        else ""
    )
    either = "Either " if len(row.mistakes) > 1 and row.mistakes[0].right is not None else ""
    if row.why and (not row.mistakes or row.mistakes[0].right is None):
        return f"{row.why[0].upper()}{row.why[1:]}"
    return f"{either}{otherwise}{because}{others}."


def _others(row: RowVerdict) -> str:
    """Return "the bid was 90"."""
    return " or ".join(
        f"the {'bid' if each.key.startswith('bid-') else each.cell.casefold()} was {each.right or 'a different one'}"
        for each in row.others
    )


def join_or(sentences: Sequence[str]) -> str:
    """Join alternatives: "A, B, or C"."""
    return ", or ".join(sentences)


def _as_json(mistake: Mistake) -> dict[str, Any]:
    return {"cell": mistake.cell, "says": mistake.says, "right": mistake.right}


def _spans(rows: Sequence[int]) -> str:
    """Return ascending row numbers as people list them: "rows 1 to 3, 7"."""
    spans: list[list[int]] = []
    for row in rows:
        if spans and spans[-1][-1] == row - 1:
            spans[-1] = [spans[-1][0], row]
        else:
            spans.append([row])
    listed = ", ".join(" to ".join(map(str, span)) for span in spans)
    return f"row{'s' if len(rows) > 1 else ''} {listed}"
