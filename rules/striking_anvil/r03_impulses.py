"""Impulses: the sides take turns; who may be activated together (2, 3, 1.3.3, 5.4, 9, 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, check_control, is_exit
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_units import (
    counter_of,
    fighters,
    is_combat,
    is_entrenched,
    is_good,
    label,
    noun,
    side_of,
    units_of,
)
from rules.striking_anvil.r09_bridges import count_down
from rules.striking_anvil.r10_planning import block_of, is_outside, part
from rules.striking_anvil.r_victory import end_at_once
from rules.striking_anvil.scenario import CD, COMBAT, SUPPORT, TRAIN, other_side
from rules.striking_anvil.state import NOWHERE, Anvil

# --- Who may be activated together: limits of an activation and of a reaction (3, 1.3.3, 5.4, 5.6, 10) -------------

MOST: Final = 3
MOST_OF_A_DIVISION: Final = 4


def limit_reasons(game: Anvil, units: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why there are too many combat units: three, or four with two of one division (3)."""
    combat = [unit for unit in units if is_combat(game, unit)]
    if len(combat) > MOST_OF_A_DIVISION:
        yield Reason("At most four combat units can act together, and then two must be from one division.", "3")
    elif len(combat) > MOST:
        divisions = Counter(counter_of(game, unit).division for unit in combat)
        if max(divisions.values()) < 2:
            yield Reason("Four combat units can only act together if two are from one division.", "3")


def member_reasons(game: Anvil, seat: str, place: str, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot be activated in a place at all (1.3, 3)."""
    piece = game.state.units.get(unit)
    if piece is None:
        yield Reason(f'The game has no unit "{unit}".', "3")
        return
    if side_of(game, unit) != seat:
        yield Reason(f"{label(game, unit)} is not {noun(seat)}.", "3")
    if piece.at != place:
        yield Reason(f"{label(game, unit)} is not in {area_name(game, place)}. All units must be from one area.", "3")
    elif piece.disorganized:
        yield Reason(f"{label(game, unit)} is Disorganized until the end of the turn.", "1.3")
    elif is_outside(game, unit):
        yield Reason(f"{label(game, unit)} is in no combat group this turn.", "10")


def take_reasons(game: Anvil, seat: str, place: str, units: tuple[str, ...], unit: str) -> Iterator[Reason]:
    """Yield why a unit, or the group it belongs to, cannot be activated along with others (3, 10)."""
    yield from member_reasons(game, seat, place, unit)
    if unit in units:
        yield Reason(f"{label(game, unit)} is already chosen.", "3")
    if unit not in game.state.units:
        return
    together = (*units, *(one for one in block_of(game, unit) if one not in units))
    yield from limit_reasons(game, together)
    if any(counter_of(game, one).kind == TRAIN for one in together) and len(together) > 1:
        yield Reason("The train acts alone.", "1.3.3")


def all_together(game: Anvil, seat: str, place: str, units: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Return some units with those of `more` who can be activated along with them, one after the other (3)."""
    for unit in more:
        if unit not in units and next(take_reasons(game, seat, place, units, unit), None) is None:
            units = (*units, *(one for one in block_of(game, unit) if one not in units))
    return units


def but_trains(game: Anvil, seat: str, place: str) -> list[str]:
    """Return the units of a side in a place; the train acts alone (1.3.3)."""
    return [unit for unit in units_of(game, place, seat) if counter_of(game, unit).kind != TRAIN]


def movers(game: Anvil, seat: str, place: str) -> tuple[str, ...]:
    """Return who can leave a place together on foot or wheels: no coast guns, no trenches, no empty transports (4)."""
    able = [
        unit
        for unit in units_of(game, place, seat)
        if counter_of(game, unit).kind in (COMBAT, SUPPORT) and not is_entrenched(game, unit)
    ]
    return all_together(game, seat, place, (), able)


def is_activatable(game: Anvil, seat: str, place: str) -> bool:
    """Tell whether an area or box holds anything an activation can begin with (3).

    A Good Order combat unit, the train, or a transport; support units alone and coastal units alone cannot act.
    """
    for unit in game.state.stack(place):
        counter = counter_of(game, unit)
        if counter.side == seat and counter.kind not in (SUPPORT, CD) and is_good(game, unit):
            return True
    return False


def idle_reasons(game: Anvil, seat: str, place: str) -> Iterator[Reason]:
    """Yield why nobody in a place can be activated: turned, coastal or support units alone (1.3, 1.3.2, 1.3.3)."""
    units, name = units_of(game, place, seat), area_name(game, place)
    able = [unit for unit in units if counter_of(game, unit).kind not in (SUPPORT, CD)]
    if able:
        told = f"{label(game, able[0])} in {name} is" if len(able) == 1 else f"All units in {name} are"
        yield Reason(f"{told} Disorganized and can't act again this turn.", "1.3")
    elif any(counter_of(game, unit).kind == SUPPORT for unit in units):
        yield Reason(f"Support units only act with a combat unit, and {name} has none.", "1.3.2")
    else:
        yield Reason(f"Coastal defense units never move or attack alone, and {name} has no other units.", "1.3.3")


def reactors(game: Anvil, seat: str, area: str) -> list[str]:
    """Return the units of a side that may counter-attack or pursue in an area: Good Order, led by a combat unit (5.4).

    Entrenched and coastal units too, the train and transports not.
    """
    if not any(is_good(game, unit) for unit in fighters(game, area, seat)):
        return []
    kinds = (COMBAT, SUPPORT, CD)
    good = [unit for unit in units_of(game, area, seat) if is_good(game, unit)]
    return [unit for unit in good if counter_of(game, unit).kind in kinds and not is_outside(game, unit)]


# --- Impulses: the sides take turns, activate or pass; what follows each activation (2, 3, 1.6, 9) -----------------


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
