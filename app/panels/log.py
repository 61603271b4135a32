"""The log: what happened, under headings of turns and chits, with pictures of dice and hexes to click."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app import theme
from app.game import GameController
from app.panels.dice import die_image
from app.panels.reader import Reader
from app.text.markup import Markup, compose
from app.text.parts import Line, Part, text, to_html
from app.theme import faces
from app.theme.colours import mix

DIE = 18
ORDERED, WHY = "Ordered", "why"
HEADINGS = ("turn", "phase", "chit")
FULLY_DECODED = QUrl.ComponentFormattingOption.FullyDecoded


def ordered(seq: int | None) -> dict[str, Any]:
    """Return what begins the events of an order of the computer, by its position, or with None ends them."""
    return {"event": ORDERED, "seq": seq}


class LogBrowser(Reader):
    """A page that draws "die:N" as a die."""

    def __init__(self, game: GameController) -> None:
        super().__init__("Log of the game")
        self.game = game
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # so that scrolling moves what is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper, then the words."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(theme.current().base))
        painter.end()
        super().paintEvent(event)

    def picture(self, name: QUrl) -> QImage | None:
        """Return the picture of a die."""
        if name.scheme() != "die":
            return None
        return die_image(self.game.presentation.draw_die, name.path(FULLY_DECODED), DIE, 2.0)


class LogPanel(QWidget):
    """Append lines made from events; a click asks for a place or piece as text ("hex:24.17"), or for a rule.

    `why_asked` asks for the reasons of an order of the computer, by its position.
    """

    thing_asked = Signal(str)
    rule_asked = Signal(str)
    why_asked = Signal(int)

    def __init__(self, game: GameController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.lines: list[Line] = []
        self._ordered: int | None = None
        self.browser = LogBrowser(game)
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
        for event in self.game.words.condense(events):
            self._take(event)
        if before and self.lines[: len(before)] == before:
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
        if event.get("event") == ORDERED:
            self._ordered = event["seq"]
            return None
        line = self._line_of(event)
        if line is None:
            return None
        joined = _take(self.lines, line)
        if self._ordered is not None and line.style not in HEADINGS:
            self.lines[-1] = _asking(self.lines[-1], self._ordered)
        self._ordered = None
        return joined

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
            _take(told, self._line_of(event))
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
        return "\n".join(line.plain for line in self.lines)

    def _line_of(self, event: Mapping[str, Any]) -> Line | None:
        return None if event.get("event") == ORDERED else self.game.words.narrate(event, self.game.names)

    def _write_all(self) -> None:
        self.browser.clear()
        for line in self.lines:
            self._write(line, replace=False)
        self._to_end()

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
        elif url.scheme() == WHY:
            self.why_asked.emit(int(thing))
        else:
            self.thing_asked.emit(f"{url.scheme()}:{thing}")

    def focus(self) -> None:
        """Give the log the keyboard focus."""
        self.browser.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _take(lines: list[Line], line: Line | None) -> bool:
    """Add a line, or join it to the one before; return whether it was joined."""
    if line is None:
        return False
    if line.merge and lines and lines[-1].merge == line.merge:
        lines[-1] = _silent(lines[-1]).joined(line)
        return True
    lines.append(line)
    return False


def _asking(line: Line, seq: int) -> Line:
    """Return a line that ends with a question for the reasons of an order."""
    return replace(line, parts=(*_silent(line).parts, text(" "), Part(WHY, str(seq), "Why?")))


def _silent(line: Line) -> Line:
    """Return a line without its question."""
    return replace(line, parts=line.parts[:-2]) if line.parts and line.parts[-1].kind == WHY else line
