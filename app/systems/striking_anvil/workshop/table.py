"""The workshop's table of Striking the Anvil: what each gesture makes of the draft, and what the tray lists."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap

from app.panels.menus import Entries
from app.systems.striking_anvil.sides import SIDES
from app.systems.striking_anvil.text.facts import OTHERS, described, rank, unit_words
from app.systems.striking_anvil.workshop.board import AnvilDraftBoard
from app.systems.striking_anvil.workshop.menus import DraftMenu
from app.workshop.base_table import BaseDraftTable
from app.workshop.editor import DraftEditor
from app.workshop.table import TrayPiece
from rules.files.values import Route, list_in
from rules.striking_anvil.loading import gestures
from rules.striking_anvil.loading.drafting import Drafting, Laid
from rules.striking_anvil.loading.gestures import Known

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
