"""All frames by name, what must hold in every position, and what a saved one can say at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.pieces import units_proper
from rules.company_scale.prompts import DivisionChoice, LeaderChoice, UnitChoice, WeaponChoice
from rules.company_scale.r04_cup import ACTION_PHASE, Preparation, Purchase
from rules.company_scale.r04_sequence import DIRECT_COMMAND, FORMATION_ACTIVATION, TURN
from rules.company_scale.r05_activation import ActivationChoice
from rules.company_scale.r05_command import (
    COMMAND,
    DIVISION,
    EVENT,
    FORMATION,
    KAMPFGRUPPE,
    MAX_COMMANDS,
    MAX_DISPATCH,
    TRACK_END,
    WIND,
)
from rules.company_scale.r06_1_stacking import EXCESS_WEAPONS, GAIN_DG, STACKING
from rules.company_scale.r06_2_terrain import RidgeClaim
from rules.company_scale.r06_entering import ENTERING
from rules.company_scale.r06_movement import Movement
from rules.company_scale.r08_3_composition import FireComposition
from rules.company_scale.r08_4_resolution import RESOLUTION
from rules.company_scale.r08_5_4_status import MAX_DG
from rules.company_scale.r08_5_results import ROUT_CHECK
from rules.company_scale.r08_6_opportunity_fire import OpportunityWindow
from rules.company_scale.r08_7_1_spotting import SIZES
from rules.company_scale.r08_7_2_smoke import ILLUMINATION
from rules.company_scale.r08_7_indirect_fire import INDIRECT_RESOLUTION, IndirectComposition
from rules.company_scale.r08_8_fires import WIND as WIND_DIE
from rules.company_scale.r09_1_declaration import AssaultOrder, Declaration
from rules.company_scale.r09_1_defense import DefensiveFireWindow, RetreatChoice
from rules.company_scale.r09_2_placing import AssaultMarkers
from rules.company_scale.r09_4_results import ASSAULT_DICE, Advance
from rules.company_scale.r09_5_choices import AssaultModifiers, DistributeDg
from rules.company_scale.r09_assault import ASSAULT, ASSAULTS, AssaultSupport
from rules.company_scale.r11_engineering import TRENCHES
from rules.company_scale.r12_support_weapons import AttachChoice, DetachChoice
from rules.company_scale.r13_1_relocation import LeadersChoice
from rules.company_scale.r13_leaders import LEADER_HIT, LEFT_ALONE
from rules.company_scale.r14_1_named_heroes import SURRENDER
from rules.company_scale.r14_1_rolin import HeroLights
from rules.company_scale.r14_heroes import HERO_USED, HeroEvent, HeroOffer
from rules.company_scale.r15_transport import LOADING
from rules.company_scale.r16_2_air_strikes import AirStrikes, Interdiction
from rules.company_scale.r16_air_support import AIR_ATTACK, AIR_COMBAT, AirBarrage
from rules.company_scale.r20_events import EVACUATION_EVENT, RANDOM_EVENT
from rules.company_scale.r22_evacuation import EVACUATION_MARKER, EVACUATION_ROAD, EvacuationMoves, TakeUpChoice
from rules.company_scale.r23_2_ambush import AMBUSH_ATTEMPT, AmbushWindow
from rules.company_scale.r24_kampfgruppen import KampfgruppenChoice
from rules.company_scale.r26_attachments import ATTACHMENTS
from rules.company_scale.r27_victory import AUTOMATIC_VICTORY, NOBODY
from rules.company_scale.r28_rerolls import REROLL, RerollOffer, TenSidedDie
from rules.company_scale.r30_riders import RiderAim
from rules.company_scale.scenario import SIDES, Scenario
from rules.company_scale.state import (
    AVAILABLE,
    CARRIED,
    ELIMINATED,
    EXITED,
    MAP,
    OFF_MAP,
    OUT,
    PINNED,
    POOL,
    REALLOCATING,
    RESERVE,
    ROUTED,
    SUPPRESSED,
    State,
)
from rules.engine.frames import odd_frames, outside, registry, too_long, unknown
from rules.hexes.grid import hex_name, neighbours

# --- All frames of the Company Scale System by name ----------------------------------------------------------------

KINDS: Final = registry(
    TURN, WIND_DIE, TRENCHES, LeadersChoice(), LEFT_ALONE, LEADER_HIT, LeaderChoice(),
    HeroOffer(), HERO_USED, HeroEvent(), SURRENDER, HeroLights(),
    AttachChoice(), DetachChoice(), Preparation(), ACTION_PHASE, Purchase(), FORMATION_ACTIVATION, DIRECT_COMMAND,
    RANDOM_EVENT,
    ActivationChoice(), Movement(), ENTERING, RidgeClaim(), OpportunityWindow(), FireComposition(), RESOLUTION,
    IndirectComposition(), INDIRECT_RESOLUTION, ILLUMINATION,
    ROUT_CHECK, STACKING, GAIN_DG, EXCESS_WEAPONS, LOADING, RiderAim(), UnitChoice(), WeaponChoice(),
    ASSAULTS, Declaration(), AssaultOrder(), ASSAULT, AssaultSupport(), RetreatChoice(), DefensiveFireWindow(),
    Advance(), AssaultMarkers(), ASSAULT_DICE, AssaultModifiers(), DistributeDg(),
    AIR_COMBAT, AIR_ATTACK, AirBarrage(), AirStrikes(), Interdiction(),
    TenSidedDie(), REROLL, RerollOffer(),
    DivisionChoice(), KampfgruppenChoice(), AmbushWindow(), AMBUSH_ATTEMPT, EvacuationMoves(), TakeUpChoice(),
    EVACUATION_MARKER, EVACUATION_ROAD, AUTOMATIC_VICTORY, ATTACHMENTS, EVACUATION_EVENT,
)  # fmt: skip

# --- What must hold in every position; `check` returns all violations ----------------------------------------------

TOKEN_PLACES: Final = (MAP, AVAILABLE, REALLOCATING, OUT, OFF_MAP, RESERVE)


def check(scenario: Scenario, state: State) -> list[str]:
    """Return every violated invariant of a position, each in one sentence.

    A game ended at once by an automatic victory (27.1) has no frames: what was under way is not tidied up.
    """
    return [
        *_places(scenario, state),
        *_carried(scenario, state),
        *_statuses(state),
        *_tracks(state),
        *_tokens(scenario, state),
        *_fires(scenario, state),
        *_assault_markers(scenario, state),
    ]


def _places(scenario: Scenario, state: State) -> Iterator[str]:
    mirrored: dict[int, set[str]] = {}
    for unit, record in state.units.items():
        if record.place != MAP:
            if record.hex:
                yield f"{unit} is {record.place} but has the hex {hex_name(record.hex)}."
            continue
        mirrored.setdefault(record.hex, set()).add(unit)
        if record.hex not in scenario.map.hexes:
            yield f"{unit} is in {hex_name(record.hex)}, which is not in play."
        printed = scenario.units[unit]
        if (printed.deployed if record.deployed else printed.column) is None:
            yield f"{unit} shows a side it does not have."
    if mirrored != {hex_id: set(stack) for hex_id, stack in state.stacks.items()}:
        yield "The stacks do not mirror the units."
    for hex_id, stack in mirrored.items():
        if len({scenario.units[unit].side for unit in stack}) > 1:
            yield f"{hex_name(hex_id)} holds units of both sides."


def _carried(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what is wrong with passengers, transports and abandoned guns (15.0, 21.2, 30.0)."""
    for unit, record in state.units.items():
        if (record.place == CARRIED) != (unit in state.carried):
            yield f"{unit} is {record.place}; its carrier is {state.carried.get(unit, 'unknown')}."
        if scenario.units[unit].transport and record.place in (ROUTED, CARRIED):
            yield f"{unit} is a transport and {record.place}."
        elif record.place == POOL and not scenario.units[unit].transport:
            yield f"{unit} is in a transport pool but is no transport."
    for unit, carrier in state.carried.items():
        if carrier not in state.units or state.units[carrier].place != MAP:
            yield f"{unit} rides on {carrier}, which is not on the map."
        elif scenario.units[carrier].transport and not state.units[unit].deployed:
            yield f"{unit} is carried by {carrier} in column."
        if unit in state.activity:
            yield f"{unit} rides on {carrier} and is active."
    if len(set(state.carried.values())) != len(state.carried):
        yield "A transport or tank carries more than one unit."
    loading = {str(frame.get("transport")) for frame in state.frames if frame.kind == "loading"}
    for unit, record in state.units.items():
        alone = record.place == MAP and scenario.units[unit].transport and unit not in state.carried.values()
        if alone and unit not in loading and state.frames:
            yield f"{unit} is on the map without a passenger."
    for unit in state.abandoned:
        if state.units[unit].deployed and state.units[unit].place == MAP:
            yield f"{unit} has abandoned its guns but is deployed."


