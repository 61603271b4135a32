"""Steps F to J of an assault: odds, dice, results, advance (9.1, 9.3, 9.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules.company_scale.battle_map import Edge
from rules.company_scale.pieces import enemy, face, name_of, origins_of, weapons_in
from rules.company_scale.prompts import ask_unit
from rules.company_scale.r06_1_stacking import exchange, tidy
from rules.company_scale.r06_2_terrain import drop_idle_marker, queue_claims
from rules.company_scale.r06_movement import fresh, live_units
from rules.company_scale.r06_search import turn_over
from rules.company_scale.r08_5_4_status import MAX_DG, can_move
from rules.company_scale.r08_7_2_smoke import force_columns
from rules.company_scale.r09_2_placing import best_step, eligible_units
from rules.company_scale.r09_5_choices import ATTACKER, DEFENDER, proposed
from rules.company_scale.r09_5_modifiers import (
    ASSAULT_FIELDS,
    assault_of,
    attacker_lines,
    defence_chooser,
    defender_lines,
    total,
)
from rules.company_scale.r12_support_weapons import companions, riders
from rules.company_scale.r13_leaders import lose_leader
from rules.company_scale.r14_heroes import after_use, one_for_both
from rules.company_scale.r22_evacuation import leave_map
from rules.company_scale.r23_2_ambush import open_ambush
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import MAP, OUT, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Frame, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

# --- The odds, dice and results of an assault: steps F to I (9.1, 9.4) ---------------------------------------------

LOSES_LEADER: Final = 9  # 9.4
TIE: Final = "tie"
NOT_FOUGHT: Final = "none"
LOST_BY_ATTACKER: Final = "attacker"
LOST_BY_DEFENDER: Final = "defender"


def still_assaulting(game: Battle, units: Iterable[str]) -> tuple[str, ...]:
    """Return the committed units that are still able to assault (9.3, 9.1 E)."""
    able = []
    for unit in units:
        record = game.state.units[unit]
        status = game.state.status(record.hex)
        if record.place == MAP and can_move(status) and status.dg < MAX_DG:
            able.append(unit)
    return tuple(able)


def _odds(game: Battle) -> None:
    """Count who still fights (9.1 F); without attackers or defenders there are no dice."""
    frame = game.frame
    units = still_assaulting(game, frame["attackers"])
    origins = origins_of(game, units)
    game.update(attackers=units, origins=origins)
    if not units or not game.state.stack(frame["hex"]):
        _end(game, NOT_FOUGHT, 0)


def _end(game: Battle, outcome: str, difference: int) -> None:
    frame = game.frame
    game.finish(outcome=outcome, difference=difference, attackers=frame["attackers"], origins=frame["origins"])


def _ask(game: Battle, role: str) -> None:
    frame = game.frame
    game.push("assault_modifiers", role=role, **{name: frame[name] for name in ASSAULT_FIELDS if name in frame.data})


def _attacker(game: Battle) -> None:
    assault = assault_of(game.frame)
    game.update(**proposed(game, assault, ATTACKER), **proposed(game, assault, DEFENDER))
    _ask(game, ATTACKER)


def _defender(game: Battle) -> None:
    if game.frame["att_hero"] and one_for_both(game):
        game.update(def_hero="")  # RULINGS 184
    _ask(game, DEFENDER)


def _unit(game: Battle) -> None:
    """Ask whose defense counts, unless it makes no difference (9.5 b)."""
    assault = assault_of(game.frame)
    units = game.state.stack(assault.hex)
    by_value = {face(game, unit).defense: unit for unit in reversed(units)}
    if len(by_value) == 1:
        game.update(chosen=units[0])
        return
    ask_unit(game, "defence_unit", defence_chooser(game, assault), units, hex_name=hex_name(assault.hex), rule="9.5")


def _roll(game: Battle) -> None:
    game.update(def_unit=game.frame["chosen"], chosen="")
    frame, assault = game.frame, assault_of(game.frame)
    for weapon in (assault.att_weapon, assault.def_weapon):  # 9.5: one use; its line still counts below
        if weapon and game.state.weapons[weapon].place == MAP:
            here = game.state.weapons[weapon].hex
            game.state.put(weapon, 0, OUT)
            game.emit("WeaponRemoved", weapon=weapon, hex=hex_name(here), place=OUT)
    attack, defense = attacker_lines(game, assault), defender_lines(game, assault)
    game.update(att_total=total(attack), def_total=total(defense))
    game.emit(
        "AssaultDeclared",
        hex=hex_name(assault.hex),
        seat=assault.seat,
        units=list(assault.attackers),
        hexes=[hex_name(origin) for origin in assault.origins],
        attacker=total(attack),
        defender=total(defense),
        attacker_lines=[line._asdict() for line in attack],
        defender_lines=[line._asdict() for line in defense],
    )
    game.roll("assault_attacker", hex=hex_name(assault.hex), seat=frame["seat"], value=total(attack))


def _answer(game: Battle) -> None:
    frame = game.frame
    game.update(att_die=frame["result"])
    game.roll("assault_defender", hex=hex_name(frame["hex"]), seat=enemy(frame["seat"]), value=frame["def_total"])


def _leaders(game: Battle) -> None:
    game.update(def_die=game.frame["result"])
    for role in (ATTACKER, DEFENDER):
        leader = game.frame[f"{role}_leader"]
        if leader and game.frame[f"{role}_die"] == LOSES_LEADER:
            lose_leader(game, leader)
        after_use(game, game.frame[f"{role}_hero"])  # 14.1, 14.2


def judged(attack: int, defense: int) -> tuple[str, int]:
    """Return who lost by the final numbers, and by how much (9.4)."""
    if attack == defense:
        return TIE, 0
    return (LOST_BY_ATTACKER if attack < defense else LOST_BY_DEFENDER), abs(attack - defense)


def _compare(game: Battle) -> None:
    frame = game.frame
    attack, defense = frame["att_total"] + frame["att_die"], frame["def_total"] + frame["def_die"]
    outcome, difference = judged(attack, defense)
    game.update(outcome=outcome, difference=difference)
    game.emit(
        "AssaultFought",
        hex=hex_name(frame["hex"]),
        attacker=attack,
        defender=defense,
        outcome=outcome,
        difference=difference,
    )
    origins = frame["origins"]
    if outcome == TIE:
        game.update(hits=tuple((origin, 1) for origin in (*origins, frame["hex"])))
    elif outcome == LOST_BY_DEFENDER:
        game.update(hits=((frame["hex"], difference),))
    elif len(origins) == 1:
        game.update(hits=((origins[0], difference),))
    else:
        game.update(hits=())
        game.push("distribute_dg", seat=frame["seat"], origins=origins, points=difference, shares=(0,) * len(origins))


def _share(game: Battle) -> None:
    frame = game.frame
    shares: tuple[int, ...] = frame.get("shares", ())
    if shares:
        game.update(hits=tuple(hit for hit in zip(frame["origins"], shares, strict=True) if hit[1]))


def _apply(game: Battle) -> str | None:
    """Give the next hex its disorganization; beyond level 4 its owner loses units (9.4)."""
    hits: tuple[Any, ...] = game.frame["hits"]
    if not hits:
        return None
    game.update(hits=hits[1:])
    here, points = hits[0]
    game.push("gain_dg", hex=here, points=points)
    return "9.1.I.apply"


def _finish(game: Battle) -> None:
    _end(game, game.frame["outcome"], game.frame["difference"])


ASSAULT_DICE: Final = Procedure(
    "assault_dice",
    {
        "9.1.F": _odds,
        "9.1.G": _attacker,
        "9.1.G.defender": _defender,
        "9.1.G.unit": _unit,
        "9.1.G.roll": _roll,
        "9.1.G.answer": _answer,
        "9.1.H": _leaders,
        "9.1.I": _compare,
        "9.1.I.share": _share,
        "9.1.I.apply": _apply,
        "9.1.I.end": _finish,
    },
)


# --- Step J of an assault: assaulting units advance into the hex if no enemy is left (9.1, 9.3, 6.2.2, 22.3, 23.2) ---


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
            "hex": hex_name(frame["hex"]),
            "units": list(frame["units"]),
            "chosen": list(frame["chosen"]),
        }
        many = len(frame["chosen"])
        prompt = f"{hex_name(frame['hex'])} is empty. Who advances? At least one must ({many} chosen)."
        return Decision(frame["seat"], "advance", prompt, "9.1", Options(game, self.actions), subject)


def advance(game: Battle) -> None:
    """Carry the advance out: in column, without movement points and without opportunity fire (9.1, 8.6)."""
    frame = game.frame
    units = still_assaulting(game, frame["advancing"])
    for unit in units:
        to_column(game, unit)
    left = [(origin, _weapons_to_leave(game, units, origin, frame["hex"])) for origin in origins_of(game, units)]
    go_together(game, units, frame["hex"])
    for origin, most in left:
        if most is not None and most < len(weapons_in(game, origin)):
            game.push("excess_weapons", hex=origin, most=most)


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
    for origin in origins_of(game, units):
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
