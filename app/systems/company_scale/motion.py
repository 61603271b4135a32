"""How events of the Company Scale System are shown on its board: which move a counter, draw fire, or tell a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.board.hexes import center
from app.motion.motions import ChitDraw, Glide, Motion, OnBoard, Result, Shot, motions_of, nothing_shown
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.panels.chits import ChitLooks, draw_chit
from app.systems.company_scale.panels.cup import KINDS, NOTES
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.die_rolls import result_words
from app.text.names import NOUNS, humanize
from app.text.words import Event
from rules.company_scale.records.combat_events import (
    AirAttacked,
    AssaultDeclared,
    AssaultFought,
    Fired,
    FireDeclared,
    IndirectFired,
    IndirectFireDeclared,
    Rallied,
    RoutChecked,
    UnitEliminated,
    UnitMoved,
    UnitRouted,
)
from rules.company_scale.records.course_events import ChitDrawn, DieRolled, VictoryHexTaken
from rules.company_scale.records.events import event_of
from rules.company_scale.records.view import ChitView
from rules.hexes.grid import hex_id, hex_name


class Facts:
    """Where units stand and what they and chits are called, beside the events."""

    def __init__(self, board: BoardController) -> None:
        self.board = board
        self._left: dict[str, str] = {}

    def where(self, unit: str) -> str:
        """Return the hex of a unit, also of one that these events have taken off the map, or ""."""
        at = self.board.position.where.get(unit)
        return hex_name(at) if at is not None else self._left.get(unit, "")

    def left(self, unit: str, at: str) -> None:
        """Remember where a unit was that leaves the map."""
        self._left[unit] = at

    def short(self, unit: str) -> str:
        """Return the name of a unit without its formation."""
        known = self.board.position.units
        return (known[unit].label if unit in known else unit).partition(",")[0]

    def chit(self, name: str) -> ChitView:
        """Return a chit of the view by its id."""
        view = view_of(self.board.game)
        in_play = () if view.chit is None else (view.chit,)
        lying = (*in_play, *view.cup.played, *view.cup.may_still_come)
        return next((chit for chit in lying if chit.id == name), ChitView(name, name, "", None))


motions_for = singledispatch(nothing_shown)
"""Return how an event of any kind is shown."""


@motions_for.register
def _moved(event: UnitMoved, facts: Facts) -> Iterator[Motion]:
    yield Glide(event.unit, (event.start, event.to))


@motions_for.register
def _declared(event: FireDeclared | IndirectFireDeclared, facts: Facts) -> Iterator[Motion]:
    start = facts.where(event.unit)
    if start:
        yield Shot(start, event.hex)


@motions_for.register
def _fired(event: Fired | IndirectFired | AirAttacked, facts: Facts) -> Iterator[Motion]:
    words = "barrage" if event.harmless else result_words(event.result or "")
    yield Result(event.hex, words, (event.die,), "bad" if event.result else "plain")


@motions_for.register
def _rout_check(event: RoutChecked, facts: Facts) -> Iterator[Motion]:
    words = f"{facts.short(event.unit)} {'holds' if event.passed else 'breaks'}"
    yield Result(event.hex, words, (event.die,), "good" if event.passed else "bad")


@motions_for.register
def _lost(event: UnitRouted | UnitEliminated, facts: Facts) -> Iterator[Motion]:
    if event.hex:
        facts.left(event.unit, event.hex)
        how = "routs" if isinstance(event, UnitRouted) else "is eliminated"
        yield Result(event.hex, f"{facts.short(event.unit)} {how}", (), "bad")


@motions_for.register
def _rallied(event: Rallied, facts: Facts) -> Iterator[Motion]:
    gone, left = event.removed, event.value
    what = wording.MARKERS.get(gone, humanize(gone)).lower()
    words = f"now disorganized {left}" if gone == "dg" and left else f"no longer {what}"
    yield Result(event.hex, f"{facts.short(event.unit)}: {words}", (), "good")


@motions_for.register
def _charged(event: AssaultDeclared, facts: Facts) -> Iterator[Motion]:
    for start in event.hexes:
        yield Shot(start, event.hex)


@motions_for.register
def _assault_die(event: DieRolled, facts: Facts) -> Iterator[Motion]:
    sides = {"assault_attacker": "attacker", "assault_defender": "defender"}
    side, about = sides.get(event.purpose), event.subject
    if side is not None and about.hex:
        yield Result(about.hex, f"{side}, {about.value}".replace("-", "−"), (event.die,))


@motions_for.register
def _fought(event: AssaultFought, facts: Facts) -> Iterator[Motion]:
    loser = f"the {event.outcome} loses by {event.difference}" if event.difference else "nobody wins"
    yield Result(event.hex, f"{event.attacker} to {event.defender}: {loser}", (), "bad")


@motions_for.register
def _taken(event: VictoryHexTaken, facts: Facts) -> Iterator[Motion]:
    side = event.side
    who = f"falls to {NOUNS.get(side, side)}" if side else "is now held by nobody"
    yield Result(event.hex, f"{event.name or 'The victory hex'} {who}", (), "good" if side else "plain")


@motions_for.register
def _drawn(event: ChitDrawn, facts: Facts) -> Iterator[Motion]:
    chit, left = facts.chit(event.chit), event.left
    kind, side = chit.kind, chit.side or ""
    told = f"{wording.side(side) if side else ''} {KINDS.get(kind, humanize(kind))} chit".strip()
    note = ""
    if left is not None:
        chance = f"It had 1 chance in {left + 1}." if left else "It was the last one in the Cup."
        note = f"{chance} {left} {'is' if left == 1 else 'are'} left." if left else chance
    yield ChitDraw(event.chit, told, chit.name, NOTES.get(kind, ""), note, side)


class MovingBoard(OnBoard[BoardController]):
    """The board as motions need it."""

    rise = COUNTER * 0.7

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        return motions_of(map(event_of, events), motions_for, Facts(self.board))

    def point(self, place: str) -> QPointF | None:
        """Return the centre of a hex."""
        try:
            return center(hex_id(place))
        except ValueError:
            return None

    def home(self, thing: str) -> QPointF | None:
        """Return where a counter lies in its stack."""
        piece = self.board.scene.counters.pieces.get(thing)
        return piece.at if piece is not None and thing in self.board.position.where else None

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a counter elsewhere."""
        layer = self.board.scene.counters
        if thing in layer.pieces:
            layer.raise_pieces((thing,))
            layer.move(thing, at)

    def settle(self) -> None:
        """Draw every counter where it lies."""
        self.board.slides.finish()
        self.board.restyle()

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Draw the face of a chit."""
        draw_chit(painter, box, ChitLooks(view_of(self.board.game)).look(Facts(self.board).chit(chit)))
