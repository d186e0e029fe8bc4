"""Whoever is meant by a name is decided in one place, and every field and script that takes a name asks there."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from wtforms import TextAreaField

from scorekeeper.storage import players
from scorekeeper.storage.db import db
from scorekeeper.usecases import permissions
from scorekeeper.web.forms.base import FieldList, NameField, PlainForm
from tests.html import text_of
from tests.person import Answer, Person
from tests.record.games import SET_BACK, record_bytes

from .files import look
from .scripts import SCRIPTS
from .steps import goes_home, merge_into, person_page
from .tournaments import change_seat as seat_somebody
from .tournaments import draw, game_at, start_tournament, tournament_fields

KNOWN = ("O'Neil", "Zoë", "Anne-Marie", "Łukasz")
"""Whom the club knows."""
APART = "O’Neil"
"""As an iPhone writes the first of them: the same without a question."""
ALIKE = {"Zoe": "Zoë", "Anne Marie": "Anne-Marie", "Lukasz": "Łukasz", "ONEIL": "O'Neil"}
"""What may be one of them: it is asked about."""
OTHERS = ("Bob", "Cal", "Dee", "Eve")

Asked = Callable[[Person, str], Answer]
"""Types a name into one field of the club's, and answers what came."""


def new_game(phone: Person, name: str) -> Answer:
    phone.open("/games/new")
    phone.tap("Start game", {f"Player {seat}": each for seat, each in enumerate((name, *OTHERS[:3]), 1)})
    return phone.start_anyway()


def correct_name(phone: Person, name: str) -> Answer:
    game = phone.start_game(names=("Wrong", *OTHERS[:3]), dealer="Bob")
    phone.open(f"{game}/settings")
    typed = {"Whose name": "Wrong", "Correct name": name, "What was wrong?": "Someone else was playing"}
    return phone.tap("Correct name", typed)


def sits_down(phone: Person, name: str) -> Answer:
    game = phone.start_game(names=("Wrong", *OTHERS[:3]), dealer="Bob")
    phone.record_bid("Bob", 95)
    phone.tap("Save hand", {"Last trick": "Bob & Dee", "Captured by Bob & Dee": "100"})
    return goes_home(phone, game, Wrong=name)


def new_tournament(phone: Person, name: str) -> Answer:
    phone.open("/tournaments/new")
    return phone.tap("Start tournament", tournament_fields("ranked", (name, *OTHERS)))


def late_arrival(phone: Person, name: str) -> Answer:
    phone.open(f"{start_tournament(phone, 'ranked', OTHERS)}/players")
    return phone.tap("Add", {"Players to add": name})


def change_seat(phone: Person, name: str) -> Answer:
    here = start_tournament(phone, "ranked", OTHERS)
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    return seat_somebody(phone, "Bob", name)


def change_partner(phone: Person, name: str) -> Answer:
    phone.open(f"{start_tournament(phone, 'swiss', ('Bob & Cal', 'Dee & Eve'))}/players")
    return seat_somebody(phone, "Bob", name)


def rename(phone: Person, name: str) -> Answer:
    phone.start_game(names=OTHERS, dealer="Bob")
    phone.open(person_page(phone, "Bob"))
    return phone.tap("Rename", {"Name": name})


ASKS: dict[str, tuple[Asked, ...]] = {
    "StartGameForm.players": (new_game,),
    "NameForm.name": (correct_name,),
    "SitDownForm.names": (sits_down,),
    "StartTournamentForm.entrants": (new_tournament,),
    "AddForm.entrants": (late_arrival,),
    "SeatForm.seat_name": (change_seat, change_partner),
    "RenameForm.name": (rename,),
}
"""The fields that seat or rename someone: each asks about who may be known."""
SEARCHES = {
    "HistoryForm.player": "/games?player={}",
    "HistoryForm.partner": "/games?player=Bob&partner={}",
    "HistoryForm.against": "/games?player=Bob&against={}",
    "HistoryForm.and_against": "/games?player=Bob&against=Cal&and_against={}",
    "MergeForm.other": "{merge}?other={}",
}
"""The fields that look for someone. *Find your seat* is no form of ours: it is below."""
NO_ONE = {
    "TeamsForm.first": "a side of one game",
    "TeamsForm.second": "a side of one game",
    "StartTournamentForm.name": "a tournament",
    "HouseRulesForm.name": "rules",
    "EnterForm.name": "the phone of whoever comes in",
    "CheckSheetForm.names": "the players of one sheet: saving it as a game asks as an import does",
    "CheckSheetForm.heads": "the sides of one sheet",
    "StartClubForm.name": "a club",
    "ClubNameForm.name": "a club",
    "ClubForm.name": "a club",
}


