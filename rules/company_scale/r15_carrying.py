"""Who carries whom: a transport or tank and its passenger are one unit in their hex (15.0, 30.0).

A passenger has the place "carried" and no hex: it is in no stack, has no fire zone, is never active and never a
target. So whatever counts units in a hex counts the pair once, with the values of the carrier.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.counters import Counter, MoveClass, Stripe
from rules.company_scale.pieces import counter, name_of
from rules.company_scale.state import CARRIED, ELIMINATED, POOL, ROUTED, Battle, State
from rules.engine.command import Reason
from rules.hexes.grid import hex_name

LOADED: Final = "loaded"  # `Activity.handled`
UNLOADED: Final = "unloaded"  # `Activity.handled`
MOUNTED: Final = "mounted"  # `Activity.handled`
DISMOUNTED: Final = "dismounted"  # `Activity.handled`
OUT_OF_ACTION: Final = {UNLOADED: "15.0", DISMOUNTED: "30.0"}  # units set down act no more


def passenger_of(state: State, carrier: str) -> str:
    """Return the unit that a transport or tank carries, or ''."""
    return next((unit for unit, by in state.carried.items() if by == carrier), "") if state.carried else ""


def whereabouts(state: State, unit: str) -> int:
    """Return the hex of a unit on the map or of its carrier, else 0."""
    return state.units[state.carried.get(unit, unit)].hex


def put_aboard(game: Battle, unit: str, carrier: str) -> None:
    """Put a unit on its carrier: it leaves its hex and is no longer active."""
    game.state.place(unit, 0, CARRIED)
    game.state.carried[unit] = carrier
    game.state.activity.pop(unit, None)


def set_down(game: Battle, unit: str) -> int:
    """Put a passenger into the hex of its carrier; return the hex."""
    here = whereabouts(game.state, unit)
    game.state.place(unit, here)
    return here


def shares_fate(game: Battle, carrier: str, place: str) -> None:
    """Settle what happens to the passenger of a unit that leaves the map routed or eliminated.

    That of a transport is eliminated or routs with it; the pair counts as one loss (15.0; RULINGS 88). That of a tank
    gets off first (RULINGS 92).
    """
    unit = passenger_of(game.state, carrier)
    if not unit:
        return
    if not counter(game, carrier).transport:
        game.emit("RiderDismounted", unit=unit, carrier=carrier, hex=hex_name(set_down(game, unit)), why="lost")
        return
    here = game.state.units[carrier].hex
    if counter(game, unit).hq:  # 8.5
        place = ROUTED
    game.state.place(unit, 0, place)
    game.emit(
        "PassengerLost" if place == ELIMINATED else "PassengerRouted", unit=unit, carrier=carrier, hex=hex_name(here)
    )


def box_for(game: Battle, unit: str, place: str) -> str:
    """Return where a unit leaving the map goes: a routed transport returns to its pool (15.0)."""
    return POOL if place == ROUTED and counter(game, unit).transport else place


def may_carry(carrier: Counter, unit: Counter) -> bool:
    """Tell whether a transport or tank may carry a unit: of its formation, or with its division's white stripe.

    No stripe means a member of every formation (2.0; RULINGS 82).
    """
    if carrier.division != unit.division:
        return False
    if carrier.stripe is not Stripe.COLOURED:
        return True
    return unit.stripe is Stripe.NONE or (unit.stripe is Stripe.COLOURED and unit.formation == carrier.formation)


def rule_of(game: Battle, carrier: str) -> str:
    """Return the rule by which a unit carries another: that of transports or that of tanks."""
    return "15.0" if counter(game, carrier).transport else "30.0"


def full_reasons(game: Battle, carrier: str) -> Iterator[Reason]:
    """Yield why a transport or tank is full: it carries one unit."""
    carried = passenger_of(game.state, carrier)
    if carried:
        text = f"{name_of(game, carrier)} is already carrying {name_of(game, carried)}."
        yield Reason(text, rule_of(game, carrier))


def stripe_reasons(game: Battle, carrier: str, unit: str) -> Iterator[Reason]:
    """Yield why a transport or tank cannot carry a unit of another formation or division (15.0, 30.0)."""
    by, who = counter(game, carrier), counter(game, unit)
    if not may_carry(by, who):
        whose = "its own formation" if by.stripe is Stripe.COLOURED else "its own division"
        yield Reason(f"{by.name} can carry only units of {whose}, and {who.name} isn't one.", rule_of(game, carrier))


def is_vehicle(game: Battle, unit: str) -> bool:
    """Tell whether a unit is a wheeled or tracked vehicle, not a gun that cannot move by itself."""
    return counter(game, unit).move_class is not MoveClass.LEG


def inaction_reasons(game: Battle, unit: str, on_map: bool = True) -> Iterator[Reason]:
    """Yield why transport keeps a unit from acting: carried, in the pool (with `on_map`), just set down."""
    place = game.state.units[unit].place
    name = counter(game, unit).name
    if on_map and place == CARRIED:
        carrier = game.state.carried[unit]
        yield Reason(
            f"{name} is riding on {counter(game, carrier).name}. Only the carrier can act.", rule_of(game, carrier)
        )
    elif on_map and place == POOL:
        yield Reason(f"{name} is in its division's transport pool. All it can do is load a unit.", "15.0")
    activity = game.state.activity.get(unit)
    if activity is not None and activity.handled in OUT_OF_ACTION and not counter(game, unit).transport:
        text = f"{name} was {activity.handled} this activation. It can act again under a later chit."
        yield Reason(text, OUT_OF_ACTION[activity.handled])
