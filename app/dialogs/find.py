"""Finding things on the table: the search field over the map, and the order of battle as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QKeyEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app import theme
from app.dialogs.messages import fit
from app.panels.widgets import ENTER, MutedText
from app.text.entries import Entry, EntryKind, Index, UnitStanding, leaves, plain, tally
from app.theme import faces

# --- The search field over the map: units, hexes, places and rules in one list, found while one types --------------

Icon = Callable[[str, int], QPixmap | None]
"""Returns the picture of a thing, so many pixels high."""
ROLE = Qt.ItemDataRole.UserRole
WIDTH, ROW, PICTURE, SIGN, MOST = 560, 40, 30, 20, 9
SIGNS = {EntryKind.PLACE: "⌂", EntryKind.HEX: "⬡", EntryKind.RULE: "§"}
HELP = "Unit, hex, place or rule. Press Enter to show it."
NOTHING = "Nothing found. Try part of a name, a hex number or a rule number."


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry: its counter or sign, its name, what is told of it, and at the right where it is."""

    def __init__(self, icon: Icon, parent: QWidget) -> None:
        super().__init__(parent)
        self.icon = icon

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row."""
        return QSize(faces.scaled(WIDTH), faces.scaled(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one row."""
        entry: Entry = index.data(ROLE)
        now, room = theme.current(), QRect(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(room, QColor(now.accent_soft))
            painter.fillRect(room.left(), room.top(), 3, room.height(), QColor(now.accent))
        self._sign(painter, entry, QRect(room.left() + 8, room.top(), 44, room.height()))
        left, right = room.left() + 60, room.right() - 10
        bold, small = QFont(option.font), QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        bold.setStrikeOut(entry.standing is UnitStanding.LOST)
        words = entry.place
        painter.setFont(small)
        painter.setPen(QColor(now.muted))
        wide = min(QFontMetrics(small).horizontalAdvance(words), (right - left) // 2)
        middle = Qt.AlignmentFlag.AlignVCenter
        shown = QFontMetrics(small).elidedText(words, Qt.TextElideMode.ElideRight, wide + 2)
        painter.drawText(QRect(right - wide, room.top(), wide, room.height()), middle, shown)
        line = QFontMetrics(bold).height()
        above = room.top() + (room.height() - line - (line if entry.state else 0)) // 2
        field = QRect(left, above, right - wide - 12 - left, line)
        painter.setFont(bold)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        cut = Qt.TextElideMode.ElideRight
        painter.drawText(field, 0, QFontMetrics(bold).elidedText(entry.name, cut, field.width()))
        painter.setFont(small)
        painter.setPen(QColor(now.muted))
        state = QFontMetrics(small).elidedText(entry.state, cut, field.width())
        painter.drawText(field.translated(0, line), 0, state)
        painter.restore()

    def _sign(self, painter: QPainter, entry: Entry, box: QRect) -> None:
        picture = self.icon(entry.thing, PICTURE)
        if picture is not None:
            size = picture.deviceIndependentSize().toSize()
            painter.drawPixmap(QRect(box.center() - QPoint(size.width() // 2, size.height() // 2), size), picture)
            return
        font = QFont(painter.font())
        font.setPixelSize(faces.scaled(SIGN))
        painter.setFont(font)
        painter.setPen(QColor(theme.current().muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, SIGNS.get(entry.kind, ""))


class FindPanel(QFrame):
    """A field with its results. `chosen` carries the entry to show; `closed` is emitted when the panel goes away."""

    chosen = Signal(object)
    closed = Signal()

    def __init__(self, icon: Icon, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("FindPanel")
        self.setAccessibleName("Find")
        self.setAutoFillBackground(True)
        self.index = Index(())
        self.field = QLineEdit()
        self.field.setPlaceholderText(HELP)
        self.field.setAccessibleName("Find a unit, hex, place or rule")
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Results")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(EntryDelegate(icon, self.list))
        self.list.itemClicked.connect(self._choose)
        self.note = MutedText(NOTHING)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self.note)
        self.hide()

    def open(self, entries: Sequence[Entry], place: QRect) -> None:
        """Open over the upper middle of a place in the window, ready to search entries."""
        self.index = Index(entries)
        self.setFixedWidth(min(faces.scaled(WIDTH), place.width() - 20))
        self._search(self.field.text())
        self.move(place.center().x() - self.width() // 2, place.top() + 14)
        self.show()
        self.raise_()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def found(self) -> list[Entry]:
        """Return the results, the best first."""
        return [self.list.item(row).data(ROLE) for row in range(self.list.count())]

    def _search(self, query: str) -> None:
        self.list.clear()
        for entry in self.index.search(query):
            item = QListWidgetItem(self.list)
            item.setData(ROLE, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.name}, {entry.state} {entry.place}".strip(", "))
            item.setToolTip(entry.words if entry.kind is EntryKind.UNIT else "")
        rows = self.list.count()
        self.list.setCurrentRow(0)
        self.list.setVisible(rows > 0)
        self.list.setFixedHeight(min(rows, MOST) * faces.scaled(ROW) + 4)
        self.note.setVisible(bool(query.strip()) and not rows)
        self.adjustSize()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Let keys in the field walk through the list, choose and close; close when the field loses the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        if event.type() == QEvent.Type.FocusOut and self.isVisible() and self.window().isActiveWindow():
            self.hide()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: MOST, Qt.Key.Key_PageUp: -MOST}
        key = Qt.Key(event.key())
        if key in steps:
            row = self.list.currentRow() + steps[key]
            self.list.setCurrentRow(max(0, min(self.list.count() - 1, row)))
        elif key in ENTER:
            self._choose(self.list.currentItem())
        elif key == Qt.Key.Key_Escape:
            self.close_()
        else:
            return False
        return True

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            entry = item.data(ROLE)
            self.close_()
            self.chosen.emit(entry)

    def close_(self) -> None:
        """Close the panel and give the focus back."""
        self.hide()
        self.closed.emit()


# --- The order of battle: both sides as a tree of divisions, formations and pieces, with state and place -----------

ENTRY = Qt.ItemDataRole.UserRole
TREE_PICTURE, TREE_ROW = 28, 31
WIDTHS = (340, 190, 210)
"""Of the columns, in pixels."""
Path = tuple[str, ...]


class ArmyTree(QTreeWidget):
    """The tree; Enter shows the current piece as a click does."""

    shown = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Order of battle")
        self.setHeaderLabels(["Unit", "State", "Position"])
        self.setIconSize(QSize(round(TREE_PICTURE * 1.5), TREE_PICTURE))
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate(WIDTHS):
            self.setColumnWidth(column, width)
        self.itemClicked.connect(self._show)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the current piece on Enter; open or close a group."""
        if event.key() not in ENTER or self.currentItem() is None:
            super().keyPressEvent(event)
            return
        event.accept()
        item = self.currentItem()
        if item.childCount():
            item.setExpanded(not item.isExpanded())
        else:
            self._show(item)

    def _show(self, item: QTreeWidgetItem, column: int = 0) -> None:
        entry = item.data(0, ENTRY)
        if entry is not None and entry.thing:
            self.shown.emit(entry)


class OrderOfBattle(QDialog):
    """The window beside the game. `shown` carries the entry that was clicked."""

    shown = Signal(object)

    def __init__(self, icon: Icon, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Order of battle")
        fit(self, 800, 720)
        self.icon = icon
        self.entries: tuple[Entry, ...] = ()
        self._dress = ""
        self.field = QLineEdit()
        self.field.setPlaceholderText("Search by name, position or state")
        self.field.setAccessibleName("Filter the order of battle")
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _: self._filter())
        self.tree = ArmyTree()
        self.tree.shown.connect(self.shown)
        self.note = MutedText()
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.tree, 1)
        column.addWidget(self.note)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show an order of battle; what was open stays open, what was current stays current."""
        entries, dress = tuple(entries), f"{theme.current().name} {faces.size('body')}"
        if entries == self.entries and dress == self._dress:
            return
        begun = bool(self.entries)
        opened = {path for path, item in self._rows() if item.isExpanded()}
        current = next((path for path, item in self._rows() if item is self.tree.currentItem()), None)
        scrolled = self.tree.verticalScrollBar().value()
        self.entries, self._dress = entries, dress
        self.tree.clear()
        for entry in entries:
            self._add(self.tree.invisibleRootItem(), entry)
        for path, item in self._rows():
            item.setExpanded(path in opened if begun else len(path) < 3)
            if path == current:
                self.tree.setCurrentItem(item)
        self._filter()
        self.tree.verticalScrollBar().setValue(scrolled)

    def _add(self, parent: QTreeWidgetItem, entry: Entry) -> None:
        group = entry.kind is EntryKind.GROUP
        item = QTreeWidgetItem(parent, [entry.name, tally(entry) if group else entry.state, entry.place])
        item.setData(0, ENTRY, entry)
        item.setSizeHint(0, QSize(0, faces.scaled(TREE_ROW if entry.thing else TREE_ROW - 6)))
        for column in range(3):
            item.setToolTip(column, item.text(column))
        now, font = theme.current(), QFont(self.font())
        if group:
            font.setWeight(QFont.Weight.DemiBold)
        elif picture := self.icon(entry.thing, TREE_PICTURE):
            item.setIcon(0, QIcon(picture))
        font.setStrikeOut(entry.standing is UnitStanding.LOST)
        font.setItalic(entry.standing is UnitStanding.DUE)
        item.setFont(0, font)
        if entry.standing in (UnitStanding.LOST, UnitStanding.DUE):
            for column in range(3):
                item.setForeground(column, QColor(now.muted))
        for one in entry.entries:
            self._add(item, one)

    def _rows(self) -> Iterator[tuple[Path, QTreeWidgetItem]]:
        """Yield every row with the names that lead to it."""

        def below(item: QTreeWidgetItem, path: Path) -> Iterator[tuple[Path, QTreeWidgetItem]]:
            for n in range(item.childCount()):
                child = item.child(n)
                here = (*path, child.data(0, ENTRY).thing or child.text(0))
                yield here, child
                yield from below(child, here)

        return below(self.tree.invisibleRootItem(), ())

    def _filter(self) -> None:
        """Hide the pieces in which a word of the filter does not occur, and groups without any."""
        wanted = plain(self.field.text()).split()
        count = 0

        def fits(item: QTreeWidgetItem, inherited: str) -> bool:
            nonlocal count
            entry: Entry = item.data(0, ENTRY)
            text = f"{inherited} {plain(f'{entry.name} {entry.state} {entry.place} {entry.words} {_stands(entry)}')}"
            if entry.kind is EntryKind.GROUP:
                inside = [fits(item.child(n), text) for n in range(item.childCount())]
                hit = any(inside)
                if wanted and hit:
                    item.setExpanded(True)
            else:
                hit = all(word in text for word in wanted)
                count += hit
            item.setHidden(not hit)
            return hit

        root = self.tree.invisibleRootItem()
        for n in range(root.childCount()):
            fits(root.child(n), "")
        whole = sum(1 for _ in leaves(self.entries))
        self.note.setText(f"{count} of {whole} units. Click one to show it on the map." if whole else "No units.")


def _stands(entry: Entry) -> str:
    return {UnitStanding.LOST: "lost", UnitStanding.DUE: "to arrive arrives"}.get(entry.standing, "")
