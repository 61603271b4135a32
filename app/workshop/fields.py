"""Every field of a draft's documents, as a tree in which values are set, added and removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app import theme
from app.panels.widgets import KeyButton, MutedText
from app.text.names import humanize
from app.theme import faces
from app.workshop.editor import DraftEditor, Follows
from app.workshop.panels import NONE, BadValue, control_for, put, shown, taken
from app.workshop.table import DraftTable
from rules.files.problems import Route
from rules.workshop.edit import ABSENT, DoesNotFit, Value, value_at
from rules.workshop.schema_fields import GROUP, LIST, TABLE, Field, Fields, fields_of

ROUTE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
INNER = (GROUP, LIST, TABLE)


class FieldDelegate(QStyledItemDelegate):
    """Give each value the control of its field."""

    def __init__(self, tree: FieldTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the control of the field in a row."""
        route = self._tree.route_at(index)
        field, value = self._tree.field_of(route), self._tree.value_of(route)
        made = control_for(field, value, parent)
        if isinstance(made, QComboBox):
            made.activated.connect(lambda _: self._close(made))
        made.setAutoFillBackground(True)
        return made

    def _close(self, control: QWidget) -> None:
        """Take a choice at once."""
        self.commitData.emit(control)
        self.closeEditor.emit(control)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show the value as it is now."""
        put(editor, self._tree.value_of(self._tree.route_at(index)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Set the value that was chosen."""
        route = self._tree.route_at(index)
        try:
            self._tree.asked.emit(route, taken(editor, self._tree.field_of(route)))
        except BadValue as error:
            self._tree.refused.emit(str(error))

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Give a page of text some height."""
        super().updateEditorGeometry(editor, option, index)
        if editor.sizeHint().height() > 100:
            editor.resize(editor.width(), faces.scaled(160))


class FieldTree(QTreeWidget):
    """The fields of one document. `asked(route, value)`: one is to be set; `refused(why)`: it is no value."""

    asked = Signal(object, object)
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.fields: Fields | None = None
        self.value_of: Callable[[Route], Value] = lambda route: ABSENT
        """Returns the value at a route."""
        self._shown: Value = ABSENT
        self.setColumnCount(2)
        self.setHeaderLabels(["Field", "Value"])
        self.setAccessibleName("Fields")
        ways = QTreeWidget.EditTrigger
        self.setEditTriggers(ways.DoubleClicked | ways.EditKeyPressed | ways.SelectedClicked)
        self.setItemDelegateForColumn(1, FieldDelegate(self))
        self.setItemDelegateForColumn(0, _ReadOnly(self))
        self.itemExpanded.connect(self._grow)
        self.setColumnWidth(0, faces.scaled(170))
        self.setProperty("role", "fields")

    def show_document(self, fields: Fields, value_of: Callable[[Route], Value]) -> None:
        """Show the fields of a document; what was open stays open, and rows stay whose values do."""
        open_, current = {self._route(row) for row in self._rows() if row.isExpanded()}, self.current
        before, is_same, self._shown = self._shown, fields is self.fields, value_of(())
        self.fields, self.value_of = fields, value_of
        if is_same:
            self._renew(self.invisibleRootItem(), (), before, open_)
        else:
            self.clear()
            self._fill(self.invisibleRootItem(), (), open_)
        if self.current != current:
            for row in self._rows():
                if self._route(row) == current:
                    self.setCurrentItem(row)

    @property
    def current(self) -> Route:
        """Return the route of the marked field, () for none."""
        row = self.currentItem()
        return () if row is None else self._route(row)

    def go(self, route: Route) -> None:
        """Open and mark the field at a route, or the nearest around it that there is."""
        row = self.invisibleRootItem()
        for depth in range(1, len(route) + 1):
            below = (row.child(number) for number in range(row.childCount()))
            found = next((each for each in below if self._route(each) == route[:depth]), None)
            if found is None:
                break
            row = found
            row.setExpanded(True)
        if row is not self.invisibleRootItem():
            self.setCurrentItem(row)
            self.scrollToItem(row)

    def route_at(self, index: Index) -> Route:
        """Return the route of the field in a row."""
        return tuple(index.sibling(index.row(), 0).data(ROUTE) or ())

    def field_of(self, route: Route) -> Field:
        """Return the field at a route; one that the schema does not know takes a text."""
        found = self.fields.at(route) if self.fields is not None else None
        return found if found is not None else Field("text")

    # --- rows ------------------------------------------------------------------------------------------------------

    def _keys(self, route: Route, value: Value) -> list[str | int]:
        """Return the keys below a route at which there is this value."""
        if isinstance(value, list):
            return list(range(len(value)))
        is_group = isinstance(value, Mapping) or self.field_of(route).kind == GROUP
        names = self.fields.names(route) if self.fields is not None and is_group else []
        return [*names, *(key for key in (value if isinstance(value, Mapping) else ()) if key not in names)]

    def _fill(self, parent: QTreeWidgetItem, route: Route, open_: set[Route]) -> None:
        for key in self._keys(route, self.value_of(route)):
            self._add(parent, (*route, key), open_)

    def _renew(self, parent: QTreeWidgetItem, route: Route, before: Value, open_: set[Route]) -> None:
        """Tell the rows below one what has changed since there was another value."""
        value = self.value_of(route)
        keys = self._keys(route, value)
        if keys != self._keys(route, before) or len(keys) != parent.childCount():
            parent.takeChildren()
            self._fill(parent, route, open_)
            return
        for number, key in enumerate(keys):
            old, below, row = value_at(before, (key,)), (*route, key), parent.child(number)
            if old is not value_at(value, (key,)):
                self._tell(row, below)
                if row.childCount() or row.isExpanded():
                    self._renew(row, below, old, open_)

    def _add(self, parent: QTreeWidgetItem, route: Route, open_: set[Route]) -> None:
        row = QTreeWidgetItem(parent)
        row.setData(0, ROUTE, list(route))
        self._tell(row, route)
        if route in open_:
            self._fill(row, route, open_)
            row.setExpanded(row.childCount() > 0)

    def _tell(self, row: QTreeWidgetItem, route: Route) -> None:
        """Let a row say what its field is now."""
        key, value, field = route[-1], self.value_of(route), self.field_of(route)
        named = self.fields is not None and key in self.fields.names(route[:-1])
        is_inner = field.kind in INNER or isinstance(value, dict | list)
        row.setText(0, f"{key + 1}" if isinstance(key, int) else humanize(key) if named else key)
        row.setText(1, _summary(value) if is_inner else shown(value))
        row.setToolTip(0, field.about)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        row.setFlags(flags if is_inner else flags | Qt.ItemFlag.ItemIsEditable)
        muted = QBrush(QColor(theme.current().muted)) if value is ABSENT or is_inner else None
        row.setData(1, Qt.ItemDataRole.ForegroundRole, muted)
        ways = QTreeWidgetItem.ChildIndicatorPolicy
        has_more = self._keys(route, value)
        row.setChildIndicatorPolicy(ways.ShowIndicator if has_more else ways.DontShowIndicatorWhenChildless)

    def _grow(self, row: QTreeWidgetItem) -> None:
        if not row.childCount():
            self._fill(row, self._route(row), set())

    def _rows(self) -> list[QTreeWidgetItem]:
        found, left = list[QTreeWidgetItem](), [self.invisibleRootItem()]
        while left:
            row = left.pop()
            below = [row.child(number) for number in range(row.childCount())]
            found += below
            left += below
        return found

    def _route(self, row: QTreeWidgetItem) -> Route:
        return tuple(row.data(0, ROUTE) or ())


class _ReadOnly(QStyledItemDelegate):
    """No control: names are not changed here."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        return None  # type: ignore[return-value]


