"""Step B of an assault: the attacker's active indirect fire units shell the marked hex (9.1, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.company_scale.named_hexes import read_hex
from rules.company_scale.pieces import enemy_holds, is_on_map, name_of, side_of
from rules.company_scale.r08_7_1_spotting import indirect_power
from rules.company_scale.r08_7_indirect_fire import STEP_B_LIMIT, open_indirect, step_b_reasons
from rules.company_scale.r09_1_declaration import commit
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_name


def ask_support(game: Battle) -> None:
    """Ask the attacker for indirect fire at the marked hex (9.1 B)."""
    game.push("assault_indirect", seat=game.frame["seat"], hex=game.frame["hex"], taken=(), fired_units=())


class SupportAssault(Action):
    """Shell the hex to be assaulted: begin composing the indirect fire."""

    verb = "indirect_fire"
    fields = takes(unit=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active unit of the seat with indirect fire, at the marked hex."""
        for unit, activity in game.state.activity.items():
            if activity.used == 0 and game.state.units[unit].place == MAP and indirect_power(game, unit) is not None:
                yield cmd("indirect_fire", unit=unit, hex=hex_name(game.frame["hex"]))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot fire in support of this assault."""
        unit, frame = command.text("unit"), game.frame
        if not is_on_map(game, unit):
            yield Reason(f"{name_of(game, unit)} is not on the map.", "9.1")
            return
        if side_of(game, unit) != frame["seat"]:
            yield Reason(
                f"{name_of(game, unit)} is the defender's. Only the attacker can use indirect fire here.", "9.1"
            )
            return
        if read_hex(command.text("hex")) != frame["hex"]:
            yield Reason(f"Supporting indirect fire can target only {hex_name(frame['hex'])}.", "9.4")
            return
        if len(frame["taken"]) >= STEP_B_LIMIT:
            yield Reason(f"{STEP_B_LIMIT} indirect fire units have already supported this assault, the maximum.", "9.1")
        yield from step_b_reasons(game, unit, frame["hex"])

    def apply(self, game: Battle, command: Command) -> None:
        """Open the composition; it returns here once resolved or cancelled."""
        frame = game.frame
        open_indirect(game, command.text("unit"), frame["hex"], seat=frame["seat"], step_b=True,
                      limit=STEP_B_LIMIT - len(frame["taken"]))  # fmt: skip


class PassSupport(BareAction):
    """Stop firing in support, or do not fire at all."""

    verb = "pass"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class AssaultSupport(Choice):
    """Asks the attacker for indirect fire while units can fire at defenders and fewer than three have (9.1 B)."""

    kind = "assault_indirect"
    actions = (PassSupport(), SupportAssault())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while a unit can fire and a defender is left."""
        self._note(game)
        frame = game.frame
        options = Options(game, self.actions)
        if not enemy_holds(game, frame["hex"], frame["seat"]):
            return None
        if not options.offers("indirect_fire"):
            return None
        here, left = hex_name(frame["hex"]), STEP_B_LIMIT - len(frame["taken"])
        prompt = f"Assault on {here}: support it with indirect fire? Up to {left} more units can join."
        subject: dict[str, Any] = {"hex": here, "taken": list(frame["taken"]), "left": left}
        return Decision(frame["seat"], "assault_indirect", prompt, "9.1", options, subject)

    def _note(self, game: Battle) -> None:
        """Count the units that took part, hit or miss; they are done for this activation (9.1, 9.4)."""
        fired = game.frame["fired_units"]
        if not fired:
            return
        taken = (*game.frame["taken"], *fired)
        commit(game, fired)
        game.update(taken=taken, fired_units=())
        game.state.frames[game.index - 1] = game.state.frames[game.index - 1].having(supporters=taken)
