"""What the bot thinks of: lorries, bridges, the train."""

from __future__ import annotations

import pytest

from rules.engine.evaluator import Manner
from rules.engine.game import Game
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.striking_anvil.bot.combat import weights_of
from rules.striking_anvil.bot.german import Withdrawal
from rules.striking_anvil.bot.goals import Goals, vanguard
from rules.striking_anvil.bot.plans import ActivationPlan, convoy, plans, rails, reach_of
from rules.striking_anvil.bot.script import AnvilScript, Scale
from rules.striking_anvil.r01_3_units import fighters, strength
from rules.striking_anvil.r04_movement import Group, reach
from rules.striking_anvil.state import Anvil
from rules.systems import systems
from tests.rules.striking_anvil.table import Table

W = weights_of(Manner())


def of(table: Table, side: str, action: str) -> list[ActivationPlan]:
    """Return the activations of a kind that the bot thinks of."""
    return [plan for plan in plans(Scale(table.game, side, W)) if plan.action == action]


def test_the_strongest_ride_as_far_as_lorries_have_room() -> None:
    table = Table({"08": ["us-7ir", "us-141ir", "us-trp1", "us-509pib", "fr-1bde"]}, allied="01 02 07 08")
    units, loads = convoy(table.game, "allied", "08")
    assert dict(loads) == {"us-7ir": "us-trp1", "us-509pib": "us-trp1"}
    assert set(units) == {"us-7ir", "us-509pib", "us-trp1"}


def test_a_ride_goes_where_feet_do_not() -> None:
    table = Table({"07": ["us-7ir", "us-trp1"]}, allied="01 02 07 08 19")
    rides = [plan for plan in of(table, "allied", "move") if plan.loads]
    on_foot = {plan.way[-1] for plan in of(table, "allied", "move") if not plan.loads}
    assert rides and all(plan.way[-1] not in on_foot for plan in rides)


def test_nobody_rides_in_lorries_of_another_nation() -> None:
    table = Table({"08": ["fr-1bde", "us-trp1"]}, allied="01 08")
    assert convoy(table.game, "allied", "08") == ((), ())


def test_the_allies_build_towards_the_enemy_and_only_where_none_is_near() -> None:
    table = Table({"08": ["us-7ir", "us-tfb"], "17": ["de-gr308"]}, allied="01 07 08")
    works = of(table, "allied", "repair")
    assert {plan.bridge for plan in works} >= {"08-17"} and all(len(plan.units) == 1 for plan in works)
    contested = Table({"08": ["us-7ir", "de-gr308"]}, allied="01 07 08")
    assert not of(contested, "allied", "repair")


def test_the_germans_blow_a_bridge_that_the_enemy_is_about_to_use() -> None:
    setup = {"08": ["us-7ir"], "17": ["de-gr308", "de-gr326"]}
    table = Table(setup, allied="01 07 08", side="german", intact_bridges=["08-17"])
    assert [(plan.bridge, len(plan.units)) for plan in of(table, "german", "demolish")] == [("08-17", 1)]
    far = Table({"17": ["de-gr308"]}, allied="01", side="german", intact_bridges=["08-17"])
    assert not of(far, "german", "demolish")


def test_the_train_leaves_when_nobody_guards_it_and_goes_to_who_fights() -> None:
    setup = {"12": ["de-eaa640"], "11": ["us-7ir"], "10": ["de-gr932", "us-141ir"]}
    table = Table(setup, allied="01 06 11", side="german")
    best = max(rails(table.game, "german", "12", W), key=lambda plan: plan.worth)
    assert best.way[-1] == "10" and best.worth > 0
    quiet = Table({"12": ["de-eaa640", "de-gr933"]}, allied="01", side="german")
    assert all(plan.worth <= 0 for plan in rails(quiet.game, "german", "12", W))


