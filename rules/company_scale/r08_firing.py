"""What all fires share: how they begin, and one fire per hex among first and among second actions (8.0, 8.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.named_hexes import no_hex, read_hex
from rules.company_scale.pieces import is_on_map
from rules.company_scale.r05_command import action_reasons, is_second
from rules.company_scale.r21_guns import dual_reasons, note_dual_fire
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason
from rules.engine.frames import Action, takes
from rules.hexes.ids import hex_name

FIRED_INDIRECTLY: Final = 4  # in `State.fired`: the hex has chosen indirect fire for this activation (8.7.1)


class FireAction(Action):
    """An action in which an active unit fires at a hex: a shot, a barrage, smoke, illumination."""

    fields = takes(unit=str, hex=str)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot fire this way at this hex now."""
        unit = command.text("unit")
        unable = list(action_reasons(game, unit, seat=game.frame["seat"]))
        yield from unable
        if not is_on_map(game, unit):
            return
        target = read_hex(command.text("hex"))
        if target is None:
            yield no_hex(command.text("hex"))
        else:
            yield from self.fire_reasons(game, unit, target, able=not unable)

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why a unit on the map cannot fire this way at a hex; `able` tells that it may take an action."""
        raise NotImplementedError


def stage_bit(game: Battle, unit: str) -> int:
    """Return 1 for an active unit's first action, 2 for its second."""
    return 2 if is_second(game, unit) else 1


def hex_has_fired(game: Battle, unit: str, *, indirectly: bool = False) -> Iterator[Reason]:
    """Yield why an active unit's hex has no fire of this kind left for this action (8.0, 8.7.1; RULINGS 46)."""
    here = game.state.units[unit].hex
    done = game.state.fired.get(here, 0)
    was_indirect = bool(done & FIRED_INDIRECTLY)
    if done and was_indirect is not indirectly:
        how = "indirectly" if was_indirect else "directly"
        yield Reason(f"{hex_name(here)} has fired {how} this activation. It must keep to that.", "8.7.1")
    elif done & stage_bit(game, unit):
        which = "second" if is_second(game, unit) else "first"
        yield Reason(f"{hex_name(here)} has already fired among the {which} actions.", "8.0")
    else:
        yield from dual_reasons(game, unit)  # 21.1


def note_fire(game: Battle, *units: str, indirectly: bool = False) -> None:
    """Remember that these units fire in their activation, from the hex of the first of them (8.0, 8.7.1, 21.1)."""
    here = game.state.units[units[0]].hex
    how = FIRED_INDIRECTLY if indirectly else 0
    game.state.fired[here] = game.state.fired.get(here, 0) | stage_bit(game, units[0]) | how
    note_dual_fire(game, units)
