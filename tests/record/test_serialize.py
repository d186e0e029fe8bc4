"""What is written checks clean and reads back equal; what was changed in it is found."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import (
    BadRecord,
    Document,
    parse_document,
    parse_rules,
    record_id,
    serialize,
    serialize_rules,
    verdict,
)
from scorekeeper.rules.presets import PRESETS

from .games import MADE, changed, document, problems_of, record_bytes
from .strategies import NAMES, documents

ID, HAND_ID = "0d9c5f0e-7f0a-4b55-8f1c-5a3a3f0c9d11", "5c0a3f0c-7f0a-4b55-8f1c-5a3a3f0c9d12"


def parsed(*hands: Any, **others: Any) -> Document:
    return parse_document(record_bytes(*hands, **others))


@given(documents())
def test_a_written_record_checks_clean_and_reads_back_equal(game: Document) -> None:
    """And export, import, export gives the same bytes."""
    data = serialize(game)
    assert problems_of(verdict(data)) == []
    assert parse_document(data) == game
    assert serialize(parse_document(data)) == data


@given(st.lists(NAMES, min_size=4, max_size=4, unique=True))
def test_names_of_any_letters_are_kept(names: list[str]) -> None:
    """From every script, up to 40 characters."""
    hand = {"bidder": names[1], "bid": 95, "captured": {names[3]: 100}}
    game = parsed(hand, players=names)
    assert problems_of(verdict(serialize(game))) == []
    assert parse_document(serialize(game)).players == tuple(names)


@given(documents().filter(lambda game: any(entry.claimed for entry in game.hands)), st.data())
def test_any_one_figure_changed_in_a_claim_is_found(game: Document, data: st.DataObject) -> None:
    """A wrong score or total, in its hand, at its player; the rest of the verdict is as it was."""
    plain = json.loads(serialize(game))
    place = data.draw(st.sampled_from([place for place, hand in enumerate(plain["hands"]) if "claimed" in hand]))
    key, code = data.draw(st.sampled_from((("claimed", "wrong-score"), ("claimed_totals", "wrong-total"))))
    player = data.draw(st.sampled_from(plain["players"]))
    plain["hands"][place][key][player] += data.draw(st.sampled_from((-5, -1, 1, 5, 1000)))
    result = verdict(json.dumps(plain).encode())
    assert problems_of(result) == [(place + 1, code, f"{key}.{player}")]
    assert result.totals == verdict(serialize(game)).totals


@given(documents(), st.data())
def test_changed_bytes_never_see_anything_but_a_verdict(game: Document, data: st.DataObject) -> None:
    """Bytes replaced, left out or doubled anywhere."""
    raw = bytearray(serialize(game))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=3) | st.sampled_from((b'"', b"{", b"1"))
        )
    line = msgspec.json.encode(verdict(bytes(raw)))
    assert json.loads(line)["valid"] == (json.loads(line)["problems"] == [])


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(("Ann", "pass", "renege", "misdeal")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("Ann", "player", "bid")), inner),
    max_leaves=5,
)


@given(documents(), st.data())
def test_changed_values_never_see_anything_but_a_verdict(game: Document, data: st.DataObject) -> None:
    """Any value replaced by any other, any key left out or put in."""
    plain = json.loads(serialize(game))
    target = data.draw(st.sampled_from([plain, *plain["hands"]]))
    keys = sorted(Document.__struct_fields__ if target is plain else ("outcome", "auction", "captured", "fouls", "x"))
    target[data.draw(st.sampled_from(keys))] = data.draw(ANYTHING)
    line = msgspec.json.encode(verdict(json.dumps(plain).encode()))
    assert json.loads(line)["valid"] == (json.loads(line)["problems"] == [])


def test_a_record_is_written_with_a_line_for_each_hand() -> None:
    """Its keys in the order of the format, in UTF-8."""
    text = serialize(parsed(changed(MADE, note="für Zoë"), MADE, dealer="Dee")).decode()
    assert text.splitlines() == [
        '{"format":"rook-game/1","rules":"original","players":["Ann","Bob","Cal","Dee"],"dealer":"Dee","hands":[',
        '  {"bidder":"Bob","bid":95,"captured":{"Bob":100,"Ann":20},"note":"für Zoë"},',
        '  {"bidder":"Bob","bid":95,"captured":{"Bob":100,"Ann":20}}',
        "]}",
    ]


def test_ids_and_null_are_kept() -> None:
    """Through reading and writing."""
    dixie = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 60}, "most_tricks": None, "id": HAND_ID}
    kept = json.loads(serialize(parsed(dixie, rules="dixie", id=ID)))
    assert (kept["id"], kept["hands"]) == (ID, [dixie])


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_rules_are_written_as_short_as_they_can_be(key: str) -> None:
    """A preset by its key, house rules by what differs; they read back equal."""
    rules = PRESETS[key].rules
    name, house = serialize_rules(rules), rules.changed(foul_penalty=35)
    assert isinstance(name, str)
    assert PRESETS[name].rules == rules
    written = serialize_rules(house)
    assert isinstance(written, dict)
    assert len(written) == 2
    assert parse_rules(json.dumps(written).encode()).ruleset == house


def test_a_record_that_cannot_be_read_is_refused_with_its_errors() -> None:
    """By name, with paths from the document on."""
    with pytest.raises(BadRecord) as refused:
        parsed(MADE, changed(MADE, bid="95"), dealer="Zed")
    assert [(error.code, error.field) for error in refused.value.errors] == [
        ("unknown-player", "dealer"), ("bad-format", "hands[1].bid"),
    ]  # fmt: skip


def test_a_record_is_known_again_by_its_id_or_what_it_says() -> None:
    """The game's id; without it the first hand's; without that a hash of the whole, however it is laid out."""
    assert str(record_id(parsed(id=ID))) == ID
    first = changed(MADE, id=HAND_ID)
    assert record_id(parsed(first)) == record_id(parsed(first, MADE)) != record_id(parsed(MADE))
    shuffled = dict(sorted(document(MADE).items(), key=lambda item: random.Random(item[0]).random()))
    assert record_id(parse_document(json.dumps(shuffled, indent=2).encode())) == record_id(parsed(MADE))
    assert record_id(parsed(MADE)) != record_id(parsed(MADE, MADE))
