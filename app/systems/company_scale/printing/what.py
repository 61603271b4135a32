"""Everything that can be printed, by the word that asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.printing.document import Document, Sheet
from app.printing.paper import PAPERS
from app.systems.company_scale.printing.aids import aids_sheets
from app.systems.company_scale.printing.counter_sheets import counter_sheets
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.map_sheets import map_sheets
from app.systems.company_scale.printing.report import report_sheets
from app.systems.company_scale.printing.setup_sheets import setup_sheets
from rules.company_scale.scenario import Scenario

Maker = Callable[[Job], list[Sheet]]
MAKERS: dict[str, tuple[str, Maker]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "counters": ("Counters", counter_sheets),
    "map": ("The map", map_sheets),
    "report": ("Report of the game", report_sheets),
}
ALL = "all"
WHATS = (*MAKERS, ALL)


def job_of(session: Any, *, begun: bool, paper: str = "A4", grey: bool = False, fitted: bool = False) -> Job:
    """Return the print job of a session; `begun` prints the position it is in, else the start of its scenario."""
    scenario = session.scenario
    assert isinstance(scenario, Scenario)
    events = tuple(event for _, event in session.events)
    return Job(scenario, session.view(), not begun, events, PAPERS[paper], grey, fitted)


def document(job: Job, what: str) -> Document:
    """Return the document that a word of WHATS asks for."""
    words = MAKERS if what == ALL else {what: MAKERS[what]}
    sheets = [sheet for name, (_, maker) in words.items() if name != "report" or not job.fresh for sheet in maker(job)]
    return Document(job.title, job.paper, tuple(sheets))