def test_the_task_force_formed_ashore_goes_north_as_soon_as_it_is_there() -> None:
    system = systems()["striking_anvil"]
    session = Session.new(system, system.load("anvil-historical"), seed=0)
    scripts, seats, been = {seat: AnvilScript(0, Manner()) for seat in system.seats}, seats_of(session), {2: ""}
    while (decision := session.decision) is not None and session.state.turn < 7:
        choice = scripts[decision.seat].choose(seats[decision.seat].think(), decision)
        session.submit(decision.seat, session.seq, choice.command)
        been[session.state.turn] = session.state.units["us-tfb"].at
    assert been[2] == "08" and been[3] == "17" and been[5] == "21", been
    game: Anvil = Game(system.kinds, session.scenario, session.state.copy())
    task = Goals(game, W).task("us-tfb")
    assert task in ("26", "28", "29") and vanguard(game.scenario) == {"us-tfb"}
    enemy = sum(strength(game, unit) for unit in fighters(game, task, "german"))
    assert enemy <= strength(game, "us-tfb")


def test_fast_germans_leave_only_when_time_or_danger_says_so() -> None:
    setup = {"28": ["de-pzr15", "de-gr308"], "29": ["de-rgr7"], "22": ["de-rgr157"]}

    def leaving(turn: int, allies: list[str]) -> float:
        where = {**setup, "26": allies} if allies else setup
        table = Table(where, allied="01 26" if allies else "01", side="german", turn=turn)
        plan = next(p for p in plans(Scale(table.game, "german", W)) if p.way == ("NE",) and "de-pzr15" in p.units)
        return sum(part.points for part in plan.parts if part.text == "leaving without a fight")

    assert leaving(3, []) < 0 and leaving(7, []) == 0
    assert leaving(3, ["us-7ir", "us-15ir", "us-30ir"]) == 0


def test_a_garrison_stays_in_its_fortress_and_nobody_else_goes_into_a_siege() -> None:
    def the_fortress(garrison: list[str], here: str, to: str, unit: str) -> float:
        setup = {"09": garrison, "06": ["de-gr308"]}
        game = Table(setup, allied="01", side="german", turn=3, fortifications={"09": 12}).game
        parts = Withdrawal(game, W).move(here, to, (unit,))
        return sum(part.points for part in parts if part.text == "the fortress")

    assert the_fortress(["de-gr918", "de-gr917"], "09", "06", "de-gr917") == -W.fortress_left
    assert the_fortress(["de-gr918", "us-7ir"], "06", "09", "de-gr308") == -W.fortress_left
    assert the_fortress(["de-gr918"], "06", "09", "de-gr308") == 0, "a fortress that is not besieged may be manned"
    assert the_fortress(["de-gr918"], "06", "10", "de-gr308") == 0


@pytest.mark.parametrize("unit", ["de-pzr15", "de-rgr7"])
def test_where_units_can_go_is_remembered_only_for_ground_like_this(unit: str) -> None:
    """The same scenario, other ground: what was found before is what is found anew."""
    table = Table({"24": [unit]}, allied="01 07 08 16", side="german", turn=3)
    game = table.game
    group = Group("german", (unit,), {})
    rivers = [border.id for border in game.scenario.map.borders.values() if border.river]
    ways = []
    for area in (*game.scenario.map.areas, *rivers):
        changed = game.branch()
        if area in rivers:
            changed.state.bridges[area] = 0
        else:
            changed.state.allied = tuple(sorted({*changed.state.allied} ^ {area}))
        ways.append(reach_of(changed, group, "24"))
        assert ways[-1] == reach(changed, group, "24"), area
    assert len({str(way) for way in ways}) > 3


def test_who_has_not_fought_is_not_sent_off_the_map_because_another_could_go() -> None:
    game = Table({"30": ["de-rgr7", "de-rgr28"]}, allied="01", side="german", turn=3).game
    free, kept = (Group("german", (unit,), {}) for unit in ("de-rgr7", "de-rgr28"))
    assert "NE" in reach_of(game, free, "30")
    game.state.bound["de-rgr28"] = 5
    assert "NE" not in reach_of(game, kept, "30") and "NE" in reach_of(game, free, "30")
