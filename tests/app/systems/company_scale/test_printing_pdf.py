"""Printed sheets read back from the PDF: sizes, text, matching pages, no colour in grey."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from app.board import hexes as geometry
from app.printing.output import OVERLAP, tiling
from app.printing.paper import MM, PAPERS
from app.systems.company_scale.printing.counter_sheets import SIDE, grid
from app.systems.company_scale.printing.papers import HEX, units_to_scene
from tests.app.helpers.pdf import of_text
from tests.app.systems.company_scale.helpers.paper_job import POINT, colours_of, made, pdf, seat_of, squares, text_of

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("paper", "wide", "tall"), [("A4", 210.0, 297.0), ("Letter", 215.9, 279.4)])
def test_the_paper_has_its_size(paper: str, wide: float, tall: float) -> None:
    page = pdf("counters", paper=paper).pages[0]
    assert float(page.mediabox.width) * POINT == pytest.approx(wide, abs=0.2)
    assert float(page.mediabox.height) * POINT == pytest.approx(tall, abs=0.2)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_counters_are_five_eighths_of_an_inch_true_to_a_fifth_of_a_millimetre(paper: str) -> None:
    front = pdf("counters", paper=paper).pages[0]
    lie = grid(PAPERS[paper])
    corners = squares(front, 15.9)
    columns = sorted({round(x, 2) for x, _ in corners})
    rows = sorted({round(y, 2) for _, y in corners})
    assert len(columns) == lie.columns
    for values in (columns, rows):
        steps = [later - earlier for earlier, later in pairwise(values)]
        assert steps and all(step == pytest.approx(15.9, abs=0.2) for step in steps)
    assert pytest.approx(15.875, abs=1e-9) == SIDE


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_back_lies_behind_its_front(paper: str) -> None:
    pages = pdf("counters", paper=paper).pages
    wide = float(pages[0].mediabox.width) * POINT
    front = {(round(x, 1), round(y, 1)) for x, y in squares(pages[0], 15.9)}
    behind = {(round(wide - x - SIDE, 1), round(y, 1)) for x, y in squares(pages[1], 15.9)}
    assert len(front) == len(behind) > 20
    for x, y in front:  # the leaf is turned over its long edge
        assert any(abs(x - a) <= 0.2 and abs(y - b) <= 0.2 for a, b in behind), (x, y)


def test_text_can_be_selected_and_every_page_says_which_it_is() -> None:
    reader = pdf("setup")
    text = text_of(reader)
    for words in (
        "First Light at Savasse",
        "Task Force Butler",
        "Troop B, 117th Cavalry",
        "24.45",
        "Hill 300",
        "in column",
    ):
        assert words in text
    count = len(reader.pages)
    for number, page in enumerate(of_text(reader.pages), 1):
        assert f"page {number} of {count}" in page.extract_text()


def test_every_unit_of_the_set_up_is_listed_once_with_its_hex() -> None:
    scenario = seat_of("strike-to-the-east").scenario
    text = re.sub(r"\s+", " ", text_of(pdf("setup", "strike-to-the-east")))
    for unit, place in scenario.setup.items():
        assert scenario.units[unit].name.split(",")[0] in text
        assert f"{place.hex // 100}.{place.hex % 100:02d}" in text
    assert "Reinforcements, by turn and entry hex" in text


def test_fonts_are_embedded() -> None:
    for page in pdf("aids").pages:
        for font in page["/Resources"]["/Font"].values():
            (inner,) = font.get_object()["/DescendantFonts"]
            assert "/FontFile2" in inner.get_object()["/FontDescriptor"].get_object()


def test_sheets_are_vectors() -> None:
    for page in pdf("counters").pages:
        assert not list(page.images)


def test_without_colour_nothing_has_one() -> None:
    grey, coloured = (colours_of(pdf("counters", grey=grey).pages[0]) for grey in (True, False))
    assert all(len(set(colour)) <= 1 for colour in grey)  # a pattern has no numbers at all
    assert any(len(set(colour)) > 1 for colour in coloured)


def test_the_poster_has_hexes_of_twenty_millimetres_and_tiles_that_overlap(qtbot: QtBot) -> None:
    from app.systems.company_scale.printing.papers import job_of

    job = job_of(seat_of("first-light"), begun=False)
    assert units_to_scene() * geometry.STEP_Y / MM == HEX
    way = tiling(job.map.frame(), job.paper, units_to_scene())
    assert len(way.tiles) == way.rows * way.columns > 1
    first, second = way.tiles[0].source, way.tiles[1].source
    assert (first.right() - second.left()) * units_to_scene() / MM == pytest.approx(OVERLAP)
    union = first
    for tile in way.tiles:
        union = union.united(tile.source)
    assert union.contains(job.map.frame().adjusted(1e-6, 1e-6, -1e-6, -1e-6))


def test_the_map_fits_on_one_page_when_asked() -> None:
    assert len(made("map", fitted=True).sheets) == 1
    assert len(made("map").sheets) > 1


def test_aids_hold_the_numbers_of_the_charts() -> None:
    text = text_of(pdf("aids"))
    charts = seat_of("first-light").scenario.charts
    for row in charts.combat_hex.values():
        for entry in row:
            assert entry in text
    for words in ("Random events", "5-1 or better", "Reallocating", "Turn track"):
        assert words in text


def test_everything_is_one_document() -> None:
    parts = sum(len(made(what, fitted=True).sheets) for what in ("setup", "aids", "reading", "counters", "map"))
    whole = made("all", fitted=True)
    assert len(whole.sheets) == parts


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_each_player_aid_is_on_one_page(paper: str) -> None:
    heads = [sheet.head for sheet in made("aids", paper=paper).sheets]
    assert len(set(heads)) == len(heads)
