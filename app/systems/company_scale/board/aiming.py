"""Hexes that mean an order: those a question is about, and those picked for a gun, a weapon, a leader. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.play.answers import answered
from app.play.seat import PlayedGame
from app.systems.company_scale.questions import question
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.names import Names
from app.systems.company_scale.verbs import PLACE_VERBS, TARGET_VERBS, verb
from rules.company_scale.records.answers import Targets
from rules.engine.command import Command, cmd
from rules.engine.frozen import frozen
from rules.engine.options import Decision
from rules.hexes.grid import hex_id

THINGS = ("unit", "weapon", "leader")


@frozen
class Aim:
    """An order that waits for its hex: its verb, its unit, weapon or leader (or ""), the possible hexes."""

    verb: str
    thing: str
    orders: Mapping[int, Command]
    words: str

    def order(self, at: str) -> Command:
        """Return the order at a hex, legal or not; the orders differ only in their hex."""
        sample = next(iter(self.orders.values()))
        return cmd(self.verb, **{**dict(sample.args), "hex": at})


def alike(commands: Iterable[Command]) -> list[list[Command]]:
    """Return orders in groups that differ only in their hex."""
    groups: dict[tuple[object, ...], list[Command]] = {}
    for command in commands:
        key = tuple((key, value) for key, value in command.args if key != "hex")
        groups.setdefault((command.verb, *key), []).append(command)
    return list(groups.values())


def aim_at(commands: Sequence[Command], who: str) -> Aim:
    """Return orders that differ only in their hex as one order that waits for it."""
    first = commands[0]
    orders = {hex_id(command.text("hex")): command for command in commands}
    thing = str(first.get(thing_key(first)) or "")
    return Aim(first.verb, thing, orders, _words(group_words(first), who))


def _words(label: str, who: str) -> str:
    what = f"{who}, {label[0].lower()}{label[1:]}" if who else label
    return f"{what}: choose the hex. Esc cancels."


def group_words(command: Command) -> str:
    """Return the label of the orders that differ from this one only in their hex."""
    label = verb(command.verb).label.rstrip(":")
    if command.verb == "return_unit":
        return f"{label} {'deployed' if command.flag('deployed') else 'in column'}"
    return label


def hex_orders(decision: Decision | None) -> dict[int, Command]:
    """Return what a click on each hex answers while a question asks for a hex; an activation asks for none."""
    if decision is None or not question(decision.kind).points:
        return {}
    things = things_to_place(decision, PLACE_VERBS)
    if len(things) == 1:
        return next(iter(things.values()))
    by_hex: dict[int, list[Command]] = {}
    for command in decision.options:
        if [key for key, _ in command.args] == ["hex"]:
            by_hex.setdefault(hex_id(command.text("hex")), []).append(command)
    return {
        at: orders[0] for at, orders in by_hex.items() if len(orders) == 1
    }  # where there are two, the list or the menu decides


def things_to_place(decision: Decision | None, verbs: tuple[str, ...]) -> dict[str, dict[int, Command]]:
    """Return the hexes that each unit, weapon or leader can be sent to by one of these verbs."""
    by_thing: dict[str, dict[int, Command]] = {}
    for name in verbs if decision is not None else ():
        for command in decision.options.by_verb().get(name, ()) if decision is not None else ():
            key = thing_key(command)
            if key and command.text("hex"):
                by_thing.setdefault(str(command.get(key)), {})[hex_id(command.text("hex"))] = command
    return by_thing


def thing_key(command: Command) -> str:
    """Return which argument of a command names a unit, weapon or leader, or ""."""
    return next((key for key, _ in command.args if key in THINGS), "")


def targets_of(game: PlayedGame, unit: str, name: str) -> dict[int, Command]:
    """Return every hex a unit may choose now for indirect fire, illumination or smoke."""
    decision = game.decision
    if decision is None or not question(decision.kind).acting:
        return things_to_place(decision, (name,)).get(unit, {})
    targets = answered(Targets, game.query("targets", unit=unit)) or Targets()
    return {hex_id(at): cmd(name, unit=unit, hex=at) for at in targets.of(name)}


def aim_of(game: PlayedGame, name: str, thing: str = "") -> Aim | None:
    """Return an order that waits for its hex, or None if no hex is possible."""
    names = Names(view_of(game))
    if name in TARGET_VERBS:
        orders = targets_of(game, thing, name)
    elif not thing:
        decision = game.decision
        commands = decision.options.by_verb().get(name, ()) if decision is not None else ()
        orders = {hex_id(command.text("hex")): command for command in commands}
    else:
        orders = things_to_place(game.decision, (name,)).get(thing, {})
    if not orders:
        return None
    return Aim(name, thing, orders, _words(verb(name).label, names.label(thing) if thing else ""))
