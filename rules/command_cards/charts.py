"""Units, terrain, obstacles and cards, read from the charts, and the house rule of the game (CMD-los-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from rules.engine.folders import scenarios_dir
from rules.engine.house_rules import HouseRules, Setting, Switch, Value
from rules.files.problems import Data

# --- Where the data of the system lies: charts, the catalogue of its clauses, maps and scenarios -------------------

CHARTS: Final = Path(__file__).resolve().parent / "charts"
CLAUSES: Final = CHARTS.with_name("clauses")


def scenario_folder() -> Path:
    """Return the folder of the shipped scenarios, with maps and schemas below it."""
    return scenarios_dir() / "command_cards"


# --- Units, terrain, obstacles and cards, read from the charts (CMD-terrain-01, -03, CMD-special-01, -06, -08) -----

CLASSES: Final = ("infantry", "armor", "artillery")
FREE: Final = "free"
STOP: Final = "stop"
FORBIDDEN: Final = "forbidden"
_STRICT: Final = (FREE, STOP, FORBIDDEN)
ALL: Final = 99  # units that a card orders which orders all of a class
STAYS: Final = ("code", "fixed")
"""What of a terrain or obstacle other charts cannot change."""
CLOSE_ASSAULT: Final = "close_assault"
FIRING: Final = "firing"


@dataclass(frozen=True, slots=True)
class UnitType:
    """One kind of unit: figures, dice by distance, hexes it moves, and after how many of them it may battle."""

    id: str
    name: str
    cls: str
    figures: int
    dice: tuple[int, ...]
    move: int
    battle_after: int
    badge: str = ""
    overrun: bool = False
    needs_los: bool = True
    takes_ground: bool = True
    battle_in_new_terrain: bool = False
    retreat_per_flag: tuple[int, int] = (1, 1)

    @property
    def special_forces(self) -> bool:
        """Tell whether the Special Forces badge is on it (CMD-special-01, -07, -08)."""
        return self.badge == "special"


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain or an obstacle: who may enter and battle then, and what it does to dice, flags and sight."""

    id: str
    name: str
    code: str = ""
    fixed: bool = True
    enter: Mapping[str, str] = field(default_factory=dict)
    no_battle: tuple[str, ...] = ()
    defence: Mapping[str, int] = field(default_factory=dict)
    attack_from: Mapping[str, int] = field(default_factory=dict)
    defence_lost_if_attacker_on: str = ""
    ignore_first_flag: tuple[str, ...] = ()
    los: str = "clear"


@dataclass(frozen=True, slots=True)
class Allotment:
    """How many units of a section, class or situation a card orders."""

    section: str
    units: int
    classes: tuple[str, ...] = CLASSES
    where: str = ""
    obstacle_free: bool = False
    only_restored: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """Dice rolled against units anywhere: how many targets, how far apart at most."""

    targets: int
    apart: int
    dice: int


@dataclass(frozen=True, slots=True)
class Card:
    """A command card: whom it orders and what else it does."""

    id: str
    title: str
    text: str
    kind: str
    copies: int
    orders: tuple[Allotment, ...]
    exchange: int = 0
    move_extra: Mapping[str, int] = field(default_factory=dict)
    battle_after: Mapping[str, int] = field(default_factory=dict)
    no_move: bool = False
    dice: Mapping[str, int] = field(default_factory=dict)
    overrun_dice: bool = True
    strike: Strike | None = None
    restore: int = 0  # dice
    entrench: bool = False
    lies: bool = False

    @property
    def uses_stars(self) -> bool:
        """Tell whether a star does something on this card (CMD-card-03)."""
        return self.strike is not None or self.restore > 0


ANY_ONE: Final = (Allotment("any", 1),)  # what a card orders that can order nobody (CMD-card-05)
_PLAIN: Final = Card("", "", "", "section", 0, ANY_ONE)


def as_played(card: Card, stand_in: bool) -> Card:
    """Return a card as it works when it orders any one unit for want of others: without all else (CMD-card-05)."""
    return _PLAIN if stand_in else card


