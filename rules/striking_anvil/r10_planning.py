"""The planning variant: combat groups that act as one (10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import is_exit
from rules.striking_anvil.r01_3_units import counter_of, is_combat, is_good, label, names, side_of
from rules.striking_anvil.scenario import COMBAT, SUPPORT
from rules.striking_anvil.state import NOWHERE, Anvil

MOST: Final = 3
MOST_OF_A_DIVISION: Final = 4


def is_planned(game: Anvil) -> bool:
    """Tell whether the variant is played (10)."""
    return game.scenario.rules.planning_variant


def is_outside(game: Anvil, unit: str) -> bool:
    """Tell whether a unit is a support unit without a group, which cannot be activated (10)."""
    return is_planned(game) and counter_of(game, unit).kind == SUPPORT and unit not in game.state.groups


def block_of(game: Anvil, unit: str) -> tuple[str, ...]:
    """Return who is activated with a unit: its group's Good Order members in the same place; without groups itself."""
    leader = game.state.groups.get(unit) if is_planned(game) else None
    if leader is None:
        return (unit,)
    at = game.state.units[unit].at
    return tuple(one for one in game.state.stack(at) if game.state.groups.get(one) == leader and is_good(game, one))


def form(game: Anvil) -> None:
    """Make every combat unit a group of its own, support units stand outside (10)."""
    game.state.groups = {
        unit: unit for unit in game.state.units if is_combat(game, unit) and groupable(game, side_of(game, unit), unit)
    }


def join_new(game: Anvil) -> None:
    """Make what has come onto the map since the planning a group of its own (10)."""
    if is_planned(game):
        for unit in game.state.units:
            if is_combat(game, unit) and groupable(game, side_of(game, unit), unit):
                game.state.groups.setdefault(unit, unit)


def part(game: Anvil) -> None:
    """Let members that losses or pursuit have separated drop out of their groups (10)."""
    if not is_planned(game):
        return
    groups, units = game.state.groups, game.state.units
    for leader in sorted(set(groups.values())):
        members = [unit for unit, name in groups.items() if name == leader]
        led = {units[unit].at for unit in members if is_combat(game, unit)}
        places = Counter(units[unit].at for unit in members if units[unit].at in led)
        if len({units[unit].at for unit in members}) > 1:
            _split(game, leader, members, places.most_common(1)[0][0] if places else "")


def _split(game: Anvil, leader: str, members: list[str], place: str) -> None:
    """Keep a group where most of its combat units are; the others stand alone, support units outside (10)."""
    groups = game.state.groups
    stay = [unit for unit in members if game.state.units[unit].at == place]
    head = leader if leader in stay else next((unit for unit in stay if is_combat(game, unit)), "")
    for unit in members:
        if unit in stay:
            groups[unit] = head
        elif is_combat(game, unit):
            groups[unit] = unit
        else:
            del groups[unit]


def _rename(game: Anvil) -> None:
    """Name each group after a combat unit in it; support units without one stand outside."""
    groups = game.state.groups
    for leader in sorted(set(groups.values())):
        members = [unit for unit, name in groups.items() if name == leader]
        if groups.get(leader) == leader:
            continue
        heads = [unit for unit in members if is_combat(game, unit)]
        for unit in members:
            if heads:
                groups[unit] = heads[0]
            else:
                del groups[unit]


class Join(Action):
    """Put a unit into the group of a combat unit in the same place."""

    verb = "join"
    fields = takes(unit=str, group=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each pair of a unit and a group in its place."""
        seat, state = game.frame["seat"], game.state
        for unit in state.units:
            if groupable(game, seat, unit):
                for leader in state.stack(state.units[unit].at):
                    if state.groups.get(leader) == leader and side_of(game, leader) == seat:
                        yield cmd(self.verb, unit=unit, group=leader)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot join that group."""
        unit, leader, state = command.text("unit"), command.text("group"), game.state
        if not groupable(game, game.frame["seat"], unit):
            yield Reason(f"{label(game, unit)} is not one of your combat or support units in play.", "10")
            return
        if state.groups.get(leader) != leader or side_of(game, leader) != game.frame["seat"]:
            yield Reason(f"You have no group led by {label(game, leader)}.", "10")
            return
        if state.units[unit].at != state.units[leader].at:
            yield Reason("All units of a group must be in one area or box.", "10")
        if state.groups.get(unit) == leader:
            yield Reason(f"{label(game, unit)} is already in this group.", "10")
        combat = [one for one, name in state.groups.items() if name == leader and is_combat(game, one) and one != unit]
        combat += [unit] if is_combat(game, unit) else []
        divisions = Counter(counter_of(game, one).division for one in combat)
        most = MOST_OF_A_DIVISION if max(divisions.values()) > 1 else MOST
        if len(combat) > most:
            yield Reason(
                f"A group of {names(game, combat)} is too large: three combat units, or four with two of one division.",
                "10",
            )

    def apply(self, game: Anvil, command: Command) -> None:
        """Move it from one group to the other."""
        unit, leader = command.text("unit"), command.text("group")
        game.state.groups[unit] = leader
        _rename(game)


class Leave(Action):
    """Take a unit out of its group: a combat unit stands alone then, a support unit outside."""

    verb = "leave"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each unit that is with others."""
        for unit in game.state.groups:
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot leave."""
        unit, groups = command.text("unit"), game.state.groups
        if unit not in groups or side_of(game, unit) != game.frame["seat"]:
            yield Reason(f"{label(game, unit)} is in none of your groups.", "10")
        elif list(groups.values()).count(groups[unit]) < 2:
            yield Reason(f"{label(game, unit)} is already a group of its own.", "10")

    def apply(self, game: Anvil, command: Command) -> None:
        """Take it out."""
        unit, groups = command.text("unit"), game.state.groups
        rest = [one for one, name in groups.items() if name == groups[unit] and one != unit]
        if is_combat(game, unit):
            groups[unit] = unit
            heads = [one for one in rest if is_combat(game, one)]
            for one in rest:
                if heads:
                    groups[one] = heads[0]
                else:
                    del groups[one]
        else:
            del groups[unit]


def groupable(game: Anvil, seat: str, unit: str) -> bool:
    """Tell whether a unit of a side can belong to a group (10)."""
    piece = game.state.units.get(unit)
    if piece is None or piece.at in NOWHERE or is_exit(game, piece.at) or side_of(game, unit) != seat:
        return False
    return counter_of(game, unit).kind in (COMBAT, SUPPORT)


class Planning(Choice):
    """Each side sorts its units into groups, the Allies first."""

    kind = "planning"
    actions = (Join(), Leave(), Done())

    def ask(self, game: Anvil) -> Decision:
        """Ask until it is done."""
        return Decision(
            game.frame["seat"], self.kind, "Put units into combat groups.", "10", Options(game, self.actions)
        )
