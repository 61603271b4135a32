"""Counts which questions bots were asked and which commands they gave, to show what never came up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.engine.command import Command
from rules.engine.frames import Choice
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.system import System
from rules.testing.bots import Bot


class Coverage:
    """Counts the commands that bots give, by question and verb."""

    def __init__(self, system: System) -> None:
        self.taken: Counter[tuple[str, str, str]] = Counter()  # frame, decision, verb
        choices = [kind for kind in system.kinds.values() if isinstance(kind, Choice)]
        self._known = [(choice.kind, action.verb) for choice in choices for action in choice.actions]

    def watching(self, bots: Mapping[str, Bot]) -> dict[str, Bot]:
        """Return bots that play like these and whose commands are counted."""
        return {seat: _Watched(bot, self.taken) for seat, bot in bots.items()}

    def never(self) -> list[tuple[str, str]]:
        """Return the system's questions and verbs that nobody has used."""
        used = {(frame, verb) for frame, _, verb in self.taken}
        return [pair for pair in self._known if pair not in used]

    def lines(self) -> Iterator[str]:
        """Yield a table: decision, verb and how often; then what never came up."""
        rows: Counter[tuple[str, str]] = Counter()
        for (_, kind, verb), count in self.taken.items():
            rows[kind, verb] += count
        yield f"{'decision':<24} {'verb':<22} {'taken':>9}"
        yield from (f"{kind:<24} {verb:<22} {count:>9,}" for (kind, verb), count in sorted(rows.items()))
        never = self.never()
        yield from (f"{kind:<24} {verb:<22} {'never':>9}" for kind, verb in never)
        yield f"{len(self._known) - len(never)} of {len(self._known)} commands came up."


class _Watched:
    def __init__(self, bot: Bot, taken: Counter[tuple[str, str, str]]) -> None:
        self._bot, self._taken = bot, taken

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return what the bot chooses, and count it."""
        command = self._bot.choose(seat, decision)
        self._taken[seat.think().frame.kind, decision.kind, command.verb] += 1
        return command
