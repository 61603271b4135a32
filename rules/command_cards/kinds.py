"""The frame kinds of the system."""

from __future__ import annotations

from typing import Final

from rules.command_cards.battle import BATTLE, Ambush, Battling
from rules.command_cards.cards import RESTORING, STRIKE, Exchange
from rules.command_cards.dice import DIE, ROLLING
from rules.command_cards.ground import GroundChoice, OverrunChoice
from rules.command_cards.hits import RESULT, FlagChoice
from rules.command_cards.moving import Moving
from rules.command_cards.ordering import Ordering
from rules.command_cards.retreat import RETREAT, WayBack
from rules.command_cards.staging import Staging
from rules.command_cards.turn import GAME, OVER, TURN
from rules.engine.frames import registry

KINDS: Final = registry(
    GAME, TURN, OVER, BATTLE, RESULT, RETREAT, STRIKE, RESTORING, ROLLING, DIE,
    Staging(), Ordering(), Moving(), Battling(), Ambush(), FlagChoice(), WayBack(), GroundChoice(), OverrunChoice(),
    Exchange(),
)  # fmt: skip
