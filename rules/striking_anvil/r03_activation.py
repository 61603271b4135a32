"""The composition of an activation: units, loads, and one action for all (3, 1.3.3, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, is_area, is_supplied
from rules.striking_anvil.r01_3_units import (
    counter_of,
    is_combat,
    is_entrenched,
    label,
    load_reasons,
    names,
    noun,
    units_of,
    without,
)
from rules.striking_anvil.r03_impulses import all_together, but_trains, take_reasons
from rules.striking_anvil.r04_march import begin_march
from rules.striking_anvil.r04_movement import Group, Reached, far_reasons, is_only_vehicles, is_train, reach
from rules.striking_anvil.r05_battle import ATTACK, Battle, begin_combat, is_target
from rules.striking_anvil.r09_bridges import bridge_reasons
from rules.striking_anvil.r10_planning import block_of
from rules.striking_anvil.scenario import CD, TRANSPORT
from rules.striking_anvil.state import Anvil


def group_of(game: Anvil) -> Group:
    """Return the units of the activation at work as a group that would move."""
    frame = game.frame
    return Group(frame["seat"], frame["units"], frame["loads"], frame["dug"])


def takable(game: Anvil, units: tuple[str, ...]) -> Iterator[str]:
    """Yield the units of the seat in the place of the frame at work that are not chosen."""
    for unit in units_of(game, game.frame["area"], game.frame["seat"]):
        if unit not in units:
            yield unit


class Take(Action):
    """Add a unit, in the planning variant its whole group."""

    verb = "take"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each unit not chosen."""
        for unit in takable(game, game.frame["units"]):
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot be added."""
        frame = game.frame
        yield from take_reasons(game, frame["seat"], frame["area"], frame["units"], command.text("unit"))

    def apply(self, game: Anvil, command: Command) -> None:
        """Add it."""
        units = game.frame["units"]
        game.update(units=(*units, *(one for one in block_of(game, command.text("unit")) if one not in units)))


class TakeAll(BareAction):
    """Add everybody who can be added, one after the other; the train never."""

    verb = "take_all"

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield the command."""
        yield cmd(self.verb)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why nobody can be added."""
        if self.chosen(game) == game.frame["units"]:
            yield Reason("No more units can be added.", "3")

    def chosen(self, game: Anvil) -> tuple[str, ...]:
        """Return who is chosen then."""
        seat, area = game.frame["seat"], game.frame["area"]
        return all_together(game, seat, area, tuple(game.frame["units"]), but_trains(game, seat, area))

    def apply(self, game: Anvil, command: Command) -> None:
        """Add them."""
        game.update(units=self.chosen(game))


class Drop(Action):
    """Take a unit out again, in the planning variant its whole group."""

    verb = "drop"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each chosen unit."""
        for unit in game.frame["units"]:
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot be taken out."""
        if command.text("unit") not in game.frame["units"]:
            yield Reason(f"{label(game, command.text('unit'))} is not chosen.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Take it out, with what it carries."""
        frame, gone = game.frame, block_of(game, command.text("unit"))
        units = tuple(unit for unit in frame["units"] if unit not in gone)
        changes: dict[str, Any] = {"units": units}
        if "loads" in frame.data:
            changes |= {"loads": without(frame["loads"], gone), "dug": tuple(u for u in frame["dug"] if u in units)}
        game.update(**changes)


