"""How events of the Company Scale System are shown on its board: which move a counter, draw fire, or tell a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.board.hexes import center
from app.motion.motions import ChitDraw, Glide, Motion, OnBoard, Result, Shot, Table, motions_of
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.panels.chits import ChitLooks, draw_chit
from app.systems.company_scale.panels.cup import KINDS, NOTES
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.die_rolls import result_words
from app.text.names import humanize
from app.text.words import Event
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
        return str(self.board.position.units.get(unit, {}).get("label") or unit).partition(",")[0]

    def chit(self, name: str) -> Mapping[str, Any]:
        """Return a chit of the view by its id."""
        view = self.board.game.view
        cup = view.get("cup") or {}
        lying = (view.get("chit") or {}, *cup.get("played", ()), *cup.get("may_still_come", ()))
        return next((chit for chit in lying if chit.get("id") == name), {"id": name, "name": name, "kind": ""})


def _moved(event: Event, facts: Facts) -> Iterator[Motion]:
    yield Glide(str(event["unit"]), (str(event["from"]), str(event["to"])))


def _declared(event: Event, facts: Facts) -> Iterator[Motion]:
    start = facts.where(str(event["unit"]))
    if start:
        yield Shot(start, str(event["hex"]))


def _fired(event: Event, facts: Facts) -> Iterator[Motion]:
    result = str(event.get("result") or "")
    words = "barrage" if event.get("harmless") else result_words(result)
    yield Result(str(event["hex"]), words, (event["die"],), "bad" if result else "plain")


def _rout_check(event: Event, facts: Facts) -> Iterator[Motion]:
    passed = bool(event["passed"])
    words = f"{facts.short(str(event['unit']))} {'holds' if passed else 'breaks'}"
    yield Result(str(event["hex"]), words, (event["die"],), "good" if passed else "bad")


def _lost(event: Event, facts: Facts) -> Iterator[Motion]:
    unit, at = str(event["unit"]), str(event.get("hex") or "")
    if at:
        facts.left(unit, at)
        how = "routs" if event["event"] == "UnitRouted" else "is eliminated"
        yield Result(at, f"{facts.short(unit)} {how}", (), "bad")


def _rallied(event: Event, facts: Facts) -> Iterator[Motion]:
    gone, left = str(event.get("removed", "")), event.get("value")
    what = wording.MARKERS.get(gone, humanize(gone)).lower()
    words = f"now disorganized {left}" if gone == "dg" and left else f"no longer {what}"
    yield Result(str(event["hex"]), f"{facts.short(str(event['unit']))}: {words}", (), "good")


def _charged(event: Event, facts: Facts) -> Iterator[Motion]:
    for start in event.get("hexes", ()):
        yield Shot(str(start), str(event["hex"]))


def _assault_die(event: Event, facts: Facts) -> Iterator[Motion]:
    sides = {"assault_attacker": "attacker", "assault_defender": "defender"}
    side, about = sides.get(str(event["purpose"])), event.get("subject") or {}
    if side is not None and about.get("hex"):
        yield Result(str(about["hex"]), f"{side}, {about['value']}".replace("-", "−"), (event["die"],))


def _fought(event: Event, facts: Facts) -> Iterator[Motion]:
    outcome = str(event["outcome"])
    loser = f"the {outcome} loses by {event['difference']}" if event["difference"] else "nobody wins"
    yield Result(str(event["hex"]), f"{event['attacker']} to {event['defender']}: {loser}", (), "bad")


def _taken(event: Event, facts: Facts) -> Iterator[Motion]:
    side = str(event["side"])
    who = f"falls to {wording.SIDE_NOUNS.get(side, side)}" if side else "is now held by nobody"
    yield Result(str(event["hex"]), f"{event.get('name') or 'The victory hex'} {who}", (), "good" if side else "plain")


def _drawn(event: Event, facts: Facts) -> Iterator[Motion]:
    chit, left = facts.chit(str(event["chit"])), event.get("left")
    kind, side = str(chit.get("kind", "")), str(chit.get("side") or "")
    told = f"{wording.side(side) if side else ''} {KINDS.get(kind, humanize(kind))} chit".strip()
    note = ""
    if isinstance(left, int):
        chance = f"It had 1 chance in {left + 1}." if left else "It was the last one in the Cup."
        note = f"{chance} {left} {'is' if left == 1 else 'are'} left." if left else chance
    yield ChitDraw(str(event["chit"]), told, str(chit["name"]), NOTES.get(kind, ""), note, side)


MOTIONS: Table[Facts] = {
    "UnitMoved": _moved,
    "FireDeclared": _declared,
    "IndirectFireDeclared": _declared,
    "Fired": _fired,
    "IndirectFired": _fired,
    "AirAttacked": _fired,
    "RoutChecked": _rout_check,
    "UnitRouted": _lost,
    "UnitEliminated": _lost,
    "Rallied": _rallied,
    "AssaultDeclared": _charged,
    "DieRolled": _assault_die,
    "AssaultFought": _fought,
    "VictoryHexTaken": _taken,
    "ChitDrawn": _drawn,
}
"""Which events are shown, and how; the others are told in the log only."""


class MovingBoard(OnBoard[BoardController]):
    """The board as motions need it."""

    rise = COUNTER * 0.7

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        return motions_of(events, MOTIONS, Facts(self.board))

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

    def begin(self) -> None:
        """Do nothing: the board shows none of it by itself."""

    def settle(self) -> None:
        """Draw every counter where it lies."""
        self.board.slides.finish()
        self.board.restyle()

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Draw the face of a chit."""
        draw_chit(painter, box, ChitLooks(self.board.game.view).look(Facts(self.board).chit(chit)))
