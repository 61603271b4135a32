"""What the script answers to questions that come up seldom: what is lost with a hex, the aim at riders (8.5.1, 30)."""

from __future__ import annotations

from typing import Any, Final

from rules.company_scale.judgement.offers import Answers
from rules.company_scale.pieces import leader_now
from rules.company_scale.r08_3_modifiers import HEX
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision


def _lose_weapon(game: Battle, decision: Decision) -> Command:
    """Give up the support weapon that adds least to a fire."""
    weapons: Any = decision.subject["weapons"]
    return cmd("choose", weapon=min(weapons, key=lambda weapon: (game.scenario.weapons[weapon].fire.value, weapon)))


def _lose_leader(game: Battle, decision: Decision) -> Command:
    """Give up the leader who helps least."""
    leaders: Any = decision.subject["leaders"]

    def help_of(leader: str) -> tuple[int, str]:
        now = leader_now(game, leader)
        return now.fire + now.troop_quality, leader

    return cmd("choose", leader=min(leaders, key=help_of))


def _rider_aim(game: Battle, decision: Decision) -> Command:
    """Attack the whole hex: the riders who have just got off are in it."""
    return cmd("aim", target=HEX)


ANSWERS: Final[Answers] = {"lose_weapon": _lose_weapon, "lose_leader": _lose_leader, "rider_aim": _rider_aim}