class Load(Action):
    """Put a unit on a transport; it costs nothing."""

    verb = "load"
    fields = takes(unit=str, transport=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each pair of a chosen unit and a chosen transport."""
        units = game.frame["units"]
        for transport in units:
            if counter_of(game, transport).kind == TRANSPORT:
                for unit in units:
                    yield cmd(self.verb, unit=unit, transport=transport)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot ride there."""
        frame = game.frame
        yield from load_reasons(game, frame["units"], frame["loads"], command.text("unit"), command.text("transport"))

    def apply(self, game: Anvil, command: Command) -> None:
        """Load it."""
        game.update(loads={**game.frame["loads"], command.text("unit"): command.text("transport")})


class Unload(Action):
    """Take a unit off a transport again."""

    verb = "unload"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each unit that rides."""
        for unit in game.frame["loads"]:
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot get off."""
        if command.text("unit") not in game.frame["loads"]:
            yield Reason(f"{label(game, command.text('unit'))} is not loaded.", "1.3.3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Unload it."""
        game.update(loads=without(game.frame["loads"], (command.text("unit"),)))


class DigOut(Action):
    """Have an entrenched unit leave its trenches with this move, or stay: it is reduced when it goes (4)."""

    verb = "dig_out"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each chosen unit."""
        for unit in game.frame["units"]:
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it has nothing to leave."""
        unit = command.text("unit")
        if unit not in game.frame["units"]:
            yield Reason(f"{label(game, unit)} is not chosen.", "4")
        elif not is_entrenched(game, unit):
            yield Reason(f"{label(game, unit)} is not entrenched.", "4")

    def apply(self, game: Anvil, command: Command) -> None:
        """Toggle."""
        unit, dug = command.text("unit"), game.frame["dug"]
        game.update(dug=tuple(one for one in dug if one != unit) if unit in dug else (*dug, unit))


def leader_reasons(game: Anvil, units: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why these units cannot act at all: no combat unit leads them (1.3.1, 3)."""
    if not units:
        yield Reason("No units chosen yet.", "3")
    elif not any(is_combat(game, unit) for unit in units):
        yield Reason(f"{names(game, units)} can't act without a combat unit in Good Order.", "3")


class Attack(BareAction):
    """Attack the enemies in the area with all who are chosen (5.2)."""

    verb = "attack"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why there is no attack."""
        frame = game.frame
        yield from leader_reasons(game, frame["units"])
        if not is_area(game, frame["area"]) or not is_target(game, frame["seat"], frame["area"]):
            yield Reason(
                f"There is nothing to attack in {area_name(game, frame['area'])}. Units only attack in their own area.",
                "5.2",
            )

    def apply(self, game: Anvil, command: Command) -> None:
        """Fight."""
        frame = game.frame
        game.finish()
        activated(game, frame["seat"], frame["area"], frame["units"], "attack")
        begin_combat(game, Battle(ATTACK, frame["seat"], frame["area"], frame["units"]))


def move_reasons(game: Anvil) -> Iterator[Reason]:
    """Yield why the chosen units cannot move."""
    frame = game.frame
    yield from standing_reasons(game, frame["seat"], frame["area"], frame["units"], frame["dug"])


def standing_reasons(
    game: Anvil, seat: str, place: str, units: tuple[str, ...], dug: tuple[str, ...] = ()
) -> Iterator[Reason]:
    """Yield why units cannot move at all out of a place (4, 1.8, 1.3.3)."""
    if not units:
        yield Reason("No units chosen yet.", "3")
        return
    if not is_train(game, units) and not is_only_vehicles(game, units):
        yield from leader_reasons(game, units)
    if not is_supplied(game, seat, place):
        yield Reason(f"{area_name(game, place)} is out of supply. Units there can't move.", "1.8")
    for unit in units:
        if counter_of(game, unit).kind == CD:
            yield Reason(f"{label(game, unit)} is a coastal defense unit. It never moves.", "1.3.3")
        if is_entrenched(game, unit) and unit not in dug:
            yield Reason(f"{label(game, unit)} is entrenched. To move, it must leave its trenches, reduced.", "4")


class Move(BareAction):
    """Move, in one group or in several."""

    verb = "move"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why they cannot."""
        yield from move_reasons(game)

    def apply(self, game: Anvil, command: Command) -> None:
        """Begin to choose the way."""
        begin_march(game, "")


def reach_now(game: Anvil) -> dict[str, Reached]:
    """Return what the chosen units can reach together."""
    frame = game.frame
    return game.cached("reach", lambda: reach(game, group_of(game), frame["area"]))


class Mobile(Action):
    """Move with mobile combat against a target named before the first step (5.3)."""

    verb = "mobile"
    fields = takes(target=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each area that the chosen units can reach."""
        if next(move_reasons(game), None) is None:
            for place in sorted(reach_now(game)):
                yield cmd(self.verb, target=place)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why this cannot be the target."""
        target, frame = command.text("target"), game.frame
        broken = list(leader_reasons(game, frame["units"])) + list(move_reasons(game))
        yield from dict.fromkeys(broken)
        if not is_area(game, target):
            yield Reason(f'The map has no area "{target}".', "5.3")
            return
        if not is_target(game, frame["seat"], target):
            yield Reason(f"There is nothing to attack in {area_name(game, target)}.", "5.3")
        if not broken and target not in reach_now(game):
            yield from far_reasons(game, group_of(game), frame["area"], target)

    def apply(self, game: Anvil, command: Command) -> None:
        """Begin the way there."""
        begin_march(game, command.text("target"))


class BridgeWork(Action):
    """Blow or repair a bridge with one combat unit (9)."""

    fields = takes(bridge=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each border of the area."""
        area = game.frame["area"]
        if is_area(game, area) and len(game.frame["units"]) == 1:
            for border in game.scenario.map.borders.values():
                if area in border.areas:
                    yield cmd(self.verb, bridge=border.id)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why the work cannot be done."""
        frame = game.frame
        yield from bridge_reasons(game, frame["seat"], frame["area"], frame["units"], self.verb, command.text("bridge"))

    def apply(self, game: Anvil, command: Command) -> None:
        """Begin the work."""
        frame = game.frame
        game.finish()
        activated(game, frame["seat"], frame["area"], frame["units"], self.verb)
        game.push(
            "bridge",
            seat=frame["seat"],
            area=frame["area"],
            unit=frame["units"][0],
            work=self.verb,
            bridge=command.text("bridge"),
        )


class Demolish(BridgeWork):
    """Blow an intact bridge."""

    verb = "demolish"


class Repair(BridgeWork):
    """Begin to bridge a river."""

    verb = "repair"


class Cancel(BareAction):
    """Choose another area; nothing was spent."""

    verb = "cancel"

    def apply(self, game: Anvil, command: Command) -> None:
        """Go back to the order."""
        seat = game.frame["seat"]
        game.finish()
        game.push("order", seat=seat)


def activated(game: Anvil, seat: str, area: str, units: tuple[str, ...], action: str) -> None:
    """Tell of an activation."""
    game.emit("Activated", seat=seat, area=area, units=units, action=action)


class ActivationChoice(Choice):
    """The active player puts an activation together."""

    kind = "activation"
    actions = (
        Take(),
        TakeAll(),
        Drop(),
        Load(),
        Unload(),
        DigOut(),
        Attack(),
        Move(),
        Mobile(),
        Demolish(),
        Repair(),
        Cancel(),
    )

    def ask(self, game: Anvil) -> Decision:
        """Ask until an action is chosen, or another area."""
        frame = game.frame
        subject = {"area": frame["area"], "units": frame["units"], "loads": frame["loads"], "dug": frame["dug"]}
        prompt = f"{noun(frame['seat'])} activation in {area_name(game, frame['area'])}: choose units, then an action."
        return Decision(frame["seat"], self.kind, prompt, "3", Options(game, self.actions), subject)