def fields_of_names() -> Iterator[str]:
    def kinds(kind: type[PlainForm]) -> Iterator[type[PlainForm]]:
        yield kind
        for each in kind.__subclasses__():
            yield from kinds(each)

    for form in kinds(PlainForm):
        for name, field in vars(form).items():
            kind = getattr(field, "field_class", None)
            of_each = field.args[0].field_class if kind is FieldList and field.args else kind
            if of_each is NameField or (kind is TextAreaField and name == "entrants"):
                yield f"{form.__name__}.{name}"


def test_every_field_that_takes_a_name_is_known_here() -> None:
    assert {*fields_of_names()} == {*ASKS, *SEARCHES, *NO_ONE}


@pytest.fixture
def knows(phone: Person) -> Person:
    phone.start_game(names=KNOWN, dealer="Zoë")
    return phone


@pytest.mark.parametrize("ask", [ask for fields in ASKS.values() for ask in fields if ask is not rename])
def test_another_apostrophe_and_small_letters_are_the_same_person_without_a_question(knows: Person, ask: Asked) -> None:
    for name in (APART, "o’neil", "zoë"):
        assert ask(knows, name).status == 303, knows.page.text
    assert people(knows) == {*KNOWN, *OTHERS, "Wrong"} & people(knows)


@pytest.mark.parametrize("ask", [ask for fields in ASKS.values() for ask in fields])
def test_a_name_that_may_be_a_known_person_is_asked_about(knows: Person, ask: Asked) -> None:
    for name, known in ALIKE.items():
        answer = ask(knows, name)
        assert (answer.status, f"Is {name} the {known} you know?" in answer.page.text) == (422, True), answer.page.text


def people(phone: Person) -> set[str]:
    return {text_of(button) for button in phone.open("/games/new").all("#known button")}


BUTTONS: dict[Asked, str] = {
    new_game: "Start game",
    correct_name: "Correct name",
    sits_down: "They go home",
    new_tournament: "Start tournament",
    late_arrival: "Add",
    change_seat: "Change seat",
    change_partner: "Change seat",
}


@pytest.fixture
def merged(phone: Person) -> Person:
    """Annie, who was merged into Ann."""
    for names in (("Annie", "Flo", "Gus", "Hal"), ("Ann", "Ida", "Jo", "Kim")):
        phone.start_game(names=names, dealer=names[1])
    assert merge_into(phone, "Annie", "Ann").status == 303
    return phone


def everyone(phone: Person) -> set[str]:
    with phone.app.app_context():
        return {*players.all_names(db.session(), permissions.club_id())}


@pytest.mark.everywhere("way", once={"ask": new_game})
@pytest.mark.parametrize("is_new", [False, True], ids=["sent again", "someone else"])
@pytest.mark.parametrize("ask", BUTTONS)
def test_a_merged_name_means_whom_it_was_merged_into_unless_it_is_someone_else(
    merged: Person, ask: Asked, is_new: bool
) -> None:
    """It is said at the field, once."""
    answer = ask(merged, "annie")
    assert (answer.status, "annie means Ann, since the two were merged." in answer.page.text) == (422, True)
    others = everyone(merged)
    form = merged.form(BUTTONS[ask])
    box = merged.page.one("input[type=checkbox][name=new_names]").attrs["value"] or ""
    merged.last = merged.send(form.action, form.sent | ({"new_names": box} if is_new else {}))
    assert merged.start_anyway().status == 303, merged.page.text
    assert everyone(merged) - others - {*OTHERS} == ({"annie"} if is_new else set())


