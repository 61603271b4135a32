"""Step J of an assault: assaulting units advance into the hex if no enemy is left (9.1, 9.3, 6.2.2, 22.3, 23.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.company_scale.battle_map import Edge
from rules.company_scale.pieces import name_of, weapons_in
from rules.company_scale.r06_1_stacking import exchange, tidy
from rules.company_scale.r06_2_2_ridges import drop_idle_marker, queue_claims
from rules.company_scale.r06_formation import turn_over
from rules.company_scale.r06_movement import fresh, live_units
from rules.company_scale.r08_7_5_forced_column import force_columns
from rules.company_scale.r09_3_eligibility import best_step, eligible_units
from rules.company_scale.r09_4_results import still_assaulting
from rules.company_scale.r12_3_along import companions, riders
from rules.company_scale.r22_2_evacuation import leave_map
from rules.company_scale.r23_2_ambush import open_ambush
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Frame, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_name


def ask_advance(game: Battle) -> None:
    """Ask which assaulting units advance; a single one goes without being asked."""
    frame = game.frame
    units = still_assaulting(game, frame["attackers"])
    if frame["unopposed"]:  # 9.1 A: no unit was committed to an empty hex
        units = (*units, *(u for u in eligible_units(game, frame["hex"], frame["seat"]) if u not in units))
    if len(units) > 1:
        game.push("advance", seat=frame["seat"], hex=frame["hex"], units=units, chosen=())
    else:
        game.update(advancing=units)


class ChooseAdvance(Action):
    """Let a unit advance, or leave it where it is."""

    verb = "advance"
    fields = takes(unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each unit that may advance."""
        for unit in game.frame["units"]:
            yield cmd("advance", unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the unit took part in the assault."""
        unit = command.text("unit")
        if unit not in game.frame["units"]:
            yield Reason(f"{name_of(game, unit)} took no part in this assault, or can't advance.", "9.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Choose the unit or leave it out."""
        unit, chosen = command.text("unit"), game.frame["chosen"]
        game.update(chosen=tuple(u for u in chosen if u != unit) if unit in chosen else (*chosen, unit))


class ConfirmAdvance(BareAction):
    """Advance with the units chosen."""

    verb = "confirm"

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason while nobody advances."""
        if not game.frame["chosen"]:
            yield Reason(f"At least one assaulting unit must advance into {hex_name(game.frame['hex'])}.", "9.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Hand the units to the frame below."""
        game.finish(advancing=game.frame["chosen"])


class Advance(Choice):
    """Asks which of several assaulting units advance: at least one."""

    kind = "advance"
    actions = (ConfirmAdvance(), ChooseAdvance())

    def ask(self, game: Battle) -> Decision:
        """Return the question with the units chosen so far."""
        frame = game.frame
        subject: dict[str, Any] = {
            "hex": hex_name(frame["hex"]), "units": list(frame["units"]), "chosen": list(frame["chosen"]),
        }  # fmt: skip
        many = len(frame["chosen"])
        prompt = f"{hex_name(frame['hex'])} is empty. Who advances? At least one must ({many} chosen)."
        return Decision(frame["seat"], "advance", prompt, "9.1", Options(game, self.actions), subject)


def advance(game: Battle) -> None:
    """Carry the advance out: in column, without movement points and without opportunity fire (9.1, 8.6)."""
    frame = game.frame
    units = still_assaulting(game, frame["advancing"])
    for unit in units:
        to_column(game, unit)
    left = [(origin, _weapons_to_leave(game, units, origin, frame["hex"])) for origin in _origins(game, units)]
    go_together(game, units, frame["hex"])
    for origin, most in left:
        if most is not None and most < len(weapons_in(game, origin)):
            game.push("excess_weapons", hex=origin, most=most)


def _origins(game: Battle, units: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(game.state.units[unit].hex for unit in units))


def _weapons_to_leave(game: Battle, units: tuple[str, ...], origin: int, to: int) -> int | None:
    """Return how many support weapons stay where units advance over a steep slope, None where all may (6.2.2).

    Each unit leaves one behind, for the reallocating box (RULINGS 192).
    """
    here = live_units(game, units, origin)
    step = best_step(game, here[0], to)
    may_stay = game.scenario.rules.get("weapons_on_advance") == "may_stay"
    if may_stay or step.on_road or Edge.STEEP_SLOPE not in step.side.edges:
        return None
    return max(0, len(weapons_in(game, origin)) - len(here))


def to_column(game: Battle, unit: str) -> None:
    """Turn a unit to its column side if it has one and shows the other (9.1 C)."""
    if game.state.units[unit].deployed and game.scenario.units[unit].column is not None:
        turn_over(game, unit)


def go_together(game: Battle, units: tuple[str, ...], to: int) -> None:
    """Bring adjacent units into a hex, with what can go along; no points are spent and no one fires (9.1)."""
    for origin in _origins(game, units):
        _go(game, live_units(game, units, origin), origin, to)
    leave_map(game)  # 22.3
    if units:
        open_ambush(game, units, to)  # 23.2
        drop_idle_marker(game, to)
        queue_claims(game, live_units(game, units, to), to)
    shake_off(game, units)  # 30.0
    force_columns(game)  # 8.7.5


def _go(game: Battle, units: tuple[str, ...], origin: int, to: int) -> None:
    state = game.state
    start = Frame("movement", "", fresh(units, (0,) * len(units), companions(game, units)))
    along = riders(game, start, units, best_step(game, units[0], to))  # 9.3, 6.2.2: the rest stays behind
    for piece in along:
        state.put(piece, to)
    left_dg = state.status(origin).dg
    for unit in units:
        state.place(unit, to)
        game.emit("UnitMoved", unit=unit, **{"from": hex_name(origin), "to": hex_name(to)})
    exchange(game, left_dg, to)  # 6.1.1
    tidy(game, origin)
