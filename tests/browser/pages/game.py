"""The pages of a game in each of their states, from a new club to the winner; corrections and settings too."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.person import TABLE, Person

from .people import AC, EVE, FOUR, PEOPLE, A, B, C, D


def hand_pages(phone: Phone) -> Iterator[str]:
    """A new club's first game: its start, a hand and its refusals, a tap that comes too late, the winner."""
    page = phone.page
    phone.expects("status of 4")
    phone.open("/")
    yield "the first page of a new club"
    page.locator("#more summary").tap()
    expect(page.get_by_role("link", name="All games")).to_be_visible()
    phone.context.set_offline(True)
    expect(page.get_by_text("No network.")).to_be_visible()
    yield "the first page without a network, and more"
    phone.context.set_offline(False)
    expect(page.get_by_text("No network.")).to_be_hidden()
    phone.tap("link", "New game")
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    phone.choose_rules("six-handed")
    expect(page.get_by_label("Player 6", exact=True)).to_be_visible()
    yield "a new game of six"
    phone.choose("How many play", "4")
    yield "all rules for four"
    phone.choose_rules("original")
    expect(page.get_by_label("Player 6", exact=True)).to_be_hidden()
    yield "a new game"
    phone.tap("button", "Start game")
    expect(page.get_by_text("Enter a name.").first).to_be_visible()
    yield "a new game, refused"
    other = phone.start_game(D, names=FOUR)
    phone.wait_for_htmx()
    yield "the bid"
    page.get_by_role("button", name="Record bid").press("Enter")
    expect(page.get_by_text("Who took the bid?")).to_be_visible()
    yield "the bid, refused"
    phone.tap("link", "Redeal with a penalty")
    expect(page.get_by_role("button", name="Save misdeal")).to_be_visible()
    yield "a deal that is no hand, with a penalty"
    phone.tap("button", "Back")
    page.locator("summary", has_text="Note").tap()
    page.get_by_label("Note").fill("n" * 501)
    phone.tap("button", "Save misdeal")
    expect(page.get_by_text("up to 500 characters")).to_be_visible()
    yield "a deal that is no hand, refused"
    page.get_by_label("Note").fill("")
    phone.penalty(C)
    expect(page.locator(".shield")).to_have_count(0)
    phone.tap("button", "Save misdeal")
    expect(page.locator(f'[data-total="{AC}"]')).to_have_text("−40")
    yield "a misdeal with a penalty"
    phone.tap("button", "Undo")
    expect(page.locator(f'[data-total="{AC}"]')).to_have_text("0")
    expect(page.get_by_label(f"Table talk by {C}")).to_have_value("1")
    yield "a misdeal with a penalty, undone"
    phone.tap("link", "Back")
    phone.record_bid(B, 95)
    expect(page.get_by_role("button", name="Save hand")).to_be_visible()
    yield "the count"
    phone.open_rare()
    yield "the count, with something else"
    phone.tap("button", "Penalty")
    expect(page.locator(".part").get_by_role("button", name=C, exact=True)).to_be_visible()
    yield "the count, with all that can be seen of a hand"
    phone.tap("button", "Back")
    page.get_by_label(f"Captured by {AC}").fill("43")
    phone.tap("button", "Save hand")
    expect(page.locator(".error").first).to_be_visible()
    yield "the count, refused"
    phone.record_hand(AC, 45, last_trick=AC)
    expect(page.locator(f'[data-total="{AC}"]')).to_have_text("45")
    yield "the next hand"
    other.open(phone.path)
    phone.choose("Bidder", D)
    other.record_bid(C, 120)
    expect(page.get_by_role("alert").filter(has_text="What you entered stays here")).to_be_visible()
    yield "a form that became late"
    phone.choose("Bid", "70")
    phone.tap("button", "Record bid")
    expect(page.get_by_role("alert").filter(has_text="changed in the meantime")).to_be_visible()
    yield "too late"
    play_to_the_end(other)
    page.reload(wait_until="domcontentloaded")
    expect(page.get_by_role("heading", name=f"{AC} won", exact=True)).to_be_visible()
    yield "a game that is won"
    phone.open("/")
    expect(page.locator("#evening summary")).to_be_visible()
    yield "the first page with a result"


def play_to_the_end(other: Person, bidder: str = C) -> None:
    """With a bid of 120 made hand after hand; the first is recorded already where the count is asked for."""
    side, _ = other.page.totals
    while not other.page.heading.endswith("won"):
        if other.page.has_button("Record bid"):
            other.record_bid(bidder, 120)
        other.tap("Save hand", {"Last trick": side, f"Captured by {side}": "120"})


def won_game(phone: Phone, names: tuple[str, ...] = FOUR) -> str:
    """The address of a game that the first side has won; its first player is the first of the club."""
    other = Person(phone.server.app)
    game = other.start_game(names[3], names)
    play_to_the_end(other, names[2])
    return game


