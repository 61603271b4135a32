"""What a player sees of a position, as frozen records: everything lies open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from rules.engine.frozen import SPREAD, frozen, named, none_as
from rules.striking_anvil.r01_1_map import cut_off, fort_level
from rules.striking_anvil.r01_3_units import bonus, good_strength, is_combat, strength, units_of
from rules.striking_anvil.r01_5_fortresses import fort_die
from rules.striking_anvil.r03_impulses import ready
from rules.striking_anvil.r07_landings import is_port_open
from rules.striking_anvil.r_victory import GameResult, ScoreLine, level_of, outcome, score, score_lines
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.state import DUE, Anvil

MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ACTIVATION: Final = "activation"
MARCH: Final = "march"
REACTION: Final = "reaction"
PAYMENT: Final = "payment"
COMBAT: Final = "combat"


@frozen
class ScenarioView:
    """Which scenario is played on which map."""

    id: str
    title: str
    map: str


@frozen
class TurnView:
    """The present turn of all of them: its days in words, the first and the last as ISO dates."""

    number: int
    of: int
    name: str
    first: str = field(metadata=named("from"))
    last: str = field(metadata=named("to"))


@frozen
class ImpulseView:
    """Whose impulse it is, passes in a row, and each side's Good Order combat units that can still act."""

    side: str
    passes: int
    ready: Mapping[str, int]


@frozen
class StackView:
    """The units of a side in an area: strength, that in Good Order, bonus to the die."""

    units: tuple[str, ...]
    strength: int
    good: int
    bonus: int


@frozen
class FortView:
    """Fortifications: their level, and what it adds to the die of an Allied attack."""

    level: int
    die: int


@frozen
class AreaView:
    """An area; `ffi` is the side its FFI marker shows, `out_of_supply` the sides whose units there are cut off."""

    id: str
    name: str
    terrain: str
    side: str
    ffi: str | None = field(metadata=none_as(""))
    stacks: Mapping[str, StackView]
    fort: FortView | None
    out_of_supply: tuple[str, ...]
    port_open: bool
    bombing: tuple[str, ...]


@frozen
class BoxView:
    """A place off the map, the areas it leads to, and who is there."""

    id: str
    name: str
    kind: str
    side: str
    areas: tuple[str, ...]
    units: tuple[str, ...]


@frozen
class UnitView:
    """A unit with the values of the side it shows; `at` is an area, a box, "due" or "eliminated"."""

    label: str
    side: str
    nation: str
    kind: str
    branch: str | None = field(metadata=none_as(""))
    division: str | None = field(metadata=none_as(""))
    symbol: str
    at: str
    reduced: bool
    disorganized: bool
    strength: int
    movement: int
    bonus: int
    steps: int
    entrenched: bool


@frozen
class BridgeView:
    """A bridge site: whether a bridge stands, or how many activations one that is being built has still to wait."""

    border: str
    river: str
    stands: bool
    waits: int | None = field(metadata=none_as(0))


@frozen
class UnderWay:
    """Something that is going on, at which step, and what it is about."""

    what: str
    step: str
    about: Mapping[str, Any] = field(metadata=SPREAD)


@frozen
class Arrival:
    """Units still to come: when, into which box, or onto which area by a drop."""

    turn: int
    to: str
    drop: bool
    units: tuple[str, ...]


@frozen
class VictoryView:
    """The running score, what it is made of, and the level of victory it would be."""

    score: int
    lines: tuple[ScoreLine, ...]
    level: str


@frozen
class View:
    """The position; `groups` maps units to the one their group is named after, `over` is the result at the end."""

    scenario: ScenarioView
    turn: TurnView
    phase: str | None = field(metadata=none_as(""))
    impulse: ImpulseView
    areas: tuple[AreaView, ...]
    boxes: tuple[BoxView, ...]
    units: Mapping[str, UnitView]
    bridges: tuple[BridgeView, ...]
    bombing: Mapping[str, str]
    under_way: tuple[UnderWay, ...]
    groups: Mapping[str, str]
    arrivals: tuple[Arrival, ...]
    victory: VictoryView
    over: GameResult | None