@pytest.mark.both_databases
@pytest.mark.parametrize("ask", [new_game, correct_name, sits_down])
def test_undoing_a_merge_gives_back_the_seat_of_who_was_typed_by_the_merged_name(merged: Person, ask: Asked) -> None:
    ask(merged, "Annie")
    form = merged.form(BUTTONS[ask])
    merged.last = merged.send(form.action, form.sent)
    game = "/".join(merged.last.path.split("/")[:3])
    assert "Ann" in told(merged, game)
    merged.open(person_page(merged, "Ann"))
    assert merged.tap("Undo merge").status == 303
    assert {"Annie"} == told(merged, game) & {"Ann", "Annie"}


@pytest.mark.everywhere(
    "way",
    proven="tests/web/test_one_who.py::test_undoing_a_merge_gives_back_the_seat_of_who_was_typed_by_the_merged_name",
)
@pytest.mark.parametrize("ask", [new_tournament, late_arrival])
def test_undoing_a_merge_gives_back_the_entrant_who_was_typed_by_the_merged_name(merged: Person, ask: Asked) -> None:
    ask(merged, "Annie")
    form = merged.form(BUTTONS[ask])
    merged.last = merged.send(form.action, form.sent)
    here = "/".join(merged.last.path.split("/")[:3])
    assert people_of(merged, here) == {"Ann", *OTHERS}
    merged.open(person_page(merged, "Ann"))
    assert merged.tap("Undo merge").status == 303
    assert people_of(merged, here) == {"Annie", *OTHERS}


def from_a_file(phone: Person) -> None:
    hand = {"bidder": "Annie", "bid": 100, "captured": {"Annie": 120}, "last_trick": "Annie"}
    look(phone, record_bytes(hand, players=["Annie", "Bob", "Cal", "Dee"]))


def from_a_file_in_which_annie_goes_home(phone: Person) -> None:
    hand = {"bidder": "Bob", "bid": 100, "captured": {"Bob": 120}, "last_trick": "Bob"}
    table = ["Annie", "Bob", "Cal", "Dee"]
    look(phone, record_bytes(hand, hand, players=table, substitutions=[{"since": 2, "players": ["Eve", *table[1:]]}]))


def from_a_sheet(phone: Person) -> None:
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    names = {f"names-{place}": name for place, name in enumerate(("Annie", "Bob", "Cal", "Dee"))}
    phone.last = phone.send(
        form.action, form.sent | names | {"text": "Bidder,Bid,Us,Them\nBob,95,45,-95", "check": "y"}
    )
    phone.tap("Save as a game")


@pytest.mark.parametrize("ask", [from_a_file, from_a_file_in_which_annie_goes_home, from_a_sheet])
def test_undoing_a_merge_gives_back_the_seat_in_a_game_that_came_with_the_merged_name(
    merged: Person, ask: Callable[[Person], None]
) -> None:
    ask(merged)
    (number,) = {one.attrs["name"] for one in merged.page.all("input[type=radio]") if one.attrs["value"] == "Annie"}
    form = merged.form("Import game")
    merged.last = merged.send(form.action, form.sent | {str(number): "Ann"})
    game = merged.last.path
    assert {"Ann"} == told(merged, game) & {"Ann", "Annie"}
    merged.open(person_page(merged, "Ann"))
    assert merged.tap("Undo merge").status == 303
    assert {"Annie"} == told(merged, game) & {"Ann", "Annie"}


def told(phone: Person, game: str) -> set[str]:
    """Who sits at this table."""
    record = json.loads(phone.get(f"{game}.rook.json").body)
    came = (name for each in record.get("substitutions") or () for name in each["players"])
    return {*record["players"], *came}


@pytest.mark.parametrize("seats", [("Ann", "Annie"), ("Annie", "annie")], ids=" and ".join)
def test_two_names_of_one_person_at_a_table_are_refused(merged: Person, seats: tuple[str, str]) -> None:
    said = f"{seats[1]} means Ann, since the two were merged, and Ann is at this table, too."
    merged.open("/games/new")
    merged.tap("Start game", {f"Player {seat}": name for seat, name in enumerate((*seats, "Bob", "Cal"), 1)})
    for _ in range(2):
        assert (merged.last.status, said in merged.page.description_of("players-1")) == (422, True), merged.page.text
        form = merged.form("Start game")
        merged.last = merged.send(form.action, form.sent)


