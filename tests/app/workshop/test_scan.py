"""A scan under the brush: laid on three hexes by mouse, seen as strongly as one likes, remembered, and never packed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.base import presentation_of
from app.systems.company_scale.workshop.scan import FILE, NUDGE, Scan, Underlay, picture, remember, remembered
from app.systems.company_scale.workshop.scan_dialog import FitDialog
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.workshop.editor import DraftEditor
from rules.engine.folders import scenarios_dir
from rules.hexes.grid import hex_id
from rules.workshop import library
from rules.workshop.module_file import of_folder

LEFT, NO_KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
KNOWN = ((100.0, 100.0, "12.36"), (900.0, 120.0, "28.36"), (480.0, 700.0, "20.50"))


@pytest.fixture
def scan_file(tmp_path: Path, qtbot: QtBot) -> str:
    """Return the path of a picture of 1000 x 800 pixels."""
    image = QImage(1000, 800, QImage.Format.Format_RGB32)
    image.fill(QColor("tan"))
    path = tmp_path / "scan.png"
    assert image.save(str(path))
    return str(path)


@pytest.fixture
def underlay(qtbot: QtBot, scan_file: str) -> Underlay:
    """Return the scan of the brush of a draft."""
    made = table().ground.scan
    made.refused.connect(lambda words: pytest.fail(words))
    made.ask_file = lambda: scan_file
    made.ask_fit = told(KNOWN)
    return made


TABLES: list[CompanyScaleDraft] = []


@pytest.fixture(autouse=True)
def _closed() -> object:
    """Close the drafts of a test."""
    yield
    while TABLES:
        made = TABLES.pop()
        made.close()
        made.editor.close(forget=True)


def table() -> CompanyScaleDraft:
    source = scenarios_dir() / "company_scale" / "first-light.yaml"
    module = library.begin("Morning at Savasse", "Anna", "company_scale", source, lambda data: data)
    editor = DraftEditor(module.folder, "company_scale/morning-at-savasse.yaml", lambda *_: None)
    made = presentation_of("company_scale").create_draft(editor)
    assert isinstance(made, CompanyScaleDraft)
    TABLES.append(made)
    return made


def told(known: Sequence[tuple[float, float, str]], answer: bool = True) -> object:
    """Return what answers the dialog: three hexes and Lay it, or Cancel."""

    def ask(dialog: FitDialog) -> bool:
        for place, (x, y, name) in enumerate(known):
            dialog.view.points[place] = QPointF(x, y)
            dialog.lines[place].setText(name)
        return answer

    return ask


def press(underlay: Underlay, what: str) -> None:
    underlay.part.buttons[what].click()


# --- Three hexes -----------------------------------------------------------------------------------------------------


def test_three_points_of_the_picture_come_to_lie_on_the_middles_of_their_hexes() -> None:
    scan = Scan("a.png", KNOWN)
    for x, y, name in KNOWN:
        there = scan.transform.map(QPointF(x, y))
        assert (there - center(hex_id(name))).manhattanLength() < 1e-6
    assert scan.transform.isAffine()


def test_hexes_are_clicked_and_written_in_the_dialog(qtbot: QtBot, scan_file: str) -> None:
    image = picture(scan_file)
    assert isinstance(image, QImage)
    dialog = FitDialog(image)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.qWaitForWindowExposed(dialog)
    dialog.activateWindow()
    assert dialog.why.text() == "Click three hexes." and not dialog.ok.isEnabled()
    for place, (x, y, name) in enumerate(KNOWN):
        spot = dialog.view.mapFromScene(QPointF(x, y))
        QTest.mouseClick(dialog.view.viewport(), LEFT, NO_KEYS, spot)
        assert dialog.view.points[place] is not None
        QTest.keyClicks(dialog.lines[place], name)
    assert dialog.ok.isEnabled() and dialog.known is not None
    assert [name for _, _, name in dialog.known] == [name for _, _, name in KNOWN]
    assert all(
        abs(told[0] - x) < 3 and abs(told[1] - y) < 3 for told, (x, y, _) in zip(dialog.known, KNOWN, strict=True)
    )
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.result() == FitDialog.DialogCode.Accepted


def test_a_drag_moves_the_picture_and_marks_nothing(qtbot: QtBot, scan_file: str) -> None:
    image = picture(scan_file)
    assert isinstance(image, QImage)
    dialog = FitDialog(image)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.qWaitForWindowExposed(dialog)
    start = QPoint(300, 200)
    QTest.mousePress(dialog.view.viewport(), LEFT, NO_KEYS, start)
    QTest.mouseRelease(dialog.view.viewport(), LEFT, NO_KEYS, start + QPoint(60, 0))
    assert dialog.view.points == [None, None, None]


@pytest.mark.parametrize(
    ("names", "points", "why"),
    [
        (("12.36", "28.36", ""), None, "Hex 3 has no number yet"),
        (("12.36", "28.36", "somewhere"), None, "Hex 3 has no number yet"),
        (("12.36", "28.36", "12.36"), None, "Two of the three are the same hex"),
        (("12.36", "20.36", "28.36"), None, "lie in one line"),
        (("12.36", "28.36", "20.50"), ((10, 10), (20, 20), (30, 30)), "lie in one line"),
    ],
)
def test_what_does_not_lay_the_scan_is_said(
    qtbot: QtBot, names: Sequence[str], points: Sequence[tuple[int, int]] | None, why: str
) -> None:
    image = QImage(1000, 800, QImage.Format.Format_RGB32)
    places = points or [(x, y) for x, y, _ in KNOWN]
    dialog = FitDialog(image, [(x, y, name) for (x, y), name in zip(places, names, strict=True)])
    qtbot.addWidget(dialog)
    assert why in dialog.why.text() and dialog.known is None and not dialog.ok.isEnabled()


# --- Under the brush -------------------------------------------------------------------------------------------------


def test_a_scan_is_opened_made_weaker_nudged_fitted_anew_and_removed(underlay: Underlay) -> None:
    press(underlay, "open")
    assert underlay.scan is not None and underlay.item.isVisible() and underlay.item.opacity() == pytest.approx(0.5)
    before = underlay.item.mapToScene(QPointF(100, 100))
    assert (before - center(hex_id("12.36"))).manhattanLength() < 1e-6
    underlay.part.slider.setValue(20)
    assert underlay.item.opacity() == pytest.approx(0.2)
    underlay.part.nudged.emit(1, 0)
    moved = underlay.item.mapToScene(QPointF(100, 100)) - before
    assert (moved.x(), moved.y()) == (pytest.approx(NUDGE), pytest.approx(0))
    underlay.ask_fit = told([*KNOWN[:2], (480.0, 700.0, "20.48")])
    press(underlay, "fit")
    assert underlay.scan.known[2][2] == "20.48" and underlay.scan.opacity == 20
    press(underlay, "remove")
    assert underlay.scan is None and not underlay.item.isVisible()


def test_a_dialog_that_is_cancelled_leaves_all_as_it_was(underlay: Underlay) -> None:
    underlay.ask_fit = told(KNOWN, answer=False)
    press(underlay, "open")
    assert underlay.scan is None and not underlay.item.isVisible()


def test_a_scan_is_there_again_when_the_draft_is_opened_again_and_hidden_while_nobody_draws(underlay: Underlay) -> None:
    made = TABLES[-1]
    press(underlay, "open")
    made.use(made.ground.panel)
    assert underlay.item.isVisible()
    made.use(None)
    assert not underlay.item.isVisible()
    again = Underlay(made.editor.draft.folder, lambda: made.board.view)
    again.begin()
    assert again.scan == underlay.scan and again.item.isVisible()


def test_no_module_takes_a_scan_along(underlay: Underlay) -> None:
    press(underlay, "open")
    folder = TABLES[-1].editor.draft.folder
    assert (folder / FILE).exists()
    assert not [name for name in of_folder(folder) if "scan" in name]


IN_ONE_POINT = {"path": "a", "known": [[1, 2, "01.01"]] * 3, "opacity": 5, "nudge": [0, 0]}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"path": 3}', json.dumps(IN_ONE_POINT)])
def test_a_damaged_note_of_a_scan_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert remembered(tmp_path) is None


def test_what_is_remembered_is_read_back(tmp_path: Path) -> None:
    scan = Scan("a.png", KNOWN, 30, (1.0, -2.0))
    remember(tmp_path, scan)
    assert remembered(tmp_path) == scan
    remember(tmp_path, None)
    remember(tmp_path, None)
    assert remembered(tmp_path) is None


def test_what_is_no_picture_or_gone_is_said_in_a_sentence(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(b"not a picture")
    assert str(picture(str(path))).startswith("map.png cannot be shown: ")
    assert picture(str(tmp_path / "gone.png")) == "gone.png cannot be shown: the file is not there any more."


def test_a_picture_that_has_gone_is_said_once_the_draft_is_opened_again(tmp_path: Path, qtbot: QtBot) -> None:
    remember(tmp_path, Scan(str(tmp_path / "gone.png"), KNOWN))
    underlay, said = Underlay(tmp_path, lambda: pytest.fail("no window is needed")), list[str]()
    underlay.refused.connect(said.append)
    underlay.begin()
    assert said == ["gone.png cannot be shown: the file is not there any more."] and underlay.scan is None
