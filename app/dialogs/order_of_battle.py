"""The order of battle: both sides as a tree of divisions, formations and pieces, with state and place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QKeyEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app import theme
from app.dialogs.find import Icon
from app.dialogs.messages import fit
from app.panels.widgets import ENTER, MutedText
from app.text.entries import Entry, Kind, Standing, leaves, plain, tally
from app.theme import faces

ENTRY = Qt.ItemDataRole.UserRole
PICTURE, ROW = 28, 31
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
        self.setIconSize(QSize(round(PICTURE * 1.5), PICTURE))
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
        group = entry.kind is Kind.GROUP
        item = QTreeWidgetItem(parent, [entry.name, tally(entry) if group else entry.state, entry.place])
        item.setData(0, ENTRY, entry)
        item.setSizeHint(0, QSize(0, faces.scaled(ROW if entry.thing else ROW - 6)))
        for column in range(3):
            item.setToolTip(column, item.text(column))
        now, font = theme.current(), QFont(self.font())
        if group:
            font.setWeight(QFont.Weight.DemiBold)
        elif picture := self.icon(entry.thing, PICTURE):
            item.setIcon(0, QIcon(picture))
        font.setStrikeOut(entry.standing is Standing.LOST)
        font.setItalic(entry.standing is Standing.DUE)
        item.setFont(0, font)
        if entry.standing in (Standing.LOST, Standing.DUE):
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
            if entry.kind is Kind.GROUP:
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
    return {Standing.LOST: "lost", Standing.DUE: "to arrive arrives"}.get(entry.standing, "")
