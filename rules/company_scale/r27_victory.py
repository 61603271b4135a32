"""Victory: points for hexes and eliminated units, and who has won (27.1, 27.2, 27.4)."""

from __future__ import annotations

from typing import Any

from rules.company_scale.pieces import enemy, holder
from rules.company_scale.scenario import SIDES
from rules.company_scale.state import Table
from rules.hexes.ids import hex_name

NOBODY = "nobody"


def update_control(game: Table) -> None:
    """Let each victory hex belong to the side whose units stand in it, else to the one that held it last."""
    for known in game.scenario.victory.hexes:
        side = holder(game, known.hex)
        if side and game.state.control.get(known.hex) != side:
            game.state.control[known.hex] = side
            game.emit("VictoryHexTaken", hex=hex_name(known.hex), name=known.name, side=side)


def held_by(game: Table, hex_id: int) -> str:
    """Return the side that holds a victory hex now."""
    return holder(game, hex_id) or game.state.control.get(hex_id, "")


def score_lines(game: Table) -> list[dict[str, Any]]:
    """Return the victory points of both sides, line by line."""
    lines: list[dict[str, Any]] = []
    victory = game.scenario.victory
    for known in victory.hexes:
        side = held_by(game, known.hex)
        points = known.points.get(side, 0) if side else 0
        if points:
            lines.append({"side": side, "points": points, "text": f"{known.name} ({hex_name(known.hex)}) held"})
    for side in SIDES:
        lost = game.state.losses.get(enemy(side), 0)
        each = victory.eliminated.get(side, 0)
        if lost and each:
            units = "unit" if lost == 1 else "units"
            lines.append({"side": side, "points": lost * each, "text": f"{lost} enemy {units} eliminated"})
    return lines


def points(game: Table) -> dict[str, int]:
    """Return the victory points of each side."""
    return {side: sum(line["points"] for line in score_lines(game) if line["side"] == side) for side in SIDES}


def decide_winner(game: Table) -> None:
    """Name the winner: the German side if its lead reaches the margin of the scenario, else the Allied side (27.1).

    A scenario without victory conditions, such as an example, is won by nobody.
    """
    score, victory = points(game), game.scenario.victory
    german = score["german"] - score["allied"] >= victory.german_margin
    contested = bool(victory.hexes) or any(victory.eliminated.values())
    game.state.winner = NOBODY if not contested else "german" if german else "allied"
    game.emit("GameOver", winner=game.state.winner if contested else "", points=score)
