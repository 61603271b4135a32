"""Everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable

from app.printing.document import TITLE, Sheet, drawing_sheets
from app.printing.output import MadePapers
from app.systems.striking_anvil.pages import Pages
from app.systems.striking_anvil.printing.area_cards import area_sheets
from app.systems.striking_anvil.printing.job import Job, job_of
from app.systems.striking_anvil.printing.pieces import counter_sheets, map_sheets, track_sheets
from app.systems.striking_anvil.printing.report import report_sheets
from app.systems.striking_anvil.printing.setup_sheets import aids_sheets, setup_sheets


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
    "report": ("Report of the game", report_sheets),
}


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
