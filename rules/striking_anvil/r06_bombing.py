"""Bombing: the air and the naval marker (6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, Procedure, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, fort_level, is_area
from rules.striking_anvil.r01_5_fortresses import lower
from rules.striking_anvil.scenario import ALLIED
from rules.striking_anvil.state import Anvil

AIR: Final = "air"
NAVAL: Final = "naval"
MARKERS: Final = (AIR, NAVAL)


def available(game: Anvil) -> tuple[str, ...]:
    """Return the markers of this turn: the naval one always, the air one as the scenario says (6, STA-SCN-05)."""
    turns = game.scenario.air_turns
    return MARKERS if not turns or game.state.turn in turns else (NAVAL,)


def is_coast_only(game: Anvil) -> bool:
    """Tell whether the naval marker is kept to the coast: a switch."""
    return game.scenario.rules.naval_marker_coast_only


class PlaceMarker(Action):
    """Put a marker down in an area."""

    verb = "place"
    fields = takes(marker=str, area=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each marker with each area."""
        for marker in MARKERS:
            for area in game.scenario.map.areas:
                yield cmd(self.verb, marker=marker, area=area)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot be put there."""
        marker, area = command.text("marker"), command.text("area")
        if marker not in MARKERS:
            yield Reason(f'There is no marker "{marker}". The markers are air and naval.', "6")
        elif marker not in available(game):
            yield Reason("The air marker is not available this turn.", "6")
        elif marker in game.frame["placed"]:
            yield Reason(f"The {marker} marker has already been placed this turn.", "6")
        if not is_area(game, area):
            yield Reason(f'The map has no area "{area}".', "6")
        elif marker == NAVAL and is_coast_only(game) and not game.scenario.map.areas[area].coastal:
            yield Reason(f"The naval marker can only go to the coast, not to {area_name(game, area)}.", "6")

    def apply(self, game: Anvil, command: Command) -> None:
        """Put it down; on a fortress it bombs first."""
        marker, area = command.text("marker"), command.text("area")
        game.update(placed=(*game.frame["placed"], marker))
        game.emit("MarkerPlaced", marker=marker, area=area)
        if fort_level(game, area):
            game.push("bombing", marker=marker, area=area)
        else:
            game.state.bombing[marker] = area  # 6: support side up at once


class BombingPhase(Choice):
    """The Allied player places none, one or both markers, one after the other."""

    kind = "bombing_phase"
    actions = (PlaceMarker(), Done())

    def ask(self, game: Anvil) -> Decision | None:
        """Ask while a marker is left."""
        left = [marker for marker in available(game) if marker not in game.frame["placed"]]
        if not left:
            return None
        prompt = f"Place the {' or the '.join(left)} marker in any area."
        return Decision(ALLIED, self.kind, prompt, "6", Options(game, self.actions), {"markers": tuple(left)})


def _roll(game: Anvil) -> str | None:
    game.roll("bombing", marker=game.frame["marker"], area=game.frame["area"])
    return None


def _result(game: Anvil) -> str | None:
    marker, area = game.frame["marker"], game.frame["area"]
    levels, stays = game.scenario.charts.bombing[marker][game.frame["result"] - 1]
    levels = min(levels, fort_level(game, area))
    game.emit("Bombed", marker=marker, area=area, levels=levels, stays=stays)
    if levels:
        lower(game, area, levels)
    if stays:
        game.state.bombing[marker] = area  # 6: turned to support for the rest of the turn
    return None


BOMBING: Final = Procedure("bombing", {"roll": _roll, "result": _result})
