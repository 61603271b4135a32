"""How events of Battle Cards are shown on its board: which move a counter, draw fire, or tell a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial, singledispatch

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.motion.motions import ChitDraw, Flight, Glide, Motion, OnBoard, Result, Shot, motions_of, nothing_shown
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card
from app.systems.command_cards.art.counters import TALL, medal_sign, paint_lost, paint_medal
from app.systems.command_cards.board.board import CARRIED, BoardController
from app.systems.command_cards.board.geometry import FOOT, center
from app.systems.command_cards.seen import view_of
from app.systems.command_cards.text.names import title
from app.text.names import NAMES
from app.text.words import Event
from rules.command_cards.charts import cards
from rules.command_cards.events import (
    EVENTS,
    BattleDeclared,
    CardPlayed,
    CardSprung,
    DiceCounted,
    FiguresLost,
    FiguresRestored,
    GroundTaken,
    MedalWon,
    UnitEliminated,
    UnitMoved,
    UnitRetreated,
    UnitStruck,
)
from rules.command_cards.hexes import NEIGHBOURS
from rules.engine.english import counted

AWAY, STAND = "away ", "stand "
"""Before a hex: a point beside its counter. Before a seat and a number: that place of its stand."""
OFF = QPointF(0, -TALL * 1.5)
MEDAL = 11.0
"""Size of a medal in flight."""


class Facts:
    """Where units stand, or stood when they were fired at; `gone` is the hex of the last one eliminated."""

    def __init__(self, board: BoardController) -> None:
        self.board = board
        self.gone = ""
        self._aimed: dict[str, str] = {}

    def objective(self, name: str) -> str:
        """Return the first hex of an objective; "" if there is none of that name."""
        goals = view_of(self.board.game).objectives
        return next((goal.hexes[0] for goal in goals if goal.name == name), "")

    def aim(self, unit: str, at: str) -> None:
        """Remember where a unit is fired at; it may be elsewhere or gone at the end."""
        self._aimed[unit] = at

    def where(self, unit: str) -> str:
        """Return the hex a unit was fired at in, or else the one it stands in; "" if it is gone."""
        standing = view_of(self.board.game).units.get(unit)
        return self._aimed.get(unit) or (standing.hex if standing is not None else "")


motions_for = singledispatch(nothing_shown)
"""Return how an event of any kind is shown."""


@motions_for.register
def _moved(event: UnitMoved | UnitRetreated | GroundTaken, facts: Facts) -> Iterator[Motion]:
    yield Glide(event.unit, (event.start, event.to))


@motions_for.register
def _battle(event: BattleDeclared, facts: Facts) -> Iterator[Motion]:
    facts.aim(event.target, event.to)
    yield Shot(event.start, event.to)


@motions_for.register
def _struck(event: UnitStruck, facts: Facts) -> Iterator[Motion]:
    facts.aim(event.unit, event.hex)
    return iter(())


@motions_for.register
def _counted(event: DiceCounted, facts: Facts) -> Iterator[Motion]:
    come = [counted(n, noun) for n, noun in ((event.hits, "hit"), (event.flags, "flag")) if n]
    words, tone = " and ".join(come) or "nothing", "bad" if come else "plain"
    yield Result(facts.where(event.target), words, event.rolled, tone, passing=True)


@motions_for.register
def _lost(event: FiguresLost, facts: Facts) -> Iterator[Motion]:
    draw = partial(paint_lost, kind=facts.board.kinds[event.unit])
    for _ in range(event.lost):  # one by one
        yield Flight(event.hex, f"{AWAY}{event.hex}", draw, fades=True)
    yield Result(event.hex, f"loses {counted(event.lost, 'figure')}", (), "bad")


@motions_for.register
def _medal(event: MedalWon, facts: Facts) -> Iterator[Motion]:
    start = facts.objective(event.name) if event.source == "objective" else facts.gone
    draw = partial(_draw_medal, medal_sign(event.name))
    if start:
        yield Flight(start, f"{STAND}{event.seat} {event.medals - 1}", draw)


def _draw_medal(sign: str, painter: QPainter) -> None:
    paint_medal(painter, QPointF(), MEDAL, sign, palettes.current())


@motions_for.register
def _gone(event: UnitEliminated, facts: Facts) -> Iterator[Motion]:
    facts.gone = event.hex
    yield Result(event.hex, "eliminated", (), "bad")


@motions_for.register
def _restored(event: FiguresRestored, facts: Facts) -> Iterator[Motion]:
    if event.back:
        yield Result(event.hex, f"{counted(event.back, 'figure')} back", (), "good")


@motions_for.register
def _card(event: CardPlayed | CardSprung, facts: Facts) -> Iterator[Motion]:
    seat, card = event.seat, event.card
    sprung = isinstance(event, CardSprung)
    begins = "Ambush…" if sprung else "Playing a card…"
    yield ChitDraw(card, f"{NAMES[seat]} card", title(card), "", "", seat, begins, 1 / RATIO, by_hand=not sprung)


class MovingBoard(OnBoard[BoardController]):
    """The board as motions need it."""

    rise = TALL * 0.6

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self._coming: Mapping[str, int] = {}

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        facts = Facts(self.board)
        motions = motions_of(map(EVENTS.read, events), motions_for, facts)
        flights = (motion.to.split() for motion in motions if isinstance(motion, Flight))
        self._coming = Counter(seat for kind, seat, *_ in flights if kind == STAND.strip())
        return motions

    def point(self, place: str) -> QPointF | None:
        """Return the place of a counter in a hex, a point beside it, or that of a medal on a stand."""
        if place.startswith(STAND):
            _, seat, number = place.split()
            return self.board.scene.stands.spot(seat, int(number))
        if place.startswith(AWAY):
            return center(place.removeprefix(AWAY)) + FOOT + OFF
        return center(place) + FOOT if place in NEIGHBOURS else None

    def home(self, thing: str) -> QPointF | None:
        """Return where a counter lies."""
        return self.board.units[thing].pos() if thing in self.board.units else None

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a counter elsewhere."""
        item = self.board.units.get(thing)
        if item is not None:
            item.setZValue(CARRIED)
            item.setPos(at)

    def begin(self) -> None:
        """Hide the dice that have yet to fall and the medals that have yet to come."""
        self.board.scene.dice.hide()
        self.board.scene.stands.await_medals(self._coming)

    def settle(self) -> None:
        """Draw every counter where it lies, the dice, and the medals."""
        self.board.scene.dice.show()
        self.board.scene.stands.await_medals({})
        self.board.refresh()

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Draw the face of a card."""
        paint_card(painter, box, cards()[chit], palettes.current())
