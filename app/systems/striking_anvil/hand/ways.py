"""Who goes along, by which way, and what a drop means; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.systems.striking_anvil.hand.meetings import meet, mobile_sums
from app.systems.striking_anvil.hand.plan import Game, Group, On, Plan, about, given, said
from app.systems.striking_anvil.text.names import Names, counted
from rules.engine.command import Command, Reason, cmd


def group_at(game: Game, place: str, unit: str = "") -> Group | None:
    """Return whom a drag from a place takes along: the chosen units, the group, or all who can move; None for nobody.

    With a unit it is that unit alone.
    """
    decision = game.decision
    if decision is None:
        return None
    subject = about(decision)
    if decision.kind == "way":
        return Group(place, tuple(subject["group"])) if place == subject["at"] else None
    if decision.kind == "activation":
        if place != subject["area"]:
            return None
        return _taken(game, place, tuple(subject["units"]), unit)
    if decision.kind == "order" and cmd("activate", area=place) in decision.options:
        return _with_units(game, place, (cmd("activate", area=place),), unit)
    return None


def _taken(game: Game, place: str, chosen: tuple[str, ...], unit: str) -> Group | None:
    """Return whom a drag takes along while an activation is put together."""
    if unit:
        others = tuple(cmd("drop", unit=one) for one in chosen if one != unit)
        return Group(place, (unit,), (*others, *(() if unit in chosen else (cmd("take", unit=unit),))))
    return Group(place, chosen) if chosen else _with_units(game, place, ())


def why_nobody(game: Game, place: str, unit: str) -> str:
    """Return why a drag takes nobody along from a place, by the rules."""
    decision = game.decision
    if decision is None or decision.kind not in ("order", "activation"):
        return ""
    if decision.kind == "order":
        activate = cmd("activate", area=place)
        return said(game.explain(activate) or game.explain(cmd("take", unit=unit)))
    return said(game.explain(cmd("take", unit=unit)))


def dropped(game: Game, group: Group, on: On, *, mobile: bool = False) -> Plan:
    """Return what it means that carried units are put down: a way, an attack on enemies, a ride, work on a bridge."""
    decision = game.decision
    if decision is None or not on.place:
        return Plan()
    if on.place != group.at:
        return led(game, group, on.place, mobile=mobile)
    target = game.view["units"].get(on.unit, {})
    if target and target["side"] != decision.seat:
        return meet(game, group, on.place, ()) or Plan()
    if target.get("kind") == "transport" and decision.kind == "activation" and len(group.units) == 1:
        return _loaded(game, about(decision)["units"], group.units[0], on.unit)
    if on.site and decision.kind == "activation":
        return worked(game, on.site)
    return Plan()


def _loaded(game: Game, chosen: Sequence[str], unit: str, transport: str) -> Plan:
    """Return the orders that put a unit on a transport, both being ticked first, or why it cannot ride there."""
    missing = [given(game, cmd("take", unit=one)) for one in (unit, transport) if one not in chosen]
    load = cmd("load", unit=unit, transport=transport)
    if not missing:
        return given(game, load)
    why = next((plan.why for plan in missing if plan.why), "")
    return Plan(why=why) if why else Plan((*(order for plan in missing for order in plan.orders), load))


def worked(game: Game, site: str) -> Plan:
    """Return the work that is possible on a bridge, or why none is."""
    stands = any(row["border"] == site and row["stands"] for row in game.view["bridges"])
    return given(game, cmd("demolish" if stands else "repair", bridge=site))


def _with_units(game: Game, place: str, before: tuple[Command, ...], unit: str = "") -> Group | None:
    if unit and game.view["units"][unit]["kind"] == "train":
        return Group(place, (unit,), (*before, cmd("take", unit=unit)))
    found = game.query("together", area=place, moving=True)
    units = (unit,) if unit else tuple(found["units"]) if found else ()
    if not units:
        return None
    return Group(place, units, (*before, *(cmd("take", unit=one) for one in units)))


def led(game: Game, group: Group, to: str, *, mobile: bool = False) -> Plan:
    """Return the orders that lead a group to a place step by step, or why it cannot go there."""
    decision = game.decision
    if decision is None or to == group.at:
        return Plan()
    under = decision.kind == "way"
    found = game.query("reach", units=group.units if group.before else ())
    way = way_to(found, to) if found else ()
    if not way:
        return Plan(why=_why_not(game, group, to))
    steps = tuple(cmd("step", to=place) for place in way)
    if not under and not mobile and (plan := meet(game, group, to, steps)) is not None:
        return plan
    begin = cmd("mobile", target=to) if mobile else cmd("move")
    if not under and not group.before and (refused := given(game, begin)).why:
        return refused
    orders = (*group.before, *(() if under else (begin,)), *steps)
    return Plan(orders, words=promise(game, group, found, to, mobile=mobile))


def way_to(found: Mapping[str, Any], to: str) -> tuple[str, ...]:
    """Return the steps to a place of an answer to "reach", () if it is out of reach."""
    before = {row["to"]: row["before"] for row in found["places"]}
    way: list[str] = []
    while to in before and to not in way:
        way.insert(0, to)
        to = before[to]
    return tuple(way) if to == found["from"] else ()


def _why_not(game: Game, group: Group, to: str) -> str:
    """Return why a group cannot go to a place, by the first reason that the rules give."""
    decision = game.decision
    assert decision is not None
    if decision.kind == "activation" and (refused := said(game.explain(cmd("move")))):
        return refused
    found = game.query("way", units=group.units if group.before else (), to=to)
    return said(Reason(row["text"], row["rule"]) for row in found["reasons"]) if found else ""


def promise(game: Game, group: Group, found: Mapping[str, Any], to: str, *, mobile: bool) -> str:
    """Return what a way to a place costs, where it must end, and who may strike on the way."""
    names: Names = game.names
    row = next(row for row in found["places"] if row["to"] == to)
    cost, left = row["spent"] - found["spent"], found["capacity"] - found["spent"]
    who = counted(len(group.units), "unit")
    told = [f"{names.of(to)}: {who}, {cost} of {counted(left, 'movement point')}"]
    if cost > left:
        told = [f"{names.of(to)}: {who}, {counted(cost, 'movement point')} (one area is always allowed)"]
    if row["stops"]:
        told[0] += ", must stop there"
    via = way_to(found, to)
    for place in [found["from"], *via[:-1]]:
        if place in found["pursuit"]:
            both = game.query("pursuit", units=group.units) if place == found["from"] else None
            sums = f" ({both['pursuer']} against {both['rearguard']})" if both else ""
            told.append(f"Leaving {names.of(place)} can be pursued{sums}.")
    if mobile:
        told.append(f"Mobile combat: {mobile_sums(game, group, to, ([group.at, *via])[-2])}")
    return "\n".join(told)