def _statuses(state: State) -> Iterator[str]:
    for hex_id, status in state.hexes.items():
        name = hex_name(hex_id)
        if not 0 <= status.dg <= MAX_DG:
            yield f"{name} is disorganized {status.dg}."
        if status.stress not in ("", PINNED, SUPPRESSED):
            yield f"{name} has the unknown state {status.stress!r}."
        if hex_id not in state.stacks and state.frames:
            yield f"{name} has status markers but no units."
        if status.concentrated_on and not status.concentrated:
            yield f"{name} concentrates its fire on {hex_name(status.concentrated_on)} without a marker."
    for hex_id, size in state.barrages.items():
        if size not in SIZES:
            yield f"{hex_name(hex_id)} has an unknown barrage, {size!r}."
    if len(set(state.illuminated)) != len(state.illuminated):
        yield "A hex is illuminated twice."


def _tracks(state: State) -> Iterator[str]:
    for division, status in state.divisions.items():
        if not 0 <= status.dispatch <= MAX_DISPATCH:
            yield f"{division} has {status.dispatch} dispatch points."
        if not 0 <= status.commands <= MAX_COMMANDS:
            yield f"{division} has {status.commands} direct commands."
        if not 0 <= status.fatigue <= 19 or not 0 <= status.troop_quality <= 19:
            yield f"{division} is off its track."


