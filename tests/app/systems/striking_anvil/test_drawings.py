"""The drawings of the help: what a label names is what lies there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from app.systems.striking_anvil.board.geometry import sheet_of
from app.systems.striking_anvil.drawings.how_to_read import PIECE, POSITION, counter_drawing, map_drawing
from rules.engine.session import Session
from rules.striking_anvil.system import SYSTEM

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_map_shows_what_its_labels_say() -> None:
    scenario = SYSTEM.load(POSITION)
    sheet, view = sheet_of(scenario.map), Session.new(SYSTEM, scenario, seed=0).view()
    areas = {area.id: area for area in view.areas}
    at = {callout.title: sheet.place_at(callout.at + PIECE.topLeft()) for callout in map_drawing().callouts}
    assert at["FFI"] == "08" and areas["08"].ffi == "fighters"
    assert at["Control"] == "08" and areas["08"].side == "allied"
    assert at["Broken chain"] == "05" and areas["05"].out_of_supply == ("allied",)
    assert at["Fortress"] == at["Tray"] == "09" and areas["09"].fort is not None
    assert at["Number"] == at["Allied stack"] == "07" and areas["07"].terrain == "rough"
    assert at["German stack"] == "06" and areas["06"].stacks["german"].units
    bridges = {bridge.border: bridge.stands for bridge in view.bridges}
    assert not bridges["08-17"]


def test_labels_of_the_states_name_their_counters() -> None:
    drawing = counter_drawing()
    by_title = {callout.title: callout.at for callout in drawing.callouts}
    columns = [by_title[title].x() for title in ("White band", "Upside down", "E", "Pips", "Transport")]
    words = [caption.words for caption in drawing.captions[2:]]
    assert words == ["reduced", "Disorganized", "entrenched", "coastal battery", "transport"]
    for x, caption in zip(columns, drawing.captions[2:], strict=True):
        assert caption.box.contains(QPointF(x, caption.box.center().y()))
