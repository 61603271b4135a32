"""The ground of a picture: kept, the same as painted, and painted again where counters make its names move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.systems.company_scale import picture
from app.systems.company_scale.picture import CODE, draw
from rules.company_scale.system import SYSTEM
from rules.engine.datadirs import PACKAGE_ROOT
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session

SIZE = QSize(500, 400)
BY_VALUE = {"app.systems.company_scale.board.stacks"}
"""What it gives is part of what a picture is known by."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path))


def seat(scenario: str = "first-light") -> Seat:
    return Seat(Session.new(SYSTEM, SYSTEM.load(scenario), nature=SeededNature(1), source=scenario))


def test_the_second_picture_is_the_first_and_paints_no_ground(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = draw(seat(), SIZE)
    monkeypatch.setattr(picture, "paint_sheet", lambda *_: pytest.fail("painted again"))
    assert first is not None and draw(seat(), SIZE) == first


def test_another_size_scale_or_position_of_counters_is_painted_anew(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    paint = picture.paint_sheet
    monkeypatch.setattr(picture, "paint_sheet", lambda *given: (painted.append("once"), paint(*given))[1])
    looked = seat()
    for size, zoom in ((SIZE, 0.0), (SIZE, 0.5), (QSize(501, 400), 0.0)):
        draw(looked, size, zoom)
    assert len(painted) == 3
    ground = picture.ground_of(looked.scenario)
    assert ground is not None
    ground.yield_to({})
    bare = ground.look()
    ground.yield_to({next(iter(looked.scenario.map.hexes)): 1})
    assert ground.look() != bare


def test_what_paints_the_ground_lies_in_the_folders_that_it_is_known_by() -> None:
    named = {
        name
        for module in CODE[0].glob("*.py")
        for name in re.findall(r"^\s*from (app\.[\w.]+) import", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    for name in named - BY_VALUE - {"app.systems.company_scale.board.ground"}:
        place = PACKAGE_ROOT / name.replace(".", "/")
        assert place in CODE or place.parent in CODE, name
