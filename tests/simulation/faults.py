"""Faults that are planted on purpose, to see that the simulation finds them."""

from typing import NamedTuple


class Change(NamedTuple):
    """What a fault makes of a script, in `static/`."""

    file: str
    old: str
    new: str


ANOTHER_ID = '"xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(16 * Math.random()).toString(16))'
SENT = "const body = new URLSearchParams(entry.fields);"
STORED_TWICE = f"""{SENT}
  if (/misdeal|passed-out/.test(entry.address)) {{
    const again = entry.fields.map(([name, value]) =>
      name === "form_id" ? [name, {ANOTHER_ID}] : [name, name === "version" ? String(Number(value) + 1) : value]);
    const second = new URLSearchParams([...again, ["csrf_token", token]]);
    body.set("csrf_token", token);
    return fetchAnswer(entry.address, {{ method: "POST", body }}).then((answer) =>
      answer.ok ? fetchAnswer(entry.address, {{ method: "POST", body: second }}) : answer);
  }}
"""
FAULTS: dict[str, tuple[Change, ...]] = {
    "a new form id at each try": (Change("alone/requests.js", SENT, f'{SENT} body.set("form_id", {ANOTHER_ID});'),),
    "a 409 taken for a refusal": (
        Change("alone/meeting.js", "if (!sheet && answer.status === 409) throw", "if (sheet === undefined) throw"),
        Change("alone/meeting.js", "const sheet = sheetIn(html);", "const sheet = null;"),
    ),
    "Undo of the oldest": (Change("alone/game.js", "left(entries).at(-1)", "left(entries).at(0)"),),
    "a lost entry": (Change("alone/meeting.js", "(await change(entry, { sent: true }))", "(await drop(entry), true)"),),
    "an entry stored twice": (Change("alone/requests.js", SENT, STORED_TWICE),),
}
