"""The sound that goes with each kind of event."""

from __future__ import annotations

from collections.abc import Mapping

SOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("CombatResult", "Bombed", "BridgeBlown", "Eliminated"), "shot"),
    "DieRolled": "die",
    **dict.fromkeys(("ControlChanged", "Disorganized", "Reduced", "FortLevel", "MarkerPlaced", "Passed"), "marker"),
    **dict.fromkeys(("Moved", "Dropped", "Shipped", "Arrived"), "step"),
}
