"""Steps D and E of an assault: the defender leaves, or fires at the assaulting hexes (9.1, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import enemy, enemy_holds, is_deployed, name_of, origins_of, units_on_map, weapons_in
from rules.company_scale.r06_2_terrain import bars_weapons
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r07_line_of_sight import in_fire_zone
from rules.company_scale.r08_6_opportunity_fire import sustain_reasons
from rules.company_scale.r08_direct_fire import open_fire, target_reasons
from rules.company_scale.r09_2_placing import best_step, entry_reasons
from rules.company_scale.r09_4_results import go_together
from rules.company_scale.state import MAP, NO_OPPORTUNITY_FIRE, SUPPRESSED, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import are_adjacent, hex_id, hex_name, neighbours

# --- Step D of an assault: the defender in column may leave before the fight (9.1) ---------------------------------


def ask_retreat(game: Battle) -> None:
    """Ask the defender whether he leaves the assaulted hex, if he can (9.1 D)."""
    game.push("retreat", seat=enemy(game.frame["seat"]), hex=game.frame["hex"])


class Retreat(Action):
    """Retreat with every unit to one neighbouring hex, suppressed there."""

    verb = "retreat"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every neighbouring hex."""
        for near in neighbours(game.frame["hex"]):
            yield cmd("retreat", hex=hex_name(near))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the units cannot retreat there."""
        here, to = game.frame["hex"], read_hex(command.text("hex"))
        if to is None or not are_adjacent(here, to):
            yield Reason(f"{command.text('hex')} is not next to {hex_name(here)}: a retreat is one hex.", "9.1")
            return
        yield from retreat_reasons(game, here, to, game.frame["seat"])

    def apply(self, game: Battle, command: Command) -> None:
        """Move everybody, suppress the hex, tell the frame below."""
        here, to = game.frame["hex"], hex_id(command.text("hex"))
        units = game.state.stack(here)
        game.finish(retreated=True)
        game.emit("AssaultAvoided", hex=hex_name(here), to=hex_name(to), units=list(units))
        go_together(game, units, to)
        has_left = to not in game.state.stacks  # 22.3
        if not has_left and game.state.status(to).stress != SUPPRESSED:  # RULINGS 173: not a result, so no unit is lost
            game.state.mark(to, stress=SUPPRESSED)
            game.emit("MarkerPlaced", hex=hex_name(to), kind=SUPPRESSED, value=None)


def retreat_reasons(game: Battle, here: int, to: int, side: str) -> Iterator[Reason]:
    """Yield why the units of a hex cannot retreat to a neighbouring hex: checked like a move of one hex (9.1)."""
    units = game.state.stack(here)
    for unit in units:
        if is_deployed(game, unit):
            yield Reason(f"{name_of(game, unit)} is deployed; to retreat, all units must be in column.", "9.1")
    if enemy_holds(game, to, side):
        yield Reason(f"Enemy units hold {hex_name(to)}.", "6.0")
    seen: set[str] = set()
    for unit in units:
        for reason in entry_reasons(game, unit, to):
            if reason.text not in seen:
                seen.add(reason.text)
                yield reason
    if not seen and weapons_in(game, here) and all(bars_weapons(best_step(game, unit, to)) for unit in units):
        yield Reason("A support weapon can cross a ridge or steep slope only by road.", "6.2.2")
    watcher = next((unit for unit in units_on_map(game, enemy(side)) if in_fire_zone(game, unit, to)), None)
    if watcher is not None:
        yield Reason(f"{hex_name(to)} is in {name_of(game, watcher)}'s fire zone.", "9.1")


class Stand(BareAction):
    """Stay and fight."""

    verb = "stand"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class RetreatChoice(Choice):
    """Asks the defender whether he leaves the assaulted hex, if there is a hex to go to."""

    kind = "retreat"
    actions = (Stand(), Retreat())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question if a retreat is possible."""
        frame = game.frame
        options = Options(game, self.actions)
        if not options.offers("retreat"):
            return None
        here = hex_name(frame["hex"])
        prompt = f"{here} is assaulted: stand, or retreat with every unit and be suppressed?"
        return Decision(
            frame["seat"],
            "retreat",
            prompt,
            "9.1",
            options,
            {"hex": here, "units": list(game.state.stack(frame["hex"]))},
        )


# --- Step E of an assault: opportunity fire out of the assaulted hex at the assaulting hexes (9.1, 9.4, 8.6.1) -----


def open_defensive_fire(game: Battle) -> None:
    """Ask the defender for fire at the assaulting hexes (9.1 E)."""
    frame = game.frame
    game.push(
        "defensive_fire",
        seat=enemy(frame["seat"]),
        hex=frame["hex"],
        attackers=frame["attackers"],
        done=(),
        fired=(),
        aimed=0,
    )


def _assaulting_hexes(game: Battle) -> dict[int, tuple[str, ...]]:
    """Return the assaulting units that are still there, by their hex."""
    units = [unit for unit in game.frame["attackers"] if game.state.units[unit].place == MAP]
    return {origin: live_units(game, tuple(units), origin) for origin in origins_of(game, units)}


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


class HoldDefensiveFire(BareAction):
    """Hold fire, or stop firing."""

    verb = "hold"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class DefensiveFireWindow(Choice):
    """The fire of the assaulted hex: one, or with sustained fire one at each assaulting hex (9.4)."""

    kind = "defensive_fire"
    actions = (DefensiveFire(), HoldDefensiveFire())

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
