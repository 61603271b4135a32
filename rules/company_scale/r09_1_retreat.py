"""Step D of an assault: the defender in column may leave before the fight (9.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.named_hexes import read_hex
from rules.company_scale.pieces import enemy, enemy_holds, is_deployed, name_of, units_on_map, weapons_in
from rules.company_scale.r06_2_terrain import bars_weapons
from rules.company_scale.r07_2_fire_zones import in_fire_zone
from rules.company_scale.r09_1_advance import go_together
from rules.company_scale.r09_3_eligibility import best_step, entry_reasons
from rules.company_scale.state import SUPPRESSED, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import are_adjacent, neighbours
from rules.hexes.ids import hex_id, hex_name


def ask_retreat(game: Battle) -> None:
    """Ask the defender whether he leaves the assaulted hex, if he can (9.1 D)."""
    game.push("retreat", seat=enemy(game.frame["seat"]), hex=game.frame["hex"])


class Retreat(Action):
    """Retreat with every unit to one neighbouring hex, suppressed there."""

    verb = "retreat"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every neighbouring hex."""
        for near in neighbours(game.frame["hex"]):
            yield cmd("retreat", hex=hex_name(near))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the units cannot retreat there."""
        here, to = game.frame["hex"], read_hex(command.text("hex"))
        if to is None or not are_adjacent(here, to):
            yield Reason(f"{command.text('hex')} is not next to {hex_name(here)}: a retreat is one hex.", "9.1")
            return
        yield from retreat_reasons(game, here, to, game.frame["seat"])

    def apply(self, game: Battle, command: Command) -> None:
        """Move everybody, suppress the hex, tell the frame below."""
        here, to = game.frame["hex"], hex_id(command.text("hex"))
        units = game.state.stack(here)
        game.finish(retreated=True)
        game.emit("AssaultAvoided", hex=hex_name(here), to=hex_name(to), units=list(units))
        go_together(game, units, to)
        has_left = to not in game.state.stacks  # 22.3
        if not has_left and game.state.status(to).stress != SUPPRESSED:  # RULINGS 173: not a result, so no unit is lost
            game.state.mark(to, stress=SUPPRESSED)
            game.emit("MarkerPlaced", hex=hex_name(to), kind=SUPPRESSED, value=None)


def retreat_reasons(game: Battle, here: int, to: int, side: str) -> Iterator[Reason]:
    """Yield why the units of a hex cannot retreat to a neighbouring hex: checked like a move of one hex (9.1)."""
    units = game.state.stack(here)
    for unit in units:
        if is_deployed(game, unit):
            yield Reason(f"{name_of(game, unit)} is deployed; to retreat, all units must be in column.", "9.1")
    if enemy_holds(game, to, side):
        yield Reason(f"Enemy units hold {hex_name(to)}.", "6.0")
    seen: set[str] = set()
    for unit in units:
        for reason in entry_reasons(game, unit, to):
            if reason.text not in seen:
                seen.add(reason.text)
                yield reason
    if not seen and weapons_in(game, here) and all(bars_weapons(best_step(game, unit, to)) for unit in units):
        yield Reason("A support weapon can cross a ridge or steep slope only by road.", "6.2.2")
    watcher = next((unit for unit in units_on_map(game, enemy(side)) if in_fire_zone(game, unit, to)), None)
    if watcher is not None:
        yield Reason(f"{hex_name(to)} is in {name_of(game, watcher)}'s fire zone.", "9.1")


class Stand(BareAction):
    """Stay and fight."""

    verb = "stand"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class RetreatChoice(Choice):
    """Asks the defender whether he leaves the assaulted hex, if there is a hex to go to."""

    kind = "retreat"
    actions = (Stand(), Retreat())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question if a retreat is possible."""
        frame = game.frame
        options = Options(game, self.actions)
        if not options.offers("retreat"):
            return None
        here = hex_name(frame["hex"])
        prompt = f"{here} is assaulted: stand, or retreat with every unit and be suppressed?"
        return Decision(frame["seat"], "retreat", prompt, "9.1", options,
                        {"hex": here, "units": list(game.state.stack(frame["hex"]))})  # fmt: skip
