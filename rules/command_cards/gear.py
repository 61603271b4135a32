"""What tests and measurements ask of Battle Cards."""

from __future__ import annotations

from typing import Final

from rules.command_cards.benchmark import BENCH
from rules.command_cards.judgement.rare import LEANING
from rules.command_cards.silly.acts import acts
from rules.testing.gear import Gear

GEAR: Final = Gear(LEANING, BENCH, acts)
