"""Where a unit could go: the reach of a movement with the cheapest paths, costs and dangers (6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.company_scale.pieces import counter, enemy, side_of, units_on_map
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import is_active, under_direct_command
from rules.company_scale.r06_2_terrain import OFF_ROAD, WAYS, crossing
from rules.company_scale.r06_movement import condition_reasons, here_of, pay, step_reasons
from rules.company_scale.r07_2_fire_zones import fire_zone
from rules.company_scale.r08_5_4_status import after_barrage, after_new_dg, allowance, can_move
from rules.company_scale.r08_6_opportunity_fire import is_screened
from rules.company_scale.state import NO_OPPORTUNITY_FIRE, Table, Unit
from rules.engine.command import MalformedCommand, cmd
from rules.engine.frames import Frame
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_name

Key = tuple[int, str, bool]


def reach(game: Table, units: list[str] | tuple[str, ...]) -> dict[str, Any]:
    """Return every hex the units could reach in one movement action, with points left, path and dangers.

    `begin` lists the commands to submit first (activate, change formation, move); `refused` explains
    neighbouring hexes that cannot be entered; `why` says why nothing can move at all.
    """
    units = tuple(units)
    for unit in units:
        if unit not in game.state.units:
            raise MalformedCommand(f'There is no unit "{unit}" in this scenario.')
    game = _working_copy(game)
    begin = _begin(game, units)
    why = [r for u in units for r in condition_reasons(game, u)] if game.frame.kind != "movement" else []
    frame = game.frame if game.frame.kind == "movement" else _fresh(game, units)
    if why or frame is None:
        return {"begin": [], "hexes": {}, "refused": {}, "why": [{"text": r.text, "rule": r.rule} for r in why]}
    found, refused = _search(game, frame)
    start = here_of(game, frame)
    found.pop(start, None)
    danger = _danger(game, units, start)
    return {
        "begin": [c.to_json() for c in begin],
        "hexes": {hex_name(h): _entry(best, danger) for h, best in sorted(found.items())},
        "refused": {hex_name(h): [{"text": r.text, "rule": r.rule} for r in rs] for h, rs in sorted(refused.items())},
        "why": [],
    }  # fmt: skip


def _working_copy(game: Table) -> Table:
    return type(game)(game.kinds, game.scenario, game.state.copy())


def _begin(game: Table, units: tuple[str, ...]) -> list[Any]:
    """Return the commands that come before the first step, and turn deployed units to column in the copy."""
    if game.frame.kind == "movement":
        return []
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


def _search(game: Table, start: Frame) -> tuple[dict[int, dict[str, Any]], dict[int, list[Any]]]:
    """Try every step from every place reached, keeping the best points left for each hex, road and trail state."""
    origin = here_of(game, start)
    best: dict[Key, tuple[int, ...]] = {(origin, "", True): start["points"]}
    hexes: dict[int, dict[str, Any]] = {origin: {"frame": start, "path": []}}
    refused: dict[int, list[Any]] = {}
    queue: list[tuple[int, Frame, list[list[str]]]] = [(origin, start, [])]
    while queue:
        here, frame, path = queue.pop(0)
        for near, after, by in _steps(game, frame, here, refused):
            key = (near, after["road"], after["trail"])
            known = best.get(key)
            if known is not None and all(a <= b for a, b in zip(after["points"], known, strict=True)):
                continue
            best[key] = after["points"]
            longer = [*path, [hex_name(near), by]]
            shown = hexes.get(near)
            if shown is None or min(shown["frame"]["points"]) < min(after["points"]):
                hexes[near] = {"frame": after, "path": longer}
            if can_move(game.state.status(near)):
                queue.append((near, after, longer))
    return hexes, {h: rs for h, rs in refused.items() if h not in hexes}


def _steps(game: Table, frame: Frame, here: int, refused: dict[int, list[Any]]) -> Iterator[tuple[int, Frame, str]]:
    ground = game.scenario.map
    for near in neighbours(here):
        if near not in ground.hexes:
            continue
        ways = WAYS if ground.side(here, near).roads else (OFF_ROAD,)
        reasons: list[Any] = []
        for by in ways:
            found = list(step_reasons(game, frame, here, near, by))
            if found:
                reasons = found
                continue
            after = frame.having(**pay(game, frame, crossing(ground, here, near, by)))
            yield near, after.having(points=_on_entry(game, after, here, near)), by
        if reasons:
            refused.setdefault(near, reasons)


def _on_entry(game: Table, frame: Frame, here: int, near: int) -> tuple[int, ...]:
    """Return points left after the markers of the hex entered take effect (6.1.1, 8.7.2)."""
    own = game.state.status(game.state.units[frame["units"][0]].hex).dg
    there = game.state.status(near).dg
    return tuple(after_barrage(game, after_new_dg(p, own, max(own, there)), near) for p in frame["points"])


def _danger(game: Table, units: tuple[str, ...], start: int) -> dict[int, list[str]]:
    """Map each hex to the enemy hexes that may fire at units leaving it; the start with its screen (8.6)."""
    found: dict[int, list[str]] = {}
    for unit in units_on_map(game, enemy(side_of(game, units[0]))):
        here = game.state.units[unit].hex
        if game.state.status(here).fire_marker == NO_OPPORTUNITY_FIRE:
            continue
        for seen in fire_zone(game, unit):
            watching = found.setdefault(seen, [])
            if hex_name(here) not in watching:
                watching.append(hex_name(here))
    if is_screened(game, units, start):
        found.pop(start, None)
    return found


def _entry(best: dict[str, Any], danger: dict[int, list[str]]) -> dict[str, Any]:
    frame, path = best["frame"], best["path"]
    left = max(0, min(frame["points"]))
    places = [int(name[:2]) * 100 + int(name[3:]) for name, _ in path]
    watched = sorted({w for place in places[:-1] for w in danger.get(place, [])})
    return {"mp_left": left / 2, "path": path, "fire": watched, "watched": sorted(danger.get(places[-1], []))}
