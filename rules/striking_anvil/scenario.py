"""What never changes in a game: map, counters, charts, set-up, switches, the rules players may play otherwise."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

from rules.engine.caching import Immutable
from rules.engine.house_rules import HouseRules, Setting, Switch, Value

# --- Where the data of the system lies that is no scenario: its house charts and the catalogue of its clauses ------

CHARTS: Final = Path(__file__).resolve().parent / "charts"
CLAUSES: Final = CHARTS.with_name("clauses")


# --- What never changes in a game: map, counters, charts, set-up, switches -----------------------------------------

Line: TypeAlias = tuple[tuple[float, float], ...]

ALLIED: Final = "allied"
GERMAN: Final = "german"
SIDES: Final = (ALLIED, GERMAN)
COMBAT: Final = "combat"
SUPPORT: Final = "support"
CD: Final = "cd"
TRAIN: Final = "train"
TRANSPORT: Final = "transport"
FULL: Final = 0
REDUCED: Final = 1
EXIT: Final = "exit"
LANDING: Final = "landing"
PORT: Final = "port"
ENTRY: Final = "entry"
ASHORE: Final = "ashore"
TURN_DAYS: Final = 2  # 1.2


def other_side(side: str) -> str:
    """Return the opponent."""
    return GERMAN if side == ALLIED else ALLIED


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter; pairs give the full and the reduced side, movement 0 means none or entrenched (1.3, 4).

    `side` follows from its nation.
    """

    id: str
    label: str
    nation: str
    kind: str
    branch: str = ""
    division: str = ""
    strength: tuple[int, int] = (0, 0)
    movement: tuple[int, int] = (0, 0)
    bonus: tuple[int, int] = (0, 0)
    symbol: str = ""
    side: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", GERMAN if self.nation == "de" else ALLIED)  # 1.3

    @property
    def steps(self) -> int:
        """Return how many steps it has; transports take no hits (1.3.1, 1.3.2, 1.3.3)."""
        return {COMBAT: 2, CD: 2, SUPPORT: 1, TRAIN: 1}.get(self.kind, 0)

    @property
    def is_entrenched(self) -> bool:
        """Tell whether the full side is entrenched: an E for its movement (4)."""
        return self.kind == COMBAT and self.movement[FULL] == 0


@dataclass(frozen=True, slots=True)
class Area:
    """One area: its terrain and what it lies at; points are longitudes and latitudes (1.1).

    `coast` is the finer line of the sea from one corner of the outline to another.
    """

    id: str
    name: str
    terrain: str
    coastal: bool = False
    rhone: bool = False
    landing: bool = False
    at: tuple[float, float] = (0.0, 0.0)
    outline: Line = ()
    coast: Line = ()


@dataclass(frozen=True, slots=True)
class Border:
    """What lies between two areas: a river or none, a road or none; a road over a river is a bridge site (1.1, 9).

    `course` is the part of the border that is the river, all of it where empty; `via` are points of the road in the
    order of `areas`.
    """

    id: str
    areas: tuple[str, str]
    road: bool
    river: str = ""
    name: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    course: Line = ()
    via: Line = ()

    @property
    def is_site(self) -> bool:
        """Tell whether a bridge can stand here (9)."""
        return self.road and bool(self.river)


@dataclass(frozen=True, slots=True)
class Box:
    """A place off the map: an exit, a landing zone, the port, an entry road (1.1, 7)."""

    id: str
    name: str
    kind: str
    side: str
    areas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AreaMap:
    """Areas, borders and boxes; `steps` maps a place to what one step leads to, with the border ('' from a box)."""

    id: str
    areas: Mapping[str, Area]
    borders: Mapping[str, Border]
    boxes: Mapping[str, Box]
    sheet: tuple[int, int] = (29, 26)
    projection: Mapping[str, float] = field(default_factory=dict)
    neighbours: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[str, list[str]] = {area: [] for area in self.areas}
        for border in self.borders.values():
            a, b = border.areas
            found[a].append(b)
            found[b].append(a)
        object.__setattr__(self, "neighbours", {area: tuple(sorted(near)) for area, near in found.items()})

    def border(self, a: str, b: str) -> Border | None:
        """Return what lies between two areas, or None if they do not touch."""
        return self.borders.get(border_id(a, b))