def stricter(*rules: str) -> str:
    """Return the strictest of what terrain and obstacle say about entering."""
    return max(rules, key=_STRICT.index)


@dataclass(frozen=True, slots=True)
class Charts:
    """All that a battle is played with: kinds of units, cards, terrain and obstacles by their ids, and its roads."""

    units: Mapping[str, UnitType]
    cards: Mapping[str, Card]
    terrains: Mapping[str, Ground]
    obstacles: Mapping[str, Ground]
    extra_road_hexes: int


@cache
def house_document() -> Mapping[str, Data]:
    """Return the charts of the game itself as one document, over which a scenario may lay lines of its own."""
    units, ground, deck = _read("units"), _ground_chart(), _read("cards")
    cards = {row["id"]: {key: value for key, value in row.items() if key != "id"} for row in deck["cards"]}
    tables = {
        table: {name: {k: v for k, v in row.items() if k not in STAYS} for name, row in ground[table].items()}
        for table in ("terrain", "obstacles")
    }
    return {"units": units["units"], "cards": cards, **tables, "road": ground["road"]}


@cache
def _ground_chart() -> Any:
    return _read("ground")


@cache
def house_charts() -> Charts:
    """Return the charts of the game itself."""
    return charts_from(house_document())


def charts_from(data: Mapping[str, Data]) -> Charts:
    """Return the charts of a whole document in which nothing is wrong."""
    return Charts(
        {name: _unit_type(name, raw) for name, raw in data["units"].items()},
        {name: _card(name, raw) for name, raw in data["cards"].items()},
        {name: _ground("terrain", name, raw) for name, raw in data["terrain"].items()},
        {name: _ground("obstacles", name, raw) for name, raw in data["obstacles"].items()},
        int(data["road"]["extra_hexes"]),
    )


def _unit_type(name: str, raw: Mapping[str, Data]) -> UnitType:
    lists: dict[str, Any] = {key: tuple(raw[key]) for key in ("dice", "retreat_per_flag") if key in raw}
    rest = {key: value for key, value in raw.items() if key not in lists and key != "class"}
    return UnitType(id=name, cls=raw["class"], **lists, **rest)


def _ground(table: str, name: str, raw: Mapping[str, Data]) -> Ground:
    """Return a kind of ground; its letter on maps is that of the house, whoever changes it."""
    lists: dict[str, Any] = {key: tuple(raw[key]) for key in ("no_battle", "ignore_first_flag") if key in raw}
    house = {key: value for key, value in _ground_chart()[table][name].items() if key in STAYS}
    return Ground(id=name, **{**house, **raw, **lists})


def _card(name: str, raw: Mapping[str, Data]) -> Card:
    orders = tuple(_allotment(one) for one in raw["orders"])
    strike = Strike(**raw["strike"]) if "strike" in raw else None
    restore = raw.get("restore", {}).get("dice", 0)
    return Card(id=name, **{**raw, "orders": orders, "strike": strike, "restore": restore})


def _allotment(raw: Mapping[str, Data]) -> Allotment:
    units = ALL if raw["units"] == "all" else raw["units"]
    return Allotment(**{**raw, "units": units, "classes": tuple(raw.get("classes", CLASSES))})


def _read(name: str) -> Any:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((CHARTS / f"{name}.yaml").read_text(encoding="utf-8"), loader)


# --- The rule that players may play otherwise than printed (CMD-los-04) --------------------------------------------

SWITCHES: Final = (
    Switch(
        "los_edge_rule",
        "Line of sight along hexsides",
        "CMD-los-04",
        (
            Setting(
                "whole_line", "A line along hexsides is blocked by one obstruction on each side, anywhere along it."
            ),
            Setting("per_edge", "A line along hexsides is blocked only by obstructions facing each other."),
        ),
    ),
)


def _played(scenario: Any) -> Mapping[str, Value]:
    return {"los_edge_rule": "per_edge" if scenario.per_edge else "whole_line"}


HOUSE_RULES: Final = HouseRules(SWITCHES, _played)
