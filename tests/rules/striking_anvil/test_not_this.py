"""Orders that were laughed at in recorded games, each in a small position: not this again."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.evaluator import Manner
from rules.engine.game import Game
from rules.striking_anvil.bot.combat import Weights, weights_of
from rules.striking_anvil.bot.plans import ActivationPlan, plans, rails
from rules.striking_anvil.bot.script import Scale
from rules.striking_anvil.state import Anvil
from rules.striking_anvil.system import SYSTEM
from tests.rules.striking_anvil.table import Table

W = weights_of(Manner())


EAST = {"03": ["de-cd03"], "04": ["de-cd04"], "18": ["de-rgr8"], "20": ["de-rgr239"], "22": ["de-rgr157"]}
NORTH = {"26": ["de-flir71"], "27": ["de-rger1"], "28": ["de-pzr33"], "29": ["de-rgr7"]}


def best_of(table: Table, unit: str, w: Weights = W) -> ActivationPlan:
    """Return the activation of a unit that is worth most, with the arrivals of the June scenario."""
    game: Anvil = Game(SYSTEM.kinds, SYSTEM.load("anvil-june"), table.state.copy())
    found = (plan for plan in plans(Scale(game, table.decision.seat, w)) if unit in plan.units)
    return max(found, key=lambda plan: plan.worth)


def test_a_division_ashore_fights_the_regiment_before_it_and_does_not_go_back() -> None:
    """June, seed 6103, order 132: the 36th Division walked from Fréjus to Saint-Tropez."""
    setup = {
        "02": ["us-141ir", "us-142ir", "us-143ir", "us-753tkb", "us-636tdb", "de-gr765", "de-cd02"],
        "06": ["us-7ir", "us-15ir", "us-30ir", "us-157ir", "us-179ir", "us-180ir"],
        "09": ["us-517pir", "fr-1rcp", "de-gr918", "de-pzg10", "de-cd09"],
        "10": ["de-gr932", "de-gr934", "de-cd10"],
    }
    table = Table(setup | EAST | NORTH, allied="01 06 07", turn=2, fortifications={"09": 11, "10": 10})
    assert best_of(table, "us-141ir").action == "attack"
    assert best_of(table, "us-141ir", replace(W, left_enemy=0)).way == ("01",), "what was laughed at"


def test_the_task_force_does_not_stop_at_a_battery_on_the_coast() -> None:
    """June, seed 6103, order 486: Task Force Butler went from Cannes to Nice for its battery, at a chance of 0 %."""
    setup = {
        "02": ["de-gr765", "de-cd02"],
        "03": ["us-tfb"],
        "04": ["de-cd04"],
        "09": ["fr-1bde", "de-gr918", "de-cd09"],
        "13": ["de-gr759"],
        "15": ["de-pzg11"],
        "16": ["de-gr933"],
        "17": ["de-gr758"],
        "18": ["de-rgr8"],
        "19": ["de-rgr239"],
        "22": ["de-rgr157"],
    }
    table = Table(setup | NORTH, allied="01 03 05 06 07 08 10 11 12", turn=5, fortifications={"09": 9})
    assert best_of(table, "us-tfb").way[-1] in ("08", "11")
    assert best_of(table, "us-tfb", replace(W, held_up=0)).way == ("04",), "what was laughed at"


def test_the_train_does_not_drive_into_a_siege() -> None:
    """June, seed 6103, order 70: the armored train drove into besieged Marseille."""
    setup = {"12": ["de-eaa640"], "10": ["de-gr932", "us-141ir"]}
    besieged = Table(setup, allied="01 06", side="german", fortifications={"10": 9}).game
    fallen = Table(setup, allied="01 06", side="german", fortifications={"10": 0}).game
    assert "10" not in {plan.way[-1] for plan in rails(besieged, "german", "12", W)}
    assert "10" in {plan.way[-1] for plan in rails(fallen, "german", "12", W)}
