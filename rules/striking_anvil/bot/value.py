"""What a position is worth: the score, and what may still be won, in victory points and named parts (VIC-01)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from rules.engine.command import Command
from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision
from rules.striking_anvil.bot.combat import WEIGHTS, weights_of
from rules.striking_anvil.bot.fears import fears
from rules.striking_anvil.bot.german import Withdrawal
from rules.striking_anvil.bot.goals import Goals
from rules.striking_anvil.bot.script import AnvilScript, moment_of, stances_of
from rules.striking_anvil.mistakes import warning
from rules.striking_anvil.r01_1_map import fort_level, is_area
from rules.striking_anvil.r01_3_units import is_combat, side_of, strength
from rules.striking_anvil.r_victory import score
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil, State


def value(game: Anvil, seat: str) -> tuple[WorthPart, ...]:
    """Return the lead that a seat may expect at the end; of a finished game the true one."""
    sign = 1 if seat == ALLIED else -1
    parts = [WorthPart("victory points", float(score(game)))]
    if game.state.frames:
        w = weights_of(Manner())
        out, goals = Withdrawal(game, w), Goals(game, w)
        units = [
            (unit, piece.at)
            for unit, piece in game.state.units.items()
            if is_area(game, piece.at) and is_combat(game, unit)
        ]
        germans = sum(out.hope(unit, at) for unit, at in units if side_of(game, unit) == GERMAN)
        allies = sum(strength(game, unit) for unit, _ in units if side_of(game, unit) == ALLIED)
        levels = sum(fort_level(game, area) for area in game.scenario.charts.fortifications)
        parts += [
            WorthPart("Germans who can still escape", -germans),
            WorthPart("Allies who can still fight", allies * w.allied_alive),
            WorthPart("fortress levels", -levels * w.fort_level),
            WorthPart("Allies near their goals", goals.within_reach()),
        ]
    return tuple(WorthPart(text, sign * points) for text, points in parts)


# --- What Striking the Anvil teaches the computer opponent ---------------------------------------------------------


class AnvilJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        return AnvilScript(seed, manner, stance)

    def moment(self, game: Anvil, decision: Decision) -> Moment | None:
        """Return the moment that one's own impulse begins, else None."""
        return moment_of(game, decision)

    def stances(self, game: Anvil, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return the plans for an impulse."""
        return tuple(stances_of(game, decision, manner))

    def value(self, game: Anvil, seat: str) -> tuple[WorthPart, ...]:
        """Return the expected lead at the end."""
        return value(game, seat)

    def warning(self, game: Anvil, decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake."""
        return warning(game, decision, command)

    def fears(self, game: Anvil, seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next."""
        return fears(game, seat, weights_of(Manner()))

    def date(self, state: State) -> Hashable:
        """Return the turn."""
        return state.turn


EVALUATOR: Final = AnvilJudgement()
