"""Check charts that a scenario lays over those of the game: ids that are taken, cards that do what does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.command_cards.charts import Card, Charts, Ground, UnitType, charts_from, house_document
from rules.files.documents import Document, laid_over
from rules.files.problems import Data, Problem, Route, table_in

Raw = Mapping[str, Data]

TABLES: Final = ("units", "cards", "terrain", "obstacles")
_NOUNS: Final = {"units": "a kind of unit", "cards": "a card", "terrain": "a terrain", "obstacles": "an obstacle"}
_ONE: Final = "[{section: any, units: 1}]"
_THE_RESTORED: Final = "[{section: any, units: 1, only_restored: true}]"


def charts_over(own: Raw) -> Charts:
    """Return the charts of the game with the lines of charts in which nothing is wrong in place of its own."""
    return charts_from(laid_over(house_document(), own))


def without_lines(own: Raw, lines: set[Route]) -> dict[str, Data]:
    """Return charts without some of their lines, each a table and the id in it."""
    tables = {table: own[table].items() for table in TABLES if table in own}
    kept = {table: {one: line for one, line in rows if (table, one) not in lines} for table, rows in tables.items()}
    return {**own, **kept}


def chart_problems(document: Document) -> list[Problem]:
    """Return what is wrong in the sense of charts of the right form."""
    return [*_taken_ids(document), *_card_problems(document)]


def _taken_ids(document: Document) -> Iterator[Problem]:
    """Yield each new unit and card with the id of something else: what a game tells of goes by its id alone."""
    own, house = document.mapping, house_document()
    for table in ("units", "cards"):
        others = [(noun, {**house[name], **table_in(own, name)}) for name, noun in _NOUNS.items() if name != table]
        for one in table_in(own, table):
            for noun in [noun for noun, known in others if one in known][:1]:
                text = f"{one} is already the id of {noun}. Choose another one."
                yield document.problem((table, one), text)


def _card_problems(document: Document) -> Iterator[Problem]:
    for name, raw in table_in(document.mapping, "cards").items():
        if "strike" in raw and "restore" in raw:
            text = "A card can strike or bring figures back, not both. Leave one of them out."
            yield document.problem(("cards", name), text)
        elif text := _odd_orders(raw):
            yield document.problem(("cards", name, "orders"), text)


def _odd_orders(raw: Raw) -> str:
    """Return what is wrong with whom a card orders, "" if nothing is."""
    one: dict[str, Any] = {"section": "any", "units": 1}
    orders = [{key: value for key, value in order.items() if value is not False} for order in raw["orders"]]
    if "strike" in raw:
        return "" if orders == [one] else f"After its strike a card orders one unit: write {_ONE}."
    if "restore" in raw:
        found = orders == [{**one, "only_restored": True}]
        return "" if found else f"This card orders the unit that gets figures back: write {_THE_RESTORED}."
    if any("only_restored" in order for order in orders):
        return "Only a card that brings figures back orders the unit restored. Leave only_restored out."
    if raw.get("entrench") and not all("obstacle_free" in order for order in orders):
        return "Units with an obstacle in their hex can't entrench: write obstacle_free: true."
    return ""


# --- Charts with faults, so that what names them can be checked further --------------------------------------------

_ANY_UNIT: Final = UnitType("", "", "", 99, (1,), 1, 1)
_ANY_CARD: Final = Card("", "", "", "", 99, (), lies=True)
_ANY_GROUND: Final = Ground("", "")


def lenient(own: Raw, lines: set[Route]) -> Charts:
    """Return charts with some faulty lines, which allow anything: what they are meant to say is not known."""
    sound = charts_over(without_lines(own, lines))
    lost = {table: [str(one) for where, one in lines if where == table] for table in TABLES}
    ground = {one: replace(_ANY_GROUND, id=one) for one in (*lost["terrain"], *lost["obstacles"])}
    return Charts(
        {**sound.units, **{one: replace(_ANY_UNIT, id=one, name=one) for one in lost["units"]}},
        {**sound.cards, **{one: replace(_ANY_CARD, id=one, title=one) for one in lost["cards"]}},
        {one: ground.get(one, known) for one, known in sound.terrains.items()},
        {one: ground.get(one, known) for one, known in sound.obstacles.items()},
        sound.extra_road_hexes,
    )