def _summary(value: Value) -> str:
    """Return how much there is in a group, table or list."""
    if value is ABSENT:
        return NONE
    return f"{len(value)}" if isinstance(value, list | dict) else shown(value)


class FieldsPanel(QWidget):
    """The fields of every document of a draft, with buttons to add and remove. `refused(why)`: nothing was changed."""

    refused = Signal(str)

    def __init__(self, editor: DraftEditor, table: DraftTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.editor, self.tree, self.files = editor, FieldTree(), QComboBox()
        self.files.setAccessibleName("File")
        self.files.currentTextChanged.connect(lambda _: self.refresh())
        self.tree.asked.connect(self._set)
        self.tree.refused.connect(self.refused)
        self.tree.currentItemChanged.connect(lambda *_: self._offer())
        self.about, self.name = MutedText(), QLineEdit()
        self.name.setPlaceholderText("Name of the new entry")
        self.name.setAccessibleName("Name of the new entry")
        self.name.returnPressed.connect(self._add)
        self.name.textChanged.connect(lambda _: self._offer())
        self.add = KeyButton("Add", "", "Set this field, or add an entry to it")
        self.remove = KeyButton("Remove", "", "Remove this field or entry")
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(10, 10, 10, 10)
        row.addWidget(self.name, 1)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        for part in (self.files, self.tree, self.about):
            column.addWidget(part, 1 if part is self.tree else 0)
        column.addLayout(row)

    @property
    def document(self) -> str:
        """Return the name of the document on show."""
        return self.files.currentText() or self.editor.name

    def refresh(self) -> None:
        """Show the fields as they are now."""
        names = [self.editor.name, *(name for name in self.editor.draft.documents if name != self.editor.name)]
        if [self.files.itemText(place) for place in range(self.files.count())] != names:
            kept = self.files.currentText()
            self.files.blockSignals(True)
            self.files.clear()
            self.files.addItems(names)
            self.files.setCurrentIndex(max(0, self.files.findText(kept)))
            self.files.blockSignals(False)
        fields = fields_of(self.document)
        self.tree.setEnabled(fields is not None)
        if fields is not None:
            self.tree.show_document(fields, partial(self.editor.value, document=self.document))
        else:
            self.tree.clear()
            self.about.setText("This file is of no known kind; change it as text.")
        self._offer()

    def commit(self) -> None:
        """Take what is being typed in a row, before the draft is saved or played."""
        focus = QApplication.focusWidget()
        if focus is not None and self.tree.isAncestorOf(focus):
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def go(self, document: str, route: Route) -> None:
        """Show the field of a document at a route."""
        place = self.files.findText(document)
        if place >= 0:
            self.files.setCurrentIndex(place)
        self.refresh()
        self.tree.go(route)

    def _offer(self) -> None:
        route = self.tree.current
        field, value = self.tree.field_of(route), self.tree.value_of(route)
        self.about.setText(field.about)
        is_named, name = field.kind == TABLE and value is not ABSENT, self.name.text().strip()
        self.name.setVisible(is_named)
        is_new = bool(name) and isinstance(value, Mapping) and name not in value
        self.add.setEnabled(bool(route) and (value is ABSENT or field.kind == LIST or (is_named and is_new)))
        self.remove.setEnabled(bool(route) and value is not ABSENT and not field.is_needed)

    def _set(self, route: Route, value: Value, then: Follows | None = None) -> None:
        try:
            self.editor.put(route, value, self.document, then)
        except DoesNotFit as error:
            self.refused.emit(str(error))

    def _add(self) -> None:
        route = self.tree.current
        field, value = self.tree.field_of(route), self.tree.value_of(route)
        if value is ABSENT:
            self._set(route, field.sample)
        elif isinstance(value, list):
            below = self.tree.field_of((*route, 0))
            self._set(route, [*value, below.sample])
        elif isinstance(value, Mapping):
            name = self.name.text().strip()
            if name and name not in value:
                self.name.clear()
                self._set((*route, name), self.tree.field_of((*route, name)).sample)
        self.tree.go(route)

    def _remove(self) -> None:
        route, is_scenario = self.tree.current, self.document == self.editor.name
        then = partial(self._table.with_what_follows, route=route) if is_scenario else None
        self._set(route, ABSENT, then)
