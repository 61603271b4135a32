"""Where a unit could go: the reach of a movement with the cheapest paths, costs and dangers (6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from rules.company_scale.pieces import counter, enemy, side_of, units_on_map
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import is_active, under_direct_command
from rules.company_scale.r06_2_terrain import OFF_ROAD, crossing, ways_of
from rules.company_scale.r06_movement import condition_reasons, pay, step_reasons
from rules.company_scale.r07_2_fire_zones import fire_zone
from rules.company_scale.r08_5_4_status import after_barrage, after_new_dg, allowance, can_move
from rules.company_scale.r08_6_opportunity_fire import watchers
from rules.company_scale.state import NO_OPPORTUNITY_FIRE, Table, Unit
from rules.engine.command import Command, MalformedCommand, Reason, cmd
from rules.engine.frames import Frame
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_id, hex_name

Key = tuple[int, str, bool]
Path = list[list[str]]


def reach(game: Table, units: list[str] | tuple[str, ...]) -> dict[str, Any]:
    """Return every hex the units could reach in one movement action, with points left, path and dangers.

    `begin` lists the commands to submit first (stop, activate, change formation, move); `refused` explains
    neighbouring hexes that cannot be entered; `why` says why nothing can move at all.
    """
    start = _start(game, tuple(units))
    if start.frame is None:
        why = [{"text": r.text, "rule": r.rule} for r in start.why]
        return {"begin": [], "hexes": {}, "refused": {}, "why": why}
    found, refused = _search(start)
    return {
        "begin": [c.to_json() for c in start.begin],
        "hexes": {hex_name(h): _entry(start, frame, path) for h, (frame, path) in sorted(found.items())},
        "refused": {hex_name(h): [{"text": r.text, "rule": r.rule} for r in rs] for h, rs in sorted(refused.items())},
        "why": [],
    }  # fmt: skip


def walk(game: Table, units: list[str] | tuple[str, ...], hexes: list[str]) -> dict[str, Any] | None:
    """Return the cheapest way along just these hexes, in the shape of one hex of `reach`; None if there is none."""
    start = _start(game, tuple(units))
    if start.frame is None or not hexes:
        return None
    here = start.hex
    states: list[tuple[Frame, Path]] = [(start.frame, [])]
    for name in hexes:
        longer: dict[tuple[str, bool], tuple[Frame, Path]] = {}
        for frame, path in states:
            for near, after, by in _steps(start.game, frame, here, {}):
                key = (after["road"], after["trail"])
                if hex_name(near) == name and (key not in longer or _left(longer[key][0]) < _left(after)):
                    longer[key] = (after, [*path, [name, by]])
        if not longer:
            return None
        states, here = list(longer.values()), hex_id(name)
    return _entry(start, *max(states, key=lambda state: _left(state[0])))


@dataclass
class _Start:
    """Where a search begins: the working copy, the commands before the first step, the movement (None: no move)."""

    game: Table
    units: tuple[str, ...]
    begin: list[Command]
    frame: Frame | None
    why: list[Reason]
    zones: dict[int, list[str]] = field(default_factory=dict)
    leaving: dict[int, list[str]] = field(default_factory=dict)

    @property
    def hex(self) -> int:
        """Return the hex the units stand in."""
        return self.game.state.units[self.units[0]].hex


def _start(game: Table, units: tuple[str, ...]) -> _Start:
    for unit in units:
        if unit not in game.state.units:
            raise MalformedCommand(f'There is no unit "{unit}" in this scenario.')
    if not units:
        raise MalformedCommand("Name the units that would move.")
    game = type(game)(game.kinds, game.scenario, game.state.copy())
    frame = game.frame if game.state.frames else None
    begin: list[Command] = []
    if frame is not None and frame.kind == "movement":
        if set(units) == set(frame["units"]):
            return _Start(game, frame["units"], [], frame, [], _zones(game, units))
        begin.append(cmd("stop"))
    begin += _begin(game, units)
    why = [r for u in units for r in condition_reasons(game, u)]
    fresh = None if why else _fresh(game, units)
    return _Start(game, units, begin, fresh, why, _zones(game, units) if fresh else {})


def _begin(game: Table, units: tuple[str, ...]) -> list[Command]:
    """Return the commands that come before the first step, and turn deployed units to column in the copy."""
    begin = []
    for unit in units:
        if under_direct_command(game) and not is_active(game, unit):
            begin.append(cmd("activate", unit=unit))
        record, printed = game.state.units[unit], counter(game, unit)
        turns = record.deployed and printed.face(True).move is None and printed.column is not None
        if turns and printed.face(False).move is not None and next(formation_reasons(game, unit), None) is None:
            begin.append(cmd("change_formation", unit=unit))
            game.state.units[unit] = Unit(record.hex, record.place, False)
    begin.append(cmd("move", units=units))
    return begin


def _fresh(game: Table, units: tuple[str, ...]) -> Frame | None:
    points = tuple(allowance(game, unit) for unit in units)
    if not all(points) or len({game.state.units[u].hex for u in units}) != 1:
        return None
    return Frame("movement", "", {"units": units, "points": points, "road": "", "trail": True, "steps": 0})


def _left(frame: Frame) -> int:
    points: tuple[int, ...] = frame["points"]
    return min(points)


def _search(start: _Start) -> tuple[dict[int, tuple[Frame, Path]], dict[int, list[Reason]]]:
    """Try every step from every place reached, most points first; keep the best way for each hex."""
    assert start.frame is not None
    best: dict[Key, tuple[int, ...]] = {(start.hex, start.frame["road"], start.frame["trail"]): start.frame["points"]}
    hexes: dict[int, tuple[Frame, Path]] = {}
    refused: dict[int, list[Reason]] = {}
    queue: list[tuple[int, int, int, Frame, Path]] = [(0, 0, start.hex, start.frame, [])]
    count = 0
    while queue:
        _, _, here, frame, path = heappop(queue)
        if best[here, frame["road"], frame["trail"]] != frame["points"]:
            continue
        for near, after, by in _steps(start.game, frame, here, refused):
            key = (near, after["road"], after["trail"])
            known = best.get(key)
            if known is not None and all(a <= b for a, b in zip(after["points"], known, strict=True)):
                continue
            best[key] = after["points"]
            longer = [*path, [hex_name(near), by]]
            if near != start.hex and (near not in hexes or _left(hexes[near][0]) < _left(after)):
                hexes[near] = (after, longer)
            if can_move(start.game.state.status(near)):
                count += 1
                heappush(queue, (-_left(after), count, near, after, longer))
    return hexes, {h: rs for h, rs in refused.items() if h not in hexes and h != start.hex}


def _steps(game: Table, frame: Frame, here: int, refused: dict[int, list[Reason]]) -> Iterator[tuple[int, Frame, str]]:
    ground = game.scenario.map
    for near in neighbours(here):
        if near not in ground.hexes:
            continue
        entered = False
        for by in ways_of(ground.side(here, near)):
            reasons = step_reasons(game, frame, here, near, by)
            first = next(reasons, None)
            if first is None:
                after = frame.having(**pay(game, frame, crossing(ground, here, near, by)))
                entered = True
                yield near, after.having(points=_on_entry(game, after, here, near)), by
            elif by == OFF_ROAD and not entered and near not in refused:
                refused[near] = [first, *reasons]


def _on_entry(game: Table, frame: Frame, here: int, near: int) -> tuple[int, ...]:
    """Return points left after the markers of the hex entered take effect (6.1.1, 8.7.2)."""
    own = game.state.status(game.state.units[frame["units"][0]].hex).dg
    there = game.state.status(near).dg
    return tuple(after_barrage(game, after_new_dg(p, own, max(own, there)), near) for p in frame["points"])


def _zones(game: Table, units: tuple[str, ...]) -> dict[int, list[str]]:
    """Map each hex to the enemy hexes that may fire at units leaving it (8.6)."""
    found: dict[int, list[str]] = {}
    for unit in units_on_map(game, enemy(side_of(game, units[0]))):
        here = game.state.units[unit].hex
        if game.state.status(here).fire_marker == NO_OPPORTUNITY_FIRE:
            continue
        for seen in fire_zone(game, unit):
            watching = found.setdefault(seen, [])
            if hex_name(here) not in watching:
                watching.append(hex_name(here))
    return found


def _on_leaving(start: _Start, first: int) -> list[str]:
    """Return the enemy hexes that may fire when the units leave their hex for `first`, past any screen (8.6)."""
    if first not in start.leaving:
        state = start.game.state
        found = {state.units[u].hex for u in watchers(start.game, start.units, start.hex, first)}
        start.leaving[first] = [hex_name(h) for h in found]
    return start.leaving[first]


def _entry(start: _Start, frame: Frame, path: Path) -> dict[str, Any]:
    places = [hex_id(name) for name, _ in path]
    fire = {watcher for place in places[:-1] for watcher in start.zones.get(place, [])}
    fire.update(_on_leaving(start, places[0]))
    watched = sorted(start.zones.get(places[-1], []))
    return {"mp_left": max(0, _left(frame)) / 2, "path": path, "fire": sorted(fire), "watched": watched}
