"""When each command is possible: shown to a player who gives it at another moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.command import Reason

_COMPOSING: Final = Reason("That belongs to a fire while it is being put together.", "8.2")
_CUP: Final = Reason("Chits are put into the Cup in the preparation phase.", "4.0")
_STEP: Final = Reason("Units step from hex to hex only after a movement action has begun.", "6.0")

ASSAULT_VERBS: Final = frozenset({"place_assault", "assign", "call_off", "advance"})
"""Commands of an assault, of which there is none under a direct command chit (9.0)."""

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    "buy_chit": _CUP,
    "add_chit": _CUP,
    "buy_now": Reason("Chits are bought for immediate play only before a chit is drawn.", "4.0"),
    "end_activation": Reason(
        "An activation ends by itself once no unit can act any more; units that have assaulted are finished.", "9.0"
    ),
    "change_formation": Reason("A unit changes formation only right before an action.", "6.0"),
    "step": _STEP,
    "stop": _STEP,
    "claim": Reason("A ridge is claimed when an enemy comes next to it, or gives it up.", "6.2.2"),
    "attach": Reason("Support weapons are attached as a division or formation activation begins.", "12.1"),
    "detach": Reason("Support weapons are detached as a division or formation activation begins.", "12.2"),
    "relocate": Reason("Leaders are relocated as a division or formation activation begins.", "13.1"),
    "take": Reason("Support weapons go along with a unit while it moves.", "12.3"),
    "take_leader": Reason("Leaders and heroes go along with a unit while it moves.", "13.1"),
    "aim": _COMPOSING,
    "fire_type": _COMPOSING,
    "support": _COMPOSING,
    "concentrate": _COMPOSING,
    "retreat": Reason("Defenders retreat only out of a hex that is assaulted, before they fire.", "9.1"),
    "call_off": Reason("Assaults are called off before units are committed to them, and not later.", "9.1"),
    "assign": Reason("Units are sent against markers before the first assault is carried out.", "9.1"),
    "advance": Reason("Units advance only into the hex they have assaulted, once it is empty of enemies.", "9.1"),
    "place_assault": Reason("Prepared assault markers are placed after all assaults, before units act.", "9.2"),
    "air_strike": Reason("Air strikes are flown first of all when a division chit has been drawn.", "16.2.2"),
    "interdict": Reason("Aircraft attack a column only when it has entered a hex along a road.", "16.2.1"),
    "reroll": Reason("A die is rolled again right after it has fallen, and not later.", "28.0"),
    "take_dg": Reason("Only a player who has lost an assault he made shares out disorganization.", "9.4"),
}
