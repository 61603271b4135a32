"""Activation and command: who is active, who is in command, who may act again (5.1, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.company_scale.counters import Counter, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.pieces import (
    HQ_RANGE,
    counter,
    headquarters,
    is_own_headquarters,
    name_of,
    no_unit,
    side_name,
    with_headquarters,
)
from rules.company_scale.r15_carrying import inaction_reasons
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.r23_1_ffi import payer_of, price_of
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import ELIMINATED, EXITED, MAP, POOL, RESERVE, ROUTED, Activity, Battle, DivisionStatus
from rules.engine.command import Reason
from rules.hexes.grid import distance

IN_PLAY: Final = frozenset({MAP, ROUTED, POOL})  # places of units a chit can activate (5.1, 8.5.2, 15.0)
TRACK_END: Final = 19  # 2.0
MAX_COMMANDS: Final = TRACK_END
_ABSENT: Final = {  # by place: the message and its rule
    ELIMINATED: ("is eliminated", "8.5"),
    RESERVE: ("is not yet in play", "18.0"),
    EXITED: ("has left the map for good", "22.3"),
}
MAX_DISPATCH: Final = 9
DIVISION: Final = "division"
FORMATION: Final = "formation"
COMMAND: Final = "command"
WIND: Final = "wind"
EVENT: Final = "event"
KAMPFGRUPPE: Final = "kampfgruppe"  # 24.0
RADIUS: Final = 2  # 24.0
ONE_ACTION: Final = (COMMAND, KAMPFGRUPPE)  # chits under which a unit acts once (5.1, 24.0)


def on_track(status: DivisionStatus) -> DivisionStatus:
    """Return values cut to the general records track: 0 to 19, dispatch points 0 to 9 (2.0)."""
    return DivisionStatus(
        max(0, min(status.dispatch, MAX_DISPATCH)),
        *(max(0, min(value, TRACK_END)) for value in (status.commands, status.fatigue, status.troop_quality)),
    )


def set_division(game: Battle, division: str, **changes: int) -> None:
    """Change values on a general records track, cut to its ends (2.0)."""
    game.state.divisions[division] = on_track(replace(game.state.divisions[division], **changes))


@lru_cache(maxsize=1024)
def chit_kind(chit: str) -> str:
    """Return the kind of a chit: division, formation, kampfgruppe, command, wind or event (3.2)."""
    return chit.partition(":")[0]


@lru_cache(maxsize=1024)
def chit_subject(chit: str) -> str:
    """Return the subject of a chit: a division id, a formation id or a side."""
    return chit.partition(":")[2]


def chit_side(scenario: Scenario, chit: str) -> str:
    """Return the side that owns a chit, '' for the wind and random event chits."""
    kind, subject = chit_kind(chit), chit_subject(chit)
    if kind == COMMAND:
        return subject
    owner = paying_division(scenario, chit)
    return scenario.divisions[owner].side if owner else ""


def chit_name(scenario: Scenario, chit: str) -> str:
    """Return a chit's name as shown to players."""
    kind, subject = chit_kind(chit), chit_subject(chit)
    if kind == DIVISION:
        return scenario.divisions[subject].name
    if kind == FORMATION:
        return scenario.formations[subject].name
    if kind == KAMPFGRUPPE:
        return f"Kampfgruppe of the {scenario.divisions[subject].name}"
    if kind == COMMAND:
        return f"{side_name(scenario, subject)} Direct Command"
    return "Wind" if kind == WIND else "Random Event"


def paying_division(scenario: Scenario, chit: str) -> str:
    """Return the division that owns a chit and pays for it (4.0), or ''."""
    kind, subject = chit_kind(chit), chit_subject(chit)
    if kind in (DIVISION, KAMPFGRUPPE):
        return subject
    return scenario.formations[subject].division if kind == FORMATION else ""


def activates(scenario: Scenario, chit: str, piece: Counter | WeaponCounter | LeaderCounter) -> bool:
    """Tell whether a division or formation chit activates a unit or marker (5.1)."""
    kind, subject = chit_kind(chit), chit_subject(chit)
    if kind == DIVISION:
        return piece.division == subject
    if kind != FORMATION or piece.division != scenario.formations[subject].division:
        return False
    if piece.stripe is Stripe.NONE:  # 2.0: a member of every formation of its division
        return True
    return piece.stripe is Stripe.COLOURED and piece.formation == subject


def units_of_chit(game: Battle, chit: str) -> list[str]:
    """Return the units in play (on the map, routed, in a pool) that a division or formation chit activates (5.1)."""
    if chit_kind(chit) == KAMPFGRUPPE:
        return units_near(game, chit_side(game.scenario, chit))
    units = game.state.units
    return [unit for unit in _activated(game.scenario, chit) if units[unit].place in IN_PLAY]


def _activated(scenario: Scenario, chit: str) -> tuple[str, ...]:
    division = scenario.roster.divisions.get(paying_division(scenario, chit), ())
    return scenario.cached(
        ("activated", chit), lambda: tuple(u for u in division if activates(scenario, chit, scenario.units[u]))
    )


