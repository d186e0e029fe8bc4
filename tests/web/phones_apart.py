"""What a phone sends that recorded apart."""

import json
from typing import Any
from uuid import uuid4

from tests.person import Answer, Person

Entry = tuple[str, list[tuple[str, str]]]


def tell(phone: Person, game: str, recorded: object, way: str = "ask") -> Answer:
    """Send what a phone recorded of a game, as static/alone/meeting.js does."""
    phone.open(game)
    token = phone.page.all("[name=csrf_token]")[0].attrs["value"]
    form = {"csrf_token": token, "form_id": str(uuid4()), "version": "0"}
    sent = {"recorded": json.dumps(recorded), "way": way, "seen": ""}
    return phone.send(f"{game}/alone/meet", form | sent, hx_request="true")


def entry(step: str, **fields: object) -> Entry:
    sent = {"form_id": uuid4(), "version": 0} | fields
    return step, [(name, str(value)) for name, value in sent.items()]


def run(*entries: Entry, **begun: Any) -> dict[str, Any]:
    return {"place": 0, "open": {"dealer": 3} | begun, "entries": entries}
