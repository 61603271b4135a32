"""Air support markers: the air combat in which they arrive, the displays they go to, the night (16.0, 16.1, 17.0)."""

from __future__ import annotations

from typing import Final

from rules.company_scale.choosing import ask_division
from rules.company_scale.pieces import enemy, is_night
from rules.company_scale.r20_events import ON_MAP, divisions_of
from rules.company_scale.scenario import SIDES
from rules.company_scale.state import Battle
from rules.engine.frames import Procedure

FIRST: Final = "allied"  # 16.1: who shoots first in the air
SECOND: Final = "german"


def in_play(game: Battle, side: str) -> int:
    """Return how many air support markers of a side lie on its displays (16.0)."""
    return sum(n for division, n in game.state.air_support.items() if game.scenario.divisions[division].side == side)


def ground_aircraft(game: Battle) -> None:
    """Take all air support off the displays when a night turn begins (17.0; RULINGS 144)."""
    if game.state.air_support and is_night(game):
        game.state.air_support = {}
        game.emit("AirSupportRemoved")


def _arrive(game: Battle) -> None:
    charts = game.scenario.charts.air_support
    coming = {side: max(0, int(charts[side]["count"]) - in_play(game, side)) for side in SIDES}
    game.update(allied=coming["allied"], german=coming["german"])
    _turn_to(game, FIRST)
    game.emit("AirSupportArrived", allied=coming["allied"], german=coming["german"])


def _turn_to(game: Battle, shooter: str) -> None:
    """Give a side its shots: one per marker at every enemy, or by rule switch one per marker (16.1; RULINGS 140).

    `shots` are those left at the current enemy marker, `others` the enemy markers to be shot at after it.
    """
    others = game.frame[enemy(shooter)] - 1 if _at_each(game) else 0
    game.update(shooter=shooter, shots=game.frame[shooter], others=others)


def _at_each(game: Battle) -> bool:
    return game.scenario.rules.get("air_combat") != "one_shot"


def _shoot(game: Battle) -> str | None:
    """Let the markers shoot in turn at one of the enemy's (16.1)."""
    frame = game.frame
    shooter = frame["shooter"]
    if frame["shots"] > 0 and frame[enemy(shooter)] > 0:
        game.roll("air_combat", side=shooter)
        return None
    if shooter == FIRST:
        _turn_to(game, SECOND)
        return "16.1.shoot"
    return "16.1.place"


def _hit(game: Battle) -> str | None:
    frame = game.frame
    shooter, die = frame["shooter"], frame["result"]
    hit = die <= int(game.scenario.charts.air_support[shooter]["air_combat_hits_on"])
    left = frame[enemy(shooter)] - hit
    shots, others = frame["shots"] - 1, frame.get("others", 0)
    if others > 0 and (hit or not shots):
        shots, others = frame[shooter], others - 1
    elif hit and _at_each(game):
        shots = 0
    game.update(shots=shots, others=others, **{enemy(shooter): left})
    game.emit("AirCombat", side=shooter, die=die, hit=hit, left=left)
    return "16.1.shoot"


def _place(game: Battle) -> str | None:
    """Have a side put its next marker on a display: the initiative player first (16.1; RULINGS 141)."""
    first = game.scenario.initiative
    for side in (first, enemy(first)):
        able = divisions_of(game, side, ON_MAP)
        if game.frame[side] > 0 and able:
            game.update(placing=side)
            ask_division(game, "air_placement", side, able, rule="16.1", about="air_support")
            return None
    return "end"


def _placed(game: Battle) -> str | None:
    frame = game.frame
    division, side = frame["chosen"], frame["placing"]
    game.state.air_support[division] = game.state.air_support.get(division, 0) + 1
    game.update(**{side: frame[side] - 1})
    game.emit("AirSupportPlaced", division=division, value=game.state.air_support[division])
    return "16.1.place"


AIR_COMBAT: Final = Procedure(
    "air_combat",
    {"16.0": _arrive, "16.1.shoot": _shoot, "16.1.hit": _hit, "16.1.place": _place, "16.1.placed": _placed},
)
