"""The brush of a draft: strokes on its map, shown as a wash until the ground shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app import theme
from app.board.hexes import center
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.workshop import laying_out
from app.systems.company_scale.workshop.board import DraftBoard
from app.systems.company_scale.workshop.ground_hand import GroundHand
from app.systems.company_scale.workshop.ground_panel import GroundPanel
from app.systems.company_scale.workshop.ground_tools import (
    BY_HEX,
    FILL,
    TOOLS,
    Stroke,
    Tool,
    WashItem,
    called,
    covered,
    found,
)
from app.systems.company_scale.workshop.live_ground import LiveGround
from app.systems.company_scale.workshop.scan import Underlay
from app.workshop.editor import DraftEditor
from rules.company_scale.battle_map import GroundCharts
from rules.company_scale.ground_charts import printed_ground_charts
from rules.company_scale.loading import ground_size
from rules.company_scale.loading.drafting import Drafting, Laid, users_of, with_own_ground
from rules.company_scale.loading.ground import SIZES
from rules.company_scale.loading.ground_rows import in_play
from rules.files.problems import CannotPlace, Data, ScenarioError
from rules.hexes.grid import Side, hex_name

Map = Mapping[str, Data]
KNOWN = 250
"""Maps that are remembered as sound, so that undo and redo need not read them again."""
UNREADABLE = "Errors in the map prevent this: see Check."


class GroundTable(Protocol):
    """What the brush needs of its table."""

    editor: DraftEditor
    board: DraftBoard
    laid: Laid | None

    def words_at(self, at: str) -> str: ...


class GroundMode(QObject):
    """Draw on the map of a draft. `refused(why)`; `described(words)`: what is under pointer or cursor; `left()`."""

    refused = Signal(str)
    described = Signal(str)
    left = Signal()

    def __init__(self, table: GroundTable, drafting: Drafting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table, self._editor, self._drafting = table, table.editor, drafting
        self.scan = Underlay(table.editor.draft.folder, lambda: table.board.view.window(), self)
        self.scan.refused.connect(self.refused)
        table.board.scene.addItem(self.scan.item)
        self.panel, self.wash_item, self.hand = GroundPanel(self.scan.part), WashItem(), GroundHand(self)
        self.tool, self.size, self.erases = TOOLS[1], 1, False
        self._sound: list[Map] = []
        self._waiting: list[tuple[int, Stroke]] = []
        self._in_hand: Stroke | None = None
        self._ground: LiveGround | None = None
        self._data: tuple[Data, dict[str, Data] | None, frozenset[int]] | None = None
        self.wash_item.setZValue(table.board.goals.zValue() - 1)
        table.board.scene.addItem(self.wash_item)
        self.panel.chosen.connect(self.take)
        self.panel.size_chosen.connect(self._set_size)
        self.panel.erasing.connect(self._set_erasing)
        self.panel.resized.connect(self.grow)
        self.panel.begun.connect(self.begin)
        self.dress()
        self._show_tool()

    # --- entering and leaving ----------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Take over pointer and keys of the board."""
        board = self._table.board
        board.pick("")
        board.view.hand = self.hand
        laying_out.hold(self)
        self._follow_ground()
        self.scan.begin()
        if self._ground is not None:
            self._ground.warm()

    def exit(self) -> None:
        """Give pointer and keys back."""
        self._table.board.view.hand = self._table.board
        self.scan.end()
        laying_out.release(self)
        self.look((), None, None)
        self.show_cursor(None)

    def leave(self) -> None:
        """Ask for the forces instead."""
        self.left.emit()

    def dress(self) -> None:
        """Take the colours of the present theme."""
        self.wash_item.palette = palette(theme.current())
        self.panel.dress(self.wash_item.palette)

    def follow(self) -> None:
        """Take note that the board shows the draft anew."""
        self._follow_ground()
        self.panel.name_tools(self.charts)
        ground = self._table.board.ground
        if ground is not None and ground.is_up_to_date():
            self._settled(ground.number)

    @property
    def charts(self) -> GroundCharts:
        """What the charts of the draft say of the ground; the printed ones while nothing can be laid out."""
        laid = self._table.laid
        return laid.scenario.map.charts if laid is not None else printed_ground_charts()

    def _follow_ground(self) -> None:
        ground = self._table.board.ground
        if ground is not None and ground is not self._ground:
            self._ground, self._waiting = ground, [(0, stroke) for _, stroke in self._waiting]
            self.wash_item.set_bounds(ground.scene_rect())
            ground.signals.settled.connect(self._settled)

    def _settled(self, number: int) -> None:
        """Wipe the wash off where the ground shows what was drawn: its changes up to a number."""
        self._waiting = [(each, stroke) for each, stroke in self._waiting if each > number]
        self.wash(self._in_hand)

    # --- the map -----------------------------------------------------------------------------------------------------

    @property
    def data(self) -> dict[str, Data] | None:
        """The map as it is, None while it cannot be read."""
        return self._read()[0]

    @property
    def hexes(self) -> frozenset[int]:
        """The hexes that can be drawn on: those of the map that are shown."""
        return self._read()[1]

    def _read(self) -> tuple[dict[str, Data] | None, frozenset[int]]:
        documents = self._editor.draft.documents
        if self._data is None or self._data[0] is not documents:
            try:
                name, puts = self._own()
                data = dict(puts.get(name) or documents[name])
                self._data = documents, data, in_play(data, self._editor.data)
            except (ScenarioError, LookupError, TypeError, ValueError, AttributeError):
                self._data = documents, None, frozenset()
        return self._data[1:]

    def _own(self) -> tuple[str, dict[str, Map]]:
        documents = self._editor.draft.documents
        return with_own_ground(documents, self._drafting.document(documents), self._editor.name)

    def is_sound(self, data: Map) -> bool:
        """Tell whether a map was made by the brush, so that it need not be checked before it is shown."""
        return any(data == each for each in reversed(self._sound))

    # --- strokes -----------------------------------------------------------------------------------------------------

    def draw(self, stroke: Stroke) -> None:
        """Carry out a stroke, or say why not."""
        new = (0, stroke)
        self._waiting.append(new)
        self.wash(None)
        is_drawn = self._change(lambda own, documents: {own: stroke.on(documents[own])}, stroke.words(self.charts))
        if new in self._waiting:
            self._waiting.remove(new)
            if is_drawn and self._ground is not None:
                self._waiting.append((self._ground.number, stroke))
        self.wash(None)

    def grow(self, side: str, grow: bool) -> None:
        """Make the map a column or row larger or smaller."""
        thing = "column" if side in (ground_size.WEST, ground_size.EAST) else "row"
        words = f"one more {thing} in the {side}" if grow else f"one {thing} fewer in the {side}"
        self._change(lambda own, documents: ground_size.resized(documents, own, side, grow=grow), words)

    def begin(self, columns: int, rows: int) -> None:
        """Put clear ground of a size in place of the map."""

        def made(own: str, documents: Mapping[str, Map]) -> Mapping[str, Map]:
            after = {name: dict(data) for name, data in documents.items()}
            after[own] = ground_size.blank(after[own], columns, rows)
            return ground_size.refused_if_lost(after, own)

        self._change(made, f"new map of {columns} × {rows} hexes")

    def _change(self, change: Callable[[str, Mapping[str, Map]], Mapping[str, Map]], words: str) -> bool:
        """Change the map and what stands on it as one stroke; return whether anything is different then."""
        try:
            own, puts = self._own()
            before = {**self._editor.draft.documents, **puts}
            there = {name: before[name] for name in (own, *users_of(before, own))}
            after = change(own, there)
            new = [data for data in (there[own], after[own]) if not self.is_sound(data)]
            self._sound = [*self._sound, *new][-KNOWN:]
            return self._editor.change_documents({**puts, **after}, words)
        except CannotPlace as error:
            self.refused.emit(str(error))
        except (ScenarioError, LookupError, TypeError, ValueError, AttributeError):
            self.refused.emit(UNREADABLE)
        return False

    def wash(self, stroke: Stroke | None) -> None:
        """Show a stroke that is being drawn, with those that the ground does not show yet."""
        self._in_hand = stroke
        drawn = [each for _, each in self._waiting]
        self.wash_item.show_strokes([*drawn, *([stroke] if stroke is not None else [])])

    # --- tools -------------------------------------------------------------------------------------------------------

    def take(self, tool: Tool) -> None:
        """Draw with another tool."""
        self.tool, self.hand.start = tool, None
        self._show_tool()

    def resize(self, by: int) -> None:
        """Take a larger or smaller brush."""
        sizes = [*SIZES, FILL]
        self._set_size(sizes[max(0, min(len(sizes) - 1, sizes.index(self.size) + by))])

    def _set_size(self, size: int) -> None:
        self.size = size
        self._show_tool()

    def _set_erasing(self, erases: bool) -> None:
        self.erases = erases
        self._show_tool()

    def _show_tool(self) -> None:
        self.panel.show_tool(self.tool, self.size, erases=self.erases)

    def text(self) -> str:
        """Return the name that is to be put on the map."""
        return self.panel.text.text()

    def pick(self, at: int, side: Side | None) -> None:
        """Take the tool that draws what is in a hex, or on a hexside."""
        data = self.data
        tool = found(data, self.tool, at, side) if data is not None else None
        if tool is not None:
            self.take(tool)
            self.say(f"Now drawing: {called(tool, self.charts)}.")

    # --- what is seen ------------------------------------------------------------------------------------------------

    def look(self, hexes: Sequence[int], side: Side | None, at: int | None) -> None:
        """Show what the tool would cover, and tell what is there."""
        self.wash_item.show_ahead(hexes, side)
        self.described.emit("" if at is None else self._table.words_at(hex_name(at)))

    def show_cursor(self, at: int | None) -> None:
        """Show the hex that the keys draw in."""
        board = self._table.board
        board.scene.cursor.show_hex(at)
        if at is None:
            self.hand.at = None
            return
        board.view.reveal(center(at))
        data = self.data
        covers = covered(data, self.tool, at, self.size or 1) if data is not None and self.tool.kind in BY_HEX else ()
        self.look(covers, None, at)

    def say(self, words: str) -> None:
        """Say what to do, or what was done."""
        self.refused.emit(words)
