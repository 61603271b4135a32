"""What is carried over the board: where it may go, what the hex under it means, what letting go does."""

from __future__ import annotations

from collections.abc import Sequence

from app.play.seat import PlayedGame
from app.systems.company_scale.board.markers import Position
from app.systems.company_scale.board.orders import (
    ACTIVATE,
    draggable,
    fire_orders,
    hex_orders,
    moving_units,
    plan_move,
    same_units,
    targets_of,
    things_to_place,
    walk,
)
from app.systems.company_scale.board.routes import Step, Trail, Way, printed, read_way, sentences
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.army import column_words
from app.systems.company_scale.text.names import CompanyScaleNames
from app.systems.company_scale.verbs import SENT_VERBS, describe
from rules.engine.command import Command, cmd
from rules.engine.frozen import frozen
from rules.hexes.grid import are_adjacent, hex_id, hex_name


@frozen
class DropPreview:
    """What the hex under a carried counter means; `kind` is start, way, fire or refused, `words` are for the bubble."""

    kind: str
    words: str = ""


def drops_of(game: PlayedGame, position: Position, lead: str) -> dict[int, Command]:
    """Return the order that dropping a unit on each hex gives; direct fire goes before all others."""
    drops = targets_of(game, lead, "indirect_fire")
    drops |= things_to_place(game.decision, SENT_VERBS).get(lead, {})
    if lead in draggable(game.decision):
        drops |= hex_orders(game.decision)
    return drops | {hex_id(at): order for at, order in fire_orders(game, lead).items()}


class Carried:
    """The units carried, their reach and the trail that follows the pointer."""

    def __init__(self, game: PlayedGame, position: Position, units: Sequence[str], lead: str) -> None:
        self.game = game
        self.position = position
        self.units = tuple(units)
        self.lead = lead
        self.start = position.where[lead]
        self.plan = plan_move(game, self.units)
        self.reach = self.plan.reach
        self.drops = drops_of(game, position, lead)
        self.trail = self.straight()
        self.names = CompanyScaleNames(view_of(game))
        self.over = self.start

    def straight(self) -> Trail:
        """Return a trail that has not been bent yet."""
        return Trail(self.start, self.reach, self._along)

    @property
    def paid(self) -> Command | None:
        """Return the order that makes the units active first, or None if they are (5.1)."""
        return next((order for order in self.reach.begin if order.verb == ACTIVATE), None)

    @property
    def refusal(self) -> str:
        """Return why these units can do nothing now, or ""."""
        return "" if self.drops else self.plan.why_not

    def _along(self, hexes: Sequence[int]) -> Way | None:
        """Return the way along a row of hexes, or None if the rules know none."""
        way = read_way(self.game.query("walk", units=list(self.units), hexes=printed(hexes)))
        return way if way is not None and way.steps else None

    def go_over(self, at: int) -> DropPreview:
        """Lead the trail to a hex and return what the hex means."""
        self.over = at
        if at in self.drops and at not in self.reach:
            return DropPreview("fire", describe(self.drops[at], self.names))
        side = self.position.side_in(at)
        if side and side != self.position.side(self.lead) and at not in self.reach:
            return self._over_enemy(at)
        if not self.trail.follow(at):
            return DropPreview("refused", self._why_not(at))
        if at == self.start:
            return DropPreview("start")
        return DropPreview("way", self._warning())

    def _shot(self) -> str:
        """Return the verb by which the unit fires now."""
        verbs = {order.verb for order in self.drops.values()}
        return "indirect_fire" if "indirect_fire" in verbs and "fire" not in verbs else "fire"

    def _over_enemy(self, at: int) -> DropPreview:
        name = hex_name(at)
        reasons = self.game.explain(cmd(self._shot(), unit=self.lead, hex=name))
        return DropPreview("refused", sentences(reasons) or f"{name} can't be fired at now.")

    def _why_not(self, at: int) -> str:
        name = hex_name(at)
        if self._shot() == "indirect_fire":
            return sentences(self.game.explain(cmd("indirect_fire", unit=self.lead, hex=name)))
        if self.plan.why_not:
            return self.plan.why_not
        why = sentences(self.reach.refusal(at))
        if why:
            return why
        moving = same_units(self.units, moving_units(self.game.decision))
        if moving and are_adjacent(self.start, at):
            why = sentences(self.game.explain(cmd("step", to=name, by="terrain")))
        return why or f"{name} is out of reach: not enough movement points."

    def _warning(self) -> str:
        way = self.trail.way
        warnings = [self._first(order) for order in self.reach.begin if order.verb != "move"]
        if way.fire:
            warnings.append(f"May draw opportunity fire from {', '.join(way.fire)}.")
        elif way.watched:
            warnings.append(f"Watched from {', '.join(way.watched)}: leaving this hex may draw fire.")
        if way.air:
            warnings.append(f"Aircraft can attack the column on the road in {', '.join(way.air)}.")
        return "\n".join(warnings)

    def _first(self, order: Command) -> str:
        """Say what is ordered before the move; of a unit that turns to column, what that does to its values."""
        unit = view_of(self.game).unit(order.text("unit"))
        if order.verb != "change_formation" or unit is None:
            return f"First: {describe(order, self.names)}."
        return f"{self.names.label(unit.id)} first changes to column{column_words(unit)}."

    def order(self) -> Command | None:
        """Return the order of letting go here if the hex is a target."""
        return None if self.over in self.reach else self.drops.get(self.over)

    def is_direct(self) -> bool:
        """Tell whether letting go here is direct fire, which needs the unit's own line of sight."""
        order = self.order()
        return order is not None and order.verb == "fire"

    def go(self) -> list[Step]:
        """Submit the trail step by step; return the steps left after an interrupt."""
        return walk(self.game, self.plan, self.trail.way.steps)
