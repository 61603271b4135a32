"""A draft of another game of the series: the brush, the tray and the first turn have the words of its charts."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLabel
from pytestqt.qtbot import QtBot

from app.systems.company_scale.workshop.ground_tools import TOOLS, Kind, Stroke
from app.workshop.window import WorkshopWindow
from rules.company_scale.loading.own_charts import HEAD
from tests.app.workshop.test_workshop import alone, table
from tests.rules.company_scale.test_series import winter_war

pytestmark = pytest.mark.usefixtures("bare_ground")
CHARTS = "company_scale/charts/raate.yaml"
FIRST_TURN = ("first_turn",)


def first_turn(draft: WorkshopWindow) -> QComboBox:
    """Return the list of the hours of the day."""
    control, _ = draft.facts._controls[FIRST_TURN]
    assert isinstance(control, QComboBox)
    return control


def hours(draft: WorkshopWindow) -> list[str]:
    box = first_turn(draft)
    return [box.itemText(place) for place in range(box.count())]


@pytest.fixture
def draft(qtbot: QtBot) -> WorkshopWindow:
    """Return a draft of First Light that is played by the charts of the winter war."""
    document = winter_war()
    draft = alone(lambda data: {**data, "forces": document["forces"], "first_turn": "1200", "turns": 5})
    assert hours(draft)[-1] == "1200" and hours(draft)[0] == "0700"  # the printed ones, and what they do not have
    name = draft.editor.name
    charts: dict[str, Any] = {**HEAD, "id": "raate", **document["charts"]}
    puts = {CHARTS: charts, name: {**draft.editor.data, "charts": "raate"}}
    assert draft.editor.change_documents(puts, "charts of the winter war")
    draft.refresh()
    return draft


def test_the_first_turn_is_one_of_the_hours_of_the_draft(draft: WorkshopWindow) -> None:
    assert hours(draft) == ["0800", "1200", "Dusk", "Polar night", "Small hours"]
    assert first_turn(draft).currentText() == "1200"
    first_turn(draft).setCurrentIndex(2)
    first_turn(draft).activated.emit(2)
    assert draft.editor.data["first_turn"] == "Dusk"


def test_an_hour_that_the_day_does_not_have_stays_to_be_seen(draft: WorkshopWindow) -> None:
    draft.editor.put(FIRST_TURN, "0700")
    draft.refresh()
    assert first_turn(draft).currentText() == "0700" and len(hours(draft)) == 6
    draft.editor.put(FIRST_TURN, "0800")
    draft.refresh()
    assert first_turn(draft).currentText() == "0800" and "0700" not in hours(draft)


def test_the_brush_draws_ground_of_its_names(draft: WorkshopWindow) -> None:
    brush = table(draft).ground
    words = {tool.what: button.text() for tool, button in brush.panel.buttons.items() if tool.kind is Kind.TERRAIN}
    assert (words["."], words["w"], words["T"], words["~"]) == ("Snow", "Taiga", "Town", "Water")
    assert {button.text() for button in brush.panel.buttons.values()} >= {"Frozen stream", "Plowed road", "Ridge"}
    taiga = next(tool for tool in TOOLS if tool.what == "w")
    assert Stroke(taiga, (1840,)).words(brush.charts) == "taiga in 18.40"
    assert "Taiga" in table(draft).words_at("17.40") or "Snow" in table(draft).words_at("17.40")


def test_the_facts_name_its_sides_also_when_these_are_called_otherwise(draft: WorkshopWindow) -> None:
    words = [words for words, _ in table(draft).facts]
    assert {"Lead the Finns need", "Points for each Finnish unit lost", "Points for each Soviet unit lost"} <= {*words}

    def shown() -> set[str]:
        return {label.text() for label in draft.facts.findChildren(QLabel)}

    assert "Lead the Finns need" in shown() and not any("German" in label or "Allied" in label for label in shown())
    draft.editor.put(("series", "german", "players"), "the Skiers", CHARTS)
    draft.refresh()
    assert "Lead the Skiers need" in shown() and "Lead the Finns need" not in shown()
    control = draft.facts._controls["victory", "win", "german"][0]
    assert control.accessibleName() == "Lead the Skiers need"


def test_the_tray_names_its_sides(draft: WorkshopWindow) -> None:
    groups = {piece.group.partition(" · ")[0] for piece in table(draft).pieces()}
    assert groups == {"Finnish", "Soviet"}
