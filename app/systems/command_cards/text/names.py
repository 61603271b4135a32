"""Names of units, cards, places and sides, and the order of battle."""

from __future__ import annotations

from app.play.seat import GameLike
from app.systems.command_cards.seen import as_view, view_of
from app.text import names
from app.text.entries import Entry, EntryKind, UnitStanding, grouped
from app.text.names import NAMES
from app.text.words import Words
from rules.command_cards.charts import Charts, Strike, house_charts
from rules.command_cards.state import Placed, Scenario
from rules.command_cards.view import DueView, StagedView, UnitView, View
from rules.engine.english import counted
from rules.engine.options import Decision

# --- Names of units, cards, places and sides -----------------------------------------------------------------------


def kind_name(kind: str, charts: Charts) -> str:
    """Return what a kind of unit, terrain or obstacle is called."""
    for table in (charts.units, charts.terrains, charts.obstacles):
        if kind in table:
            return str(table[kind].name)
    return kind.replace("_", " ")


def title(card: str, charts: Charts) -> str:
    """Return the title of a card."""
    return charts.cards[card].title if card in charts.cards else names.humanize(card)


class CommandCardsNames(names.Names):
    """Names units by kind and hex; their hexes are those of the last view, the kinds those of the charts in play."""

    def __init__(self, view: object = None) -> None:
        self.charts = house_charts()
        self._kinds: dict[str, str] = {}
        self._hexes: dict[str, str] = {}
        super().__init__(view)

    def learn(self, view: object) -> None:
        """Learn kind, side and hex of every unit of a view."""
        for name, unit in as_view(view).units.items():
            self._kinds[name], self._sides[name], self._hexes[name] = unit.kind, unit.seat, unit.hex

    def study(self, scenario: object) -> None:
        """Learn the charts of a scenario and its units, for those that are not on the board."""
        if not isinstance(scenario, Scenario):
            return
        self.charts = scenario.charts
        for name, unit in scenario.units.items():
            self._kinds.setdefault(name, unit.kind)
            self._sides.setdefault(name, unit.seat)

    def called(self, kind: str) -> str:
        """Return what a kind of unit, terrain or obstacle is called."""
        return kind_name(kind, self.charts)

    def title(self, card: str) -> str:
        """Return the title of a card."""
        return title(card, self.charts)

    def kind(self, unit: str) -> str:
        """Return what kind of unit something is, in words."""
        return self.called(self._kinds.get(unit, unit))

    def force(self, unit: str) -> str:
        """Return side and kind: German infantry."""
        side = NAMES.get(self.side(unit), "")
        return f"{side} {self.kind(unit)}".strip()

    def has(self, thing: str) -> bool:
        """Tell whether a thing has a name of its own."""
        return thing in self._kinds or thing in self.charts.cards

    def of(self, thing: str) -> str:
        """Return the name of a unit with its hex, of a card, or of anything else in words."""
        if thing in self._kinds:
            place = self._hexes.get(thing)
            return f"{self.kind(thing)} in {place}" if place else self.kind(thing)
        if thing in self.charts.cards:
            return self.title(thing)
        return thing if thing[:1].isupper() else names.humanize(thing)

    def label(self, thing: str) -> str:
        """Return the name: units carry no other."""
        return self.of(thing)


# --- The order of battle: the units of both sides with their figures, what is lost and what arrives when -----------


def army(view: View, scenario: Scenario) -> list[Entry]:
    """Return the sides with their units by kind; every unit of a scenario is open to both players."""
    due = {told.unit: told for told in view.due}
    sides: dict[str, dict[str, list[Entry]]] = {seat: {} for seat in NAMES}
    for name, placed in scenario.units.items():
        entry = _unit(name, placed, view.units.get(name), due.get(name), scenario)
        sides[placed.seat].setdefault(kind_name(placed.kind, scenario.charts), []).append(entry)
    return [
        grouped(NAMES[seat], seat, (grouped(kind, seat, units) for kind, units in kinds.items()))
        for seat, kinds in sides.items()
    ]


