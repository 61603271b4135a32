"""The page of the brush at the left of a draft: its tools with their keys, its size, the size of the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from app.bindings import as_written, to_show
from app.panels.layouts import FlowLayout
from app.panels.widgets import Heading, KeyButton, MutedText
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.workshop.ground_tools import FILL, TOOLS, Kind, Tool, called, colour_of
from app.text.parts import literal
from app.theme import faces
from rules.company_scale.battle_map import GroundCharts
from rules.company_scale.loading.ground import SIZES
from rules.company_scale.loading.ground_size import SIDES

SWATCH = 16
"""Side of the colour beside a tool, in pixels beside text of the usual size."""
BRUSHES: Mapping[int, str] = {**{size: f"{size}" for size in SIZES}, FILL: "Fill"}
NEW_SIZES = ((12, 10), (22, 18), (32, 24), (44, 32), (60, 44), (84, 60))
"""Columns and rows of new maps on offer."""
ROOM = 158
"""Width of a tool whose words need no more, in pixels beside text of the usual size; two of them fit at first."""
HOW = "Paint or draw with the left button. Alt erases; the right button picks up what is there."


class ToolButton(KeyButton):
    """A button of a tool, as wide as most others, so that they stand in columns: as many as there is room for."""

    def sizeHint(self) -> QSize:
        """Return room for words, picture and key cap."""
        return super().sizeHint().expandedTo(QSize(faces.scaled(ROOM), 0))


class GroundPanel(QWidget):
    """Choose what the brush draws. `resized(side, grow)`: a column or row more or less; `begun(columns, rows)`."""

    chosen = Signal(object)
    size_chosen = Signal(int)
    erasing = Signal(bool)
    resized = Signal(str, bool)
    begun = Signal(int, int)

    def __init__(self, scan: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[Tool, KeyButton] = {}
        self._charts: GroundCharts | None = None
        self.sizes: dict[int, KeyButton] = {}
        self.text, self.kind = QLineEdit(), QComboBox()
        self.erase = self._button("Erase", "X", "Take away what the tool draws, as with Alt")
        self.erase.clicked.connect(lambda: self.erasing.emit(self.erase.isChecked()))
        self.map_size = KeyButton("Size of the map…", "", "Add or remove a column or row, or begin a new map")
        self.map_size.setMenu(self._size_menu())
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 6, 10)
        column.setSpacing(5)
        column.addWidget(MutedText(HOW))
        column.addLayout(self._brush())
        for kind in (Kind.TERRAIN, Kind.LEVEL, Kind.HEXSIDE, Kind.ROAD):
            column.addWidget(Heading(kind.value))
            column.addLayout(self._tools([tool for tool in TOOLS if tool.kind is kind]))
        column.addWidget(Heading("Names"))
        self._add_names(column)
        column.addWidget(self.map_size)
        column.addWidget(scan)
        column.addStretch(1)

    def _button(self, words: str, key: str, tip: str) -> KeyButton:
        return self._dressed(KeyButton(words, key, tip))

    def _dressed(self, button: KeyButton) -> KeyButton:
        button.setCheckable(True)
        button.setIconSize(QSize(faces.scaled(SWATCH), faces.scaled(SWATCH)))
        return button

    def _brush(self) -> FlowLayout:
        row = FlowLayout(gap=4)
        for size, words in BRUSHES.items():
            tip = f"A brush of {size} hexes" if size else "Fill the connected area"
            button = self.sizes[size] = self._button(words, "", f"{tip}; [ and ] change it")
            button.clicked.connect(lambda *_, size=size: self.size_chosen.emit(size))
            row.addWidget(button)
        row.addWidget(self.erase)
        return row

    def _tools(self, tools: Sequence[Tool]) -> FlowLayout:
        rows = FlowLayout(gap=4)
        for tool in tools:
            button = self.buttons[tool] = self._dressed(ToolButton(tool.words, tool.key, tool.words))
            button.clicked.connect(lambda *_, tool=tool: self.chosen.emit(tool))
            rows.addWidget(button)
        return rows

    def _add_names(self, column: QVBoxLayout) -> None:
        self.names = [tool for tool in TOOLS if tool.kind in (Kind.NAME, Kind.ENTRY)]
        self.text.setPlaceholderText("A name, then click")
        self.text.setAccessibleName("Name to put on the map")
        self.kind.setAccessibleName("Kind of name")
        for tool in self.names:
            self.kind.addItem(tool.words)
        self.kind.activated.connect(lambda place: self.chosen.emit(self.names[place]))
        self.text.textEdited.connect(lambda _: self.chosen.emit(self.names[self.kind.currentIndex()]))
        row = QHBoxLayout()
        row.addWidget(self.text, 1)
        row.addWidget(self.kind)
        column.addLayout(row)

    def _size_menu(self) -> QMenu:
        menu = QMenu(self)
        for grow, what in ((True, "Add"), (False, "Remove")):
            for side in SIDES:
                thing = "column" if side in ("west", "east") else "row"
                act: Callable[..., None] = lambda *_, side=side, grow=grow: self.resized.emit(side, grow)  # noqa: E731
                menu.addAction(f"{what} a {thing} in the {side}").triggered.connect(act)
            menu.addSeparator()
        new = menu.addMenu("New map")
        for columns, rows in NEW_SIZES:
            act = lambda *_, columns=columns, rows=rows: self.begun.emit(columns, rows)  # noqa: E731
            new.addAction(literal(f"{columns} × {rows} hexes")).triggered.connect(act)
        return menu

    def name_tools(self, charts: GroundCharts) -> None:
        """Call what is drawn as the charts do."""
        if charts is self._charts:
            return
        self._charts = charts
        for tool, button in self.buttons.items():
            words = called(tool, charts)
            button.setText(words)
            button.setAccessibleName(words)
            button.setAccessibleDescription(words)
            button.setToolTip(f"{words}  [{as_written(to_show(tool.key))}]")

    def show_tool(self, tool: Tool, size: int, *, erases: bool) -> None:
        """Show which tool, size and way of drawing is in use."""
        for each, button in self.buttons.items():
            button.setChecked(each == tool)
        for each_size, button in self.sizes.items():
            button.setChecked(each_size == size)
            button.setEnabled(tool.kind in (Kind.TERRAIN, Kind.LEVEL))
        self.erase.setChecked(erases)
        if tool in self.names:
            self.kind.setCurrentIndex(self.names.index(tool))

    def dress(self, palette: Palette) -> None:
        """Show the colours of the ground beside its tools."""
        for tool, button in self.buttons.items():
            button.setIcon(QIcon(_swatch(colour_of(tool, palette), tool, self.devicePixelRatioF())))


def _swatch(colour: QColor, tool: Tool, ratio: float) -> QPixmap:
    """Return a patch of a colour, a stroke of it for what runs along or across hexes."""
    side = faces.scaled(SWATCH)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if tool.kind in (Kind.TERRAIN, Kind.LEVEL):
        painter.setPen(QPen(QColor(60, 50, 30, 160), 1))
        painter.setBrush(colour)
        painter.drawRoundedRect(1, 1, side - 2, side - 2, 3, 3)
    else:
        for each, width in ((QColor(60, 50, 30, 160), 5.0), (colour, 3.4)):
            painter.setPen(QPen(each, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(3, side - 4, side - 4, 3)
    painter.end()
    return picture
