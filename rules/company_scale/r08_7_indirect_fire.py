"""Indirect fire: choosing unit and hex, composing, firing and resolving it (8.7, 8.7.1, 8.7.2, 8.3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.company_scale.battle_map import Terrain
from rules.company_scale.counters import AMERICAN, UNLIMITED
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_hexes, name_of, side_of
from rules.company_scale.r05_command import able_among, spend_command, under_direct_command, use_action
from rules.company_scale.r06_1_stacking import tidy
from rules.company_scale.r08_3_composition import Support, supporter_action_reasons
from rules.company_scale.r08_3_modifiers import HEX, Shot
from rules.company_scale.r08_4_resolution import ALWAYS_HITS, ALWAYS_MISSES, ask_target, carry_out_part, result_of
from rules.company_scale.r08_7_1_spotting import (
    Barrage,
    barrage_of,
    gun_reasons,
    indirect_power,
    indirect_reasons,
    indirect_value,
    is_harmless,
    is_spotted,
    parts_view,
    place_barrage,
    size_of,
    spotters,
    strength,
    target_reasons,
)
from rules.company_scale.r08_8_fires import ignite
from rules.company_scale.r08_direct_fire import FireAction, hex_has_fired, is_american, note_fire
from rules.company_scale.r13_leaders import hit_leaders
from rules.company_scale.r14_1_named_heroes import ask_gregg, turn_die
from rules.company_scale.r14_heroes import after_use
from rules.company_scale.r21_guns import dual_reasons
from rules.company_scale.r25_rail_guns import arc_reasons, fire_arc, is_rail_gun
from rules.company_scale.r30_riders import meet_riders
from rules.company_scale.series import CONCENTRATION, Series
from rules.company_scale.state import MAP, Activity, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import BareAction, Choice, Procedure
from rules.engine.options import Decision, Options
from rules.hexes.grid import distance, hex_id, hex_name

# --- Indirect fire: choosing unit and hex, composing the fire, firing (8.7, 8.7.1, 8.3.6) --------------------------

STEP_B_LIMIT: Final = 3  # 9.1
ENTIRE: Final = 2  # both actions are gone


class IndirectFire(FireAction):
    """Begin composing an indirect fire: one active unit at any hex in range that it or a spotter sees."""

    verb = "indirect_fire"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active indirect unit with each enemy hex in range; other hexes are legal too but not listed."""
        for unit, activity in game.state.activity.items():
            if activity.used < ENTIRE and not activity.shelled and game.state.units[unit].place == MAP:
                yield from candidates_of(game, unit)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones, asking once for each unit what does not depend on the hex."""
        for unit in able_among(game, "indirect", lambda printed: printed.indirect is not None):
            if not any(gun_action_reasons(game, unit)):
                yield from shots_of(game, unit)

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why this unit cannot fire indirectly at this hex now."""
        yield from gun_action_reasons(game, unit)
        yield from indirect_reasons(game, unit, target)

    def apply(self, game: Battle, command: Command) -> None:
        """Open the composition; nothing is spent before it is confirmed."""
        open_indirect(game, command.text("unit"), hex_id(command.text("hex")), seat=game.frame["seat"])


def shots_of(game: Battle, unit: str) -> list[Command]:
    """Return which enemy hexes a unit on the map can fire at indirectly, actions aside."""
    record = game.state.units[unit]
    status = game.state.status(record.hex)
    return _shots(game, unit, record.deployed, status.stress, status.concentrated_on)


@derived(State.in_view)
def _shots(game: Battle, unit: str, deployed: bool, stress: str, concentrated_on: int) -> list[Command]:
    return [
        cmd("indirect_fire", unit=unit, hex=hex_name(target))
        for target in _targets_of(game, unit)
        if is_spotted(game, unit, target) and not any(target_reasons(game, unit, target))
    ]


def candidates_of(game: Battle, unit: str) -> Iterator[Command]:
    """Yield an indirect fire command for each enemy hex in the range of a unit that can fire now."""
    for target in _targets_of(game, unit):
        yield cmd("indirect_fire", unit=unit, hex=hex_name(target))


def _targets_of(game: Battle, unit: str) -> Iterator[int]:
    power = indirect_power(game, unit)
    if power is None or next(gun_reasons(game, unit), None) is not None:
        return
    here, side = game.state.units[unit].hex, side_of(game, unit)
    enemies = enemy_hexes(game, side)
    for other in [h for h in fire_arc(game, unit) if h in enemies] if is_rail_gun(game, unit) else enemies:
        if power.range == UNLIMITED or distance(here, other) <= power.range:
            yield other


def gun_action_reasons(game: Battle, unit: str, retry: int = 0) -> Iterator[Reason]:
    """Yield why an active unit or its hex has no indirect fire left in this activation (8.0, 8.7.1; RULINGS 46).

    `retry` is the hex of an illumination round, which may be a second try (17.1; RULINGS 44).
    """
    activity = game.state.activity.get(unit)
    if activity is None:
        return
    if activity.shelled and not (retry and activity.retry == retry):
        yield Reason(f"{name_of(game, unit)} has already fired indirectly this activation.", "8.7.1")
    yield from hex_has_fired(game, unit, indirectly=True)


