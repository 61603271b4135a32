"""What tests and measurements ask of the Company Scale System."""

from __future__ import annotations

from typing import Final

from rules.company_scale.benchmark import BENCH
from rules.company_scale.blunders.counters import counters
from rules.company_scale.bot.rare import COVERAGE_BIAS
from rules.testing.gear import Gear

GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
