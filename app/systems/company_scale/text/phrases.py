"""Commands of the Company Scale System as short phrases for a list of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from app.systems.company_scale.text import names as wording
from app.text.names import Names, humanize
from rules.engine.command import Command

Phrase: TypeAlias = "Callable[[Command, Names, str, str], str]"
"""Makes a phrase from a command, the names, the units it is for in words, and the verb's label."""

WAYS: Mapping[str, str] = {
    "terrain": "across country",
    "trail": "along the trail",
    "paved": "by the paved road",
    "railroad": "along the railway",
    "evacuation": "by the evacuation road",
}


def step(command: Command, start: str) -> str:
    """Return a step to a neighbour: hex, compass direction, way; `start` is the hex it leads from, or ""."""
    to, by = command.text("to"), command.text("by")
    heading = wording.direction(start, to) if start else ""
    way = WAYS.get(by, humanize(by).lower())
    return f"{to} {heading} {way}".replace("  ", " ")


def build(command: Command, names: Names, who: str, label: str) -> str:
    """Return what is built, and by whom."""
    return f"{wording.WORKS.get(command.text('what'), 'Build')} with {who}"


def return_unit(command: Command, names: Names, who: str, label: str) -> str:
    """Return where a routed unit returns to, and on which side."""
    return f"Return {who} to {command.text('hex')}, {'deployed' if command.flag('deployed') else 'in column'}"


def chit(command: Command, names: Names, who: str, label: str) -> str:
    """Return which chit is meant."""
    return f"{label}: {names.of(command.text('chit'))}"


def attachment(command: Command, names: Names, who: str, label: str) -> str:
    """Return which formation joins which division."""
    return f"Attach {names.of(command.text('formation'))} to {names.of(command.text('division'))}"


def fire_type(command: Command, names: Names, who: str, label: str) -> str:
    """Return the type of fire."""
    kind = command.text("type")
    return wording.FIRE_TYPES.get(kind, humanize(kind))


def aim(command: Command, names: Names, who: str, label: str) -> str:
    """Return the target."""
    target = command.text("target")
    return "The whole hex" if target == "hex" else names.of(target)


def from_the_air(command: Command, names: Names, who: str, label: str) -> str:
    """Return what is attacked from the air, where, and by whose aircraft."""
    target, here, division = (str(command.get(name, "")) for name in ("target", "hex", "division"))
    what = "the hex" if target == "hex" else names.of(target)
    where = (here if target == "hex" else f"{what} in {here}") if here else what
    whose = f" with aircraft of {names.of(division)}" if division else ""
    return f"{label} {where}{whose}"


def choice(command: Command, names: Names, who: str, label: str) -> str:
    """Return what is chosen."""
    thing = next((str(value) for _, value in command.args if value), "")
    if thing:
        return names.of(str(thing))
    return "None" if "weapon" in dict(command.args) else "Choose"


def plainly(command: Command, names: Names, who: str, label: str) -> str:
    """Return the label of a command and what it is about: carrier, hero, weapon, leader, units or hex."""
    here = command.text("hex")
    if carrier := command.text("transport") or command.text("tank"):
        return f"{label}: {who} on {names.of(str(carrier))}"
    if hero := command.text("hero"):
        return f"{names.of(str(hero))}: {label} {who or here}".rstrip()
    if thing := command.text("weapon") or command.text("leader"):
        return f"{label}: {names.of(str(thing))}" + (f" to {here}" if here else "")
    return f"{label} {who or here}".strip()
