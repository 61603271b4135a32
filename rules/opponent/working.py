"""The opponent at one seat, and in a process of its own that reads one object per line and answers with lines.

In:  `{"begin": {"system", "scenario"}}`, `{"think": {"n", "seq", "seat", "level", "temper", "anew", "state"}}`,
`{"stop": n}`.
Out: `{"ready": hash of the scenario}`, `{"n", "best", "plans", "share"}` while plans are compared, then
`{"n", "thought"}`; or `{"n", "failed": a sentence}`. `n` numbers the questions, `state` is what the seat may know;
`anew` tells that others have decided for the seat since its last question, so that nothing planned then counts.

Whatever arrives while it thinks ends the thought: the best so far is answered at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import perf_counter
from typing import IO, Any, Final

from rules.engine.bounded import DOCUMENT, read_json
from rules.engine.command import Command
from rules.engine.evaluator import BotChoice, Evaluator, Manner, Script
from rules.engine.options import Decision
from rules.engine.system import System, system
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import ComparedPlan, GoOn, Planner, PlanningProgress, Position, Thought, planner_of

# --- The opponent at one seat: a script that answers every decision ------------------------------------------------


class Player:
    """Plays one seat through one game in one manner; it is given positions and never a session."""

    def __init__(self, evaluator: Evaluator, manner: Manner, seed: int = 0) -> None:
        self._evaluator, self._manner, self._seed = evaluator, manner, seed
        self._seq = 0
        self._script: Script = evaluator.script(manner, seed)
        self._planner: Planner | None = planner_of(evaluator, manner)

    def choose(
        self, position: Position, decision: Decision, seq: int = 0, go_on: GoOn = lambda progress: True
    ) -> Thought:
        """Return a thought whose command is one of the options; an earlier position than the last begins anew."""
        start = perf_counter()
        if seq < self._seq:
            self._begin_anew()
        self._seq = seq
        plans = self._plan(position, decision, go_on)
        choice = self._script.choose(position.game(), decision)
        if choice.command not in decision.options:
            choice = BotChoice(self._any(decision, seq), "chance")
        return Thought(
            decision.seat,
            seq,
            decision.kind,
            choice.command,
            choice.behaviour,
            choice.text,
            choice.parts,
            choice.others,
            plans,
            perf_counter() - start,
        )

    def _begin_anew(self) -> None:
        self._script = self._evaluator.script(self._manner, self._seed)
        self._planner = planner_of(self._evaluator, self._manner)

    def _plan(self, position: Position, decision: Decision, go_on: GoOn) -> tuple[ComparedPlan, ...]:
        if self._planner is None:
            return ()
        plans = self._planner.plan(position, decision, go_on)
        if plans is None:
            return ()
        self._script = self._evaluator.script(self._manner, self._seed, self._planner.stance, self._script)
        return plans

    def _any(self, decision: Decision, seq: int) -> Command:
        return Random(self._seed * 1_000_003 + seq).choice(list(decision.options))


# --- The opponent in a process of its own: it reads one object per line and answers with lines ---------------------

TOLD_EVERY: Final = 0.1
"""Seconds between two lines of progress."""


class Worker:
    """Thinks for any seat of one game; a seat keeps what it has planned from one question to the next."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._inbox: SimpleQueue[bytes] = SimpleQueue()
        self._system: System | None = None
        self._scenario: Any = None
        self._begun: Any = None
        self._players: dict[tuple[str, Manner], Player] = {}
        self._told = 0.0

    def read(self, lines: IO[bytes]) -> None:
        """Take in lines until they end, which an empty one says."""
        while raw := lines.readline(DOCUMENT + 2):
            self._inbox.put(raw)
        self._inbox.put(b"")

    def run(self) -> None:
        """Answer until the input ends."""
        while raw := self._inbox.get():
            number = 0
            try:
                told = read_json(raw)
                if "begin" in told:
                    self._begin(told["begin"])
                elif "think" in told:
                    number = int(told["think"]["n"])
                    self._tell({"n": number, "thought": self._think(number, told["think"]).to_plain()})
            except BrokenPipeError:  # nobody is listening
                return
            except Exception as error:  # a fault in one thought must not end the others
                self._tell({"n": number, "failed": f"{type(error).__name__}: {error}"})

    def _begin(self, told: Mapping[str, Any]) -> None:
        self._players = {}
        if told != self._begun:
            self._begun = self._system = None
            rules = system(str(told["system"]))
            evaluator_of(rules, Manner())
            self._scenario = rules.load(told["scenario"])
            self._begun, self._system = told, rules
        self._tell({"ready": self._scenario.hash})

    def _think(self, number: int, told: Mapping[str, Any]) -> Thought:
        if self._system is None:
            raise LookupError("no game has started")
        seat, manner = str(told["seat"]), Manner(str(told["level"]), str(told["temper"]), tells=True)
        state = self._system.decode(self._scenario, told["state"])
        position = Position(self._system, self._scenario, state, seat)
        decision = position.decision()
        if decision is None:
            raise LookupError(f"the {seat} seat has nothing to decide")
        if told.get("anew") or (seat, manner) not in self._players:
            self._players[seat, manner] = Player(evaluator_of(self._system, manner), manner)
        self._told = perf_counter()

        def go_on(progress: PlanningProgress) -> bool:
            self._tell_progress(number, progress)
            return self._inbox.empty()

        return self._players[seat, manner].choose(position, decision, int(told["seq"]), go_on)

    def _tell_progress(self, number: int, progress: PlanningProgress) -> None:
        now = perf_counter()
        if now - self._told >= TOLD_EVERY:
            self._told = now
            self._tell({"n": number, **progress._asdict()})

    def _tell(self, told: Mapping[str, Any]) -> None:
        self._out.write(json.dumps(told, ensure_ascii=True, default=dict).encode("ascii") + b"\n")
        self._out.flush()


def work(lines: IO[bytes], out: IO[bytes]) -> int:
    """Think for whoever writes the lines until they end; return the exit status."""
    worker = Worker(out)
    Thread(target=worker.read, args=(lines,), daemon=True).start()
    worker.run()
    return 0
