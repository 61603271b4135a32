"""The workflows: actions pinned by the hash of a commit, scripts that exist, no step without a name or an action."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packaging.test_contents import ROOT

FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
USES = re.compile(r"uses: (?P<action>[\w./-]+)@(?P<at>\S+)(?P<rest>.*)")
PINNED = re.compile(r"[0-9a-f]{40}")


def steps(file: Path) -> list[dict[str, Any]]:
    """Return all steps of a workflow."""
    jobs = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_actions_are_pinned_by_hash_with_the_version_beside_it(file: Path) -> None:
    found = [USES.search(line) for line in file.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert found and all(found)
    for match in found:
        assert match is not None and PINNED.fullmatch(match["at"]), f"{file.name}: {match and match[0]}"
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", match["rest"]), f"{file.name}: {match[0]}"


def test_one_action_has_one_hash() -> None:
    pins: dict[str, set[str]] = {}
    for file in FILES:
        for match in USES.finditer(file.read_text(encoding="utf-8")):
            pins.setdefault(match["action"], set()).add(match["at"] + match["rest"])
    assert {action: versions for action, versions in pins.items() if len(versions) > 1} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_scripts_that_a_step_calls_are_there(file: Path) -> None:
    for step in steps(file):
        for name in re.findall(r"(?<![\w/])(?:\./)?((?:packaging/)[\w/-]+\.(?:py|sh|ps1))", step.get("run", "")):
            assert (ROOT / name).is_file(), f"{file.name}: {name} is missing"


def test_nothing_may_write_but_the_job_that_publishes() -> None:
    for file in FILES:
        told = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert told["permissions"] == {"contents": "read"}
        writing = [name for name, job in told["jobs"].items() if "permissions" in job]
        assert writing == (["release"] if file.name == "release.yml" else [])


def test_known_holes_are_looked_for_and_newer_versions_proposed() -> None:
    told = yaml.safe_load((FOLDER / "test.yml").read_text(encoding="utf-8"))
    assert any(
        "pip_audit --requirement constraints.txt" in step.get("run", "") for step in told["jobs"]["audit"]["steps"]
    )
    bot = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    assert bot["version"] == 2
    assert {update["package-ecosystem"] for update in bot["updates"]} == {"github-actions", "pip"}
