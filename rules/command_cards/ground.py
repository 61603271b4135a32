"""Taking ground and the armor overrun (CMD-ground-01 to -10)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command_cards.charts import CLOSE_ASSAULT
from rules.command_cards.moving import put
from rules.command_cards.state import Table, card_in_play, cls_of, type_of
from rules.command_cards.targets import occupants, target_reasons, targets_of, the
from rules.command_cards.terrain import closed_by, is_barred, may_enter, terrain_at
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options


def ground_reasons(game: Table, unit: str, to: str) -> Iterator[Reason]:
    """Yield why a unit that has fought cannot take a hex it attacked."""
    found = game.state.units[unit]
    if unit not in game.state.orders:
        yield Reason("Only a unit with orders can take ground.", "CMD-ground-10")
    if not type_of(game, found).takes_ground:
        yield Reason("Artillery can't take ground.", "CMD-ground-02")
    if to in occupants(game):
        yield Reason(f"{to} isn't empty.", "CMD-ground-08")
    if not may_enter(game, cls_of(game, found), to):
        closed = closed_by(game, cls_of(game, found), to)
        yield Reason(f"{capital(the(game, unit))} can't enter {to} ({closed}).", "CMD-ground-09")


def offer_ground(game: Table) -> str | None:
    """Offer the hex that a close assault has emptied (CMD-ground-01, -03, -06, -08)."""
    frame = game.frame
    unit, to = frame["unit"], frame["there"]
    attacker = game.state.units.get(unit)
    if attacker is None or attacker.hex != frame["here"] or frame["mode"] != CLOSE_ASSAULT or frame["reaction"]:
        return "close"
    if next(ground_reasons(game, unit, to), None) is not None:
        return "close"
    game.push("ground", seat=attacker.seat, unit=unit, to=to)
    return None


def offer_overrun(game: Table) -> str | None:
    """Offer armor that has taken ground a second battle from there (CMD-ground-03, -05)."""
    frame = game.frame
    unit, to = frame["unit"], frame["there"]
    if not frame.get("taken") or frame["overrun"]:
        return "close"
    kind = type_of(game, game.state.units[unit])
    barred = is_barred(kind, terrain_at(game, to).no_battle)
    if not kind.overrun or barred or next(targets_of(game, unit, extra=overrun_extra(game)), None) is None:
        return "close"
    game.push("overrun", seat=game.state.units[unit].seat, unit=unit)
    return None


def overrun_extra(game: Table) -> bool:
    """Tell whether the card adds its dice to an overrun too."""
    return not game.state.played or card_in_play(game).overrun_dice


def begin_overrun(game: Table) -> None:
    """Begin the battle of an overrun, if it was asked for."""
    frame = game.frame
    if target := frame.get("next", ""):
        game.push("battle", unit=frame["unit"], target=target, overrun=True, reaction=False, extra=overrun_extra(game))


def no_ground(game: Table, last: tuple[str, str, str, str, bool]) -> Iterator[Reason]:
    """Yield why the last battle of a turn lets nobody advance (CMD-ground-01, -02, -08 to -10)."""
    unit, here, to, how, reaction = last
    found = game.state.units.get(unit)
    if how != CLOSE_ASSAULT:
        yield Reason("Only a close assault takes ground. Firing never does.", "CMD-ground-01")
    if found is None or found.hex != here:
        return
    if reaction:
        yield Reason(f"{capital(the(game, unit))} fought without orders, so it can't take ground.", "CMD-ground-10")
    else:
        yield from ground_reasons(game, unit, to)


class TakeGround(BareAction):
    """Advance into the hex."""

    verb = "take_ground"

    def apply(self, game: Table, command: Command) -> None:
        """Move the unit; it is no move of the move step (CMD-ground-09)."""
        unit, to = game.frame["unit"], game.frame["to"]
        here = game.state.units[unit].hex
        put(game, unit, to)
        game.emit("GroundTaken", unit=unit, start=here, to=to)
        game.finish(taken=True)


class Stay(BareAction):
    """Stay where the unit is."""

    verb = "stay"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish(taken=False)


class GroundChoice(Choice):
    """Asks whether a unit advances into the hex it has emptied."""

    kind = "ground"
    actions = (TakeGround(), Stay())

    def ask(self, game: Table) -> Decision:
        """Ask."""
        frame = game.frame
        prompt = f"Should {the(game, frame['unit'])} take {frame['to']}?"
        subject = {"unit": frame["unit"], "hex": game.state.units[frame["unit"]].hex, "to": frame["to"]}
        return Decision(frame["seat"], "ground", prompt, "CMD-ground-01", Options(game, self.actions), subject)


class Overrun(Action):
    """Battle a second time from the hex taken."""

    verb = "overrun"
    fields = takes(target=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each target."""
        for target in targets_of(game, game.frame["unit"], extra=overrun_extra(game)):
            yield cmd("overrun", target=target)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a target cannot be attacked (CMD-ground-04)."""
        yield from target_reasons(game, game.frame["unit"], command.text("target"), extra=overrun_extra(game))

    def apply(self, game: Table, command: Command) -> None:
        """Hand the target to the battle."""
        game.finish(next=command.text("target"))


class Forgo(BareAction):
    """Let the overrun go; it does not come back (CMD-ground-07)."""

    verb = "forgo"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish(next="")


class OverrunChoice(Choice):
    """Asks armor that has taken ground for the target of its overrun."""

    kind = "overrun"
    actions = (Overrun(), Forgo())

    def ask(self, game: Table) -> Decision:
        """Ask."""
        unit = game.frame["unit"]
        prompt = f"Overrun: which unit should {the(game, unit)} attack?"
        subject = {"unit": unit, "hex": game.state.units[unit].hex}
        return Decision(game.frame["seat"], "overrun", prompt, "CMD-ground-03", Options(game, self.actions), subject)
