"""To which division a formation is attached: to the one that can lead it (26)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.scenario import DivisionStart
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from tests.rules.company_scale.helpers.guests import arriving, guest, invite
from tests.rules.company_scale.helpers.moves import HQ
from tests.rules.company_scale.helpers.tables import Piece, TableTop, ge, us


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    invite(monkeypatch)


def chosen(pieces: dict[str, Piece], **facts: Any) -> str:
    """Return the division the script attaches a company to that arrives in 10.33."""
    table: TableTop = arriving({"a": us("21.30"), "g": guest("10.33"), **pieces}, "g", **facts)
    assert table.asked == ("german", "attachment")
    return str(CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision).command.get("division"))


def headquarters(hex: str, formation: str) -> Piece:
    """Return the headquarters of the division of a formation."""
    return ge(hex, **{**HQ, "hq": "division", "formation": formation, "stripe": "white", "command_range": 2})


def test_the_nearest_headquarters_takes_it() -> None:
    far, near = headquarters("18.30", "pg110"), headquarters("12.32", "gr305")
    assert chosen({"x": far, "y": near}) == "d198"
    assert chosen({"x": headquarters("12.32", "pg110"), "y": headquarters("18.30", "gr305")}) == "pz11"


@pytest.mark.parametrize("rich", ["pz11", "d198"])
def test_of_two_that_reach_it_the_one_with_most_to_spend(rich: str) -> None:
    pieces = {"x": headquarters("11.32", "pg110"), "y": headquarters("10.32", "gr305")}
    starts = {name: DivisionStart(6 if name == rich else 1, 2, 0, 5) for name in ("pz11", "d198", "d36")}
    assert chosen(pieces, divisions=starts) == rich
