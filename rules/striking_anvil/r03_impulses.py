"""Impulses: the sides take turns, activate or pass; what follows each activation (2, 3, 1.6, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, is_exit
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_units import fighters, is_good, noun, units_of
from rules.striking_anvil.r01_6_control import check_control
from rules.striking_anvil.r03_limits import idle_reasons, is_activatable
from rules.striking_anvil.r09_bridges import count_down
from rules.striking_anvil.r10_planning import part
from rules.striking_anvil.r_victory import end_at_once
from rules.striking_anvil.scenario import other_side
from rules.striking_anvil.state import NOWHERE, Anvil


def places(game: Anvil) -> list[str]:
    """Return the areas and boxes in which units stand, in order."""
    return sorted(place for place in game.state.stacks if place not in NOWHERE and not is_exit(game, place))


class Activate(Action):
    """Choose the area or box of an activation."""

    verb = "activate"
    fields = takes(area=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each place with units."""
        for place in places(game):
            yield cmd(self.verb, area=place)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why nothing can be activated there."""
        place, seat = command.text("area"), game.frame["seat"]
        name = area_name(game, place)
        if place not in game.scenario.map.areas and place not in game.scenario.map.boxes:
            yield Reason(f'The map has no area or box "{place}".', "3")
        elif is_exit(game, place):
            yield Reason(f"Units that left for {name} never come back.", "1.1")
        elif not units_of(game, place, seat):
            yield Reason(f"There is no {noun(seat)} unit in {name}.", "3")
        elif not is_activatable(game, seat, place):
            yield from idle_reasons(game, seat, place)

    def apply(self, game: Anvil, command: Command) -> None:
        """Open the composition; nothing is spent yet."""
        seat = game.frame["seat"]
        game.finish()
        game.push("activation", seat=seat, area=command.text("area"), units=(), loads={}, dug=())


class Pass(BareAction):
    """Let the impulse go by."""

    verb = "pass"

    def apply(self, game: Anvil, command: Command) -> None:
        """Tell the impulse."""
        game.finish(passed=True)


class Order(Choice):
    """The active player activates an area or passes."""

    kind = "order"
    actions = (Activate(), Pass())

    def ask(self, game: Anvil) -> Decision:
        """Ask; who can activate nobody is asked all the same, for two passes in a row must be seen (3)."""
        seat = game.frame["seat"]
        last = "The other side has passed." if game.state.passes else ""
        prompt = f"{noun(seat)} impulse: activate an area, or pass. {last}".rstrip()
        return Decision(seat, self.kind, prompt, "3", Options(game, self.actions), {"passes": game.state.passes})


def _begin(game: Anvil) -> str | None:
    game.checkpoint()
    game.push("order", seat=game.frame["seat"])
    return None


def _settle(game: Anvil) -> str | None:
    """Pass the impulse on; after an activation look who is alone, whose the areas are, count bridging down."""
    state, seat = game.state, game.frame["seat"]
    state.active = other_side(seat)
    if game.frame.get("passed"):
        state.passes += 1
        game.emit("Passed", seat=seat)
        return None
    state.passes = 0
    for place in places(game):
        abandon(game, place)
    check_control(game)  # 1.6: after every activation
    count_down(game, game.frame.get("placed", ""))
    part(game)
    end_at_once(game)
    return None


IMPULSE: Final = Procedure("impulse", {"begin": _begin, "settle": _settle})


def ready(game: Anvil, side: str) -> int:
    """Count the Good Order combat units of a side on the map and in its boxes: what is left of the turn (3)."""
    return sum(is_good(game, unit) for place in places(game) for unit in fighters(game, place, side))
