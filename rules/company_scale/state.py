"""Everything about a game that changes during play, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Self, TypeAlias, TypeVar, TypeVarTuple

from rules.company_scale.derived_state import DerivedState
from rules.company_scale.scenario import Scenario, scenario_as_of
from rules.engine.caching import Results, cached_in
from rules.engine.command import Plain
from rules.engine.compiling import native_dataclass
from rules.engine.frames import Frame, shown
from rules.engine.game import Game
from rules.engine.plain import read

T = TypeVar("T")
Values = TypeVarTuple("Values")

MAP: Final = "map"
ROUTED: Final = "routed"
ELIMINATED: Final = "eliminated"
RESERVE: Final = "reserve"
EXITED: Final = "exited"  # left the map by the evacuation hex (22.3)
POOL: Final = "pool"  # 15.0: a transport not in use
CARRIED: Final = "carried"  # 15.0: a unit on a transport or tank
AVAILABLE: Final = "available"
REALLOCATING: Final = "reallocating"
OUT: Final = "out"
OFF_MAP: Final = "off_map"
PINNED: Final = "pinned"
SUPPRESSED: Final = "suppressed"
NO_OPPORTUNITY_FIRE: Final = "no_opportunity_fire"
SUSTAINED_FIRE: Final = "sustained_fire"
FORTIFICATIONS: Final = ("foxhole", "trench", "pillbox", "bunker")  # 2.0


@native_dataclass(frozen=True, slots=True)
class Unit:
    """Where a unit is: hex id (0 off the map), place, and whether its deployed side is up."""

    hex: int
    place: str = MAP
    deployed: bool = True


@native_dataclass(frozen=True, slots=True)
class Token:
    """Where a support weapon or leader is: hex id (0 off the map), place, whether a leader shows his replacement.

    `unit` is the one a hero accompanies (14), `used` the last turn in which he used his once-a-turn ability.
    """

    hex: int
    place: str = MAP
    replaced: bool = False
    unit: str = ""
    used: int = 0


@native_dataclass(frozen=True, slots=True)
class HexStatus:
    """Status markers of a hex (10.0): they affect every unit in it.

    `excess` and `mixed` record the stacking already penalized (6.1); `concentrated_on` is the hex that American
    indirect fire is concentrated on, or 0 (8.3.6). `waived` are the units that a Kampfgruppe brought together: no
    penalty for mixed formations while nobody joins or leaves them (24.0).
    """

    dg: int = 0
    stress: str = ""
    fire_marker: str = ""
    concentrated: bool = False
    ridge: bool = False
    fortification: str = ""
    excess: int = 0
    mixed: bool = False
    waived: tuple[str, ...] = field(default_factory=tuple[str, ...])
    concentrated_on: int = 0


@native_dataclass(frozen=True, slots=True)
class DivisionStatus:
    """The four values on a general records track (2.0)."""

    dispatch: int = 0
    commands: int = 0
    fatigue: int = 0
    troop_quality: int = 0


@native_dataclass(frozen=True, slots=True)
class Activity:
    """What an active unit did under the present chit: starting hex, actions used, formation change, payment.

    `passed` counts the actions it passed; `shelled` tells that it took part in indirect fire (8.7.1), `retry` is
    the hex it may try once more to illuminate, or 0 (17.1); `finished` that it has assaulted, or fired in
    support of an assault, and is no longer active (9.1). `handled` tells what it did or underwent by 15.0 and 30.0:
    "loaded", "unloaded", "mounted", "dismounted".
    """

    start: int
    used: int = 0
    flipped: bool = False
    paid: bool = False
    passed: int = 0
    shelled: bool = False
    retry: int = 0
    finished: bool = False
    handled: str = ""


CLEAN: Final = HexStatus()
QUIET: Final = frozenset({"fire_marker", "ridge", "fortification", "excess", "mixed", "waived"})
"""Markers that neither keep units from anything nor change what they can do."""


@dataclass(slots=True)
class State(DerivedState):
    """A position. Records are frozen and replaced; `stacks` (hex to unit ids) only mirrors `units`.

    `carried` maps a unit that rides (place "carried") to the transport or tank that carries it (15.0, 30.0);
    `abandoned` are the units without their guns (21.2). `fired` maps a hex to bits (1 first action, 2 second
    action) of fires already made from it (8.0).
    `shortage` are the sides that can buy no more chits this turn, `traffic_jam` is the hex of that marker or 0 (20.0);
    `air_support` counts the markers a division has available (16.1). `rerolls` are the sides that may still re-roll
    a die today, `hushed` those that do not want to be asked again this turn (28.0).
    `kampfgruppe` is the hex of the Kampfgruppen marker in play, or 0 (24.0).
    `points` are each side's victory points, `scored` what they were for ("german:exited"), before any cut (27.1).
    `attached` names the division of formations attached elsewhere than in the scenario (26), `absorbed` the
    formation that took over a whole division (29).
    `assault_markers` maps a hex to the sides that have a prepared assault marker there (9.2).
    `kindled` are the fires begun under the present chit, `fire_cleared` the hexes fires have cleared (8.8.1).
    """

    turn: int = 1
    phase: str = "preparation"
    weather: str = "clear"
    frames: list[Frame] = field(default_factory=list[Frame])
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    hexes: dict[int, HexStatus] = field(default_factory=dict[int, HexStatus])
    divisions: dict[str, DivisionStatus] = field(default_factory=dict[str, DivisionStatus])
    weapons: dict[str, Token] = field(default_factory=dict[str, Token])
    leaders: dict[str, Token] = field(default_factory=dict[str, Token])
    cup: tuple[str, ...] = field(default_factory=tuple[str, ...])
    added: tuple[str, ...] = field(default_factory=tuple[str, ...])
    played: tuple[str, ...] = field(default_factory=tuple[str, ...])
    chit: str = ""
    activity: dict[str, Activity] = field(default_factory=dict[str, Activity])
    fired: dict[int, int] = field(default_factory=dict[int, int])
    rallied: tuple[int, ...] = field(default_factory=tuple[int, ...])
    built: tuple[int, ...] = field(default_factory=tuple[int, ...])
    barrages: dict[int, str] = field(default_factory=dict[int, str])
    illuminated: tuple[int, ...] = field(default_factory=tuple[int, ...])
    on_fire: tuple[int, ...] = field(default_factory=tuple[int, ...])
    kindled: tuple[int, ...] = field(default_factory=tuple[int, ...])
    fire_cleared: tuple[int, ...] = field(default_factory=tuple[int, ...])
    shortage: tuple[str, ...] = field(default_factory=tuple[str, ...])
    traffic_jam: int = 0
    air_support: dict[str, int] = field(default_factory=dict[str, int])
    rerolls: tuple[str, ...] = field(default_factory=tuple[str, ...])
    hushed: tuple[str, ...] = field(default_factory=tuple[str, ...])
    losses: dict[str, int] = field(default_factory=dict[str, int])
    control: dict[int, str] = field(default_factory=dict[int, str])
    winner: str = ""
    points: dict[str, int] = field(default_factory=dict[str, int])
    scored: dict[str, int] = field(default_factory=dict[str, int])
    carried: dict[str, str] = field(default_factory=dict[str, str])
    abandoned: tuple[str, ...] = field(default_factory=tuple[str, ...])
    kampfgruppe: int = 0
    attached: dict[str, str] = field(default_factory=dict[str, str])
    absorbed: dict[str, str] = field(default_factory=dict[str, str])
    assault_markers: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    stacks: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])

    def __post_init__(self) -> None:
        self.forget_all()

    def copy(self) -> Self:
        """Return a copy that shares only frozen records, and what has been found out."""
        other = type(self).__new__(type(self))
        other.turn, other.phase, other.weather, other.frames = self.turn, self.phase, self.weather, self.frames[:]
        other.units, other.hexes, other.divisions = self.units.copy(), self.hexes.copy(), self.divisions.copy()
        other.weapons, other.leaders = self.weapons.copy(), self.leaders.copy()
        other.cup, other.added, other.played, other.chit = self.cup, self.added, self.played, self.chit
        other.activity, other.fired = self.activity.copy(), self.fired.copy()
        other.rallied, other.built, other.barrages = self.rallied, self.built, self.barrages.copy()
        other.illuminated, other.on_fire = self.illuminated, self.on_fire
        other.kindled, other.fire_cleared = self.kindled, self.fire_cleared
        other.shortage, other.traffic_jam = self.shortage, self.traffic_jam
        other.air_support, other.rerolls, other.hushed = self.air_support.copy(), self.rerolls, self.hushed
        other.losses, other.control, other.winner = self.losses.copy(), self.control.copy(), self.winner
        other.points, other.scored, other.carried = self.points.copy(), self.scored.copy(), self.carried.copy()
        other.abandoned, other.kampfgruppe = self.abandoned, self.kampfgruppe
        other.attached, other.absorbed = self.attached.copy(), self.absorbed.copy()
        other.assault_markers, other.stacks = self.assault_markers.copy(), self.stacks.copy()
        other.share(self)
        return other

    def drop_caches(self) -> None:
        """Let go of what has been found out."""
        self.forget_all()

    def adapted(self, scenario: Scenario) -> Scenario:
        """Return the scenario with every piece under its present formation and division (26, 29)."""
        return scenario_as_of(scenario, self.attached, self.absorbed)

    def status(self, hex_id: int) -> HexStatus:
        """Return the status markers of a hex."""
        return self.hexes.get(hex_id, CLEAN)

    def mark(self, hex_id: int, **changes: Any) -> None:
        """Change the status markers of a hex; a hex without any has no record."""
        status = replace(self.status(hex_id), **changes)
        if status == CLEAN:
            self.hexes.pop(hex_id, None)
        else:
            self.hexes[hex_id] = status
        if not QUIET.issuperset(changes):
            self.board_has_changed()

    def unmark(self, hex_id: int) -> None:
        """Take every status marker off a hex."""
        del self.hexes[hex_id]
        self.board_has_changed()

    def turn_to(self, unit: str, deployed: bool) -> None:
        """Put the deployed or the other side of a unit up."""
        record = self.units[unit]
        self.units[unit] = Unit(record.hex, record.place, deployed)
        self.board_has_changed()

    def place(self, unit: str, hex_id: int, place: str = MAP) -> None:
        """Put a unit in a hex, or off the map (hex 0) in a box."""
        record = self.units[unit]
        if record.place == MAP:
            rest = tuple(u for u in self.stacks[record.hex] if u != unit)
            if rest:
                self.stacks[record.hex] = rest
            else:
                del self.stacks[record.hex]
        self.carried.pop(unit, None)
        if place == MAP:
            self.stacks[hex_id] = (*self.stacks.get(hex_id, ()), unit)
        self.units[unit] = Unit(hex_id if place == MAP else 0, place, record.deployed)
        self.units_have_moved()
        if place != record.place:
            self.boxes_have_changed()

    def bearer(self, unit: str) -> str:
        """Return the unit in the hex that carries a unit: its transport or tank, or itself (15.0, 30.0)."""
        return self.carried.get(unit, unit)

    def put(self, piece: str, hex_id: int, place: str = MAP) -> None:
        """Put a support weapon or a leader in a hex, or off the map in a box, the same side up."""
        tokens = self.weapons if piece in self.weapons else self.leaders
        tokens[piece] = replace(tokens[piece], hex=hex_id if place == MAP else 0, place=place)

    def stack(self, hex_id: int) -> tuple[str, ...]:
        """Return the units in a hex."""
        return self.stacks.get(hex_id, ())

    def to_plain(self) -> dict[str, Plain]:
        """Return the position as plain data; hex keys become texts, derived stacks keep their order only."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def _plain(value: Any) -> Plain:
    kind = type(value)
    if kind is dict:
        return {str(k): _plain(v) for k, v in value.items()}
    if kind is tuple or kind is list:
        return [_plain(item) for item in value]
    names = _FIELDS.get(kind)
    if names is not None:  # most of a position: needed for every digest
        return {name: list(v) if type(v := getattr(value, name)) is tuple else v for name in names}
    if kind is Frame:
        plain: Plain = value.to_plain()
        return plain
    assert value is None or kind in (str, int, bool)
    return value  # type: ignore[no-any-return]


