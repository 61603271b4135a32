"""What tests and measurements ask of Striking the Anvil."""

from __future__ import annotations

from typing import Final

from rules.striking_anvil.benchmark import BENCH
from rules.striking_anvil.judgement.rare import LEANING
from rules.striking_anvil.silly.acts import acts
from rules.testing.gear import Gear

GEAR: Final = Gear(LEANING, BENCH, acts)
