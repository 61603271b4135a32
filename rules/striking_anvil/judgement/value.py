"""What a position is worth: the score, and what may still be won, in victory points and named parts (VIC-01)."""

from __future__ import annotations

from rules.engine.judgement import Manner, Part
from rules.striking_anvil.judgement.german import Withdrawal
from rules.striking_anvil.judgement.goals import Goals
from rules.striking_anvil.judgement.weights import weights_of
from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.r01_3_units import is_combat, side_of, strength
from rules.striking_anvil.r01_6_control import fort_level
from rules.striking_anvil.r_victory import score
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil


def value(game: Anvil, seat: str) -> tuple[Part, ...]:
    """Return the lead that a seat may expect at the end; of a finished game the true one."""
    sign = 1 if seat == ALLIED else -1
    parts = [Part("victory points", float(score(game)))]
    if game.state.frames:
        w = weights_of(Manner())
        out, goals = Withdrawal(game, w), Goals(game, w)
        units = [(unit, piece.at) for unit, piece in game.state.units.items()
                 if is_area(game, piece.at) and is_combat(game, unit)]  # fmt: skip
        germans = sum(out.hope(unit, at) for unit, at in units if side_of(game, unit) == GERMAN)
        allies = sum(strength(game, unit) for unit, _ in units if side_of(game, unit) == ALLIED)
        levels = sum(fort_level(game, area) for area in game.scenario.charts.fortifications)
        parts += [
            Part("Germans who can still escape", -germans),
            Part("Allies who can still fight", allies * w.allied_alive),
            Part("fortress levels", -levels * w.fort_level),
            Part("Allies near their goals", goals.within_reach()),
        ]
    return tuple(Part(text, sign * points) for text, points in parts)
