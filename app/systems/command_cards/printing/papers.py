"""Everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.printing.document import Document, Sheet
from app.printing.drawings import TITLE, drawing_sheets
from app.printing.paper import PAPERS
from app.seat import SeatLike
from app.systems.command_cards.pages import Pages
from app.systems.command_cards.printing.aids import aids_sheets
from app.systems.command_cards.printing.job import Job, job_of
from app.systems.command_cards.printing.map_sheets import map_sheets
from app.systems.command_cards.printing.pieces import card_sheets, counter_sheets
from app.systems.command_cards.printing.setup_sheets import setup_sheets
from app.systems.presentation import ALL


def reading_sheets(job: Job) -> list[Sheet]:
    """Return the labelled drawings."""
    return drawing_sheets(Pages().drawings, job.paper)


MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheet", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "cards": ("Command cards with backs", card_sheets),
    "reading": (TITLE, reading_sheets),
    "counters": ("Counters and medals", counter_sheets),
    "map": ("The board", map_sheets),
}


class Papers:
    """What can be printed, for the window and the command line."""

    titles: Mapping[str, str] = {name: title for name, (title, _) in MAKERS.items()}

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Lay out sheets; grey is made of the finished pages."""
        job = job_of(seat, begun=begun, paper=PAPERS[paper], fitted=fitted)
        wanted = MAKERS if what == ALL else {what: MAKERS[what]}
        return Document(job.title, job.paper, tuple(sheet for _, maker in wanted.values() for sheet in maker(job)))
