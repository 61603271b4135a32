"""Everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.printing.document import Document, Sheet
from app.printing.drawings import TITLE, drawing_sheets
from app.printing.paper import PAPERS
from app.seat import SeatLike
from app.systems.presentation import ALL
from app.systems.striking_anvil.pages import Pages
from app.systems.striking_anvil.printing.aids import aids_sheets
from app.systems.striking_anvil.printing.area_cards import area_sheets
from app.systems.striking_anvil.printing.job import Job, job_of
from app.systems.striking_anvil.printing.map_sheets import map_sheets
from app.systems.striking_anvil.printing.pieces import counter_sheets
from app.systems.striking_anvil.printing.setup_sheets import setup_sheets
from app.systems.striking_anvil.printing.tracks import track_sheets


def reading_sheets(job: Job) -> list[Sheet]:
    """Return the labelled drawings."""
    return drawing_sheets(Pages().drawings, job.paper)


MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aid", aids_sheets),
    "tracks": ("Tracks", track_sheets),
    "areas": ("Area cards of the position", area_sheets),
    "reading": (TITLE, reading_sheets),
    "counters": ("Counters with backs", counter_sheets),
    "map": ("The map", map_sheets),
}


class Papers:
    """What can be printed, for the window and the command line."""

    titles: Mapping[str, str] = {name: title for name, (title, _) in MAKERS.items()}

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Lay out sheets; grey is made of the finished pages."""
        job = job_of(seat, begun=begun, paper=PAPERS[paper], fitted=fitted)
        wanted = MAKERS if what == ALL else {what: MAKERS[what]}
        return Document(job.title, job.paper, tuple(sheet for _, maker in wanted.values() for sheet in maker(job)))
