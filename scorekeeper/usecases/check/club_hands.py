"""Reads a club's table of all hands, `hands.csv`, as the sheet of its first game."""

import csv
import io
import re

from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import side_name

START = "game,entry,hand,outcome,"


def sheet_of_club_hands(text: str, rules: RuleSet) -> tuple[tuple[str, ...], str] | None:
    """Return the players and the sheet of the first game in such a table; None if the text is not one."""
    if not text.startswith(START):
        return None
    rows = list(csv.DictReader(io.StringIO(text), restval=""))
    rows = [row for row in rows if row["game"] == rows[0]["game"]]
    players = range(1, rules.players + 1)
    names = tuple(_text(rows[0].get(f"player_{seat}", "")) for seat in players) if rows else ()
    if not names or not all(names):
        return None
    sides = competitors(rules, tuple(range(rules.players)))
    labels = [side_name([names[player] for player in side]) for side in sides]
    more = {"Partner": "partners", "Renege": "reneged_by"}
    headings = ["Hand", "Bidder", "Bid", *more, "Conceded"]
    headings += [heading for label in labels for heading in (f"Points of {label}", f"Total of {label}")]
    lines = [headings]
    for row in rows:
        played = row["outcome"] in ("played", "renege", "conceded")
        told = [row["hand"], _text(row["bidder"]) if played else row["outcome"], row["bid"]]
        told += [_text(row.get(key, "")) for key in more.values()]
        told.append("yes" if row["outcome"] == "conceded" else "")
        told += [row.get(f"{what}_{side[0] + 1}", "") for side in sides for what in ("points", "total")]
        lines.append(told)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return names, out.getvalue()


def _text(cell: str) -> str:
    return re.sub(r"^'(?=[=+\-@])", "", cell)