def test_a_rename_to_a_merged_name_is_asked_about_and_every_search_finds_who_has_it(merged: Person) -> None:
    answer = rename(merged, "Annie")
    assert "Annie means Ann, since the two were merged." in answer.page.description_of("name")
    assert "Ann's stats" in merged.open("/games?player=annie").text
    merge = person_page(merged, "Bob").replace("person", "merge")
    assert merged.open(f"{merge}?other=Annie").has_button("Merge into Ann")


def test_the_page_of_a_new_game_knows_the_names_that_were_merged(merged: Person) -> None:
    """A tap on Ann takes Annie out of her seat again: names.js."""
    for page in ("/games/new", "/tournaments/new"):
        known = {text_of(button): button.attrs.get("data-merged") for button in merged.open(page).all("#known button")}
        assert {name: also for name, also in known.items() if also} == {"Ann": "Annie"}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (APART, "O'Neil"),
        ("oneil", "O'Neil"),
        ("neil", "O'Neil"),
        ("zoe", "Zoë"),
        ("anne marie", "Anne-Marie"),
        ("AnneM", "Anne-Marie"),
        ("marie", "Anne-Marie"),
        ("lukasz", "Łukasz"),
        ("luk", "Łukasz"),
    ],
)
def test_every_search_finds_a_name_however_it_is_spelled(knows: Person, typed: str, found: str) -> None:
    """L3: *Find your seat* and *All games* alike."""
    assert f"{found}'s stats" in knows.open(f"/games?player={quote(typed)}").text
    here = start_tournament(knows, "ranked", KNOWN)
    draw(knows, here, 1)
    assert found in text_of(knows.open(f"{here}/standings?name={quote(typed)}").one("#seat"))


@pytest.mark.parametrize("typed", [f"Zoe & {APART}", f"{APART}/lukasz"])
def test_a_search_for_a_table_finds_each_of_its_names(knows: Person, typed: str) -> None:
    assert "1 game" in knows.open(f"/games?player={quote(typed)}").text


def test_a_merge_means_the_same_person_and_asks_about_others(knows: Person) -> None:
    knows.start_game(names=OTHERS, dealer="Bob")
    merge = person_page(knows, "Bob").replace("person", "merge")
    assert knows.open(f"{merge}?other={quote(APART)}").has_button("Merge into O'Neil")
    answer = knows.get(f"{merge}?other=Zoe")
    assert (answer.status, "Did you mean Zoë?" in answer.page.text) == (422, True)


def test_an_import_asks_who_each_of_them_is(knows: Person) -> None:
    """Names inside the record stay exact: it is asked about whom of the club they mean."""
    page = look(knows, record_bytes(SET_BACK | {"captured": {"Bob": 75}}, players=["Zoe", "Bob", "Lukasz", APART])).page
    asked = {text_of(one.query_one("legend")): text_of(one) for one in page.all("fieldset")}
    assert [*asked] == ["Who is Zoe?", "Who is Lukasz?", f"Who is {APART}?"]
    for known, said in zip(("Zoë", "Łukasz", "O'Neil"), asked.values(), strict=True):
        assert known in said


def test_an_import_asks_whether_a_merged_name_is_whom_it_was_merged_into(merged: Person) -> None:
    page = look(merged, record_bytes(SET_BACK | {"captured": {"Bob": 75}}, players=["Annie", "Bob", "Cal", "Dee"])).page
    (asked,) = page.all("fieldset")
    assert "Who is Annie?" in text_of(asked)
    assert "Ann" in {text_of(one).split()[0] for one in asked.query("label")}


# Lists as people paste them


def test_marks_of_a_list_and_other_columns_are_taken_off_and_shown(phone: Person) -> None:
    """L4."""
    pasted = ("1. Ann", "2) Bob", "• Cal", "Dee\t12", "3️⃣ Eve", "7\tFay\t340", "- Gus", "☐ Hal", "9.")
    phone.open("/tournaments/new")
    assert phone.tap("Start tournament", tournament_fields("ranked", pasted)).status == 303
    for taken in ("“1.”", "“2)”", "“•”", "“12”"):
        assert taken in text_of(phone.page.one(".notice.good"))
    here = phone.last.path
    phone.open(f"{here}/players")
    phone.tap("Add", {"Players to add": "10. Ivy\t5"})
    assert text_of(phone.page.one(".notice.good")) == "Added: Ivy. Taken off the list: “10.” and “5”."
    assert people_of(phone, here) == {"Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy"}


