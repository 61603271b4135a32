"""No hand leaks: a game is played, and all that any part of the table tells is searched for the cards of the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QTreeView,
    QWidget,
)

from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from rules.command_cards.hexes import NEIGHBOURS
from rules.command_cards.system import SYSTEM
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.bots import bot
from tests.app.helpers import reports
from tests.app.helpers.widgets import all_widgets
from tests.app.systems.command_cards.helpers.table import Player, game

SEED = 2
ROLES = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.StatusTipRole,
)  # fmt: skip


def texts(widget: QWidget) -> Iterator[str]:
    """Yield all that a widget tells: words, tips, names for screen readers, rows."""
    yield from (widget.toolTip(), widget.statusTip(), widget.whatsThis(), widget.windowTitle())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    elif isinstance(widget, QTextEdit | QPlainTextEdit):
        yield widget.toPlainText()
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        model, columns = widget.model(), widget.header().count() if isinstance(widget, QTreeView) else 1
        waiting = [model.index(row, 0) for row in range(model.rowCount())]
        while waiting:
            index = waiting.pop()
            waiting += [model.index(row, 0, index) for row in range(model.rowCount(index))]
            row = [index.siblingAtColumn(column) for column in range(columns)]
            yield from (str(cell.data(role) or "") for cell in row for role in ROLES)
    yield from (action.text() for action in widget.actions())


def everything() -> str:
    """Return all that the program tells at this moment."""
    QApplication.processEvents()
    return "\n".join(text for widget in all_widgets() for text in texts(widget) if text)


def secrets(session: Session, looking: str | None) -> dict[str, str]:
    """Return ids and titles of the cards in the hands that a seat may not see, which lie nowhere in the open."""
    state = session.state
    hands = {seat: set(hand) for seat, hand in state.hands.items()}
    seen = {*state.discards, state.played, *state.lying.values(), *hands.get(looking or "", ())}
    for seat, hand in hands.items():
        staged = next((frame.get("card") for frame in state.frames if frame.kind == "staging"), "")
        if seat != looking and staged:
            hand.add(staged)
    hidden = set[str]().union(*(hand for seat, hand in hands.items() if seat != looking)) - seen
    titles = {house_charts().cards[card].title for card in seen if card}
    return {card: house_charts().cards[card].title for card in hidden if house_charts().cards[card].title not in titles}


def told(text: str, session: Session, looking: str | None) -> list[str]:
    """Return which of the cards that a seat may not see a text tells."""
    return [card for card, title in secrets(session, looking).items() if title in text or card in text.split()]


def open_all(window: MainWindow) -> None:
    """Open everything that stays open beside the game."""
    window.looking.set_overview(True)
    window.finding.show_army()
    window.remembering.show_notes()
    window.docks.toggle("game")


def looked_at(player: Player, report: Path) -> str:
    """Return all that the table tells while a player looks at everything there is to look at."""
    window, parts = player.window, [everything()]
    for place in list(NEIGHBOURS)[::7]:
        player.hover(place)
        parts.append(window.notice.text())
    window.finding.find()
    for query in ("card", "a", "german", "§"):
        window.finding.panel.field.setText(query)
        rows = window.finding.panel.found
        parts += [f"{row.name} {row.state} {row.place}" for row in rows if not row.thing.startswith("rule:")]
    window.finding.panel.hide()
    page = QTextDocument()
    page.setHtml(reports.body(window, report))
    parts.append(page.toPlainText())
    if window.history.is_possible:
        window.history.toggle()
        parts.append(everything())
        for way in (-1, -1, -1, 1):
            window.history.step(way)
            parts.append(everything())
        window.history.close()
    return "\n".join(parts)


def test_nothing_on_the_table_tells_the_hand_of_the_other_player(window: MainWindow, tmp_path: Path) -> None:
    player = Player(window, game(seed=SEED))
    session = window.session
    assert session is not None
    open_all(window)
    bots = {seat: bot("regular", SEED) for seat in SYSTEM.seats}
    looks, behind = set[str](), 0
    for number in range(80):
        if window.game.over is not None:
            break
        if window.game.awaited:
            player.hand_over()
            hidden = secrets(session, None)
            assert hidden and told(everything(), session, None) == [], window.game.awaited
            if number % 3 == 0:
                assert told(looked_at(player, tmp_path / "spectator.html"), session, None) == []
            behind += 1
            seat = player.open_curtain()
            assert told(looked_at(player, tmp_path / "report.html"), session, seat) == []
            looks.add(seat)
            continue
        decision, looking = window.game.decision, window.game.seat.name
        assert decision is not None
        assert window.order(bots[decision.seat].choose(Seat(session, decision.seat), decision))
        if number % 9 == 0 and window.game.seat.name == looking:
            assert told(everything(), session, looking) == []
    assert looks == {"german", "allied"} and behind >= 4


def test_looking_back_says_whose_hand_is_seen(window: MainWindow) -> None:
    player = Player(window, game(seed=SEED))
    player.open_curtain()
    window.history.toggle()
    window.history.step(-1)
    assert "Only the German hand is shown" in window.history.cover.band.told.text()
    assert player.mat.hand.hand == window.game.view.hand