def _tokens(scenario: Scenario, state: State) -> Iterator[str]:
    settling = {str(frame.get("leader")) for frame in state.frames if frame.kind == "left_alone"}
    removing = [frame.get("hex") for frame in state.frames if frame.kind == "excess_weapons"]
    settling |= {weapon for weapon, token in state.weapons.items() if token.hex in removing}
    for kind, tokens in (("weapons", state.weapons), ("leaders", state.leaders)):
        for piece, token in tokens.items():
            if (token.place == MAP) != bool(token.hex) or token.place not in TOKEN_PLACES:
                yield f"{piece} is {token.place} with the hex {token.hex}."
            elif token.place == MAP and piece not in settling and state.frames:
                stack = units_proper(scenario, state, token.hex)
                if not stack:
                    yield f"{piece} is in {hex_name(token.hex)} without a unit."
                elif scenario.units[stack[0]].side != getattr(scenario, kind)[piece].side:
                    yield f"{piece} is in {hex_name(token.hex)} with units of the enemy."
                elif token.unit and state.bearer(token.unit) not in stack:
                    yield f"{piece} is not with {token.unit}."
    held = Counter(token.hex for token in state.weapons.values() if token.place == MAP)
    for hex_id, weapons in held.items():
        units = len(units_proper(scenario, state, hex_id))
        if weapons > units and hex_id not in removing and state.frames:  # 12.1
            yield f"{hex_name(hex_id)} holds {weapons} support weapons for {units} units."
    for unit in state.activity:
        if unit not in state.units:
            yield f"{unit} is active but unknown."
    if set(state.units) != set(scenario.units):
        yield "The units are not those of the scenario."


def _fires(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("on_fire", "kindled", "fire_cleared"):
        hexes = getattr(state, name)
        if len(set(hexes)) != len(hexes) or not set(hexes) <= set(scenario.map.hexes):
            yield f"The hexes of {name} are not hexes of the map, each once."
    if not set(state.kindled) <= set(state.on_fire):
        yield "A fire lit under this chit does not burn."
    if set(state.fire_cleared) & set(state.on_fire):
        yield "A hex cleared by fire burns again."


def _assault_markers(scenario: Scenario, state: State) -> Iterator[str]:
    for hex_id, sides in state.assault_markers.items():
        name = hex_name(hex_id)
        if not sides or list(sides) != sorted(set(sides)) or not set(sides) <= set(SIDES):
            yield f"The prepared assault markers of {name} belong to {', '.join(sides) or 'nobody'}."
        for side in sides:
            near = (unit for h in neighbours(hex_id) for unit in state.stack(h))
            if not any(scenario.units[unit].side == side for unit in near):  # 9.2
                yield f"The {side} prepared assault marker in {name} has no unit of its side next to it."


# --- What a kept position can say at all: pieces, hexes and chits of its scenario, numbers within bounds -----------

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
        *(f"{COMMAND}:{side}" for side in SIDES),
        WIND,
        EVENT,
    }
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
