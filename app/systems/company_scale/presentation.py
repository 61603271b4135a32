"""How the games of the Company Scale System look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app import theme
from app.play.seat import SeatLike
from app.services import TableServices
from app.sides import Side
from app.system import Ending, Papers, TableView
from app.systems.base import BasePresentation
from app.systems.company_scale.seen import as_view
from app.systems.company_scale.sides import SIDES, sides_in
from app.systems.company_scale.text.army import lead_words, victory_condition
from app.systems.company_scale.words import WORDS
from app.text.words import result_of

if TYPE_CHECKING:
    from app.systems.company_scale.pages import Pages
    from app.workshop.editor import DraftEditor
    from app.workshop.table import DraftTable

AUTOMATIC = "Automatic victory: the end of the points track while the enemy has no points."


class CompanyScalePresentation(BasePresentation):
    """The Company Scale System on the table."""

    title = "Company Scale System"
    words = WORDS
    prints = True
    by_seat = SIDES

    @property
    def pages(self) -> Pages:
        """The pages of the Help menu; their modules are imported only when needed."""
        from app.systems.company_scale.pages import Pages

        return Pages()

    @property
    def papers(self) -> Papers:
        """What can be printed; the printing modules are imported only when needed."""
        from app.systems.company_scale.printing.papers import SYSTEM_PAPERS

        return SYSTEM_PAPERS

    def sides(self, scenario: Any) -> Mapping[str, Side]:
        """Return the sides, by the charts of a scenario if there is one."""
        charts = getattr(scenario, "charts", None)
        return SIDES if charts is None else sides_in(charts.series)

    def draw_die(self, painter: QPainter, box: QRectF, face: Any) -> None:
        """Draw a ten-sided die."""
        from app.systems.company_scale.panels.fire import draw_die

        draw_die(painter, box, face)

    def preview(self, scenario: Any, size: QSize) -> QImage | None:
        """Return the map of a scenario."""
        from app.systems.company_scale.board.ground.ground import render_ground

        return render_ground(scenario.map, size, theme.current(), legend=False)

    def picture(self, seat: SeatLike, size: QSize, zoom: float) -> QImage | None:
        """Return the map of a game with its counters."""
        from app.systems.company_scale.board.laying import draw

        return draw(seat, size, zoom)

    def prepare(self, scenario: Any) -> None:
        """Lay out the map of a scenario, and what the legend shows."""
        from app.systems.company_scale.board.ground.legend import samples
        from app.systems.company_scale.board.laying import ground_of

        ground = ground_of(scenario)
        if ground is not None:
            ground.prepare()
            samples().prepare(ground.palette)

    def ending(self, over: Mapping[str, Any], view: object, scenario: Any = None) -> Ending:
        """Return who won, with the victory track and the victory condition."""
        from app.systems.company_scale.panels.turns import VictoryTrack

        victory = as_view(view).victory
        result = result_of(over)
        winner, sides = result.winner or "", self.sides(scenario)
        track, players = VictoryTrack(), [sides[seat].noun for seat in SIDES]
        track.sides = sides
        track.show_points(victory.points, victory.track)
        return Ending(
            title=f"{sides[winner].name} victory" if winner in sides else "A draw",
            seat=winner,
            notes=(AUTOMATIC,) if result.automatic else (),
            above=track,
            condition=" ".join(
                part
                for part in (victory_condition(victory.german_margin, *players), lead_words(victory, *players))
                if part
            ),
            totals=victory.points,
        )

    def create_draft(self, editor: DraftEditor) -> DraftTable:
        """Lay the board of a draft."""
        from app.systems.company_scale.workshop.table import CompanyScaleDraft
        from rules.company_scale.loading.drafting import Drafting

        return CompanyScaleDraft(editor, Drafting(editor.draft.folder, editor.name), editor)

    def work_aside(self, requests: IO[bytes], answers: IO[bytes]) -> int:
        """Lay out the ground of a draft."""
        from app.systems.company_scale.workshop.ground_process import work

        return work(requests, answers)

    def create_view(self, services: TableServices) -> TableView:
        """Lay the board with its docks."""
        from app.systems.company_scale.playmat import CompanyScaleTable

        return CompanyScaleTable(services)


PRESENTATION = CompanyScalePresentation("company_scale")
