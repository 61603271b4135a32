"""Printing from the command line and from the window: what comes out, and what is said when it fails."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from pypdf import PdfReader
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from pytestqt.qtbot import QtBot

from app.cli import main
from app.play.players import NewGame
from app.printing.dialog import NO_PRINTER, PrintDialog
from app.printing.output import BadPrint, write_pdf
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.overview import situation
from app.systems.company_scale.printing.papers import SYSTEM_PAPERS, job_of
from app.systems.company_scale.seen import NOTHING
from app.theme import faces
from app.window.main_window import MainWindow
from rules.company_scale.loading.from_position import last_start
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.engine.record import RecordWriter
from rules.engine.seat import Seat
from rules.engine.session import Session
from tests.app.helpers.command_line import said
from tests.app.systems.company_scale.helpers.paper_job import made, seat_of, text_of
from tests.rules.company_scale.helpers.drafts import drafted, played

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_command_line_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheets.pdf"
    assert main(["--print", "setup", "--scenario", "first-light", "--out", str(out), "--paper", "Letter"]) == 0
    assert f"{len(PdfReader(out).pages)} pages on Letter" in capsys.readouterr().out


def test_pages_can_be_pictures_too(tmp_path: Path) -> None:
    out = tmp_path / "page.png"
    assert main(["--print", "counters", "--scenario", "first-light", "--out", str(out), "--gray"]) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["page-1.png", "page-2.png"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--print", "setup"), "--scenario ID or --open FILE"),
        (("--print", "setup", "--scenario", "first-light"), "--out FILE.pdf"),
        (
            ("--print", "poem", "--scenario", "first-light", "--out", "x.pdf"),
            "aids, reading, counters, map, report, all here.",
        ),
        (("--print", "report", "--scenario", "first-light", "--out", "x.pdf"), "needs --open FILE"),
        (("--grey", "--scenario", "first-light"), "--gray needs --print"),
        (("--print", "setup", "--scenario", "last-light", "--out", "x.pdf"), "no scenario called"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in said(capsys, *arguments)


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "nowhere" / "x.pdf"
    words = said(capsys, "--print", "counters", "--scenario", "first-light", "--out", out)
    assert "there is no such folder" in words


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EACCES, "you don't have permission"), (errno.EROFS, "is read-only"), (errno.ENOSPC, "the disk is full")],
)
def test_a_folder_that_cannot_be_written(tmp_path: Path, number: int, words: str) -> None:
    with patch.object(Path, "write_bytes", side_effect=OSError(number, "no")), pytest.raises(BadPrint, match=words):
        write_pdf(made("counters"), tmp_path / "x.pdf")


def test_a_disk_that_fills_while_printing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(b"old")

    def cut_short(beside: Path, content: bytes) -> None:
        with beside.open("wb") as file:
            file.write(content[:30])
        raise OSError(errno.ENOSPC, "no room")

    with patch.object(Path, "write_bytes", cut_short), pytest.raises(BadPrint, match="the disk is full"):
        write_pdf(made("counters"), path)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["x.pdf"]


@pytest.fixture
def fonts_anew() -> Iterator[None]:
    faces.load.cache_clear()
    yield
    faces.load.cache_clear()


@pytest.mark.usefixtures("fonts_anew")
def test_fonts_that_are_missing_are_named_and_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(faces, "assets_dir", return_value=tmp_path):
        out = tmp_path / "x.pdf"
        assert main(["--print", "setup", "--scenario", "first-light", "--out", str(out)]) == 0
    assert "SourceSansPro and SourceSerifPro" in capsys.readouterr().err
    assert "Task Force Butler" in text_of(PdfReader(out))


@pytest.mark.usefixtures("fonts_anew")
def test_a_computer_without_any_font(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (
        patch.object(faces, "assets_dir", return_value=tmp_path),
        patch.object(faces.QFontDatabase, "families", return_value=[]),
    ):
        words = said(capsys, "--print", "setup", "--scenario", "first-light", "--out", tmp_path / "x.pdf")
    assert "This computer has no fonts" in words


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a display can be missing")
def test_printing_needs_no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["--print", "map", "--fit", "--scenario", "first-light", "--out", str(tmp_path / "m.pdf")]) == 0


def test_a_game_begun_is_printed_as_it_stands(tmp_path: Path, qtbot: QtBot) -> None:
    seat = seat_of("first-light")
    record = RecordWriter(tmp_path / "game.chitpull", options={"seed": 5, "own_dice": False})
    game = Session.new(seat.system, seat.scenario, seed=5, listeners=[record], source="first-light")
    while not any(event["event"] == "UnitMoved" for _, event in game.events):
        decision = game.decision
        assert decision is not None
        moves = [c for c in decision.options if c.verb == "move"]
        going = [c for c in decision.options if c.verb in ("done", "pass", "activate")]
        game.submit(decision.seat, game.seq, (moves or going or list(decision.options))[0])
    out = tmp_path / "now.pdf"
    assert main(["--print", "setup", "--open", str(record.path), "--out", str(out)]) == 0
    text = text_of(PdfReader(out))
    assert "The position so far" in text
    moved = next(event for _, event in reversed(game.events) if event["event"] == "UnitMoved")
    assert str(next(unit.hex for unit in game.view().units if unit.id == moved["unit"])) in text
    assert main(["--print", "report", "--open", str(record.path), "--out", str(out)]) == 0
    text = text_of(PdfReader(out))
    assert "What happened" in text and "turn 1 of 5, 22 August 0700" in text


# --- the dialog ------------------------------------------------------------------------------------------------------


@pytest.fixture
def dialog(qtbot: QtBot) -> PrintDialog:
    shown = PrintDialog(seat_of("first-light"), SYSTEM_PAPERS)
    qtbot.addWidget(shown)
    shown.make()
    return shown


def test_the_dialog_shows_every_page(dialog: PrintDialog) -> None:
    assert dialog.made is not None
    count = len(dialog.made.sheets)
    assert dialog.count.text() == f"page 1 of {count}"
    assert not dialog.page.pixmap().isNull()
    assert not dialog.before.isEnabled()
    for _ in range(count + 2):
        dialog.turn(1)
    assert dialog.count.text() == f"page {count} of {count}"
    assert not dialog.after.isEnabled()


def test_the_dialog_follows_its_choices(dialog: PrintDialog, qtbot: QtBot) -> None:
    dialog.what.setCurrentIndex(dialog.what.findData("aids"))
    dialog.paper.setCurrentIndex(dialog.paper.findData("Letter"))
    qtbot.waitUntil(lambda: dialog.made is not None and dialog.made.paper.name == "Letter")
    assert dialog.made is not None and dialog.made.sheets[0].head == "Fire"


def test_the_dialog_saves_a_pdf(dialog: PrintDialog, tmp_path: Path) -> None:
    dialog.choose_file = lambda name: str(tmp_path / "sheets")
    assert dialog.save_pdf()
    assert len(PdfReader(tmp_path / "sheets.pdf").pages) == len(dialog.made.sheets if dialog.made else ())


def test_a_pdf_that_cannot_be_saved_is_told(dialog: PrintDialog, tmp_path: Path) -> None:
    told: list[str] = []
    dialog.tell = lambda title, words: told.append(words)
    dialog.choose_file = lambda name: str(tmp_path / "nowhere" / "x.pdf")
    assert not dialog.save_pdf()
    assert len(told) == 1 and "there is no such folder" in told[0]


def test_without_a_printer_the_dialog_says_what_to_do(dialog: PrintDialog) -> None:
    told: list[str] = []
    dialog.tell = lambda title, words: told.append(words)
    with patch.object(QPrinterInfo, "availablePrinterNames", return_value=[]):
        assert not dialog.print_pages()
    assert told == [NO_PRINTER]


def test_the_dialog_prints(dialog: PrintDialog, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog.printer = lambda given=printer: given
    assert dialog.print_pages()
    assert len(PdfReader(tmp_path / "printed.pdf").pages) == len(dialog.made.sheets if dialog.made else ())


def test_the_menu_opens_the_dialog_for_the_game_on_the_table(window: MainWindow, qtbot: QtBot) -> None:
    assert not window.actions_["print"].isEnabled()
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    window.actions_["print"].trigger()
    (dialog,) = [shown for shown in window.services.open_pages if isinstance(shown, PrintDialog)]
    qtbot.waitUntil(lambda: dialog.made is not None)
    assert dialog.position.currentData() == "now"
    dialog.reject()
    assert dialog not in window.services.open_pages
    window.files.clear_table()


def test_the_steps_of_an_example_are_paragraphs_of_their_own() -> None:
    scenario = load_scenario("15-transport")
    blocks = situation(Job(scenario, NOTHING))
    lines = [line for line in scenario.note.split("\n") if line.strip()]
    assert len(lines) >= 6 and len(blocks) == 1 + len(lines)


def test_a_path_qt_cannot_open_is_printed_to(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.pdf")  # a name in Latin 1, as older systems made them
    try:
        path.touch()
    except OSError:
        pytest.skip("this file system takes no such name")
    write_pdf(made("counters"), path)
    assert path.read_bytes().startswith(b"%PDF") and os.listdir(tmp_path) == [path.name]


def test_the_start_of_a_scenario_in_the_middle_of_a_game_is_a_position(tmp_path: Path) -> None:
    game = played("first-light", 6, 4)
    begin = last_start(game)
    scenario = drafted(game, begin, tmp_path)
    job = job_of(Seat(Session.new(SYSTEM, scenario, seed=5)), begun=False)
    assert not job.fresh and not job.events
    places = {unit.id: unit.place for unit in job.view.units}
    assert places == {unit: record.place for unit, record in begin.state.units.items()}
    assert set(places.values()) == {"map", "eliminated"}
    assert job_of(seat_of("first-light"), begun=False).fresh
