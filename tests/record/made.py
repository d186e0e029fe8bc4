"""Games that can be on a table, under every preset: cards are dealt to the sides one by one, so that all adds up."""

from hypothesis import strategies as st

from scorekeeper.record import Document, HandEntry, document_of, entry_of
from scorekeeper.rules.faults import examine
from scorekeeper.rules.game import Standing, opening
from scorekeeper.rules.hand import TIED, Adjustment, Deal, Foul, Hand, score_hand, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet

NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=40)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


def hands(rules: RuleSet, deal: Deal) -> st.SearchStrategy[Hand]:
    """A hand of this deal without fault."""
    return st.builds(_hand, st.data(), st.just(rules), st.just(deal))


def _hand(data: st.DataObject, rules: RuleSet, deal: Deal) -> Hand:
    outcomes = ["played", "played", "played", "misdeal"]
    outcomes += ["passed-out"] * (rules.all_pass != "dealer_min") + ["renege"] * rules.uses_reneges
    seen = {"outcome": data.draw(st.sampled_from(outcomes)), "note": data.draw(st.none() | TEXTS)}
    if seen["outcome"] in ("misdeal", "passed-out"):
        return Hand(**seen)
    players = st.sampled_from(deal.players)
    seen["bidder"] = data.draw(players)
    seen["bid"] = data.draw(st.sampled_from(rules.bids))
    seen["trump"] = data.draw(st.sampled_from((None, "red", "green", "black", "yellow")))
    if rules.sides == "called_partner":
        others = st.sampled_from([player for player in deal.players if player != seen["bidder"]])
        seen["partners"] = tuple(data.draw(st.lists(others, max_size=rules.partners_called, unique=True)))
    seen["captured"] = _captured(data, rules, sides_of(rules, deal, seen["bidder"], seen.get("partners")))
    if seen["outcome"] == "renege":
        seen["reneged_by"] = data.draw(players)
    else:
        seen["last_trick"] = data.draw(players)
        seen["most_tricks"] = data.draw(players | st.just(TIED))
    if rules.uses_fouls and data.draw(st.booleans()):
        seen["fouls"] = (Foul(data.draw(players), "table-talk"), Foul(seen["bidder"], "nest-discard"))
    if data.draw(st.booleans()):
        seen["adjustments"] = (Adjustment(data.draw(players), data.draw(st.integers(-50, 50)), "agreed"),)
    return Hand(**seen)


def _captured(data: st.DataObject, rules: RuleSet, sides: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    takers = data.draw(
        st.lists(st.sampled_from(sides), min_size=len(rules.card_values), max_size=len(rules.card_values))
    )
    piles = dict.fromkeys(sides, 0)
    for side, worth in zip(takers, rules.card_values, strict=True):
        piles[side] += worth
    return {data.draw(st.sampled_from(side)): worth for side, worth in piles.items() if side}


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A game of a few hands, claimed as the rules score it."""
    key = draw(st.sampled_from(sorted(PRESETS)))
    rules = PRESETS[key].rules
    players = tuple(draw(st.lists(NAMES, min_size=rules.players, max_size=rules.players, unique=True)))
    standing, entries = opening(rules, players), []
    for _ in range(draw(st.integers(0, 4))):
        if standing.end:
            break
        entry, standing = _booked(standing, draw(hands(rules, standing.deal())), draw(st.none() | st.uuids()))
        entries.append(entry)
    others = {"id": draw(st.uuids()), "notes": draw(TEXTS), "claimed_winners": standing.winners}
    kept = draw(st.sets(st.sampled_from(sorted(others))))
    return document_of(rules, players, tuple(entries), **{name: others[name] for name in kept})


def _booked(standing: Standing, hand: Hand, id_: object) -> tuple[HandEntry, Standing]:
    deal = standing.deal()
    assert examine(standing.rules, deal, hand)[1] == []
    score = score_hand(standing.rules, deal, hand) if hand.scored else None
    after = standing.after(deal, hand, score)
    claims = {"claimed": dict(score.points), "claimed_totals": dict(after.totals)} if score else {}
    return entry_of(hand, **claims, **({"id": id_} if id_ else {})), after
