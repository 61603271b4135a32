"""The module that ships as a sample: it installs without a fault, and its battles are played by the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.folders import scenarios_dir
from rules.systems import SHIPPED, system_of
from rules.testing.fuzz import FuzzSetting, check_one
from rules.workshop import library
from rules.workshop.module import offer_of

SAMPLE = scenarios_dir() / "samples" / "three-small-battles"
BATTLES = ("company_scale/mill-at-dawn", "company_scale/noon-at-savasse", "command_cards/orchard-road")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))


def test_it_installs_without_a_fault_or_anything_left_to_think_of() -> None:
    offer = offer_of(SAMPLE, SHIPPED)
    assert (list(offer.faults), offer.contents) == ([], "2 maps and 3 scenarios")
    assert [line for line in offer.advice if "noon-at-savasse" not in line] == [], "that one stands as its game left it"
    offer.install()
    names = {row.name for row in library.scenarios(SHIPPED)}
    assert names == {f"three-small-battles/{Path(battle).name}" for battle in BATTLES}


@pytest.mark.parametrize("battle", BATTLES)
def test_its_notes_tell_a_balance_within_sixty_to_forty(battle: str) -> None:
    path = str(SAMPLE / f"{battle}.yaml")
    note = " ".join(system_of(path).load(path).note.split())
    told = note.partition("Balance: With the computer (Regular) on both sides, ")[2]
    percent = int(told.partition("(")[2].partition("%")[0])
    assert 40 <= percent <= 60 and "120 games" in told


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("bot", ["random", "rare"])
def test_its_battles_keep_the_contract(battle: str, bot: str) -> None:
    path = str(SAMPLE / f"{battle}.yaml")
    system = system_of(path)
    played = check_one(FuzzSetting(system, system.load(path), path, 3), [bot], enough=150, every=10)
    assert played.faults == ()
