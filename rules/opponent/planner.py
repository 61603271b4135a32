"""Plans are played out over the same samples, and raced: when to plan, and which plan to follow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from math import inf, sqrt
from time import perf_counter
from typing import Any, Final, NamedTuple

from rules.engine.command import Command, Plain
from rules.engine.compiling import native_dataclass
from rules.engine.evaluator import TERMS, Evaluator, Manner, Moment, Offer, Script, Stance, Terms, WorthPart
from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.plain import canonical, digest
from rules.engine.system import System
from rules.opponent.levels import LEVELS, Level

# --- All that the opponent is given: a position as its seat may know it --------------------------------------------


class Position(NamedTuple):
    """A position as one seat may know it: no session, no driver, no seed. The state must not be changed."""

    system: System
    scenario: Any
    state: Any
    seat: str

    def game(self) -> Game[Any, Any]:
        """Return the position as a game that may only be looked at."""
        return Game(self.system.kinds, self.scenario, self.state)

    def decision(self) -> Decision | None:
        """Return the decision that is asked here if it is this seat's, else None."""
        asked = Game(self.system.kinds, self.scenario, self.state.copy()).run()
        return asked if isinstance(asked, Decision) and asked.seat == self.seat else None

    def dealt(self, sample: int) -> Any:
        """Return the state with all that the seat cannot see dealt anew."""
        return self.system.redeal_hidden(self.scenario, self.state, self.seat, sample)


# --- The opponent's own dice: the same question gets the same answer in every plan it compares ---------------------


class ImaginedNature:
    """Answers by sample, date, purpose and subject and by how often that was asked, not by the order of questions.

    Draws go by a hashed rank of each item, so that two plans draw the same chit even if one has drawn others first.
    It knows nothing of the dice of the game.
    """

    def __init__(self, sample: int) -> None:
        self._sample = sample
        self._asked: dict[str, int] = {}

    def answer(self, request: Request, date: Hashable) -> Plain:
        """Return an outcome."""
        if request.kind == "draw":
            return self._drawn(request, date)
        question = f"{date}/{request.purpose}/{canonical(request.subject)}"
        asked = self._asked[question] = self._asked.get(question, 0) + 1
        return request.items[self._number(f"{question}/{asked}") % len(request.items)]

    def _drawn(self, request: Request, date: Hashable) -> Plain:
        seen: dict[Plain, int] = {}
        ranks: list[tuple[int, int]] = []
        for place, item in enumerate(request.items):
            name = str(item)
            seen[name] = seen.get(name, 0) + 1
            ranks.append((self._number(f"{date}/{request.purpose}/{name}/{seen[name]}"), place))
        return request.items[min(ranks)[1]]

    def _number(self, key: str) -> int:
        return int.from_bytes(blake2b(f"{self._sample}/{key}".encode(), digest_size=8).digest(), "big")


# --- Playing on from a position in the head: no session, no record, dice of its own --------------------------------

LIMIT: Final = 3000
"""Decisions after which a rollout is judged as it stands."""


def play_on(
    game: Game[Any, Any],
    scripts: Callable[[Game[Any, Any]], Mapping[str, Script]],
    evaluator: Evaluator,
    sample: int,
    is_far_enough: Callable[[Game[Any, Any]], bool],
) -> Game[Any, Any]:
    """Play a game of one's own on until it is far enough or over, and return it; `scripts` may change on the way."""
    nature = ImaginedNature(sample)
    pending = game.run()
    for _ in range(LIMIT):
        while isinstance(pending, Request):
            game.happen(nature.answer(pending, evaluator.date(game.state)))
            pending = game.run()
        if pending is None or is_far_enough(game):
            break
        game.apply(scripts(game)[pending.seat].choose(game, pending).command)
        game.events.clear()
        pending = game.run()
    game.pending = None  # it refers to the game: the cycle is broken, so that both are freed at once
    return game


def rollout(
    position: Position,
    evaluator: Evaluator,
    moment: Moment,
    sample: int,
    planned: Callable[[int], Script],
    usual: Callable[[int], Script],
) -> float:
    """Return the seat's lead after a plan was carried out once: `planned` until the moment is over, `usual` then.

    What the seat cannot see is dealt anew by the sample; the others play as the script usually does.
    """
    game: Game[Any, Any] = Game(position.system.kinds, position.scenario, position.dealt(sample).copy())
    others = {seat: usual(sample) for seat in position.system.seats}
    during = {**others, position.seat: planned(sample)}

    def scripts(now: Game[Any, Any]) -> Mapping[str, Script]:
        return others if moment.is_over(now) else during

    play_on(game, scripts, evaluator, sample, moment.is_far_enough)
    return sum(part.points for part in evaluator.value(game, position.seat))


