"""A plain page of options: one row for each command, with its counter and hex where it has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidgetItem, QWidget

from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import Heading, KeyButton, Note, OptionList
from app.systems.company_scale.panels.option_icons import command_pixmap
from app.systems.company_scale.panels.pieces import plain_icon
from app.systems.company_scale.text.verbs import TOGGLES, describe, units_of, verb
from rules.engine.command import Command

ICON = 46
KINDS = {
    "target_unit": (
        "Which unit is the target?",
        "Losses and rout checks are its own; in direct fire its defense counts.",
    ),
    "defence_weapon": ("A support weapon for the defense", "Its addition counts for the whole hex."),
    "rout_unit": ("Who checks for rout?", "The unit chosen makes the rout check."),
    "lose_unit": ("A unit is lost", "Disorganization beyond 4 costs one unit of the hex."),
    "lose_weapon": ("A support weapon is lost", "There are more support weapons than units left."),
    "ridge_claim": ("The ridge", "Whoever holds it has its protection."),
    "opportunity_fire": ("Opportunity fire", "One hex after the other may fire, in the order you like."),
    "detach": ("Detach support weapons", "Choose it here or click it on the map; press D when done."),
    "air_strikes": (
        "Air strikes",
        "Click an enemy hex on the map, drop an aircraft of the display on it, or choose here. Each costs one Direct "
        "Command. Then done.",
    ),
    "air_barrage": ("A barrage by aircraft", "Say whether a marker is left on the hex."),
    "interdiction": ("Interdiction", "Aircraft may attack the column on the road."),
    "rider_aim": ("The riders have got off", "Attack the whole hex, or one hard target in it."),
    "hero": ("A hero", "He helps with this one die; by his own die he may be gone afterwards."),
    "hero_event": ("A hero stands up", "Choose his unit in the list, or click it on the map; he stays with it."),
    "hero_lights": ("Rolin's lights", "Click the hexes to be lit up, or choose them here. Then done."),
    "lose_leader": ("A leader is lost", "Choose which one."),
    "take_up": ("Evacuation", "Click a marker on the map or choose it here: it is placed anew. Or leave all three."),
    "evacuation_moves": ("Evacuation", "Drag a marker along its road, one after the other. Then done."),
    "movement": ("Next hex", "Drag the counter on along its path, or step with this list."),
}


BUTTONS = {
    "movement": "Step there",
    "opportunity_fire": "Fire  ·  F",
    "defensive_fire": "Fire  ·  F",
    "assault_indirect": "Fire  ·  G",
    "assaults": "Change this",
    "assault_modifiers": "Use, or leave out",
    "advance": "Goes in, or stays",
    "retreat": "Retreat there",
    "distribute_dg": "This hex takes the point",
    "assault_markers": "Place a marker  ·  J",
}


GOING = ("step", "retreat")
"""Orders to go to a hex: who stands there is no picture of who goes."""
ENEMY_FIRST = ("place_assault", "light")
"""Orders for one of very many hexes: those that the enemy holds stand first."""
FAR_APART = ("place_hero", "take_up")
"""Orders for one of several units that may stand anywhere: their hexes are named."""


def units_in(situation: Situation, command: Command) -> list[Mapping[str, Any]]:
    """Return the units in the hex of a command."""
    return [unit for unit in situation.view.get("units", ()) if unit.get("hex") == command.get("hex")]


class ChoicesPage(OrdersPage):
    """List every offered command that names something; Enter or a double click gives the one that is marked.

    Where the question is "one more, or done?" nothing is marked until the player goes there, and Enter is done.
    """

    title = "Choose"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = Heading()
        self.note = Note()
        self.list = OptionList("Options")
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.chosen.connect(self._give)
        self.list.currentRowChanged.connect(self._point)
        self.list.itemSelectionChanged.connect(self._enable)
        self.button = KeyButton("Choose", "Enter", "Carry out the option marked in the list.")
        self.button.clicked.connect(lambda: self._give(self.list.currentRow()))
        self.commands: list[Command] = []
        for part in (self.heading, self.note, self.list, self.button):
            self.column.addWidget(part, 1 if part is self.list else 0)
        self.rest = QWidget()  # where a question has no list, its words stay at the top
        self.column.addWidget(self.rest, 1)

    def refresh(self, situation: Situation) -> None:
        """List the options anew."""
        heading, note = self.kinds().get(situation.decision.kind, ("Options", ""))
        self.heading.setText(heading)
        self.note.setText(note)
        label = BUTTONS.get(situation.decision.kind, "Choose")
        self.button.setText(label if "·" in label else f"{label}  ·  Enter")
        self.note.setVisible(bool(note))
        self.commands = [c for commands in situation.offered.values() for c in commands if c.args or c.verb in TOGGLES]
        self.commands.sort(key=lambda command: self.rank(situation, command))
        self.list.clear()
        for command in self.commands:
            self.list.addItem(self._item(situation, command))
        self.list.setVisible(bool(self.commands))
        self.button.setVisible(bool(self.commands))
        self.rest.setVisible(not self.commands)
        more = any(verb(name).forward for name in situation.offered) and "·" not in label
        self.list.setCurrentRow(0 if self.commands and (not more or self.list.hasFocus()) else -1)
        self._enable()

    def enter(self) -> bool:
        """Give the marked option."""
        return self.list.enter()

    def kinds(self) -> Mapping[str, tuple[str, str]]:
        """Return heading and note of each kind of decision."""
        return KINDS

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Return the place of an option in the list; equal ones keep their order."""
        if situation.decision.kind == "air_strikes":  # many targets: hex by hex, the whole hex first
            return (str(command.get("hex")), command.get("target") != "hex")
        if command.verb in ENEMY_FIRST:  # an assault on one's own hex is hardly ever meant
            sides = {unit["side"] for unit in units_in(situation, command)}
            return (not sides - {situation.decision.seat}, bool(sides) == (command.verb == "place_assault"))
        return ()

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return what an option is called in the list."""
        words = describe(command, situation.names, situation.decision)
        if command.verb in ENEMY_FIRST:
            there = ", ".join(situation.names.label(str(unit["id"])) for unit in units_in(situation, command))
            words = f"{command.get('hex')}: {there or 'nobody there'}"
        elif command.verb in FAR_APART:
            words += "".join(f" in {unit['hex']}" for unit in map(situation.unit, units_of(command)) if unit)
        elif command.verb == "air_strike" and command.get("target") == "hex":
            words += ": " + ", ".join(situation.names.label(str(unit["id"])) for unit in units_in(situation, command))
        return f"✓ {words}" if is_chosen(command, situation.subject) else words

    def give(self, name: str) -> bool:
        """Give the marked option if it is of this verb; return whether it was."""
        row = self.list.currentRow()
        if 0 <= row < len(self.commands) and self.commands[row].verb == name:
            self._give(row)
            return True
        return False

    def _item(self, situation: Situation, command: Command) -> QListWidgetItem:
        item = QListWidgetItem(self.words_of(situation, command))
        unit = next((situation.unit(name) for name in units_of(command)), None)
        picture = None
        if command.verb not in GOING:
            picture = command_pixmap(situation.view, command, ICON, self.devicePixelRatioF())
        if picture is not None:
            item.setIcon(plain_icon(picture))
        if unit is not None:
            item.setToolTip(str(unit["name"]))
        item.setData(Qt.ItemDataRole.UserRole, str(command.get("hex") or command.get("to") or ""))
        return item

    def _enable(self) -> None:
        self.button.setEnabled(self.list.marked >= 0)

    def _point(self, row: int) -> None:
        if 0 <= row < self.list.count() and self.list.hasFocus():  # only where the player goes himself
            hex_name = self.list.item(row).data(Qt.ItemDataRole.UserRole)
            if hex_name:
                self.pointed.emit(hex_name)

    def _give(self, row: int) -> None:
        if 0 <= row < len(self.commands):
            self.ordered.emit(self.commands[row])


def is_chosen(command: Command, subject: Mapping[str, Any]) -> bool:
    """Tell whether a toggle is on, by what the decision says it holds."""
    thing = next((command.get(key) for key in ("unit", "weapon", "leader") if command.get(key)), None)
    if command.verb == "leave_smoke":
        return bool(subject.get("smoke"))
    held: dict[str, tuple[str, ...]] = {"advance": ("chosen",), "take": ("carried",), "take_leader": ("carried",)}
    held |= {"use_leader": ("leader", "hero"), "use_weapon": ("weapon",)}
    for key in held.get(command.verb, ()):
        found = subject.get(key)
        if thing is not None and (found == thing or (isinstance(found, list | tuple) and thing in found)):
            return True
    return False
