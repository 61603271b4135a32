"""Games of one server hold the scenario they play once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.company_scale.scenario import scenario_folder
from rules.engine import sharing
from rules.engine.connection import Connection
from rules.engine.methods import call
from rules.engine.record import RecordError
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.systems import systems

OURS = {"system": "company_scale"}
SHIPPED = ("first-light", "anvil-historical", "last-attack")


@pytest.fixture
def connection() -> Connection:
    systems()
    return Connection()


def new(connection: Connection, scenario: Any, **params: Any) -> Session:
    return connection.games[call(connection, "new", {"scenario": scenario, "seed": 1, **params})["game"]]


@pytest.mark.parametrize("scenario", SHIPPED)
def test_games_of_one_scenario_share_it(connection: Connection, scenario: str) -> None:
    first, second = new(connection, scenario), new(connection, scenario)
    assert first is not second and first.scenario is second.scenario
    assert first.state is not second.state


@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_loaded_record_shares_the_scenario_of_an_open_game(
    connection: Connection, scenario: str, tmp_path: Path
) -> None:
    first = new(connection, scenario)
    call(connection, "save", {"path": str(tmp_path / "game.chitpull")})
    loaded = call(connection, "load", {"path": str(tmp_path / "game.chitpull")})
    assert connection.games[loaded["game"]].scenario is first.scenario


def test_a_record_of_a_scenario_that_is_held_does_not_load_it_again(
    connection: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, file = new(connection, "first-light"), tmp_path / "game.chitpull"
    call(connection, "save", {"path": str(file)})
    monkeypatch.setattr(sharing, "load", None)
    assert load_record(file, beside=[first]).scenario is first.scenario
    with pytest.raises(RecordError, match="cannot be loaded"):
        load_record(file, beside=[])


def test_games_of_documents_that_differ_share_nothing(connection: Connection) -> None:
    document = yaml.safe_load((scenario_folder() / "first-light.yaml").read_text(encoding="utf-8"))
    one, same = new(connection, document, **OURS), new(connection, dict(document), **OURS)
    longer = new(connection, {**document, "turns": document["turns"] + 1}, **OURS)
    assert one.scenario is same.scenario
    assert longer.scenario is not one.scenario and longer.scenario.turns == one.scenario.turns + 1


def test_a_scenario_changed_on_disk_is_another(connection: Connection, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (scenario_folder() / "first-light.yaml").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    first, second = new(connection, str(path), **OURS), new(connection, str(path), **OURS)
    path.write_text(text.replace("First Light", "Another Light"), encoding="utf-8")
    changed = new(connection, str(path), **OURS)
    assert first.scenario is second.scenario
    assert (first.scenario.title, changed.scenario.title) == ("First Light at Savasse", "Another Light at Savasse")
