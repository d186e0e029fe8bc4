"""A game's own spreadsheet reads back without a question but for its rules, and is right."""

from uuid import uuid4

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.presets import PRESETS
from tests.profiles import examples
from tests.strategies import Game, games

from .game_at_table import GameAtTable, import_game
from .sheets import checked, read_file

PRESET_RULES = st.sampled_from([preset.rules for preset in PRESETS.values()])


@examples(60)
@given(game=games(PRESET_RULES))
def test_the_csv_of_any_game_checks_clean_as_a_sheet(club: int, game: Game) -> None:
    made = make_document(game.rules, game.names, game.entries, dealer=game.dealer_name, id=uuid4())
    uid, _ = import_game(club, serialize(made))
    if any(hand.scored for hand in game.hands):
        text = read_file(GameAtTable(club, uid).csv)
        found = checked(text, game.rules)
        assert found.questions == ()
        assert found.result
        assert found.result.right, (text, [*found.result.problems()])
        assert all(row.verdict == "right" for row in found.result.rows)
        assert not found.result.left_out
