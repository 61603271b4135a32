"""Hits and retreats: losses first, then flags, hex by hex, chosen by the owner (CMD-hit, CMD-retreat)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.command_cards.dice import FLAG, hits_on
from rules.command_cards.hexes import toward
from rules.command_cards.moving import lose_figures, put
from rules.command_cards.state import Table, cls_of, type_of
from rules.command_cards.targets import occupants, the
from rules.command_cards.terrain import closed_by, hexes_per_flag, is_shut_in, may_enter, may_ignore_flag, obstacle_at
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital, listed
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options

# --- Retreats, hex by hex, chosen by the owner (CMD-retreat-01 to -11, CMD-special-05) -----------------------------


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


# --- Resolving the dice: losses first, then flags (CMD-hit-01 to -07, CMD-dice-06, CMD-retreat-08) -----------------


def losses(game: Table) -> None:
    """Remove a figure for each hit; an eliminated unit has nothing more to suffer (CMD-hit-05)."""
    frame = game.frame
    target, rolled = frame["target"], frame["rolled"]
    hits = hits_on(rolled, cls_of(game, game.state.units[target]), stars=frame["stars"])
    flags = rolled.count(FLAG)
    cls = cls_of(game, game.state.units[target])
    game.emit("DiceCounted", target=target, cls=cls, rolled=rolled, hits=hits, flags=flags)
    if hits:
        lose_figures(game, target, hits, frame["seat"], "hits")
    if target not in game.state.units or not flags:
        game.finish()
        return
    game.update(flags=flags)


def ask_flag(game: Table) -> None:
    """Ask the owner whether to disregard the first flag where an obstacle lets him (CMD-retreat-08)."""
    unit = game.state.units[game.frame["target"]]
    if may_ignore_flag(game, unit):
        game.push("flag", seat=unit.seat, unit=game.frame["target"], flags=game.frame["flags"])


def owner_falls_back(game: Table) -> None:
    """Begin the retreat, after the losses (CMD-retreat-01)."""
    frame = game.frame
    flags = frame["flags"] - frame.get("ignored", 0)
    if flags:
        game.push("retreat", unit=frame["target"], flags=flags, seat=frame["seat"])


RESULT: Final = Procedure("result", {"losses": losses, "flags": ask_flag, "retreat": owner_falls_back})
"""What dice do to `target`; `seat` rolled them."""


class Ignore(BareAction):
    """Disregard the first flag."""

    verb = "ignore"

    def apply(self, game: Table, command: Command) -> None:
        """Take one flag away."""
        game.emit("FlagIgnored", unit=game.frame["unit"])
        game.finish(ignored=1)


class Obey(BareAction):
    """Retreat for every flag."""

    verb = "obey"

    def apply(self, game: Table, command: Command) -> None:
        """Leave the flags."""
        game.finish(ignored=0)


class FlagChoice(Choice):
    """Asks the owner of a unit behind an obstacle whether the first flag is disregarded."""

    kind = "flag"
    actions = (Ignore(), Obey())

    def ask(self, game: Table) -> Decision:
        """Ask."""
        unit, flags = game.frame["unit"], game.frame["flags"]
        obstacle = obstacle_at(game, game.state.units[unit].hex)
        behind = obstacle.name if obstacle else ""
        prompt = f"Ignore the first flag against {the(game, unit)} ({behind})?"
        subject = {"unit": unit, "hex": game.state.units[unit].hex, "flags": flags}
        return Decision(game.frame["seat"], "flag", prompt, "CMD-retreat-08", Options(game, self.actions), subject)
