"""A choice when units are led onto enemies: attack, mobile combat or moving in, each with what it brings; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.systems.striking_anvil.hand.plan import Game, Group, Meeting, Plan, about, said
from app.systems.striking_anvil.text.facts import area_of, other
from app.systems.striking_anvil.text.names import Names, counted
from app.systems.striking_anvil.text.tell_combat import signed
from rules.engine.command import Command, Reason, cmd


def meet(game: Game, group: Group, to: str, steps: Sequence[Command]) -> Plan | None:
    """Return the choice of what a group does to the enemies in a place, None where there is nothing to attack."""
    found = game.query("onto", units=group.units if group.before else (), to=to)
    if not found or not found["enemies"]:
        return None
    names: Names = game.names
    told = {row["verb"]: said(Reason(one["text"], one["rule"]) for one in row["reasons"]) for row in found["ways"]}
    meetings = [_attack(game, group, to, told["attack"])] if to == group.at else [
        _mobile(game, group, to, steps, told["mobile"]),
        _move_in(game, group, to, steps, told["move"]),
        Meeting("attack", "", why=told["attack"]),
    ]  # fmt: skip
    title = f"{names.of(to)}: {counted(len(taken(game, group, to)), 'unit')} from {names.of(group.at)}"
    words = "Drop here to choose: " + ("attack." if to == group.at else "mobile combat, or just move in.")
    return Plan(words=words, meetings=tuple(meetings), title=title, place=to)


def taken(game: Game, group: Group, to: str) -> tuple[str, ...]:
    """Return who would take part: in the own area everybody who can act together, else the group."""
    if to != group.at or (game.decision is not None and game.decision.kind == "activation"):
        return group.units
    found = game.query("together", area=group.at)
    return tuple(found["units"]) if found else group.units


def _attack(game: Game, group: Group, to: str, why: str) -> Meeting:
    decision = game.decision
    units = taken(game, group, to)
    odds = game.query("odds", units=units)
    if decision is not None and decision.kind == "activation":
        units = tuple(about(decision)["units"])
        return Meeting("attack", strike_sums(odds), (cmd("attack"),), said(game.explain(cmd("attack"))))
    begun = tuple(command for command in group.before if command.verb == "activate")
    return Meeting("attack", strike_sums(odds), (*begun, cmd("take_all"), cmd("attack")), why)


def _mobile(game: Game, group: Group, to: str, steps: Sequence[Command], why: str) -> Meeting:
    orders = (*group.before, cmd("mobile", target=to), *steps)
    return Meeting("mobile", mobile_sums(game, group, to, _by(group, steps)), orders, why)


def _move_in(game: Game, group: Group, to: str, steps: Sequence[Command], why: str) -> Meeting:
    count = len(group.units)
    who = "the unit ends" if count == 1 else f"all {count} units end"
    return Meeting("move", f"no combat; {who} Disorganized.", (*group.before, cmd("move"), *steps), why)


def _by(group: Group, steps: Sequence[Command]) -> str:
    """Return the place from which the last step is made."""
    return ([group.at, *(step.text("to") for step in steps)])[-2]


def strike_sums(odds: Mapping[str, Any] | None) -> str:
    """Return the sums of an attack in a line: strength, what is added to the die, expected hits."""
    if not odds or not odds["faces"]:
        return "no unit could fight there."
    given, taken_ = (odds["expected"][role][0] / odds["expected"][role][1] for role in ("defender", "attacker"))
    sums = f"strength {odds['strength']}, die {signed(odds['modifier'])}"
    return f"{sums}; expected hits {given:.1f} given, {taken_:.1f} taken."


def mobile_sums(game: Game, group: Group, to: str, by: str) -> str:
    """Return the sums of a mobile combat, and with what the enemy may strike first."""
    odds = game.query("odds", units=group.units, target=to, by=by)
    told = strike_sums(odds)
    area = area_of(game.view, to) if odds else None
    good = area["stacks"][other(odds["side"])]["good"] if area is not None else 0
    return f"{told} The enemy may counter-attack first with {good}." if good else told
