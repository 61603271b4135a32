"""What tests and measurements ask of Striking the Anvil."""

from __future__ import annotations

from typing import Final

from rules.striking_anvil.benchmark import BENCH
from rules.striking_anvil.blunders.counters import counters
from rules.striking_anvil.bot.rare import COVERAGE_BIAS
from rules.testing.gear import Gear

GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
