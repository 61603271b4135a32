"""FFI ambushes: the attempt when a lone German unit enters a hex (23.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import counter, enemy, enemy_holds, name_of, side_name, side_of
from rules.company_scale.r06_1_stacking import tidy
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r08_7_2_smoke import force_columns
from rules.company_scale.r18_reinforcements import near_exit_reasons, protected_reasons
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import ELIMINATED, MAP, RESERVE, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import are_adjacent, distance, hex_id, hex_name, neighbours

LONELY: Final = 5  # a lone unit is farther than this from its division
SUCCESS: Final = 5  # highest die that places
FREE: Final = (RESERVE, ELIMINATED)
GERMAN: Final = "german"
ALLIED: Final = "allied"


def is_lone(game: Battle, unit: str) -> bool:
    """Tell whether a German unit is more than 5 hexes from every other unit of its division (23.2)."""
    printed, records = counter(game, unit), game.state.units
    here = records[unit].hex
    return not any(
        other != unit and records[other].place == MAP and distance(records[other].hex, here) <= LONELY
        for other in game.scenario.roster.divisions[printed.division]
    )


def open_ambush(game: Battle, units: tuple[str, ...], here: int) -> None:
    """Offer the Allied player one ambush in the hex a lone German unit has entered (23.2; RULINGS 137)."""
    if not game.scenario.roster.ambushers:
        return
    units = live_units(game, units, here)
    if units and side_of(game, units[0]) == GERMAN:
        lone = next((unit for unit in units if not counter(game, unit).marker and is_lone(game, unit)), "")
        if lone:
            game.push("ambush", unit=lone, hex=here)


class Ambush(Action):
    """Attempt an ambush in a hex next to the unit, with a free ambush unit or one taken off the map."""

    verb = "ambush"
    fields = takes(hex=str, unit=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each hex next to the lone unit with each ambush unit that may be used."""
        for near in neighbours(game.frame["hex"]):
            if near in game.scenario.map.hexes:
                for unit in usable(game):
                    yield cmd("ambush", hex=hex_name(near), unit=unit)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the ambush cannot be laid there, or not by this unit."""
        here, to, unit = game.frame["hex"], read_hex(command.text("hex")), command.text("unit")
        if unit not in usable(game):
            text = f"{name_of(game, unit)} can't be used. Take a free ambush unit, or one from the map if none is free."
            yield Reason(text, "23.2")
        if to is None or to not in game.scenario.map.hexes or not are_adjacent(here, to):
            yield Reason(f"An ambush must be placed next to {hex_name(here)}.", "23.2")
            return
        if enemy_holds(game, to, ALLIED):
            yield Reason(f"{side_name(game.scenario, enemy(ALLIED))} units hold {hex_name(to)}.", "23.2")
        if to in game.state.on_fire:
            yield Reason(f"{hex_name(to)} is on fire.", "8.8.1")
        yield from protected_reasons(game, ALLIED, to)  # 18.0
        yield from near_exit_reasons(game, to)  # 22.3

    def apply(self, game: Battle, command: Command) -> None:
        """Take up the unit, before the die is known, and roll."""
        unit, to = command.text("unit"), hex_id(command.text("hex"))
        record = game.state.units[unit]
        game.finish()
        game.push("ambush_attempt", unit=unit, hex=to)
        if record.place == MAP:
            game.state.place(unit, 0, RESERVE)
            game.emit("AmbushTakenUp", unit=unit, hex=hex_name(record.hex))
            tidy(game, record.hex)


def usable(game: Battle) -> list[str]:
    """Return the ambush units that may be used: free ones, or those on the map if all are in play (23.2)."""
    units, ambushers = game.state.units, game.scenario.roster.ambushers
    free = [unit for unit in ambushers if units[unit].place in FREE]
    return free[:1] or [unit for unit in ambushers if units[unit].place == MAP]


class NoAmbush(BareAction):
    """Let the unit pass."""

    verb = "decline"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the window."""
        game.finish()


class AmbushWindow(Choice):
    """Asks the Allied player whether he attempts an ambush against a lone German unit."""

    kind = "ambush"
    actions = (Ambush(), NoAmbush())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision while the unit is there and a hex next to it is possible."""
        frame = game.frame
        options = Options(game, self.actions)
        if not live_units(game, (frame["unit"],), frame["hex"]) or not any(c.verb == "ambush" for c in options):
            return None
        here = hex_name(frame["hex"])
        prompt = f"{counter(game, frame['unit']).label} is alone in {here}. Try an ambush ({SUCCESS} or less)?"
        return Decision(ALLIED, "ambush", prompt, "23.2", options, {"unit": frame["unit"], "hex": here})


def _attempt(game: Battle) -> None:
    game.roll("ambush", unit=game.frame["unit"], hex=hex_name(game.frame["hex"]))


def _placed(game: Battle) -> None:
    unit, here, die = game.frame["unit"], game.frame["hex"], game.frame["result"]
    game.emit("AmbushAttempted", unit=unit, hex=hex_name(here), die=die, placed=die <= SUCCESS)
    if die <= SUCCESS:
        game.state.turn_to(unit, True)
        game.state.place(unit, here)
        shake_off(game, (unit,))  # 30.0
        force_columns(game)  # 8.7.5


AMBUSH_ATTEMPT: Final = Procedure("ambush_attempt", {"23.2.roll": _attempt, "23.2.place": _placed})
