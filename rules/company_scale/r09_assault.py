"""Assaults: all those of an activation, steps A to L of each, the support of step B (9.0, 9.1, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import enemy_holds, is_on_map, name_of, origins_of, side_of
from rules.company_scale.r08_7_1_spotting import indirect_power
from rules.company_scale.r08_7_indirect_fire import STEP_B_LIMIT, open_indirect, step_b_reasons
from rules.company_scale.r08_8_fires import fire_reasons
from rules.company_scale.r09_1_declaration import commit
from rules.company_scale.r09_1_defense import ask_retreat, open_defensive_fire
from rules.company_scale.r09_2_markers import marked_hexes, take_marker
from rules.company_scale.r09_2_placing import may_assault
from rules.company_scale.r09_4_results import TIE, advance, ask_advance, still_assaulting, to_column
from rules.company_scale.r09_5_modifiers import assault_of, attacker_lines, defender_lines, sum_view
from rules.company_scale.records.view import AssaultSideView, AssaultView, SumView
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

# --- Step B of an assault: the attacker's active indirect fire units shell the marked hex (9.1, 9.4) ---------------


def ask_support(game: Battle) -> None:
    """Ask the attacker for indirect fire at the marked hex (9.1 B)."""
    game.push("assault_indirect", seat=game.frame["seat"], hex=game.frame["hex"], taken=(), fired_units=())


class SupportAssault(Action):
    """Shell the hex to be assaulted: begin composing the indirect fire."""

    verb = "indirect_fire"
    fields = takes(unit=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active unit of the seat with indirect fire, at the marked hex."""
        for unit, activity in game.state.activity.items():
            if activity.used == 0 and game.state.units[unit].place == MAP and indirect_power(game, unit) is not None:
                yield cmd("indirect_fire", unit=unit, hex=hex_name(game.frame["hex"]))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot fire in support of this assault."""
        unit, frame = command.text("unit"), game.frame
        if not is_on_map(game, unit):
            yield Reason(f"{name_of(game, unit)} is not on the map.", "9.1")
            return
        if side_of(game, unit) != frame["seat"]:
            yield Reason(
                f"{name_of(game, unit)} is the defender's. Only the attacker can use indirect fire here.", "9.1"
            )
            return
        if read_hex(command.text("hex")) != frame["hex"]:
            yield Reason(f"Supporting indirect fire can target only {hex_name(frame['hex'])}.", "9.4")
            return
        if len(frame["taken"]) >= STEP_B_LIMIT:
            yield Reason(f"{STEP_B_LIMIT} indirect fire units have already supported this assault, the maximum.", "9.1")
        yield from step_b_reasons(game, unit, frame["hex"])

    def apply(self, game: Battle, command: Command) -> None:
        """Open the composition; it returns here once resolved or cancelled."""
        frame = game.frame
        open_indirect(
            game,
            command.text("unit"),
            frame["hex"],
            seat=frame["seat"],
            step_b=True,
            limit=STEP_B_LIMIT - len(frame["taken"]),
        )


class PassSupport(BareAction):
    """Stop firing in support, or do not fire at all."""

    verb = "pass"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class AssaultSupport(Choice):
    """Asks the attacker for indirect fire while units can fire at defenders and fewer than three have (9.1 B)."""

    kind = "assault_indirect"
    actions = (PassSupport(), SupportAssault())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while a unit can fire and a defender is left."""
        self._note(game)
        frame = game.frame
        options = Options(game, self.actions)
        if not enemy_holds(game, frame["hex"], frame["seat"]):
            return None
        if not options.offers("indirect_fire"):
            return None
        here, left = hex_name(frame["hex"]), STEP_B_LIMIT - len(frame["taken"])
        prompt = f"Assault on {here}: support it with indirect fire? Up to {left} more units can join."
        subject: dict[str, Any] = {"hex": here, "taken": list(frame["taken"]), "left": left}
        return Decision(frame["seat"], "assault_indirect", prompt, "9.1", options, subject)

    def _note(self, game: Battle) -> None:
        """Count the units that took part, hit or miss; they are done for this activation (9.1, 9.4)."""
        fired = game.frame["fired_units"]
        if not fired:
            return
        taken = (*game.frame["taken"], *fired)
        commit(game, fired)
        game.update(taken=taken, fired_units=())
        game.state.frames[game.index - 1] = game.state.frames[game.index - 1].having(supporters=taken)


# --- Assaults: all those of an activation, and steps A to L of each (9.0, 9.1) -------------------------------------


def carry_out_assaults(game: Battle, seat: str) -> None:
    """Settle every marker of a side that is due in this activation (4.0 iii g, 9.3)."""
    if may_assault(game) and marked_hexes(game.state, seat):
        game.push("assaults_of_activation", seat=seat, due=())


def _declare(game: Battle) -> None:
    game.push("assaults", seat=game.frame["seat"], called_off=(), wishes=())


def _order(game: Battle) -> str | None:
    due = game.frame["due"]
    if not due:
        return "end"
    if len(due) == 1:
        game.update(next=due[0][0])
    else:
        game.push("assault_order", seat=game.frame["seat"], due=due)
    return None


