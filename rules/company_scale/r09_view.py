"""What both players see of an assault under way (9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.company_scale.r08_3_modifiers import Modifier
from rules.company_scale.r09_5_modifiers import assault_of, attacker_lines, defender_lines, total
from rules.company_scale.state import Battle
from rules.hexes.ids import hex_name

KINDS: Final = ("assault_modifiers", "assault_dice", "assault")


def assault_view(game: Battle) -> dict[str, Any] | None:
    """Return the assault under way, its units and the modifiers of both sides as they stand, or None."""
    frames = [frame for frame in reversed(game.state.frames) if frame.kind in KINDS]
    if not frames:
        return None
    assault = assault_of(frames[0])
    frame = next(frame for frame in frames if frame.step)  # a question has none
    return {
        "hex": hex_name(assault.hex), "seat": assault.seat, "step": frame.step,
        "attackers": list(assault.attackers), "defenders": list(game.state.stack(assault.hex)),
        "attacker": _side(attacker_lines(game, assault), frame.get("att_die")),
        "defender": _side(defender_lines(game, assault), frame.get("def_die")),
    }  # fmt: skip


def _side(lines: Sequence[Modifier], die: int | None) -> dict[str, Any]:
    return {"lines": [line._asdict() for line in lines], "total": total(lines), "die": die}
