"""The log: what happened, under headings of turns and chits, with pictures of dice and hexes to click."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app import theme
from app.panels.dice import Draw, die_image, draw_square
from app.panels.reader import Reader
from app.play.game_view import GameView
from app.text.parts import Line, Markup, TextPart, add_line, compose, join, to_html
from app.text.words import EVENTS, Ordered, PassedFor
from app.theme import faces
from app.theme.sheet import mix
from rules.engine.events import name_of

DIE = 18
OPEN = "open"
HEADINGS = ("turn", "phase", "chit")
FULLY_DECODED = QUrl.ComponentFormattingOption.FullyDecoded


def ordered(seq: int | None) -> dict[str, Any]:
    """Return what begins the events of an order of the computer, by its position, or with None ends them."""
    return {"event": Ordered.__name__, "seq": seq}


class LogBrowser(Reader):
    """A page that draws "die:N" as a die; `rested` tells the row under the pointer, -1 for none."""

    rested = Signal(int)

    def __init__(self, draw_die: Draw = draw_square) -> None:
        super().__init__("Game log")
        self._draw_die = draw_die
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # so that scrolling moves what is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper, then the words."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(theme.current().base))
        painter.end()
        super().paintEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which row the pointer rests on."""
        super().mouseMoveEvent(event)
        self.rested.emit(self.row_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer has left."""
        super().leaveEvent(event)
        self.rested.emit(-1)

    def row_at(self, at: QPoint) -> int:
        """Return the row at a point of the viewport, -1 below the last."""
        block = self.cursorForPosition(at).block()
        box = self.document().documentLayout().blockBoundingRect(block)
        return block.blockNumber() if at.y() + self.verticalScrollBar().value() <= box.bottom() else -1

    def place_of(self, row: int) -> QRect:
        """Return where a row stands in the viewport."""
        box = self.document().documentLayout().blockBoundingRect(self.document().findBlockByNumber(row))
        return box.translated(0, -self.verticalScrollBar().value()).toRect()

    def picture(self, name: QUrl) -> QImage | None:
        """Return the picture of a die."""
        if name.scheme() != "die":
            return None
        return die_image(self._draw_die, name.path(FULLY_DECODED), DIE, 2.0)


class LogPanel(QWidget):
    """Append lines made from events; a click asks for a place or piece as text ("hex:24.17"), or for a rule.

    `why_asked` asks for the reasons of an order of the computer, by its position; `reasons` are those by row, asked for
    by a button on the row under the pointer. `skipped` tells by row which prompts were passed over for the players: one
    line a chit, which a click opens.
    """

    thing_asked = Signal(str)
    rule_asked = Signal(str)
    why_asked = Signal(int)

    def __init__(self, game: GameView, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.lines: list[Line] = []
        self.reasons: dict[int, int] = {}
        self.skipped: dict[int, list[str]] = {}
        self._opened: set[int] = set()
        self._ordered: int | None = None
        self.browser = LogBrowser(draw_die)
        self.why = QPushButton("Why?", self.browser.viewport())
        self.why.setAccessibleName("Why did the computer do that?")
        self.why.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.why.setCursor(Qt.CursorShape.PointingHandCursor)
        self.why.hide()
        self._row = -1
        self.why.clicked.connect(lambda: self.why_asked.emit(self.reasons[self._row]))
        self.browser.rested.connect(self._rest_on)
        self.browser.verticalScrollBar().valueChanged.connect(lambda _: self._rest_on(-1))
        self.browser.setUndoRedoEnabled(False)
        self.browser.anchorClicked.connect(self._clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.browser)
        self.restyle()

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        now = theme.current()
        self.browser.document().setDefaultStyleSheet(f"a {{ color: {now.link}; text-decoration: none; }}")
        self._write_all()

    def show_all(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Show all events of the game; where what is written still holds, only the rest is written."""
        before, self.lines = self.lines, []
        told = {row: list(lines) for row, lines in self.skipped.items() if row in self._opened}
        self.reasons, self.skipped = {}, {}
        for event in self.game.words.condense(events):
            self._take(event)
        if before and self.lines[: len(before)] == before and all(self.skipped.get(row) == told[row] for row in told):
            for line in self.lines[len(before) :]:
                self._write(line, replace=False)
            self._to_end()
        else:
            self._write_all()

    def add(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Append what has just happened."""
        for event in self.game.words.condense(events):
            joined = self._take(event)
            if joined is not None:
                self._write(self.lines[-1], replace=joined)
        self._to_end()

    def _take(self, event: Mapping[str, Any]) -> bool | None:
        """Add the line of an event; return whether it was joined to the one before, None if there is none.

        The first line of an order of the computer asks for its reasons.
        """
        record = EVENTS.read(event)
        if isinstance(record, Ordered):
            self._ordered = record.seq
            return None
        line = self._line_of(event)
        if line is None:
            return None
        if isinstance(record, PassedFor) and not record.tip:
            return self._skip(line)
        joined = add_line(self.lines, line)
        if self._ordered is not None and line.style not in HEADINGS:
            self.reasons[len(self.lines) - 1] = self._ordered
        self._ordered = None
        return joined

    def _skip(self, line: Line) -> bool | None:
        """Tell of a prompt that was passed over in the one line of its chit; return as `_take`."""
        row = next((n for n in range(len(self.lines) - 1, -1, -1) if self.lines[n].style in HEADINGS), -1)
        row = next((n for n in range(row + 1, len(self.lines)) if n in self.skipped), -1)
        if row < 0:
            self.lines.append(Line("detail", (TextPart(OPEN, str(len(self.lines)), "Prompts skipped"),)))
            self.skipped[len(self.lines) - 1] = [line.plain]
            return False
        if line.plain not in self.skipped[row]:
            self.skipped[row].append(line.plain)
            if row in self._opened:
                self._write_all()
        return None

    def look_at(self, events: Sequence[Mapping[str, Any]] | None) -> None:
        """Mark the line with which events end and show it; None goes back to the end."""
        row = self._row_of(events) if events is not None else -1
        cursor = QTextCursor(self.browser.document().findBlockByNumber(row)) if row >= 0 else QTextCursor()
        now, mark = theme.current(), Reader.ExtraSelection()
        mark.cursor = cursor  # type: ignore[attr-defined]
        mark.format.setBackground(mix(now.brass, now.base, 0.6))  # type: ignore[attr-defined]
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)  # type: ignore[attr-defined]
        self.browser.setExtraSelections([mark] if row >= 0 else [])
        if events is None:
            self._to_end()
        else:
            self._bring(cursor)

    def _row_of(self, events: Sequence[Mapping[str, Any]]) -> int:
        """Return the row of the last line told of events, or -1 where nothing is told yet."""
        told: list[Line] = []
        for event in self.game.words.condense(events):
            if name_of(event) != PassedFor.__name__:
                add_line(told, self._line_of(event))
        if not told or not self.lines:
            return -1
        last, at = told[-1].plain, len(told) - 1
        alike = [row for row, line in enumerate(self.lines) if line.plain.startswith(last)]
        return min(alike or [min(at, len(self.lines) - 1)], key=lambda row: abs(row - at))

    def _bring(self, cursor: QTextCursor) -> None:
        """Scroll so that a line stands at the middle."""
        bar = self.browser.verticalScrollBar()
        top = self.browser.cursorRect(cursor).top() if not cursor.isNull() else -bar.value()
        bar.setValue(bar.value() + top - self.browser.viewport().height() // 2)

    @property
    def plain(self) -> str:
        """Return the whole log as plain text."""
        return "\n".join(
            f"{line.plain}: {'; '.join(self.skipped[row])}" if row in self.skipped else line.plain
            for row, line in enumerate(self.lines)
        )

    def _line_of(self, event: Mapping[str, Any]) -> Line | None:
        return None if name_of(event) == Ordered.__name__ else self.game.words.narrate(event, self.game.names)

    def _write_all(self) -> None:
        self.browser.clear()
        self._rest_on(-1)
        for line in self.lines:
            self._write(line, replace=False)
        self._to_end()

    def _rest_on(self, row: int) -> None:
        """Show the button that asks for reasons on a row of the computer's, or hide it."""
        self._row = row if row in self.reasons else -1
        self.why.setVisible(self._row >= 0)
        if self._row >= 0:
            place, size = self.browser.place_of(self._row), self.why.sizeHint()
            self.why.setGeometry(
                self.browser.viewport().width() - size.width(),
                place.bottom() - size.height() + 1,
                size.width(),
                size.height(),
            )

    def _write(self, line: Line, replace: bool) -> None:
        cursor = QTextCursor(self.browser.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()  # the page is laid out once, in the end
        if replace:
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.removeSelectedText()
        if not self.browser.document().isEmpty():
            cursor.insertBlock()
        cursor.insertHtml(self._html(line))
        block = cursor.blockFormat()
        heading = line.style in HEADINGS
        block.setTopMargin({"turn": 12, "phase": 8, "chit": 9}.get(line.style, 1))
        block.setLeftMargin(6 if heading else 20 if line.style == "detail" else 10)
        block.setBottomMargin(2 if heading else 1)
        if line.style == "chit":
            block.setBackground(QColor(theme.current().accent_soft))
        else:
            block.clearBackground()  # a block takes that of the one before
        cursor.setBlockFormat(block)
        cursor.endEditBlock()

    def _html(self, line: Line) -> Markup:
        now, size = theme.current(), faces.size("card")
        inner = to_html(line.parts, DIE)
        row = int(line.parts[0].value) if line.parts and line.parts[0].kind == OPEN else -1
        if row in self._opened:
            inner = join("<br>", [inner, *self.skipped[row]])
        style = {
            "turn": f"font-family:'{faces.SERIF[0]}'; font-weight:700; font-size:{size}px; color:{now.accent}",
            "phase": f"font-weight:600; color:{now.muted}",
            "chit": f"font-weight:700; color:{now.text}",
            "detail": f"color:{now.muted}",
            "result": "font-weight:600",
        }.get(line.style, "")
        return compose('<span style="{}">{}</span>', style, inner) if style else inner

    def _to_end(self) -> None:
        bar = self.browser.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _clicked(self, url: QUrl) -> None:
        thing = url.path(FULLY_DECODED)
        if url.scheme() == "rule":
            self.rule_asked.emit(thing)
        elif url.scheme() == OPEN:
            at = self.browser.verticalScrollBar().value()
            self._opened ^= {int(thing)}
            self._write_all()
            self.browser.verticalScrollBar().setValue(at)
        else:
            self.thing_asked.emit(f"{url.scheme()}:{thing}")

    def focus(self) -> None:
        """Give the log the keyboard focus."""
        self.browser.setFocus(Qt.FocusReason.ShortcutFocusReason)