def _unit(name: str, placed: Placed, unit: UnitView | None, due: DueView | None, scenario: Scenario) -> Entry:
    side, kind, names = NAMES[placed.seat], kind_name(placed.kind, scenario.charts), scenario.map.names
    state, where, standing = "", "Eliminated", UnitStanding.LOST
    if unit is not None:
        standing, where = UnitStanding.HERE, " ".join(p for p in (unit.hex, names.get(unit.hex, "")) if p)
        state = ", ".join([f"{unit.figures} of {unit.full} figures", *done(unit)])
    elif due is not None:
        standing, where = UnitStanding.DUE, f"Round {due.round}, {' or '.join(due.hexes)}"
    number = name.rpartition("-")[2]
    return Entry(f"unit:{name}", f"{side} {kind} {number}", EntryKind.UNIT, state, where, name, placed.seat, standing)


def done(unit: UnitView) -> list[str]:
    """Return what a unit has done this turn, in words."""
    order = unit.order
    if order is None:
        return []
    told = (("moved", order.moved), ("battled", order.battled), ("acted", order.acted))
    return ["ordered", *(word for word, so in told if so)]


def places(scenario: Scenario) -> list[Entry]:
    """Return the named places, the objectives and all hexes of a board."""
    ground = scenario.map
    named = [Entry(f"hex:{at}", name, EntryKind.PLACE, "", at) for at, name in ground.names.items()]
    goals = [
        Entry(f"hex:{at}", goal.name, EntryKind.PLACE, f"objective, {NAMES[goal.seat]}", at)
        for goal in scenario.objectives
        for at in goal.hexes
        if ground.names.get(at) != goal.name
    ]
    hexes = [
        Entry(f"hex:{at}", at, EntryKind.HEX, kind_name(kind, scenario.charts), ground.names.get(at, ""))
        for at, kind in ground.terrain.items()
    ]
    return [*goals, *named, *hexes]


# --- The line under the prompt -------------------------------------------------------------------------------------

IDLE = {
    "moving": "No ordered unit can move. Space goes to the battles.",
    "battling": "No ordered unit has a target. Space ends the turn.",
}
"""Hints where nothing but the end of the step is left."""
_AIMS = {1: "a target", 2: "one or two targets"}
NOBODY = "No units ordered yet. Click them, or press A for all that fit. Space again plays it without orders."


def hint(game: GameLike, words: Words, charts: Charts) -> tuple[str, str]:
    """Return the hint of a question, and a warning before a card is played that orders nobody though it could."""
    decision, staged = game.decision, view_of(game).staged
    if decision is None:
        return "", ""
    warning = ""
    told = words.question(decision.kind).hint
    if decision.kind == "staging" and staged is not None and staged.card is not None:
        warning = NOBODY if not staged.units and game.offers("order") else ""
        told = f"{title(staged.card, charts)}: {_laid_out(game, staged, charts.cards[staged.card].strike)}"
    elif decision.kind == "battling" and (battles := game.offers("battle")):
        ready = len({command.text("unit") for command in battles})
        warning = f"{counted(ready, 'unit')} can still battle. Press again to end the turn anyway."
    elif decision.kind in IDLE and not game.offered.keys() - {"done"}:
        told = IDLE[decision.kind]
    elif decision.kind == "way_back":
        told = f"{NAMES[decision.seat]} player, {_onward(decision)}"
    return told, warning


def _laid_out(game: GameLike, staged: StagedView, strike: Strike | None) -> str:
    """Return what has been chosen for a card laid out, and what comes next."""
    chosen, aims = staged.targets, bool(game.offers("aim"))
    if strike is not None and (chosen or aims):
        more = "Click another, or Space strikes." if chosen and aims else "Space strikes."
        told = f"{counted(len(chosen), 'target')} of {strike.targets} chosen."
        return f"{told} {more}" if chosen else f"click {_AIMS.get(strike.targets, f'up to {strike.targets} targets')}."
    if game.offers("restore") or staged.restored:
        return "Space plays the card." if staged.restored else "click the unit that gets figures back."
    count = len(staged.units)
    return f"{counted(count, 'unit')} ordered. Click units to order them, Space plays the card."


def _onward(decision: Decision) -> str:
    """Return what each hex of a retreat leads to while further flags wait."""
    onward = decision.numbers("onward")
    dead = [place for place, ways in onward.items() if not ways] if decision.number("flags") else []
    also = f" From {' and '.join(dead)}, the next flag costs a figure." if dead else ""
    return f"click one of the marked hexes.{also}"