_RECORDS: Final[tuple[type[Any], ...]] = (Unit, HexStatus, DivisionStatus, Token, Activity)
_FIELDS: Final = {record: tuple(f.name for f in fields(record)) for record in _RECORDS}


def decode(raw: Mapping[str, Any]) -> State:
    """Read a position from plain data; raise ValueError naming the field at fault."""
    return read(State, raw)


def match(state: State, scenario: Scenario) -> None:
    """Raise ValueError if a position has other pieces than the scenario."""
    for name, expected in (
        ("units", scenario.units),
        ("support weapons", scenario.weapons),
        ("leaders", scenario.leaders),
        ("divisions", scenario.divisions),
    ):
        present: Mapping[str, Any] = getattr(state, name.rpartition(" ")[2])
        odd = sorted(set(present) ^ set(expected))
        if odd:
            named = ", ".join(map(shown, odd[:5]))
            raise ValueError(
                f'the {name} of the scenario "{scenario.id}" have changed since it was saved ({named}); '
                "the game can continue only with the data it started with"
            )


Battle: TypeAlias = Game[State, Scenario]


def derived(
    store: Callable[[State], Results],
) -> Callable[[Callable[[Battle, *Values], T]], Callable[[Battle, *Values], T]]:
    """Decorate a function of a battle and hashable values; its results are stored in what a method of State returns.

    `@derived(State.on_board)`: they hold until the board changes.
    """
    return cached_in(lambda game: store(game.state))