def units_near(game: Battle, side: str) -> list[str]:
    """Return a side's units within 2 hexes of the Kampfgruppen marker (24.0); without evacuation markers (22.2)."""
    units, marker = game.state.units, game.state.kampfgruppe
    return [
        unit
        for unit in game.scenario.roster.sides.get(side, ())
        if units[unit].place == MAP and distance(units[unit].hex, marker) <= RADIUS and not counter(game, unit).marker
    ]


def in_command(game: Battle, unit: str) -> bool:
    """Tell whether a unit is in command: its formation's or division's headquarters in range, a leader near (5.1)."""
    here = game.state.units[unit].hex
    printed = counter(game, unit)
    if is_shelter(game.scenario, printed.side, here):  # 18.0
        return True
    return _headquarters_reach(game, printed, here) or _leader_near(game, printed, here)


def command_range(game: Battle, hq: Counter) -> int:
    """Return a headquarters' command range; von Wietersheim with the division's adds 2 (14.1)."""
    helped = hq.hq == DIVISION and with_headquarters(game, hq.division) > 0
    return hq.command_range + (HQ_RANGE if helped else 0)


def _headquarters_reach(game: Battle, printed: Counter, here: int) -> bool:
    return any(
        is_own_headquarters(hq, printed) and distance(game.state.units[hq.id].hex, here) <= command_range(game, hq)
        for hq in headquarters(game, printed.division)
    )


def _leader_near(game: Battle, printed: Counter, here: int) -> bool:
    leaders, tokens = game.scenario.leaders, game.state.leaders
    men = game.scenario.cached(
        ("leaders of", printed.division),
        lambda: tuple(x for x, man in leaders.items() if not man.hero and man.division == printed.division),
    )
    return any(tokens[man].place == MAP and distance(tokens[man].hex, here) <= 1 for man in men)


def has_division_hq(game: Battle, division: str) -> bool:
    """Tell whether the headquarters of a division is on the map (4.0, 5.3)."""
    return any(hq.hq == DIVISION for hq in headquarters(game, division))


def is_active(game: Battle, unit: str) -> bool:
    """Tell whether a unit is active under the chit in play (2.0)."""
    activity = game.state.activity.get(unit)
    return activity is not None and not activity.finished


def commands_of(game: Battle, unit: str) -> int:
    """Return the direct commands of the division that pays for a unit: its own, for the FFI another (5.1, 23.1)."""
    return game.state.divisions[payer_of(game, counter(game, unit).division)].commands


def under_direct_command(game: Battle) -> bool:
    """Tell whether a direct command chit is in play."""
    return chit_kind(game.state.chit) == COMMAND


def no_assault_reasons(game: Battle) -> Iterator[Reason]:
    """Yield why the chit in play allows no assault: it is a direct command chit (9.0)."""
    if under_direct_command(game):
        yield Reason("No assaults under a Direct Command chit. Wait for a Division or Formation chit.", "9.0")


