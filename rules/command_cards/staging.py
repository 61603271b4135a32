"""Playing a card: card, targets and orders are laid out unseen and announced together (CMD-card-01, -05, CMD-order-01).

Nothing here is told before the confirm: the decision is secret, its commands are its seat's, no event is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.command_cards.charts import Card
from rules.command_cards.hexes import distance
from rules.command_cards.ordering import all_fit, allotments, can_be_restored, order_reasons, stands_in
from rules.command_cards.state import Table, other, title_of, type_of
from rules.command_cards.targets import enemy_reasons, own_reasons, own_units, the
from rules.engine.command import Command, Plain, Reason, cmd
from rules.engine.english import capital, spelled
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options

EMPTY: Final[Mapping[str, Plain]] = {"card": "", "units": (), "targets": (), "restored": ""}


def staged(game: Table) -> Card | None:
    """Return the card laid out, or None."""
    card = game.frame["card"]
    return game.scenario.charts.cards[card] if card else None


def is_stand_in(game: Table) -> bool:
    """Tell whether the card laid out can order nobody and orders any one unit."""
    card = staged(game)
    return card is not None and game.cached("stand_in", lambda: stands_in(game, game.frame["seat"], card))


def orders_later(game: Table, card: Card) -> bool:
    """Tell whether a card's unit is ordered only after its strike or after figures came back."""
    return (card.strike is not None or card.restore > 0) and not is_stand_in(game)


