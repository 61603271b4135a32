"""A position being worked on: state, frames and the events a change emits."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from rules.engine.command import Command, IllegalCommand, Plain, Reason
from rules.engine.compiling import mypyc_attr
from rules.engine.frames import END, Choice, Conclusion, Frame, Kind, Nature, Procedure, Request
from rules.engine.options import Decision

MAX_STEPS: Final = 10_000


class StateLike(Protocol):
    """What the engine needs of a state: its frames, a copy, plain data."""

    frames: list[Frame]

    def copy(self) -> Self:
        """Return a copy that shares only what never changes."""
        ...

    def to_plain(self) -> dict[str, Plain]:
        """Return the whole state as plain data."""
        ...

    def adapted(self, scenario: Any) -> Any:
        """Return the static scenario as this state has it: unchanged unless who belongs to whom has changed."""
        ...

    def drop_caches(self) -> None:
        """Let go of what only makes questions quick to answer: the game has gone on from here."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Steady:
    """Base class of states under which the scenario stays as loaded."""

    __slots__ = ()

    def adapted(self, scenario: Any) -> Any:
        """Return the scenario."""
        return scenario

    def drop_caches(self) -> None:
        """Let nothing go, as nothing is kept."""


S = TypeVar("S", bound=StateLike)
C = TypeVar("C")
T = TypeVar("T")


