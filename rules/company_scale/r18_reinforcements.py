"""Reinforcements: their arrival, and the reinforcement hexes that shelter them (18.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.pieces import side_name
from rules.company_scale.scenario import Scenario, other_side
from rules.company_scale.state import AVAILABLE, POOL, RESERVE, Battle
from rules.engine.command import Reason
from rules.hexes.grid import distance, hex_name

_NOTHING: Final[frozenset[str]] = frozenset()
PROTECTED: Final = 6  # distance from a reinforcement hex that its enemies must keep


def is_shelter(scenario: Scenario, side: str, hex_id: int) -> bool:
    """Tell whether a hex is one of a side's reinforcement hexes (RULINGS 26)."""
    return hex_id in scenario.entries.get(side, ())


def arrive(game: Battle) -> list[str]:
    """Place everything due in its reinforcement hex (4.0, step G); return the units that arrived.

    Units whose hex is on fire wait (8.8.1).
    """
    state, come = game.state, []
    for due in game.scenario.reinforcements:
        if due.turn > state.turn or due.hex in state.on_fire:
            continue
        for unit in due.units:
            if state.units[unit].place == RESERVE:
                state.turn_to(unit, due.deployed)
                state.place(unit, due.hex)
                come.append(unit)
                game.emit("UnitArrived", unit=unit, hex=hex_name(due.hex))
        for transport in due.transports:
            if state.units[transport].place == RESERVE:
                state.place(transport, 0, POOL)
                game.emit("TransportArrived", unit=transport)
        for tokens, names in ((state.weapons, due.weapons), (state.leaders, due.leaders)):
            for name in names:
                if tokens[name].place == RESERVE:
                    state.put(name, due.hex)
        for hero in due.heroes:
            if state.leaders[hero].place == RESERVE:
                state.put(hero, 0, AVAILABLE)  # 14.1
                game.emit("HeroArrived", hero=hero, name=game.scenario.leaders[hero].name)
    return come


def due_now(game: Battle) -> frozenset[str]:
    """Return the units that arrive this turn: their chits can be bought before they are placed (18.0)."""
    return game.scenario.roster.arrivals.get(game.state.turn, _NOTHING)


def zone_reasons(game: Battle, side: str, here: int, to: int) -> Iterator[Reason]:
    """Yield why a side may not move within the protected zone of an enemy reinforcement hex (18.0; RULINGS 26)."""
    leaving = game.scenario.rules.get("reinforcement_zone") == "may_leave"
    for entry in game.scenario.entries.get(other_side(side), ()):
        away = distance(entry, to)
        if away <= PROTECTED and (not leaving or away <= distance(entry, here)):
            yield _too_near(to, entry)
    if side == "allied":
        yield from near_exit_reasons(game, to)  # 22.3


def guarded(scenario: Scenario, side: str) -> frozenset[int]:
    """Return every hex that `zone_reasons` could bar to a side from somewhere."""

    def near() -> frozenset[int]:
        spots = [(entry, PROTECTED) for entry in scenario.entries.get(other_side(side), ())]
        if side == "allied" and scenario.exit:
            spots.append((scenario.exit, int(scenario.charts.evacuation["distance"]) - 1))
        hexes = scenario.map.hexes
        return frozenset(h for h in hexes if any(distance(spot, h) <= away for spot, away in spots))

    return scenario.cached(("guarded", side), near)


def protected_reasons(game: Battle, side: str, target: int) -> Iterator[Reason]:
    """Yield why a side's indirect fire, aircraft and ambushes may not come near an enemy reinforcement hex (18.0)."""
    for entry in game.scenario.entries.get(other_side(side), ()):
        if distance(entry, target) <= PROTECTED:
            yield _too_near(target, entry)


def _too_near(here: int, entry: int) -> Reason:
    where = f"within {PROTECTED} hexes of the enemy reinforcement hex {hex_name(entry)}"
    return Reason(f"{hex_name(here)} is {where}.", "18.0")


def near_exit_reasons(game: Battle, to: int) -> Iterator[Reason]:
    """Yield why Allied units must keep away from the hex by which the Germans leave (22.3)."""
    way_out = game.scenario.exit
    if way_out and distance(way_out, to) < (away := int(game.scenario.charts.evacuation["distance"])):
        whose = side_name(game.scenario, "allied")
        yield Reason(f"{whose} units must stay at least {away} hexes from {hex_name(way_out)}.", "22.3")


def shelter_reasons(game: Battle, side: str, here: int, target: int) -> Iterator[Reason]:
    """Yield why a side may not fire from `here` at `target`: neither into nor out of a reinforcement hex (18.0)."""
    if is_shelter(game.scenario, other_side(side), target):
        yield Reason(f"Units in reinforcement hex {hex_name(target)} can't be fired at.", "18.0")
    if is_shelter(game.scenario, side, here):
        yield Reason("Units can't fire out of a reinforcement hex.", "18.0")
