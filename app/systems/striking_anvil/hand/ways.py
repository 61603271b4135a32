"""Who goes along, by which way, and what a click or a drop comes to: orders, a choice, or why nothing; no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from app.play.seat import PlayedGame, answered
from app.systems.striking_anvil.seen import view_of
from app.systems.striking_anvil.text.facts import area_of, other
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import counted, signed
from rules.engine.frozen import frozen
from rules.striking_anvil.answers import AttackOdds, Onto, PursuitSums, Reach, Together, Unreachable

# --- What a click or a drop comes to: orders, a choice between orders, or why nothing; no Qt -----------------------


@frozen
class Meeting:
    """One way of meeting the enemies in a place: its verb, what it brings, its orders or why it is not possible."""

    verb: str
    sums: str
    orders: tuple[Command, ...] = ()
    why: str = ""


@frozen
class DropPlan:
    """Orders to give one after another, as far as they are on offer; or why nothing; what to say before a drop.

    Where enemies stand there are `meetings` to choose from instead of orders, under a `title` that names the `place`.
    """

    orders: tuple[Command, ...] = ()
    why: str = ""
    words: str = ""
    meetings: tuple[Meeting, ...] = ()
    title: str = ""
    place: str = ""


class On(Protocol):
    """What is under the pointer: a place, a counter and a bridge site there, or ""."""

    @property
    def place(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def site(self) -> str: ...


@frozen
class Group:
    """Units that are dragged or led: where they stand, and the orders that make them ready to step."""

    at: str
    units: tuple[str, ...]
    before: tuple[Command, ...] = ()


def said(reasons: Iterable[Reason]) -> str:
    """Return reasons as one text."""
    return "  ".join(map(str, reasons))


def given(game: PlayedGame, command: Command) -> DropPlan:
    """Return an order, or why it is not possible."""
    decision = game.decision
    if decision is not None and command in decision.options:
        return DropPlan((command,))
    return DropPlan(why=said(game.explain(command)))


# --- Who goes along, by which way, and what a drop means; no Qt ----------------------------------------------------


def group_at(game: PlayedGame, place: str, unit: str = "") -> Group | None:
    """Return whom a drag from a place takes along: the chosen units, the group, or all who can move; None for nobody.

    With a unit it is that unit alone.
    """
    decision = game.decision
    if decision is None:
        return None
    if decision.kind == "way":
        return Group(place, decision.texts("group")) if place == decision.text("at") else None
    if decision.kind == "activation":
        if place != decision.text("area"):
            return None
        return _taken(game, place, decision.texts("units"), unit)
    if decision.kind == "order" and cmd("activate", area=place) in decision.options:
        return _with_units(game, place, (cmd("activate", area=place),), unit)
    return None


def _taken(game: PlayedGame, place: str, chosen: tuple[str, ...], unit: str) -> Group | None:
    """Return whom a drag takes along while an activation is put together."""
    if unit:
        others = tuple(cmd("drop", unit=one) for one in chosen if one != unit)
        return Group(place, (unit,), (*others, *(() if unit in chosen else (cmd("take", unit=unit),))))
    return Group(place, chosen) if chosen else _with_units(game, place, ())


def why_nobody(game: PlayedGame, place: str, unit: str) -> str:
    """Return why a drag takes nobody along from a place, by the rules."""
    decision = game.decision
    if decision is None or decision.kind not in ("order", "activation"):
        return ""
    if decision.kind == "order":
        activate = cmd("activate", area=place)
        return said(game.explain(activate) or game.explain(cmd("take", unit=unit)))
    return said(game.explain(cmd("take", unit=unit)))


def dropped(game: PlayedGame, group: Group, on: On, *, mobile: bool = False) -> DropPlan:
    """Return what it means that carried units are put down: a way, an attack on enemies, a ride, work on a bridge."""
    decision = game.decision
    if decision is None or not on.place:
        return DropPlan()
    if on.place != group.at:
        return led(game, group, on.place, mobile=mobile)
    target = view_of(game).units.get(on.unit)
    if target is not None and target.side != decision.seat:
        return meet(game, group, on.place, ()) or DropPlan()
    composes = decision.kind == "activation"
    if target is not None and target.kind == "transport" and composes and len(group.units) == 1:
        return _loaded(game, decision.texts("units"), group.units[0], on.unit)
    if on.site and composes:
        return worked(game, on.site)
    return DropPlan()


def _loaded(game: PlayedGame, chosen: Sequence[str], unit: str, transport: str) -> DropPlan:
    """Return the orders that put a unit on a transport, both being ticked first, or why it cannot ride there."""
    missing = [given(game, cmd("take", unit=one)) for one in (unit, transport) if one not in chosen]
    load = cmd("load", unit=unit, transport=transport)
    if not missing:
        return given(game, load)
    why = next((plan.why for plan in missing if plan.why), "")
    return DropPlan(why=why) if why else DropPlan((*(order for plan in missing for order in plan.orders), load))


def worked(game: PlayedGame, site: str) -> DropPlan:
    """Return the work that is possible on a bridge, or why none is."""
    stands = any(row.border == site and row.stands for row in view_of(game).bridges)
    return given(game, cmd("demolish" if stands else "repair", bridge=site))


def _with_units(game: PlayedGame, place: str, before: tuple[Command, ...], unit: str = "") -> Group | None:
    if unit and view_of(game).units[unit].kind == "train":
        return Group(place, (unit,), (*before, cmd("take", unit=unit)))
    found = answered(Together, game.query("together", area=place, moving=True))
    units = (unit,) if unit else found.units if found is not None else ()
    if not units:
        return None
    return Group(place, units, (*before, *(cmd("take", unit=one) for one in units)))


def led(game: PlayedGame, group: Group, to: str, *, mobile: bool = False) -> DropPlan:
    """Return the orders that lead a group to a place step by step, or why it cannot go there."""
    decision = game.decision
    if decision is None or to == group.at:
        return DropPlan()
    under = decision.kind == "way"
    found = answered(Reach, game.query("reach", units=group.units if group.before else ()))
    way = way_to(found, to) if found is not None else ()
    if found is None or not way:
        return DropPlan(why=_why_not(game, group, to))
    steps = tuple(cmd("step", to=place) for place in way)
    if not under and not mobile and (plan := meet(game, group, to, steps)) is not None:
        return plan
    begin = cmd("mobile", target=to) if mobile else cmd("move")
    if not under and not group.before and (refused := given(game, begin)).why:
        return refused
    orders = (*group.before, *(() if under else (begin,)), *steps)
    return DropPlan(orders, words=promise(game, group, found, to, mobile=mobile))


def way_to(found: Reach, to: str) -> tuple[str, ...]:
    """Return the steps to a place of an answer to "reach", () if it is out of reach."""
    before = {row.to: row.before for row in found.places}
    way: list[str] = []
    while to in before and to not in way:
        way.insert(0, to)
        to = before[to]
    return tuple(way) if to == found.start else ()


def _why_not(game: PlayedGame, group: Group, to: str) -> str:
    """Return why a group cannot go to a place, by the first reason that the rules give."""
    decision = game.decision
    assert decision is not None
    if decision.kind == "activation" and (refused := said(game.explain(cmd("move")))):
        return refused
    found = answered(Unreachable, game.query("way", units=group.units if group.before else (), to=to))
    return said(found.reasons) if found is not None else ""


def promise(game: PlayedGame, group: Group, found: Reach, to: str, *, mobile: bool) -> str:
    """Return what a way to a place costs, where it must end, and who may strike on the way."""
    names = game.names
    row = next(row for row in found.places if row.to == to)
    cost, left = row.spent - found.spent, found.capacity - found.spent
    who = counted(len(group.units), "unit")
    told = [f"{names.of(to)}: {who}, {cost} of {counted(left, 'movement point')}"]
    if cost > left:
        told = [f"{names.of(to)}: {who}, {counted(cost, 'movement point')} (one area is always allowed)"]
    if row.stops:
        told[0] += ", must stop there"
    via = way_to(found, to)
    for place in [found.start, *via[:-1]]:
        if place in found.pursuit:
            both = answered(PursuitSums, game.query("pursuit", units=group.units)) if place == found.start else None
            sums = f" ({both.pursuer} against {both.rearguard})" if both else ""
            told.append(f"Leaving {names.of(place)} can be pursued{sums}.")
    if mobile:
        told.append(f"Mobile combat: {mobile_sums(game, group, to, ([group.at, *via])[-2])}")
    return "\n".join(told)


# --- A choice when units are led onto enemies: attack, mobile combat or moving in, each with what it brings; no Qt ---


def meet(game: PlayedGame, group: Group, to: str, steps: Sequence[Command]) -> DropPlan | None:
    """Return the choice of what a group does to the enemies in a place, None where there is nothing to attack."""
    found = answered(Onto, game.query("onto", units=group.units if group.before else (), to=to))
    if found is None or not found.enemies:
        return None
    names = game.names
    meetings = (
        [_attack(game, group, to, said(found.against("attack")))]
        if to == group.at
        else [
            _mobile(game, group, to, steps, said(found.against("mobile"))),
            _move_in(game, group, to, steps, said(found.against("move"))),
            Meeting("attack", "", why=said(found.against("attack"))),
        ]
    )
    title = f"{names.of(to)}: {counted(len(taken(game, group, to)), 'unit')} from {names.of(group.at)}"
    words = "Drop here to choose: " + ("attack." if to == group.at else "mobile combat, or just move in.")
    return DropPlan(words=words, meetings=tuple(meetings), title=title, place=to)


def taken(game: PlayedGame, group: Group, to: str) -> tuple[str, ...]:
    """Return who would take part: in the own area everybody who can act together, else the group."""
    if to != group.at or (game.decision is not None and game.decision.kind == "activation"):
        return group.units
    found = answered(Together, game.query("together", area=group.at))
    return found.units if found is not None else group.units


def _attack(game: PlayedGame, group: Group, to: str, why: str) -> Meeting:
    decision = game.decision
    units = taken(game, group, to)
    odds = answered(AttackOdds, game.query("odds", units=units))
    if decision is not None and decision.kind == "activation":
        return Meeting("attack", strike_sums(odds), (cmd("attack"),), said(game.explain(cmd("attack"))))
    begun = tuple(command for command in group.before if command.verb == "activate")
    return Meeting("attack", strike_sums(odds), (*begun, cmd("take_all"), cmd("attack")), why)


def _mobile(game: PlayedGame, group: Group, to: str, steps: Sequence[Command], why: str) -> Meeting:
    orders = (*group.before, cmd("mobile", target=to), *steps)
    return Meeting("mobile", mobile_sums(game, group, to, _by(group, steps)), orders, why)


def _move_in(game: PlayedGame, group: Group, to: str, steps: Sequence[Command], why: str) -> Meeting:
    count = len(group.units)
    who = "the unit ends" if count == 1 else f"all {count} units end"
    return Meeting("move", f"no combat; {who} Disorganized.", (*group.before, cmd("move"), *steps), why)


def _by(group: Group, steps: Sequence[Command]) -> str:
    """Return the place from which the last step is made."""
    return ([group.at, *(step.text("to") for step in steps)])[-2]


def strike_sums(odds: AttackOdds | None) -> str:
    """Return the sums of an attack in a line: strength, what is added to the die, expected hits."""
    if odds is None or not odds.faces:
        return "no unit could fight there."
    given, taken_ = (hits / faces for hits, faces in (odds.expected.defender, odds.expected.attacker))
    sums = f"strength {odds.strength}, die {signed(odds.modifier)}"
    return f"{sums}; expected hits {given:.1f} given, {taken_:.1f} taken."


def mobile_sums(game: PlayedGame, group: Group, to: str, by: str) -> str:
    """Return the sums of a mobile combat, and with what the enemy may strike first."""
    odds = answered(AttackOdds, game.query("odds", units=group.units, target=to, by=by))
    told = strike_sums(odds)
    area = area_of(view_of(game), to)
    good = area.stacks[other(odds.side)].good if odds is not None and area is not None else 0
    return f"{told} The enemy may counter-attack first with {good}." if good else told
