"""Resolving the dice: losses first, then flags (CMD-hit-01 to -07, CMD-dice-06, CMD-retreat-08)."""

from __future__ import annotations

from typing import Final

from rules.command_cards.dice import FLAG, hits_on
from rules.command_cards.moving import lose_figures
from rules.command_cards.state import Table, cls_of
from rules.command_cards.targets import the
from rules.command_cards.terrain import may_ignore_flag, obstacle_at
from rules.engine.command import Command
from rules.engine.frames import BareAction, Choice, Procedure
from rules.engine.options import Decision, Options


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


def fall_back(game: Table) -> None:
    """Begin the retreat, after the losses (CMD-retreat-01)."""
    frame = game.frame
    flags = frame["flags"] - frame.get("ignored", 0)
    if flags:
        game.push("retreat", unit=frame["target"], flags=flags, seat=frame["seat"])


RESULT: Final = Procedure("result", {"losses": losses, "flags": ask_flag, "retreat": fall_back})
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