def unknown_unit(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why an id names no unit that can act."""
    if unit not in game.state.units:
        yield no_unit(unit, "2.0")
        return
    place = game.state.units[unit].place
    if place in _ABSENT:
        what, rule = _ABSENT[place]
        yield Reason(f"{name_of(game, unit)} {what}.", rule)
    elif counter(game, unit).marker:
        chit = chit_name(game.scenario, f"{COMMAND}:german")
        yield Reason(f"Evacuation markers move only when the {chit} chit is drawn.", "22.2")


def action_reasons(game: Battle, unit: str, *, seat: str, on_map: bool = True) -> Iterator[Reason]:
    """Yield why a unit may not take an action now: not active, both actions used, out of command, no points (5.1)."""
    key = "action", unit, seat, on_map
    return iter(game.cached(key, lambda: tuple(_action_reasons(game, unit, seat, on_map))))


def able_units(game: Battle) -> tuple[str, ...]:
    """Return the active units on the map that may act now (5.1); worked out once while options are listed."""
    memo = game.memo
    if memo is None:
        return tuple(_able_units(game))
    able: tuple[str, ...] | None = memo.get("able")
    if able is None:
        able = memo["able"] = tuple(_able_units(game))
    return able


def able_among(game: Battle, kind: str, is_one: Callable[[Counter], bool]) -> Iterable[str]:
    """Return those of the units that may act now whose counters are of a kind, which is told once for a scenario."""
    printed, able = game.scenario.units, able_units(game)
    them = game.scenario.cached(("of kind", kind), lambda: frozenset(unit for unit in printed if is_one(printed[unit])))
    return () if them.isdisjoint(able) else [unit for unit in able if unit in them]


def _able_units(game: Battle) -> Iterator[str]:
    seat, units, divisions = game.frame["seat"], game.state.units, game.state.divisions
    kind = chit_kind(game.state.chit)
    for unit, done in game.state.activity.items():
        if done.used >= 2 or units[unit].place != MAP:
            continue
        printed = game.scenario.units[unit]
        if done.used and (kind in ONE_ACTION or (not done.paid and divisions[printed.division].commands < 1)):
            continue
        if kind == COMMAND or done.handled or done.finished or printed.side != seat or printed.marker:
            able = not any(action_reasons(game, unit, seat=seat))
        else:  # as most are: only a second action can still be refused
            able = not done.used or done.paid or in_command(game, unit)
        if able:
            yield unit


def _action_reasons(game: Battle, unit: str, seat: str, on_map: bool) -> Iterator[Reason]:
    bad = next(unknown_unit(game, unit), None)
    if bad is not None:
        yield bad
        return
    printed = counter(game, unit)
    if printed.side != seat:
        yield Reason(f"{printed.name} belongs to the other side.", "5.1")
        return
    if on_map and game.state.units[unit].place == ROUTED:
        yield Reason(f"{printed.name} has routed. Return it to play first.", "8.5.2")
    standing = list(inaction_reasons(game, unit, on_map))  # 15.0, 30.0
    yield from standing
    if standing:
        return
    activity = game.state.activity.get(unit)
    if activity is None:
        yield inactive_reason(game, printed)
    else:
        yield from _again_reasons(game, printed, activity)
        if under_direct_command(game):
            yield from one_at_a_time(game, unit)


def inactive_reason(game: Battle, printed: Counter) -> Reason:
    """Return why a unit is not active: no action phase, steps that come first, or another chit in play."""
    if game.state.phase != "action":
        return Reason(f"{printed.name} can act only in the Action Phase.", "2.0")
    if under_direct_command(game):
        return Reason(f"{printed.name} isn't active. Pay 1 direct command for it first.", "5.1")
    waits = not game.state.activity and chit_kind(game.state.chit) in (DIVISION, FORMATION, KAMPFGRUPPE)
    if waits and printed.id in units_of_chit(game, game.state.chit):
        return Reason(f"{printed.name} can't act yet. Finish the earlier steps of the activation.", "4.0")
    what = chit_name(game.scenario, game.state.chit) if game.state.chit else "no chit"
    return Reason(f"{printed.name} isn't active: {what} is in play.", "5.1")


def _again_reasons(game: Battle, printed: Counter, activity: Activity) -> Iterator[Reason]:
    if activity.used == 0:
        return
    if activity.finished:
        yield Reason(f"{printed.name} has assaulted, so it is finished for this activation.", "9.1")
        return
    if under_direct_command(game):
        yield Reason(f"{printed.name} has already used its one action under this Direct Command chit.", "5.1")
    elif chit_kind(game.state.chit) == KAMPFGRUPPE:
        yield Reason(f"{printed.name} has already used its one Kampfgruppe action.", "24.0")
    elif activity.used >= 2:
        yield Reason(f"{printed.name} has used both its actions.", "5.1")
    elif not activity.paid:
        if game.state.divisions[printed.division].commands < 1:
            division = game.scenario.divisions[printed.division].name
            yield Reason(f"A second action costs 1 direct command; {division} has none left.", "5.1")
        if game.state.units[printed.id].place != MAP or not in_command(game, printed.id):
            yield Reason(f"{printed.name} is out of command, so it has no second action.", "5.1")


def one_at_a_time(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why another unit must act first: one already paid for under a direct command chit (4.0)."""
    pending = pending_unit(game)
    if pending and pending != unit:
        yield Reason(f"{name_of(game, pending)} must finish its action first.", "4.0")


def pending_unit(game: Battle) -> str:
    """Return the unit paid for under a direct command chit that has not acted yet, or '' (4.0)."""
    return next((u for u, a in game.state.activity.items() if a.used == 0), "") if under_direct_command(game) else ""


def is_second(game: Battle, unit: str) -> bool:
    """Tell whether the next action of an active unit is its second."""
    return game.state.activity[unit].used == 1


def pay_for_second(game: Battle, unit: str) -> None:
    """Pay 1 direct command if the next action is a second one that is not paid for yet (5.1)."""
    activity = game.state.activity[unit]
    if activity.used == 1 and not activity.paid:
        spend_command(game, unit)
        game.state.activity[unit] = replace(activity, paid=True)


def spend_command(game: Battle, unit: str) -> None:
    """Charge a unit's activation to the division that pays for it (5.1, 23.1)."""
    division, price = payer_of(game, counter(game, unit).division), price_of(game, unit)
    left = game.state.divisions[division].commands - price
    game.state.divisions[division] = replace(game.state.divisions[division], commands=left)
    game.emit("CommandSpent", division=division, unit=unit, price=price, left=left)


def use_action(game: Battle, unit: str) -> None:
    """Count one action of an active unit, and pay for it if it is the second (5.1)."""
    pay_for_second(game, unit)
    activity = game.state.activity[unit]
    game.state.activity[unit] = replace(activity, used=activity.used + 1, flipped=False, paid=False)
