"""Everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.play.seat import SeatLike
from app.printing.document import Document, Sheet
from app.printing.drawings import TITLE, drawing_sheets
from app.printing.paper import PAPERS
from app.system import ALL
from app.systems.company_scale.pages import Pages
from app.systems.company_scale.printing.aids import aids_sheets
from app.systems.company_scale.printing.counter_sheets import counter_sheets
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.map_sheets import map_sheets
from app.systems.company_scale.printing.report import report_sheets
from app.systems.company_scale.printing.setup_sheets import setup_sheets
from rules.company_scale.scenario import Scenario


def reading_sheets(job: Job) -> list[Sheet]:
    """Return the labelled drawings."""
    return drawing_sheets(Pages().drawings, job.paper)


Maker = Callable[[Job], list[Sheet]]
MAKERS: dict[str, tuple[str, Maker]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "reading": (TITLE, reading_sheets),
    "counters": ("Counters", counter_sheets),
    "map": ("The map", map_sheets),
    "report": ("Report of the game", report_sheets),
}


def job_of(seat: SeatLike, *, begun: bool, paper: str = "A4", grey: bool = False, fitted: bool = False) -> Job:
    """Return the print job of a game: the present position if `begun`, else the start of its scenario."""
    scenario = seat.scenario
    assert isinstance(scenario, Scenario)
    events = tuple(event for _, event in seat.events_at())
    return Job(scenario, seat.view(), not begun, events, PAPERS[paper], grey, fitted)


def document(job: Job, what: str) -> Document:
    """Return the document of one of MAKERS, or of ALL."""
    words = MAKERS if what == ALL else {what: MAKERS[what]}
    sheets = [sheet for name, (_, maker) in words.items() if name != "report" or not job.fresh for sheet in maker(job)]
    return Document(job.title, job.paper, tuple(sheets))


class Papers:
    """What can be printed, for the window and the command line."""

    titles: Mapping[str, str] = {name: title for name, (title, _) in MAKERS.items()}

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Lay out sheets."""
        return document(job_of(seat, begun=begun, paper=paper, grey=grey, fitted=fitted), what)