class ChooseCard(Action):
    """Lay a card of the hand out; what was laid out with another is taken back."""

    verb = "choose"
    fields = takes(card=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each kind of card in the hand."""
        yield from (cmd("choose", card=card) for card in sorted(set(game.state.hands[game.frame["seat"]])))

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a card cannot be laid out."""
        card = command.text("card")
        if card not in game.state.hands[game.frame["seat"]]:
            yield Reason(f"{title_of(game, card)} isn't in your hand.", "CMD-card-01")
        elif card == game.frame["card"]:
            yield Reason(f"{title_of(game, card)} is already chosen.", "CMD-card-01")

    def apply(self, game: Table, command: Command) -> None:
        """Lay it out."""
        game.update(**{**EMPTY, "card": command.text("card")})


def _chosen(game: Table) -> Iterator[Reason]:
    if not game.frame["card"]:
        yield Reason("Choose a card first.", "CMD-card-01")


class OrderUnit(Action):
    """Name a unit to be ordered."""

    verb = "order"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each own unit not yet named."""
        card = staged(game)
        if card is not None and not orders_later(game, card):
            units = game.frame["units"]
            yield from (cmd("order", unit=u) for u in own_units(game, game.frame["seat"]) if u not in units)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why the card cannot order the unit."""
        card, seat = staged(game), game.frame["seat"]
        if card is None:
            yield from _chosen(game)
        elif orders_later(game, card):
            first = "strikes" if card.strike else "brings figures back"
            yield Reason(f"{card.title} {first} first. Order a unit after that.", "CMD-order-01")
        else:
            orders = game.cached("orders", lambda: allotments(game, seat, card))
            yield from order_reasons(game, seat, card, command.text("unit"), game.frame["units"], orders)

    def apply(self, game: Table, command: Command) -> None:
        """Name it."""
        game.update(units=(*game.frame["units"], command.text("unit")))


class Release(Action):
    """Take back a unit that was named."""

    verb = "release"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each unit named."""
        yield from (cmd("release", unit=unit) for unit in game.frame["units"])

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the unit is named."""
        if command.text("unit") not in game.frame["units"]:
            yield Reason(f"{capital(the(game, command.text('unit')))} isn't ordered.", "CMD-order-01")

    def apply(self, game: Table, command: Command) -> None:
        """Take it back."""
        game.update(units=tuple(unit for unit in game.frame["units"] if unit != command.text("unit")))


class Aim(Action):
    """Name a target of a strike."""

    verb = "aim"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each enemy not yet named."""
        card = staged(game)
        if card is not None and card.strike is not None:
            targets = game.frame["targets"]
            yield from (cmd("aim", unit=u) for u in own_units(game, other(game.frame["seat"])) if u not in targets)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why the card cannot strike the unit."""
        card, unit, targets = staged(game), command.text("unit"), game.frame["targets"]
        if card is None:
            yield from _chosen(game)
            return
        if card.strike is None:
            yield Reason(f"{card.title} has no strike.", "CMD-card-03")
            return
        if (wrong := next(enemy_reasons(game, unit, game.frame["seat"]), None)) is not None:
            yield wrong
            return
        if unit in targets:
            yield Reason(f"{capital(the(game, unit))} is already a target.", "CMD-card-03")
        if len(targets) >= card.strike.targets:
            most = spelled(card.strike.targets, "target")
            yield Reason(f"{card.title} strikes {most} at most. Take one back first.", "CMD-card-03")
        far = [name for name in targets if _apart(game, name, unit) > card.strike.apart]
        if far and card.strike.targets > 1:
            hexes = spelled(card.strike.apart, "hex")
            yield Reason(
                f"Targets can be at most {hexes} apart. {capital(the(game, far[0]))} is farther away.", "CMD-card-03"
            )

    def apply(self, game: Table, command: Command) -> None:
        """Name it."""
        game.update(targets=(*game.frame["targets"], command.text("unit")))


def _apart(game: Table, a: str, b: str) -> int:
    return distance(game.state.units[a].hex, game.state.units[b].hex)


class Spare(Action):
    """Take back a target."""

    verb = "spare"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each target."""
        yield from (cmd("spare", unit=unit) for unit in game.frame["targets"])

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the unit is a target."""
        if command.text("unit") not in game.frame["targets"]:
            yield Reason(f"{capital(the(game, command.text('unit')))} isn't a target.", "CMD-card-03")

    def apply(self, game: Table, command: Command) -> None:
        """Take it back."""
        game.update(targets=tuple(unit for unit in game.frame["targets"] if unit != command.text("unit")))


class Restore(Action):
    """Name the unit that gets figures back."""

    verb = "restore"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each own unit, if the card brings figures back."""
        card = staged(game)
        if card is not None and card.restore and not is_stand_in(game):
            yield from (cmd("restore", unit=unit) for unit in own_units(game, game.frame["seat"]))

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why the unit gets no figures back."""
        card, seat, unit = staged(game), game.frame["seat"], command.text("unit")
        if card is None:
            yield from _chosen(game)
        elif not card.restore:
            yield Reason(f"{card.title} doesn't bring figures back.", "CMD-card-03")
        elif (wrong := next(own_reasons(game, unit, seat), None)) is not None:
            yield wrong
        elif unit == game.frame["restored"]:
            yield Reason(f"{capital(the(game, unit))} is already chosen.", "CMD-card-03")
        elif not can_be_restored(game, seat, unit):
            who = capital(the(game, unit))
            found = game.state.units[unit]
            whole = found.figures == type_of(game, found).figures
            why = "hasn't lost any figures" if whole else "is next to an enemy, so it gets nothing back"
            yield Reason(f"{who} {why}.", "CMD-card-03")

    def apply(self, game: Table, command: Command) -> None:
        """Name it."""
        game.update(restored=command.text("unit"))


class Confirm(BareAction):
    """Play the card and announce the orders: from now on the enemy knows."""

    verb = "confirm"

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield what is missing."""
        card = staged(game)
        if card is None:
            yield Reason("You must play a card. Choose one.", "CMD-card-05")
        elif card.strike is not None and not game.frame["targets"]:
            yield Reason(f"{card.title} needs a target: click an enemy unit.", "CMD-card-03")
        elif card.restore and not game.frame["restored"] and not is_stand_in(game):
            yield Reason(f"{card.title} needs a unit to restore: click one of yours.", "CMD-card-03")

    def apply(self, game: Table, command: Command) -> None:
        """Take the card out of the hand and show everything (CMD-card-01, CMD-order-01)."""
        frame, state = game.frame, game.state
        seat, card = frame["seat"], frame["card"]
        hand = list(state.hands[seat])
        hand.remove(card)
        state.stand_in = is_stand_in(game)
        state.hands[seat], state.played = tuple(hand), card
        game.reveal()
        game.emit("CardPlayed", seat=seat, card=card, stand_in=state.stand_in)
        game.finish(units=frame["units"], targets=frame["targets"], restored=frame["restored"])


class Staging(Choice):
    """Asks the side on turn for its card and orders; nobody else learns of it before the confirm."""

    kind = "staging"
    actions = (ChooseCard(), OrderUnit(), Release(), Aim(), Spare(), Restore(), Confirm())

    def ask(self, game: Table) -> Decision:
        """Ask."""
        frame = game.frame
        prompt = "Play a command card: choose it, click the units to order, then play it."
        subject = {name: list(value) if isinstance(value, tuple) else value for name, value in frame.data.items()}
        options = Options(game, self.actions)
        return Decision(frame["seat"], "staging", prompt, "CMD-card-01", options, subject, secret=True)


def orderable(game: Table, seat: str, card: Card) -> list[str]:
    """Return the own units that a card could order now."""
    orders = allotments(game, seat, card)
    return [unit for unit in own_units(game, seat) if all_fit(game, seat, [unit], orders)]
