"""Step E of an assault: opportunity fire out of the assaulted hex at the assaulting hexes (9.1, 9.4, 8.6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.company_scale.named_hexes import read_hex
from rules.company_scale.pieces import enemy, name_of
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r08_6_1_sustained_fire import sustain_reasons
from rules.company_scale.r08_direct_fire import open_fire, target_reasons
from rules.company_scale.state import MAP, NO_OPPORTUNITY_FIRE, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_id, hex_name


def open_defensive_fire(game: Battle) -> None:
    """Ask the defender for fire at the assaulting hexes (9.1 E)."""
    frame = game.frame
    game.push("defensive_fire", seat=enemy(frame["seat"]), hex=frame["hex"], attackers=frame["attackers"],
              done=(), fired=(), aimed=0)  # fmt: skip


def _assaulting_hexes(game: Battle) -> dict[int, tuple[str, ...]]:
    """Return the assaulting units that are still there, by their hex."""
    units = [unit for unit in game.frame["attackers"] if game.state.units[unit].place == MAP]
    hexes = dict.fromkeys(game.state.units[unit].hex for unit in units)
    return {origin: live_units(game, tuple(units), origin) for origin in hexes}


class DefensiveFire(Action):
    """Fire at an assaulting hex, or at one hard target in it: begin composing the fire."""

    verb = "fire"
    fields = takes(unit=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each unit of the assaulted hex with each assaulting hex."""
        for unit in game.state.stack(game.frame["hex"]):
            for origin in _assaulting_hexes(game):
                yield cmd("fire", unit=unit, hex=hex_name(origin))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit may not fire there now."""
        unit, frame = command.text("unit"), game.frame
        here = frame["hex"]
        if unit not in game.state.stack(here):
            yield Reason(f"{name_of(game, unit)} is not in {hex_name(here)}: only the assaulted hex fires.", "9.4")
            return
        target = read_hex(command.text("hex"))
        hexes = _assaulting_hexes(game)
        if target not in hexes:
            yield Reason(f"{command.text('hex')} isn't an assaulting hex.", "9.4")
            return
        assert target is not None
        if game.state.status(here).fire_marker == NO_OPPORTUNITY_FIRE:
            yield Reason(f"{hex_name(here)} has already used its opportunity fire.", "9.4")
        if target in frame["fired"]:
            yield Reason(f"{hex_name(target)} has been fired at. Fire only once at each assaulting hex.", "9.4")
        yield from sustain_reasons(game, unit, hexes[target])
        yield from target_reasons(game, unit, target, hexes[target])

    def apply(self, game: Battle, command: Command) -> None:
        """Open the composition; it returns here once resolved or cancelled."""
        target = hex_id(command.text("hex"))
        movers = _assaulting_hexes(game)[target]
        game.update(aimed=target)
        open_fire(game, command.text("unit"), target, seat=game.frame["seat"], movers=movers)


class Hold(BareAction):
    """Hold fire, or stop firing."""

    verb = "hold"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class DefensiveFireWindow(Choice):
    """The fire of the assaulted hex: one, or with sustained fire one at each assaulting hex (9.4)."""

    kind = "defensive_fire"
    actions = (DefensiveFire(), Hold())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while the hex may fire at somebody."""
        self._note(game)
        options = Options(game, self.actions)
        if not options.offers("fire"):
            return None
        frame, here = game.frame, hex_name(game.frame["hex"])
        hexes = [hex_name(origin) for origin in _assaulting_hexes(game)]
        subject: dict[str, Any] = {"hex": here, "hexes": hexes, "fired": [hex_name(h) for h in frame["fired"]]}
        prompt = f"{here} is assaulted from {' and '.join(hexes)}: opportunity fire?"
        return Decision(frame["seat"], "defensive_fire", prompt, "9.4", options, subject)

    def _note(self, game: Battle) -> None:
        """Note the hex fired at; a cancelled fire leaves no entry in `done`."""
        frame = game.frame
        if not frame["aimed"]:
            return
        fired = (*frame["fired"], frame["aimed"]) if len(frame["done"]) > len(frame["fired"]) else frame["fired"]
        game.update(fired=fired, aimed=0)
        game.state.frames[game.index - 1] = game.state.frames[game.index - 1].having(fired=fired)
