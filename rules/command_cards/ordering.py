"""Whom a card orders: sections, limits, matching of units on section lines (CMD-order-01 to -07, CMD-card-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.command_cards.charts import ALL, ANY_ONE, CLASSES, Allotment, Card
from rules.command_cards.hexes import sections
from rules.command_cards.state import Table, cls_of, type_of
from rules.command_cards.targets import enemies_near, own_reasons, own_units, the
from rules.command_cards.terrain import obstacle_at
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital, listed, spelled
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options


def allotments(game: Table, seat: str, card: Card) -> tuple[Allotment, ...]:
    """Return whom a card would order now: any one unit if nobody else (CMD-card-05)."""
    return ANY_ONE if stands_in(game, seat, card) else card.orders


def stands_in(game: Table, seat: str, card: Card) -> bool:
    """Tell whether a card can order nobody and so orders any one unit, without all else (CMD-card-05)."""
    if card.restore:
        return not any(can_be_restored(game, seat, unit) for unit in own_units(game, seat))
    return not any(_fits(game, seat, unit, one) for unit in own_units(game, seat) for one in card.orders)


def can_be_restored(game: Table, seat: str, unit: str) -> bool:
    """Tell whether a unit has lost figures and is not next to an enemy."""
    found = game.state.units[unit]
    return found.figures < type_of(game, found).figures and not enemies_near(game, seat, found.hex)


def _fits(game: Table, seat: str, unit: str, allotment: Allotment) -> bool:
    return next(_misfit(game, seat, unit, allotment), None) is None


def _misfit(game: Table, seat: str, unit: str, allotment: Allotment) -> Iterator[str]:
    """Yield why a unit is not of those an allotment orders, judged where it stands now (CMD-order-07)."""
    found = game.state.units[unit]
    own = sections(found.hex, game.scenario.sides[seat].edge)
    if allotment.section != "any" and allotment.section not in own:  # CMD-order-03, -05
        yield f"is {listed([_in(name) for name in own])}"
    if cls_of(game, found) not in allotment.classes:
        yield f"is {cls_of(game, found)}"
    if allotment.where:
        near = bool(enemies_near(game, seat, found.hex))
        if near != (allotment.where == "adjacent"):
            yield "is next to an enemy" if near else "isn't next to an enemy"
    if allotment.obstacle_free and (obstacle := obstacle_at(game, found.hex)) is not None:
        yield f"is in a hex with {obstacle.name}"


def _in(section: str) -> str:
    return "in the center" if section == "center" else f"on the {section}"


def told(orders: Sequence[Allotment]) -> str:
    """Return in words whom allotments order: two units on the left and one in the center."""
    return listed([_one(allotment) for allotment in orders])


def _one(allotment: Allotment) -> str:
    kinds = "" if allotment.classes == CLASSES else f"{' or '.join(allotment.classes)} "
    number = f"all {kinds}units" if allotment.units == ALL else spelled(allotment.units, f"{kinds}unit")
    where = {"adjacent": " next to an enemy", "not_adjacent": " not next to an enemy"}.get(allotment.where, "")
    bare = " without an obstacle" if allotment.obstacle_free else ""
    return number + where + bare + ("" if allotment.section == "any" else f" {_in(allotment.section)}")


def all_fit(game: Table, seat: str, units: Sequence[str], orders: Sequence[Allotment]) -> bool:
    """Tell whether units can be shared out among allotments so that each counts once (CMD-order-06)."""
    choices = [[place for place, one in enumerate(orders) if _fits(game, seat, unit, one)] for unit in units]
    taken: list[list[int]] = [[] for _ in orders]

    def seated(unit: int, tried: set[int]) -> bool:
        for place in choices[unit]:
            if place in tried:
                continue
            tried.add(place)
            if len(taken[place]) < orders[place].units:
                taken[place].append(unit)
                return True
            for sitting in taken[place]:
                if seated(sitting, tried):
                    taken[place].remove(sitting)
                    taken[place].append(unit)
                    return True
        return False

    return all(seated(unit, set()) for unit in range(len(units)))


def order_reasons(
    game: Table, seat: str, card: Card, unit: str, others: Sequence[str], orders: Sequence[Allotment]
) -> Iterator[Reason]:
    """Yield why a card cannot order a unit beside others."""
    if (wrong := next(own_reasons(game, unit, seat), None)) is not None:
        yield wrong
        return
    if unit in others:
        yield Reason(f"{capital(the(game, unit))} already has an order. One per unit.", "CMD-order-06")
        return
    if others and orders == ANY_ONE and stands_in(game, seat, card):
        told_ = f"{card.title} can't order anyone here, so it orders any one unit and no more."
        yield Reason(f"{told_} Take back {the(game, others[0])} first.", "CMD-card-05")
    elif not any(_fits(game, seat, unit, one) for one in orders):
        why = listed(list(dict.fromkeys(next(_misfit(game, seat, unit, one)) for one in orders)))
        yield Reason(f"{card.title} orders {told(orders)}. {capital(the(game, unit))} {why}.", "CMD-order-02")
    elif not all_fit(game, seat, [*others, unit], orders):
        text = f"{card.title} orders {told(orders)}. There's no order left for {the(game, unit)}."
        yield Reason(f"{text} Take one back first.", "CMD-order-06" if len(orders) > 1 else "CMD-order-02")


class OrderOne(Action):
    """Order the one unit that is left to order after a strike or after stragglers."""

    verb = "order"
    fields = takes(unit=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each unit that may be ordered."""
        yield from (cmd("order", unit=unit) for unit in _open(game))

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a unit cannot be ordered."""
        unit = command.text("unit")
        yield from own_reasons(game, unit, game.frame["seat"])
        if unit in game.state.units and unit not in _open(game):
            back = the(game, _open(game)[0])
            yield Reason(f"This card can only order {back}, which got figures back.", "CMD-order-02")

    def apply(self, game: Table, command: Command) -> None:
        """Hand the unit to the turn."""
        game.finish(units=(command.text("unit"),))


class OrderNobody(BareAction):
    """Order nobody: fewer than allowed is legal (CMD-order-02)."""

    verb = "done"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish(units=())


def _open(game: Table) -> list[str]:
    restored = game.frame["restored"]
    return [restored] if restored else own_units(game, game.frame["seat"])


class Ordering(Choice):
    """Asks which unit is ordered after a strike, or whether the unit is that got figures back."""

    kind = "ordering"
    actions = (OrderOne(), OrderNobody())

    def ask(self, game: Table) -> Decision | None:
        """Ask while there is a unit to order."""
        restored = game.frame["restored"]
        if restored and restored not in game.state.units:
            return None
        prompt = f"Order {the(game, restored)}?" if restored else "Order one unit."
        return Decision(game.frame["seat"], "ordering", prompt, "CMD-order-01", Options(game, self.actions))
