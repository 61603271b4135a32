"""Questions that ask for just one of several units, support weapons, divisions or leaders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from rules.company_scale.pieces import leader_now
from rules.company_scale.prompts import prompt_of
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, takes
from rules.engine.options import Decision, Options

NOTHING: Final = ""


class ChooseOne(Action):
    """Choose one of the things asked about; `what` names them in commands, and with an s in frames."""

    verb = "choose"
    what: ClassVar[str]

    def name(self, game: Battle, thing: str) -> str:
        """Return a thing's name, or the text in quotation marks if it names nothing."""
        printed = getattr(game.scenario, f"{self.what}s").get(thing)
        return str(printed.name) if printed else f'"{thing}"'

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each thing asked about."""
        for thing in game.frame[f"{self.what}s"]:
            yield cmd("choose", **{self.what: thing})

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the thing is one of those asked about."""
        things, given = game.frame[f"{self.what}s"], command.text(self.what)
        if given not in things:
            names = ", ".join(self.name(game, thing) for thing in things if thing != NOTHING)
            yield Reason(f"{self.name(game, given)} can't be chosen here. Choose {names}.", game.frame["rule"])

    def apply(self, game: Battle, command: Command) -> None:
        """Hand the chosen thing to the frame below."""
        game.finish(chosen=command.text(self.what))


class ChooseUnit(ChooseOne):
    """Choose one of the units asked about."""

    what = "unit"
    fields = takes(unit=str)


class ChooseWeapon(ChooseOne):
    """Choose one of the support weapons asked about, or none where that is allowed."""

    what = "weapon"
    fields = takes(weapon=str)


class ChooseDivision(ChooseOne):
    """Choose one of the divisions asked about."""

    what = "division"
    fields = takes(division=str)


class ChooseLeader(ChooseOne):
    """Choose one of the leaders asked about."""

    what = "leader"
    fields = takes(leader=str)

    def name(self, game: Battle, thing: str) -> str:
        """Return the name of a leader."""
        return leader_now(game, thing).name if thing in game.state.leaders else f'"{thing}"'


class OneOf(Choice):
    """Asks `seat` for one of several things; `question` says what for, `about` names the local with where or what."""

    about: ClassVar[str] = "hex"
    actions: ClassVar[tuple[ChooseOne]]

    def ask(self, game: Battle) -> Decision | None:
        """Return the question."""
        frame, things = game.frame, f"{self.actions[0].what}s"
        subject = {things: list(frame[things]), self.about: frame[self.about]}
        return Decision(
            frame["seat"], frame["question"], prompt_of(game), frame["rule"], Options(game, self.actions), subject
        )


class UnitChoice(OneOf):
    """Asks for one of `units`."""

    kind = "choose_unit"
    actions = (ChooseUnit(),)


class WeaponChoice(OneOf):
    """Asks for one of `weapons`; '' stands for none."""

    kind = "choose_weapon"
    actions = (ChooseWeapon(),)


class DivisionChoice(OneOf):
    """Asks for one of `divisions`."""

    kind = "choose_division"
    actions = (ChooseDivision(),)
    about = "about"


class LeaderChoice(OneOf):
    """Asks for one of `leaders`."""

    kind = "choose_leader"
    actions = (ChooseLeader(),)


def ask_unit(game: Battle, question: str, seat: str, units: tuple[str, ...], *, hex_name: str, rule: str) -> None:
    """Ask a seat for one of `units`; the current frame gets it as `chosen`, at once if there is only one."""
    if _is_open(game, units):
        game.push("choose_unit", question=question, seat=seat, units=units, hex=hex_name, rule=rule)


def ask_weapon(game: Battle, question: str, seat: str, weapons: tuple[str, ...], *, hex_name: str, rule: str) -> None:
    """Ask a seat for one of `weapons`, `chosen` as a unit is."""
    if _is_open(game, weapons):
        game.push("choose_weapon", question=question, seat=seat, weapons=weapons, hex=hex_name, rule=rule)


def ask_division(game: Battle, question: str, seat: str, divisions: tuple[str, ...], *, rule: str, about: str) -> None:
    """Ask a seat for one of `divisions`, `chosen` as a unit is."""
    if _is_open(game, divisions):
        game.push("choose_division", question=question, seat=seat, divisions=divisions, rule=rule, about=about)


def ask_leader(game: Battle, question: str, seat: str, leaders: tuple[str, ...], *, hex_name: str, rule: str) -> None:
    """Ask a seat for one of `leaders`, `chosen` as a unit is."""
    if _is_open(game, leaders):
        game.push("choose_leader", question=question, seat=seat, leaders=leaders, hex=hex_name, rule=rule)


def _is_open(game: Battle, things: tuple[str, ...]) -> bool:
    """Tell whether there is a choice; a single thing is chosen at once."""
    game.update(chosen=things[0] if len(things) == 1 else "")
    return len(things) != 1