# --- What the opponent thought when it decided, as plain data: kept beside the record, never part of the game ------


class ComparedPlan(NamedTuple):
    """A plan that was compared with others: its lead over the usual one in points, over so many shared samples."""

    text: str
    lead: float
    samples: int


@native_dataclass(frozen=True, slots=True)
class Thought:
    """One decision of the opponent: who, at which position, what, why; which plans it compared and how long it took."""

    seat: str
    seq: int
    kind: str
    command: Command
    behaviour: str = ""
    text: str = ""
    parts: tuple[WorthPart, ...] = ()
    others: tuple[Offer, ...] = ()
    plans: tuple[ComparedPlan, ...] = ()
    seconds: float = 0.0

    def to_plain(self) -> dict[str, Any]:
        """Return the thought as plain data."""
        return {
            "seat": self.seat,
            "seq": self.seq,
            "kind": self.kind,
            "command": self.command.to_json(),
            "behaviour": self.behaviour,
            "text": self.text,
            "parts": [list(part) for part in self.parts],
            "others": [[o.command.to_json(), o.worth, o.text] for o in self.others],
            "plans": [list(plan) for plan in self.plans],
            "seconds": round(self.seconds, 4),
        }

    @staticmethod
    def of(raw: Mapping[str, Any]) -> Thought:
        """Return a thought from plain data; raise ValueError, KeyError or TypeError if it is none."""
        return Thought(
            str(raw["seat"]),
            int(raw["seq"]),
            str(raw["kind"]),
            Command.from_json(raw["command"]),
            str(raw["behaviour"]),
            str(raw["text"]),
            tuple(WorthPart(str(text), float(points)) for text, points in raw["parts"]),
            tuple(Offer(Command.from_json(command), float(worth), str(text)) for command, worth, text in raw["others"]),
            tuple(ComparedPlan(str(text), float(lead), int(samples)) for text, lead, samples in raw["plans"]),
            float(raw["seconds"]),
        )


# --- Which of several plans is best --------------------------------------------------------------------------------

SAME: Final = 2
"""Samples after which a plan is found to be the same as the usual one."""


@dataclass(slots=True)
class Race:
    """A race under way: the points of each plan, sample by sample; `running` are those still in it.

    `worths` are what the script takes the plans to be worth, none where that does not matter.
    """

    points: list[list[float]]
    running: list[int] = field(default_factory=list)
    terms: Terms = TERMS
    worths: Sequence[float] = ()

    @property
    def samples(self) -> int:
        """Return how many samples all plans still running share."""
        return min((len(self.points[plan]) for plan in self.running), default=0)

    def lead(self, plan: int) -> float:
        """Return a plan's mean lead over the usual one over the samples both share, and what the script sees in it."""
        leads = [a - b for a, b in zip(self.points[plan], self.points[0], strict=False)]
        trust = self.terms.trust if self.worths else 0.0
        told = trust * (self.worths[plan] - self.worths[0]) if trust else 0.0
        return (sum(leads) + told) / (len(leads) + trust) if leads else 0.0

    def is_clear(self, plan: int) -> bool:
        """Tell whether a plan is better than the usual one beyond the chance of the dice."""
        return self.lead(plan) > max(self.terms.least, self.terms.clear * self._error(plan))

    def is_worse(self, plan: int) -> bool:
        """Tell whether a plan is worse than the usual one beyond the chance of the dice."""
        return self.lead(plan) < -max(1.0, self.terms.clear) * self._error(plan)

    def _error(self, plan: int) -> float:
        """Return the standard error of a plan's lead; infinite before the first round is over."""
        leads = [a - b for a, b in zip(self.points[plan], self.points[0], strict=False)]
        if len(leads) < max(2, self.terms.first):
            return inf
        mean = sum(leads) / len(leads)
        return sqrt(sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads))

    def is_the_same(self, plan: int) -> bool:
        """Tell whether a plan has always come to what the usual one came to: most likely it plays the same."""
        own, usual = self.points[plan], self.points[0]
        return len(own) >= SAME and own == usual[: len(own)]

    @property
    def best(self) -> int:
        """Return the plan to take: the usual one unless another is clearly better."""
        clear = [plan for plan in range(1, len(self.points)) if self.is_clear(plan)]
        return max(clear, key=self.lead, default=0)


