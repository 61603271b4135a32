"""Another game of the series, played whole in the window: nowhere is a side called as in the printed game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from PySide6.QtWidgets import QApplication, QComboBox, QGraphicsView, QGroupBox, QMenu, QTabBar, QWidget

from app.dialogs.preferences import KeysDialog, PreferencesDialog
from app.online.page import summary
from app.play.passing import chosen
from app.printing.output import write_pdf
from app.systems.company_scale.presentation import PRESENTATION
from app.systems.company_scale.printing.aid_words import words_of
from app.systems.company_scale.printing.papers import SYSTEM_PAPERS
from app.window.main_window import MainWindow
from rules.company_scale.house_rules import HOUSE_RULES
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r14_1_rolin import lit_by
from rules.company_scale.series import printed_charts, terms_of
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
from tests.rules.company_scale.helpers.renamed import renamed
from tests.rules.company_scale.test_series import winter_war
from tests.rules.helpers.long import repeated

PRINTED = re.compile(
    r"\b(Germans?|Americans?|United States|French|Allied|Allies|FFI|Bourbon|Cognac|Panzer\w*|Sherman\w*|Rolin\S*|Gregg"
    r"|Adams|Murphy|Wietersheim|Butler|Montélimar|Rhône|Savasse|Livron|Hill 300|First Light|117th|143rd"
    r"|Woods|Vineyard|Village|night_\d)\b",
    re.IGNORECASE,
)
"""What only the printed game has: nations, people, places, troops and terrain. Kampfgruppe is the name of a chapter."""
SEED = 3
EVERY = repeated(60, 20)
"""Decisions from one look at the whole table to the next."""


def other_game(*left_out: str, **changes: Any) -> dict[str, Any]:
    """Return the winter war with all chapters but some, in which nothing has a name of the printed game."""
    chapters = [chapter for chapter in printed_charts()["series"]["chapters"] if chapter not in left_out]
    charts = winter_war()["charts"]
    series = {**charts["series"], "chapters": chapters, **changes}
    jam = {**printed_charts()["traffic_jam"], "city": "Raate"}
    source = renamed(winter_war(series=series, traffic_jam=jam))
    return {**source, "title": "The Raate Road", "note": "Two columns meet.", "rules": {"bourbon_and_cognac": "both"}}


def game(seed: int) -> Session:
    """Return a game of the winter war."""
    source = other_game()
    return Session.new(SYSTEM, load_scenario(source), nature=SeededNature(seed), source=source)


def told(before: set[QWidget]) -> list[str]:
    """Return all that the program tells at this moment, but for what tests `before` have left."""
    QApplication.processEvents()
    return [text for widget in all_widgets() if widget not in before for text in every_text(widget) if text]


def every_text(widget: QWidget) -> Iterator[str]:
    """Yield all that a widget tells, also on tabs, in lists not yet dropped down, in menus, and of what is on a map."""
    yield from texts(widget)
    for action in widget.actions():
        yield from (action.text(), action.toolTip(), action.statusTip(), action.whatsThis())
    if isinstance(widget, QTabBar):
        yield from (text(at) for at in range(widget.count()) for text in (widget.tabText, widget.tabToolTip))
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QMenu | QGroupBox):
        yield widget.title()
    elif isinstance(widget, QGraphicsView) and widget.scene() is not None:
        yield from (item.toolTip() for item in widget.scene().items())


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
    for dialog in (
        PreferencesDialog(window.settings, [PRESENTATION], window, window.game),
        KeysDialog(window.actions_.specs, window.settings, window),
    ):
        found += [text for part in (dialog, *dialog.findChildren(QWidget)) for text in every_text(part)]
    assert {"Skip Ambushes for the Soviet player", "Key for Ask about reroll markers"} <= {*found}
    assert wrong(found) == set()
    assert wrong(papers(session, tmp_path)) == set()


def sentences(row: object) -> Iterator[str]:
    """Yield every text of a row of words, also of what it consists of."""
    for value in (getattr(row, each.name) for each in fields(row)) if is_dataclass(row) else ():
        yield from [value] if isinstance(value, str) else sentences(value)


def test_no_question_order_or_house_rule_of_it_has_a_word_of_the_printed_game() -> None:
    scenario = load_scenario(other_game())
    words = PRESENTATION.words.in_game(scenario)
    found = [text for row in (*words.verbs.values(), *words.questions.values()) for text in sentences(row)]
    found = [text.replace("{german}", "Finnish") for text in found]
    for switch in HOUSE_RULES.of(scenario):
        if switch.name != "american_divisions":  # does not apply where there are no Americans
            found += [switch.title, *(each.words for each in switch.settings)]
    assert wrong(found) == set()
    assert "The bridges of Raate stay open during a traffic jam." in found
    assert words.question("reroll").passed.name == "Reroll markers"
    assert words.question("assault_modifiers").heading == "Leaders and single-use weapons"


def test_what_a_chapter_that_is_not_in_force_asks_is_not_in_the_preferences(window: MainWindow) -> None:
    source = other_game("22", "23", "28")
    session = Session.new(SYSTEM, load_scenario(source), nature=SeededNature(SEED), source=source)
    printed = PreferencesDialog(window.settings, [PRESENTATION], window)
    printed.boxes[PRESENTATION.id, "allied", "ambush"].setChecked(True)
    printed.accept()
    window.put(session)
    dialog = PreferencesDialog(window.settings, [PRESENTATION], window, window.game)
    gone = {kind for _, _, kind in printed.boxes} - {kind for _, _, kind in dialog.boxes}
    assert gone == {"ambush", "evacuation_moves", "take_up", "reroll"}
    dialog.accept()
    assert chosen(window.settings, PRESENTATION, ("allied",))["allied"] >= {"ambush", "reroll"}  # of other games
    assert not any(
        "FFI" in text or "evacuation" in text for text in map(str, words_of(session.scenario.charts).sequence)
    )


def test_the_printed_game_has_its_own_words() -> None:
    scenario = load_scenario("rolins-night")
    assert PRESENTATION.words.in_game(scenario) is PRESENTATION.words
    assert terms_of(scenario.charts.series) == {} and lit_by(scenario) == "Rolin"
    assert list(HOUSE_RULES.of(scenario)) == list(HOUSE_RULES.switches)
