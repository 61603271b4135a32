"""What tests and measurements ask of the Company Scale System."""

from __future__ import annotations

from typing import Final

from rules.company_scale.benchmark import BENCH
from rules.company_scale.judgement.rare import LEANING
from rules.company_scale.silly.acts import acts
from rules.testing.gear import Gear

GEAR: Final = Gear(LEANING, BENCH, acts)
