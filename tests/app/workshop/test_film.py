"""The films of the workshop: a scenario by mouse alone, from an empty map to a game that outlives its module."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.dialogs import balance
from app.systems.company_scale.workshop import live_ground
from rules.engine.record_reading import load_record
from rules.files.documents import read_file
from tests.app.film import command_cards, company_scale, stage

GAMES = 20
"""Games of a balance; the film plays all 40."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, bare_ground: None) -> None:
    """Leave the ground unpainted, and play few games for a balance."""
    monkeypatch.setattr(live_ground, "QUIET", 60_000)
    monkeypatch.setattr(balance, "GAMES", GAMES)


def test_a_strangers_scenario_by_mouse_alone(qtbot: QtBot, tmp_path: Path) -> None:
    stage.film(tmp_path, company_scale.THE_MILL)
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


def test_a_strangers_battle_by_mouse_alone(qtbot: QtBot, tmp_path: Path) -> None:
    stage.film(tmp_path, command_cards.THE_BRIDGE)
    made, played = tmp_path / "made", tmp_path / "played"
    module = next((made / "data" / "workshop").iterdir())
    battle = read_file(module / "command_cards" / "the-bridge-at-allex.yaml").mapping
    stands = {at: kind.lower() for at, kind in command_cards.GERMANS.items() if at not in command_cards.DRY}
    assert battle["units"]["german"] == {**stands, "H9": "armor", "I10": "artillery"}
    assert battle["obstacles"] == {"D7": "sandbags", "C10": "sandbags", "C9": "wire"}
    ground = battle["map"]
    assert ground["rows"][4] == "ssssssBssssss" and ground["rows"][7][9:] == "mmm" and len(ground["roads"]) == 1
    assert [(goal["hexes"], goal["for"]) for goal in battle["objectives"]] == [(["D7"], "german"), (["C4"], "german")]
    assert battle["night"] == {"until_round": 2, "max_distance": 2} and battle["reinforcements"][0]["hexes"] == ["A5"]
    assert battle["sides"]["german"] == {"edge": "bottom", "hand": 6, "medals": 5} and "of 20 games" in battle["note"]
    assert (made / "the-bridge-at-allex-setup.pdf").stat().st_size > 10_000
    assert not list((played / "data" / "modules").glob("*/*"))
    with stage.at_home(played):  # the key of the cards is there
        saved = load_record(next(played.glob("*.chitpull")), attach=False)
    assert saved.scenario.title == command_cards.TITLE
    assert {"F4", "F7"} <= {unit.hex for unit in saved.state.units.values()}
