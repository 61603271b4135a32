"""The FFI: markers, attempts to bring them onto the map, what they give (1.3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, Procedure, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import CONTROL, FIGHTERS, area_name, fort_level, give, is_area, is_friendly
from rules.striking_anvil.r01_3_units import label, units_of
from rules.striking_anvil.r07_landings import is_port_open
from rules.striking_anvil.scenario import ALLIED, GERMAN, LANDING, PORT
from rules.striking_anvil.state import Anvil

ATTEMPTS: Final = 2
FIGHTERS_UP_TO: Final = 2
CONTROL_UP_TO: Final = 4
DIE_HELP: Final = 1  # fighters help every Allied roll in their area


def target_reasons(game: Anvil, area: str) -> Iterator[Reason]:
    """Yield why the FFI cannot rise in an area (1.3.4)."""
    if not is_area(game, area):
        yield Reason(f'The map has no area "{area}".', "1.1")
        return
    name = area_name(game, area)
    if is_friendly(game, ALLIED, area):
        yield Reason(f"{name} is already Allied.", "1.3.4")
    if units_of(game, area, GERMAN):
        yield Reason(f"German units are in {name}. Choose an area without any.", "1.3.4")
    if fort_level(game, area):
        yield Reason(f"{name} is fortified. Choose an area that isn't.", "1.3.4")
    if not any(is_friendly(game, ALLIED, near) for near in game.scenario.map.neighbours[area]):
        yield Reason(f"No area next to {name} is Allied. Choose one next to an Allied area.", "1.3.4")


def ffi_targets(game: Anvil) -> list[str]:
    """Return the areas in which an attempt may be made (1.3.4)."""
    return [area for area in game.scenario.map.areas if next(target_reasons(game, area), None) is None]


def risen(die: int) -> str:
    """Return the side of the marker that a die brings, or '' if it fails (1.3.4)."""
    if die > CONTROL_UP_TO:
        return ""
    return FIGHTERS if die <= FIGHTERS_UP_TO else CONTROL


def liberate(game: Anvil, area: str, side: str) -> None:
    """Remove the marker from an area without Allied units that a German unit enters (1.3.4)."""
    if side == GERMAN and area in game.state.ffi and not units_of(game, area, ALLIED):
        del game.state.ffi[area]
        game.emit("FfiRemoved", area=area)


class Attempt(Action):
    """Try to raise the FFI in an area."""

    verb = "attempt"
    fields = takes(area=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each area, as long as an attempt is left."""
        if game.frame["attempts"] < ATTEMPTS:
            for area in game.scenario.map.areas:
                yield cmd(self.verb, area=area)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why there is no attempt there."""
        if game.frame["attempts"] >= ATTEMPTS:
            yield Reason("Both attempts for this turn are used.", "1.3.4")
        yield from target_reasons(game, command.text("area"))

    def apply(self, game: Anvil, command: Command) -> None:
        """Roll for it."""
        game.update(attempts=game.frame["attempts"] + 1)
        game.push("ffi_attempt", area=command.text("area"))


class Ship(Action):
    """Send a unit that waits off the beaches to the ships off an open port (ours, 7)."""

    verb = "ship"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each unit that waits in a landing zone."""
        for unit in waiting(game):
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot go to the port."""
        unit = command.text("unit")
        if unit not in waiting(game):
            yield Reason(f"{label(game, unit)} is not in a landing zone.", "7")
        if not any(is_port_open(game, area) for area in port_areas(game)):
            yield Reason("No port is open. One opens the turn after the Allies take Toulon or Marseille.", "7")

    def apply(self, game: Anvil, command: Command) -> None:
        """Move it to the box of the ports."""
        port = next(box.id for box in game.scenario.map.boxes.values() if box.kind == PORT)
        game.state.place(command.text("unit"), port)
        game.emit("Shipped", unit=command.text("unit"), box=port)


def waiting(game: Anvil) -> list[str]:
    """Return the units in the landing zones (7)."""
    boxes = game.scenario.map.boxes.values()
    return [unit for box in boxes if box.kind == LANDING for unit in game.state.stack(box.id)]


def port_areas(game: Anvil) -> list[str]:
    """Return the areas in which the ships of the port box land (ours, 7)."""
    return [area for box in game.scenario.map.boxes.values() if box.kind == PORT for area in box.areas]


class FfiPhase(Choice):
    """The Allied player may make two attempts, one after the other; ships may change their course."""

    kind = "ffi"
    actions = (Attempt(), Ship(), Done())

    def ask(self, game: Anvil) -> Decision | None:
        """Ask until both attempts are made and nothing can be shipped."""
        options = Options(game, self.actions)
        if not options.any_besides("done"):
            return None
        left = ATTEMPTS - game.frame["attempts"]
        prompt = "Choose an area for an FFI attempt." if left else "Send units to an open port."
        return Decision(ALLIED, self.kind, prompt, "1.3.4", options, {"attempts_left": left})


def _roll(game: Anvil) -> str | None:
    game.roll("FFI", area=game.frame["area"])
    return None


def _place(game: Anvil) -> str | None:
    area, marker = game.frame["area"], risen(game.frame["result"])
    game.emit("FfiAttempted", area=area, marker=marker)
    if marker and next(target_reasons(game, area), None) is None:
        give(game, area, ALLIED, marker)
    return None


FFI_ATTEMPT: Final = Procedure("ffi_attempt", {"roll": _roll, "place": _place})