def six_handed_pages(phone: Phone) -> Iterator[str]:
    yield from rule_set_pages(phone, "six-handed", 6)


def call_partner_pages(phone: Phone) -> Iterator[str]:
    yield from rule_set_pages(phone, "call-partner", 5)


def changing_partners_pages(phone: Phone) -> Iterator[str]:
    yield from rule_set_pages(phone, "changing-partners", 4)


def dixie_pages(phone: Phone) -> Iterator[str]:
    yield from rule_set_pages(phone, "dixie", 4)


def rule_set_pages(phone: Phone, rules: str, players: int) -> Iterator[str]:
    """What differs with the rules: the start, the bid, the partner, the count, the hands and a correction."""
    page = phone.page
    phone.open("/games/new")
    phone.choose_rules(rules)
    yield "a new game"
    phone.start_game(A, PEOPLE[:players], rules=rules)
    yield "the bid"
    phone.record_bid(B, 100)
    if rules == "call-partner":
        expect(page.get_by_role("button", name="Record partner")).to_be_visible()
        yield "the partner"
        phone.choose("Partner", D)
        phone.tap("button", "Record partner")
    expect(page.get_by_role("button", name="Save hand")).to_be_visible()
    for count in page.locator("[data-names]").all()[:-1]:
        count.fill("20")
    for asked in ("Last trick", "Most tricks"):
        if page.get_by_role("radiogroup", name=asked).count():
            page.get_by_role("radiogroup", name=asked).get_by_role("radio").first.tap()
    yield "the count"
    phone.open_rare()
    yield "the count, with something else"
    phone.tap("button", "Save hand")
    expect(page.get_by_role("button", name="Record bid")).to_be_visible()
    yield "the next hand"
    open_hand(phone, "Correct hand 1")
    expect(page.get_by_role("button", name="Save correction")).to_be_visible()
    yield "a correction"


def play(other: Person, bidder: str, bid: int, captured: int) -> None:
    """Record a whole hand, of which the first side captured so much."""
    other.record_bid(bidder, bid)
    (side, _) = other.page.totals
    other.tap("Save hand", {"Last trick": side, f"Captured by {side}": str(captured)})


def three_hands(phone: Phone, target: int | None = None, names: tuple[str, ...] = TABLE) -> None:
    """The fourth deals first; the first side captures 45, 80 and 60, and the bids are 70."""
    other = phone.start_game(names[3], names, target=target)
    for seat, captured in ((1, 45), (0, 80), (2, 60)):
        play(other, names[seat], 70, captured)
    phone.page.reload(wait_until="domcontentloaded")


def open_hand(phone: Phone, link: str) -> None:
    """From its line of the score sheet, which opens on a tap."""
    number = link.rpartition(" ")[2]
    if number.isdigit():
        phone.page.locator(".hands summary").get_by_text(number, exact=True).tap()
    phone.page.get_by_role("link", name=link).tap()
    expect(phone.page.get_by_role("button", name="Delete hand")).to_be_visible()


def adjust(phone: Phone, address: str, points: str) -> None:
    """A & C are given so many points in this hand."""
    phone.open(address)
    adjustment = phone.page.locator("details", has_text="Adjustment")
    if adjustment.get_attribute("open") is None:
        adjustment.locator("summary").tap()
    phone.page.get_by_label("Adjust").first.select_option(AC)
    phone.page.get_by_label("Adjustment points").first.fill(points)
    phone.page.get_by_label("Reason").first.fill("a bet")
    has_scripts = phone.page.evaluate("matchMedia('(scripting: enabled)').matches")
    if has_scripts:
        expect(phone.page.locator("#preview")).to_contain_text(f"adjustment +{points}")
        expect(phone.page.locator(".shield")).to_have_count(0)  # what the preview says can move the button
    phone.tap("button", "Save correction")
    if not has_scripts:  # the preview had no chance to say that the game ends, or goes on
        phone.tap("button", "Save anyway")


