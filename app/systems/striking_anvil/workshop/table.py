"""The workshop's table of Striking the Anvil: what each gesture makes of the draft, its menus and its tray."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeAlias

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap

from app.panels.menus import Entries
from app.systems.striking_anvil.sides import SIDES
from app.systems.striking_anvil.text.facts import OTHERS, described, rank, unit_words
from app.systems.striking_anvil.workshop.board import AnvilDraftBoard
from app.workshop.base_table import BaseDraftTable
from app.workshop.editor import DraftEditor
from app.workshop.table import TrayPiece
from rules.engine.english import capital
from rules.files.problems import Data, Route, list_in
from rules.striking_anvil.loading import gestures
from rules.striking_anvil.loading.checks import first_arrival, side_of
from rules.striking_anvil.loading.drafting import Drafting, Laid
from rules.striking_anvil.loading.gestures import PAIRED, Known
from rules.striking_anvil.scenario import EXIT, FULL, REDUCED
from rules.striking_anvil.view import AreaView

# --- The menus of a draft: what can be done with a counter, and with an area or box --------------------------------

Raw: TypeAlias = Mapping[str, Data]
Change: TypeAlias = Callable[[Raw, Known], Raw]
Found: TypeAlias = "list[tuple[str, Callable[[], object] | Entries]]"
MARKERS: Sequence[tuple[str, str]] = (("control", "Cross of Lorraine"), ("fighters", "FFI fighters"), ("", "None"))
FACES = {FULL: "full side", REDUCED: "reduced side"}


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
                words = f"{capital(key)} {now}" + (f", {FACES[side]}" if len(sides) > 1 else "")
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


# --- The workshop's table of Striking the Anvil: what each gesture makes of the draft ------------------------------

FACTS: Sequence[tuple[str, Route]] = (
    ("Title", ("title",)),
    ("First day", ("date",)),
    ("Turns", ("turns",)),
    ("Playing time", ("playing_time",)),
    ("Added to the levels of victory", ("victory_shift",)),
    ("Only combat units take areas", ("rules", "only_combat_units_take_control")),
    ("Artillery and anti-tank are one type", ("rules", "strict_combined_arms")),
    ("Attackers may disorganize", ("rules", "attackers_may_disorganize")),
    ("Naval marker on the coast only", ("rules", "naval_marker_coast_only")),
    ("Planning variant", ("rules", "planning_variant")),
    ("Story", ("note",)),
)


class AnvilDraft(BaseDraftTable[Laid]):
    """The board of a draft and what it means; see `app.workshop.table.DraftTable`."""

    facts = FACTS
    how = "Drag a counter on to the map, or mark it here and click its area or box."

    def __init__(self, editor: DraftEditor, drafting_of: Drafting, parent: QObject | None = None) -> None:
        super().__init__(editor, drafting_of, parent)
        self.board: AnvilDraftBoard = AnvilDraftBoard(self, self)
        self._menu = DraftMenu(self)
        self._hear()

    def mark(self, places: Sequence[str]) -> None:
        """Center and mark areas, boxes, bridges and counters."""
        sheet = self.board.scene.sheet
        known = sheet.places if sheet is not None else ()
        found = [self.board.place_of(place) or place.partition("-")[0] for place in places]
        self.board.mark([place for place in dict.fromkeys(found) if place in known])
        pieces = [place for place in places if self.board.place_of(place)]
        if pieces:
            self.board.pick(pieces[0])

    # --- the tray --------------------------------------------------------------------------------------------------

    def pieces(self) -> Sequence[TrayPiece]:
        """Return every counter by side and division, combat units first."""
        if self.laid is None:
            return ()
        places, units = gestures.places(self.editor.data), self.laid.view.units
        order = [(SIDES[unit.side].name, unit.division or OTHERS) for unit in units.values()]
        sides = [side.name for side in SIDES.values()]
        groups = sorted(set(order), key=lambda group: (sides.index(group[0]), group[1] == OTHERS, group[1]))
        found: dict[tuple[str, str], list[TrayPiece]] = {group: [] for group in groups}
        for name, unit in sorted(units.items(), key=lambda pair: rank(pair[1])[1:]):
            group = SIDES[unit.side].name, unit.division or OTHERS
            piece = TrayPiece(name, unit.label, " · ".join(group), unit_words(unit), places.get(name, ""))
            found[group].append(piece)
        return [piece for pieces in found.values() for piece in pieces]

    def icon(self, piece: str, size: int) -> QPixmap | None:
        """Return a counter."""
        return self.board.icon(piece, size)

    def pick(self, piece: str) -> None:
        """Mark a counter and show it; one that is not in play is put where the map is clicked next."""
        self.board.pick(piece)
        self.board.loaded = piece if not self.is_in_play(piece) else ""
        if self.board.place_of(piece):
            self.mark([piece])

    # --- gestures, as the board and its menus call them --------------------------------------------------------------

    def _known(self, laid: Laid) -> Known:
        return laid.known

    def put(self, piece: str, at: str) -> None:
        """Put a counter into an area, or let it arrive in a box."""
        words = f"{self.name_of(piece)} to {at}"
        self.do(lambda data, known: gestures.with_piece(data, known, piece, at), words)

    def take_off(self, piece: str) -> None:
        """Take a counter out of play."""
        self.do(lambda data, known: gestures.without_piece(data, piece), f"{self.name_of(piece)} off the map")

    def turn_over(self, piece: str) -> None:
        """Turn a counter over."""
        words = f"turn {self.name_of(piece)} over"
        self.do(lambda data, known: gestures.turned_over(data, known, piece), words)

    def turn_bridge(self, site: str) -> None:
        """Blow a bridge that stands, or let it stand."""
        stands = site in list_in(self.editor.data, "intact_bridges")
        words = f"{'no ' if stands else ''}bridge {site}"
        self.do(lambda data, known: gestures.with_bridge(data, known, site, stands=not stands), words)

    def is_in_play(self, piece: str) -> bool:
        """Tell whether a counter is set up or will come."""
        return piece in gestures.places(self.editor.data)

    def name_of(self, piece: str) -> str:
        """Return the label of a counter."""
        unit = self.laid.view.units.get(piece) if self.laid is not None else None
        return unit.label if unit is not None else piece

    def words_at(self, at: str) -> str:
        """Return what an area or box is."""
        return described(self.laid.view, at) if self.laid is not None else at

    def piece_entries(self, piece: str) -> Entries:
        """Return what can be done with a counter."""
        return self._menu.piece_entries(piece)

    def hex_entries(self, at: str) -> Entries:
        """Return what can be done with an area."""
        return self._menu.place_entries(at)
