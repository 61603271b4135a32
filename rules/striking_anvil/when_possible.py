"""When each command is possible: told to a player who gives it at another moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.command import Reason

_COMPOSING: Final = Reason("Units are chosen while an activation, a group or a reaction is put together.", "3")
_ACTION: Final = Reason("An action is chosen once an area has been activated and units are chosen.", "3")
_PAYING: Final = Reason("Hits are paid right after a combat, by the side that takes them.", "5.8")
_WINDOW: Final = Reason("Reactions come when enemy units leave an area, or arrive for mobile combat.", "5.6")
_STRIKE: Final = Reason("A mobile combat is carried out or called off when its units have arrived.", "5.3")
_PLANNING: Final = Reason("Groups are formed at the start of a turn, in the planning variant only.", "10")
_IMPULSE: Final = Reason("Areas are activated in the impulses of the operations phase, the sides taking turns.", "3")

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    "activate": _IMPULSE, "pass": _IMPULSE,
    "take": _COMPOSING, "take_all": _COMPOSING, "drop": _COMPOSING,
    "load": Reason("Units are loaded in the area where they begin, before they move.", "1.3.3"),
    "unload": Reason("Units get off before they move, or at the end of the action by themselves.", "1.3.3"),
    "dig_out": Reason("An entrenched unit is reduced when it is activated to move.", "4"),
    "attack": _ACTION, "move": _ACTION, "mobile": _ACTION, "demolish": _ACTION, "repair": _ACTION,
    "step": Reason("Units step from area to area once a move has begun.", "4"),
    "stop": Reason("A group stops when it is on its way.", "4"),
    "cancel": Reason("A composition can be given up until units have set out.", "3"),
    "done": Reason("A phase or a move ends only while it goes on.", "2"),
    "confirm": _WINDOW, "decline": _WINDOW,
    "carry_out": _STRIKE, "call_off": _STRIKE,
    "disorganize": _PAYING, "reduce": _PAYING, "eliminate": _PAYING, "level": _PAYING,
    "attempt": Reason("The FFI rise at the start of every turn but the first.", "1.3.4"),
    "ship": Reason("Ships are sent to an open port in the FFI phase.", "7"),
    "place": Reason("Bombing markers are placed before the operations phase.", "6"),
    "demand": Reason("Surrender is sought after the operations phase.", "1.5"),
    "join": _PLANNING, "leave": _PLANNING,
}  # fmt: skip
