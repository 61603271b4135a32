"""One language of overlays: the one in focus is shown at full strength, the others rest as thin edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.board.washes import Wash


class Layer(Protocol):
    """What an overlay needs of the item that paints it."""

    @property
    def washes(self) -> Sequence[Wash]:
        """What is shown now; only washes with a name are told in the legend."""
        ...

    @property
    def at_rest(self) -> bool:
        """Tell whether only the edges are painted."""
        ...

    on_shown: Callable[[], None]
    """Called after something else is shown."""

    def set_at_rest(self, at_rest: bool) -> None:
        """Paint only the edges, or everything."""
        ...


@dataclass(frozen=True, slots=True)
class Overlay:
    """One overlay: its key, what paints it, and the shortcut that switches it on ("" for none)."""

    key: str
    layer: Layer
    shortcut: str = ""


class Overlays(QObject):
    """Keep at most one overlay at full strength: the one asked for last of those that show anything.

    `changed()` tells that another one is in focus, or that others are shown.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._order: list[Overlay] = []
        self._told: tuple[object, ...] = ()
        self._held = 0

    def add(self, overlay: Overlay) -> None:
        """Add an overlay, and follow what it shows."""
        self._order.insert(0, overlay)
        overlay.layer.on_shown = self.settle

    @property
    def shown(self) -> list[Overlay]:
        """Return the overlays that show anything, by key; see `focused` for which is at full strength."""
        return sorted((o for o in self._order if o.layer.washes), key=lambda overlay: overlay.key)

    @property
    def focused(self) -> str:
        """Return the key of the overlay at full strength, or ""."""
        return next((o.key for o in reversed(self._order) if o.layer.washes), "")

    def focus(self, key: str) -> None:
        """Show an overlay at full strength as soon and as long as it shows anything."""
        self._order.sort(key=lambda overlay: overlay.key == key)
        self.settle()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Settle once, after all that is shown meanwhile."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.settle()

    def settle(self) -> None:
        """Follow what the layers show."""
        if self._held:
            return
        focused = self.focused
        for overlay in self._order:
            overlay.layer.set_at_rest(overlay.key != focused)
        told = (focused, *(wash for overlay in self.shown for wash in overlay.layer.washes))
        if told != self._told:
            self._told = told
            self.changed.emit()
