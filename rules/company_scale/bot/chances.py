"""What the greedy player does about chance: re-rolls, aircraft, random events."""

from __future__ import annotations

from typing import Any

from rules.company_scale.r08_3_modifiers import HEX
from rules.company_scale.state import Table
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.ids import hex_id

FIRES = ("fire", "indirect_fire", "air_attack")
WORTHWHILE, LIKELY = 3, 5  # fire values: worth another die of one's own; the enemy would hit again anyway above this


class Chances:
    """Answers of the greedy player to questions that dice and events bring up."""

    def _reroll(self, game: Table, decision: Decision) -> Command:
        """Roll one's own good fires again when they miss, and the enemy's lucky ones when they hit."""
        subject: Any = decision.subject
        die, value = subject["die"], subject["about"].get("value")
        if subject["purpose"] not in FIRES or value is None:
            return cmd("keep")
        unit = subject["about"].get("unit")
        own = unit in game.scenario.units and game.scenario.units[unit].side == decision.seat
        hit = die <= value
        again = (own and not hit and value >= WORTHWHILE) or (not own and hit and value <= LIKELY and die > 0)
        return cmd("reroll") if again else cmd("keep")

    def _air_strikes(self, game: Table, decision: Decision) -> Command | None:
        """Strike the fullest enemy hex, a hard target in it before the hex."""
        strikes = decision.options.by_verb().get("air_strike", [])

        def worth(strike: Command) -> tuple[int, bool, str]:
            here = str(strike.get("hex"))
            return len(game.state.stack(hex_id(here))), strike.get("target") != HEX, here

        return max(strikes, key=worth, default=None)

    def _interdiction(self, game: Table, decision: Decision) -> Command | None:
        """Attack whatever moves on the road, a hard target first."""
        attacks = decision.options.by_verb().get("interdict", [])
        return max(attacks, key=lambda attack: (attack.get("target") != HEX, str(attack)), default=None)

    def _air_barrage(self, game: Table, decision: Decision) -> Command:
        """Leave the barrage."""
        return cmd("place_barrage")

    def _event(self, game: Table, decision: Decision) -> Command | None:
        """Help the strongest of one's own divisions, hurt the strongest of the enemy's."""
        found = decision.options.by_verb().get("choose", [])
        members = game.scenario.roster.divisions
        return max(found, key=lambda c: len(members.get(c.text("division"), ())), default=None)

    _air_placement = _event
