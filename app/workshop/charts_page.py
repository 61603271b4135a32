"""The charts that a draft is played by, as far as a scenario can have others; what is not as printed stands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTreeWidgetItem, QVBoxLayout, QWidget

from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.theme import faces
from app.workshop.base_table import CANNOT_READ, FAULTS
from app.workshop.editor import DraftEditor
from app.workshop.fields import FieldTree
from app.workshop.panels import shown
from rules.files.own_charts import ChartsOfDraft, as_printed, with_charts
from rules.files.problems import Data, Route
from rules.workshop.edit import DoesNotFit, Value, carried_out, edit_within, value_at
from rules.workshop.schema_fields import fields_of

HOW: Final = "What is in bold differs from the printed charts."
HIGH: Final = 64
"""The height of the counters in pixels, beside text of the usual size."""


class Charts(Protocol):
    """The charts in force in a draft, as they are now."""

    @property
    def in_force(self) -> Mapping[str, Data]:
        """What the scenario is played by."""
        ...

    def is_own(self, route: Route) -> bool:
        """Tell whether a value is another than the printed one."""
        ...

    def as_printed(self, route: Route) -> Mapping[str, Data]:
        """Return the charts with the value at a route as it is printed."""
        ...

    def put(self, after: Mapping[str, Data]) -> Mapping[str, Mapping[str, Data]]:
        """Return the documents of the draft that are to be put so that these charts are in force."""
        ...


class ChartsNow:
    """Charts of a draft as they are now; see `Charts`."""

    def __init__(self, charts: ChartsOfDraft, documents: Mapping[str, Data], name: str) -> None:
        self._charts, self._documents, self._name = charts, documents, name
        self.in_force = charts.in_force

    def is_own(self, route: Route) -> bool:
        """Tell whether a value is another than the printed one."""
        return self._charts.is_own(route)

    def as_printed(self, route: Route) -> Mapping[str, Data]:
        """Return the charts with the value at a route as it is printed."""
        return as_printed(self._charts, route)

    def put(self, after: Mapping[str, Data]) -> Mapping[str, Mapping[str, Data]]:
        """Return the documents of the draft that are to be put so that these charts are in force."""
        return with_charts(self._documents, self._name, self._charts, after)


class ChartsSource(Protocol):
    """What a system tells of its charts: the file of their schema, those on show, and those that get new rows."""

    schema: str
    charts: Sequence[str]
    growing: Sequence[str]

    def read(self) -> Charts:
        """Return the charts in force; raise one of CANNOT_READ."""
        ...

    def place(self, route: Route, value: Value) -> str:
        """Return what the entry of a list at a route is called."""
        ...

    def pictures(self, row: Route, size: int) -> Sequence[QPixmap] | None:
        """Return the counters of the kind in a row of a chart, None for a row of other things."""
        ...


class ChartsTree(FieldTree):
    """The fields of the charts in force; those that are not as printed are bold."""

    def __init__(self, source: ChartsSource) -> None:
        super().__init__()
        self._source = source
        self.is_own: Callable[[Route], bool] = lambda route: False
        self.setAccessibleName("Charts")
        self.setHeaderLabels(["Chart", "Value"])

    def _keys(self, route: Route, value: Value) -> list[str | int]:
        return super()._keys(route, value) if route else list(self._source.charts)

    def _tell(self, row: QTreeWidgetItem, route: Route) -> None:
        super()._tell(row, route)
        if isinstance(route[-1], int):
            row.setText(0, self._source.place(route, self.value_of(route)))
        font = QFont(row.font(0))
        font.setBold(self.is_own(route))
        row.setFont(0, font)
        row.setFont(1, font)


class ChartsPage(QWidget):
    """Change the charts of a draft. `refused(why)`: nothing was changed."""

    refused = Signal(str)

    def __init__(self, editor: DraftEditor, source: ChartsSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor, self.tree, self._source = editor, ChartsTree(source), source
        self._charts: Charts | None = None
        self.about, self.name, self.sides, self.nobody = MutedText(), QLineEdit(), (Label(), Label()), MutedText()
        self.nobody.setText("No unit of these forces is of this type.")
        self.name.setPlaceholderText("Name of the new row")
        self.name.setAccessibleName("Name of the new row")
        self.copy = KeyButton("Add", "", "Add a row of this name, like the one that is marked")
        self.reset = KeyButton("As printed", "", "Take back what was changed here")
        self._fields = fields_of(source.schema)
        self._lay_out()
        self.tree.asked.connect(self._set)
        self.tree.refused.connect(self.refused)
        self.tree.currentItemChanged.connect(lambda *_: self._offer())
        self.name.textChanged.connect(lambda _: self._offer())
        self.name.returnPressed.connect(self._add)
        self.copy.clicked.connect(self._add)
        self.reset.clicked.connect(self._take_back)

    def _lay_out(self) -> None:
        column, counters, row = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(12, 10, 6, 10)
        column.addWidget(Heading("Charts"))
        column.addWidget(MutedText(HOW))
        column.addWidget(self.tree, 1)
        for side in self.sides:
            counters.addWidget(side)
        counters.addStretch(1)
        column.addLayout(counters)
        column.addWidget(self.nobody)
        column.addWidget(self.about)
        column.addWidget(self.name)
        row.addWidget(self.copy)
        row.addWidget(self.reset)
        row.addStretch(1)
        column.addLayout(row)

    def refresh(self) -> None:
        """Show the charts as they are now; where they cannot be read they stay as they were."""
        try:
            self._charts = self._source.read()
        except CANNOT_READ:
            self._charts = None
        self.tree.setEnabled(self._charts is not None)
        if self._charts is not None and self._fields is not None:
            charts, in_force = self._charts, self._charts.in_force
            self.tree.is_own = charts.is_own
            self.tree.show_document(self._fields, partial(value_at, in_force))
        self._offer()

    @property
    def _row(self) -> Route:
        """The row of a chart that is marked, () for none."""
        route = self.tree.current
        return route[:2] if len(route) > 1 and route[0] in self._source.growing else ()

    def _offer(self) -> None:
        """Offer what can be done with the field that is marked, and show the counters of its type."""
        charts, route, row = self._charts, self.tree.current, self._row
        self.about.setText(self.tree.field_of(route).about if route else "")
        self.about.setVisible(bool(self.about.text()))
        name = self.name.text().strip()
        self.name.setVisible(bool(row))
        self.copy.setVisible(bool(row))
        is_new = bool(name and row) and charts is not None and name not in charts.in_force[str(row[0])]
        self.copy.setEnabled(is_new)
        self.reset.setEnabled(charts is not None and bool(route) and charts.is_own(route))
        pictures = self._source.pictures(route[:2], faces.scaled(HIGH)) if len(route) > 1 else None
        for place, side in enumerate(self.sides):
            side.setVisible(pictures is not None and place < len(pictures))
            if pictures is not None and place < len(pictures):
                side.setPixmap(pictures[place])
        self.nobody.setVisible(pictures is not None and not pictures)

    # --- changes -----------------------------------------------------------------------------------------------------

    def _set(self, route: Route, value: Value) -> None:
        if self._charts is None:
            self.refused.emit(FAULTS)
            return
        in_force = self._charts.in_force
        if value_at(in_force, route) == value:
            return
        try:
            edit = edit_within("", in_force, route, value)
            after = carried_out(in_force, edit)
        except DoesNotFit as error:
            self.refused.emit(str(error))
            return
        self._put(after, f"{_words(edit.route)} {shown(edit.after)}")

    def _add(self) -> None:
        """Add a row like the one that is marked."""
        row, name = self._row, self.name.text().strip()
        if self._charts is None or not row or not self.copy.isEnabled():
            return
        in_force, chart = self._charts.in_force, str(row[0])
        self.name.clear()
        self._put({**in_force, chart: {**in_force[chart], name: in_force[chart][row[1]]}}, f"new {name}")
        self.tree.go((chart, name))

    def _take_back(self) -> None:
        if self._charts is not None and self.reset.isEnabled():
            self._put(self._charts.as_printed(self.tree.current), f"{_words(self.tree.current)} as printed")

    def _put(self, after: Mapping[str, Data], words: str) -> None:
        if self._charts is not None:
            self.editor.change_documents(self._charts.put(after), words)


def _words(route: Route) -> str:
    """Return what a value of the charts is called, such as "us rifle company defense"."""
    named = [key for key in route[1:] or route if isinstance(key, str)]
    return " ".join(part.replace("_", " ") for part in (named[:1] + named[-1:] if len(named) > 1 else named))
