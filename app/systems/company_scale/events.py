"""What each kind of event of the Company Scale System is on the table: how it is told, shown, heard, and its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.systems.company_scale.text import die_rolls, tell, tell_combat, tell_flow
from app.systems.company_scale.text import names as wording
from app.text.event_rows import ChitDraw, EventRow, EventTable, Glide, Motion, Result, Shot
from app.text.names import Names, humanize
from rules.company_scale.records import combat_events as combat
from rules.company_scale.records import course_events as course
from rules.company_scale.records import piece_events as pieces
from rules.company_scale.records.view import ChitView, UnitView, View
from rules.hexes.grid import hex_name

# --- How events are shown on the board: which move a counter, draw fire, or tell a result --------------------------


class Facts:
    """What units, chits and sides are called, and where units stand; `hexes` are those of units on the map."""

    def __init__(self, view: View, units: Mapping[str, UnitView], hexes: Mapping[str, int], names: Names) -> None:
        self.view, self.units, self.hexes, self.names = view, units, hexes, names
        self._left: dict[str, str] = {}

    def where(self, unit: str) -> str:
        """Return the hex of a unit, also of one that these events have taken off the map, or ""."""
        at = self.hexes.get(unit)
        return hex_name(at) if at is not None else self._left.get(unit, "")

    def left(self, unit: str, at: str) -> None:
        """Remember where a unit was that leaves the map."""
        self._left[unit] = at

    def short(self, unit: str) -> str:
        """Return the name of a unit without its formation."""
        return (self.units[unit].label if unit in self.units else unit).partition(",")[0]

    def chit(self, name: str) -> ChitView:
        """Return a chit of the view by its id."""
        in_play = () if self.view.chit is None else (self.view.chit,)
        lying = (*in_play, *self.view.cup.played, *self.view.cup.may_still_come)
        return next((chit for chit in lying if chit.id == name), ChitView(name, name, "", None))


def _moved(event: combat.UnitMoved, facts: Facts) -> Iterator[Motion]:
    yield Glide(event.unit, (event.start, event.to))


def _declared(event: combat.FireDeclared | combat.IndirectFireDeclared, facts: Facts) -> Iterator[Motion]:
    start = facts.where(event.unit)
    if start:
        yield Shot(start, event.hex)


def _fired(event: combat.Fired | combat.IndirectFired | combat.AirAttacked, facts: Facts) -> Iterator[Motion]:
    words = "barrage" if event.harmless else die_rolls.result_words(event.result or "")
    yield Result(event.hex, words, (event.die,), "bad" if event.result else "plain")


def _rout_check(event: combat.RoutChecked, facts: Facts) -> Iterator[Motion]:
    words = f"{facts.short(event.unit)} {'holds' if event.passed else 'breaks'}"
    yield Result(event.hex, words, (event.die,), "good" if event.passed else "bad")


def _lost(event: combat.UnitRouted | combat.UnitEliminated, facts: Facts) -> Iterator[Motion]:
    if event.hex:
        facts.left(event.unit, event.hex)
        how = "routs" if isinstance(event, combat.UnitRouted) else "is eliminated"
        yield Result(event.hex, f"{facts.short(event.unit)} {how}", (), "bad")


def _rallied(event: combat.Rallied, facts: Facts) -> Iterator[Motion]:
    gone, left = event.removed, event.value
    what = wording.MARKERS.get(gone, humanize(gone)).lower()
    words = f"now disorganized {left}" if gone == "dg" and left else f"no longer {what}"
    yield Result(event.hex, f"{facts.short(event.unit)}: {words}", (), "good")


def _charged(event: combat.AssaultDeclared, facts: Facts) -> Iterator[Motion]:
    for start in event.hexes:
        yield Shot(start, event.hex)


def _assault_die(event: course.DieRolled, facts: Facts) -> Iterator[Motion]:
    sides = {"assault_attacker": "attacker", "assault_defender": "defender"}
    side, about = sides.get(event.purpose), event.subject
    if side is not None and about.hex:
        yield Result(about.hex, f"{side}, {about.value}".replace("-", "−"), (event.die,))


def _fought(event: combat.AssaultFought, facts: Facts) -> Iterator[Motion]:
    loser = f"the {event.outcome} loses by {event.difference}" if event.difference else "nobody wins"
    yield Result(event.hex, f"{event.attacker} to {event.defender}: {loser}", (), "bad")


def _taken(event: course.VictoryHexTaken, facts: Facts) -> Iterator[Motion]:
    side = event.side
    who = f"falls to {facts.names.players(side)}" if side else "is now held by nobody"
    yield Result(event.hex, f"{event.name or 'The victory hex'} {who}", (), "good" if side else "plain")


def _drawn(event: course.ChitDrawn, facts: Facts) -> Iterator[Motion]:
    chit, left = facts.chit(event.chit), event.left
    kind, side = chit.kind, chit.side or ""
    told = f"{facts.names.side_name(side) if side else ''} {wording.CHITS.get(kind, humanize(kind))} chit".strip()
    note = ""
    if left is not None:
        chance = f"It had 1 chance in {left + 1}." if left else "It was the last one in the Cup."
        note = f"{chance} {left} {'is' if left == 1 else 'are'} left." if left else chance
    yield ChitDraw(event.chit, told, chit.name, wording.CHIT_NOTES.get(kind, ""), note, side)


# --- The table -----------------------------------------------------------------------------------------------------

COMBAT = (
    EventRow(combat.UnitActivated, tell_flow.unit_activated),
    EventRow(combat.UnitMoved, tell_flow.unit_moved, _moved, "step"),
    EventRow(combat.FormationChanged, tell_flow.formation_changed, sound="marker"),
    EventRow(combat.UnitArrived, tell_combat.unit_arrived),
    EventRow(combat.UnitReturned, tell_combat.unit_returned, sound="step"),
    EventRow(combat.UnitRouted, tell_combat.unit_routed, _lost),
    EventRow(combat.UnitEliminated, tell_combat.unit_eliminated, _lost),
    EventRow(combat.UnitExited, tell.unit_exited),
    EventRow(combat.GunsAbandoned, tell_flow.guns_abandoned),
    EventRow(combat.Rallied, tell_combat.rallied, _rallied, "marker"),
    EventRow(combat.FireDeclared, tell_combat.fire_declared, _declared),
    EventRow(combat.IndirectFireDeclared, tell_combat.indirect_fire_declared, _declared),
    EventRow(combat.AirAttackDeclared, tell_combat.declared),
    EventRow(combat.Fired, tell_combat.fired, _fired, "shot", result=die_rolls.of_fire),
    EventRow(combat.IndirectFired, tell_combat.fired, _fired, "shot", result=die_rolls.of_fire),
    EventRow(combat.AirAttacked, tell_combat.fired, _fired, "shot", result=die_rolls.of_fire),
    EventRow(
        combat.RoutChecked, tell_combat.rout_checked, _rout_check, result=lambda e: "passed" if e.passed else "failed"
    ),
    EventRow(combat.SmokePlaced, tell_combat.smoke_placed, sound="marker"),
    EventRow(combat.IlluminationFired, tell_combat.illumination_fired, result=lambda e: "lit" if e.lit else "failed"),
    EventRow(combat.ForcedFromPosition, tell_combat.forced_from_position),
    EventRow(combat.MarkerPlaced, tell_combat.marker_placed, sound="marker"),
    EventRow(combat.MarkerRemoved, tell_combat.marker_removed),
    EventRow(combat.MarkersCleared, tell_combat.markers_cleared),
    EventRow(combat.StackingPenalty, tell_combat.stacking_penalty),
    EventRow(combat.Building, tell.building),
    EventRow(combat.TrenchesChecked, tell.trenches_checked, result=lambda e: "trenches" if e.passed else "not yet"),
    EventRow(combat.FireBlown, tell.fire_blown, result=lambda e: tell.BLOWN[e.came]),
    EventRow(combat.AssaultDeclared, tell.assault_declared, _charged),
    EventRow(combat.AssaultFought, tell.assault_fought, _fought, "shot", dice=die_rolls.add_assault),
    EventRow(combat.AssaultBegun, tell.begun),
    EventRow(combat.AssaultCalledOff, tell.called_off),
    EventRow(combat.AssaultAvoided, tell.avoided),
    EventRow(combat.AirSupportArrived, tell_combat.arrived),
    EventRow(combat.AirCombat, tell_combat.combat, sound="shot", result=lambda e: "hit" if e.hit else "miss"),
    EventRow(combat.AirSupportPlaced, tell_combat.placed),
    EventRow(combat.AirSupportRemoved, tell_combat.removed),
)
COURSE = (
    EventRow(course.TurnBegan, tell_flow.turn_began),
    EventRow(course.DayBegan, tell_flow.day_began),
    EventRow(course.PhaseBegan, tell_flow.phase_began),
    EventRow(course.WeatherSet, tell_flow.weather_set, result=lambda e: e.weather),
    EventRow(course.DieRolled, tell_flow.die_rolled, _assault_die, "die", dice=die_rolls.rolled),
    EventRow(course.ChitDrawn, tell_flow.chit_drawn, _drawn, "chit"),
    EventRow(course.ChitBought, tell_flow.chit_bought, sound="chit"),
    EventRow(course.ChitsRemoved, die_rolls.chits_removed),
    EventRow(course.CommandsGained, tell_flow.points_gained, result=lambda e: f"+{e.gain}"),
    EventRow(course.DispatchGained, tell_flow.points_gained, result=lambda e: f"+{e.gain}"),
    EventRow(course.FatigueChanged, tell_flow.fatigue_changed),
    EventRow(course.TroopQualityChanged, tell_flow.troop_quality_changed),
    EventRow(course.CommandSpent, tell_flow.command_spent),
    EventRow(course.DispatchSpent, tell.dispatch_spent),
    EventRow(course.RandomEvent, die_rolls.random_event, result=lambda e: die_rolls.event_name(e) or "no event"),
    EventRow(course.TrackChanged, die_rolls.track_changed),
    EventRow(course.Rerolled, tell.rerolled),
    EventRow(course.RerollsRenewed, tell.renewed),
    EventRow(course.VictoryPoints, tell.victory_points),
    EventRow(course.VictoryHexTaken, tell_flow.victory_hex_taken, _taken),
    EventRow(course.GameOver, tell_flow.game_over),
)
PIECES = (
    EventRow(pieces.WeaponAttached, tell_combat.weapon_attached, sound="marker"),
    EventRow(pieces.WeaponAvailable, tell_combat.weapon_available),
    EventRow(pieces.WeaponRemoved, tell_combat.weapon_removed),
    EventRow(pieces.LeaderMoved, tell_combat.leader_moved),
    EventRow(pieces.LeaderLeft, tell_combat.leader_left),
    EventRow(pieces.LeaderLost, tell.leader_lost),
    EventRow(pieces.HeroArrived, tell_flow.hero_arrived),
    EventRow(pieces.HeroPlaced, tell_flow.hero_placed),
    EventRow(pieces.HeroUsed, tell_flow.hero_used),
    EventRow(pieces.HeroChecked, tell_flow.hero_checked, result=lambda e: "stays" if e.stays else "is gone"),
    EventRow(
        pieces.SurrenderChecked, tell_flow.surrender_checked, result=lambda e: "fights on" if e.passed else "surrenders"
    ),
    EventRow(pieces.TransportArrived, tell_flow.transport_arrived),
    EventRow(pieces.TransportCame, tell_flow.transport_came),
    EventRow(pieces.TransportLeft, tell_flow.transport_left),
    EventRow(pieces.UnitLoaded, tell_flow.unit_loaded, sound="step"),
    EventRow(pieces.UnitUnloaded, tell_flow.unit_unloaded, sound="step"),
    EventRow(pieces.PassengerLost, tell_flow.passenger_lost),
    EventRow(pieces.PassengerRouted, tell_flow.passenger_routed),
    EventRow(pieces.UnitMounted, tell_flow.unit_mounted),
    EventRow(pieces.RiderDismounted, tell_flow.rider_dismounted),
    EventRow(pieces.FormationAttached, tell.formation_attached),
    EventRow(pieces.DivisionDisbanded, die_rolls.division_disbanded),
    EventRow(pieces.DivisionLeft, die_rolls.division_left),
    EventRow(pieces.EvacuationRolled, die_rolls.evacuation_rolled, result=lambda e: e.hex),
    EventRow(pieces.EvacuationPlaced, tell.evacuation_placed),
    EventRow(pieces.EvacuationRemoved, tell.evacuation_removed),
    EventRow(pieces.EvacuationRoadChecked, tell.evacuation_road_checked),
    EventRow(pieces.AmbushTakenUp, tell.ambush_taken_up),
    EventRow(pieces.AmbushAttempted, tell.ambush_attempted, result=lambda e: "ambush!" if e.placed else "nobody"),
)
EVENTS = EventTable((*COMBAT, *COURSE, *PIECES))
