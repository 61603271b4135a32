"""A control for each kind of field: a line, a number, a choice, a page of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import yaml
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from app.text.names import humanize
from rules.files.values import Data, YamlFault
from rules.files.yaml_lines import read_yaml
from rules.workshop.edit import ABSENT, Value
from rules.workshop.schema_fields import CHOICE, FLAG, MIXED, NUMBER, TEXT, Field

NONE: Final = "–"
"""Shown where nothing is set."""
LARGEST: Final = 9999
LONG: Final = 60
"""Letters from which a text gets a page instead of a line."""


class BadValue(ValueError):
    """What was typed is no value; the text says why."""


def control_for(field: Field, value: Value, parent: QWidget | None = None) -> QWidget:
    """Return the control of a field that shows a value."""
    made: QWidget
    if field.kind in (CHOICE, FLAG):
        box = made = QComboBox(parent)
        if not field.is_needed:
            box.addItem(NONE, ABSENT)
        for choice in (True, False) if field.kind == FLAG else field.choices:
            box.addItem(shown(choice), choice)
    elif field.kind == NUMBER and not (isinstance(value, int) and abs(value) > LARGEST):
        spin = made = QSpinBox(parent)
        least = -LARGEST if field.least is None else int(field.least)
        spin.setRange(least - (not field.is_needed), LARGEST if field.most is None else int(field.most))
        if not field.is_needed:
            spin.setSpecialValueText(NONE)
    elif field.kind == TEXT and isinstance(value, str) and (len(value) > LONG or "\n" in value):
        made = QPlainTextEdit(parent)
        made.setTabChangesFocus(True)
    else:
        made = QLineEdit(parent)
    made.setToolTip(field.about)
    put(made, value)
    return made


def put(control: QWidget, value: Value) -> None:
    """Show a value in its control."""
    if isinstance(control, QComboBox):
        places = (place for place in range(control.count()) if _is(control.itemData(place), value))
        place = next(places, -1)
        if place < 0 and not _is(value, ABSENT):
            control.addItem(shown(value), value)
            place = control.count() - 1
        control.setCurrentIndex(place)
    elif isinstance(control, QSpinBox):
        control.setValue(min(max(value, -LARGEST), LARGEST) if isinstance(value, int) else control.minimum())
    elif isinstance(control, QPlainTextEdit):
        control.setPlainText("" if value is None or value is ABSENT else str(value))
    elif isinstance(control, QLineEdit):
        control.setText("" if value is ABSENT or value is None else as_text(value))


def _is(one: object, other: object) -> bool:
    return one == other and type(one) is type(other)


def taken(control: QWidget, field: Field) -> Value:
    """Return the value of a control, ABSENT for an optional field left empty; raise BadValue."""
    if isinstance(control, QComboBox):
        found: Value = control.currentData()
        return found
    if isinstance(control, QSpinBox):
        control.interpretText()
        unset = not field.is_needed and control.value() == control.minimum()
        return ABSENT if unset else control.value()
    if isinstance(control, QPlainTextEdit):
        return control.toPlainText() or _empty(field)
    text = control.text().strip() if isinstance(control, QLineEdit) else ""
    if not text:
        return _empty(field)
    return parsed(text) if field.kind in (MIXED, NUMBER) else text


def _empty(field: Field) -> Value:
    return "" if field.is_needed else ABSENT


def parsed(text: str) -> Data:
    """Return the value that a line of YAML gives, as the program reads its files; raise BadValue."""
    try:
        found, _ = read_yaml(f"value: {text}\n")
    except YamlFault as error:
        raise BadValue("Write a word, a number, or a list in brackets such as [a, b].") from error
    return found["value"] if isinstance(found, Mapping) and len(found) == 1 else text


def as_text(value: Value) -> str:
    """Return a value as it is typed: a line of YAML for a list or a mapping."""
    if isinstance(value, str):
        return value
    return (
        yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=LARGEST)
        .strip()
        .removesuffix("...")
        .strip()
    )


def shown(value: Value) -> str:
    """Return a value as players read it."""
    if value is ABSENT:
        return NONE
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        first = value.strip().partition("\n")[0]
        return humanize(first) if first.replace("_", "").isalpha() and first.islower() else first
    return as_text(value)
