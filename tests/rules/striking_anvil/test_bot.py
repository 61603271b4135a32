"""What the bot thinks of: lorries, bridges, the train."""

from __future__ import annotations

from rules.engine.evaluator import Manner
from rules.striking_anvil.bot.combat import weights_of
from rules.striking_anvil.bot.plans import ActivationPlan, convoy, plans, rails
from rules.striking_anvil.bot.script import Scale
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
