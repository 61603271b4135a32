"""When each command is possible: shown to a player who gives it at another moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.command import Reason

_COMPOSING: Final = Reason("Use that while setting up a fire.", "8.2")
_CUP: Final = Reason("Chits go into the Cup in the Preparation Phase.", "4.0")
_STEP: Final = Reason("Units move hex by hex only after you start a movement action.", "6.0")

ASSAULT_VERBS: Final = frozenset({"place_assault", "assign", "call_off", "advance"})
"""Commands of an assault, of which there is none under a direct command chit (9.0)."""

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    "buy_chit": _CUP,
    "add_chit": _CUP,
    "buy_now": Reason("Chits can be bought for immediate play only before a chit is drawn.", "4.0"),
    "end_activation": Reason(
        "An activation ends by itself once no unit can act; units that have assaulted are finished.", "9.0"
    ),
    "change_formation": Reason("A unit can change formation only right before an action.", "6.0"),
    "step": _STEP,
    "stop": _STEP,
    "claim": Reason("You can claim a ridge when an enemy moves next to it or gives it up.", "6.2.2"),
    "attach": Reason("Attach support weapons at the start of a Division or Formation activation.", "12.1"),
    "detach": Reason("Detach support weapons at the start of a Division or Formation activation.", "12.2"),
    "relocate": Reason("Relocate leaders at the start of a Division or Formation activation.", "13.1"),
    "take": Reason("Support weapons can go along with a unit only while it moves.", "12.3"),
    "take_leader": Reason("Leaders and heroes can go along with a unit only while it moves.", "13.1"),
    "aim": _COMPOSING,
    "fire_type": _COMPOSING,
    "support": _COMPOSING,
    "concentrate": _COMPOSING,
    "retreat": Reason("Defenders can retreat only from an assaulted hex, before they fire.", "9.1"),
    "call_off": Reason("Assaults can be cancelled only before units are committed to them.", "9.1"),
    "assign": Reason("Assign units to assaults before the first one is carried out.", "9.1"),
    "advance": Reason("Units can advance only into the hex they assaulted, once it is empty of enemies.", "9.1"),
    "place_assault": Reason("Place prepared assault markers after all assaults, before units act.", "9.2"),
    "air_strike": Reason("Air strikes come first, right after a Division chit is drawn.", "16.2.2"),
    "interdict": Reason("Aircraft can attack a column only when it has just entered a hex by road.", "16.2.1"),
    "reroll": Reason("A die can be rerolled only right after it is rolled.", "28.0"),
    "take_dg": Reason("Only a player who loses an assault he made distributes disorganization.", "9.4"),
}
