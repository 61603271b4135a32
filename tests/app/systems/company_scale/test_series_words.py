"""Another game of the series, played whole in the window: nowhere is a side called as in the printed game."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.dialogs.preferences import PreferencesDialog
from app.online.page import summary
from app.printing.output import write_pdf
from app.systems.company_scale.presentation import PRESENTATION
from app.systems.company_scale.printing.papers import SYSTEM_PAPERS
from app.window.main_window import MainWindow
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import hex_name
from rules.testing.bots import bot
from tests.app.helpers import reports
from tests.app.helpers.widgets import all_widgets
from tests.app.systems.command_cards.test_leaks import texts
from tests.app.systems.company_scale.helpers.paper_job import text_of
from tests.rules.company_scale.test_series import winter_war
from tests.rules.helpers.long import repeated

PRINTED = re.compile(r"\b(Germans?|Americans?|French|Allied|Allies)\b|\b(Woods|Vineyard|Village|night_\d)\b")
SEED = 3
EVERY = repeated(60, 20)
"""Decisions from one look at the whole table to the next."""


def game(seed: int) -> Session:
    """Return a game of the winter war."""
    source = {**winter_war(), "title": "The Raate Road", "note": "Two columns meet."}
    return Session.new(SYSTEM, load_scenario(source), nature=SeededNature(seed), source=source)


def told(before: set[QWidget]) -> list[str]:
    """Return all that the program tells at this moment, but for what tests `before` have left."""
    QApplication.processEvents()
    return [text for widget in all_widgets() if widget not in before for text in texts(widget) if text]


def wrong(found: list[str]) -> set[str]:
    """Return where texts have words of the printed game, each with what stands around it."""
    return {text[max(0, place.start() - 50) : place.end() + 40] for text in found for place in PRINTED.finditer(text)}


def open_all(window: MainWindow) -> None:
    """Open everything that stays open beside the game, and switch on what can be shown on the map."""
    window.looking.set_overview(True)
    window.finding.show_army()
    for action in ("help", "markers"):
        window.actions_[action].trigger()
    for dock in ("turn", "displays"):
        window.docks.toggle(dock)
    window.actions_["zones_german"].trigger()


@pytest.fixture
def before() -> set[QWidget]:
    """The widgets that tests before have left."""
    return set(all_widgets())


def pointed_at(window: MainWindow, before: set[QWidget]) -> list[str]:
    """Return what the table tells of hexes with units: their stack and their menu."""
    found, board = list[str](), window.playmat.board
    for at in list(board.position.stacks)[::4]:
        window.playmat._show_hex(hex_name(at))
        menu = board.hand.menu_of(at)
        found += [*told(before), *(action.text() for action in menu.actions())]
        menu.deleteLater()
    return found


def papers(session: Session, folder: Path) -> list[str]:
    """Return the text of everything that is printed."""
    found = []
    for what in SYSTEM_PAPERS.titles.keys() - {"all"}:
        document = SYSTEM_PAPERS.document(Seat(session), what, begun=True, paper="A4", grey=False, fitted=True)
        write_pdf(document, folder / f"{what}.pdf", False)
        found.append(f"{what}: {text_of(PdfReader(BytesIO((folder / f'{what}.pdf').read_bytes())))}")
    return found


def test_a_whole_game_in_the_window_has_the_words_of_its_charts(
    before: set[QWidget], window: MainWindow, tmp_path: Path
) -> None:
    session = game(SEED)
    window.put(session)
    open_all(window)
    bots, found = {seat: bot("random", SEED) for seat in SYSTEM.seats}, list[str]()
    for number in range(2000):
        if window.game.over is not None:
            break
        decision = window.game.decision
        assert decision is not None
        found.append(decision.prompt)
        if number % EVERY == 0:
            found += [*told(before), *pointed_at(window, before)]
            shown = summary(session, None, 40, decision.seat)
            found += [shown.title, shown.when, shown.question, shown.player, *shown.lines]
        assert window.order(bots[decision.seat].choose(Seat(session, decision.seat), decision))
    assert window.game.over is not None
    found += told(before)
    assert any(text in ("Finnish victory", "Soviet victory") for text in found)
    found.append(reports.body(window, tmp_path / "report.html"))
    dialog = PreferencesDialog(window.settings, [PRESENTATION], window, {PRESENTATION.id: window.game.sides})
    boxes = [box.accessibleName() for box in dialog.boxes.values()]
    found += [*boxes, *(label.text() for label in dialog.findChildren(QLabel))]
    assert any("for the Finnish player" in name for name in boxes)
    assert wrong(found) == set()
    assert wrong(papers(session, tmp_path)) == set()
