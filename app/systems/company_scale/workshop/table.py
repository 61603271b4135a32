"""The workshop's table of the Company Scale System: what each gesture makes of the draft, and what the tray lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from app.panels.menus import Entries
from app.sides import Side
from app.systems.company_scale.board.marker_art import marker_name
from app.systems.company_scale.panels.chits import thing_pixmap
from app.systems.company_scale.seen import NOTHING
from app.systems.company_scale.sides import SIDES, sides_in
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.workshop import laying_out
from app.systems.company_scale.workshop.board import DraftBoard
from app.systems.company_scale.workshop.charts import CompanyScaleCharts
from app.systems.company_scale.workshop.division_dialog import DivisionDialog
from app.systems.company_scale.workshop.ground_mode import GroundMode
from app.workshop.base_table import FAULTS, BaseDraftTable
from app.workshop.charts_page import ChartsPage
from app.workshop.editor import DraftEditor
from app.workshop.table import TrayPiece
from rules.company_scale.loading import gestures
from rules.company_scale.loading.drafting import Drafting, Laid, ground_of
from rules.company_scale.loading.gestures import Mark
from rules.company_scale.loading.known import KnownIds
from rules.company_scale.loading.new_division import patterns, with_division
from rules.company_scale.records.view import PieceView, UnitView, View
from rules.company_scale.series import printed_hours
from rules.company_scale.state import FORTIFICATIONS
from rules.files.problems import CannotPlace, Data, Route
from rules.hexes.grid import hex_id, hex_name


def facts_of(sides: Mapping[str, Side]) -> Sequence[tuple[str, Route]]:
    """Return the facts of a scenario of a game with these sides."""
    german, allied = (sides[seat] for seat in SIDES)
    return (
        ("Title", ("title",)),
        ("Date", ("date",)),
        ("First turn", ("first_turn",)),
        ("Turns", ("turns",)),
        ("Weather", ("weather",)),
        ("Initiative", ("initiative",)),
        ("Playing time", ("playing_time",)),
        (f"Lead {german.noun} need", ("victory", "win", "german")),
        (f"Points for each {german.name} unit lost", ("victory", "eliminated", "german")),
        (f"Points for each {allied.name} unit lost", ("victory", "eliminated", "allied")),
        ("Story", ("note",)),
    )


FACTS = facts_of(SIDES)
MARKERS: Sequence[Mark] = (
    *(Mark(kind, None) for kind in FORTIFICATIONS),
    *(Mark("dg", level) for level in (1, 2, 3)),
    *(Mark(kind, None) for kind in ("pinned", "suppressed", "on_fire")),
)
"""The markers in the menu of a hex; all others are among the fields."""
WORTH = (1, 2, 3, 4, 5, 6, 8, 10)
"""Victory points in the menu of a hex."""
COLOURS = ("red", "yellow", "green")


class CompanyScaleDraft(BaseDraftTable[Laid]):
    """The board of a draft and what it means; see `app.workshop.table.DraftTable`."""

    how = "Drag a counter on to the map, or mark it here and click its hex."

    def __init__(self, editor: DraftEditor, drafting_of: Drafting, parent: QObject | None = None) -> None:
        super().__init__(editor, drafting_of, parent)
        self._drafting = drafting_of
        self.board: DraftBoard = DraftBoard(self, self)
        self._hear()
        self._laid_of: Mapping[str, Data] | None = None
        self._rows: tuple[object, dict[str, TrayPiece]] = (), {}
        self._places: tuple[object, Mapping[str, str]] = None, {}
        self._shown: Mapping[str, Data] = {}
        self.ask_division: Callable[[DivisionDialog], bool] = lambda dialog: bool(dialog.exec())
        self.ground = GroundMode(self, drafting_of, self)
        self.ground.refused.connect(self.refused)
        self.ground.described.connect(self.pointed)
        self.ground.left.connect(self.left)
        source = CompanyScaleCharts(editor, drafting_of, lambda: self.laid.scenario if self.laid else None)
        self.charts = ChartsPage(editor, source)
        self.charts.refused.connect(self.refused)

    @property
    def facts(self) -> Sequence[tuple[str, Route]]:
        """The facts, with the names that the charts of the draft give both sides."""
        return facts_of(self._sides)

    @property
    def tools(self) -> Sequence[tuple[str, QWidget]]:
        """The pages of the brush and of the charts."""
        return ("Ground", self.ground.panel), ("Charts", self.charts)

    @property
    def additions(self) -> Sequence[tuple[str, str, Callable[[], object]]]:
        """A division of its own."""
        return (("New division…", "Make a division like another, with a name and color of its own", self.add_division),)

    def choices(self, route: Route) -> Mapping[str, str]:
        """Return the turns of a day for the first turn."""
        if route != ("first_turn",):
            return {}
        hours = self.laid.scenario.charts.hours if self.laid is not None else printed_hours()
        return {hour.name: wording.turn(hour.name) for hour in hours}

    def use(self, tools: QWidget | None) -> None:
        """Draw on the ground, or set the forces up."""
        if tools is self.ground.panel:
            self.ground.enter()
        else:
            self.ground.exit()
        if tools is self.charts:
            self.charts.refresh()

    def close(self) -> None:
        """Leave off what is done aside."""
        if self.board.ground is not None:
            self.board.ground.stop()
        laying_out.release(self.ground)

    def show(self) -> None:
        """Show the draft as it is now, once: it may have been saved, or nothing could be made of it."""
        documents = self.editor.draft.documents
        if documents is not self._laid_of:
            self._laid_of = documents
            super().show()
            if self._shown is documents:
                self.ground.follow()
            if self.charts.isVisible():
                self.charts.refresh()

    def _lay_out(self, documents: Mapping[str, Data]) -> Laid:
        laid = self._with_ground(documents) or self._drafting.laid(documents)
        self._shown = documents
        return laid

    def _with_ground(self, documents: Mapping[str, Data]) -> Laid | None:
        """Return what lies on the table if nothing is different since but its map, which the brush has drawn."""
        changed = [name for name in documents if documents[name] is not self._shown.get(name)]
        if self.laid is None or changed != [ground_of(documents, self.editor.name)]:
            return None
        data = documents[changed[0]]
        return self._drafting.with_ground(self.laid, data, self.editor.data) if self.ground.is_sound(data) else None

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        super().restyle()
        self.ground.dress()

    def mark(self, places: Sequence[str]) -> None:
        """Center and mark hexes and pieces."""
        self.board.mark([at for place in places if (at := self._hex_of(place))])
        pieces = [place for place in places if place in self.board.position.units]
        if pieces:
            self.board.pick(pieces[0])

    def _hex_of(self, place: str) -> str:
        try:
            return self.board.place_of(place) or hex_name(hex_id(place))
        except ValueError:
            return ""

    # --- the tray --------------------------------------------------------------------------------------------------

    def pieces(self) -> Sequence[TrayPiece]:
        """Return every piece of the forces by division, the Germans first: units, then weapons, leaders, heroes."""
        if self.laid is None:
            return ()
        known = self.laid.known
        counters = known.charts, known.units, known.weapons, known.leaders, known.heroes  # as they are, whatever map
        sides = [side.name for side in self._sides.values()]
        of = *counters, known.divisions, known.formations, sides, [(piece.id, piece.name) for piece in self._pieces]
        if of != self._rows[0]:
            self._rows = of, {piece.id: piece for piece in self._listed(self.laid.known)}
        rows, places = self._rows[1], self._where()
        for piece, row in rows.items():
            if row.where != places.get(piece, ""):
                rows[piece] = replace(row, where=places.get(piece, ""))
        return list(rows.values())

    def _where(self) -> Mapping[str, str]:
        """Return in words where each piece in play is."""
        if self._places[0] is not self.editor.data:
            self._places = self.editor.data, gestures.places(self.editor.data)
        return self._places[1]

    def _listed(self, known: KnownIds) -> Sequence[TrayPiece]:
        """Return the rows of all pieces by division, with nobody in play."""
        divisions = sorted(self._view.divisions, key=lambda division: division.side != "german")
        groups = {division.id: f"{self._sides[division.side].name} · {division.name}" for division in divisions}
        found: dict[str, list[TrayPiece]] = {division: [] for division in groups}
        for piece in self._pieces:
            try:
                division = known.division(known.counters(gestures.kind_of_piece(piece.id, known))[piece.id])
            except (CannotPlace, KeyError):  # a marker that the rules bring along
                continue
            label = piece.label if isinstance(piece, UnitView) else piece.name
            group, name = groups.get(division, division), _long_name(piece)
            found.setdefault(division, []).append(TrayPiece(piece.id, label, group, name))
        return [piece for pieces in found.values() for piece in pieces]

    @property
    def _sides(self) -> Mapping[str, Side]:
        """The sides by the charts of the draft."""
        return sides_in(self.laid.scenario.charts.series) if self.laid is not None else SIDES

    @property
    def _pieces(self) -> Sequence[PieceView]:
        """All pieces of the forces: units, then weapons, leaders, heroes."""
        return self._view.pieces

    @property
    def _view(self) -> View:
        return self.laid.view if self.laid is not None else NOTHING

    def icon(self, piece: str, size: int) -> QPixmap | None:
        """Return the counter of a piece."""
        if self.laid is None:
            return None
        return thing_pixmap(self.laid.view, piece, size, self.board.view.devicePixelRatioF())

    def pick(self, piece: str) -> None:
        """Mark a piece and show it; one that is not in play is put where the map is clicked next."""
        self.board.pick(piece)
        self.board.loaded = piece if not self.is_in_play(piece) else ""
        if piece in self.board.position.where:
            self.mark([piece])

    def add_division(self) -> None:
        """Ask for a new division, and add it to the forces."""
        if self.laid is None:
            self.refused.emit(FAULTS)
            return
        documents, scenario = self.editor.draft.documents, self.laid.scenario
        others = [(division.side, division.colour) for division in scenario.divisions.values()]
        dialog = DivisionDialog(patterns(self._drafting, documents), others, self.middle.window())
        if not self.ask_division(dialog):
            return
        if (pattern := dialog.chosen) is None or (wanted := dialog.wanted) is None:
            return
        try:
            put = with_division(documents, self.editor.name, pattern, wanted)
        except CannotPlace as error:
            self.refused.emit(str(error))
            return
        self.editor.change_documents(put, f"new division {wanted.name}")

    # --- gestures, as the board calls them (`BoardDeeds`) ------------------------------------------------------------

    def _known(self, laid: Laid) -> KnownIds:
        return laid.known

    def _followed(self, after: Mapping[str, Data]) -> Mapping[str, Data]:
        return self._drafting.followed(self.editor.draft.documents, after)

    def put(self, piece: str, at: str) -> None:
        """Put a piece into a hex."""
        self.do(lambda data, known: gestures.with_piece(data, known, piece, at), f"{self.name_of(piece)} to {at}")

    def take_off(self, piece: str) -> None:
        """Take a piece out of play."""
        self.do(lambda data, known: gestures.without_piece(data, piece), f"{self.name_of(piece)} off the map")

    def turn_over(self, piece: str) -> None:
        """Turn a unit over."""
        if gestures.start_of(self.editor.data, piece) is not None:
            words = f"turn {self.name_of(piece)} over"
            self.do(lambda data, known: gestures.turned_over(data, known, piece), words)

    def is_in_play(self, piece: str) -> bool:
        """Tell whether a piece is on the map, aboard another or due."""
        return bool(self._where().get(piece))

    def name_of(self, piece: str) -> str:
        """Return the name of a piece."""
        return next((_long_name(each) for each in self._pieces if each.id == piece), piece)

    def words_at(self, at: str) -> str:
        """Return what a hex is: its number, name, terrain, level and worth."""
        if self.laid is None:
            return at
        scenario = self.laid.scenario
        here = scenario.map.hexes.get(hex_id(at))
        if here is None:
            return at
        worth = [
            f"{points} for {self._sides[side].noun}"
            for goal in scenario.victory.hexes
            if goal.hex == hex_id(at)
            for side, points in goal.points.items()
            if points
        ]
        parts = (f"{at} {here.name}".strip(), scenario.map.charts.names[here.terrain], f"level {here.level}", *worth)
        return " · ".join(parts)

    def piece_entries(self, piece: str) -> Entries:
        """Return what can be done with a piece on the map."""
        entries: list[tuple[str, Callable[[], object] | Entries]] = []
        data = self.editor.data
        begin = gestures.start_of(data, piece)
        if begin is not None:
            entries.append(("Turn over", partial(self.turn_over, piece)))
            if begin.carries:
                entries.append((f"Set down {self.name_of(begin.carries)}", partial(self._unload, piece)))
            elif self.laid is not None and (riders := gestures.riders(data, self.laid.known, piece)):
                entries.append(("Carry", [(self.name_of(each), partial(self._carry, piece, each)) for each in riders]))
            turns = range(1, self._turns + 1)
            entries.append(
                ("Arrive here later", [(f"Turn {turn}", partial(self._later, piece, turn)) for turn in turns])
            )
        elif self._is_weapon(piece):
            entries.append(("Into the box of its division", partial(self._box, piece)))
        entries.append(("Take off the map", partial(self.take_off, piece)))
        return entries

    def _is_weapon(self, piece: str) -> bool:
        return self.laid is not None and piece in self.laid.known.weapons

    def _box(self, weapon: str) -> None:
        self.do(lambda data, known: gestures.boxed(data, weapon), f"{self.name_of(weapon)} into its box")

    def _carry(self, carrier: str, passenger: str) -> None:
        words = f"{self.name_of(carrier)} carries {self.name_of(passenger)}"
        self.do(lambda data, known: gestures.carrying(data, carrier, passenger), words)

    def _unload(self, carrier: str) -> None:
        self.do(lambda data, known: gestures.unloaded(data, known, carrier), f"unload {self.name_of(carrier)}")

    def _later(self, piece: str, turn: int) -> None:
        words, begin = f"{self.name_of(piece)} arrives in turn {turn}", gestures.start_of(self.editor.data, piece)
        if begin is not None:
            self.do(lambda data, known: gestures.with_arrival(data, known, piece, turn, begin.hex), words)

    @property
    def _turns(self) -> int:
        return self.laid.scenario.turns if self.laid is not None else 1

    def hex_entries(self, at: str) -> Entries:
        """Return what can be done with a hex: markers, and what it is worth."""
        data = self.editor.data
        entries: list[tuple[str, Callable[[], object] | Entries]] = [
            ("Marker", [(marker_name(*mark), partial(self._mark, at, mark)) for mark in MARKERS])
        ]
        for mark in gestures.markers_in(data, at):
            entries.append((f"Remove {marker_name(mark.kind, mark.value)}", partial(self._unmark, at, mark)))
        for side in SIDES:
            worth = [(f"{points}", partial(self._worth, at, side, points)) for points in WORTH]
            entries.append((f"Victory points for {self._sides[side].noun}", worth))
        if gestures.is_worth(data, at):
            colours = [(colour.capitalize(), partial(self._colour, at, colour)) for colour in COLOURS]
            entries += [("Color", colours), ("No longer a victory hex", partial(self._worthless, at))]
        return entries

    def _mark(self, at: str, mark: Mark) -> None:
        words = f"{marker_name(mark.kind, mark.value)} in {at}"
        self.do(lambda data, known: gestures.with_marker(data, at, mark.kind, mark.value), words)

    def _unmark(self, at: str, mark: Mark) -> None:
        words = f"no {marker_name(mark.kind, mark.value)} in {at}"
        self.do(lambda data, known: gestures.without_marker(data, at, mark.kind), words)

    def _worth(self, at: str, side: str, points: int) -> None:
        here = self.laid.scenario.map.hexes.get(hex_id(at)) if self.laid is not None else None
        name = here.name if here is not None else ""
        self.do(lambda data, known: gestures.with_worth(data, at, side, points, name), f"what {at} is worth")

    def _colour(self, at: str, colour: str) -> None:
        self.do(lambda data, known: gestures.with_colour(data, at, colour), f"the color of {at}")

    def _worthless(self, at: str) -> None:
        self.do(lambda data, known: gestures.without_worth(data, at), f"{at} is worth nothing")


def _long_name(piece: PieceView) -> str:
    return piece.long_name if isinstance(piece, UnitView) else piece.name
