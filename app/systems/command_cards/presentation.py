"""How the games of Battle Cards look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.play.seat import SeatLike
from app.services import TableServices
from app.system import Ending, Papers, TableView
from app.systems.base import BasePresentation
from app.systems.command_cards.art.figures import draw_die
from app.systems.command_cards.pages import Pages
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.tell import ENDINGS
from app.systems.command_cards.words import WORDS
from app.text.words import result_of
from rules.engine.english import capital

if TYPE_CHECKING:
    from app.workshop.editor import DraftEditor
    from app.workshop.table import DraftTable


class CommandCardsPresentation(BasePresentation):
    """Battle Cards on the table."""

    title = "Battle Cards"
    words = WORDS
    prints = True
    by_seat = SIDES
    pages = Pages()
    draw_die = staticmethod(draw_die)

    @property
    def papers(self) -> Papers:
        """What can be printed; the printing modules are imported only when needed."""
        from app.systems.command_cards.printing.papers import SYSTEM_PAPERS

        return SYSTEM_PAPERS

    def preview(self, scenario: Any, size: QSize) -> QImage | None:
        """Return the board of a scenario."""
        from app.systems.command_cards.board.contents import preview

        return preview(scenario, size)

    def picture(self, seat: SeatLike, size: QSize, zoom: float) -> QImage | None:
        """Return the board of a game as everybody may see it."""
        from app.systems.command_cards.board.contents import draw

        return draw(seat, size, zoom)

    def ending(self, over: Mapping[str, Any], view: Mapping[str, Any], scenario: Any = None) -> Ending:
        """Return who won, why, and the medals."""
        result = result_of(over)
        winner, why = result.winner or "", ENDINGS.get(result.why or "", "")
        return Ending(
            title=f"{SIDES[winner].name} victory" if winner in SIDES else "Draw",
            seat=winner,
            notes=(f"{capital(why)}.",) if why else (),
            totals=result.medals or {},
        )

    def create_draft(self, editor: DraftEditor) -> DraftTable:
        """Lay the board of a draft."""
        from app.systems.command_cards.workshop.table import CommandCardsDraft
        from rules.command_cards.loading.drafting import Drafting

        return CommandCardsDraft(editor, Drafting(editor.draft.folder, editor.name), editor)

    def create_view(self, services: TableServices) -> TableView:
        """Lay the board with its docks."""
        from app.systems.command_cards.playmat import CommandCardsTable

        return CommandCardsTable(services)


PRESENTATION = CommandCardsPresentation("command_cards")
