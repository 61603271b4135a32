"""When each command is possible, told where it is not (CMD-turn-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.command import Reason

_CARD: Final = Reason("Cards and orders are laid out at the start of a turn, and confirmed together.", "CMD-order-01")
_RETREAT: Final = Reason("Retreats are asked for when flags were rolled.", "CMD-retreat-01")
_FLAG: Final = Reason("Flags may be ignored behind some obstacles, when they were rolled.", "CMD-retreat-08")
_GROUND: Final = Reason(
    "Ground is taken after a close assault that emptied the hex, before the next battle.", "CMD-ground-07"
)
_OVERRUN: Final = Reason(
    "An overrun follows when armor has taken ground, before anybody else battles.", "CMD-ground-07"
)
_AMBUSH: Final = Reason("A card that lies in wait answers a close assault.", "CMD-order-04")
_THROW: Final = Reason("Outposts cards let their player throw a card away before he draws.", "CMD-card-02")
_MOVE: Final = Reason("Ordered units move in the move step, before the first battle of a turn.", "CMD-turn-02")
_BATTLE: Final = Reason("Ordered units battle in the battle step, when all moves are done.", "CMD-turn-02")

WHEN_POSSIBLE: Final[Mapping[str, Reason]] = {
    **dict.fromkeys(("choose", "order", "release", "aim", "spare", "restore", "confirm"), _CARD),
    "move": _MOVE, "leave": _MOVE, "battle": _BATTLE, "clear_wire": _BATTLE,
    "done": Reason("A step is ended while it is under way.", "CMD-turn-01"),
    "retreat": _RETREAT, "halt": _RETREAT, "ignore": _FLAG, "obey": _FLAG,
    "take_ground": _GROUND, "stay": _GROUND, "overrun": _OVERRUN, "forgo": _OVERRUN,
    "spring": _AMBUSH, "hold": _AMBUSH, "throw": _THROW, "keep": _THROW,
}  # fmt: skip
