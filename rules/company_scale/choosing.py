"""Questions that only ask for one unit, one support weapon or one division out of several."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.pieces import leader_now, name_of
from rules.company_scale.state import Table
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, takes
from rules.engine.options import Decision, Options

NOTHING = ""


class ChooseUnit(Action):
    """Choose one of the units asked about."""

    verb = "choose"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each unit asked about."""
        for unit in game.frame["units"]:
            yield cmd("choose", unit=unit)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the unit is one of those asked about."""
        if command.get("unit") not in game.frame["units"]:
            names = ", ".join(name_of(game, unit) for unit in game.frame["units"])
            yield Reason(f"{name_of(game, str(command.get('unit')))} cannot be chosen here; choose {names}.",
                         game.frame["rule"])  # fmt: skip

    def apply(self, game: Table, command: Command) -> None:
        """Hand the chosen unit to the frame below."""
        game.finish(chosen=command.get("unit"))


class UnitChoice(Choice):
    """Asks `seat` to choose one of `units`; `question` names what for."""

    kind = "choose_unit"
    actions = (ChooseUnit(),)

    def ask(self, game: Table) -> Decision | None:
        """Return the question."""
        frame = game.frame
        subject = {"units": list(frame["units"]), "hex": frame["hex"]}
        return Decision(frame["seat"], frame["question"], frame["prompt"], frame["rule"],
                        Options(game, self.actions), subject)  # fmt: skip


def ask_unit(game: Table, question: str, seat: str, units: tuple[str, ...], *, hex_name: str, prompt: str,
             rule: str) -> None:  # fmt: skip
    """Ask a seat for one of `units`; the frame at work finds it as `chosen` (at once if there is no choice)."""
    if len(units) == 1:
        game.update(chosen=units[0])
        return
    game.update(chosen="")
    game.push("choose_unit", question=question, seat=seat, units=units, hex=hex_name, prompt=prompt, rule=rule)


class ChooseWeapon(Action):
    """Choose one of the support weapons asked about, or none where that is allowed."""

    verb = "choose"
    fields = takes(weapon=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each weapon asked about."""
        for weapon in game.frame["weapons"]:
            yield cmd("choose", weapon=weapon)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the weapon is one of those asked about."""
        if command.get("weapon") not in game.frame["weapons"]:
            known = ", ".join(game.scenario.weapons[w].name for w in game.frame["weapons"] if w)
            yield Reason(f'"{command.get("weapon")}" cannot be chosen here; choose {known}.', game.frame["rule"])

    def apply(self, game: Table, command: Command) -> None:
        """Hand the chosen weapon to the frame below."""
        game.finish(chosen=command.get("weapon"))


class WeaponChoice(Choice):
    """Asks `seat` to choose one of `weapons` ('' stands for none)."""

    kind = "choose_weapon"
    actions = (ChooseWeapon(),)

    def ask(self, game: Table) -> Decision | None:
        """Return the question."""
        frame = game.frame
        subject = {"weapons": list(frame["weapons"]), "hex": frame["hex"]}
        return Decision(frame["seat"], frame["question"], frame["prompt"], frame["rule"],
                        Options(game, self.actions), subject)  # fmt: skip


def ask_weapon(game: Table, question: str, seat: str, weapons: tuple[str, ...], *, hex_name: str, prompt: str,
               rule: str) -> None:  # fmt: skip
    """Ask a seat for one of `weapons`; the frame at work finds it as `chosen` (at once if there is no choice)."""
    if len(weapons) == 1:
        game.update(chosen=weapons[0])
        return
    game.update(chosen="")
    game.push("choose_weapon", question=question, seat=seat, weapons=weapons, hex=hex_name, prompt=prompt, rule=rule)


class ChooseDivision(Action):
    """Choose one of the divisions asked about."""

    verb = "choose"
    fields = takes(division=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each division asked about."""
        for division in game.frame["divisions"]:
            yield cmd("choose", division=division)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the division is one of those asked about."""
        if command.get("division") not in game.frame["divisions"]:
            names = ", ".join(game.scenario.divisions[d].name for d in game.frame["divisions"])
            yield Reason(f'"{command.get("division")}" cannot be chosen here; choose {names}.', game.frame["rule"])

    def apply(self, game: Table, command: Command) -> None:
        """Hand the chosen division to the frame below."""
        game.finish(chosen=command.get("division"))


class DivisionChoice(Choice):
    """Asks `seat` to choose one of `divisions`."""

    kind = "choose_division"
    actions = (ChooseDivision(),)

    def ask(self, game: Table) -> Decision | None:
        """Return the question."""
        frame = game.frame
        subject = {"divisions": list(frame["divisions"]), "about": frame["about"]}
        return Decision(frame["seat"], frame["question"], frame["prompt"], frame["rule"],
                        Options(game, self.actions), subject)  # fmt: skip


def ask_division(game: Table, question: str, seat: str, divisions: tuple[str, ...], *, prompt: str, rule: str,
                 about: str) -> None:  # fmt: skip
    """Ask a seat for one of `divisions`; the frame at work finds it as `chosen` (at once if there is no choice)."""
    if len(divisions) == 1:
        game.update(chosen=divisions[0])
        return
    game.update(chosen="")
    game.push("choose_division", question=question, seat=seat, divisions=divisions, prompt=prompt, rule=rule,
              about=about)  # fmt: skip


class ChooseLeader(Action):
    """Choose one of the leaders asked about."""

    verb = "choose"
    fields = takes(leader=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each leader asked about."""
        for leader in game.frame["leaders"]:
            yield cmd("choose", leader=leader)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the leader is one of those asked about."""
        if command.get("leader") not in game.frame["leaders"]:
            known = ", ".join(leader_now(game, leader).name for leader in game.frame["leaders"])
            yield Reason(f'"{command.get("leader")}" cannot be chosen here; choose {known}.', game.frame["rule"])

    def apply(self, game: Table, command: Command) -> None:
        """Hand the chosen leader to the frame below."""
        game.finish(chosen=command.get("leader"))


class LeaderChoice(Choice):
    """Asks `seat` to choose one of `leaders`."""

    kind = "choose_leader"
    actions = (ChooseLeader(),)

    def ask(self, game: Table) -> Decision | None:
        """Return the question."""
        frame = game.frame
        subject = {"leaders": list(frame["leaders"]), "hex": frame["hex"]}
        return Decision(frame["seat"], frame["question"], frame["prompt"], frame["rule"],
                        Options(game, self.actions), subject)  # fmt: skip


def ask_leader(game: Table, question: str, seat: str, leaders: tuple[str, ...], *, hex_name: str, prompt: str,
               rule: str) -> None:  # fmt: skip
    """Ask a seat for one of `leaders`; the frame at work finds him as `chosen` (at once if there is no choice)."""
    if len(leaders) == 1:
        game.update(chosen=leaders[0])
        return
    game.update(chosen="")
    game.push("choose_leader", question=question, seat=seat, leaders=leaders, hex=hex_name, prompt=prompt, rule=rule)
