"""What a player sees of a position, as plain JSON: everything lies open."""

from __future__ import annotations

from typing import Any, Final

from rules.striking_anvil.r01_1_map import cut_off, fort_level
from rules.striking_anvil.r01_3_units import bonus, counter_of, good_strength, is_combat, movement, strength, units_of
from rules.striking_anvil.r01_5_fortresses import fort_die
from rules.striking_anvil.r03_impulses import ready
from rules.striking_anvil.r07_landings import is_port_open
from rules.striking_anvil.r_victory import level_of, outcome, score, score_lines
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.state import DUE, Anvil

MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ACTIVATION: Final = "activation"
MARCH: Final = "march"
REACTION: Final = "reaction"
PAYMENT: Final = "payment"
COMBAT: Final = "combat"


def view(game: Anvil) -> dict[str, Any]:
    """Return the position."""
    state, scenario = game.state, game.scenario
    return {
        "scenario": {"id": scenario.id, "title": scenario.title, "map": scenario.map.id},
        "turn": _turn(game),
        "phase": state.phase,
        "impulse": {"side": state.active, "passes": state.passes,
                    "ready": {side: ready(game, side) for side in SIDES}},
        "areas": _areas(game),
        "boxes": [_box(game, box) for box in scenario.map.boxes],
        "units": {unit: _unit(game, unit) for unit in state.units},
        "bridges": _bridges(game),
        "bombing": dict(state.bombing),
        "under_way": _under_way(game),
        "groups": dict(state.groups),
        "arrivals": arrivals(game),
        "victory": {"score": score(game), "lines": score_lines(game), "level": level_of(game, score(game))},
        "over": None if state.frames else outcome(game),
    }  # fmt: skip


def _turn(game: Anvil) -> dict[str, Any]:
    first, last = game.scenario.dates(game.state.turn)
    return {"number": game.state.turn, "of": game.scenario.turns, "name": label_of(game, game.state.turn),
            "from": first.isoformat(), "to": last.isoformat()}  # fmt: skip


def label_of(game: Anvil, turn: int) -> str:
    """Return the days of a turn as on the turn track: 15-16 Aug (1.2)."""
    first, last = game.scenario.dates(turn)
    end = f"{last.day} {MONTHS[last.month - 1]}"
    return f"{first.day}-{end}" if first.month == last.month else f"{first.day} {MONTHS[first.month - 1]}-{end}"


def _areas(game: Anvil) -> list[dict[str, Any]]:
    cut = {side: cut_off(game, side) for side in SIDES}
    return [_area(game, area, [side for side in SIDES if area in cut[side]]) for area in game.scenario.map.areas]


def _area(game: Anvil, area: str, out_of_supply: list[str]) -> dict[str, Any]:
    state, printed = game.state, game.scenario.map.areas[area]
    stacks = {side: _stack(game, area, side) for side in SIDES}
    return {
        "id": area, "name": printed.name, "terrain": printed.terrain, "side": state.controller(area),
        "ffi": state.ffi.get(area, ""), "stacks": stacks,
        "fort": {"level": fort_level(game, area), "die": fort_die(game, area)} if area in state.forts else None,
        "out_of_supply": out_of_supply,
        "port_open": is_port_open(game, area),
        "bombing": sorted(marker for marker, where in state.bombing.items() if where == area),
    }  # fmt: skip


def _stack(game: Anvil, place: str, side: str) -> dict[str, Any]:
    units = units_of(game, place, side)
    combat = [unit for unit in units if is_combat(game, unit)]
    return {"units": units, "strength": sum(strength(game, unit) for unit in combat),
            "good": good_strength(game, combat), "bonus": sum(bonus(game, unit) for unit in units)}  # fmt: skip


def _box(game: Anvil, box_id: str) -> dict[str, Any]:
    box = game.scenario.map.boxes[box_id]
    return {"id": box_id, "name": box.name, "kind": box.kind, "side": box.side, "areas": list(box.areas),
            "units": list(game.state.stack(box_id))}  # fmt: skip


def _unit(game: Anvil, unit: str) -> dict[str, Any]:
    counter, piece = counter_of(game, unit), game.state.units[unit]
    return {
        "label": counter.label, "side": counter.side, "nation": counter.nation, "kind": counter.kind,
        "branch": counter.branch, "division": counter.division, "symbol": counter.symbol, "at": piece.at,
        "reduced": piece.reduced, "disorganized": piece.disorganized, "strength": strength(game, unit),
        "movement": movement(game, unit), "bonus": bonus(game, unit), "steps": counter.steps - piece.reduced,
        "entrenched": counter.is_entrenched and not piece.reduced,
    }  # fmt: skip


def _bridges(game: Anvil) -> list[dict[str, Any]]:
    sites = [border for border in game.scenario.map.borders.values() if border.is_site]
    waits = game.state.bridges
    return [{"border": site.id, "river": site.name, "stands": waits.get(site.id) == 0, "waits": waits.get(site.id, 0)}
            for site in sites]  # fmt: skip


def _under_way(game: Anvil) -> list[dict[str, Any]]:
    """Return what is going on, from the bottom: composition, move, reaction, combat, payment."""
    shown = (ACTIVATION, MARCH, REACTION, COMBAT, PAYMENT)
    return [{"what": frame.kind, "step": frame.step, **_plain(frame.data)} for frame in game.state.frames
            if frame.kind in shown]  # fmt: skip


def _plain(data: Any) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def arrivals(game: Anvil) -> list[dict[str, Any]]:
    """Return what is still to come: turn, box or area of a drop, units."""
    due, found = set(game.state.stack(DUE)), []
    for lot in game.scenario.lots:
        if due.issuperset(lot.units):
            found.append({"turn": lot.turn, "to": lot.box, "drop": False, "units": list(lot.units)})
    for drop in game.scenario.drops:
        if due.issuperset(drop.units):
            found.append({"turn": drop.turn, "to": drop.area, "drop": True, "units": list(drop.units)})
    return sorted(found, key=lambda row: row["turn"])
