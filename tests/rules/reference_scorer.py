"""A second scorer, slow and plain, on dicts and lists alone: what the engine is held against.

Each function follows the rulings in the order in which they are written down, and shares no code with the engine.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Player = int
Seats = Sequence[Player]
Sides = Sequence[Seats]
Points = dict[Player, int]
Facts = Mapping[str, Any]
Table = dict[str, Any]

ROTATION = ["ABCD", "ACBD", "ACDB"]
COLORS = ["black", "green", "red", "yellow"]


def score_game(
    rules: Facts,
    players: Seats,
    dealer: Player,
    hands: Sequence[Facts],
    starting_totals: Mapping[Player, int] | None = None,
) -> list[Table]:
    """What there is after each hand: dealer, seats, points, totals, status, winners. All hands are without error."""
    table: Table = {"totals": dict.fromkeys(players, 0), "scored": 0, "tied": False, "winners": [], "dealer": dealer}
    for name, total in (starting_totals or {}).items():  # R34
        for player in competitor(rules, players, name):
            table["totals"][player] = total
    rows = []
    for hand in hands:
        seats = seats_of(rules, players, table["scored"])
        dealt_by = table["dealer"] if hand["dealer"] is None else hand["dealer"]
        row = {"dealer": dealt_by, "seats": seats, "points": None}
        if hand["outcome"] in ("misdeal", "passed-out"):
            row["points"] = book_no_hand(rules, players, seats, hand, table)
            moves_on = hand["outcome"] == "passed-out" and rules["all_pass"] == "next_dealer"
            table["dealer"] = left_of(dealt_by, seats) if moves_on else dealt_by  # R4, R22
        else:
            row["points"] = book(rules, players, seats, hand, table)
            table["dealer"] = left_of(dealt_by, seats_of(rules, players, table["scored"]))  # R21, R22
        status = "over" if table["winners"] else "tied" if table["tied"] else "in-progress"
        rows.append(row | {"totals": dict(table["totals"]), "status": status, "winners": list(table["winners"])})
    return rows


def seats_of(rules: Facts, players: Seats, scored: int) -> Seats:
    if rules["sides"] != "rotating_partners":
        return list(players)
    order = ROTATION[(scored // rules["hands_per_partner"]) % 3]
    return [players["ABCD".index(letter)] for letter in order]


def left_of(player: Player, seats: Seats) -> Player:
    return seats[(seats.index(player) + 1) % len(seats)]


def sides_of(rules: Facts, players: Seats, seats: Seats, hand: Facts) -> Sides:
    """The sides of a hand, each a list of players."""
    kind = rules["sides"]
    if kind == "partnerships":
        return [list(players[::2]), list(players[1::2])]
    if kind == "rotating_partners":
        return [[seats[0], seats[2]], [seats[1], seats[3]]]
    if kind == "individual":
        return [[player] for player in players]
    bidding = [hand["bidder"]]
    if kind == "called_partner":
        bidding += hand["partners"]
    return [bidding, [player for player in players if player not in bidding]]


def card_total(rules: Facts) -> int:
    """Every card of the deck in turn: its own worth if it has one, else its rank's."""
    worths = rules["counters"]
    total: int = worths.get("rook", 0)
    for number in range(1, 15):
        for color in COLORS:
            total += worths.get(color + str(number), worths.get(str(number), 0))
    return total


def hand_points(rules: Facts, players: Seats, seats: Seats, hand: Facts) -> tuple[Points, bool]:
    """Each player's points in one hand, and whether the bid counts as made."""
    sides = sides_of(rules, players, seats, hand)
    if hand["outcome"] == "renege":
        scores, made = after_renege(rules, sides, hand)
    elif hand["outcome"] == "conceded":
        scores, made = after_concession(sides, hand)
    else:
        scores, made = played_out(rules, sides, hand)
    points = {player: scores[number] for number, side in enumerate(sides) for player in side}
    for foul in hand["fouls"]:
        for player in [] if is_a_set(rules, foul) else next(side for side in sides if foul["player"] in side):
            points[player] -= rules["foul_penalty"]  # R11, R12
    add_adjustments(rules, players, hand, points)
    return points, made


def book_no_hand(rules: Facts, players: Seats, seats: Seats, hand: Facts, table: Table) -> Points:
    """Books a misdeal or a deal that was passed out on the table: R12 and R26, and nothing of the end is tested."""
    points = dict.fromkeys(players, 0)
    for foul in hand["fouls"]:
        payers = [foul["player"]]
        if rules["sides"] == "partnerships":
            payers = competitor(rules, players, foul["player"])
        if rules["sides"] == "rotating_partners":
            payers += [seats[(seats.index(foul["player"]) + 2) % 4]]
        for player in payers:
            points[player] -= rules["foul_penalty"]
    add_adjustments(rules, players, hand, points)
    for player in players:
        table["totals"][player] += points[player]
    return points


def add_adjustments(rules: Facts, players: Seats, hand: Facts, points: Points) -> None:
    """R26."""
    for adjustment in hand["adjustments"]:
        for player in competitor(rules, players, adjustment["player"]):
            points[player] += adjustment["points"]


def counted(side: Seats, hand: Facts) -> int | None:
    """What is written of this side's counters, None where nothing is."""
    return next((worth for player, worth in hand["captured"].items() if player in side), None)


