"""Passing automatically over questions a player hardly ever acts on; every pass is logged and can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.settings import Settings
from app.systems.presentation import Presentation
from app.text.words import Words
from rules.engine.command import Command, cmd
from rules.engine.options import Decision

if TYPE_CHECKING:
    from app.game import GameController

KEY = "pass_for"


def chosen(settings: Settings, presentation: Presentation, seats: Iterable[str]) -> dict[str, set[str]]:
    """Return the kinds of questions each seat wants passed over in a system; none by default."""
    kept = settings.get(KEY, {})
    kept = kept.get(presentation.id, kept)  # the first preferences knew one system only
    questions = presentation.words.questions
    return {seat: {k for k in kept.get(seat, ()) if k in questions and questions[k].passed} for seat in seats}


def choose(settings: Settings, system: str, kinds: Mapping[str, Iterable[str]]) -> None:
    """Save what each seat wants passed over in a system."""
    kept = {name: value for name, value in settings.get(KEY, {}).items() if isinstance(value, Mapping)}
    settings.set(KEY, {**kept, system: {seat: sorted(wanted) for seat, wanted in kinds.items()}})


def pass_order(decision: Decision | None, words: Words, wanted: Mapping[str, set[str]]) -> Command | None:
    """Return the order that passes a decision over, if its player wants that and the order is on offer."""
    if decision is None or decision.kind not in wanted.get(decision.seat, ()):
        return None
    passed = words.question(decision.kind).passed
    if passed is None or (passed.only and decision.options.offered() != [passed.verb]):
        return None
    order = cmd(passed.verb)
    return order if order and order.verb in decision.options.verbs() and order in decision.options else None


class PassForMe(QObject):
    """Give the passing orders that players have asked for in a game.

    A question that an undo brings back is put to the player whatever he chose. Passes are kept by position, so that
    the log can be written again.
    """

    def __init__(self, game: GameController, settings: Settings) -> None:
        super().__init__(game)
        self.game, self.settings = game, settings
        self.passed: dict[int, dict[str, Any]] = {}
        self._held = -1
        self._resting: dict[tuple[str, str], object] = {}

    def started(self) -> None:
        """Forget the passes of another game."""
        self.passed, self._held, self._resting = {}, -1, {}

    def rest(self, seat: str, kinds: Iterable[str]) -> None:
        """Pass over kinds of questions for a seat until the turn is over."""
        now = self.game.words.period(self.game.view)
        self._resting.update({(seat, kind): now for kind in kinds})

    def _rests(self, decision: Decision) -> bool:
        now = self.game.words.period(self.game.view)
        return (decision.seat, decision.kind) in self._resting and self._resting[decision.seat, decision.kind] == now

    def gone_back(self) -> None:
        """Put the question that an undo has brought back to the player."""
        seat = self.game.seat
        self._held = seat.seq if seat is not None else -1
        self._resting = {}
        self.passed = {seq: event for seq, event in self.passed.items() if seq < self._held}

    def go_on(self) -> list[dict[str, Any]]:
        """Pass over the present question if its player wants that; return the line for the log, written first."""
        seat, order = self.game.seat, self._order()
        if seat is None or order is None or seat.seq == self._held:
            return []
        decision = self.game.decision
        assert decision is not None
        player = self.game.side(decision.seat).name
        self.passed[seat.seq] = {
            "event": "PassedFor", "side": decision.seat, "player": player, "kind": decision.kind,
            "resting": self._rests(decision),
        }  # fmt: skip
        return [self.passed[seat.seq]]

    def carry_out(self) -> None:
        """Give the order that `go_on` has announced."""
        order = self._order()
        if order is not None:
            self.game.submit(order)

    def _order(self) -> Command | None:
        game = self.game
        wanted = chosen(self.settings, game.presentation, game.sides)
        if game.decision is not None and self._rests(game.decision):
            wanted.setdefault(game.decision.seat, set()).add(game.decision.kind)
        return pass_order(game.decision, game.words, wanted)

    def history(self) -> list[dict[str, Any]]:
        """Return every event of the present line of play, with the passes and what was taken back between them."""
        seat = self.game.seat
        events = seat.events_at() if seat is not None else []
        marked = [(seq + 1, -1, event) for seq, event in self.passed.items()]
        marked += [(seq, place, event) for place, (seq, event) in enumerate(events)]
        marked += [(seq + 1, -2, event) for seq, event in self.game.taken_back]
        return [event for _, _, event in sorted(marked, key=lambda entry: entry[:2])]
