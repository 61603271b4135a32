"""The film of the workshop: a scenario by mouse alone, from an empty map to a game that outlives its module."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.dialogs import balance
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.workshop import live_ground
from rules.engine.record_reading import load_record
from rules.files.documents import read_file
from tests.app.film import company_scale, stage

GAMES = 20
"""Games of a balance; the film plays all 40."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the ground unpainted, and play few games for a balance."""
    for name in ("_draw_terrain", "_draw_marks_on_screen", "_draw_marks_aside", "yield_to"):
        monkeypatch.setattr(Ground, name, lambda *_, **__: None)
    monkeypatch.setattr(Ground, "lay_out_some", lambda *_: False)
    monkeypatch.setattr(live_ground, "QUIET", 60_000)
    monkeypatch.setattr(balance, "GAMES", GAMES)


def test_a_strangers_scenario_by_mouse_alone(qtbot: QtBot, tmp_path: Path) -> None:
    stage.film(tmp_path)
    made, played = tmp_path / "made", tmp_path / "played"
    module = next((made / "data" / "workshop").iterdir())
    scenario = read_file(module / "company_scale" / "the-mill-at-dawn.yaml").mapping
    assert len(scenario["setup"]) == len(company_scale.GERMANS) + len(company_scale.ALLIES)
    assert scenario["support_weapons"] == {"hmg_h_143": "07.06"}
    ground = read_file(module / "company_scale" / "maps" / "the-mill-at-dawn.yaml").mapping
    assert ground["roads"] == [{"kind": "paved", "hexes": list(company_scale.ROAD)}]
    lesson = read_file(next((module / "lessons").iterdir())).mapping
    assert lesson["title"] == "Into the Cup" and len(lesson["steps"]) == 3
    assert "of 20 games" in scenario["note"] and scenario["victory"]["win"] == {"german": 1}
    assert (made / "the-mill-at-dawn-setup.pdf").stat().st_size > 10_000
    assert not list((played / "data" / "modules").glob("*/*"))
    saved = next(played.glob("*.chitpull"))
    assert load_record(saved, attach=False).scenario.title == company_scale.TITLE
