"""The page of fields and controls: it is as the schemas say, and each control it names is there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.workshop.panels import control_for
from rules.workshop.edit import ABSENT
from rules.workshop.schema_fields import CHOICE, FLAG, MIXED, NUMBER, TEXT, fields_of

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "packaging"))

import workshop_fields  # noqa: E402

MADE: dict[str, type[QWidget]] = {"list": QComboBox, "number": QSpinBox, "line": QLineEdit}
FILES = [file for _, file, _, _ in workshop_fields.DOCUMENTS]


def test_the_page_is_as_the_schemas_say() -> None:
    told = "Run python packaging/workshop_fields.py."
    assert workshop_fields.PAGE.read_text(encoding="utf-8") == workshop_fields.page(), told


@pytest.mark.parametrize("file", FILES)
def test_each_value_has_the_control_that_the_page_names(file: str, qtbot: QtBot) -> None:
    fields = fields_of(file)
    assert fields is not None
    found = {field.kind: field for route in fields.routes() if (field := fields.at(route)) is not None}
    values = found.keys() & {TEXT, NUMBER, FLAG, CHOICE, MIXED}
    assert len(values) >= 2
    for kind in values:
        control = control_for(found[kind], ABSENT, None)
        qtbot.addWidget(control)
        assert isinstance(control, MADE[workshop_fields.CONTROLS[kind]]), kind


@pytest.mark.parametrize(("title", "file", "facts", "quicker"), workshop_fields.DOCUMENTS)
def test_what_is_quicker_is_a_field(title: str, file: str, facts: object, quicker: workshop_fields.Quicker) -> None:
    fields = fields_of(file)
    assert fields is not None and all(route == () or fields.at(route) is not None for route in quicker), title