@pytest.mark.parametrize("ask", [change_seat, change_partner])
def test_undoing_a_merge_gives_back_the_seat_at_a_tournament_of_who_was_typed_by_the_merged_name(
    merged: Person, ask: Asked
) -> None:
    ask(merged, "Annie")
    form = merged.form("Change seat")
    merged.last = merged.send(form.action, form.sent)
    here = merged.last.path.removesuffix("/players")
    assert seats_of(merged, here) == {"Ann", "Cal", "Dee", "Eve"}
    merged.open(person_page(merged, "Ann"))
    assert merged.tap("Undo merge").status == 303
    assert seats_of(merged, here) == {"Annie", "Cal", "Dee", "Eve"}
    if ask is change_seat:
        assert told(merged, game_at(merged, here, 1, 1)) == {"Annie", "Cal", "Dee", "Eve"}


def seats_of(phone: Person, here: str) -> set[str]:
    options = phone.open(f"{here}/players").all("select[name=seat] option")
    return {text_of(option) for option in options} - {"Choose…"}


def people_of(phone: Person, here: str) -> set[str]:
    options = phone.open(f"{here}/players").all("select[name=who] option")
    return {text_of(option) for option in options} - {"Choose…"}


def test_pairs_may_be_in_two_columns(phone: Person) -> None:
    phone.open("/tournaments/new")
    pasted = ("1\tAnn\tBob\t1010", "2\tCal & Dee\t990")
    assert phone.tap("Start tournament", tournament_fields("swiss", pasted)).status == 303
    assert {"Ann & Bob", "Cal & Dee"} <= people_of(phone, phone.last.path)


def test_marks_are_taken_off_the_names_of_a_new_game_and_shown(phone: Person) -> None:
    phone.open("/games/new")
    names = {"Player 1": "1. Ann", "Player 2": "2) Bob", "Player 3": "• Cal", "Player 4": "Dee\t12"}
    assert phone.tap("Start game", names).status == 303
    assert tuple(phone.page.totals) == ("Ann & Cal", "Bob & Dee")
    said = "Taken off the list: “1.”, “2)”, “•” and “12”."
    assert said in phone.page.text


# The places

HOME = ("usecases/names.py", "rules/words.py")
COMPARES = re.compile(
    r"casefold|\.lower\(|unicodedata|fold_name|toLowerCase|toLocaleLowerCase|\.normalize\(|ilike|LIKE "
)
"""How code compares texts however they are written."""
ELSEWHERE = {
    "http_server.py": "names of levels",
    "settings.py": "hosts, a PIN",
    "web/hosts.py": "hosts",
    "web/forms/base.py": "a pass",
    "storage/new_keys.py": "keys",
    "usecases/clubs.py": "keys",
    "usecases/transfer/club_import.py": "ids",
    "cli/check.py": "the ending of a file",
    "cli/text_table.py": "widths of letters",
    "cli/open_club.py": "control characters",
    "cli/check_sheet.py": "a label in a sentence",
    "usecases/transfer/game_import.py": "control characters",
    "usecases/sheet/cells.py": "digits, made and set",
    "usecases/sheet/saved.py": "colors",
    "usecases/sheet/result.py": "the beginning of a sentence",
    "usecases/check/hand.py": "the beginning of a sentence",
    "usecases/game/new_game.py": "a form that was sent, and the game it started",
    "rules/tournament/standings.py": "a decimal number",
    "alone/game.js": "made and set",
}
"""What is compared there instead."""


def test_no_other_place_compares_names_by_itself() -> None:
    package = Path(__file__).parents[2] / "scorekeeper"
    python = {path.relative_to(package).as_posix(): path.read_text() for path in package.rglob("*.py")}
    places = {name for name, text in (python | SCRIPTS).items() if COMPARES.search(text)}
    assert places - {*HOME, "shared/names.js"} == {*ELSEWHERE}, "ask usecases/names.py, or say here what is compared"
