"""A scenario that is sent names no files of the computer it comes to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.online.following import Following, OtherRules
from app.online.messages import Joined, packed
from app.online.played import read
from rules.engine.command import MalformedCommand
from rules.engine.folders import scenarios_dir
from rules.files.documents import plain, read_file
from rules.files.problems import ScenarioError
from rules.systems import systems

PARTS = [
    ("command_cards", "bonlieu", "map", "bonlieu"),
    ("striking_anvil", "anvil-historical", "map", "provence"),
    ("striking_anvil", "anvil-historical", "counters", "dragoon"),
    ("company_scale", "first-light", "map", "savasse"),
]


def shipped(system: str, name: str) -> dict[str, Any]:
    data = plain(read_file(scenarios_dir() / system / f"{name}.yaml").data)
    assert isinstance(data, dict)
    return data


def own_file(folder: Path, system: str, part: str, name: str) -> Path:
    """Return a copy of a map or counters that ship, where no scenario may look."""
    kept = scenarios_dir() / system / ("maps" if part == "map" else part) / f"{name}.yaml"
    file = folder / "private.yaml"
    file.write_text(kept.read_text(encoding="utf-8"), encoding="utf-8")
    return file


@pytest.mark.parametrize(("system", "scenario", "part", "name"), PARTS)
def test_a_scenario_that_is_sent_reads_no_file_elsewhere(
    system: str, scenario: str, part: str, name: str, tmp_path: Path
) -> None:
    file, of = own_file(tmp_path, system, part, name), systems()[system]
    up = "../" * 40
    told = set[str]()
    for named in (str(file.with_suffix("")), f"{up}{file.with_suffix('')}", f"{up}nowhere", "C:\\private", "\\private"):
        text = packed(json.dumps({**shipped(system, scenario), "id": "mine", part: named}).encode())
        with pytest.raises(MalformedCommand) as refused:
            read(of, text)
        told.add(str(refused.value))
        with pytest.raises(OtherRules, match="Name a file by its id"):
            Following.joined(Joined("german", of.id, of.schema, of.rules_version, "mine", (), (), {}, document=text))
    assert len(told) == 1, "whether there is a file is not told"


@pytest.mark.parametrize(("system", "scenario", "part", "name"), PARTS)
def test_a_file_beside_a_scenario_is_read_and_a_link_out_is_not(
    system: str, scenario: str, part: str, name: str, tmp_path: Path
) -> None:
    file, home = own_file(tmp_path, system, part, name), tmp_path / "module"
    inside = home / ("maps" if part == "map" else part)
    inside.mkdir(parents=True)
    text = (scenarios_dir() / system / f"{scenario}.yaml").read_text(encoding="utf-8")
    source = home / f"{scenario}.yaml"
    source.write_text(text.replace(f"{part}: {name}", f"{part}: linked"), encoding="utf-8")
    (inside / "linked.yaml").symlink_to(file)
    with pytest.raises(ScenarioError, match="Name a file by its id"):
        systems()[system].load(str(source))
    (inside / "linked.yaml").unlink()
    file.rename(inside / "linked.yaml")
    assert systems()[system].load(str(source)).id == scenario
