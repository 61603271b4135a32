"""Attached formations: a parent division on arrival, and changes of parent in step D (26, 4.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.prompts import ask_division
from rules.company_scale.r05_command import set_division
from rules.company_scale.r18_reinforcements import due_now
from rules.company_scale.r27_victory import count_loss
from rules.company_scale.state import ELIMINATED, MAP, OUT, RESERVE, ROUTED, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import END, Action, Procedure, takes

PRICE: Final = 2  # dispatch points per change
MOST: Final = 2  # formations attached to one division
ENTERED: Final = (MAP, ROUTED)


def has_entered(game: Battle, formation: str) -> bool:
    """Tell whether any unit of a formation is in play."""
    units = game.scenario.roster.formations.get(formation, ())
    return any(game.state.units[unit].place in ENTERED for unit in units)


def attached_to(game: Battle, division: str) -> list[str]:
    """Return the attachable formations in play that are attached to a division (26)."""
    return [
        name
        for name, formation in game.scenario.formations.items()
        if formation.attachable and formation.division == division and has_entered(game, name)
    ]


def parents_for(game: Battle, formation: str) -> tuple[str, ...]:
    """Return the divisions that can take a formation: with own units in play and fewer than two attached (26)."""
    side = game.scenario.divisions[game.scenario.formations[formation].division].side
    return tuple(
        name
        for name, division in game.scenario.divisions.items()
        if division.side == side and _stands(game, name) and len(set(attached_to(game, name)) - {formation}) < MOST
    )


def _stands(game: Battle, division: str) -> bool:
    """Tell whether a division has a unit of its own on the map or due this turn (RULINGS 26.1)."""
    return _has_own(game, division, (MAP,), game.state.turn)


@derived(State.by_box)
def _has_own(game: Battle, division: str, places: tuple[str, ...], turn: int) -> bool:
    """Tell whether a division has a unit of its own in some places or due on a turn, the present one."""
    units, due = game.state.units, due_now(game)
    return any(
        (units[unit].place in places or unit in due) and not _is_guest(game, unit)
        for unit in game.scenario.roster.divisions.get(division, ())
    )


def _is_guest(game: Battle, unit: str) -> bool:
    formation = game.scenario.formations.get(game.scenario.units[unit].formation)
    return formation is not None and formation.attachable


def attach(game: Battle, formation: str, division: str) -> None:
    """Attach a formation to a division, which owns its units, weapons and leaders from now on (26)."""
    at_start = game.base.formations[formation].division
    rest = {name: parent for name, parent in game.state.attached.items() if name != formation}
    game.state.attached = rest if division == at_start else {**rest, formation: division}
    game.state.units_belong_to_others()
    game.adapt()
    game.emit("FormationAttached", formation=formation, division=division)


class ChangeAttachment(Action):
    """Attach a formation to another division for 2 dispatch points of its present one (26, 4.0 step D)."""

    verb = "change_attachment"
    fields = takes(formation=str, division=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each of the seat's formations whose change can be paid for, with each other division of the side."""
        divisions = game.scenario.divisions
        for name, formation in game.scenario.formations.items():
            if not formation.attachable or divisions[formation.division].side != game.frame["seat"]:
                continue
            if game.state.divisions[formation.division].dispatch >= PRICE and has_entered(game, name):
                for division, other in divisions.items():
                    if division != formation.division and other.side == game.frame["seat"]:
                        yield cmd("change_attachment", formation=name, division=division)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the formation cannot change divisions."""
        name, division = command.text("formation"), command.text("division")
        divisions = game.scenario.divisions
        formation = game.scenario.formations.get(name)
        if formation is None or not formation.attachable or divisions[formation.division].side != game.frame["seat"]:
            yield Reason(f'"{name}" is not an attachable formation of the {game.frame["seat"]} side.', "26.0")
            return
        if division not in divisions or divisions[division].side != game.frame["seat"]:
            yield Reason(f'"{division}" is not a division of the {game.frame["seat"]} side.', "26.0")
            return
        if not has_entered(game, name):
            yield Reason(f"{formation.name} has no unit in play. It is attached when its first unit enters.", "26.0")
        if division == formation.division:
            yield Reason(f"{formation.name} is already attached to {divisions[division].name}.", "26.0")
        elif division not in parents_for(game, name):
            yield self._full_or_absent(game, division)
        have = game.state.divisions[formation.division].dispatch
        if have < PRICE:
            parent = divisions[formation.division].name
            yield Reason(f"The change costs {PRICE} dispatch points; {parent} has {have}.", "26.0")

    def _full_or_absent(self, game: Battle, division: str) -> Reason:
        name = game.scenario.divisions[division].name
        if _stands(game, division):
            return Reason(f"{name} already has {MOST} attached formations, the maximum.", "26.0")
        return Reason(f"{name} has no unit of its own on the map.", "26.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Pay from the present division and attach the formation to the other."""
        name, division = command.text("formation"), command.text("division")
        parent = game.scenario.formations[name].division
        set_division(game, parent, dispatch=game.state.divisions[parent].dispatch - PRICE)
        attach(game, name, division)
        game.update(bought=True)


def _lacking(game: Battle) -> tuple[str, ...]:
    """Return the formations that need a parent now: on arrival, or because their division is gone (26)."""
    due = due_now(game)
    return tuple(
        name
        for name, record in game.scenario.formations.items()
        if record.attachable
        and (
            not _has_own(game, record.division, ENTERED, game.state.turn)
            if has_entered(game, name)
            else any(unit in due for unit in game.scenario.roster.formations.get(name, ()))
        )
    )


def _begin(game: Battle) -> None:
    game.update(queue=_lacking(game))


def _ask(game: Battle) -> str | None:
    queue = game.frame["queue"]
    if not queue:
        return END
    formation = queue[0]
    game.update(chosen="")
    parents = parents_for(game, formation)
    record = game.scenario.formations[formation]
    if parents:
        side = game.scenario.divisions[record.division].side
        ask_division(game, "attachment", side, parents, rule="26.0", about=formation)
    return None


def _take(game: Battle) -> str | None:
    formation, chosen = game.frame["queue"][0], game.frame["chosen"]
    game.update(queue=game.frame["queue"][1:])
    if chosen:
        if chosen != game.scenario.formations[formation].division or not has_entered(game, formation):
            attach(game, formation, chosen)
    elif not has_entered(game, formation):
        _turn_away(game, formation)
    return "26.ask"


def _turn_away(game: Battle, formation: str) -> None:
    """Count as eliminated the units of a formation that no division can take (26)."""
    side = game.scenario.divisions[game.scenario.formations[formation].division].side
    for unit in game.scenario.roster.formations[formation]:
        if game.state.units[unit].place == RESERVE:
            game.state.place(unit, 0, ELIMINATED)
            count_loss(game, side)
            game.emit("UnitEliminated", unit=unit, hex="", place=ELIMINATED)
    for pieces, tokens in ((game.scenario.weapons, game.state.weapons), (game.scenario.leaders, game.state.leaders)):
        for piece, token in tokens.items():
            if pieces[piece].formation == formation and token.place == RESERVE:
                game.state.put(piece, 0, OUT)


ATTACHMENTS: Final = Procedure("attachments", {"26.begin": _begin, "26.ask": _ask, "26.take": _take})
