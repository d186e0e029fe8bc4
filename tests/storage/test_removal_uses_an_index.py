"""A club is removed without a look at the rows of others: each row that goes is found through an index."""

from collections.abc import Iterable
from typing import Any

import pytest
from sqlalchemy import Column, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from scorekeeper.storage import clubs
from scorekeeper.storage.db import Base

from .conftest import Plans


def test_each_statement_that_removes_a_club_goes_through_an_index(plans: Plans) -> None:
    found = plans(lambda session, club: clubs.remove(session, club))
    assert len(found) > len(Base.metadata.tables) - 2, "one for each table, but for the attempts"
    for steps in found:
        assert "SCAN" not in steps
        assert "Seq Scan" not in steps


@pytest.mark.parametrize("table", Base.metadata.tables.values(), ids=str)
def test_whatever_may_refer_to_a_row_that_goes_is_found_through_an_index(table: Table) -> None:
    """No plan shows these searches: the database makes one for each row and each foreign key to it."""
    indexed = [column_names(index.columns) for index in table.indexes if is_whole(index)]
    constraints = [each for each in table.constraints if isinstance(each, PrimaryKeyConstraint | UniqueConstraint)]
    indexed += [column_names(each.columns) for each in constraints]
    for key in (each for each in table.constraints if isinstance(each, ForeignKeyConstraint)):
        columns = column_names(key.columns)
        assert any(index[: len(columns)] == columns for index in indexed), f"{table}: {columns}"


def column_names(columns: Iterable[Column[Any]]) -> list[str]:
    return [column.name for column in columns]


def is_whole(index: Index) -> bool:
    """Whether the index has every row of its table."""
    return not any(index.dialect_options[dialect]["where"] is not None for dialect in ("sqlite", "postgresql"))
