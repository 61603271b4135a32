"""Opportunity fire at units leaving a hex, and sustained fire (8.6, 8.6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import counter, enemy, enemy_hexes, is_deployed, is_on_map, name_of, side_of
from rules.company_scale.r06_1_stacking import has_capable_unit, send_weapon_off
from rules.company_scale.r06_movement import live_units
from rules.company_scale.r07_line_of_sight import in_fire_zone
from rules.company_scale.r08_direct_fire import open_fire, target_reasons, usable_weapons
from rules.company_scale.state import MAP, NO_OPPORTUNITY_FIRE, SUSTAINED_FIRE, Battle
from rules.engine.command import Command, Plain, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Frame, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import distance, hex_id, hex_name
from rules.hexes.lines import REACH

# --- Sustained fire: several opportunity fires from one hex until it breaks down (8.6.1) ---------------------------

BREAKDOWN: Final = {"allied": 6, "german": 8}  # RULINGS 1


def sustain_reasons(game: Battle, unit: str, targets: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why a unit in a hex with a sustained fire marker cannot fire again: no capable weapon it can use."""
    here = game.state.units[unit].hex
    if game.state.status(here).fire_marker != SUSTAINED_FIRE or has_capable_unit(game, here):
        return
    if not any(game.scenario.weapons[weapon].sustained_fire for weapon in usable_weapons(game, unit, targets)):
        yield Reason(f"{counter(game, unit).name} can't use the weapon that sustains its hex's fire.", "8.6.1")


def after_opportunity_fire(game: Battle, frame: Frame) -> None:
    """Mark the hex that made opportunity fire, and remove a sustaining weapon that breaks down (8.6, 8.6.1)."""
    origin, weapon, die = frame["origin"], frame["weapon"], frame["die"]
    window = game.state.frames[game.index - 1]
    done = (*window["done"], origin)  # one fire for each trigger
    game.state.frames[game.index - 1] = window.having(done=done)
    if game.state.frames[game.index - 2].kind == "loading":  # 15.0: it fires before or after, not both
        game.state.frames[game.index - 2] = game.state.frames[game.index - 2].having(done=done)
    if origin not in game.state.stacks:
        return
    was_marked = game.state.status(origin).fire_marker == SUSTAINED_FIRE
    by_weapon = bool(weapon) and game.scenario.weapons[weapon].sustained_fire
    by_unit = has_capable_unit(game, origin)
    side = counter(game, frame["unit"]).side
    broken = die >= BREAKDOWN[side]
    kind = SUSTAINED_FIRE if (by_unit or by_weapon) and not broken else NO_OPPORTUNITY_FIRE
    game.state.mark(origin, fire_marker=kind)
    game.emit("MarkerPlaced", hex=hex_name(origin), kind=kind, value=None)
    if by_weapon and was_marked and broken and game.state.weapons[weapon].place == MAP:  # RULINGS 1
        send_weapon_off(game, weapon)


# --- Opportunity fire: inactive units fire at units leaving a hex in their fire zone (8.6) -------------------------


def is_screened(game: Battle, units: tuple[str, ...], origin: int) -> bool:
    """Tell whether a deployed unit that stays behind screens the movers (8.6)."""
    return any(unit not in units and is_deployed(game, unit) for unit in game.state.stack(origin))


def watchers(game: Battle, units: tuple[str, ...], origin: int, to: int) -> Iterator[str]:
    """Yield the enemy units that may fire when `units` leave `origin` for `to` (8.6).

    They are inactive and have the hex being left in their fire zone; past a screen, the hex entered as well.
    """
    screened = is_screened(game, units, origin)
    for unit in watching(game, side_of(game, units[0]), origin):  # 8.6: leaving, not entering
        if screened and (to == origin or not in_fire_zone(game, unit, to)):  # RULINGS 85: no unit leaves the hex
            continue
        yield unit


def may_fire(game: Battle, here: int) -> bool:
    """Tell whether the units of a hex may still use opportunity fire (8.6)."""
    return game.state.status(here).fire_marker != NO_OPPORTUNITY_FIRE


def watching(game: Battle, side: str, origin: int) -> Iterator[str]:
    """Yield the enemies of `side` that have a hex in their fire zone and may use opportunity fire (8.6)."""
    for here in enemy_hexes(game, side):
        if distance(here, origin) > REACH or not may_fire(game, here):
            continue
        for unit in game.state.stack(here):
            if in_fire_zone(game, unit, origin):
                yield unit