def step_b_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a unit on the map cannot fire in step B of an assault at the assaulted hex (9.1)."""
    activity = game.state.activity.get(unit)
    if activity is None:
        yield Reason(f"{name_of(game, unit)} isn't active.", "9.1")
    elif activity.used:
        yield Reason(f"{name_of(game, unit)} has already acted under this chit.", "9.1")
    else:
        yield from gun_action_reasons(game, unit)
    yield from indirect_reasons(game, unit, target)


def open_indirect(
    game: Battle, unit: str, target: int, *, seat: str, step_b: bool = False, limit: int = STEP_B_LIMIT
) -> None:
    """Open the composition of an indirect fire on top of the current frame.

    In step B of an assault (`step_b`) firer and supporters are `limit` at most in all, and the frame below gets
    the units that took part as `fired_units`: () after a cancel. Their whole activation is spent then (9.4).
    """
    here = game.state.units[unit].hex
    kept = game.state.status(here).concentrated_on == target
    game.push(
        "indirect_fire",
        unit=unit,
        hex=target,
        support=(),
        concentrate=kept,
        seat=seat,
        step_b=step_b,
        limit=limit if step_b else 0,
    )


class SupportIndirect(Support):
    """Let another indirect unit of the firing hex add 1, or leave it out again (8.7.4 g)."""

    rule = "8.7.4"

    def joining_reasons(self, game: Battle, unit: str) -> Iterator[Reason]:
        """Yield why another unit of the firing hex cannot add its point."""
        frame = game.frame
        if frame["step_b"] and 1 + len(frame["support"]) >= frame["limit"]:
            yield Reason(f"At most {frame['limit']} more indirect fire units can support this assault.", "9.1")
        yield from gun_reasons(game, unit)
        yield from _range_reasons(game, frame["unit"], unit)
        yield from arc_reasons(game, unit, frame["hex"])  # 25.0
        activity = game.state.activity.get(unit)
        if activity is not None and activity.shelled:
            yield Reason(f"{name_of(game, unit)} has already fired indirectly this activation.", "8.7.1")
        yield from supporter_action_reasons(game, frame["unit"], unit, frame["support"])
        yield from dual_reasons(game, unit)  # 21.1


def _range_reasons(game: Battle, shooter: str, unit: str) -> Iterator[Reason]:
    own, other = counter(game, shooter).indirect, counter(game, unit).indirect
    if own is not None and other is not None and other.range < own.range:
        yield Reason(f"{name_of(game, unit)} has a range of {other.range}; it needs {own.range}.", "8.7.4")


def _who_concentrates(series: Series) -> str:
    nation = series.sides["allied"].nations.get(AMERICAN, "")
    if not nation or CONCENTRATION not in series.chapters:
        return "No artillery can concentrate indirect fire in this game."
    return f"Only {nation} artillery can concentrate indirect fire."


class ConcentrateIndirect(BareAction):
    """Let American artillery concentrate its fire, or not (8.3.6)."""

    verb = "concentrate"

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why concentrated fire cannot be used, or cannot be ended."""
        unit = game.frame["unit"]
        if not is_american(game, unit):
            yield Reason(_who_concentrates(game.scenario.charts.series), "8.3.6")
        if game.state.status(game.state.units[unit].hex).concentrated_on:
            yield Reason("This hex is already concentrating its fire; the +1 is included.", "8.3.6")

    def apply(self, game: Battle, command: Command) -> None:
        """Switch concentrated fire on or off."""
        game.update(concentrate=not game.frame["concentrate"])


class ConfirmIndirect(BareAction):
    """Fire as composed."""

    verb = "confirm"

    def apply(self, game: Battle, command: Command) -> None:
        """Pay, mark and go on to the resolution."""
        frame = game.frame
        fire = barrage_of(frame)
        here = game.state.units[fire.unit].hex
        _spend(game, fire, here, frame["step_b"])
        if fire.concentrate and not game.state.status(here).concentrated_on:
            game.state.mark(here, concentrated=True, concentrated_on=fire.hex)
            game.emit("MarkerPlaced", hex=hex_name(here), kind="concentrated_fire", value=None)
        data = indirect_data(game, fire, frame["seat"])
        game.finish(**({"fired_units": (fire.unit, *fire.support)} if frame["step_b"] else {}))
        game.push("indirect_resolution", **data)


def indirect_data(game: Battle, fire: Barrage, seat: str) -> dict[str, Any]:
    """Return the locals a composed indirect fire takes into its resolution.

    `aim` and `movers` are as in a direct fire at the hex, so that both share their results.
    """
    return {
        "unit": fire.unit,
        "hex": fire.hex,
        "support": fire.support,
        "concentrate": fire.concentrate,
        "seat": seat,
        "origin": game.state.units[fire.unit].hex,
        "aim": "hex",
        "movers": (),
        "target": "",
    }