def after_renege(rules: Facts, sides: Sides, hand: Facts) -> tuple[list[int], bool]:
    """R8; R9: tricks are named only where it was found after the last one."""
    had = with_tricks(rules, sides, hand, [counted(side, hand) or 0 for side in sides])
    scores = []
    for number, side in enumerate(sides):
        guilty = hand["reneged_by"] in side
        if rules["renege_rule"] == "fixed":
            scores.append(-rules["renege_points"] if guilty else rules["renege_points"])
        else:
            scores.append(-hand["bid"] if guilty else had[number])
    reneged_on_bidding_side = any(hand["reneged_by"] in side and hand["bidder"] in side for side in sides)
    return scores, not reneged_on_bidding_side  # R28


def after_concession(sides: Sides, hand: Facts) -> tuple[list[int], bool]:
    """R33; set (R28)."""
    return [-hand["bid"] if hand["bidder"] in side else counted(side, hand) or 0 for side in sides], False


def is_a_set(rules: Facts, foul: Facts) -> bool:
    """R19: whether this foul sets the bidding side instead of costing the penalty."""
    return (rules["discard_rule"], foul["kind"]) == ("set", "nest-discard")


def played_out(rules: Facts, sides: Sides, hand: Facts) -> tuple[list[int], bool]:
    said = [counted(side, hand) for side in sides]
    rest = card_total(rules) - sum(worth for worth in said if worth is not None)
    captured = [rest if worth is None else worth for worth in said]  # one took the rest, or several took nothing
    points = with_tricks(rules, sides, hand, captured)
    bidding = next(number for number, side in enumerate(sides) if hand["bidder"] in side)
    moon = hand["bid"] == rules["moon_bid"]
    everything = card_total(rules) + rules["last_trick_points"] + rules["most_tricks_points"]
    made = points[bidding] == everything if moon else points[bidding] >= hand["bid"]
    if any(is_a_set(rules, foul) for foul in hand["fouls"]):
        made = False  # R19
    scores = list(points)
    if moon:
        scores[bidding] = hand["bid"] if made else -hand["bid"]  # R27
    elif not made and rules["set_rule"] == "minus_bid":
        scores[bidding] = -hand["bid"]
    for number, side in enumerate(sides):  # R16
        if rules["sweep_on"] == "points":
            swept = points[number] > 0 and sum(points) == points[number]
        else:
            swept = hand["sweep"] in side
        if swept and (made or number != bidding):
            scores[number] += rules["sweep_bonus"]
    return scores, made


def with_tricks(rules: Facts, sides: Sides, hand: Facts, captured: Sequence[int]) -> list[int]:
    """What the last trick and most tricks add to each side's counters."""
    points = list(captured)
    for number, side in enumerate(sides):
        if hand["sweep"] in side or (hand["sweep"] is None and hand["last_trick"] in side):
            points[number] += rules["last_trick_points"]
        if hand["sweep"] in side or (
            hand["sweep"] is None and hand["most_tricks"] in side
        ):  # R31: "tied" is in no side
            points[number] += rules["most_tricks_points"]
    return points


def competitor(rules: Facts, players: Seats, player: Player) -> list[Player]:
    """All players who share a total with this one."""
    if rules["sides"] == "partnerships":
        return [other for place, other in enumerate(players) if (place - players.index(player)) % 2 == 0]
    return [player]


def book(rules: Facts, players: Seats, seats: Seats, hand: Facts, table: Table) -> Points:
    """Books a scored hand on the table and holds the end of the game against the totals after it."""
    points, made = hand_points(rules, players, seats, hand)
    for player in players:
        table["totals"][player] += points[player]
    table["scored"] += 1
    totals = table["totals"]
    bidding = next(side for side in sides_of(rules, players, seats, hand) if hand["bidder"] in side)
    everyone = [player for player in players if player == competitor(rules, players, player)[0]]
    out = [player for player in everyone if rules["target"] is not None and totals[player] >= rules["target"]]
    if rules["win_needs_bid"]:  # R28
        out = [player for player in out if (player in bidding) == made]
    if rules["both_cross"] == "bidding_side" and len(out) == 2:  # R18
        out = [player for player in out if player in bidding]
    ranked = sorted((totals[player] for player in everyone), reverse=True)
    if table["tied"]:
        settle_end(rules, players, everyone, table)  # R3
    elif out:
        settle_end(rules, players, out, table)  # R1
    elif (
        (rules["hand_limit"] is not None and table["scored"] >= rules["hand_limit"])  # R2
        or (rules["time_limit"] is not None and hand["last"])  # R32
        or (rules["floor"] is not None and ranked[-1] <= rules["floor"])  # R29
        or (rules["lead_wins"] is not None and ranked[0] - ranked[1] >= rules["lead_wins"])
    ):
        settle_end(rules, players, everyone, table)
    return points


def settle_end(rules: Facts, players: Seats, candidates: Seats, table: Table) -> None:
    """The highest of the candidates wins; equal: one more hand, or joint winners (R3, R7)."""
    best = max(table["totals"][player] for player in candidates)
    first = [player for player in candidates if table["totals"][player] == best]
    table["tied"] = len(first) > 1 and rules["tie_break"] == "extra_hand"
    if not table["tied"]:
        won = [player for leader in first for player in competitor(rules, players, leader)]
        table["winners"] = [player for player in players if player in won]