class Game(Generic[S, C]):
    """One position under way: the static scenario, the state that may be changed, the events so far.

    `base` is the scenario as loaded, `scenario` the one adapted by the state.
    `index` is the place of the frame whose step is running, so that a step can still change its own
    locals after it has pushed another frame. `pending` is what the last `run` returned. `memo` is set only while
    the options of one decision are listed, for values that many of them need.
    """

    __slots__ = ("barrier", "base", "events", "index", "kinds", "memo", "pending", "scenario", "snapshot", "state")

    def __init__(self, kinds: dict[str, Kind], scenario: C, state: S) -> None:
        self.kinds = kinds
        self.base = scenario
        self.scenario: C = state.adapted(scenario)
        self.state = state
        self.events: list[dict[str, Any]] = []
        self.index = len(state.frames) - 1
        self.snapshot = False
        self.barrier = False
        self.memo: dict[Any, Any] | None = None
        self.pending: Decision | Request | None = None

    @property
    def frame(self) -> Frame:
        """Return the frame whose step or choice is running."""
        frames: list[Frame] = self.state.frames
        return frames[self.index]

    def branch(self) -> Self:
        """Return an independent game on a copy of the state (odds, explanations)."""
        return type(self)(self.kinds, self.base, self.state.copy())

    def cached(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return what `find` returns; while the options of one decision are listed it is called once per key."""
        if self.memo is None:
            return find()
        if key not in self.memo:
            self.memo[key] = find()
        value: T = self.memo[key]
        return value

    def emit(self, event: str, /, *, only: str | None = None, **facts: Plain) -> None:
        """Emit an event: output only, never part of the state; `only` names the one seat that hears of it."""
        self.events.append({"event": event, **facts} if only is None else {"event": event, **facts, "only": only})

    def push(self, frame_kind: str, first_step: str = "", /, **data: Plain) -> None:
        """Put a frame on top; a procedure starts at its first step unless one is named."""
        definition = self.kinds[frame_kind]
        if not first_step and isinstance(definition, Procedure):
            first_step = definition.first
        self.state.frames.append(Frame(frame_kind, first_step, data))

    def adapt(self) -> None:
        """Adapt the scenario again after the state has changed who belongs to whom."""
        self.scenario = self.state.adapted(self.base)

    def update(self, **changes: Plain) -> None:
        """Change locals of the running frame."""
        self.state.frames[self.index] = self.frame.having(**changes)

    def finish(self, **result: Plain) -> None:
        """End the running frame and everything above it; hand results to the frame below."""
        del self.state.frames[self.index :]
        self.index = len(self.state.frames) - 1
        if result and self.state.frames:
            self.update(**result)

    def conclude(self, kind: str) -> None:
        """Let a conclusion end the game once the running step is done; the frames above it are dropped."""
        conclusion = self.kinds[kind]
        assert isinstance(conclusion, Conclusion)
        self.state.frames[0] = Frame(kind, conclusion.first)

    def checkpoint(self) -> None:
        """Ask for a snapshot in the record after the present command."""
        self.snapshot = True

    def reveal(self) -> None:
        """Make the present command a barrier for undo: it revealed something hidden."""
        self.barrier = True

    def roll(self, purpose: str, /, **subject: Plain) -> None:
        """Ask nature for a die; the running frame gets it as `result`."""
        self.push("die", purpose=purpose, subject=subject)

    def draw(self, purpose: str, items: tuple[str, ...], /, *, only: str | None = None, **subject: Plain) -> None:
        """Ask nature to draw one of `items`; the running frame gets it as `result`.

        `only` names the one seat that may see what is drawn.
        """
        hidden = {} if only is None else {"only": only}
        self.push("draw", purpose=purpose, items=items, subject=subject, **hidden)

    def run(self, depth: int = 0) -> Decision | Request | None:
        """Run steps until somebody has to decide; return the decision, nature's request, or None at the end.

        With a depth it also ends when only that many frames are left, and those are not touched.
        """
        self.pending = self._run(depth)
        return self.pending

    def _run(self, depth: int) -> Decision | Request | None:
        frames, kinds = self.state.frames, self.kinds
        bottom: Frame | None = None
        concluding = False
        for _ in range(MAX_STEPS):
            if len(frames) <= depth:
                return None
            if frames[0] is not bottom:
                bottom = frames[0]
                concluding = isinstance(kinds[bottom.kind], Conclusion)
            if concluding:
                del frames[1:]
                if depth:
                    continue
            self.index = len(frames) - 1
            frame = frames[-1]
            kind = kinds[frame.kind]
            if isinstance(kind, Procedure):
                self._step(kind, frame)
            elif isinstance(kind, Nature):
                return kind.request(frame)
            else:
                decision = kind.ask(self)
                if decision is not None:
                    return decision
                if frames and frames[-1] is frame:
                    frames.pop()
        raise RuntimeError(f"the frames {[f.kind for f in frames]} never reach a decision")

    def _step(self, procedure: Procedure, frame: Frame) -> None:
        frames, index, step = self.state.frames, self.index, frame.step
        if step == END:
            frames.pop()
            return
        then = procedure.steps[step](self) or procedure.following[step]
        if index < len(frames):
            now = frames[index]
            if now is frame or (now.kind == frame.kind and now.step == step):
                if then == END and index == len(frames) - 1:
                    frames.pop()
                else:
                    frames[index] = now.at(then)

    def take(self, command: Command) -> None:
        """Carry out a command of the choice on top; raise IllegalCommand with every reason if it is refused."""
        decision = self.pending if self.pending is not None else self.run()
        assert isinstance(decision, Decision)
        reasons = decision.options.reasons(command)
        if reasons:
            raise IllegalCommand(reasons)
        self.apply(command)

    def apply(self, command: Command) -> None:
        """Carry out a command of the choice on top without checking that it is legal."""
        self.index = len(self.state.frames) - 1
        kind = self.kinds[self.frame.kind]
        assert isinstance(kind, Choice)
        action = kind.action(command.verb)
        assert action is not None
        self.pending = None
        action.apply(self, command)

    def happen(self, outcome: Plain) -> None:
        """Give nature's outcome to the frame below the request."""
        frame = self.state.frames.pop()
        self.index = len(self.state.frames) - 1
        self.pending = None
        self.update(result=outcome)
        kind = self.kinds[frame.kind]
        assert isinstance(kind, Nature)
        kind.tell(self, frame, outcome)
        kind.after(self, frame)

    def explain(self, command: Command) -> list[Reason]:
        """Return why a command of the present choice is refused; empty if it is legal."""
        decision = self.run()
        assert isinstance(decision, Decision)
        return decision.options.reasons(command)