def _spend(game: Battle, fire: Barrage, here: int, step_b: bool) -> None:
    note_fire(game, fire.unit, *fire.support, indirectly=True)
    for unit in (fire.unit, *fire.support):
        if under_direct_command(game) and unit not in game.state.activity:  # 8.2
            spend_command(game, unit)
            game.state.activity[unit] = Activity(here, 1, shelled=True)
            continue
        use_action(game, unit)
        activity = game.state.activity[unit]
        used = ENTIRE if step_b else activity.used  # 9.4: supporting an assault takes the whole activation
        game.state.activity[unit] = replace(activity, shelled=True, used=used)


class CancelIndirect(BareAction):
    """Cancel the composition; nothing has been spent."""

    verb = "cancel"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the composition."""
        game.finish(**({"fired_units": ()} if game.frame["step_b"] else {}))


class IndirectComposition(Choice):
    """An indirect fire being composed by small commands."""

    kind = "indirect_fire"
    actions = (ConfirmIndirect(), SupportIndirect(), ConcentrateIndirect(), CancelIndirect())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision with the whole composition as its subject."""
        frame = game.frame
        fire = barrage_of(frame)
        value, parts = indirect_value(game, fire)
        subject: dict[str, Any] = {
            "unit": fire.unit,
            "hex": hex_name(fire.hex),
            "origin": hex_name(game.state.units[fire.unit].hex),
            "support": list(fire.support),
            "concentrate": fire.concentrate,
            "fire_value": value,
            "strength": strength(game, fire),
            "barrage": size_of(game, fire),
            "modifiers": parts_view(parts),
            "spotters": list(spotters(game, fire.unit, fire.hex)),
            "harmless": is_harmless(game, fire),
            "step_b": frame["step_b"],
        }
        how = "a barrage only" if subject["harmless"] else f"fire value {value}"
        prompt = f"{counter(game, fire.unit).label}: indirect fire at {hex_name(fire.hex)}, {how}. Confirm?"
        return Decision(frame["seat"], "indirect_fire", prompt, "8.7.1", Options(game, self.actions), subject)


# --- Resolving an indirect fire: target unit, die, results, barrage, hexes set on fire (8.7.1, 8.7.2) --------------

BUILT_UP: Final = (Terrain.VILLAGE, Terrain.TOWN, Terrain.CITY)  # 8.7.2


def row_of(game: Battle) -> tuple[str, ...]:
    """Return the row of the combat results table for indirect fire; its hex half only (3.3, 8.1)."""
    return game.scenario.charts.combat_hex["indirect"]


def _target(game: Battle) -> None:
    """Have the target unit named: it is lost or checks for rout; its defense does not count (RULINGS 52)."""
    fire = barrage_of(game.frame)
    game.update(chosen="")
    if is_harmless(game, fire):
        return
    ask_target(game, Shot(fire.unit, fire.hex, HEX, ""), game.state.stack(fire.hex))


def _roll(game: Battle) -> None:
    game.update(target=game.frame["chosen"])
    frame = game.frame
    fire = barrage_of(frame)
    value, parts = indirect_value(game, fire)
    harmless = is_harmless(game, fire)
    game.update(value=value, harmless=harmless, size=size_of(game, fire))
    game.emit(
        "IndirectFireDeclared",
        unit=fire.unit,
        hex=hex_name(fire.hex),
        value=value,
        support=list(fire.support),
        concentrate=fire.concentrate,
        target=frame["target"],
        harmless=harmless,
        barrage=size_of(game, fire),
        modifiers=parts_view(parts),
    )
    game.roll("indirect_fire", unit=fire.unit, hex=hex_name(fire.hex), value=value)


def _look(game: Battle) -> None:
    frame = game.frame
    die = frame["result"]
    entry = "" if frame["harmless"] else result_of(row_of(game), frame["value"], die)
    game.update(die=die, parts=tuple(entry.split()))
    game.emit(
        "IndirectFired",
        unit=frame["unit"],
        hex=hex_name(frame["hex"]),
        die=die,
        value=frame["value"],
        result=entry,
        harmless=frame["harmless"],
    )
    if not frame["harmless"]:
        hit_leaders(game, frame["hex"], die)  # 13.3


def _barrage(game: Battle) -> None:
    frame = game.frame
    if frame["die"] != ALWAYS_MISSES:  # 8.7.2; RULINGS 50: after the results
        place_barrage(game, frame["hex"], frame["size"])


def _fire(game: Battle) -> None:
    here = game.frame["hex"]
    if game.frame["die"] == ALWAYS_HITS and ground_of(game).hexes[here].terrain in BUILT_UP:
        ignite(game, here)
    after_use(game, game.frame["hero"])
    tidy(game, game.frame["origin"])


INDIRECT_RESOLUTION: Final = Procedure(
    "indirect_resolution",
    {
        "30.0": meet_riders,
        "8.3.1.target": _target,
        "8.7.1.roll": _roll,
        "14.1": ask_gregg,
        "14.1.turn": turn_die,
        "8.7.1.look": _look,
        "8.5.part": carry_out_part,
        "8.7.2.barrage": _barrage,
        "8.7.2.fire": _fire,
    },
)
