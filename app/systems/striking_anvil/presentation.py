"""How the games of Striking the Anvil look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.play.seat import SeatLike
from app.services import TableServices
from app.system import Ending, Papers, TableView
from app.systems.base import BasePresentation
from app.systems.striking_anvil.art.tokens import draw_die
from app.systems.striking_anvil.pages import Pages
from app.systems.striking_anvil.sides import SIDES
from app.systems.striking_anvil.words import WORDS
from rules.engine.events import as_record
from rules.striking_anvil.r_victory import TOLD, GameResult

if TYPE_CHECKING:
    from app.workshop.editor import DraftEditor
    from app.workshop.table import DraftTable


class AnvilPresentation(BasePresentation):
    """Striking the Anvil on the table."""

    title = "Striking the Anvil"
    words = WORDS
    prints = True
    by_seat = SIDES
    pages = Pages()
    draw_die = staticmethod(draw_die)

    @property
    def papers(self) -> Papers:
        """What can be printed; the printing modules are imported only when needed."""
        from app.systems.striking_anvil.printing.papers import SYSTEM_PAPERS

        return SYSTEM_PAPERS

    def preview(self, scenario: Any, size: QSize) -> QImage | None:
        """Return the map of a scenario."""
        from app.systems.striking_anvil.board.scene import preview

        return preview(scenario, size)

    def picture(self, seat: SeatLike, size: QSize, zoom: float) -> QImage | None:
        """Return the board of a game."""
        from app.systems.striking_anvil.board.scene import draw

        return draw(seat, size, zoom)

    def ending(self, over: Mapping[str, Any], view: Any, scenario: Any = None) -> Ending:
        """Return the level of victory with the lines of the score."""
        result = as_record(GameResult, over)
        if result is None:
            return super().ending(over, view, scenario)
        return Ending(
            title=TOLD[result.level],
            seat=result.winner or "",
            notes=("Both ports are Allied and no German combat unit is left.",) if result.sudden else (),
            rows=[(line.what, line.points) for line in result.lines if line.points],
        )

    def create_draft(self, editor: DraftEditor) -> DraftTable:
        """Lay the board of a draft."""
        from app.systems.striking_anvil.workshop.table import AnvilDraft
        from rules.striking_anvil.loading.drafting import Drafting

        return AnvilDraft(editor, Drafting(editor.draft.folder, editor.name), editor)

    def create_view(self, services: TableServices) -> TableView:
        """Lay the map with its docks."""
        from app.systems.striking_anvil.playmat import AnvilTable

        return AnvilTable(services)


PRESENTATION = AnvilPresentation("striking_anvil")
