"""Loading units into transports and unloading them (15.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.counters import Counter, MoveClass
from rules.company_scale.pieces import counter, name_of
from rules.company_scale.r05_command import action_reasons, use_action
from rules.company_scale.r06_1_stacking import tidy
from rules.company_scale.r08_5_4_status import can_move, halting_rule
from rules.company_scale.r08_6_opportunity_fire import open_window
from rules.company_scale.r15_carrying import (
    LOADED,
    MOUNTED,
    UNLOADED,
    full_reasons,
    is_vehicle,
    may_carry,
    passenger_of,
    put_aboard,
    rule_of,
    set_down,
    stripe_reasons,
)
from rules.company_scale.state import CARRIED, MAP, POOL, Activity, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Procedure, takes
from rules.hexes.grid import hex_name

ACTED: Final = 2  # actions used by a unit that can act no more


class Load(Action):
    """Load a deployed unit onto a transport from the pool: the transport's whole movement action."""

    verb = "load"
    fields = takes(unit=str, transport=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active transport in the pool with each unit it could take; of identical ones, the first."""
        seen = set()
        for transport, activity in game.state.activity.items():
            if activity.used < ACTED and game.state.units[transport].place == POOL:
                printed = counter(game, transport)
                kind = printed.division, printed.formation, printed.stripe, printed.type, activity.used
                if kind in seen or activity.handled:
                    continue
                seen.add(kind)
                for unit in _own_units(game, printed):
                    yield cmd("load", unit=unit, transport=transport)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this transport cannot load this unit now."""
        unit, transport = command.text("unit"), command.text("transport")
        yield from action_reasons(game, transport, seat=game.frame["seat"], on_map=False)
        if transport not in game.state.units:
            return
        if not counter(game, transport).transport:
            yield Reason(f"{name_of(game, transport)} is not a transport.", "15.0")
            return
        yield from full_reasons(game, transport)
        yield from _unloaded_reasons(game, transport)
        yield from passenger_reasons(game, unit)
        if unit in game.state.units:
            yield from stripe_reasons(game, transport, unit)

    def apply(self, game: Battle, command: Command) -> None:
        """Spend the action, take any fire, then load."""
        unit, transport = command.text("unit"), command.text("transport")
        begin(game, transport, LOADED)
        game.push("loading", unit=unit, transport=transport, hex=game.state.units[unit].hex, unload=False, done=())


def begin(game: Battle, carrier: str, what: str) -> None:
    """Spend the movement action of a transport or tank and remember what it was for."""
    use_action(game, carrier)
    game.state.activity[carrier] = replace(game.state.activity[carrier], handled=what)


@derived(State.on_board)
def _own_units(game: Battle, transport: Counter) -> list[str]:
    """Return the deployed units on the map that a transport may carry."""
    units = game.state.units
    return [
        unit
        for unit in game.scenario.roster.divisions.get(transport.division, ())
        if units[unit].place == MAP
        and units[unit].deployed
        and not is_vehicle(game, unit)
        and may_carry(transport, counter(game, unit))
    ]


def _unloaded_reasons(game: Battle, transport: str) -> Iterator[Reason]:
    activity = game.state.activity.get(transport)
    if activity is not None and activity.handled == UNLOADED:
        text = f"{name_of(game, transport)} has unloaded this activation and can't load as well."
        yield Reason(text, "15.0")


def passenger_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot be loaded onto a transport where it is (15.0)."""
    if unit not in game.state.units or game.state.units[unit].place not in (MAP, CARRIED):
        yield Reason(f"{name_of(game, unit)} is not on the map.", "15.0")
        return
    record, printed = game.state.units[unit], counter(game, unit)
    if record.place == CARRIED:
        yield Reason(f"{printed.name} is already riding.", "15.0")
        return
    if printed.ambush:
        yield Reason(f"{printed.name} is an ambush and can't be transported.", "23.2")
    if not record.deployed:
        yield Reason(f"{printed.name} is in column. Only deployed units can be loaded.", "15.0")
    if is_vehicle(game, unit):
        kind = "tracked" if printed.move_class is MoveClass.TRACKED else "wheeled"
        yield Reason(f"{printed.name} is {kind}. Vehicles can't be transported.", "15.0")
    if record.hex in game.state.on_fire:  # no transport can get there
        yield Reason(f"{hex_name(record.hex)} is on fire.", "8.8.1")
    yield from halted_reasons(game, record.hex)


def halted_reasons(game: Battle, hex_id: int) -> Iterator[Reason]:
    """Yield why no unit can get on or off in a hex: that is a movement action (RULINGS 84)."""
    status = game.state.status(hex_id)
    if not can_move(status):
        yield Reason(f"{hex_name(hex_id)} is {status.stress}: no movement actions there.", halting_rule(status))


def active_passengers(game: Battle) -> Iterator[str]:
    """Yield the passenger of each active transport or tank."""
    return (unit for unit, carrier in game.state.carried.items() if carrier in game.state.activity)


def parting_reasons(game: Battle, carrier: str, too_soon: str) -> Iterator[Reason]:
    """Yield why a transport or tank cannot set its passenger down; `too_soon` if it has just loaded."""
    yield from action_reasons(game, carrier, seat=game.frame["seat"])
    activity = game.state.activity.get(carrier)
    if activity is not None and activity.handled in (LOADED, MOUNTED):
        yield Reason(too_soon, rule_of(game, carrier))
    yield from halted_reasons(game, game.state.units[carrier].hex)


class Unload(Action):
    """Set a passenger down, deployed; the transport goes back to its pool."""

    verb = "unload"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each passenger of an active transport."""
        return (cmd("unload", unit=unit) for unit in active_passengers(game))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot be set down now."""
        unit = command.text("unit")
        transport = game.state.carried.get(unit, "")
        if not transport or not counter(game, transport).transport:
            yield Reason(f"{name_of(game, unit)} isn't on a transport.", "15.0")
            return
        too_soon = f"{name_of(game, transport)} has loaded this activation. It can unload in a later one."
        yield from parting_reasons(game, transport, too_soon)

    def apply(self, game: Battle, command: Command) -> None:
        """Spend the action, take any fire, then unload."""
        unit = command.text("unit")
        transport = game.state.carried[unit]
        begin(game, transport, UNLOADED)
        game.push("loading", unit=unit, transport=transport, hex=game.state.units[transport].hex, unload=True, done=())


def _before(game: Battle) -> None:
    """Let the other side fire before the pair joins or parts; a transport in the pool comes to the hex first."""
    frame = game.frame
    unit, transport, here = frame["unit"], frame["transport"], frame["hex"]
    if not frame["unload"]:
        game.state.place(transport, here)
        game.emit("TransportCame", unit=transport, passenger=unit, hex=hex_name(here))
    movers = (transport,) if frame["unload"] else (transport, unit)
    open_window(game, movers, here, here)


def _change(game: Battle) -> str | None:
    """Join or part the pair, unless fire has stopped or scattered them (RULINGS 84)."""
    frame = game.frame
    unit, transport, here = frame["unit"], frame["transport"], frame["hex"]
    if not _is_here(game, transport, here) or not can_move(game.state.status(here)):
        return "15.0.end"
    if frame["unload"]:
        if passenger_of(game.state, transport) != unit:
            return "15.0.end"
        set_down(game, unit)
        game.state.activity[unit] = Activity(here, ACTED, handled=UNLOADED)
        game.emit("UnitUnloaded", unit=unit, transport=transport, hex=hex_name(here))
    elif _is_here(game, unit, here):
        put_aboard(game, unit, transport)
        game.emit("UnitLoaded", unit=unit, transport=transport, hex=hex_name(here))
    else:
        return "15.0.end"
    return None


def _after(game: Battle) -> None:
    """Let the other side fire afterwards: at the loaded transport, or at both parted units."""
    frame = game.frame
    movers = (frame["transport"], frame["unit"]) if frame["unload"] else (frame["transport"],)
    open_window(game, movers, frame["hex"], frame["hex"], done=frame["done"])


def _end(game: Battle) -> None:
    """Send a transport without a passenger back to its pool, free of markers."""
    transport, here = game.frame["transport"], game.frame["hex"]
    if _is_here(game, transport, here) and not passenger_of(game.state, transport):
        game.state.place(transport, 0, POOL)
        game.emit("TransportLeft", unit=transport, hex=hex_name(here))
    tidy(game, here)


def _is_here(game: Battle, unit: str, hex_id: int) -> bool:
    record = game.state.units[unit]
    return record.place == MAP and record.hex == hex_id


LOADING: Final = Procedure(
    "loading", {"15.0.before": _before, "15.0.change": _change, "15.0.after": _after, "15.0.end": _end}
)
