"""Placing prepared assault markers, and who may assault the hex (9.2, 9.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from rules.company_scale.battle_map import not_in_play, read_hex
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import beside_enemies, counter, enemy_holds, name_of, side_of
from rules.company_scale.r05_command import (
    DIVISION,
    FORMATION,
    KAMPFGRUPPE,
    chit_kind,
    inactive_reason,
    no_assault_reasons,
    paying_division,
    set_division,
)
from rules.company_scale.r06_2_terrain import OFF_ROAD, Crossing, crossing, passable, step_cost, ways_of
from rules.company_scale.r06_movement import extra, marker_reasons, points_text
from rules.company_scale.r06_steps import ways_for
from rules.company_scale.r08_5_4_status import MAX_DG, after_barrage, after_dg, can_move, halting_rule
from rules.company_scale.r08_8_fires import fire_reasons
from rules.company_scale.r09_2_markers import has_marker, put_marker
from rules.company_scale.r18_reinforcements import zone_reasons
from rules.company_scale.r25_rail_guns import is_bound, rail_reasons
from rules.company_scale.state import MAP, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import are_adjacent, hex_id, hex_name, neighbours

# --- Who may assault a marked hex, and which hexes a unit could enter but for the enemy (9.2, 9.3) -----------------


def is_free(game: Battle, unit: str) -> bool:
    """Tell whether a unit is active and has neither assaulted nor acted under the chit in play (9.1, 9.3)."""
    activity = game.state.activity.get(unit)
    return activity is not None and activity.used == 0 and not activity.finished and game.state.units[unit].place == MAP


def free_neighbours(game: Battle, hex_id: int, side: str) -> list[str]:
    """Return the units of a side next to a hex that are active and have not acted."""
    return [
        unit
        for near in neighbours(hex_id)
        for unit in game.state.stack(near)
        if side_of(game, unit) == side and is_free(game, unit)
    ]


def eligible_units(game: Battle, hex_id: int, side: str) -> list[str]:
    """Return the units of a side that could assault a hex now, in the order of its neighbours (9.3)."""
    return [
        unit for unit in free_neighbours(game, hex_id, side) if next(assault_reasons(game, unit, hex_id), None) is None
    ]


def assault_reasons(game: Battle, unit: str, hex_id: int) -> Iterator[Reason]:
    """Yield why a unit cannot assault a hex: not next to it, not active, its markers, the ground between (9.3)."""
    printed, record = counter(game, unit), game.state.units[unit]
    if record.place != MAP or not are_adjacent(record.hex, hex_id):
        yield Reason(f"{printed.name} isn't next to {hex_name(hex_id)}.", "9.3")
        return
    if unit not in game.state.activity:
        yield inactive_reason(game, printed)
    elif not is_free(game, unit):
        yield Reason(f"{printed.name} has already acted this activation.", "9.1")
    if game.state.status(record.hex).dg >= MAX_DG:
        yield Reason(f"{printed.name} is disorganized {MAX_DG} and can't assault.", "10.2.3")
    yield from entry_reasons(game, unit, hex_id)


def could_enter(game: Battle, unit: str, to: int) -> bool:
    """Tell whether a unit, if in column, could move into a neighbouring hex without enemies (9.2, 9.3)."""
    status = game.state.status(game.state.units[unit].hex)
    return _can_enter(game, unit, to, status.dg, status.stress)


@derived(State.in_view)
def _can_enter(game: Battle, unit: str, to: int, dg: int, stress: str) -> bool:
    """Tell whether there are no `entry_reasons`, by the ways of the unit's movement class."""
    printed, here, ground = counter(game, unit), game.state.units[unit].hex, ground_of(game)
    left = column_allowance(game, unit)
    if not left or to not in ground.hexes or not can_move(game.state.status(here)):
        return False
    if any(_hex_reasons(game, printed.side, here, to)):
        return False
    return any(
        way.near == to
        and way.costs is not None
        and way.costs[0] <= left + extra(True, way.by, left)
        and not any(rail_reasons(game, unit, way.by))
        and not any(marker_reasons(game, unit, way.by))
        for way in ways_for(ground, printed.move_class, False, is_bound(game, unit)).of(here)
    )


