"""Which game systems the table knows."""

from __future__ import annotations

from rules.company_scale.system import SYSTEM as COMPANY_SCALE
from rules.engine.system import register, systems


def register_systems() -> None:
    """Make every shipped system known to the engine; calling it again does nothing."""
    for known in (COMPANY_SCALE,):
        if known.id not in systems():
            register(known)
