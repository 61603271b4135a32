"""The report of a game in progress: standing, losses, positions and diary."""

from __future__ import annotations

from collections import Counter as Tally

from app.printing.document import Sheet, diary, flowing
from app.printing.painter import Block
from app.printing.tables import Cell, Table, body, heading, plain, title
from app.systems.company_scale.printing.job import Job, side
from app.systems.company_scale.printing.overview import tracks, victory
from app.systems.company_scale.printing.setup_sheets import position_maps, subheading
from app.systems.company_scale.text.names import PHASES, Names
from app.systems.company_scale.words import WORDS
from app.text.parts import compose
from rules.company_scale.counters import Stripe


def report_sheets(job: Job) -> list[Sheet]:
    """Return the report of a game that has begun: standing, losses by formation, map and diary."""
    if job.fresh:
        return []
    sheets = flowing("Report", [*_standing(job), *_losses(job)], job.paper)
    sheets += position_maps(job)
    names = Names()
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
    words = ", ".join(f"{side(name)} {points.get(name, 0)}" for name in job.sides())
    blocks.append(body(over.text if over else f"Victory points: {words}.", 11))
    rows: list[list[Cell]] = [[side(line.side), line.text, str(line.points)] for line in view.victory.lines]
    if rows:
        blocks.append(Table(["Side", "For", "Points"], rows, [2, 8, 1.2], "llc", points=9))
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
        blocks += [heading(f"{side(name)} strength"), _strength(job, tally)]
        if lost:
            blocks.append(plain(compose("<b>Eliminated:</b> {}.", "; ".join(lost)), 9))
    return blocks


def _strength(job: Job, tally: dict[tuple[str, str], Tally[str]]) -> Table:
    rows: list[list[Cell]] = []
    for (division, formation), places in sorted(tally.items()):
        name = job.scenario.formations[formation].name if formation else job.scenario.divisions[division].name
        rest = sum(places.values()) - places["map"] - places["routed"] - places["eliminated"]
        counts = (places["map"], places["routed"], places["eliminated"], rest)
        rows.append([name, *(str(count) if count else "–" for count in counts)])
    head = ["Formation", "On the map", "Routed", "Eliminated", "Elsewhere"]
    return Table(head, rows, [6, 1.5, 1.5, 1.5, 1.5], "lcccc", points=9)
