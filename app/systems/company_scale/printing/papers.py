"""Everything that can be printed, by name, and the report of a game in progress."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app import theme
from app.board import hexes as geometry
from app.play.seat import SeatLike
from app.printing.document import Sheet, diary, flowing, single
from app.printing.output import MadePapers, Tiling, paint_plan, poster_sheets, reading, tiling
from app.printing.paper import PAPERS, Block, Paper, mm
from app.printing.tables import Cell, PageTable, body, heading, plain, title
from app.systems.company_scale.board.ground.legend import paint_legend
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.pages import Pages
from app.systems.company_scale.printing.aids import aids_sheets
from app.systems.company_scale.printing.counter_sheets import counter_sheets
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.overview import tracks, victory
from app.systems.company_scale.printing.setup_sheets import position_maps, setup_sheets, subheading
from app.systems.company_scale.text.names import PHASES, CompanyScaleNames
from app.systems.company_scale.words import WORDS
from app.text.parts import compose
from rules.company_scale.counters import Stripe
from rules.company_scale.integrity import KINDS
from rules.company_scale.scenario import Scenario
from rules.company_scale.setting_up import start
from rules.company_scale.view import view
from rules.engine.game import Game

# --- The report of a game in progress: standing, losses, positions and diary ---------------------------------------


def report_sheets(job: Job) -> list[Sheet]:
    """Return the report of a game that has begun: standing, losses by formation, map and diary."""
    if job.fresh:
        return []
    sheets = flowing("Report", [*_standing(job), *_losses(job)], job.paper)
    sheets += position_maps(job)
    names = CompanyScaleNames()
    names.study(job.scenario)
    names.learn(job.view)
    lines = WORDS.diary(job.events, names, without="detail")
    return [
        *sheets,
        *diary(lines, job.paper, points=8, strong=("chit", "result"), kept=("chit", "phase"), head=subheading),
    ]


def _standing(job: Job) -> list[Block]:
    view = job.view
    turn = view.turn
    phase = PHASES.get(str(view.phase), str(view.phase))
    words = job.turn_words(turn.index, of=f" of {turn.of}")
    under = f"{words} · {phase} · {view.weather} weather"
    over = view.over
    blocks: list[Block] = [title(job.scenario.title, f"Report · {under}"), heading("Current standing")]
    points = view.victory.points
    words = ", ".join(f"{job.side(name)} {points.get(name, 0)}" for name in job.sides())
    blocks.append(body(over.text if over else f"Victory points: {words}.", 11))
    rows: list[list[Cell]] = [[job.side(line.side), line.text, str(line.points)] for line in view.victory.lines]
    if rows:
        blocks.append(PageTable(["Side", "For", "Points"], rows, [2, 8, 1.2], "llc", points=9))
    blocks += victory(job)
    for name in job.sides():
        blocks += [*tracks(job, name)[1:]]
    return blocks


def _losses(job: Job) -> list[Block]:
    """Return a table of how many units of each formation are on the map, routed, lost or still to come."""
    blocks: list[Block] = []
    for name in job.sides():
        tally: dict[tuple[str, str], Tally[str]] = {}
        lost: list[str] = []
        for unit, counter in job.scenario.units.items():
            if counter.side != name:
                continue
            place = job.place_of(unit)
            own = counter.formation if counter.stripe is Stripe.COLOURED else ""
            tally.setdefault((counter.division, own), Tally())[place] += 1
            if place == "eliminated":
                lost.append(counter.name)
        blocks += [heading(f"{job.side(name)} strength"), _strength(job, tally)]
        if lost:
            blocks.append(plain(compose("<b>Eliminated:</b> {}.", "; ".join(lost)), 9))
    return blocks


def _strength(job: Job, tally: dict[tuple[str, str], Tally[str]]) -> PageTable:
    rows: list[list[Cell]] = []
    for (division, formation), places in sorted(tally.items()):
        name = job.scenario.formations[formation].name if formation else job.scenario.divisions[division].name
        rest = sum(places.values()) - places["map"] - places["routed"] - places["eliminated"]
        counts = (places["map"], places["routed"], places["eliminated"], rest)
        rows.append([name, *(str(count) if count else "–" for count in counts)])
    head = ["Formation", "On the map", "Routed", "Eliminated", "Elsewhere"]
    return PageTable(head, rows, [6, 1.5, 1.5, 1.5, 1.5], "lcccc", points=9)


# --- Everything that can be printed, by name -----------------------------------------------------------------------

HEX = 20.0
"""Millimetres across the flats of a hex of the poster: it holds a counter of 15.9 mm with room to spare."""


def units_to_scene() -> float:
    """Return the units of paper to a scene unit of the poster."""
    return mm(HEX) / geometry.STEP_Y


def map_sheets(job: Job) -> list[Sheet]:
    """Return the whole map on one page and, unless it is to be fitted, the tiles of the poster."""
    poster = None if job.fitted else tiling(job.map.frame(), job.paper, units_to_scene())
    return poster_sheets(poster, job.paper, partial(overview, job), job.map.paint, f"a hex is {HEX:.0f} mm high")


def overview(job: Job, poster: Tiling | None) -> Sheet:
    """Return the whole map with its legend on one page, with a plan of the tiles drawn over it."""
    frame = job.map.frame()
    landscape = frame.width() >= frame.height() * 0.86

    def draw(painter: QPainter, body: QRectF) -> None:
        place, side = _beside(frame, body, landscape)
        scale = job.map.paint(painter, place, frame)
        paint_legend(painter, side, job.scenario.map, job.scenario.charts.series, palette(theme.LIGHT), scale)
        if poster is not None:
            paint_plan(painter, place, frame, poster)

    return single("The map", draw, job.paper, landscape)


def _beside(frame: QRectF, body: QRectF, landscape: bool) -> tuple[QRectF, QRectF]:
    """Return the places of map and legend on a page: side by side, or the legend below."""
    gap = mm(5)
    if landscape:
        wide = min(body.width() - mm(62) - gap, body.height() * frame.width() / frame.height())
        place = QRectF(body.left(), body.top(), wide, wide * frame.height() / frame.width())
        return place, QRectF(place.right() + gap, body.top(), body.right() - place.right() - gap, body.height())
    tall = min(body.height() - mm(96) - gap, body.width() * frame.height() / frame.width())
    place = QRectF(body.left(), body.top(), tall * frame.width() / frame.height(), tall)
    place.moveLeft(body.center().x() - place.width() / 2)
    return place, QRectF(body.left(), place.bottom() + gap, body.width(), body.bottom() - place.bottom() - gap)


MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "reading": reading(Pages().drawings),
    "counters": ("Counters", counter_sheets),
    "map": ("The map", map_sheets),
    "report": ("Report of the game", report_sheets),
}


def job_of(
    seat: SeatLike, *, begun: bool, paper: Paper = PAPERS["A4"], grey: bool = False, fitted: bool = False
) -> Job:
    """Return the print job of a game: the present position if `begun`, else the start of its scenario.

    A scenario that begins in the middle of a game (4.0) starts with a position, as a game does that has begun.
    """
    scenario = seat.scenario
    assert isinstance(scenario, Scenario)
    events = tuple(event for _, event in seat.events_at())
    if begun or scenario.begin is None:
        return Job(scenario, seat.view(), not begun, events, paper, grey, fitted)
    at_start = view(Game(KINDS, scenario, start(scenario)))
    return Job(scenario, at_start, False, (), paper, grey, fitted)


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