def correction_pages(phone: Phone) -> Iterator[str]:
    """Hands set right and deleted, and what that makes of a game."""
    phone.expects("status of 422")
    three_hands(phone, names=FOUR)
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_role("link", name="Misdeal")).to_be_visible()
    board = phone.page.url
    yield "the scoreboard with its links"
    open_hand(phone, "Misdeal")
    yield "a misdeal"
    phone.open(board)
    open_hand(phone, "Correct hand 1")
    yield "a hand"
    phone.page.get_by_label(f"Captured by {AC}").fill("43")
    phone.tap("button", "Save correction")
    expect(phone.page.locator(".error").first).to_be_visible()
    yield "a correction refused"
    phone.open(f"{board}/settings")
    phone.page.locator("summary", has_text="Game length").tap()
    phone.page.get_by_label("Play to", exact=True).fill("50")
    phone.page.locator("form[action$='/target']").get_by_role("button", name="Save").tap()
    expect(phone.page.get_by_role("button", name="End with this hand")).to_be_visible()
    yield "a length that unmakes hands"
    adjust(phone, f"{board}/hands/1", "300")
    expect(phone.page.get_by_text("Hands 2 and 3 are kept but don't count.")).to_be_visible()
    yield "a game that a correction has ended"
    phone.open(f"{board}/hands/1")
    phone.tap("button", "Delete hand")
    expect(phone.page.get_by_role("button", name="Delete anyway")).to_be_visible()
    yield "what a deletion breaks"
    phone.open(f"{board}/hands/3")
    expect(phone.page.get_by_text("Played after the game ended")).to_be_visible()
    yield "a hand after the end"
    adjust(phone, f"{board}/hands/1", "10")
    expect(phone.page.get_by_text("reopened the game")).to_be_visible()
    yield "a game that a correction has reopened"
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("button", name="Enter it again")).to_be_visible()
    yield "a correction, undone"
    phone.tap("button", "Enter it again")
    expect(phone.page.get_by_role("button", name="Save correction")).to_be_visible()
    yield "an undone correction, entered again"


def sitting_down_pages(phone: Phone) -> Iterator[str]:
    """Somebody goes home and somebody sits down, with a bid open and without, for two at once, and what pages say."""
    page = phone.page
    phone.expects("status of 422")
    other = phone.start_game(D, FOUR)
    play(other, A, 100, 105)
    game = phone.path
    other.record_bid(C, 80)
    phone.open(f"{game}/settings")
    page.locator("summary", has_text="Someone goes home").tap()
    yield "someone goes home"
    page.get_by_label(f"Who sits down for {C}").fill(A)
    phone.tap("button", f"{C} goes home")
    expect(page.locator(".error").first).to_be_visible()
    yield "who sits down, refused"
    page.get_by_label(f"Who sits down for {C}").fill(EVE)
    phone.tap("button", f"{C} goes home")
    expect(page.get_by_text(f"{EVE} sits down for {C} after this hand.")).to_be_visible()
    yield "a board where somebody sits down after this hand"
    other.open(game)
    other.tap("Save hand", {"Last trick": AC, f"Captured by {AC}": "90"})
    other.record_bid(EVE, 80)
    other.tap("Save hand", {"Last trick": f"{A} & {EVE}", f"Captured by {A} & {EVE}": "90"})
    phone.open(f"{game}/settings")
    page.locator("summary", has_text="Someone goes home").tap()
    page.get_by_label(f"Who sits down for {B}").fill(PEOPLE[5])
    page.get_by_label(f"Who sits down for {D}").fill("Jo")
    phone.tap("button", "They go home")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    yield "a game in which three have sat down"
    for path in ("sheet", "summary", "settings", "hands/2"):
        phone.open(f"{game}/{path}")
        yield f"{path} of a game in which three have sat down"
    phone.open("/games")
    yield "a list with a game in which three have sat down"
    phone.open(f"{game}/settings")
    phone.tap("link", "New game with these totals")
    page.get_by_label("Play to").fill("10")
    phone.tap("button", "Start game")
    expect(page.get_by_text("One hand can end it.")).to_be_visible()
    yield "a new game with these totals, beyond its goal"
    phone.open(f"{game}/rules?rules=three-handed")
    yield "rules that are refused, and can be a new game's"


def settings_pages(phone: Phone) -> Iterator[str]:
    """The settings of a game, at its first hand and once it is won, to its deletion."""
    page = phone.page
    phone.expects("status of 422")
    phone.start_game(D, names=FOUR)
    phone.open(f"{phone.path}/settings")
    yield "the settings of a game at its first hand"
    phone.open(f"{phone.path.removesuffix('settings')}seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    yield "another order of seats before the first hand"
    game = won_game(phone)
    phone.open("/games/new")
    yield "a new game among known names"
    phone.open(f"{game}/settings")
    yield "the settings of a game"
    page.locator("summary", has_text="Correct a name").tap()
    phone.tap("button", "Correct name")
    expect(page.get_by_text("Whose name is wrong?")).to_be_visible()
    yield "a name, refused"
    phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    yield "another order of seats"
    phone.open(f"{game}/rules?rules=concise")
    yield "other rules"
    phone.open(f"{game}/settings")
    phone.tap("button", "Hide game")
    expect(page.get_by_role("heading", name=f"{AC} won")).to_be_visible()
    phone.open("/games/hidden")
    yield "the hidden games"
    phone.open(f"{game}/settings")
    phone.tap("button", "Delete game")
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    yield "a deleted game"
    phone.open("/games/deleted")
    yield "the deleted games"
