"""What never changes during play: map, pieces, charts, set-up, who belongs to whom, the readings played by (26)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from rules.company_scale.battle_map import BattleMap, city_of
from rules.company_scale.begin import Begin
from rules.company_scale.counters import Counter, Division, Formation, HeroCounter, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.series import Hour, Series, printed_hours, printed_series
from rules.engine.caching import Immutable
from rules.engine.compiling import native_dataclass
from rules.engine.folders import scenarios_dir
from rules.engine.memory import evict_oldest
from rules.hexes.grid import hex_id, hex_name

if TYPE_CHECKING:  # reading YAML is not needed for a scenario that is cached
    from rules.files.problems import Data

# --- Where the data of the system lies: house charts, the catalogue of its clauses, maps and scenarios -------------

CHARTS: Final = Path(__file__).resolve().parent / "charts"
CLAUSES: Final = CHARTS.with_name("clauses")


def scenario_folder() -> Path:
    """Return the folder of the shipped scenarios, with maps, forces, examples and schemas below it."""
    return scenarios_dir() / "company_scale"


# --- The readings of the rules that a game is played by: its scenario's switches, and those of older rules ---------

OLDER: Final[Mapping[int, Mapping[str, str]]] = {
    2: {
        "suppressed_while_pinned": "replaced",
        "illuminated_in_rain": "three",
        "air_combat": "one_shot",
        "heroes_in_combat": "each_side",
        "american_divisions": "allied",
        "transport_losses": "units",
        "reinforcement_zone": "may_leave",
        "headquarters_quality": "with_markers",
        "kampfgruppe": "own_division",
        "weapons_on_advance": "may_stay",
        "roads_over_hexsides": "free",
        "traffic_jam": "bridges_open",
    }
}
"""What each older version of the rules played where the present one follows the print, as switches."""


def switches(data: Mapping[str, Data]) -> dict[str, object]:
    """Return the rule switches of a scenario; `rules_version` gives those it leaves out as older rules had them."""
    older = OLDER.get(data.get("rules_version", 0), {})
    return {**older, **data.get("rules", {})}


# --- Everything about a game that never changes during play --------------------------------------------------------


SIDES: Final = ("german", "allied")


def other_side(side: str) -> str:
    """Return the opponent of `side`."""
    return "allied" if side == "german" else "german"


@native_dataclass(frozen=True, slots=True)
class Setup:
    """Where a unit starts: hex id, whether it is deployed, and what it carries (15.0, 30.0)."""

    hex: int
    deployed: bool
    carries: str = ""


@native_dataclass(frozen=True, slots=True)
class DivisionStart:
    """A division's starting values on its general records track (19), and its available air support (16)."""

    dispatch: int = 0
    commands: int = 0
    fatigue: int = 0
    troop_quality: int = 5
    air_support: int = 0


@native_dataclass(frozen=True, slots=True)
class Reinforcement:
    """What arrives in a turn at a reinforcement hex (18.0): units, support weapons, leaders.

    Transports come into the pool, heroes into the box of their division (15.0, 14.1).
    """

    turn: int
    hex: int
    units: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    deployed: bool = False
    transports: tuple[str, ...] = ()
    heroes: tuple[str, ...] = ()


@native_dataclass(frozen=True, slots=True)
class MarkerStart:
    """A marker on the map at the start: hex id, kind, value (level, size or owner) or None."""

    hex: int
    kind: str
    value: int | str | None = None


@native_dataclass(frozen=True, slots=True)
class VictoryHex:
    """A victory hex: points for the side with a unit in it, and its worth from later dates on (27.2)."""

    hex: int
    name: str
    colour: str
    points: Mapping[str, int]
    later: tuple[tuple[str, Mapping[str, int]], ...] = ()


@native_dataclass(frozen=True, slots=True)
class Victory:
    """Victory conditions: hexes, points per enemy unit eliminated by side, margin the German side needs to win.

    `track` keeps totals on the track of 29 (27.1); `checks` are dates at the end of which hexes score too (27.2);
    `exits` are points for each German unit that leaves by the evacuation hex (22.3); `evacuation` holds the points
    for a marker that gets `out`, for one `taken` up, and for an open `road` (20.0, 22.2).
    """

    hexes: tuple[VictoryHex, ...] = ()
    eliminated: Mapping[str, int] = field(default_factory=dict)
    german_margin: int = 0
    track: bool = True
    checks: tuple[str, ...] = ()
    exits: int = 0
    evacuation: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_contested(self) -> bool:
        """Tell whether anything scores; in an example nothing does."""
        return bool(self.hexes) or any((*self.eliminated.values(), self.exits, *self.evacuation.values()))


