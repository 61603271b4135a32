"""The workshop's table of Battle Cards: what each gesture makes of the draft, and what the tray lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from app.panels.menus import Entries
from app.systems.command_cards.art.counters import Look
from app.systems.command_cards.board.plans import described
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.names import kind_name
from app.systems.command_cards.workshop import kinds
from app.systems.command_cards.workshop.board import CardsBoard
from app.systems.command_cards.workshop.charts import CommandCardsCharts
from app.systems.command_cards.workshop.kinds import BRUSHES, ROAD, UNIT, Kind, kind_of
from app.systems.command_cards.workshop.menus import HexMenu
from app.text.names import NAMES
from app.workshop.base_table import CANNOT_READ, BaseDraftTable
from app.workshop.charts_page import ChartsPage
from app.workshop.editor import DraftEditor
from app.workshop.table import TrayPiece
from rules.command_cards.charts import Charts, house_charts
from rules.command_cards.hexes import NEIGHBOURS
from rules.command_cards.loading import gestures, ground_gestures
from rules.command_cards.loading.drafting import Drafting, Laid
from rules.engine.english import capital, counted
from rules.files.problems import Data, Route

FACTS: Sequence[tuple[str, Route]] = (
    ("Title", ("title",)),
    ("Date", ("date",)),
    ("First turn", ("first",)),
    ("Rounds", ("limit", "rounds")),
    ("Winner after the last round", ("limit", "winner")),
    ("Medals the Germans need", ("sides", "german", "medals")),
    ("Medals the Allies need", ("sides", "allied", "medals")),
    ("German cards", ("sides", "german", "hand")),
    ("Allied cards", ("sides", "allied", "hand")),
    ("German edge", ("sides", "german", "edge")),
    ("Allied edge", ("sides", "allied", "edge")),
    ("North", ("north",)),
    ("Playing time", ("playing_time",)),
    ("Story", ("note",)),
)
SHORT = "Hold the button and draw the road from hex to hex."
Change = Callable[[Mapping[str, Data], Laid], Mapping[str, Data]]


class CommandCardsDraft(BaseDraftTable[Laid]):
    """The board of a draft and what it means; see `app.workshop.table.DraftTable`."""

    facts = FACTS
    how = (
        "Drag a counter on to the board, or mark it here and click its hexes. Mark terrain or a road and draw it with "
        "the button held. Escape or a click on it here puts it away."
    )

    shows = "The board"

    def __init__(self, editor: DraftEditor, drafting_of: Drafting, parent: QObject | None = None) -> None:
        super().__init__(editor, drafting_of, parent)
        self.board: CardsBoard = CardsBoard(self, self)
        self._menu = HexMenu(self)
        self._pieces: dict[tuple[TrayPiece, Look | None], TrayPiece] = {}
        self.charts_page = ChartsPage(editor, CommandCardsCharts(editor, drafting_of, lambda: self.charts))
        self.charts_page.refused.connect(self.refused)
        self._hear()

    @property
    def tools(self) -> Sequence[tuple[str, QWidget]]:
        """The page of the charts."""
        return (("Charts", self.charts_page),)

    def use(self, tools: QWidget | None) -> None:
        """Show the charts as they are now."""
        if tools is self.charts_page:
            self.charts_page.refresh()

    def show(self) -> None:
        """Show the draft as it is now, and its charts."""
        super().show()
        if self.charts_page.isVisible():
            self.charts_page.refresh()

    def mark(self, places: Sequence[str]) -> None:
        """Center and mark hexes, and put away what each click would put there: what is marked is to be mended."""
        self.board.pick("")
        self.board.mark([place for place in places if place in NEIGHBOURS])

    @property
    def charts(self) -> Charts:
        """Return the charts of the draft as far as they are right."""
        return self.laid.scenario.charts if self.laid is not None else house_charts()

    # --- the tray --------------------------------------------------------------------------------------------------

    def pieces(self) -> Sequence[TrayPiece]:
        """Return every kind of unit, obstacle and ground; what looks as before is the same object, not drawn anew."""
        if self.laid is None:
            return ()
        listed = kinds.tray(self.laid.scenario, self.laid.view)
        now = {(piece, kinds.look_of(piece.id, self.charts)): piece for piece in listed}
        self._pieces = {key: self._pieces.get(key, piece) for key, piece in now.items()}
        return tuple(self._pieces.values())

    def icon(self, piece: str, size: int) -> QPixmap | None:
        """Return the picture of a piece."""
        return kinds.icon(piece, self.charts, size, self.board.view.devicePixelRatioF())

    def pick(self, piece: str) -> None:
        """Mark a kind of piece; each click on the board puts one there."""
        self.board.load(piece)

    def with_what_follows(self, data: Mapping[str, Data], route: Route) -> Mapping[str, Data]:
        """Return the battle with its medals numbered as its objectives are, unless it has faults in either."""
        try:
            return gestures.with_what_follows(data, route)
        except CANNOT_READ:
            return data

    # --- gestures, as the board calls them (`BrushDeeds`) ------------------------------------------------------------

    def _known(self, laid: Laid) -> Laid:
        return laid

    def put(self, piece: str, at: str) -> None:
        """Put a kind of piece into a hex, or move there what lies in another one, which is marked then."""
        kind, words = kind_of(piece), f"{self.name_of(piece)} to {at}"
        if kind is not None and kind.what in BRUSHES:
            self.paint(piece, [at])
        elif self.do(lambda data, laid: _put(data, laid, kind, piece, at), words) and not self.board.loaded:
            self.board.pick(at)

    def paint(self, brush: str, places: Sequence[str]) -> None:
        """Paint terrain in hexes, or lay a road along them."""
        kind = kind_of(brush)
        if kind is None or (kind.what == ROAD and len(places) < 2):
            self.refused.emit(SHORT)
        elif kind.what == ROAD:
            words = f"road from {places[0]} to {places[-1]}"
            self.do(lambda data, laid: ground_gestures.with_road(data, laid.land, laid.scenario.charts, places), words)
        else:
            where = places[0] if len(set(places)) == 1 else f"{len(set(places))} hexes"
            change = ground_gestures.with_terrain
            self.do(
                lambda data, laid: change(data, laid.land, laid.scenario.charts, places, kind.kind),
                f"{kind.name(self.charts)} in {where}",
            )

    def take_off(self, piece: str) -> None:
        """Take the unit of a hex off the board, or its obstacle if there is none."""
        if self.is_in_play(piece):
            self.do(lambda data, laid: _off(data, piece), f"{self.name_of(piece)} off the board")

    def is_brush(self, piece: str) -> bool:
        """Tell whether a piece of the tray is terrain or a road."""
        kind = kind_of(piece)
        return kind is not None and kind.what in BRUSHES

    def look_of(self, piece: str) -> Look | None:
        """Return how a unit of the tray looks."""
        return kinds.look_of(piece, self.charts)

    def is_in_play(self, piece: str) -> bool:
        """Tell whether a piece lies on the board."""
        return bool(self.board.place_of(piece))

    def name_of(self, piece: str) -> str:
        """Return the name of a kind of piece, or of what lies in a hex."""
        kind, unit = kind_of(piece), self.board.unit_in(piece)
        if kind is not None:
            return capital(kind.name(self.charts))
        if unit is not None:
            return f"{NAMES[unit.seat]} {kind_name(unit.kind, self.charts)}"
        return capital(kind_name(self.board.shown.obstacles.get(piece, piece), self.charts))

    def words_at(self, at: str) -> str:
        """Return what is in a hex and what it is worth."""
        if self.laid is None:
            return at
        scenario = self.laid.scenario
        told = [described(self.laid.view, scenario.map, at, self.charts)]
        for goal in scenario.objectives:
            if at in goal.hexes:
                told.append(f"{goal.name}: {counted(goal.medals, 'medal')} for {SIDES[goal.seat].noun}")
        told += [f"exit for {SIDES[way.seat].noun}" for way in scenario.exits if at in way.hexes]
        told += [
            f"{NAMES[due.seat]} {kind_name(due.kind, self.charts)} in round {due.round}"
            for due in self.laid.view.due
            if at in due.hexes
        ]
        return " · ".join(told)

    def piece_entries(self, piece: str) -> Entries:
        """Return what can be done with what lies in a hex."""
        return self._menu.piece_entries(piece)

    def hex_entries(self, at: str) -> Entries:
        """Return what can be done with a hex, and with the whole battle."""
        return self._menu.hex_entries(at)


def _put(data: Mapping[str, Data], laid: Laid, kind: Kind | None, piece: str, at: str) -> Mapping[str, Data]:
    """Return the battle with a kind of piece in a hex, or with what lies in the hex `piece` there instead."""
    site = laid.site
    if kind is not None and kind.what == UNIT:
        return gestures.with_unit(data, site, at, kind.seat, kind.kind)
    if kind is not None:
        return gestures.with_obstacle(data, site, at, kind.kind, kind.seat)
    if gestures.unit_in(data, piece) is not None:
        return gestures.with_unit_moved(data, site, piece, at)
    return gestures.with_obstacle_moved(data, site, piece, at)


def _off(data: Mapping[str, Data], at: str) -> Mapping[str, Data]:
    is_unit = gestures.unit_in(data, at) is not None
    return gestures.without_unit(data, at) if is_unit else gestures.without_obstacle(data, at)
