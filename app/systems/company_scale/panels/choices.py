"""This system's page of choices: each with its counter and hex, in an order that suits the question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QPixmap

from app.panels import choices
from app.panels.orders import Situation
from app.systems.company_scale.panels.option_icons import command_pixmap
from app.systems.company_scale.verbs import units_of
from rules.engine.command import Command

GOING = ("step", "retreat")
"""Orders to go to a hex: the counter there is not the one that goes."""
ENEMY_FIRST = ("place_assault", "light")
"""Orders for one of very many hexes: enemy-held ones come first."""
FAR_APART = ("place_hero", "take_up")
"""Orders for one of several units that may be far apart: their hexes are named."""
HELD: Mapping[str, tuple[str, ...]] = {
    "advance": ("chosen",),
    "take": ("carried",),
    "take_leader": ("carried",),
    "use_leader": ("leader", "hero"),
    "use_weapon": ("weapon",),
}
"""Keys of a decision's subject that hold what a toggle has switched on."""


class ChoicesPage(choices.ChoicesPage):
    """List the options with their counters."""

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Return the sort key of an option; options of equal rank keep their order."""
        if situation.decision.kind == "air_strikes":  # many targets: sorted by hex, the whole hex first
            return (str(command.get("hex")), command.get("target") != "hex")
        if command.verb in ENEMY_FIRST:  # an assault on a hex without enemies is hardly ever meant
            sides = {unit["side"] for unit in units_in(situation, command)}
            return (not sides - {situation.decision.seat}, bool(sides) == (command.verb == "place_assault"))
        return ()

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return what an option is called in the list."""
        words = super().words_of(situation, command)
        if command.verb in ENEMY_FIRST:
            words = f"{command.get('hex')}: {_labels_in(situation, command) or 'nobody there'}"
        elif command.verb in FAR_APART:
            words += "".join(f" in {unit['hex']}" for unit in map(situation.unit, units_of(command)) if unit)
        elif command.verb == "air_strike" and command.get("target") == "hex":
            words += f": {_labels_in(situation, command)}"
        return f"✓ {words}" if is_chosen(command, situation.subject) else words

    def picture_of(self, situation: Situation, command: Command) -> QPixmap | None:
        """Return the counter of an option."""
        if command.verb in GOING:
            return None
        return command_pixmap(situation.view, command, choices.ICON, self.devicePixelRatioF())

    def place_of(self, command: Command) -> str:
        """Return the hex of an option."""
        at = command.get("hex") or command.get("to")
        return f"hex:{at}" if at else ""

    def tip_of(self, situation: Situation, command: Command) -> str:
        """Return the name of the unit an option is about."""
        unit = next((situation.unit(name) for name in units_of(command)), None)
        return str(unit["name"]) if unit is not None else ""


def units_in(situation: Situation, command: Command) -> list[Mapping[str, Any]]:
    """Return the units in the hex of a command."""
    return [unit for unit in situation.view.get("units", ()) if unit.get("hex") == command.get("hex")]


def _labels_in(situation: Situation, command: Command) -> str:
    return ", ".join(situation.names.label(str(unit["id"])) for unit in units_in(situation, command))


def is_chosen(command: Command, subject: Mapping[str, Any]) -> bool:
    """Tell whether a toggle is on, by the decision's subject."""
    if command.verb == "leave_smoke":
        return bool(subject.get("smoke"))
    thing = next((command.get(key) for key in ("unit", "weapon", "leader") if command.get(key)), None)
    return thing is not None and any(_holds(subject.get(key), thing) for key in HELD.get(command.verb, ()))


def _holds(held: object, thing: object) -> bool:
    return held == thing or (isinstance(held, list | tuple) and thing in held)
