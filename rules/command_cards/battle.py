"""The battle step: one battle of an ordered unit after another (CMD-battle-01 to -10, CMD-turn-02, -03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.command_cards.charts import CLOSE_ASSAULT
from rules.command_cards.dice import dice_of, mode, roll_dice
from rules.command_cards.ground import begin_overrun, offer_ground, offer_overrun
from rules.command_cards.state import Table, card_in_play, cls_of, other, title_of, type_of
from rules.command_cards.targets import own_reasons, target_reasons, targets_of, the
from rules.command_cards.terrain import RESISTANCE, WIRE, along_road, battle_limit, remove_obstacle
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital, spelled
from rules.engine.frames import Action, BareAction, Choice, Done, Procedure, takes
from rules.engine.options import Decision, Options

_LIMIT_RULE: Final = {"infantry": "CMD-move-08", "armor": "CMD-move-10", "artillery": "CMD-move-11"}


def battle_reasons(game: Table, unit: str) -> Iterator[Reason]:
    """Yield why a unit of the side on turn cannot battle anybody."""
    if (wrong := next(own_reasons(game, unit, game.state.seat), None)) is not None:
        yield wrong
        return
    order, who = game.state.orders.get(unit), capital(the(game, unit))
    if order is None:
        yield Reason(f"{who} has no orders this turn.", "CMD-order-04")
        return
    if order.acted:
        yield Reason(f"{who} {order.acted} and can do nothing else this turn.", "CMD-order-08")
    if order.battled:
        yield Reason(f"{who} has already battled this turn.", "CMD-battle-02")
    kind = type_of(game, game.state.units[unit])
    card = card_in_play(game)
    if order.moved > battle_limit(kind, card, along_road(game) if order.road else 0):
        rule = "CMD-special-04" if kind.id == RESISTANCE else _LIMIT_RULE[kind.cls]
        yield Reason(f"{who} has moved {spelled(order.moved, 'hex')}, too far to battle this turn.", rule)
    if order.barred:
        yield Reason(f"{who} entered {order.barred} this turn, so it can't battle.", "CMD-terrain-01")


def may_battle(game: Table, unit: str) -> bool:
    """Tell whether nothing but a target is missing for a battle."""
    return next(battle_reasons(game, unit), None) is None


class Battle(Action):
    """Battle an enemy with an ordered unit."""

    verb = "battle"
    fields = takes(unit=str, target=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each target of each unit that may battle."""
        for unit in game.state.orders:
            if may_battle(game, unit):
                yield from (cmd("battle", unit=unit, target=target) for target in targets_of(game, unit))

    def legal(self, game: Table) -> Iterator[Command]:
        """Yield the candidates: they have been asked for reasons."""
        return self.candidates(game)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why this unit cannot battle, or not this target."""
        unit = command.text("unit")
        yield from battle_reasons(game, unit)
        if unit in game.state.units and game.state.units[unit].seat == game.state.seat:
            yield from target_reasons(game, unit, command.text("target"))

    def apply(self, game: Table, command: Command) -> None:
        """Begin the battle."""
        unit = command.text("unit")
        game.push("battle", unit=unit, target=command.text("target"), overrun=False, reaction=False, extra=True)


class ClearWire(Action):
    """Remove the wire a unit stands on instead of battling (CMD-order-08)."""

    verb = "clear_wire"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each ordered unit on wire."""
        wired = (name for name in game.state.orders if game.state.obstacles.get(game.state.units[name].hex) == WIRE)
        yield from (cmd("clear_wire", unit=name) for name in wired)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a unit cannot remove wire."""
        unit = command.text("unit")
        yield from battle_reasons(game, unit)
        found = game.state.units.get(unit)
        if found is None or found.seat != game.state.seat:
            return
        if game.state.obstacles.get(found.hex) != WIRE:
            yield Reason(f"There's no wire in {found.hex}.", "CMD-order-08")
        if cls_of(game, found) != "infantry":
            yield Reason("Only infantry can clear wire.", "CMD-order-08")

    def apply(self, game: Table, command: Command) -> None:
        """Remove it; the unit has acted."""
        unit = command.text("unit")
        game.state.orders[unit] = replace(game.state.orders[unit], acted="cleared wire")
        remove_obstacle(game, game.state.units[unit].hex)


class Battling(Choice):
    """Asks for the next battle until the side on turn is done."""

    kind = "battling"
    actions = (Battle(), ClearWire(), Done())

    def ask(self, game: Table) -> Decision | None:
        """Ask while an ordered unit is left on the board."""
        if not game.state.orders:
            return None
        prompt = "Battle with your ordered units, then press End turn."
        return Decision(game.state.seat, "battling", prompt, "CMD-battle-01", Options(game, self.actions))


def declare(game: Table) -> None:
    """Declare the battle: where both stand, how many dice (CMD-turn-03); a close assault may meet an ambush."""
    state, frame = game.state, game.frame
    unit, target = frame["unit"], frame["target"]
    here, there = state.units[unit].hex, state.units[target].hex
    how = mode(here, there)
    dice = dice_of(game, unit, target, extra=frame["extra"])
    game.update(here=here, there=there, mode=how, dice=dice)
    if unit in state.orders and not frame["reaction"]:
        state.orders[unit] = replace(state.orders[unit], battled=True)
    game.emit(
        "BattleDeclared",
        unit=unit,
        target=target,
        start=here,
        to=there,
        mode=how,
        dice=dice,
        overrun=frame["overrun"],
        reaction=frame["reaction"],
    )
    enemy = other(state.units[unit].seat)
    if how == CLOSE_ASSAULT and not frame["reaction"] and state.lying.get(enemy):
        game.push("ambush", seat=enemy, unit=target, target=unit)


def answer(game: Table) -> None:
    """Let a unit that lay in wait battle first."""
    if game.frame.get("sprung"):
        frame = game.frame
        game.push("battle", unit=frame["target"], target=frame["unit"], overrun=False, reaction=True, extra=False)


def roll(game: Table) -> str | None:
    """Roll the dice, if the attacker still stands where he was; the target rolls none (CMD-battle-08)."""
    frame = game.frame
    unit = game.state.units.get(frame["unit"])
    if unit is None or unit.hex != frame["here"]:
        return "close"
    game.update(last=())
    roll_dice(game, frame["dice"], "battle", frame["unit"], frame["target"])
    return None


def resolve(game: Table) -> None:
    """Resolve what was rolled."""
    frame = game.frame
    seat = game.state.units[frame["unit"]].seat
    game.push("result", target=frame["target"], seat=seat, rolled=frame["rolled"], stars=False)


def close(game: Table) -> None:
    """End the battle; the battle step remembers who fought, from where, against which hex, and how."""
    frame = game.frame
    own = (frame["unit"], frame["here"], frame["there"], frame["mode"], frame["reaction"])
    game.finish(last=frame.get("last") or own)


BATTLE: Final = Procedure(
    "battle",
    {
        "declare": declare,
        "answer": answer,
        "roll": roll,
        "resolve": resolve,
        "ground": offer_ground,
        "overrun": offer_overrun,
        "chain": begin_overrun,
        "close": close,
    },
)
"""One battle of `unit` against `target`, with close assault, advance and overrun (CMD-ground-07)."""


class Spring(BareAction):
    """Turn the card over: the unit attacked battles first."""

    verb = "spring"

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot battle first."""
        unit, target = game.frame["unit"], game.frame["target"]
        if not dice_of(game, unit, target, extra=False):
            yield Reason(f"{capital(the(game, unit))} rolls no dice against {the(game, target)}.", "CMD-battle-10")

    def apply(self, game: Table, command: Command) -> None:
        """Put the card on the discards and let the unit battle."""
        seat = game.frame["seat"]
        card = game.state.lying.pop(seat)
        game.state.discards = (*game.state.discards, card)
        game.emit("CardSprung", seat=seat, card=card, unit=game.frame["unit"])
        game.finish(sprung=True)


class Hold(BareAction):
    """Leave the card lying."""

    verb = "hold"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish(sprung=False)


class Ambush(Choice):
    """Asks the side whose card lies in wait whether the unit attacked battles first (CMD-order-04)."""

    kind = "ambush"
    actions = (Spring(), Hold())

    def ask(self, game: Table) -> Decision:
        """Ask; the card lies face up, so that the question tells nothing."""
        frame = game.frame
        unit, target = frame["unit"], frame["target"]
        title = title_of(game, game.state.lying[frame["seat"]])
        prompt = f"{title}: should {the(game, unit)} battle {the(game, target)} first?"
        subject = {"unit": unit, "target": target, "hex": game.state.units[unit].hex}
        return Decision(frame["seat"], "ambush", prompt, "CMD-order-04", Options(game, self.actions), subject)