@native_dataclass(frozen=True, slots=True)
class BarrageValues:
    """What a barrage marker does to the units in its hex; `movement` is "full", "half" or "zero" (8.7.2)."""

    fire: int
    troop_quality: int
    movement: str


@native_dataclass(frozen=True, slots=True)
class CoverValues:
    """What a fortification adds to the defense and troop quality of units in it, or a prepared assault to its side."""

    defense: int
    troop_quality: int


@native_dataclass(frozen=True, slots=True)
class WeatherTable:
    """From which roll on it rains, and what rain the day before adds to the roll (4.0)."""

    rain: int
    after_rain_modifier: int


@native_dataclass(frozen=True, slots=True)
class AircraftValues:
    """How many air support markers of a side there are, their fire, and on what they hit another in the air (16)."""

    count: int
    fire: int
    type: str
    air_combat_hits_on: int


@native_dataclass(frozen=True, slots=True)
class Charts:
    """The charts as data: combat results, barrage, fortification, prepared assault, weather (house values).

    `hours` are the turns of a day, `series` tells sides and chapters; those of the ground are with the map.
    """

    combat_hex: Mapping[str, tuple[str, ...]]
    combat_hard: Mapping[str, tuple[str, ...]]
    barrage: Mapping[str, BarrageValues]
    fortification: Mapping[str, CoverValues]
    prepared_assault: Mapping[str, CoverValues]
    weather: WeatherTable
    events: tuple[Mapping[str, Any], ...] = ()
    traffic_jam: Mapping[str, Any] = field(default_factory=dict)
    evacuation: Mapping[str, Any] = field(default_factory=dict)
    air_support: Mapping[str, AircraftValues] = field(default_factory=dict)
    hours: tuple[Hour, ...] = field(default_factory=printed_hours)
    series: Series = field(default_factory=printed_series)


@dataclass(frozen=True, slots=True)
class Scenario(Immutable):
    """A scenario ready to play. `hash` is the content hash of its data; `rules` holds the named rule switches.

    `weapon_setup` gives the hex of a support weapon, 0 for the available box of its division (12.1).

    `hours` are the turns of a day in the order in which they are played here, beginning with `first_turn`, which is
    number `first_hour` of the day.

    `city` holds the hexes of the city a traffic jam fills, none if it is not on the map (22.1).

    `document` holds all of a scenario whose file is not shipped: its game records include it.

    `transports` are all the forces have; those in the game are among the `units` too (15), and the named
    `heroes` among the `leaders` (14.1). `begin` is set where it begins in the middle of a game.
    """

    id: str
    title: str
    map: BattleMap
    divisions: Mapping[str, Division]
    formations: Mapping[str, Formation]
    units: Mapping[str, Counter]
    weapons: Mapping[str, WeaponCounter]
    leaders: Mapping[str, LeaderCounter]
    setup: Mapping[str, Setup]
    weapon_setup: Mapping[str, int]
    leader_setup: Mapping[str, int]
    division_setup: Mapping[str, DivisionStart]
    markers: tuple[MarkerStart, ...]
    date: str
    first_turn: str
    turns: int
    weather: str
    initiative: str
    victory: Victory
    charts: Charts
    rules: Mapping[str, object] = field(default_factory=dict)
    note: str = ""
    playing_time: str = ""
    path: Path | None = None
    hash: str = ""
    transports: Mapping[str, Counter] = field(default_factory=dict)
    heroes: Mapping[str, HeroCounter] = field(default_factory=dict)
    document: Mapping[str, object] | None = field(default=None, repr=False, compare=False)
    reinforcements: tuple[Reinforcement, ...] = ()
    entries: Mapping[str, frozenset[int]] = field(default_factory=dict)
    begin: Begin | None = None
    hours: tuple[Hour, ...] = field(init=False, repr=False, compare=False)
    first_hour: int = field(init=False, repr=False, compare=False)
    roster: Roster = field(init=False, repr=False, compare=False)
    city: frozenset[int] = field(init=False, repr=False, compare=False)
    exit: int = field(init=False, repr=False, compare=False)  # the hex by which Germans leave, or 0 (22.3)

    @property
    def places(self) -> tuple[str, ...]:
        """The hexes of the map that can be played on."""
        return tuple(map(hex_name, self.map.hexes))

    def __post_init__(self) -> None:
        Immutable.__post_init__(self)
        hours = self.charts.hours
        names = [hour.name for hour in hours]
        first = names.index(self.first_turn) if self.first_turn in names else 0  # of a draft with faults
        object.__setattr__(self, "first_hour", first)
        object.__setattr__(self, "hours", (*hours[first:], *hours[:first]))
        object.__setattr__(self, "map", _by_switches(self.map, self.rules))
        object.__setattr__(self, "roster", roster_of(self.units, self.reinforcements))
        object.__setattr__(self, "city", city_of(self.map, str(self.charts.traffic_jam.get("city", ""))))
        name = self.charts.evacuation.get("exit")
        way_out = hex_id(str(name)) if name else 0
        object.__setattr__(self, "exit", way_out if way_out in self.map.hexes else 0)


