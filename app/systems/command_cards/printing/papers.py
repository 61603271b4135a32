"""Everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable

from app.printing.document import Sheet
from app.printing.drawings import TITLE, drawing_sheets
from app.printing.output import MadePapers
from app.systems.command_cards.pages import Pages
from app.systems.command_cards.printing.aids import aids_sheets
from app.systems.command_cards.printing.job import Job, job_of
from app.systems.command_cards.printing.map_sheets import map_sheets
from app.systems.command_cards.printing.pieces import card_sheets, counter_sheets
from app.systems.command_cards.printing.report import report_sheets
from app.systems.command_cards.printing.setup_sheets import setup_sheets


def reading_sheets(job: Job) -> list[Sheet]:
    """Return the labelled drawings."""
    return drawing_sheets(Pages().drawings, job.paper)


MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "cards": ("Command cards with backs", card_sheets),
    "reading": (TITLE, reading_sheets),
    "counters": ("Counters and medals", counter_sheets),
    "map": ("The board", map_sheets),
    "report": ("Report of the game", report_sheets),
}


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