def race(
    plans: Sequence[Callable[[int], float]],
    budget: int,
    go_on: Callable[[Race], bool],
    first_sample: int = 0,
    terms: Terms = TERMS,
    worths: Sequence[float] = (),
) -> Race:
    """Race plans that return their points for a sample; the first plan is the usual one and never leaves.

    Nor is a plan tried again that came to just the same each time, or is worse. It ends when no other is left, after
    `budget` rollouts, or as soon as `go_on`, asked after each of them, returns False.
    """
    course = Race([[] for _ in plans], list(range(len(plans))), terms, worths)
    made, sample, samples = 0, first_sample, terms.first
    while len(course.running) > 1:
        for _ in range(samples):
            for plan in course.running:
                if made >= budget:
                    return course
                course.points[plan].append(plans[plan](sample))
                made += 1
                if not go_on(course):
                    return course
            sample += 1
            course.running = [plan for plan in course.running if not plan or not course.is_the_same(plan)]
            if len(course.running) == 1:
                return course
        ranked = sorted(course.running[1:], key=course.lead, reverse=True)
        kept = ranked[: (len(ranked) + 1) // 2]
        course.running = [0, *(plan for plan in kept if not course.is_worse(plan))]
        samples *= 2
    return course


# --- When to plan and which plan to follow: the plans of a moment are played out in the head and the best is kept ---


class PlanningProgress(NamedTuple):
    """How far the planning has come: the best plan so far in words, of how many, what share of the budget is used.

    `best` is empty while nothing leads the usual plan.
    """

    best: str
    plans: int
    share: float


ROLLOUT: Final = Manner()
"""How everybody is taken to play in a rollout."""
GoOn = Callable[[PlanningProgress], bool]
"""Hears of progress after each rollout; returns False to have the best so far played at once."""


class Planner:
    """Plans for one seat through one game; the stance of a moment is kept until the next one."""

    def __init__(self, evaluator: Evaluator, manner: Manner, level: Level) -> None:
        self._evaluator, self._manner, self._level = evaluator, manner, level
        self._key: Hashable = None
        self.stance: Stance | None = None

    def plan(self, position: Position, decision: Decision, go_on: GoOn) -> tuple[ComparedPlan, ...] | None:
        """Choose the stance if a new moment has come and return what was compared; None if the old one holds."""
        game = position.game()
        moment = self._evaluator.moment(game, decision)
        if moment is None or moment.key == self._key:
            return None
        self._key = moment.key
        stances = self._evaluator.stances(game, decision, self._manner, self.stance)
        self.stance = stances[0] if stances else None
        if len(stances) < 2:
            return ()
        course = self._raced(position, moment, stances, go_on)
        self.stance = stances[course.best]
        return tuple(
            ComparedPlan(stance.text, course.lead(place), len(course.points[place]))
            for place, stance in enumerate(stances)
        )

    def _raced(self, position: Position, moment: Moment, stances: Sequence[Stance], go_on: GoOn) -> Race:
        level, start = self._level, perf_counter()
        budget = round(level.rollouts * moment.terms.share)
        plans = [partial(self._played, position, moment, stance) for stance in stances]

        def going(course: Race) -> bool:
            made = sum(map(len, course.points))
            best = course.best
            told = PlanningProgress(stances[best].text if best else "", len(stances), made / budget)
            return go_on(told) and perf_counter() - start < level.seconds

        worths = [stance.worth for stance in stances]
        return race(plans, budget, going, seed_of(position), moment.terms, worths)

    def _played(self, position: Position, moment: Moment, stance: Stance, sample: int) -> float:
        evaluator, manner = self._evaluator, self._manner._replace(tells=False)
        return rollout(
            position,
            evaluator,
            moment,
            sample,
            planned=lambda seed: evaluator.script(manner, seed, stance),
            usual=lambda seed: evaluator.script(ROLLOUT, seed),
        )


def seed_of(position: Position) -> int:
    """Return a number that follows from what the seat knows and from nothing else."""
    return int(digest(position.dealt(0).to_plain())[:12], 16)


def planner_of(evaluator: Evaluator, manner: Manner) -> Planner | None:
    """Return a planner for a level that plans, else None."""
    level = LEVELS.get(manner.level)
    return Planner(evaluator, manner, level) if level is not None and level.rollouts else None
