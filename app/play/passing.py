"""Passing automatically over questions that players do not want, or that decide nothing; undo brings them back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.bindings import spell
from app.play.controller import GameController
from app.play.game_view import SystemWords
from app.settings import Settings
from app.text.words import Words
from rules.engine.command import Command, cmd
from rules.engine.options import Decision

KEY = "pass_for"
AUTO_ANSWERS = "ask_needless"
"""The preference to be asked also where nothing can be decided."""


def chosen(settings: Settings, system: SystemWords, seats: Iterable[str]) -> dict[str, set[str]]:
    """Return the kinds of questions each seat wants passed over in a system, by default those not asked at first."""
    kept = settings.get(KEY, {})
    kept = kept.get(system.id, kept)  # the first preferences knew one system only
    may = {kind: row.passed for kind, row in system.words.questions.items() if row.passed is not None}
    unasked = [kind for kind, passed in may.items() if passed.unasked]
    return {seat: {kind for kind in kept.get(seat, unasked) if kind in may} for seat in seats}


def choose(settings: Settings, system: str, kinds: Mapping[str, Iterable[str]]) -> None:
    """Save what each seat wants passed over in a system."""
    kept = {name: value for name, value in settings.get(KEY, {}).items() if isinstance(value, Mapping)}
    settings.set(KEY, {**kept, system: {seat: sorted(wanted) for seat, wanted in kinds.items()}})


def want(settings: Settings, system: SystemWords, seats: Iterable[str], kind: str, *, asked: bool) -> None:
    """Save for each seat whether it is asked a kind of question."""
    now = chosen(settings, system, seats)
    choose(settings, system.id, {seat: (now[seat] - {kind}) if asked else now[seat] | {kind} for seat in now})


def pass_order(decision: Decision | None, words: Words, wanted: Mapping[str, set[str]]) -> Command | None:
    """Return the order that passes a decision over, if its player wants that and the order is on offer."""
    if decision is None or decision.kind not in wanted.get(decision.seat, ()):
        return None
    passed = words.question(decision.kind).passed
    if passed is None or (passed.only and decision.options.offered() != [passed.verb]):
        return None
    order = cmd(passed.verb)
    return order if order and order.verb in decision.options.verbs() and order in decision.options else None


class Visits:
    """What a player did each time that he was asked, until somebody else was: where he only passed, his host can."""

    def __init__(self) -> None:
        self._now: list[str] = []
        self._last = ""

    def ordered(self, kind: str, commands: Sequence[Command], words: Words) -> None:
        """Take note of orders that answer a kind of question."""
        passed = words.question(kind).passed
        self._now += [kind if passed is not None and command == cmd(passed.verb) else "" for command in commands]

    def ended(self) -> str:
        """Take note that somebody else is asked; return the kind of question that was only passed, twice in a row."""
        if not self._now:
            return ""
        kinds, before = set(self._now), self._last
        self._now, self._last = [], kinds.pop() if len(kinds) == 1 else ""
        return self._last if self._last == before else ""


class Pass(NamedTuple):
    """An order that passes a question over, and what the log says of it: the facts of an event, or None for nothing."""

    order: Command
    told: Mapping[str, Any] | None


class PassForMe(QObject):
    """Give the passing orders that players have asked for in a game, and the only answers to questions with one answer.

    A question that an undo brings back is put to the player whatever he chose. Passes are kept by position: `passes`
    are all of them, `passed` those the log tells of when it is written again. `told` carries its lines. `gives` while
    it gives an order.
    """

    told = Signal(list)

    def __init__(self, game: GameController, settings: Settings) -> None:
        super().__init__(game)
        self.game, self.settings = game, settings
        self.passed: dict[int, dict[str, Any]] = {}
        self.passes: set[int] = set()
        self.gives = False
        self._held = -1
        self._resting: dict[tuple[str, str], object] = {}
        self._hinted: set[str] = set()
        self.asides: Callable[[], list[tuple[int, int, dict[str, Any]]]] = list

    def started(self) -> None:
        """Forget the passes of another game."""
        self.passed, self._held, self._resting, self._hinted = {}, -1, {}, set()
        self.passes = set()

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
        self.passes = {seq for seq in self.passes if seq < self._held}

    def go_on(self) -> None:
        """Pass the present question over if it is to be; the log is told first."""
        seat, decision, passing = self.game.seat, self.game.decision, self._pass()
        if seat is None or decision is None or passing is None:
            return
        if passing.told is not None:
            player = self.game.side(decision.seat).name
            self.passed[seat.seq] = {
                "event": "PassedFor",
                "side": decision.seat,
                "player": player,
                "kind": decision.kind,
                **passing.told,
            }
            self.told.emit([self.passed[seat.seq]])
        self.passes.add(seat.seq)
        before, self.gives = self.gives, True
        try:
            self.game.submit(passing.order)
        finally:
            self.gives = before

    def _pass(self) -> Pass | None:
        seat = self.game.seat
        if seat is None or seat.seq == self._held:
            return None
        return self._wanted() or self._auto_answer()

    def _wanted(self) -> Pass | None:
        game, decision = self.game, self.game.decision
        wanted = chosen(self.settings, game.system_words, game.sides)
        rests = decision is not None and self._rests(decision)
        if decision is not None and rests:
            wanted.setdefault(decision.seat, set()).add(decision.kind)
        order = pass_order(decision, game.words, wanted)
        if order is None or decision is None:
            return None
        passed = game.words.question(decision.kind).passed
        tip = passed.unasked if passed is not None and not rests else ""
        if not tip:
            return Pass(order, {"resting": rests})
        hinted = decision.kind in self._hinted
        self._hinted.add(decision.kind)
        return Pass(order, None if hinted else {"tip": spell(tip)})

    def _auto_answer(self) -> Pass | None:
        game = self.game
        if game.decision is None or self.settings.get(AUTO_ANSWERS, False):
            return None
        answer = game.words.auto_answer(game.decision, game.view, game.query, game.history)
        if answer is None or answer.order not in game.decision.options:
            return None
        return Pass(answer.order, {"why": answer.why} if answer.why else None)

    def history(self, until: int | None = None) -> list[dict[str, Any]]:
        """Return every event of the present line of play, or those up to a position.

        The passes, what was taken back and `asides`, each with its place, stand between them.
        """
        seat = self.game.present
        events = seat.events_at() if seat is not None else []
        marked = [(seq + 1, -1, event) for seq, event in self.passed.items()]
        marked += [(seq, place, event) for place, (seq, event) in enumerate(events)]
        marked += [(seq + 1, -2, event) for seq, event in self.game.taken_back]
        marked += self.asides()
        told = sorted((entry for entry in marked if until is None or entry[0] <= until), key=lambda entry: entry[:2])
        return [event for _, _, event in told]
