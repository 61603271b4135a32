"""How events of Striking the Anvil are shown on its map: which move counters, or tell a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.motion.motions import Glide, Motion, OnBoard, Result, Table, motions_of
from app.systems.striking_anvil.board.geometry import COUNTER
from app.systems.striking_anvil.hand.controller import BoardController
from app.systems.striking_anvil.text.tell import MARKERS, WHY, by_side
from app.text.words import Event


class Facts:
    """What events say of each other: who goes together, where combat is, which die was rolled."""

    def __init__(self, board: BoardController) -> None:
        self.board = board
        self.groups: dict[str, tuple[str, ...]] = {}
        self.area = ""
        self._faces: tuple[object, ...] = ()

    def rolled(self, face: object) -> None:
        """Keep a die for the result that follows it."""
        self._faces = (face,)

    def faces(self) -> tuple[object, ...]:
        """Return the die just rolled, once."""
        faces, self._faces = self._faces, ()
        return faces

    def label(self, unit: str) -> str:
        """Return the name of a unit."""
        return self.board.game.names.of(unit)


def _moved(event: Event, facts: Facts) -> Iterator[Motion]:
    units = tuple(event["units"])
    facts.groups[units[0]] = units
    yield Glide(units[0], (str(event["area"]), str(event["to"])))


def _began(event: Event, facts: Facts) -> Iterator[Motion]:
    facts.area = str(event["area"])
    return iter(())


def _rolled(event: Event, facts: Facts) -> Iterator[Motion]:
    facts.rolled(event["die"])
    facts.area = str((event.get("subject") or {}).get("area") or facts.area)
    return iter(())


def _fought(event: Event, facts: Facts) -> Iterator[Motion]:
    attacker, defender = int(event["attacker"]), int(event["defender"])
    words = f"hits: attacker {attacker}, defender {defender}"
    yield Result(facts.area, words, facts.faces() or (event["die"],), "bad" if attacker or defender else "plain")


def _gone(event: Event, facts: Facts) -> Iterator[Motion]:
    why = WHY[str(event["why"])].partition(":")[0]
    yield Result(str(event["area"]), f"{facts.label(str(event['unit']))} {why}", (), "bad")


def _dropped(event: Event, facts: Facts) -> Iterator[Motion]:
    good = bool(event["good"])
    words = "lands in Good Order" if good else "lands disorganized"
    yield Result(str(event["area"]), words, facts.faces(), "good" if good else "bad")


def _bombed(event: Event, facts: Facts) -> Iterator[Motion]:
    levels = int(event["levels"])
    words = f"{MARKERS[str(event['marker'])].removeprefix('the ')}: {f'−{levels}' if levels else 'no effect'}"
    yield Result(str(event["area"]), words, facts.faces(), "bad" if levels else "plain")


def _surrender(event: Event, facts: Facts) -> Iterator[Motion]:
    given_up = bool(event["surrendered"])
    yield Result(
        str(event["area"]), "surrenders" if given_up else "holds out", facts.faces(), "bad" if given_up else "good"
    )


def _taken(event: Event, facts: Facts) -> Iterator[Motion]:
    if event["side"]:
        yield Result(str(event["area"]), f"{by_side(event['side'])} take the area", (), "good")


MOTIONS: Table[Facts] = {
    "Moved": _moved,
    "CombatBegan": _began,
    "DieRolled": _rolled,
    "CombatResult": _fought,
    "Eliminated": _gone,
    "Dropped": _dropped,
    "Bombed": _bombed,
    "SurrenderSought": _surrender,
    "ControlChanged": _taken,
}
"""Which events are shown, and how; the others are told in the log only."""


class MovingBoard(OnBoard[BoardController]):
    """The map as motions need it. A group goes as one piece, named after its first unit."""

    rise = COUNTER * 0.8
    has_arrows = True

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self._groups: dict[str, tuple[str, ...]] = {}

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        facts = Facts(self.board)
        motions = motions_of(events, MOTIONS, facts)
        self._groups = facts.groups
        return motions

    def point(self, place: str) -> QPointF | None:
        """Return the point of an area or box that arrows go to."""
        sheet = self.board.scene.sheet
        return sheet.center(place) if sheet is not None and place in sheet.places else None

    def home(self, thing: str) -> QPointF | None:
        """Return where a counter lies in its stack."""
        stacks = self.board.scene.stacks
        lying = (one for stack in stacks.stacks if thing in stack.units for one in stacks.lying(stack)[::-1])
        return next((one.at for one in lying), None)

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a group elsewhere, over the others."""
        looks = self.board.scene.stacks.looks
        self.board.scene.carry([unit for unit in self._groups.get(thing, (thing,)) if unit in looks], at)

    def begin(self) -> None:
        """Do nothing: the map shows none of it by itself."""

    def settle(self) -> None:
        """Draw every counter where it lies."""
        self.board.scene.lay_down()

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Do nothing: there are no chits."""
