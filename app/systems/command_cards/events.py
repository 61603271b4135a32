"""What each kind of event of Battle Cards is on the table: how it is told, shown and heard, and its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.systems.command_cards.text import fall, tell
from app.systems.command_cards.text.names import title
from app.text.event_rows import ChitDraw, EventRow, EventTable, Flight, Glide, Motion, Result, Shot
from app.text.names import NAMES
from rules.command_cards import events
from rules.command_cards.charts import Charts
from rules.command_cards.view import View
from rules.engine.english import counted

# --- How events are shown on the board: which move a counter, draw fire, or tell a result --------------------------

AWAY, STAND = "away ", "stand "
"""Before a hex: a point beside its counter. Before a seat and a number: that place of its stand."""


class Figure(NamedTuple):
    """A figure of a unit, in flight."""

    unit: str


class Medal(NamedTuple):
    """A medal in flight, with the name of what it was won for."""

    name: str


class Facts:
    """Where units stand, or stood when they were fired at; `gone` is the hex of the last one eliminated."""

    def __init__(self, view: View, charts: Charts) -> None:
        self.view, self.charts = view, charts
        self.gone = ""
        self._aimed: dict[str, str] = {}

    def objective(self, name: str) -> str:
        """Return the first hex of an objective; "" if there is none of that name."""
        goals = self.view.objectives
        return next((goal.hexes[0] for goal in goals if goal.name == name), "")

    def aim(self, unit: str, at: str) -> None:
        """Remember where a unit is fired at; it may be elsewhere or gone at the end."""
        self._aimed[unit] = at

    def where(self, unit: str) -> str:
        """Return the hex a unit was fired at in, or else the one it stands in; "" if it is gone."""
        standing = self.view.units.get(unit)
        return self._aimed.get(unit) or (standing.hex if standing is not None else "")


def _moved(event: events.UnitMoved | events.UnitRetreated | events.GroundTaken, facts: Facts) -> Iterator[Motion]:
    yield Glide(event.unit, (event.start, event.to))


def _battle(event: events.BattleDeclared, facts: Facts) -> Iterator[Motion]:
    facts.aim(event.target, event.to)
    yield Shot(event.start, event.to)


def _struck(event: events.UnitStruck, facts: Facts) -> Iterable[Motion]:
    facts.aim(event.unit, event.hex)
    return ()


def _counted(event: events.DiceCounted, facts: Facts) -> Iterator[Motion]:
    come = [counted(n, noun) for n, noun in ((event.hits, "hit"), (event.flags, "flag")) if n]
    words, tone = " and ".join(come) or "nothing", "bad" if come else "plain"
    yield Result(facts.where(event.target), words, event.rolled, tone, passing=True)


def _lost(event: events.FiguresLost, facts: Facts) -> Iterator[Motion]:
    for _ in range(event.lost):  # one by one
        yield Flight(event.hex, f"{AWAY}{event.hex}", Figure(event.unit), fades=True)
    yield Result(event.hex, f"loses {counted(event.lost, 'figure')}", (), "bad")


def _medal(event: events.MedalWon, facts: Facts) -> Iterator[Motion]:
    start = facts.objective(event.name) if event.source == "objective" else facts.gone
    if start:
        yield Flight(start, f"{STAND}{event.seat} {event.medals - 1}", Medal(event.name))


def _gone(event: events.UnitEliminated, facts: Facts) -> Iterator[Motion]:
    facts.gone = event.hex
    yield Result(event.hex, "eliminated", (), "bad")


def _restored(event: events.FiguresRestored, facts: Facts) -> Iterator[Motion]:
    if event.back:
        yield Result(event.hex, f"{counted(event.back, 'figure')} back", (), "good")


def _card(event: events.CardPlayed | events.CardSprung, facts: Facts) -> Iterator[Motion]:
    seat, card = event.seat, event.card
    sprung = isinstance(event, events.CardSprung)
    begins = "Ambush…" if sprung else "Playing a card…"
    yield ChitDraw(card, f"{NAMES[seat]} card", title(card, facts.charts), "", "", seat, begins, by_hand=not sprung)


# --- The table -----------------------------------------------------------------------------------------------------

ROWS = (
    EventRow(events.TurnBegan, tell.turn_began),
    EventRow(events.StepBegan, tell.step_began),
    EventRow(events.CardPlayed, tell.card_played, _card, "card"),
    EventRow(events.UnitsOrdered, tell.units_ordered),
    EventRow(events.UnitMoved, tell.unit_moved, _moved, "step"),
    EventRow(events.UnitLeft, tell.unit_left),
    EventRow(events.UnitArrived, tell.unit_arrived),
    EventRow(events.BattleDeclared, tell.battle_declared, _battle),
    EventRow(events.DieRolled, sound="die", dice=fall.rolled),
    EventRow(events.DiceCounted, tell.dice_counted, _counted, "die", dice=fall.count),
    EventRow(events.FiguresLost, tell.figures_lost, _lost, "shot"),
    EventRow(events.UnitEliminated, tell.unit_eliminated, _gone, "shot"),
    EventRow(events.FiguresRestored, tell.figures_restored, _restored),
    EventRow(events.UnitStruck, tell.unit_struck, _struck, "shot"),
    EventRow(events.RetreatBlocked, tell.retreat_blocked),
    EventRow(events.UnitRetreated, tell.unit_retreated, _moved, "step"),
    EventRow(events.FlagIgnored, tell.flag_ignored),
    EventRow(events.GroundTaken, tell.ground_taken, _moved, "marker"),
    EventRow(events.ObstaclePlaced, tell.obstacle_placed, sound="marker"),
    EventRow(events.ObstacleRemoved, tell.obstacle_removed, sound="marker"),
    EventRow(events.GroundChanged, tell.ground_changed),
    EventRow(events.MedalWon, tell.medal_won, _medal, "marker"),
    EventRow(events.MedalReturned, tell.medal_returned),
    EventRow(events.HandDealt, tell.hand_dealt, sound="card"),
    EventRow(events.HandGrew, tell.hand_grew),
    EventRow(events.DeckRenewed, tell.deck_renewed),
    EventRow(events.CardDrawn, sound="card"),
    EventRow(events.CardLies, tell.card_lies),
    EventRow(events.CardExpired, tell.card_expired),
    EventRow(events.CardThrown, tell.card_thrown, sound="card"),
    EventRow(events.CardSprung, tell.card_sprung, _card, "card"),
    EventRow(events.GameOver, tell.game_over),
)
EVENTS = EventTable(ROWS)
