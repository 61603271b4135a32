"""The menus of a draft: what can be done with a counter, and with an area or box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeAlias

from app.panels.menus import Entries
from app.workshop.editor import DraftEditor
from rules.engine.english import capital
from rules.files.values import Data
from rules.striking_anvil.loading import gestures
from rules.striking_anvil.loading.checks import first_arrival, side_of
from rules.striking_anvil.loading.drafting import Laid
from rules.striking_anvil.loading.gestures import PAIRED, Known
from rules.striking_anvil.scenario import EXIT, FULL, REDUCED
from rules.striking_anvil.view import AreaView

Raw: TypeAlias = Mapping[str, Data]
Change: TypeAlias = Callable[[Raw, Known], Raw]
Found: TypeAlias = "list[tuple[str, Callable[[], object] | Entries]]"
MARKERS: Sequence[tuple[str, str]] = (("control", "Cross of Lorraine"), ("fighters", "FFI fighters"), ("", "None"))
SIDES = {FULL: "full side", REDUCED: "reduced side"}


class Deeds(Protocol):
    """What a menu needs of the table."""

    editor: DraftEditor
    laid: Laid | None

    def do(self, change: Change, words: str) -> bool: ...
    def name_of(self, piece: str) -> str: ...
    def take_off(self, piece: str) -> None: ...
    def turn_over(self, piece: str) -> None: ...
    def turn_bridge(self, site: str) -> None: ...


class DraftMenu:
    """The entries of menus; `table` does what is chosen."""

    def __init__(self, table: Deeds) -> None:
        self._table = table

    # --- of a counter ----------------------------------------------------------------------------------------------

    def piece_entries(self, piece: str) -> Entries:
        """Return what can be done with a counter."""
        laid = self._table.laid
        if laid is None or piece not in laid.known:
            return []
        known, data = laid.known, self._table.editor.data
        found: Found = []
        if known.has_reduced_side(piece):
            found.append(("Turn over", partial(self._table.turn_over, piece)))
        if gestures.place_of(data, piece):
            is_out = gestures.is_marked(data, piece, "disorganized")
            found.append(("In Good Order" if is_out else "Disorganized", partial(self._readiness, piece)))
        found.append(("Arrive later", self._arrivals(piece, laid)))
        if gestures.is_dropped(known.counter(piece)):
            found.append(("Drop", self._drops(piece, laid)))
        found.append(("Values", self._values(piece, known)))
        found.append(("Take off the map", partial(self._table.take_off, piece)))
        return found

    def _readiness(self, piece: str) -> None:
        words = f"readiness of {self._table.name_of(piece)}"
        self._table.do(lambda data, known: gestures.with_readiness(data, known, piece), words)

    def _arrivals(self, piece: str, laid: Laid) -> Entries:
        side, turns = side_of(laid.known.counter(piece)), self._turns(laid)
        boxes = [box for box in laid.scenario.map.boxes.values() if box.side == side and box.kind != EXIT]
        return [
            (box.name, [(f"Turn {turn}", partial(self._arrive, piece, turn, box.id)) for turn in turns])
            for box in boxes
        ]

    def _arrive(self, piece: str, turn: int, box: str) -> None:
        words = f"{self._table.name_of(piece)} arrives in turn {turn}"
        self._table.do(lambda data, known: gestures.with_arrival(data, known, piece, turn, box), words)

    def _drops(self, piece: str, laid: Laid) -> Entries:
        areas = laid.scenario.map.areas.values()
        return [
            (f"Turn {turn}", [(f"{area.id} {area.name}", partial(self._drop, piece, turn, area.id)) for area in areas])
            for turn in self._turns(laid)
        ]

    def _turns(self, laid: Laid) -> range:
        """Return the turns in which units can come."""
        return range(first_arrival(self._table.editor.data), laid.scenario.turns + 1)

    def _drop(self, piece: str, turn: int, area: str) -> None:
        words = f"{self._table.name_of(piece)} dropped on {area}"
        self._table.do(lambda data, known: gestures.with_drop(data, known, piece, turn, area), words)

    def _values(self, piece: str, known: Known) -> Entries:
        counter, found = known.counter(piece), list[tuple[str, Entries]]()
        for key in PAIRED:
            value = counter.get(key)
            sides = () if value is None else (FULL, REDUCED) if isinstance(value, list) else (FULL,)
            for side in sides:
                now = value[side] if isinstance(value, list) else value
                words = f"{capital(key)} {now}" + (f", {SIDES[side]}" if len(sides) > 1 else "")
                values = [n for n in gestures.values_of(counter, key, side) if n != now]
                choices = [(f"{n}", partial(self._value, piece, key, side, n)) for n in values]
                found.append((words, choices))
        return found

    def _value(self, piece: str, key: str, side: int, value: int) -> None:
        words = f"{key} of {self._table.name_of(piece)}"
        self._table.do(lambda data, known: gestures.with_value(data, known, piece, key, side, value), words)

    # --- of an area --------------------------------------------------------------------------------------------------

    def place_entries(self, at: str) -> Entries:
        """Return what can be done with an area: marker, fortress level, bridges, drops; nothing with a box."""
        laid = self._table.laid
        area = None if laid is None else next((area for area in laid.view.areas if area.id == at), None)
        if laid is None or area is None:
            return []
        now = gestures.marker_in(self._table.editor.data, at)
        marks = [(words, partial(self._mark, at, up)) for up, words in MARKERS if up != now]
        found: Found = [("FFI marker", marks), *self._levels(area, laid.known)]
        for site in laid.view.bridges:
            if at in site.border.split("-"):
                words = "Blow the bridge" if site.stands else "Let the bridge stand"
                found.append((f"{words} {site.border} ({site.river})", partial(self._table.turn_bridge, site.border)))
        for drop in laid.scenario.drops:
            if drop.area == at:
                units = [(self._table.name_of(unit), self.piece_entries(unit)) for unit in drop.units]
                found.append((f"Dropped in turn {drop.turn}", units))
        return found

    def _levels(self, area: AreaView, known: Known) -> Found:
        now = gestures.level_of(self._table.editor.data, area.id)
        levels = [level for level in range(known.levels(area.id) + 1) if level != now]
        entries = [(f"{level}", partial(self._level, area.id, level)) for level in levels]
        return [(f"Fortress level {now}", entries)] if entries else []

    def _level(self, area: str, level: int) -> None:
        self._table.do(
            lambda data, known: gestures.with_level(data, known, area, level), f"fortress level {level} in {area}"
        )

    def _mark(self, area: str, up: str) -> None:
        words = f"FFI marker in {area}" if up else f"no FFI marker in {area}"
        self._table.do(lambda data, known: gestures.with_marker(data, known, area, up), words)
