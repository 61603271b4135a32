"""What the script does about chance: re-rolls, aircraft, random events."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answers
from rules.company_scale.judgement.weights import Weights
from rules.company_scale.r08_3_modifiers import HEX
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.ids import hex_id

FIRES: Final = ("fire", "indirect_fire", "air_attack")


def _reroll(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Re-roll one's own good fires when they miss, and the enemy's lucky ones when they hit."""
    subject: Any = decision.subject
    die, value = subject["die"], subject["about"].get("value")
    if subject["purpose"] not in FIRES or value is None:
        return cmd("keep")
    unit = subject["about"].get("unit")
    own = unit in game.scenario.units and game.scenario.units[unit].side == decision.seat
    hit = die <= value
    again = (own and not hit and value >= weights.reroll_own) or (
        not own and hit and value <= weights.reroll_enemy and die > 0
    )
    return cmd("reroll") if again else cmd("keep")


def _air_strikes(game: Battle, decision: Decision) -> Command | None:
    """Strike the fullest enemy hex, a hard target in it before the hex."""
    strikes = decision.options.by_verb().get("air_strike", [])

    def worth(strike: Command) -> tuple[int, bool, str]:
        here = strike.text("hex")
        return len(game.state.stack(hex_id(here))), strike.text("target") != HEX, here

    return max(strikes, key=worth, default=None)


def _interdiction(game: Battle, decision: Decision) -> Command | None:
    """Attack whatever moves on the road, a hard target first."""
    attacks = decision.options.by_verb().get("interdict", [])
    return max(attacks, key=lambda attack: (attack.text("target") != HEX, str(attack)), default=None)


def _air_barrage(game: Battle, decision: Decision) -> Command:
    """Leave the barrage."""
    return cmd("place_barrage")


def _event(game: Battle, decision: Decision) -> Command | None:
    """Help the strongest of one's own divisions and hurt the strongest of the enemy's; a gift goes to the weakest."""
    subject: Any = decision.subject
    choices = decision.options.by_verb().get("choose", [])
    members, divisions = game.scenario.roster.divisions, game.scenario.divisions
    gift = subject["about"] == "german_officer"  # 20.0: the Allied player names who gains

    def worth(choice: Command) -> int:
        division = choice.text("division")
        strength = len(members.get(division, ()))
        return -strength if gift and divisions[division].side != decision.seat else strength

    return max(choices, key=worth, default=None)


def answers(mind: Mind) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {
        "reroll": partial(_reroll, mind.weights),
        "air_strikes": _air_strikes,
        "interdiction": _interdiction,
        "air_barrage": _air_barrage,
        "event": _event,
        "air_placement": _event,
    }