def entry_reasons(game: Battle, unit: str, to: int) -> Iterator[Reason]:
    """Yield why a unit, if in column, could not move into a neighbouring hex without enemies (9.2, 9.3)."""
    printed, record = counter(game, unit), game.state.units[unit]
    status = game.state.status(record.hex)
    if to not in ground_of(game).hexes:
        yield Reason(f"{hex_name(to)} is not in play.", "3.1")
        return
    if not can_move(status):
        text = f"{printed.name} is {status.stress} and couldn't enter {hex_name(to)}."
        yield Reason(text, halting_rule(status))
    yield from _hex_reasons(game, printed.side, record.hex, to)
    yield from _way_reasons(game, unit, record.hex, to)


def _hex_reasons(game: Battle, side: str, here: int, to: int) -> Iterator[Reason]:
    yield from zone_reasons(game, side, here, to)
    yield from fire_reasons(game, to)  # 8.8.1


def _way_reasons(game: Battle, unit: str, here: int, to: int) -> Iterator[Reason]:
    reasons: list[Reason] = []
    for step in _steps(game, unit, here, to):
        reasons = list(_step_reasons(game, unit, step))
        if not reasons:
            return
    yield from reasons  # the reasons of the last way, off the road


def best_step(game: Battle, unit: str, to: int) -> Crossing:
    """Return the way a unit takes into a neighbouring hex: along a road where it can, else off it."""
    here = game.state.units[unit].hex
    open_ways = (step for step in _steps(game, unit, here, to) if not list(_step_reasons(game, unit, step)))
    return next(open_ways, crossing(ground_of(game), here, to, OFF_ROAD))


def _steps(game: Battle, unit: str, here: int, to: int) -> Iterator[Crossing]:
    ground, bound = ground_of(game), is_bound(game, unit)
    for by in ways_of(ground.side(here, to)):
        yield crossing(ground, here, to, by, bound)


def _step_reasons(game: Battle, unit: str, step: Crossing) -> Iterator[Reason]:
    move = counter(game, unit).move_class
    ground = ground_of(game)
    barred = False
    bound = (*rail_reasons(game, unit, step.by), *marker_reasons(game, unit, step.by))  # 25.0, 22.2
    for reason in (*bound, *passable(ground, move, step)):
        barred = True
        yield reason
    if barred:
        return
    cost, left = step_cost(ground, move, step), column_allowance(game, unit)
    if not left:
        yield Reason(f"{name_of(game, unit)} doesn't have the movement points to enter {hex_name(step.b)}.", "9.3")
    elif cost > left and cost > left + extra(True, step.by, left):
        yield Reason(
            f"Entering {hex_name(step.b)} costs {points_text(cost)} movement points; {name_of(game, unit)} "
            f"has {points_text(left)} in column.",
            "9.3",
        )


def column_allowance(game: Battle, unit: str) -> int:
    """Return the movement points (in halves) a unit would have in column under the markers of its hex (10.2.3)."""
    printed, record = counter(game, unit), game.state.units[unit]
    shown = printed.column or printed.deployed
    if shown is None or shown.move is None:
        return 0
    return after_barrage(game, after_dg(shown.move * 2, game.state.status(record.hex).dg), record.hex)


# --- Placing prepared assault markers: when, where, at what price (9.2) --------------------------------------------

ASSAULT_CHITS: Final = frozenset({DIVISION, FORMATION, KAMPFGRUPPE})  # 9.0: never a direct command chit
PRICE: Final = 1  # 9.2


def may_assault(game: Battle) -> bool:
    """Tell whether the chit in play allows assaults and their markers (9.0)."""
    return chit_kind(game.state.chit) in ASSAULT_CHITS


def nobody_has_acted(game: Battle) -> bool:
    """Tell whether no unit has taken an action or changed formation yet, apart from assaults (4.0 iii h)."""
    return not any((done.used and not done.finished) or done.flipped for done in game.state.activity.values())


