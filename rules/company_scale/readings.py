"""The readings of the rules that a game is played by: its scenario's switches, and those of older rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.files.values import Data

OLDER: Final[Mapping[int, Mapping[str, str]]] = {
    2: {
        "suppressed_while_pinned": "replaced",
        "illuminated_in_rain": "three",
        "air_combat": "one_shot",
        "heroes_in_combat": "each_side",
        "american_divisions": "allied",
        "transport_losses": "units",
        "reinforcement_zone": "may_leave",
        "headquarters_quality": "with_markers",
        "kampfgruppe": "own_division",
        "weapons_on_advance": "may_stay",
        "roads_over_hexsides": "free",
        "traffic_jam": "bridges_open",
    },
}
"""What each older version of the rules played where the present one follows the print, as switches."""


def switches(data: Mapping[str, Data]) -> dict[str, object]:
    """Return the rule switches of a scenario; `rules_version` gives those it leaves out as older rules had them."""
    older = OLDER.get(data.get("rules_version", 0), {})
    return {**older, **data.get("rules", {})}
