"""The window's menus and shortcuts, made from the actions as data; a system adds its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar

from app.actions import ACTIONS, MENUS, REPEATING, ActionSpec
from app.bindings import as_written, keys_of


class Actions(QObject):
    """The window's actions, made from data and connected to functions by id; a system adds its own."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.by_id: dict[str, QAction] = {}
        self.specs: list[ActionSpec] = list(ACTIONS)
        self.menus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._separators: dict[str, QAction] = {}
        self._added: list[QAction] = []
        for spec in ACTIONS:
            self.by_id[spec.id] = self._make(spec)

    def __getitem__(self, name: str) -> QAction:
        return self.by_id[name]

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(spec.title, self)
        action.setObjectName(spec.id)
        action.setStatusTip(spec.tip)
        self._bind(spec, action)
        action.setCheckable(spec.checkable)
        action.setAutoRepeat(spec.id in REPEATING)
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self))
            group.addAction(action)
        return action

    def _bind(self, spec: ActionSpec, action: QAction) -> None:
        keys = keys_of(spec.id, spec.keys)
        action.setShortcuts([QKeySequence(key) for key in keys])
        shown = f"  [{as_written(keys[0])}]" if keys else ""
        action.setToolTip(f"{spec.tip or spec.title.replace('&', '')}{shown}")

    def rebind(self) -> None:
        """Take the keys that players have chosen."""
        for spec in self.specs:
            self._bind(spec, self.by_id[spec.id])

    def fill(self, bar: QMenuBar) -> None:
        """Fill a menu bar with the actions."""
        for title in MENUS:
            self.menus[title] = bar.addMenu(title)
        for spec in ACTIONS:
            menu = self.menus[spec.menu]
            if spec.separated:
                self._separators[spec.id] = menu.addSeparator()
            if spec.submenu:
                if spec.submenu not in self.menus:
                    self.menus[spec.submenu] = menu.addMenu(spec.submenu)
                menu = self.menus[spec.submenu]
            menu.addAction(self.by_id[spec.id])

    def lay(self, rows: Sequence[tuple[ActionSpec, Callable[..., object]]]) -> None:
        """Add the actions of a system, each before the one it names or at the end of its menu."""
        for spec, handler in rows:
            action = self.by_id[spec.id] = self._make(spec)
            self._insert(spec, action)
            self._added.append(action)
            self.connect_all({spec.id: handler})

    def _insert(self, spec: ActionSpec, action: QAction) -> None:
        menu, at = self.menus[spec.menu], len(self.specs)
        before = self._separators.get(spec.before) or self.by_id.get(spec.before)
        if before is not None:
            at = next(place for place, other in enumerate(self.specs) if other.id == spec.before)
        if spec.separated:
            self._added.append(menu.insertSeparator(before) if before else menu.addSeparator())
        if before is not None:
            menu.insertAction(before, action)
        else:
            menu.addAction(action)
        self.specs.insert(at, spec)

    def clear(self) -> None:
        """Remove the actions of a system."""
        for action in self._added:
            self.by_id.pop(action.objectName(), None)
            action.setParent(None)
            action.deleteLater()
        self._added, self.specs = [], list(ACTIONS)

    def connect_all(self, handlers: Mapping[str, Callable[..., Any]]) -> None:
        """Connect actions to functions; a checkable one passes whether it is on."""
        for name, handler in handlers.items():
            action = self.by_id[name]
            if action.isCheckable() and not action.actionGroup():
                action.toggled.connect(handler)
            else:
                action.triggered.connect(lambda *_, handler=handler: self._do(handler))

    @staticmethod
    def _do(handler: Callable[[], object]) -> None:
        """Do what an action means, unless a dialog waits for its answer: a quick second press reaches the window."""
        if QApplication.activeModalWidget() is None:
            handler()

    def name(self, name: str) -> str:
        """Return what an action is called, with its key: "Undo (Ctrl+Z)"; raise KeyError for an unknown one."""
        title, _, shown = self.by_id[name].text().replace("&", "").rstrip("…").partition("\t")
        keys = as_written(self.by_id[name].shortcut().toString()) or shown
        return f"{title.rstrip('…')} ({keys})" if keys else title.rstrip("…")

    def enable(self, holds: Callable[[str], bool]) -> None:
        """Enable each action whose condition holds; orders that cannot be given now leave their menu."""
        for spec in self.specs:
            if spec.needs:
                self.by_id[spec.id].setEnabled(holds(spec.needs))
            if spec.needs.startswith("verb:"):  # the menu of orders has only those that can be given now
                self.by_id[spec.id].setVisible(holds(spec.needs))

    def retitle(self, name: str, title: str, tip: str) -> None:
        """Give an action another title and tip, which differ from game to game."""
        at = next(place for place, spec in enumerate(self.specs) if spec.id == name)
        spec = self.specs[at] = replace(self.specs[at], title=title, tip=tip)
        self.by_id[name].setText(title)
        self.by_id[name].setStatusTip(tip)
        self._bind(spec, self.by_id[name])

    def tick(self, name: str, on: bool) -> None:
        """Tick or untick an action in the menu without triggering it."""
        action = self.by_id[name]
        with QSignalBlocker(action):
            action.setChecked(on)
