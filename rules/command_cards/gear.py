"""What tests and measurements ask of Battle Cards."""

from __future__ import annotations

from typing import Final

from rules.command_cards.benchmark import BENCH
from rules.command_cards.blunders.counters import counters
from rules.command_cards.bot.rare import COVERAGE_BIAS
from rules.testing.gear import Gear

GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
