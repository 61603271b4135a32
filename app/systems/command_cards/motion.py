"""How events of Battle Cards are shown on its board: which move a counter, draw fire, or tell a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.motion.motions import Draw, Flight, Glide, Motion, Result, Shot, Table, motions_of
from app.motion.on_board import OnBoard
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card
from app.systems.command_cards.art.counters import TALL, medal_sign, paint_lost, paint_medal
from app.systems.command_cards.board.board import CARRIED, BoardController
from app.systems.command_cards.board.geometry import FOOT, center
from app.systems.command_cards.text.names import SIDES, title
from app.systems.command_cards.text.tell import counted
from app.text.events import Event
from rules.command_cards.charts import cards
from rules.command_cards.hexes import NEIGHBOURS

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
        goals = self.board.game.view.get("objectives", ())
        return next((str(goal["hexes"][0]) for goal in goals if goal["name"] == name), "")

    def aim(self, unit: str, at: str) -> None:
        """Remember where a unit is fired at; it may be elsewhere or gone at the end."""
        self._aimed[unit] = at

    def where(self, unit: str) -> str:
        """Return the hex a unit was fired at in, or else the one it stands in; "" if it is gone."""
        units = self.board.game.view.get("units", {})
        return self._aimed.get(unit) or str(units.get(unit, {}).get("hex", ""))


def _moved(event: Event, facts: Facts) -> Iterator[Motion]:
    yield Glide(str(event["unit"]), (str(event["start"]), str(event["to"])))


def _battle(event: Event, facts: Facts) -> Iterator[Motion]:
    facts.aim(str(event["target"]), str(event["to"]))
    yield Shot(str(event["start"]), str(event["to"]))


def _struck(event: Event, facts: Facts) -> Iterator[Motion]:
    facts.aim(str(event["unit"]), str(event["hex"]))
    return iter(())


def _counted(event: Event, facts: Facts) -> Iterator[Motion]:
    come = [counted(int(event[key]), noun) for key, noun in (("hits", "hit"), ("flags", "flag")) if event[key]]
    words, tone = " and ".join(come) or "nothing", "bad" if come else "plain"
    yield Result(facts.where(str(event["target"])), words, tuple(event["rolled"]), tone, passing=True)


def _lost(event: Event, facts: Facts) -> Iterator[Motion]:
    draw = partial(paint_lost, kind=facts.board.kinds[str(event["unit"])])
    for _ in range(int(event["lost"])):  # one by one
        yield Flight(str(event["hex"]), f"{AWAY}{event['hex']}", draw, fades=True)
    yield Result(str(event["hex"]), f"loses {counted(int(event['lost']), 'figure')}", (), "bad")


def _medal(event: Event, facts: Facts) -> Iterator[Motion]:
    start = facts.objective(str(event["name"])) if event["source"] == "objective" else facts.gone
    draw = partial(_draw_medal, medal_sign(event))
    if start:
        yield Flight(start, f"{STAND}{event['seat']} {int(event['medals']) - 1}", draw)


def _draw_medal(sign: str, painter: QPainter) -> None:
    paint_medal(painter, QPointF(), MEDAL, sign, palettes.current())


def _gone(event: Event, facts: Facts) -> Iterator[Motion]:
    facts.gone = str(event["hex"])
    yield Result(str(event["hex"]), "eliminated", (), "bad")


def _restored(event: Event, facts: Facts) -> Iterator[Motion]:
    if event["back"]:
        yield Result(str(event["hex"]), f"{counted(int(event['back']), 'figure')} back", (), "good")


def _card(event: Event, facts: Facts) -> Iterator[Motion]:
    seat, card = str(event["seat"]), str(event["card"])
    sprung = event["event"] == "CardSprung"
    begins = "Ambush…" if sprung else "Playing a card…"
    yield Draw(card, f"{SIDES[seat]} card", title(card), "", "", seat, begins, 1 / RATIO, by_hand=not sprung)


MOTIONS: Table[Facts] = {
    "UnitMoved": _moved,
    "UnitRetreated": _moved,
    "GroundTaken": _moved,
    "BattleDeclared": _battle,
    "UnitStruck": _struck,
    "DiceCounted": _counted,
    "FiguresLost": _lost,
    "UnitEliminated": _gone,
    "FiguresRestored": _restored,
    "MedalWon": _medal,
    "CardPlayed": _card,
    "CardSprung": _card,
}
"""Which events are shown, and how; the others are told in the log only."""


class MovingBoard(OnBoard[BoardController]):
    """The board as motions need it."""

    rise = TALL * 0.6

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self._coming: Mapping[str, int] = {}

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        motions = motions_of(events, MOTIONS, Facts(self.board))
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
