"""How events of Striking the Anvil are shown on its map: which move counters, or tell a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch

from PySide6.QtCore import QPointF

from app.motion.motions import Glide, Motion, OnBoard, Result, motions_of, nothing_shown
from app.systems.striking_anvil.board.geometry import COUNTER
from app.systems.striking_anvil.hand.controller import BoardController
from app.systems.striking_anvil.text.tell import MARKERS, WHY
from app.text.names import by_side
from app.text.words import Event
from rules.striking_anvil.events import (
    EVENTS,
    Bombed,
    CombatBegan,
    CombatResult,
    ControlChanged,
    DieRolled,
    Dropped,
    Eliminated,
    Moved,
    SurrenderSought,
)


class Facts:
    """What events say of each other: who goes together, where combat is, which die was rolled."""

    def __init__(self, board: BoardController) -> None:
        self.board = board
        self.groups: dict[str, tuple[str, ...]] = {}
        self.area = ""
        self._faces: tuple[int, ...] = ()

    def rolled(self, face: int) -> None:
        """Keep a die for the result that follows it."""
        self._faces = (face,)

    def faces(self) -> tuple[int, ...]:
        """Return the die just rolled, once."""
        faces, self._faces = self._faces, ()
        return faces

    def label(self, unit: str) -> str:
        """Return the name of a unit."""
        return self.board.game.names.of(unit)


motions_for = singledispatch(nothing_shown)
"""Return how an event of any kind is shown."""


@motions_for.register
def _moved(event: Moved, facts: Facts) -> Iterator[Motion]:
    facts.groups[event.units[0]] = event.units
    yield Glide(event.units[0], (event.area, event.to))


@motions_for.register
def _began(event: CombatBegan, facts: Facts) -> Iterable[Motion]:
    facts.area = event.area
    return ()


@motions_for.register
def _rolled(event: DieRolled, facts: Facts) -> Iterable[Motion]:
    facts.rolled(event.die)
    facts.area = event.subject.area or facts.area
    return ()


@motions_for.register
def _fought(event: CombatResult, facts: Facts) -> Iterator[Motion]:
    words = f"hits: attacker {event.attacker}, defender {event.defender}"
    tone = "bad" if event.attacker or event.defender else "plain"
    yield Result(facts.area, words, facts.faces() or (event.die,), tone)


@motions_for.register
def _gone(event: Eliminated, facts: Facts) -> Iterator[Motion]:
    yield Result(event.area, f"{facts.label(event.unit)} {WHY[event.why].partition(':')[0]}", (), "bad")


@motions_for.register
def _dropped(event: Dropped, facts: Facts) -> Iterator[Motion]:
    words = "lands in Good Order" if event.good else "lands disorganized"
    yield Result(event.area, words, facts.faces(), "good" if event.good else "bad")


@motions_for.register
def _bombed(event: Bombed, facts: Facts) -> Iterator[Motion]:
    words = f"{MARKERS[event.marker].removeprefix('the ')}: {f'−{event.levels}' if event.levels else 'no effect'}"
    yield Result(event.area, words, facts.faces(), "bad" if event.levels else "plain")


@motions_for.register
def _surrender(event: SurrenderSought, facts: Facts) -> Iterator[Motion]:
    words, tone = ("surrenders", "bad") if event.surrendered else ("holds out", "good")
    yield Result(event.area, words, facts.faces(), tone)


@motions_for.register
def _taken(event: ControlChanged, facts: Facts) -> Iterator[Motion]:
    yield Result(event.area, f"{by_side(event.side)} take the area", (), "good")


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
        motions = motions_of(map(EVENTS.read, events), motions_for, facts)
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

    def settle(self) -> None:
        """Draw every counter where it lies."""
        self.board.scene.lay_down()