def _begin(game: Battle) -> str | None:
    frame = game.frame
    marked = frame["next"]
    units = next(units for hex_id, units in frame["due"] if hex_id == marked)
    game.update(due=tuple(item for item in frame["due"] if item[0] != marked))
    game.push("assault", **opening(game, marked, frame["seat"], units))
    return "9.1.order"


ASSAULTS: Final = Procedure(
    "assaults_of_activation", {"9.3.declare": _declare, "9.1.order": _order, "9.1.begin": _begin}
)


def opening(game: Battle, marked: int, seat: str, units: tuple[str, ...]) -> dict[str, Any]:
    """Return the locals an assault begins with.

    `committed` are all who assault, `attackers` those still able to, `origins` the attackers' hexes; `supporters`
    fired in step B, `fired` are the hexes fired at in step E; what each side uses, and how it ended, come later.
    `acted` are the units that acted before: only Rolin assaults so late (14.1).
    """
    used = ("att_leader", "att_hero", "att_weapon", "def_leader", "def_hero", "def_weapon", "def_unit")
    return {
        "hex": marked,
        "seat": seat,
        "committed": units,
        "attackers": units,
        "origins": origins_of(game, units),
        "supporters": (),
        "fired": (),
        **dict.fromkeys(used, ""),
        "unopposed": False,
        "retreated": False,
        "advancing": (),
        "outcome": "",
        "difference": 0,
        "acted": tuple(unit for unit, done in game.state.activity.items() if done.used),
    }


def _look_again(game: Battle) -> tuple[str, ...]:
    """Drop the attackers that are no longer able to assault; return the rest (9.1 E, 9.3)."""
    units = still_assaulting(game, game.frame["attackers"])
    game.update(attackers=units, origins=origins_of(game, units))
    return units


def _is_held(game: Battle) -> bool:
    """Tell whether defenders are in the marked hex."""
    return enemy_holds(game, game.frame["hex"], game.frame["seat"])


def _commit(game: Battle) -> str | None:
    units = _look_again(game)
    held = _is_held(game)
    game.update(unopposed=not held)
    frame = game.frame
    game.emit("AssaultBegun", hex=hex_name(frame["hex"]), seat=frame["seat"], units=list(units), empty=not held)
    if not held:
        return "9.1.J"
    return None if units else "9.1.K"


def _support(game: Battle) -> None:
    ask_support(game)


def _column(game: Battle) -> str | None:
    if not _is_held(game):  # RULINGS 174
        return "9.1.J"
    for unit in still_assaulting(game, game.frame["attackers"]):
        to_column(game, unit)
    return None


def _retreat(game: Battle) -> None:
    ask_retreat(game)


def _defend(game: Battle) -> str | None:
    if game.frame["retreated"]:
        return "9.1.J"
    open_defensive_fire(game)
    return None


def _fight(game: Battle) -> str | None:
    if not _look_again(game):  # RULINGS 175
        return "9.1.K"
    frame = game.frame
    game.push("assault_dice", **frame.data)
    return None


def _advance(game: Battle) -> str | None:
    if game.frame["outcome"] == TIE or _is_held(game):  # 9.4, 9.1
        return "9.1.K"
    if any(fire_reasons(game, game.frame["hex"])):  # 8.8.1: it caught fire in step B
        return "9.1.K"
    ask_advance(game)
    return None


def _go_in(game: Battle) -> None:
    advance(game)


def _remove_marker(game: Battle) -> None:
    take_marker(game, game.frame["hex"], game.frame["seat"])


def _finish(game: Battle) -> None:
    frame = game.frame
    acted = frame.get("acted", ())
    routed = (unit for unit, done in game.state.activity.items() if done.used and unit not in acted)
    commit(game, (*frame["committed"], *frame["supporters"], *frame["advancing"], *routed))


ASSAULT: Final = Procedure(
    "assault",
    {
        "9.1.A": _commit,
        "9.1.B": _support,
        "9.1.C": _column,
        "9.1.D": _retreat,
        "9.1.E": _defend,
        "9.1.F": _fight,
        "9.1.J": _advance,
        "9.1.J.go": _go_in,
        "9.1.K": _remove_marker,
        "9.1.L": _finish,
    },
)


# --- What both players see of an assault under way (9.1) -----------------------------------------------------------

KINDS: Final = ("assault_modifiers", "assault_dice", "assault")


def assault_view(game: Battle) -> AssaultView | None:
    """Return the assault under way, its units and the modifiers of both sides as they stand, or None."""
    frames = [frame for frame in reversed(game.state.frames) if frame.kind in KINDS]
    if not frames:
        return None
    assault = assault_of(frames[0])
    frame = next(frame for frame in frames if frame.step)  # a question has none
    return AssaultView(
        hex_name(assault.hex),
        assault.seat,
        frame.step,
        tuple(assault.attackers),
        tuple(game.state.stack(assault.hex)),
        _side(sum_view(attacker_lines(game, assault)), frame.get("att_die")),
        _side(sum_view(defender_lines(game, assault)), frame.get("def_die")),
    )


def _side(told: SumView, die: int | None) -> AssaultSideView:
    return AssaultSideView(told.lines, told.total, die)
