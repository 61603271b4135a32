"""What a kept position can say at all: pieces, hexes and chits of its scenario, numbers within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.integrity import TOKEN_PLACES
from rules.company_scale.kinds import KINDS
from rules.company_scale.r05_command import COMMAND, DIVISION, EVENT, FORMATION, KAMPFGRUPPE, TRACK_END, WIND
from rules.company_scale.r08_7_2_barrages import SIZES
from rules.company_scale.r27_victory import NOBODY
from rules.company_scale.scenario import SIDES, Scenario
from rules.company_scale.state import CARRIED, ELIMINATED, EXITED, MAP, POOL, RESERVE, ROUTED, State
from rules.engine.bounds import odd_frames, outside, too_long, unknown

PLACES: Final = (MAP, ROUTED, ELIMINATED, RESERVE, EXITED, POOL, CARRIED)
MOST_CHITS: Final = 500
MOST: Final = 10_000
"""Of points, losses and units: more than any scenario holds."""


def odd_values(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what no position of this scenario can say, each in one sentence that begins with the field."""
    yield from outside("turn", [state.turn], 1, scenario.turns)
    yield from unknown("winner", [state.winner], ("", NOBODY, *SIDES), "a side")
    yield from _pieces(scenario, state)
    yield from _hexes(scenario, state)
    yield from _chits(scenario, state)
    yield from _divisions(scenario, state)
    yield from _sides(state)
    yield from odd_frames(state.frames, KINDS)


def _pieces(scenario: Scenario, state: State) -> Iterator[str]:
    units = scenario.units
    for name in ("activity", "carried", "abandoned"):
        yield from unknown(name, getattr(state, name), units, "a unit")
    yield from unknown("carried", state.carried.values(), units, "a unit")
    for hex_id, stack in state.stacks.items():
        yield from unknown(f"stacks.{hex_id}", stack, units, "a unit")
    for unit, activity in state.activity.items():
        yield from outside(f"activity.{unit}", [activity.used, activity.passed], 0, MOST)
    yield from unknown("units.place", (record.place for record in state.units.values()), PLACES, "a place")
    for name, tokens in (("weapons", state.weapons), ("leaders", state.leaders)):
        for piece, token in tokens.items():
            yield from unknown(f"{name}.{piece}.place", [token.place], TOKEN_PLACES, "a place")
            yield from unknown(f"{name}.{piece}.unit", [token.unit], {"", *units}, "a unit")
            yield from outside(f"{name}.{piece}.used", [token.used], 0, scenario.turns)
    for leader, token in state.leaders.items():
        if token.replaced and scenario.leaders[leader].replacement is None:
            yield f"state.leaders.{leader}.replaced: he has no replacement."


def _hexes(scenario: Scenario, state: State) -> Iterator[str]:
    hexes, or_none = scenario.map.hexes, {0, *scenario.map.hexes}
    for name in (
        "hexes", "fired", "rallied", "built", "barrages", "illuminated", "on_fire", "kindled", "fire_cleared",
        "control", "assault_markers", "stacks",
    ):  # fmt: skip
        yield from unknown(name, getattr(state, name), hexes, "a hex")
    for name in ("traffic_jam", "kampfgruppe"):
        yield from unknown(name, [getattr(state, name)], or_none, "a hex")
    for name in ("units", "weapons", "leaders"):
        pieces: Mapping[str, Any] = getattr(state, name)
        yield from unknown(name, (piece.hex for piece in pieces.values()), or_none, "a hex")
    for name in ("start", "retry"):
        yield from unknown(f"activity.{name}", (getattr(a, name) for a in state.activity.values()), or_none, "a hex")
    for hex_id, status in state.hexes.items():
        yield from unknown(f"hexes.{hex_id}.concentrated_on", [status.concentrated_on], or_none, "a hex")
        yield from unknown(f"hexes.{hex_id}.waived", status.waived, scenario.units, "a unit")
        yield from outside(f"hexes.{hex_id}", [status.dg, status.excess], 0, MOST)
    yield from unknown("barrages", state.barrages.values(), SIZES, "a barrage")
    yield from outside("fired", state.fired.values(), 0, 255)


def _chits(scenario: Scenario, state: State) -> Iterator[str]:
    known = {
        *(f"{kind}:{division}" for kind in (DIVISION, KAMPFGRUPPE) for division in scenario.divisions),
        *(f"{FORMATION}:{formation}" for formation in scenario.formations),
        *(f"{COMMAND}:{side}" for side in SIDES), WIND, EVENT,
    }  # fmt: skip
    for name in ("cup", "added", "played"):
        chits = getattr(state, name)
        yield from unknown(name, chits, known, "a chit")
        yield from too_long(name, chits, MOST_CHITS)
    yield from unknown("chit", [state.chit], {"", *known}, "a chit")


def _divisions(scenario: Scenario, state: State) -> Iterator[str]:
    divisions, formations = scenario.divisions, scenario.formations
    for division, status in state.divisions.items():
        numbers = (status.dispatch, status.commands, status.fatigue, status.troop_quality)
        yield from outside(f"divisions.{division}", numbers, 0, TRACK_END)
    yield from unknown("air_support", state.air_support, divisions, "a division")
    yield from outside("air_support", state.air_support.values(), 0, MOST)
    yield from unknown("attached", state.attached, formations, "a formation")
    yield from unknown("attached", state.attached.values(), divisions, "a division")
    yield from unknown("absorbed", state.absorbed, divisions, "a division")
    yield from unknown("absorbed", state.absorbed.values(), formations, "a formation")


def _sides(state: State) -> Iterator[str]:
    for name in ("shortage", "rerolls", "hushed", "losses", "points"):
        yield from unknown(name, getattr(state, name), SIDES, "a side")
    yield from unknown("control", state.control.values(), ("", *SIDES), "a side")
    for hex_id, sides in state.assault_markers.items():
        yield from unknown(f"assault_markers.{hex_id}", sides, SIDES, "a side")
    for name in ("losses", "points", "scored"):
        yield from outside(name, getattr(state, name).values(), 0, MOST)
