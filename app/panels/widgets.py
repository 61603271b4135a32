"""Small widgets the panels share: labels, headings, lists that keep Enter to themselves, buttons with keys."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QTextDocument,
)
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QPushButton, QToolButton, QWidget

from app.bindings import as_written, to_show
from app.panels.button_paint import Cloth, cloth, ink_of, paint_ground
from app.panels.drawn import cap_size, draw_cap
from app.text.parts import Markup, literal
from app.theme import faces

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEYED = "  ·  "
"""What stands between the words of a button and its key."""
INSET, GAP = 14, 10


def set_tip(widget: QWidget, words: str) -> None:
    """Give a widget a tool tip; Qt tells everybody of the same one again."""
    if words != widget.toolTip():
        widget.setToolTip(words)


class Label(QLabel):
    """Words as they are; only `Markup`, which the house composes, is read as markup."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(words)

    def setText(self, words: str) -> None:
        """Show words, or markup."""
        rich = isinstance(words, Markup)
        self.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
        super().setText(words)


class Heading(Label):
    """A small heading inside a panel."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setProperty("role", "heading")


class MutedText(Label):
    """Muted text that wraps."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setProperty("role", "muted")
        self.setWordWrap(True)


class ShortLabel(Label):
    """A line of text that is cut with dots where it has no room; the tip holds all of it."""

    def setText(self, words: str) -> None:
        """Show words; a second line would move all that is below."""
        super().setText(words if isinstance(words, Markup) else "  ".join(words.splitlines()))
        set_tip(self, words)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few words."""
        return QSize(120, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words as far as they go."""
        painter = QPainter(self)
        self.drawFrame(painter)
        rect = self.contentsRect()
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()


class RuleChip(QToolButton):
    """A rule number that opens the reference there."""

    asked = Signal(str)

    def __init__(self, number: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = number
        self.setProperty("role", "rule")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.asked.emit(self.number))
        self.cite(number)

    def cite(self, number: str) -> None:
        """Show another rule number, or nothing."""
        self.number = number
        self.setText(f"§ {literal(number)}")
        if not number or self.parentWidget() is not None:  # without a parent it would open as a window
            self.setVisible(bool(number))
        self.setAccessibleName(f"Rule {number}")
        set_tip(self, f"Look up rule {number}")


