"""Battles by charts of their own: whatever numbers they hold, bots play on and the contract is kept."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.command_cards.bot.weights import MOST, usual, usual_worth, weights_of
from rules.command_cards.charts import (
    ALL,
    CLASSES,
    FORBIDDEN,
    FREE,
    STOP,
    Allotment,
    Card,
    Charts,
    Ground,
    Strike,
    UnitType,
    house_charts,
)
from rules.command_cards.system import SYSTEM, CommandCards
from rules.engine.evaluator import Manner
from rules.testing.fuzz import Setting, check_one

NEW_UNIT, NEW_CARD = "rangers", "big-push"


def _unit(random: Random, unit: UnitType) -> UnitType:
    move = random.randint(0, 5)
    return replace(
        unit,
        figures=random.randint(1, MOST),
        dice=tuple(random.randint(0, 5) for _ in range(random.randint(1, 7))),
        move=move,
        battle_after=random.randint(0, move),
        overrun=random.random() < 0.3,
        needs_los=random.random() < 0.7,
        takes_ground=random.random() < 0.7,
        battle_in_new_terrain=random.random() < 0.3,
        retreat_per_flag=(1, random.randint(1, 3)),
    )


def _table(random: Random, *values: Any) -> dict[str, Any]:
    return {cls: random.choice(values) for cls in CLASSES if random.random() < 0.5}


def _some(random: Random) -> tuple[str, ...]:
    return tuple(random.sample(CLASSES, random.randint(0, 3)))


def _ground(random: Random, ground: Ground, names: list[str]) -> Ground:
    return replace(
        ground,
        enter=_table(random, FREE, STOP, STOP, FORBIDDEN),
        no_battle=_some(random),
        defence=_table(random, -3, -2, -1, 0),
        attack_from=_table(random, -3, -2, -1, 0),
        defence_lost_if_attacker_on=random.choice(["", *names]),
        ignore_first_flag=_some(random),
        los=random.choice(["clear", "blocks", "hill"]),
    )


def _orders(random: Random) -> tuple[Allotment, ...]:
    return tuple(
        Allotment(
            random.choice(["left", "center", "right", "any"]),
            random.choice([1, 2, 3, 5, ALL]),
            random.choice([CLASSES, ("infantry",), ("armor", "artillery")]),
            random.choice(["", "", "adjacent", "not_adjacent"]),
            obstacle_free=random.random() < 0.2,
        )
        for _ in range(random.randint(1, 3))
    )


def _card(random: Random, card: Card) -> Card:
    changed = replace(card, copies=random.randint(0, 4), exchange=random.randint(0, 1))
    if not (card.strike or card.restore):
        changed = replace(changed, orders=_orders(random), move_extra=_table(random, 0, 1, 2), no_move=False)
        changed = replace(changed, battle_after=_table(random, 0, 1, 3), dice={"firing": random.randint(0, 2)})
    if card.strike:
        strike = Strike(random.randint(1, 2), random.randint(0, 4), random.randint(1, 5))
        changed = replace(changed, strike=strike)
    return replace(changed, restore=random.randint(1, 6)) if card.restore else changed


def random_charts(random: Random) -> Charts:
    """Return the house charts with other numbers in every line, a new kind of unit and a new card."""
    house = house_charts()
    units, cards = dict(house.units), dict(house.cards)
    units[NEW_UNIT] = replace(units["infantry"], id=NEW_UNIT, name="Rangers", cls=random.choice(CLASSES))
    cards[NEW_CARD] = replace(cards["staff-officer"], id=NEW_CARD, title="Big push")
    names = list(house.terrains)
    return Charts(
        {name: _unit(random, unit) for name, unit in units.items()},
        {name: _card(random, card) for name, card in cards.items()} | {NEW_CARD: replace(cards[NEW_CARD], copies=9)},
        {name: _ground(random, ground, names) for name, ground in house.terrains.items()},
        {name: _ground(random, ground, []) for name, ground in house.obstacles.items()},
        random.randint(0, 3),
    )


def battle(seed: int) -> Any:
    """Return a shipped battle by random charts, with rangers among its units."""
    random = Random(seed)
    scenario = SYSTEM.load(random.choice(["last-attack", "savasse-ridge", "drome-banks"]))
    units = {
        name: replace(unit, kind=NEW_UNIT if random.random() < 0.3 else unit.kind, figures=0)
        for name, unit in scenario.units.items()
    }
    return replace(scenario, id=str(seed), charts=random_charts(random), units=units, rounds=4)


class ByOtherCharts(CommandCards):
    """The system, whose records name a battle by its seed."""

    def load(self, source: Any) -> Any:
        return battle(int(source))


@pytest.mark.parametrize("seed", range(24))
def test_no_charts_stop_a_game(seed: int) -> None:
    bots = (["regular", "rare"], ["random"], ["rare"])[seed % 3]
    played = check_one(Setting(ByOtherCharts(), battle(seed), str(seed), seed), bots, limit=3000, every=16)
    assert played.faults == ()


def test_a_card_of_another_deck_is_worth_what_most_are() -> None:
    worths = list(usual().values())
    assert usual_worth("staff-officer") == usual()["staff-officer"]
    assert min(worths) < usual_worth(NEW_CARD) < max(worths)


@pytest.mark.parametrize("cls", CLASSES)
def test_a_unit_of_any_class_may_have_as_many_figures_as_any_other(cls: str) -> None:
    worths = weights_of(Manner()).left(cls)
    assert len(worths) == MOST + 1 and list(worths) == sorted(worths)
