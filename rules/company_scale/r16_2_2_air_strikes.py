"""Air strikes, the first thing in the activation of a division (4.0 step a, 16.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.named_hexes import no_hex, read_hex
from rules.company_scale.pieces import enemy_holds
from rules.company_scale.r05_command import DIVISION, chit_kind, chit_subject
from rules.company_scale.r16_2_air_attacks import attack, attack_aims, attack_reasons
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Done, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_id, hex_name


def offer_strikes(game: Battle, seat: str, *, drawn: bool) -> None:
    """Ask for air strikes when a division chit drawn from the Cup begins an activation (16.2.2, 29.0)."""
    division = chit_subject(game.state.chit)
    if drawn and chit_kind(game.state.chit) == DIVISION and game.state.air_support.get(division):
        game.push("air_strikes", seat=seat, division=division)


class AirStrike(Action):
    """Strike any enemy hex of the map, or one hard target in it (16.2.2)."""

    verb = "air_strike"
    fields = takes(hex=str, target=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every enemy hex with each possible aim in it."""
        for here in game.state.stacks:
            if enemy_holds(game, here, game.frame["seat"]):
                for aim in attack_aims(game, here):
                    yield cmd("air_strike", hex=hex_name(here), target=aim)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why this cannot be struck."""
        target = read_hex(command.text("hex"))
        if target is None:
            yield no_hex(command.text("hex"))
            return
        yield from attack_reasons(game, game.frame["division"], target, command.text("target"))

    def apply(self, game: Battle, command: Command) -> None:
        """Strike."""
        attack(game, game.frame["division"], hex_id(command.text("hex")), command.text("target"))


class AirStrikes(Choice):
    """Asks a division for air strikes, the first thing in its activation (4.0 step a, 16.2.2)."""

    kind = "air_strikes"
    actions = (AirStrike(), Done())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question while anything can be struck."""
        division = game.frame["division"]
        options = Options(game, self.actions)
        if not options.offers("air_strike"):
            return None
        left = game.state.air_support[division]
        prompt = f"{game.scenario.divisions[division].name}: air strikes? {left} available, 1 direct command each."
        return Decision(game.frame["seat"], "air_strikes", prompt, "16.2.2", options,
                        {"division": division, "available": left})  # fmt: skip