class OptionList(QListWidget):
    """A list whose Enter and Space choose the current row and go no further.

    A double click chooses it too, unless a `single` click does already.
    """

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setUniformItemSizes(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(True)
        self.single = False
        self.itemDoubleClicked.connect(self._double_clicked)

    def _double_clicked(self, item: QListWidgetItem) -> None:
        if not self.single:
            self.chosen.emit(self.row(item))

    @property
    def marked(self) -> int:
        """Return the row that is visibly marked, or -1."""
        return self.currentRow() if self.selectedItems() else -1

    def enter(self) -> bool:
        """Choose the marked row; return whether there was one."""
        if self.isHidden() or self.marked < 0:
            return False
        self.chosen.emit(self.marked)
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the current row, so that Enter never chooses a row that is not visibly marked.

        A focus that nobody asked for, such as after an answer, marks none.
        """
        if event.reason() == Qt.FocusReason.OtherFocusReason and self.currentRow() < 0:
            with QSignalBlocker(self):
                super().focusInEvent(event)
                self.setCurrentRow(-1)
            return
        super().focusInEvent(event)
        if self.currentRow() >= 0 and event.reason() != Qt.FocusReason.MouseFocusReason:
            self.setCurrentRow(self.currentRow())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row on Enter or Space; leave letters, which stand for orders, to the window."""
        if event.key() in (*ENTER, Qt.Key.Key_Space) and self.currentRow() >= 0:
            event.accept()
            self.chosen.emit(self.currentRow())
        elif event.text().isalpha():  # else Qt would look for a row that begins so
            event.ignore()
        else:
            super().keyPressEvent(event)


class KeyButton(QPushButton):
    """A button that answers to Enter as well as Space, with the cap of its key beside its words.

    A click leaves the keyboard focus where it was, so that Space keeps the meaning the prompt gives it.
    """

    def __init__(self, label: str, key: str = "", tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self.setText(label)
        self.setAccessibleName(label.split(KEYED)[0])
        self.setAccessibleDescription(tip)
        self.setToolTip(f"{tip}  [{as_written(to_show(key))}]" if key else tip)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def setText(self, words: str) -> None:
        """Show words; an & is an &, as no such button has a letter for a key. "Fire  ·  F" ends with its key.

        A screen reader says them too, unless it was told something else of the button.
        """
        label, keyed, key = words.partition(KEYED)
        if (literal(label), key if keyed else self.key) == (self.text(), self.key):
            return
        if keyed:
            self.key = key
        if literal(self.accessibleName()) == self.text():
            self.setAccessibleName(label)
        super().setText(literal(label))
        self.updateGeometry()

    def show_key(self, key: str) -> None:
        """Show another key, or none."""
        if key != self.key:
            self.key = key
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return room for words, picture and key cap."""
        words = QFontMetrics(self._face()).horizontalAdvance(self._label())
        words += bool(words) * 2  # the painter measures a little wider
        picture = self.iconSize().width() if not self.icon().isNull() else 0
        parts = [part for part in (picture, words, cap_size(self.key).width()) if part]
        tall = max(faces.scaled(40 if self.property("on") == "prompt" else 34), picture + 12 if picture else 0)
        return QSize(sum(parts) + GAP * (len(parts) - 1) + 2 * INSET, tall)

    def minimumSizeHint(self) -> QSize:
        """Return the least height; words may be cut."""
        return QSize(min(self.sizeHint().width(), faces.scaled(72)), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button."""
        painter = QPainter(self)
        dress = self.paint_ground(painter)
        self._paint_words(painter, dress)
        painter.end()

    def paint_ground(self, painter: QPainter) -> Cloth:
        """Draw ground and rim; return the colours."""
        chosen = self.isChecked() or self.flag("primary")
        dress = cloth(str(self.property("on") or ""), chosen, self.flag("armed"))
        painter.setOpacity(1.0 if self.isEnabled() else 0.7)
        paint_ground(
            painter,
            QRectF(self.rect()),
            dress,
            down=self.isDown(),
            focus=self.hasFocus(),
            lit=self.underMouse() and self.isEnabled(),
        )
        painter.setOpacity(1.0)
        return dress

    def _paint_words(self, painter: QPainter, dress: Cloth) -> None:
        """Draw picture, words and key cap in the middle, the words cut where they have no room."""
        size, cap = self.sizeHint(), cap_size(self.key)
        spare = max(0, self.width() - size.width()) // 2
        left, right, middle = INSET + spare, self.width() - INSET - spare, self.height() // 2
        if not self.icon().isNull():
            shown = self.icon().pixmap(self.iconSize(), self.devicePixelRatioF())
            painter.drawPixmap(left, middle - self.iconSize().height() // 2, shown)
            left += self.iconSize().width() + GAP
        if self.key:
            box = QRectF(right - cap.width(), middle - cap.height() / 2, cap.width(), cap.height())
            ink, rim, ground = (QColor(colour) for colour in dress.cap)
            draw_cap(painter, box, self.key, ink, rim, ground)
            right -= cap.width() + GAP
        painter.setFont(self._face())
        painter.setPen(ink_of(dress, self.isEnabled()))
        words = painter.fontMetrics().elidedText(self._label(), Qt.TextElideMode.ElideRight, right - left)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(left, 0, max(0, right - left), self.height()), int(flags), words)

    def _label(self) -> str:
        return self.text().replace("&&", "&")

    @staticmethod
    def _face() -> QFont:
        return faces.sans("body", bold=True)

    def flag(self, name: str) -> bool:
        """Tell whether a style property is set."""
        return str(self.property(name)) == "true"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press on Enter too."""
        if event.key() in ENTER and self.isEnabled():
            event.accept()
            if not event.isAutoRepeat():
                self.click()
            return
        super().keyPressEvent(event)

    def set_flag(self, name: str, on: bool) -> None:
        """Set a style property such as "primary" or "armed"."""
        if self.property(name) is not None and on == self.flag(name):
            return
        self.setProperty(name, "true" if on else "false")
        self.update()


def line_ends(label: QLabel, wide: int) -> list[float]:
    """Return where each line of a label's rich text would end at a width, from its top."""
    told, ends = QTextDocument(), list[float]()
    told.setDefaultFont(label.font())
    told.setDocumentMargin(0)
    told.setHtml(label.text())
    told.setTextWidth(wide)
    block = told.begin()
    while block.isValid():
        top = told.documentLayout().blockBoundingRect(block).top()
        lines = (block.layout().lineAt(number) for number in range(block.layout().lineCount()))
        ends += [top + line.y() + line.height() for line in lines]
        block = block.next()
    return ends


def plain_icon(pixmap: QPixmap) -> QIcon:
    """Return an icon that is not tinted when its row is selected."""
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected, QIcon.Mode.Active):
        icon.addPixmap(pixmap, mode)
    return icon
