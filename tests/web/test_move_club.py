"""A club is saved as one file on its first page, and brought back where a club is started."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from flask import Flask

from tests.person import SIDES, Person
from tests.usecases.club_files import packed, rewritten, unpacked
from tests.web.files import exported, start_from_file

from .hosted import FAMILY, club_of, enter, start_club
from .steps import shown_links


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True)


@pytest.fixture
def file_from_home(app_with: Callable[..., Flask]) -> bytes:
    """The file of a club at home, with one game of one hand."""
    phone = Person(app_with())
    phone.start_game()
    phone.play("Bob", 95, 45)
    return rewritten(exported(phone), lambda index: index.update(id="a" * 16, name=FAMILY))


def test_a_club_comes_from_home_to_a_hosted_server(app: Flask, file_from_home: bytes) -> None:
    keeper = Person(app)
    assert start_from_file(keeper, file_from_home).path == f"/c/{'a' * 16}/"
    assert keeper.page.heading == FAMILY
    assert "Club imported. Its links are new:" in keeper.page.text
    keeper.open(keeper.page.one(".games a").attrs["href"])
    assert keeper.page.totals == dict(zip(SIDES, ("45", "−95"), strict=True))
    second = enter(app, shown_links(keeper, f"/c/{'a' * 16}/links")["keeper"])
    assert second.page.heading == FAMILY


@pytest.mark.both_databases
def test_the_same_file_a_second_time_is_answered_in_a_sentence(
    app: Flask, file_from_home: bytes, stored: Callable[[], str]
) -> None:
    start_from_file(Person(app), file_from_home)
    other = Person(app)
    answer = start_from_file(other, file_from_home)
    assert answer.status == 422
    assert answer.page.description_of("file").startswith("This club is here already. Nothing was changed.")
    assert "Your clubs" not in other.open("/").text


@pytest.mark.both_databases
def test_a_club_that_is_imported_while_it_is_deleted_says_that_there_can_be_two(
    app: Flask, file_from_home: bytes
) -> None:
    keeper = Person(app)
    start_from_file(keeper, file_from_home)
    assert "another copy" not in keeper.page.text
    link, first = shown_links(keeper, f"{club_of(keeper)}links")["keeper"], club_of(keeper)
    keeper.open(f"{first}delete")
    keeper.tap("Delete club", {"Club name": FAMILY})
    answer = start_from_file(keeper, file_from_home)
    said = re.search(r"The club deleted here on (.+) is another copy. Until (.+) its keeper link", answer.page.text)
    assert said
    assert said[1] != said[2]
    second = club_of(keeper)
    keeper.open(link)
    assert keeper.tap("Bring it back").status == 303
    assert len({first, second}) == 2
    for club in (first, second):
        assert keeper.open(club).all(".games a")


def test_a_file_that_is_no_club_file_is_refused_at_its_field(app: Flask, stored: Callable[[], str]) -> None:
    phone, before = Person(app), stored().count("INSERT")
    answer = start_from_file(phone, b"Ann 45")
    assert answer.status == 422
    assert answer.page.description_of("file").startswith("That isn't a club's file.")
    assert stored().count("INSERT") - before == stored().count('"attempt"'), "but for what is counted"


def test_a_file_that_is_too_large_is_refused_by_its_size(app: Flask) -> None:
    answer = start_from_file(Person(app), bytes(17_000_000))
    assert answer.status == 413
    assert "The file can be up to 16 MB." in answer.page.text


def test_records_that_unpack_to_more_than_people_play_are_refused(
    app_with: Callable[..., Flask], file_from_home: bytes
) -> None:
    """Anyone who has the founders' code may bring a larger club than strangers; `test_cost` has what these may."""
    files = unpacked(file_from_home)
    (record,) = [name for name in files if name.endswith(".rook.json")]
    long = rewritten(
        packed(files | {record: files[record] + b" " * 4_900_000}),
        lambda index: index.update(games=[index["games"][0] | {"id": str(uuid4())} for _ in range(11)]),
    )
    founder = Person(app_with(hosted=True, founders="open sesame"))
    assert "they can be up to 50,000,000." in start_from_file(founder, long, code="open sesame").page.text


def test_a_founders_code_is_asked_for_a_file_too(app_with: Callable[..., Flask], file_from_home: bytes) -> None:
    phone = Person(app_with(hosted=True, founders="open sesame"))
    assert start_from_file(phone, file_from_home).status == 422
    assert "That isn't the code." in phone.page.text
    assert start_from_file(phone, file_from_home, code="open sesame").page.heading == FAMILY


def of_another_id(file: bytes, letter: str) -> bytes:
    return rewritten(file, lambda index: index.update(id=letter * 16))


def test_the_number_of_club_files_a_day_from_one_address_is_limited(app: Flask, file_from_home: bytes) -> None:
    phone = Person(app)
    start_club(phone)
    for letter in "bcde":  # and the one that was started
        assert start_from_file(phone, of_another_id(file_from_home, letter)).page.heading == FAMILY
    assert (
        "Too many clubs were started here today."
        in start_from_file(phone, of_another_id(file_from_home, "f")).page.text
    )


def test_a_file_that_is_refused_is_no_club_that_was_started(app: Flask, file_from_home: bytes) -> None:
    """Broken at the end of its last game, or here already: five of them keep no one from a club of their own."""
    phone = Person(app)
    start_from_file(phone, file_from_home)
    files = unpacked(file_from_home)
    (name,) = [name for name in files if name.endswith(".rook.json")]
    broken = of_another_id(packed(files | {name: files[name].replace(b"95", b"96")}), "b")
    for file in (broken, file_from_home, broken, file_from_home, broken):
        assert start_from_file(phone, file).status == 422
    start_club(phone, "Sunday")
    assert phone.page.heading == "Sunday"


def test_anyone_who_has_an_ipv6_network_has_no_more_tries_than_one_address(app: Flask) -> None:
    for number in range(10):
        start_from_file(Person(app, f"2001:db8:0:1::{number}"), b"Ann 45")
    for address, is_refused in (("2001:db8:0:1:ffff::", True), ("2001:db8:0:2::", False), ("::1", False)):
        answer = start_from_file(Person(app, address), b"Ann 45")
        assert ("Too many files were sent." in answer.page.text) == is_refused


def test_the_number_of_club_files_in_ten_minutes_is_limited(app: Flask) -> None:
    phone = Person(app)
    for _ in range(10):
        assert "That isn't a club's file." in start_from_file(phone, b"Ann 45").page.text
    assert "Too many files were sent. Try again in ten minutes." in start_from_file(phone, b"Ann 45").page.text


def test_only_keepers_export_a_club(app: Flask) -> None:
    keeper = Person(app)
    start_club(keeper)
    club = club_of(keeper)
    reader = enter(app, shown_links(keeper, f"{club}links")["reader"])
    assert "Export club" not in reader.open(f"{club}settings").text
    assert reader.get(f"{club}export").status == 404
