"""Fortifications: levels, their modifier, surrender (1.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, Procedure, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, check_control, fort_level, is_area
from rules.striking_anvil.r01_3_units import eliminate, fighters, units_of
from rules.striking_anvil.r_victory import end_at_once
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil

SURRENDER_BELOW: Final = 6


def fort_die(game: Anvil, area: str) -> int:
    """Return the modifier of the present level for Allied attacks on the area (1.5)."""
    level = fort_level(game, area)
    return game.scenario.charts.fortifications[area][level] if level else 0


def lower(game: Anvil, area: str, levels: int) -> None:
    """Move the marker of an area so many levels down; level 0 is for good (1.5)."""
    level = max(fort_level(game, area) - levels, 0)
    game.state.forts[area] = level
    game.emit("FortLevel", area=area, level=level)


def surrender_reasons(game: Anvil, area: str, tried: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why the surrender of an area cannot be sought now (1.5)."""
    name = area_name(game, area)
    if not is_area(game, area) or area not in game.scenario.charts.fortifications:
        yield Reason(f"{name} is not a fortified area.", "1.5")
        return
    level = fort_level(game, area)
    if not level:
        yield Reason(f"The fortifications of {name} are destroyed, so nothing is left to surrender.", "1.5")
    if level >= SURRENDER_BELOW:
        yield Reason(f"{name} is at level {level}. It must be below {SURRENDER_BELOW}.", "1.5")
    if not fighters(game, area, ALLIED):
        yield Reason(f"There is no Allied combat unit in {name}.", "1.5")
    if area in tried:
        yield Reason(f"You have already demanded surrender from {name} this turn.", "1.5")


class Demand(Action):
    """Seek the surrender of a fortified area."""

    verb = "demand"
    fields = takes(area=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each fortified area."""
        for area in game.scenario.charts.fortifications:
            yield cmd(self.verb, area=area)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why not."""
        yield from surrender_reasons(game, command.text("area"), game.frame["tried"])

    def apply(self, game: Anvil, command: Command) -> None:
        """Roll for it."""
        area = command.text("area")
        game.update(tried=(*game.frame["tried"], area))
        game.push("surrender_attempt", area=area)


class SurrenderPhase(Choice):
    """The Allied player may seek surrender, once for each area and turn."""

    kind = "surrender"
    actions = (Demand(), Done())

    def ask(self, game: Anvil) -> Decision | None:
        """Ask while an area may be summoned."""
        options = Options(game, self.actions)
        if not options.any_besides("done"):
            return None
        return Decision(ALLIED, self.kind, "Demand the surrender of a fortress.", "1.5", options)


def _roll(game: Anvil) -> str | None:
    game.roll("surrender", area=game.frame["area"])
    return None


def _result(game: Anvil) -> str | None:
    area, level = game.frame["area"], fort_level(game, game.frame["area"])
    given_up = game.frame["result"] >= level  # 1.5
    game.emit("SurrenderSought", area=area, level=level, surrendered=given_up)
    if not given_up:
        game.state.forts[area] = level + 1
        game.emit("FortLevel", area=area, level=level + 1)
        return None
    for unit in units_of(game, area, GERMAN):  # 1.5: all that defends; who summoned it stays
        eliminate(game, unit, "surrendered")
    lower(game, area, level)
    check_control(game)
    end_at_once(game)
    return None


SURRENDER_ATTEMPT: Final = Procedure("surrender_attempt", {"roll": _roll, "result": _result})