def _by_switches(ground: BattleMap, rules: Mapping[str, object]) -> BattleMap:
    """Return the map on which roads serve as the switches of a scenario say (RULINGS 5, 149)."""
    free = rules.get("roads_over_hexsides") == "free"
    bridges = rules.get("traffic_jam") == "bridges_open"
    if (free, bridges) == (ground.free_roads, ground.jam_bridges):
        return ground
    return replace(ground, free_roads=free, jam_bridges=bridges)


# --- Who belongs to whom in a scenario: pieces by side, formation and turn of arrival, worked out once -------------


@native_dataclass(frozen=True, slots=True)
class Roster:
    """Ids of units, in the order of the scenario, by what they belong to."""

    sides: Mapping[str, tuple[str, ...]]
    divisions: Mapping[str, tuple[str, ...]]
    formations: Mapping[str, tuple[str, ...]]
    headquarters: Mapping[str, tuple[Counter, ...]]  # by division
    arrivals: Mapping[int, frozenset[str]]  # by turn (18.0)
    ambushers: tuple[str, ...]  # 23.2


def roster_of(units: Mapping[str, Counter], reinforcements: Iterable[Reinforcement]) -> Roster:
    """Return the roster of the units and the reinforcement schedule of a scenario."""
    sides: dict[str, list[str]] = defaultdict(list)
    divisions: dict[str, list[str]] = defaultdict(list)
    formations: dict[str, list[str]] = defaultdict(list)
    headquarters: dict[str, list[Counter]] = defaultdict(list)
    arrivals: dict[int, set[str]] = defaultdict(set)
    for name, unit in units.items():
        sides[unit.side].append(name)
        divisions[unit.division].append(name)
        if unit.formation:
            formations[unit.formation].append(name)
        if unit.hq:
            headquarters[unit.division].append(unit)
    for due in reinforcements:
        arrivals[due.turn].update(due.units)
    return Roster(
        {key: tuple(names) for key, names in sides.items()},
        {key: tuple(names) for key, names in divisions.items()},
        {key: tuple(names) for key, names in formations.items()},
        {key: tuple(counters) for key, counters in headquarters.items()},
        {turn: frozenset(names) for turn, names in arrivals.items()},
        tuple(name for name, unit in units.items() if unit.ambush),
    )


# --- Who belongs to whom at this point of the game: attached formations and disbanded divisions (26, 29) -----------

Piece = TypeVar("Piece", Counter, WeaponCounter, LeaderCounter, HeroCounter)
Belonging: TypeAlias = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
_MOST: Final = 64


def scenario_as_of(scenario: Scenario, attached: Mapping[str, str], absorbed: Mapping[str, str]) -> Scenario:
    """Return the scenario with every piece under its present formation and division.

    `attached` names the division of attached formations where it differs from the scenario's (26);
    `absorbed` names the formation that took over all pieces of a division (29).
    """
    if not attached and not absorbed:
        return scenario
    kept: dict[Belonging, Scenario] = scenario.cached("belonging", dict)
    key = tuple(sorted(attached.items())), tuple(sorted(absorbed.items()))
    changed = kept.get(key)
    if changed is None:
        evict_oldest(kept, _MOST)
        changed = kept[key] = _changed(scenario, attached, absorbed)
    return changed


def _changed(scenario: Scenario, attached: Mapping[str, str], absorbed: Mapping[str, str]) -> Scenario:
    formations = {
        name: replace(formation, division=attached[name]) if name in attached else formation
        for name, formation in scenario.formations.items()
    }

    def now(pieces: Mapping[str, Piece]) -> dict[str, Piece]:
        return {name: _moved(piece, scenario, attached, absorbed) for name, piece in pieces.items()}

    return replace(
        scenario,
        formations=formations,
        units=now(scenario.units),
        weapons=now(scenario.weapons),
        leaders=now(scenario.leaders),
        transports=now(scenario.transports),
        heroes=now(scenario.heroes),
    )


def _moved(piece: Piece, scenario: Scenario, attached: Mapping[str, str], absorbed: Mapping[str, str]) -> Piece:
    if piece.division in absorbed:  # 29: for every purpose, so the stripe becomes the formation's
        formation = scenario.formations[absorbed[piece.division]]
        piece = replace(piece, division=formation.division, formation=formation.id, stripe=Stripe.COLOURED)
        if isinstance(piece, Counter) and piece.hq:
            return replace(piece, hq="formation")
        return piece
    if piece.formation in attached:
        return replace(piece, division=attached[piece.formation])
    return piece