class PlaceAssault(Action):
    """Put a prepared assault marker next to an active unit, for 1 dispatch point (9.2)."""

    verb = "place_assault"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every hex of the map next to an active unit."""
        hexes = {near for unit in _placers(game) for near in neighbours(game.state.units[unit].hex)}
        for near in sorted(hexes & game.scenario.map.hexes.keys()):
            yield cmd("place_assault", hex=hex_name(near))

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones: each hex that one of the active units next to it could enter."""
        seat = game.frame["seat"]
        for near, units in _beside(game, _placers(game)):
            if not has_marker(game.state, near, seat) and any(could_enter(game, unit, near) for unit in units):
                yield cmd("place_assault", hex=hex_name(near))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why no marker can be placed there now."""
        if not may_assault(game):
            unplaced = Reason("Assaults can be prepared only under a Division or Formation chit.", "9.2")
            yield next(no_assault_reasons(game), unplaced)
            return
        if not nobody_has_acted(game):
            yield Reason("Prepare assaults before any unit acts or changes formation.", "9.2")
        if _dispatch(game) < PRICE:
            division = game.scenario.divisions[paying_division(game.scenario, game.state.chit)].name
            yield Reason(f"A prepared assault marker costs 1 dispatch point; {division} has none.", "9.2")
        near, seat = read_hex(command.text("hex")), game.frame["seat"]
        if near is None or near not in game.scenario.map.hexes:
            yield not_in_play(command.text("hex"), "9.2")
            return
        if has_marker(game.state, near, seat):
            yield Reason(f"You already have a prepared assault marker on {hex_name(near)}.", "9.2")
        yield from _place_reasons(game, near, seat)

    def apply(self, game: Battle, command: Command) -> None:
        """Pay and place the marker; this is not an action of the unit next to it."""
        division = paying_division(game.scenario, game.state.chit)
        left = game.state.divisions[division].dispatch - PRICE
        set_division(game, division, dispatch=left)
        game.emit("DispatchSpent", division=division, points=PRICE, left=left)
        put_marker(game, hex_id(command.text("hex")), game.frame["seat"])


def _placers(game: Battle) -> tuple[str, ...]:
    """Return the active units that have not acted, next to which markers can be placed now."""
    if not may_assault(game) or _dispatch(game) < PRICE or not nobody_has_acted(game):
        return ()
    seat = game.frame["seat"]
    return tuple([unit for unit in game.state.activity if is_free(game, unit) and side_of(game, unit) == seat])


@derived(State.by_place)
def _beside(game: Battle, units: tuple[str, ...]) -> list[tuple[int, list[str]]]:
    """Return the hexes next to some units, in order, each with those units."""
    beside: dict[int, list[str]] = defaultdict(list)
    for unit in units:
        for near in neighbours(game.state.units[unit].hex):
            beside[near].append(unit)
    return sorted(beside.items())


def _dispatch(game: Battle) -> int:
    return game.state.divisions[paying_division(game.scenario, game.state.chit)].dispatch


def _place_reasons(game: Battle, near: int, seat: str) -> Iterator[Reason]:
    """Yield why no active unit next to a hex could enter it: the reasons of the first such unit."""
    units = free_neighbours(game, near, seat)
    if not units:
        yield Reason(f"You have no active unit next to {hex_name(near)}.", "9.2")
        return
    first: list[Reason] = []
    for unit in units:
        reasons = list(entry_reasons(game, unit, near))
        if not reasons:
            return
        first = first or reasons
    yield from first


class DonePlacing(BareAction):
    """Place no more markers."""

    verb = "done"

    def apply(self, game: Battle, command: Command) -> None:
        """Go on to the actions."""
        game.finish()


class AssaultMarkers(Choice):
    """Asks for new prepared assault markers where an active unit stands next to the enemy.

    Elsewhere they can be placed during the actions until a unit has acted (RULINGS 179).
    """

    kind = "assault_markers"
    actions = (DonePlacing(), PlaceAssault())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while a marker can be placed on enemies."""
        seat, beside = game.frame["seat"], beside_enemies(game, game.frame["seat"])
        if not any(game.state.units[unit].hex in beside for unit in _placers(game)):
            return None
        options = Options(game, self.actions)
        hexes = [command.text("hex") for command in options.of("place_assault")]
        if not any(enemy_holds(game, hex_id(name), seat) for name in hexes):
            return None
        left = _dispatch(game)
        points = "1 dispatch point" if left == 1 else f"{left} dispatch points"
        subject: dict[str, Any] = {"hexes": hexes, "dispatch": left}
        return Decision(
            seat, "assault_markers", f"Prepare assaults? Each marker costs 1 of your {points}.", "9.2", options, subject
        )


def ask_markers(game: Battle, seat: str) -> None:
    """Ask for new prepared assault markers if the chit in play allows them (4.0 iii h)."""
    if may_assault(game):
        game.push("assault_markers", seat=seat)
