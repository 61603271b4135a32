"""Retreats, hex by hex, chosen by the owner (CMD-retreat-01 to -11, CMD-special-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.command_cards.hexes import toward
from rules.command_cards.moving import lose_figures, put
from rules.command_cards.state import Table, cls_of, type_of
from rules.command_cards.targets import occupants, the
from rules.command_cards.terrain import closed_by, hexes_per_flag, is_shut_in, may_enter
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital, listed
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options


def ways_back(game: Table, unit: str, origin: str = "") -> tuple[str, ...]:
    """Return the hexes of the next row toward its own edge that a unit can retreat into (CMD-retreat-10).

    Terrain does not matter unless it is closed to the unit; nor does where the attack came from (CMD-retreat-01, -02).
    """
    found = game.state.units[unit]
    if is_shut_in(game, found):
        return ()
    at, edge = occupants(game), game.scenario.sides[found.seat].edge
    return tuple(
        place
        for place in toward(origin or found.hex, edge)  # off the board there is none, CMD-retreat-06
        if place not in at and may_enter(game, cls_of(game, found), place)  # CMD-retreat-03, -04, -07, -11
    )


def begin_flag(game: Table) -> str | None:
    """Make the first hex of the next flag, ask for it, or lose a figure (CMD-retreat-05)."""
    frame = game.frame
    unit, flags = frame["unit"], frame["flags"]
    if not flags or unit not in game.state.units:
        game.finish()
        return None
    game.update(flags=flags - 1, made=0)
    ways = ways_back(game, unit)
    if not ways:
        game.emit("RetreatBlocked", unit=unit, hex=game.state.units[unit].hex)
        lose_figures(game, unit, 1, frame["seat"], "retreat")
        return "flag"
    _ask_or_go(game, unit, ways, more=False)
    return None


def fall_back(game: Table) -> str | None:
    """Make the hex that was chosen."""
    unit, to = game.frame["unit"], game.frame["to"]
    if not to:
        return "flag"
    here = game.state.units[unit].hex
    put(game, unit, to)
    game.emit("UnitRetreated", unit=unit, start=here, to=to)
    game.update(made=game.frame["made"] + 1, to="")
    return None


def go_on(game: Table) -> str:
    """Ask the Resistance whether it falls back further on this flag (CMD-special-05)."""
    unit = game.frame["unit"]
    found = game.state.units[unit]
    if game.frame["made"] < hexes_per_flag(type_of(game, found)) and (ways := ways_back(game, unit)):
        _ask_or_go(game, unit, ways, more=True)
        return "step"
    return "flag"


def _ask_or_go(game: Table, unit: str, ways: tuple[str, ...], *, more: bool) -> None:
    if len(ways) == 1 and not more:
        game.update(to=ways[0])
    else:
        game.push("way_back", seat=game.state.units[unit].seat, unit=unit, flags=game.frame["flags"], more=more)


RETREAT: Final = Procedure("retreat", {"flag": begin_flag, "step": fall_back, "more": go_on})
"""The retreat of `unit` for `flags`; a figure that is lost instead goes to `seat`."""


class FallBack(Action):
    """Retreat into one of the hexes behind."""

    verb = "retreat"
    fields = takes(to=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each hex behind."""
        yield from (cmd("retreat", to=to) for to in ways_back(game, game.frame["unit"]))

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a hex cannot be retreated into."""
        unit, to = game.frame["unit"], command.text("to")
        ways = ways_back(game, unit)
        if to in ways:
            return
        found = game.state.units[unit]
        behind = toward(found.hex, game.scenario.sides[found.seat].edge)
        open_ = f"it can go to {listed(ways, 'or')}"
        if to not in behind:
            yield Reason(
                f"{capital(the(game, unit))} must retreat one row toward its own edge; {open_}.", "CMD-retreat-01"
            )
        elif to in occupants(game):
            yield Reason(f"{to} is occupied; {open_}.", "CMD-retreat-04")
        else:
            yield Reason(
                f"{to} can't be entered ({closed_by(game, cls_of(game, found), to)}); {open_}.", "CMD-retreat-11"
            )

    def apply(self, game: Table, command: Command) -> None:
        """Hand the hex to the retreat."""
        game.finish(to=command.text("to"))


class StopHere(BareAction):
    """Fall back no further on this flag."""

    verb = "halt"

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the first hex has been made."""
        if not game.frame["more"]:
            yield Reason("A flag forces a retreat of one hex. Choose which.", "CMD-retreat-09")

    def apply(self, game: Table, command: Command) -> None:
        """Go on with the next flag."""
        game.finish(to="")


class WayBack(Choice):
    """Asks the owner of a retreating unit for the next hex, the Resistance also whether it goes on."""

    kind = "way_back"
    actions = (FallBack(), StopHere())

    def ask(self, game: Table) -> Decision:
        """Ask; the subject tells for each hex how many ways lead on from it."""
        frame = game.frame
        unit, more = frame["unit"], frame["more"]
        onward = {to: len(ways_back(game, unit, to)) for to in ways_back(game, unit)}
        prompt = f"Should {the(game, unit)} retreat farther?" if more else f"Where should {the(game, unit)} retreat?"
        subject = {"unit": unit, "hex": game.state.units[unit].hex, "flags": frame["flags"], "onward": onward}
        rule = "CMD-special-05" if more else "CMD-retreat-10"
        return Decision(frame["seat"], "way_back", prompt, rule, Options(game, self.actions), subject)
