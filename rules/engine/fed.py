"""Chance in a copy of a game: the outcomes are told by the host, and compared where that can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules.engine.command import Plain
from rules.engine.frames import Request
from rules.engine.nature import BothNature, CommittedNature
from rules.engine.parts import ANEW, HOST, back

Outcome = tuple[str, Plain]
"""What chance answered: a kind ("die", "draw") and its value."""
NO_PARTS: Final = "a roll without the parts of both sides"
OTHER_SIDES: Final = "The dice of this game are not made by its host and the players at all seats but his own."


class OutOfStep(ValueError):
    """A copy is no longer the game that its host plays; the text is one sentence."""


class WrongDice(OutOfStep):
    """The host has rolled otherwise than both sides' parts say."""


class FedNature:
    """Answers what the host said, and nothing else: a copy of the game foresees no die.

    It is described as dice rolled by hand in the header of a record, without a seed.
    """

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def take(self, step: int, outcomes: tuple[Outcome, ...], parts: Mapping[str, str] | None) -> None:
        """Take what the host says of the next step, and the parts of both sides if it has them."""
        self.outcomes = list(outcomes)

    def compare(self, request: Request, counts: Mapping[str, int], value: Plain) -> None:
        """Compare an outcome with what it should be; raise WrongDice."""

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the host's next outcome, None where it is not known yet; raise OutOfStep if it is of another kind."""
        if not self.outcomes:
            return None
        kind, value = self.outcomes.pop(0)
        if kind != request.kind:
            raise OutOfStep(f"The host rolled a {kind} where this copy of the game needs a {request.kind}.")
        self.compare(request, counts, value)
        return request.outcome({kind: value})


class FedBoth(FedNature, BothNature):
    """Answers what the host said, and compares it with the parts of both sides.

    Each roll takes the next part of every side. `rolled` are those of the rolls before this copy goes on.
    """

    def __init__(
        self, anchors: Mapping[str, str], *, before: int = 0, rolled: Iterable[Mapping[str, str]] = ()
    ) -> None:
        FedNature.__init__(self)
        BothNature.__init__(self, anchors, before=before)
        self._last = dict(anchors)
        self._used = set(self._last.values())
        self._step = 0
        for parts in rolled:
            self._note(parts)

    def take(self, step: int, outcomes: tuple[Outcome, ...], parts: Mapping[str, str] | None) -> None:
        """Take what the host says of step number `step`; raise WrongDice if its parts are not the next ones."""
        FedNature.take(self, step, outcomes, parts)
        self._step, self.parts = step, {}
        if step <= self.before or not outcomes:
            return
        if parts is None:
            raise WrongDice(f"Step {step} has {NO_PARTS}.")
        anew = {name for name in self._last if name != HOST and ANEW + name in parts}
        if set(parts) != {*self._last, *(ANEW + name for name in anew)}:
            raise WrongDice(f"In step {step} there are other parts than those of the host and the seats that roll.")
        for name, held in self._last.items():
            begun = parts[ANEW + name] if name in anew else held
            if back(parts[name]) != begun or (name in anew and begun in self._used):
                raise WrongDice(f"In step {step} the part of {name or 'the host'} is not the one that was fixed.")
        self._note(parts)
        self.parts = parts

    def _note(self, parts: Mapping[str, str]) -> None:
        """Hold what the next roll goes on from; nobody begins anew with what was told before."""
        self._last = {name: parts[name] for name in self._last}
        self._used.update(parts.values())

    def compare(self, request: Request, counts: Mapping[str, int], value: Plain) -> None:
        """Compare an outcome with what the parts give; raise WrongDice."""
        right = BothNature.answer(self, request, counts)
        if self._step > self.before and value != right:
            raise WrongDice(f"In step {self._step} the {request.kind} shows {value}, but the parts give {right}.")

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the host's next outcome; raise OutOfStep as FedNature does, and WrongDice."""
        return FedNature.answer(self, request, counts)


class GoingOn(FedNature, CommittedNature):
    """Answers what was rolled elsewhere as long as steps from there are carried out, then from a host's secret."""

    def __init__(self, dice: CommittedNature, steps: Callable[[], int], before: int) -> None:
        FedNature.__init__(self)
        CommittedNature.__init__(self, dice.secret, dice.nonces, steps, before=before)

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome that was told, or the host's own."""
        is_there = self.steps() < self.before
        return (FedNature if is_there else CommittedNature).answer(self, request, counts)


class GoingOnBoth(FedNature, BothNature):
    """Answers what was rolled elsewhere as long as steps from there are carried out, then from both sides' parts."""

    def __init__(self, dice: BothNature, before: int) -> None:
        FedNature.__init__(self)
        BothNature.__init__(self, dice.anchors, before=before)

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome that was told, or that of the parts at hand."""
        return (BothNature if self.parts else FedNature).answer(self, request, counts)


class Compared(FedNature):
    """Answers what the host said, and notes where that is not what its secret gives."""

    def __init__(self, committed: CommittedNature, steps: Callable[[], int], found: list[str]) -> None:
        super().__init__()
        self._committed = CommittedNature(committed.secret, committed.nonces, steps, before=committed.before)
        self._steps, self._found = steps, found

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the host's next outcome, and note it if it is wrong."""
        value, right = super().answer(request, counts), self._committed.answer(request, counts)
        if value is not None and value != right and self._steps() >= self._committed.before:
            self._found.append(
                f"In step {self._steps() + 1} the {request.kind} shows {value}, but the secret gives {right}."
            )
        return value
