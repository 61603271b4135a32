"""When each command is possible: told to a player who gives it at another moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.command import Reason

_COMPOSING: Final = Reason("Choose units while you prepare an activation, a group or a reaction.", "3")
_ACTION: Final = Reason("Choose an action after activating an area and choosing units.", "3")
_PAYING: Final = Reason("The side that takes hits pays them right after combat.", "5.8")
_WINDOW: Final = Reason("Reactions come when enemy units leave an area, or arrive for mobile combat.", "5.6")
_STRIKE: Final = Reason("Fight or cancel mobile combat once its units have arrived.", "5.3")
_PLANNING: Final = Reason("Groups are formed at the start of a turn, and only in the planning variant.", "10")
_IMPULSE: Final = Reason("Areas are activated in impulses of the operations phase. The sides alternate.", "3")

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    "activate": _IMPULSE, "pass": _IMPULSE,
    "take": _COMPOSING, "take_all": _COMPOSING, "drop": _COMPOSING,
    "load": Reason("Load units in the area where they start, before they move.", "1.3.3"),
    "unload": Reason("Units unload before they move, or automatically at the end of the action.", "1.3.3"),
    "dig_out": Reason("Entrenched units leave their trenches when activated to move.", "4"),
    "attack": _ACTION, "move": _ACTION, "mobile": _ACTION, "demolish": _ACTION, "repair": _ACTION,
    "step": Reason("Units move area by area once a move has started.", "4"),
    "stop": Reason("A group can only stop while it is moving.", "4"),
    "cancel": Reason("You can cancel an activation until its units move.", "3"),
    "done": Reason("There is no phase or move to end right now.", "2"),
    "confirm": _WINDOW, "decline": _WINDOW,
    "carry_out": _STRIKE, "call_off": _STRIKE,
    "disorganize": _PAYING, "reduce": _PAYING, "eliminate": _PAYING, "level": _PAYING,
    "attempt": Reason("FFI attempts come at the start of every turn except the first.", "1.3.4"),
    "ship": Reason("Units are shipped to an open port in the FFI phase.", "7"),
    "place": Reason("Bombing markers are placed before the operations phase.", "6"),
    "demand": Reason("Surrender is demanded after the operations phase.", "1.5"),
    "join": _PLANNING, "leave": _PLANNING,
}  # fmt: skip