def view(game: Anvil) -> View:
    """Return the position."""
    state, scenario = game.state, game.scenario
    points = score(game)
    return View(
        ScenarioView(scenario.id, scenario.title, scenario.map.id),
        _turn(game),
        state.phase or None,
        ImpulseView(state.active, state.passes, {side: ready(game, side) for side in SIDES}),
        _areas(game),
        tuple(_box(game, box) for box in scenario.map.boxes),
        {unit: _unit(game, unit) for unit in state.units},
        _bridges(game),
        dict(state.bombing),
        _under_way(game),
        dict(state.groups),
        arrivals(game),
        VictoryView(points, tuple(score_lines(game)), level_of(game, points)),
        None if state.frames else outcome(game),
    )


def _turn(game: Anvil) -> TurnView:
    number = game.state.turn
    first, last = game.scenario.dates(number)
    return TurnView(number, game.scenario.turns, label_of(game, number), first.isoformat(), last.isoformat())


def label_of(game: Anvil, turn: int) -> str:
    """Return the days of a turn as on the turn track: 15-16 Aug (1.2)."""
    first, last = game.scenario.dates(turn)
    end = f"{last.day} {MONTHS[last.month - 1]}"
    return f"{first.day}-{end}" if first.month == last.month else f"{first.day} {MONTHS[first.month - 1]}-{end}"


def _areas(game: Anvil) -> tuple[AreaView, ...]:
    cut = {side: cut_off(game, side) for side in SIDES}
    return tuple(
        _area(game, area, tuple(side for side in SIDES if area in cut[side])) for area in game.scenario.map.areas
    )


def _area(game: Anvil, area: str, out_of_supply: tuple[str, ...]) -> AreaView:
    state, printed = game.state, game.scenario.map.areas[area]
    return AreaView(
        area,
        printed.name,
        printed.terrain,
        state.controller(area),
        state.ffi.get(area),
        {side: _stack(game, area, side) for side in SIDES},
        FortView(fort_level(game, area), fort_die(game, area)) if area in state.forts else None,
        out_of_supply,
        is_port_open(game, area),
        tuple(sorted(marker for marker, where in state.bombing.items() if where == area)),
    )


def _stack(game: Anvil, place: str, side: str) -> StackView:
    units = units_of(game, place, side)
    combat = [unit for unit in units if is_combat(game, unit)]
    return StackView(
        tuple(units),
        sum(strength(game, unit) for unit in combat),
        good_strength(game, combat),
        sum(bonus(game, unit) for unit in units),
    )


def _box(game: Anvil, box_id: str) -> BoxView:
    box = game.scenario.map.boxes[box_id]
    return BoxView(box_id, box.name, box.kind, box.side, box.areas, game.state.stack(box_id))


def _unit(game: Anvil, unit: str) -> UnitView:
    counter, piece = game.scenario.counters[unit], game.state.units[unit]
    shown = piece.reduced
    return UnitView(
        counter.label, counter.side, counter.nation, counter.kind, counter.branch or None, counter.division or None,
        counter.symbol, piece.at, shown, piece.disorganized, counter.strength[shown], counter.movement[shown],
        counter.bonus[shown], counter.steps - shown, counter.is_entrenched and not shown,
    )  # fmt: skip


def _bridges(game: Anvil) -> tuple[BridgeView, ...]:
    sites = [border for border in game.scenario.map.borders.values() if border.is_site]
    waits = game.state.bridges
    return tuple(BridgeView(site.id, site.name, waits.get(site.id) == 0, waits.get(site.id) or None) for site in sites)


def _under_way(game: Anvil) -> tuple[UnderWay, ...]:
    """Return what is going on, from the bottom: composition, move, reaction, combat, payment."""
    shown = (ACTIVATION, MARCH, REACTION, COMBAT, PAYMENT)
    return tuple(UnderWay(frame.kind, frame.step, frame.data) for frame in game.state.frames if frame.kind in shown)


def arrivals(game: Anvil) -> tuple[Arrival, ...]:
    """Return what is still to come: turn, box or area of a drop, units."""
    due, scenario = set(game.state.stack(DUE)), game.scenario
    found = [Arrival(lot.turn, lot.box, False, lot.units) for lot in scenario.lots if due.issuperset(lot.units)]
    found += [Arrival(drop.turn, drop.area, True, drop.units) for drop in scenario.drops if due.issuperset(drop.units)]
    return tuple(sorted(found, key=lambda row: row.turn))
