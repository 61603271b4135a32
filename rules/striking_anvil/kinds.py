"""All frames of Striking the Anvil, collected by name."""

from __future__ import annotations

from typing import Final

from rules.engine.frames import Die, registry
from rules.striking_anvil.r01_3_4_ffi import FFI_ATTEMPT, FfiPhase
from rules.striking_anvil.r01_5_fortresses import SURRENDER_ATTEMPT, SurrenderPhase
from rules.striking_anvil.r02_sequence import CONCLUSION, TURN
from rules.striking_anvil.r03_activation import ActivationChoice
from rules.striking_anvil.r03_impulses import IMPULSE, Order
from rules.striking_anvil.r04_march import MARCH, Way
from rules.striking_anvil.r05_3_mobile import Strike
from rules.striking_anvil.r05_4_reactions import ReactionChoice
from rules.striking_anvil.r05_8_hits import Payment
from rules.striking_anvil.r05_battle import COMBAT_COURSE, DIE
from rules.striking_anvil.r06_bombing import BOMBING, BombingPhase
from rules.striking_anvil.r08_paradrops import DROPS
from rules.striking_anvil.r09_bridges import BRIDGE
from rules.striking_anvil.r10_planning import Planning

KINDS: Final = registry(
    TURN, CONCLUSION, Planning(), FfiPhase(), FFI_ATTEMPT, BombingPhase(), BOMBING, DROPS, IMPULSE, Order(),
    ActivationChoice(), MARCH, Way(), Strike(), ReactionChoice(), COMBAT_COURSE, Payment(), BRIDGE, SurrenderPhase(),
    SURRENDER_ATTEMPT, Die("die", DIE),
)  # fmt: skip
