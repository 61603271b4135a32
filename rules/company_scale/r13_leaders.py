"""Leaders: command, quality and fire for their own, and what becomes of them (13.0 to 13.3)."""

from __future__ import annotations

from dataclasses import replace

from rules.company_scale.pieces import leader_now
from rules.company_scale.state import OUT, Table
from rules.hexes.ids import hex_name


def lose_leader(game: Table, leader: str) -> None:
    """Turn a leader lost in combat to his replacement, in the same hex and at once; a replacement is out (13.3)."""
    token, lost = game.state.leaders[leader], leader_now(game, leader)
    after = lost.replacement
    if after is not None:
        game.state.leaders[leader] = replace(token, replaced=True)
    else:
        game.state.put(leader, 0, OUT)
    game.emit("LeaderLost", leader=leader, name=lost.name, hex=hex_name(token.hex),
              replacement=after.name if after else "")  # fmt: skip
