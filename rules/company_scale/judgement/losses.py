"""The unit or weapon the script names when combat asks for one, its own or the enemy's (8.3.1, 8.5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from rules.company_scale.judgement.fire import fails_rout_check, unit_worth
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answers
from rules.company_scale.judgement.weights import Weights
from rules.company_scale.pieces import face, holder, side_of
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.ids import hex_id


def _target_unit(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Name the unit with the best defense of one's own, the worst of the enemy's."""
    units: Any = decision.subject["units"]
    own = side_of(game, units[0]) == decision.seat

    def weakness(unit: str) -> tuple[int, float]:
        return face(game, unit).defense, unit_worth(game, unit, weights)

    return cmd("choose", unit=(min if own else max)(units, key=weakness))


def _rout_unit(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Have the unit checked whose rout would cost most."""
    units: Any = decision.subject["units"]
    return cmd("choose", unit=max(units, key=lambda u: fails_rout_check(game, u, 0) * unit_worth(game, u, weights)))


def _lose_unit(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Give up the unit of least worth."""
    units: Any = decision.subject["units"]
    return cmd("choose", unit=min(units, key=lambda unit: unit_worth(game, unit, weights)))


def _defence_weapon(game: Battle, decision: Decision) -> Command:
    """Name the weapon like the unit: the best defense of one's own, the worst of the enemy's."""
    weapons: Any = decision.subject["weapons"]
    own = holder(game, hex_id(str(decision.subject["hex"]))) == decision.seat
    printed = game.scenario.weapons
    return cmd("choose", weapon=(min if own else max)(weapons, key=lambda w: printed[w].defense if w else 0))


def answers(mind: Mind) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {
        "target_unit": partial(_target_unit, mind.weights),
        "rout_unit": partial(_rout_unit, mind.weights),
        "lose_unit": partial(_lose_unit, mind.weights),
        "defence_weapon": _defence_weapon,
    }