def open_window(game: Battle, units: tuple[str, ...], origin: int, to: int, *, done: tuple[int, ...] = ()) -> None:
    """Ask the inactive side for opportunity fire if a step provokes any (8.6).

    Where units load or unload, `to` equals `origin`, and `done` are hexes that have fired (15.0).
    """
    if is_provoked(game, units, origin, to):
        seat = enemy(side_of(game, units[0]))
        game.push("opportunity_fire", units=units, origin=origin, to=to, seat=seat, done=done)


def is_provoked(game: Battle, units: tuple[str, ...], origin: int, to: int) -> bool:
    """Tell whether a step gives any enemy unit a chance of opportunity fire (8.6)."""
    return next(watchers(game, units, origin, to), None) is not None


class OpportunityFire(Action):
    """Fire at the moving units: begin to put the fire together."""

    verb = "fire"
    fields = takes(unit=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each unit that may fire at the hex being left."""
        frame = game.frame
        for unit in watchers(game, frame["units"], frame["origin"], frame["to"]):
            yield cmd("fire", unit=unit, hex=hex_name(frame["origin"]))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit may not fire at the moving units now."""
        unit, frame = command.text("unit"), game.frame
        if not is_on_map(game, unit):
            yield Reason(f"{name_of(game, unit)} is not on the map.", "8.6")
            return
        if side_of(game, unit) != frame["seat"]:
            yield Reason(f"{name_of(game, unit)} belongs to the moving side.", "8.6")
            return
        if read_hex(command.text("hex")) != frame["origin"]:
            yield Reason(f"Opportunity fire must target the hex being left, {hex_name(frame['origin'])}.", "8.6")
            return
        yield from _watch_reasons(game, unit)
        yield from target_reasons(game, unit, frame["origin"], frame["units"])

    def apply(self, game: Battle, command: Command) -> None:
        """Open the composition; it returns here once resolved or cancelled."""
        frame = game.frame
        movers = live_units(game, frame["units"], frame["origin"])
        open_fire(game, command.text("unit"), hex_id(command.text("hex")), seat=frame["seat"], movers=movers)


def _watch_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    frame = game.frame
    here = game.state.units[unit].hex
    if game.state.status(here).fire_marker == NO_OPPORTUNITY_FIRE or here in frame["done"]:
        yield Reason(f"{hex_name(here)} has already used its opportunity fire.", "8.6")
    screened = is_screened(game, frame["units"], frame["origin"])
    if screened and (frame["to"] == frame["origin"] or not in_fire_zone(game, unit, frame["to"])):
        yield Reason("A deployed unit screens the move: your fire zone must also cover the hex entered.", "8.6")
    yield from sustain_reasons(game, unit, frame["units"])


class HoldFire(BareAction):
    """Hold fire and keep it for a later trigger (8.6)."""

    verb = "hold"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the window."""
        game.finish()


class OpportunityWindow(Choice):
    """The reaction window of the inactive side while units leave a hex; each hex fires once per trigger (8.6.1)."""

    kind = "opportunity_fire"
    actions = (OpportunityFire(), HoldFire())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision while moving units are still there and some unit may fire at them."""
        frame = game.frame
        units = live_units(game, frame["units"], frame["origin"])
        if not units:
            return None
        if units != frame["units"]:
            game.update(units=units)
        options = Options(game, self.actions)
        if not options.offers("fire"):
            return None
        origin, to = hex_name(frame["origin"]), hex_name(frame["to"])
        subject: dict[str, Plain] = {"units": list(units), "hex": origin, "to": to}
        return Decision(frame["seat"], "opportunity_fire", _prompt(game, units), "8.6", options, subject)


def _prompt(game: Battle, units: tuple[str, ...]) -> str:
    """Return who can be fired at, and what they do that allows it (8.6, 15.0)."""
    frame, mover = game.frame, game.state.frames[game.index - 1]
    one = len(units) == 1
    who = counter(game, units[0]).label if one else f"{len(units)} units"
    origin, does = hex_name(frame["origin"]), "unload" if mover.get("unload") else "load"
    if mover.kind != "loading":
        return f"{who} {'is' if one else 'are'} leaving {origin} for {hex_name(frame['to'])}: opportunity fire?"
    if mover.step == "15.0.change":
        return f"{who} {'is' if one else 'are'} about to {does} in {origin}: opportunity fire?"
    return f"{who} {'has' if one else 'have'} {does}ed in {origin}: opportunity fire?"
