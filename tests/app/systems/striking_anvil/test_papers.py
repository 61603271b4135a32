"""Paper of Striking the Anvil: what is promised exists, backs meet fronts, the poster fits its counters."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from app.printing import tables
from app.printing.document import Document
from app.printing.output import tiling, write_pdf
from app.printing.paper import MM, PAPERS, PaperPainter
from app.system import ALL
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.board.geometry import COUNTER, sheet_of
from app.systems.striking_anvil.printing import setup_sheets
from app.systems.striking_anvil.printing.job import job_of
from app.systems.striking_anvil.printing.papers import MAKERS, SYSTEM_PAPERS, control_words, units_to_scene
from app.systems.striking_anvil.printing.pieces import SIDE, markers, mirrored, ordered, places
from app.systems.striking_anvil.printing.setup_sheets import (
    arrival_lines,
    marker_lines,
    place_name,
    units,
    victory_lines,
)
from app.systems.striking_anvil.text.facts import combat_rows
from rules.engine.command import cmd
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.striking_anvil.loading.scenarios import load_scenario
from rules.striking_anvil.system import SYSTEM
from tests.app.helpers.pdf import texts_of

pytestmark = pytest.mark.usefixtures("qapp")
HISTORICAL = "anvil-historical"


def game() -> Seat:
    """Return the historical scenario at its start."""
    return Seat(Session.new(SYSTEM, load_scenario(HISTORICAL), seed=1, source=HISTORICAL))


def made(what: str, *, begun: bool = False, paper: str = "A4", fitted: bool = False) -> Document:
    """Return a document of the historical scenario."""
    return SYSTEM_PAPERS.document(game(), what, begun=begun, paper=paper, grey=False, fitted=fitted)


def text_of(document: Document, folder: Path) -> str:
    """Return the text of a document as a reader would select it."""
    path = folder / "paper.pdf"
    write_pdf(document, path, False)
    return " ".join("\n".join(texts_of(path)).split())


@pytest.mark.parametrize("what", [name for name in MAKERS if name != "map"])
def test_every_paper_that_is_promised_is_drawn(what: str) -> None:
    for paper in sorted(PAPERS):
        document = made(what, paper=paper)
        page = document.paper.page(document.sheets[0].landscape)
        image = QImage(round(page.width() / 6), round(page.height() / 6), QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        painter.scale(1 / 6, 1 / 6)
        document.paint(painter, 0)
        painter.end()
        colours = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
        assert len(colours) > 3


def test_everything_is_all_of_them_together() -> None:
    assert len(made(ALL).sheets) == sum(len(made(what).sheets) for what in SYSTEM_PAPERS.titles)


def test_every_counter_is_there_once_and_every_back_lies_behind_its_front() -> None:
    job = job_of(game(), begun=False, paper=PAPERS["A4"], fitted=False)
    assert sorted(counter.id for counter in ordered(job)) == sorted(job.scenario.counters)
    for paper in PAPERS.values():
        fronts, backs = places(paper), mirrored(paper)
        for front, back in zip(fronts, backs, strict=True):
            assert paper.page().width() - back.right() == pytest.approx(front.left()) and back.top() == front.top()
            assert front.width() == pytest.approx(SIDE * MM) and paper.body().adjusted(-1, -1, 1, 1).contains(front)
    room = len(places(PAPERS["A4"]))
    sheets = -(-(len(job.scenario.counters) + len(markers(job))) // room)
    assert len(made("counters").sheets) == 2 * sheets


def test_the_poster_is_true_to_size_for_its_counters_and_its_tiles_overlap() -> None:
    assert units_to_scene() * COUNTER / MM == SIDE
    bounds = sheet_of(load_scenario(HISTORICAL).map).bounds
    poster = tiling(bounds, PAPERS["A4"], units_to_scene())
    assert poster.tiles[0].source.topLeft() == bounds.topLeft()
    assert poster.tiles[-1].source.right() == pytest.approx(bounds.right())
    assert all(a.source.intersects(b.source) for a, b in pairwise(poster.tiles) if a.row == b.row)
    assert len(made("map").sheets) == len(poster.tiles) + 1
    assert len(made("map", fitted=True).sheets) == 1


def test_the_set_up_sheet_tells_units_markers_and_arrivals() -> None:
    scenario = load_scenario(HISTORICAL)
    assert f"{place_name(scenario.map, '02')}: {units(scenario, scenario.setup['02'])}".startswith(
        "02 Fréjus: GR765/242ID"
    )
    assert "Fortification levels: 09 Toulon 12, 10 Marseille 10." in marker_lines(scenario)
    assert "Turn 2, Units formed ashore: TF Butler." in arrival_lines(scenario)
    assert arrival_lines(scenario)[0].startswith("Turn 1, dropped on 07 Draguignan-Le Muy: 517PIR/AB")


def test_area_cards_tell_the_position_now(tmp_path: Path) -> None:
    seat = game()
    assert control_words(seat.view()) == "Allied areas: 18, 20, 24, 27. All others are German."
    assert "Nîmes-Uzès" in text_of(made("areas", begun=True), tmp_path)


def test_the_player_aid_holds_the_charts_of_the_house() -> None:
    scenario = load_scenario(HISTORICAL)
    rows = combat_rows(scenario.charts)
    assert rows[0][:3] == ["die", "1", "2"] and rows[0][-1] == "29+" and len(rows) == 1 + len(scenario.charts.rows)
    assert "09 Toulon 6" in victory_lines(scenario)[0]
    assert len(made("aids").sheets) == 2


def test_a_sign_that_is_moved_into_its_place_is_whole_on_every_tile() -> None:
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    letters = QPainterPath()
    letters.addText(0, 20, sans(24, bold=True), "2889")
    assert letters.elementCount() > 120
    painter = PaperPainter(image)
    with painter.within(QRectF(200, 0, 100, 100), 5):
        painter.translate(220, 40)
        painter.fillPath(letters, QColor("black"))
    painter.end()
    dark = [x for x in range(300) if any(QColor(image.pixel(x, y)).lightness() < 90 for y in range(100))]
    assert min(dark) < 224 and max(dark) > 260


def test_set_up_sheets_show_every_counter_by_side_with_a_box_to_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    ticked: list[int] = []
    real = setup_sheets.paint_counter
    monkeypatch.setattr(setup_sheets, "paint_counter", lambda *args: (drawn.append(args[2].name), real(*args)))
    monkeypatch.setattr(setup_sheets, "boxes", lambda painter, box, count: ticked.append(count))
    document = made("setup")
    for number in range(len(document.sheets)):
        image = QImage(400, 560, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(0.1, 0.1)
        document.paint(painter, number)
        painter.end()
    scenario = load_scenario(HISTORICAL)
    used = {name for names in scenario.setup.values() for name in names}
    used |= {name for lot in (*scenario.lots, *scenario.drops) for name in lot.units}
    assert len(drawn) == len(used) == len(ticked)
    assert [sheet.head for sheet in document.sheets] == ["Overview", "Allied set-up", "German set-up"]


def test_the_aid_and_the_charts_are_a_sheet_each_in_readable_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[float] = []
    real = tables.sans
    monkeypatch.setattr(tables, "sans", lambda points, **more: (sizes.append(points), real(points, **more))[1])
    document = made("aids")
    words = text_of(document, tmp_path)
    assert [sheet.head for sheet in document.sheets] == ["Player aid", "Charts"]
    assert min(size for size in sizes if size != 8.0) >= 9  # 8 is the running head
    assert "Mobile combat over a major river: unbridged / bridged" in words and "10/" not in words.split("Charts")[0]


def test_the_report_of_a_game_tells_score_losses_and_what_happened(tmp_path: Path) -> None:
    seat = game()
    seat.submit(seat.seq, cmd("done"))
    document = SYSTEM_PAPERS.document(seat, "report", begun=True, paper="A4", grey=False, fitted=False)
    words = text_of(document, tmp_path)
    assert "Report · Turn 1 of 8" in words and "German decisive victory if the game ended now" in words
    assert "242ID" in words and "What happened" in words and "jump over" in words
