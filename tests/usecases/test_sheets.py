"""Who is right? Sheets as people write them, and what the rules say of each row."""

import pytest

from scorekeeper.usecases.errors import ValidationFailed
from tests.sheets import CASES, REFUSED, Case

from .sheets import check_text, told


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_rules_say_of_a_sheet(case: Case) -> None:
    result = check_text(case.text, case.rules, case.names, meanings=case.meanings)
    assert "; ".join(told(result)) == case.told
    assert (None if result.totals is None else tuple(total for _, total in result.totals)) == case.totals
    assert result.verdict == case.whole


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_no_sheet_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        check_text(text)
    assert [error.text for error in refused.value.errors] == [why]
