"""What another die could bring where a re-roll is offered, face by face (28.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.company_scale.pieces import side_of
from rules.company_scale.r28_rerolls import TEN_SIDED
from rules.company_scale.state import Battle
from rules.engine.digest import digest
from rules.hexes.ids import hex_id

HELPS_WHO_ROLLS: Final[Mapping[str, str]] = {
    "fire": "low", "indirect_fire": "low", "air_attack": "low", "air_combat": "low", "illumination": "low",
    "ambush": "low", "trenches": "low", "rout_check": "low", "surrender": "low", "dispatch": "low",
    "direct_commands": "high", "assault_attacker": "high", "assault_defender": "high", "hero": "high",
}  # fmt: skip
"""Which faces help the side that rolls, by purpose; the others help nobody in particular."""


class Outcome(NamedTuple):
    """What follows a face, up to the next die, draw or decision: the events without the die, and where it leads."""

    events: list[dict[str, Any]]
    position: str


def new_die(game: Battle) -> dict[str, Any] | None:
    """Return what each face would bring instead of the die on offer, or None where none is.

    `faces` lists the events of each face up to the next die, draw or decision. `better` are the faces that would serve
    the side that is asked: they bring something else, in the direction that helps it.
    """
    frames = game.state.frames
    if not frames or frames[-1].kind != "reroll_offer":
        return None
    offer, outcomes = frames[-1], [_outcome(game, face) for face in TEN_SIDED]
    helpful = _helpful(game, str(offer["seat"]), int(offer["die"]), str(offer["purpose"]), offer["about"])
    return {
        "faces": [{"die": face, "events": outcome.events} for face, outcome in enumerate(outcomes)],
        "better": [face for face in helpful if outcomes[face] != outcomes[offer["die"]]],
    }


def _helpful(game: Battle, seat: str, die: int, purpose: str, about: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the faces that could serve a side better than a die: all others where none helps anybody in particular."""
    way, roller = HELPS_WHO_ROLLS.get(purpose, ""), _roller(game, about)
    if not way or not roller:
        return tuple(face for face in TEN_SIDED if face != die)
    low = (way == "low") == (roller == seat)
    return tuple(face for face in TEN_SIDED if (face < die if low else face > die))


def _roller(game: Battle, about: Mapping[str, Any]) -> str:
    """Return the side a die is rolled for, or ""."""
    scenario, below = game.scenario, game.state.frames[-3]  # the frame that rolled lies below both of the re-roll
    if side := about.get("seat") or about.get("side"):
        return str(side)
    if division := about.get("division"):
        return scenario.divisions[str(division)].side
    if hero := about.get("hero"):
        return scenario.leaders[str(hero)].side
    if unit := about.get("unit"):
        return side_of(game, str(unit))
    if below.kind == "surrender":
        return next((side_of(game, unit) for unit in game.state.stack(hex_id(str(about["hex"])))), "")
    return str(below.get("seat") or "")


def _outcome(game: Battle, face: int) -> Outcome:
    """Return what follows if the die shows a face and nobody has it rolled again."""
    branch = game.branch()
    branch.state.rerolls = ()
    branch.index = len(branch.state.frames) - 1
    branch.finish()
    branch.update(die=face, queue=())
    branch.run()
    events = [{key: value for key, value in event.items() if key != "die"} for event in branch.events]
    return Outcome(events, digest(branch.state.to_plain()))
