"""The sound that goes with each kind of event."""

from __future__ import annotations

from collections.abc import Mapping

SOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("Fired", "IndirectFired", "AssaultFought", "AirAttacked", "AirCombat"), "shot"),
    "DieRolled": "die",
    **dict.fromkeys(("ChitDrawn", "ChitBought"), "chit"),
    **dict.fromkeys(("MarkerPlaced", "SmokePlaced", "Rallied", "FormationChanged", "WeaponAttached"), "marker"),
    **dict.fromkeys(("UnitMoved", "UnitLoaded", "UnitUnloaded", "UnitReturned"), "step"),
}
