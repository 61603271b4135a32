"""The tray of a draft: every piece of its forces by division, to be dragged on to the map or looked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QDrag, QIcon, QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app import theme
from app.panels.widgets import ENTER, Heading, KeyButton, MutedText
from app.text.entries import plain
from app.text.parts import literal
from app.theme import faces
from app.workshop.table import MIME, TrayPiece

PIECE = Qt.ItemDataRole.UserRole
HIGH = 34
"""Height of a counter in the tray, in pixels beside text of the usual size."""
Icon = Callable[[str, int], QPixmap | None]
Addition = tuple[str, str, Callable[[], object]]
"""The words and the tip of a button that adds to the forces, and what it does."""


class PieceTree(QTreeWidget):
    """The list of the tray; a row that is dragged carries its piece. `dropped(piece)`: one from the map came here.

    `again()`: the row that is marked was clicked.
    """

    dropped = Signal(str)
    again = Signal()

    def __init__(self, icon: Icon) -> None:
        super().__init__()
        self._icon = icon
        self._was_marked = False
        self.itemClicked.connect(lambda *_: self.again.emit() if self._was_marked else None)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(faces.scaled(8))
        self.setProperty("role", "fields")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setUniformRowHeights(False)
        self.setIconSize(QSize(faces.scaled(HIGH), faces.scaled(HIGH)))
        self.setAccessibleName("Pieces of the forces")
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setResizeContentsPrecision(0)  # what is in view is measured, as often as a text is set

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark a row, and know whether it was marked already."""
        at = self.itemAt(event.position().toPoint())
        self._was_marked = at is not None and at is self.currentItem()
        super().mousePressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Carry the piece of the current row."""
        piece = self.currentItem().data(0, PIECE) if self.currentItem() is not None else None
        if not piece:
            return
        data, drag = QMimeData(), QDrag(self)
        data.setData(MIME, str(piece).encode())
        drag.setMimeData(data)
        picture = self._icon(str(piece), faces.scaled(HIGH))
        if picture is not None:
            drag.setPixmap(picture)
            drag.setHotSpot(QPixmap(picture).rect().center())
        drag.exec(Qt.DropAction.CopyAction)


class Tray(QWidget):
    """The pieces of the forces with a line to search them.

    `picked(piece)`: one is marked, "" for none any more: it was clicked again; `take_off(piece)`: by key. `entered()`:
    the keyboard wants to go on to the map. `how` tells how pieces come there.
    """

    picked = Signal(str)
    take_off = Signal(str)
    entered = Signal()

    def __init__(self, icon: Icon, how: str, additions: Sequence[Addition] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self.tree = PieceTree(icon)
        self.tree.currentItemChanged.connect(self._current)
        self.tree.again.connect(lambda: self.picked.emit(""))
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the forces")
        self.search.setAccessibleName("Search the forces")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._sift)
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._shown: dict[str, TrayPiece] = {}
        self._colors: object = None
        self._sifted = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 6, 10)
        column.addWidget(Heading("Forces"))
        column.addWidget(MutedText(how))
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)
        for words, tip, act in additions:
            button = KeyButton(words, "", tip)
            button.clicked.connect(lambda *_, act=act: act())
            column.addWidget(button)

    def show_pieces(self, pieces: Sequence[TrayPiece]) -> None:
        """List these pieces; rows stay as they are while the forces are the same, but those of pieces that moved."""
        before, colors = self._shown, theme.current()
        is_same = colors is self._colors and list(before) == [piece.id for piece in pieces]
        changed = [piece for piece in pieces if not is_same or before[piece.id] is not piece]
        if not is_same or any(_headings(before[piece.id]) != _headings(piece) for piece in changed):
            self._build(pieces)
            changed = list(pieces)
        self._shown, self._colors = {piece.id: piece for piece in pieces}, colors
        for piece in changed:
            row = self._rows[piece.id]
            if is_same and before[piece.id].where == piece.where:  # it may look different, and has not just moved
                self._draw(row, piece.id)
            row.setText(1, piece.where or (str(piece.count) if piece.count else ""))
            row.setForeground(0, QBrush(QColor(colors.muted if piece.where else colors.text)))
            row.setForeground(1, QBrush(QColor(colors.muted)))
        if changed:
            self._count(pieces)
            self._sift(self.search.text())

    def _count(self, pieces: Sequence[TrayPiece]) -> None:
        """Tell beside each group how many of it are in play."""
        groups: dict[str, list[TrayPiece]] = {}
        for piece in pieces:
            groups.setdefault(piece.group, []).append(piece)
        for group in self._groups():
            words = _counted(groups.get(group.text(0), []))
            if group.text(1) != words:  # the column is measured anew at each text that is set
                group.setText(1, words)

    def _build(self, pieces: Sequence[TrayPiece]) -> None:
        folded = {group.text(0) for group in self._groups() if not group.isExpanded()}
        self.tree.blockSignals(True)
        self._sifted = ""
        self.tree.clear()
        self._rows.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for piece in pieces:
            if piece.group not in groups:
                group = groups[piece.group] = QTreeWidgetItem(self.tree, [piece.group, ""])
                group.setFlags(Qt.ItemFlag.ItemIsEnabled)
                group.setFont(0, faces.sans("body", bold=True))
                group.setExpanded(piece.group not in folded)
            row = self._rows[piece.id] = QTreeWidgetItem(groups[piece.group], [piece.name, piece.where])
            row.setData(0, PIECE, piece.id)
            row.setToolTip(0, literal(piece.long_name))
            row.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
            self._draw(row, piece.id)
        self.tree.blockSignals(False)

    def _draw(self, row: QTreeWidgetItem, piece: str) -> None:
        picture = self._icon(piece, faces.scaled(HIGH))
        if picture is not None:
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # the style would tint it with the row
            row.setIcon(0, icon)

    def _groups(self) -> list[QTreeWidgetItem]:
        found = (self.tree.topLevelItem(number) for number in range(self.tree.topLevelItemCount()))
        return [group for group in found if group is not None]

    def _sift(self, words: str) -> None:
        """Show the pieces whose names hold what is looked for."""
        wanted = plain(words)
        if not wanted and not self._sifted:
            return
        self._sifted = wanted
        for piece, row in self._rows.items():
            row.setHidden(bool(wanted) and piece in self._shown and wanted not in plain(self._shown[piece].words))
        for group in self._groups():
            group.setHidden(all(group.child(number).isHidden() for number in range(group.childCount())))

    def _current(self, row: QTreeWidgetItem | None) -> None:
        if row is not None and row.data(0, PIECE):
            self.picked.emit(str(row.data(0, PIECE)))

    def pick(self, piece: str) -> None:
        """Mark a piece that is marked on the map, or none."""
        row = self._rows.get(piece)
        self.tree.blockSignals(True)
        if row is not None:
            self.tree.setCurrentItem(row)
            self.tree.scrollToItem(row)
        else:
            self.tree.setCurrentIndex(QModelIndex())
        self.tree.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the marked piece off the map by Delete; Enter goes on to the map, where the next one puts it."""
        row = self.tree.currentItem()
        if event.key() == Qt.Key.Key_Delete and row is not None and row.data(0, PIECE):
            self.take_off.emit(str(row.data(0, PIECE)))
        elif event.key() in ENTER:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


def _headings(piece: TrayPiece) -> tuple[str, str]:
    """Return what its row is built of."""
    return piece.name, piece.group


def _counted(pieces: Sequence[TrayPiece]) -> str:
    """Return how many pieces of a group are in play, and of how many where they have a number."""
    if all(piece.endless for piece in pieces):
        return str(sum(piece.count for piece in pieces) or "")
    return f"{sum(bool(piece.where) for piece in pieces)} of {len(pieces)}"