def border_id(a: str, b: str) -> str:
    """Return the name of the border between two areas: 05-09."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


@dataclass(frozen=True, slots=True)
class Terrain:
    """Points to enter for units on foot, motorized and motorized by road, None where they may not; the die (4, 5.7)."""

    foot: int
    motorized: int | None
    by_road: int
    die: int


@dataclass(frozen=True, slots=True)
class River:
    """Points to cross and the modifier of mobile combat, each unbridged and bridged (4, 5.7)."""

    cost: tuple[int, int]
    die: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Victory:
    """What counts (ours): points of areas, what points of strength make one victory point, the levels from the top.

    `leave_from` maps an entry box to the turn from which units that came by it may leave the map unfought.
    """

    areas: Mapping[str, int]
    eliminated_german: int
    eliminated_allied: int
    exited: Mapping[str, int]
    leave_from: Mapping[str, int]
    fortress: int
    levels: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts of the house; a cell of `rows` is hits of the attacker and of the defender (5.1)."""

    columns: tuple[int, ...]
    rows: Mapping[int, tuple[tuple[int, int], ...]]
    terrain: Mapping[str, Terrain]
    rivers: Mapping[str, River]
    bombing: Mapping[str, tuple[tuple[int, bool], ...]]
    fortifications: Mapping[str, tuple[int, ...]]
    victory: Victory


@dataclass(frozen=True, slots=True)
class Lot:
    """Units that arrive in a box at the start of a turn (7)."""

    turn: int
    box: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AirDrop:
    """Units that are dropped on an area in a turn (8)."""

    turn: int
    area: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a position begins that is not the start of a game: turn, whose impulse, and hits to be paid first.

    With `is_turn` it begins as its turn does. The rest is as in `State`; `building` are the bridges that are built.
    """

    turn: int
    side: str
    hits: int = 0
    area: str = ""
    is_turn: bool = False
    eliminated: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    ports: Mapping[str, int] = field(default_factory=dict)
    building: Mapping[str, int] = field(default_factory=dict)
    bound: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of a scenario."""

    strict_combined_arms: bool = False
    naval_marker_coast_only: bool = False
    attackers_may_disorganize: bool = False
    planning_variant: bool = False
    only_combat_units_take_control: bool = False


@dataclass(frozen=True, slots=True)
class Scenario(Immutable):
    """A scenario ready to play; `hash` is the content hash of its data.

    `document` holds all of a scenario whose file is not shipped: its game records include it.
    """

    most: ClassVar[int] = 10_000

    id: str
    title: str
    map: AreaMap
    counters: Mapping[str, Counter]
    charts: Charts
    date: datetime.date
    turns: int
    setup: Mapping[str, tuple[str, ...]]
    reduced: frozenset[str] = frozenset()
    disorganized: frozenset[str] = frozenset()
    ffi: Mapping[str, str] = field(default_factory=dict)
    fortifications: Mapping[str, int] = field(default_factory=dict)
    bridges: tuple[str, ...] = ()
    drops: tuple[AirDrop, ...] = ()
    lots: tuple[Lot, ...] = ()
    air_turns: tuple[int, ...] = ()
    victory_shift: int = 0
    begin: Begin | None = None
    rules: Rules = field(default_factory=Rules)
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    kind: str = "scenario"
    note: str = ""
    playing_time: str = ""
    hash: str = ""
    document: Mapping[str, object] | None = field(default=None, repr=False, compare=False)

    @property
    def units(self) -> Mapping[str, Counter]:
        """The counters of the units, by id."""
        return self.counters

    @property
    def places(self) -> tuple[str, ...]:
        """The areas and boxes of the map."""
        return (*self.map.areas, *self.map.boxes)

    def dates(self, turn: int) -> tuple[datetime.date, datetime.date]:
        """Return the first and last day of a turn: two days each (1.2)."""
        first = self.date + datetime.timedelta(days=TURN_DAYS * (turn - 1))
        return first, first + datetime.timedelta(days=TURN_DAYS - 1)


# --- The rules that players may play otherwise than printed --------------------------------------------------------

SWITCHES: Final = (
    Switch("only_combat_units_take_control", "Who takes an area", "1.6", (
        Setting(False, "Any unit takes an undefended enemy area, transports included."),
        Setting(True, "Only combat units take an enemy area."),
    )),
    Switch("strict_combined_arms", "Combined arms", "5.7", (
        Setting(False, "Artillery and anti-tank units each add 1 to an attack, as in example 3."),
        Setting(True, "Artillery and anti-tank units count as one type and add 1 together."),
    )),
    Switch("attackers_may_disorganize", "How attackers pay hits", "5.8", (
        Setting(False, "Attackers pay hits with steps; they end disorganized anyway."),
        Setting(True, "Attackers may pay hits by becoming disorganized."),
    )),
    Switch("naval_marker_coast_only", "Naval bombing", "6", (
        Setting(False, "The naval bombing marker may go to any area."),
        Setting(True, "The naval bombing marker may go only to coastal areas."),
    )),
    Switch("planning_variant", "Planning variant", "10", (
        Setting(False, "The standard game: no combat groups are planned."),
        Setting(True, "The planning variant: each turn begins by forming combat groups."),
    )),
)  # fmt: skip


def _played(scenario: Any) -> Mapping[str, Value]:
    return asdict(scenario.rules)


HOUSE_RULES: Final = HouseRules(SWITCHES, _played)
