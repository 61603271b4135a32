"""Battles by charts of their own: whatever their schema allows, bots play on and the contract is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.command_cards.bot.weights import MOST, usual, usual_worth, weights_of
from rules.command_cards.charts import CLASSES, Charts, house_document, scenario_folder
from rules.command_cards.loading.chart_checks import charts_over
from rules.command_cards.loading.scenarios import INLINE_CHARTS, checked_charts
from rules.command_cards.system import SYSTEM, CommandCards
from rules.engine.evaluator import Manner
from rules.files.documents import Document
from rules.testing.fuzz import FuzzSetting, check_one
from tests.rules.helpers.long import repeated

SCHEMA = json.loads((scenario_folder() / "schema" / "charts.schema.json").read_text(encoding="utf-8"))
NEW_UNIT, NEW_CARD = "rangers", "big-push"
NEW = {"units": NEW_UNIT, "cards": NEW_CARD}
ONE = {"section": "any", "units": 1}


def anything(random: Random, node: Mapping[str, Any]) -> Any:
    """Return a value that a part of the schema allows."""
    if "$ref" in node:
        return anything(random, SCHEMA["$defs"][node["$ref"].rpartition("/")[2]])
    if "const" in node or "enum" in node:
        return random.choice(node.get("enum") or [node["const"]])
    if "oneOf" in node:
        return anything(random, random.choice(node["oneOf"]))
    if node["type"] == "array":
        least, most = node.get("minItems", 0), node.get("maxItems", 4)
        places = [random.randint(least, most)] if "items" in node else []
        parts = node.get("prefixItems") or [node["items"]] * places[0]
        return [anything(random, part) for part in parts]
    if node["type"] == "object":
        named, needed = node["properties"], node.get("required", ())
        return {key: anything(random, of) for key, of in named.items() if key in needed or random.random() < 0.4}
    simple = {"integer": lambda: random.randint(node["minimum"], node["maximum"]), "string": lambda: "Anything",
              "boolean": lambda: random.random() < 0.5}  # fmt: skip
    return simple[node["type"]]()


def sensible(random: Random, card: dict[str, Any]) -> dict[str, Any]:
    """Return a card of the right form whose parts fit."""
    if "strike" in card and "restore" in card:
        del card[random.choice(["strike", "restore"])]
    if "strike" in card or "restore" in card:
        return {**card, "orders": [{**ONE, "only_restored": True} if "restore" in card else ONE]}
    orders = [{key: value for key, value in order.items() if key != "only_restored"} for order in card["orders"]]
    return {
        **card,
        "orders": [{**order, "obstacle_free": True} for order in orders] if card.get("entrench") else orders,
    }


def random_document(random: Random) -> dict[str, Any]:
    """Return charts with lines of their own in place of most of the house's, a new kind of unit and a new card."""
    found: dict[str, Any] = dict(INLINE_CHARTS)
    for table, ref in (("units", "unit"), ("cards", "card"), ("terrain", "terrain"), ("obstacles", "obstacle")):
        names = [name for name in house_document()[table] if random.random() < 0.8]
        if table in NEW:
            names.append(NEW[table])
        found[table] = {name: anything(random, {"$ref": ref}) for name in names}
    found["cards"] = {name: sensible(random, card) for name, card in found["cards"].items()}
    return {**found, "road": anything(random, SCHEMA["properties"]["road"])}


def random_charts(random: Random) -> Charts:
    """Return the charts of a random document."""
    found = random_document(random)
    assert checked_charts(Document(found)) == []
    return charts_over(found)


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


@pytest.mark.parametrize("seed", range(repeated(24, 200)))
def test_no_charts_stop_a_game(seed: int) -> None:
    bots = (["regular", "rare"], ["random"], ["rare"])[seed % 3]
    played = check_one(FuzzSetting(ByOtherCharts(), battle(seed), str(seed), seed), bots, limit=3000, every=16)
    assert played.faults == ()


def test_a_card_of_another_deck_is_worth_what_most_are() -> None:
    worths = list(usual().values())
    assert usual_worth("staff-officer") == usual()["staff-officer"]
    assert min(worths) < usual_worth(NEW_CARD) < max(worths)


@pytest.mark.parametrize("cls", CLASSES)
def test_a_unit_of_any_class_may_have_as_many_figures_as_any_other(cls: str) -> None:
    worths = weights_of(Manner()).left(cls)
    assert len(worths) == MOST + 1 and list(worths) == sorted(worths)
