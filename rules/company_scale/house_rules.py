"""The rules that players may play otherwise than printed, and in which scenarios each matters (RULINGS)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from rules.company_scale.battle_map import Edge
from rules.company_scale.counters import AMERICAN
from rules.company_scale.pieces import hour_number, hour_of
from rules.company_scale.scenario import Charts, Scenario
from rules.company_scale.series import CITY, OF_AMERICANS, terms_of
from rules.engine.english import listed
from rules.engine.house_rules import HouseRules, Setting, Switch, Value

# --- What a scenario has that a switch is about --------------------------------------------------------------------


def _has_indirect_fire(scenario: Scenario) -> bool:
    return any(piece.indirect is not None for piece in scenario.units.values())


def _indirect_at_hard(scenario: Scenario) -> bool:
    return _has_indirect_fire(scenario) and any(unit.is_hard for unit in scenario.units.values())


def _has_night(scenario: Scenario) -> bool:
    return any(hour_of(scenario, turn).night for turn in range(1, scenario.turns + 1))


def _may_rain(scenario: Scenario) -> bool:
    """Tell whether rain may fall: it begins with it, or rolls for the weather (4.0; RULINGS 14)."""
    rolls = [turn for turn in range(1, scenario.turns + 1) if not hour_number(scenario, turn)]
    sets_first = bool(scenario.weather) and scenario.begin is None
    return scenario.weather == "rain" or bool([turn for turn in rolls if turn > 1] if sets_first else rolls)


def _dark_or_wet(scenario: Scenario) -> bool:
    return _has_indirect_fire(scenario) and (_has_night(scenario) or _may_rain(scenario))


def _illumination(scenario: Scenario) -> bool:
    return _has_night(scenario) and _has_indirect_fire(scenario)


def _illuminated_in_rain(scenario: Scenario) -> bool:
    return _illumination(scenario) and _may_rain(scenario)


def _has_transports(scenario: Scenario) -> bool:
    return any(unit.transport for unit in scenario.units.values())


def _has_aircraft(scenario: Scenario) -> bool:
    """Tell whether aircraft can come: by an event of a day turn, or from the start (16.1, 20.0)."""
    by_day = any(not hour_of(scenario, turn).night for turn in range(1, scenario.turns + 1))
    return by_day and bool(scenario.charts.air_support)


def _may_happen(scenario: Scenario, *events: str) -> bool:
    """Tell whether one of some printed events is on the table of this game (20.0)."""
    return any(event["name"] in events for event in scenario.charts.events)


def _has_german_displays(scenario: Scenario) -> bool:
    shown = [each for each in scenario.divisions.values() if each.side == "german" and each.has_display]
    return _may_happen(scenario, "german_officer") and len(shown) > 1


def _has_french(scenario: Scenario) -> bool:
    here = [scenario.divisions[name] for name in scenario.roster.divisions]
    others = [each for each in here if each.side == "allied" and each.has_display and not each.is_american]
    has_americans = AMERICAN in scenario.charts.series.sides["allied"].nations
    return has_americans and _may_happen(scenario, *OF_AMERICANS) and bool(others)


def _has_city(scenario: Scenario) -> bool:
    return bool(scenario.city)


def _has_protected_entries(scenario: Scenario) -> bool:
    return any(scenario.entries.values())


def _has_leaders(scenario: Scenario) -> bool:
    return any(not leader.hero for leader in scenario.leaders.values())


def _has_steep_slopes(scenario: Scenario) -> bool:
    return bool(scenario.weapons) and any(Edge.STEEP_SLOPE in side.edges for side in scenario.map.sides.values())


def _has_formations(scenario: Scenario) -> bool:
    """Tell whether a Kampfgruppe could unite units of several German formations (24.0)."""
    german = {(unit.division, unit.formation) for unit in scenario.units.values() if unit.side == "german"}
    return len(german) > 1


def _has_headquarters(scenario: Scenario) -> bool:
    return any(unit.hq for unit in scenario.units.values())


# --- The switches, in the order of the rulebook --------------------------------------------------------------------

SWITCHES: Final = (
    Switch("transport_losses", "Lost transports", "15.0, 27.4", (
        Setting("markers", "A transport is a marker and never counts as a unit eliminated."),
        Setting("units", "A transport lost without a passenger counts as a unit eliminated."),
    ), 88, _has_transports),
    Switch("headquarters_quality", "Troop quality of headquarters", "3.2", (
        Setting("constant", "Status markers never change a headquarters' troop quality."),
        Setting("with_markers", "Status markers change a headquarters' troop quality."),
    ), 193, _has_headquarters),
    Switch("formation_change", "Formation changes", "4.0, 6.0", (
        Setting("each_action", "A unit may change formation before each of its actions."),
        Setting("once", "A unit may change formation only once per activation."),
    ), 13),
    Switch("roads_over_hexsides", "Roads over streams and slopes", "6.2.2", (
        Setting("printed", "Streams and slopes cost extra movement points even along a road."),
        Setting("free", "Along a road, streams and slopes cost no extra movement points."),
    ), 5),
    Switch("weapons_on_advance", "Weapons in an advance over a steep slope", "6.2.2", (
        Setting("reallocated", "Each unit that advances over a steep slope gives up a support weapon."),
        Setting("may_stay", "Support weapons may stay behind in an advance over a steep slope."),
    ), 192, _has_steep_slopes),
    Switch("stars", "Stars on R* and R**", "8.5.1", (
        Setting("milder", "R* and R** make the rout check easier by 1 and 2."),
        Setting("harder", "R* and R** make the rout check harder by 1 and 2."),
    ), 2),
    Switch("suppressed_while_pinned", "Pinned hexes that are suppressed", "8.5.3", (
        Setting("eliminated", "All units in a pinned hex are lost when it is suppressed."),
        Setting("replaced", "A pinned hex that is suppressed loses no units; its marker changes."),
    ), 11),
    Switch("indirect_at_hard", "Indirect fire at hard targets", "8.7.1", (
        Setting("minus_four", "Indirect fire takes -4 against a hex with only hard targets."),
        Setting("no_result", "Indirect fire has no result against hard targets."),
    ), 40, _indirect_at_hard),
    Switch("indirect_weather", "Indirect fire in rain and at night", "8.7.4", (
        Setting("applies", "Rain and night each take 1 off indirect fire."),
        Setting("ignored", "Rain and night do not reduce indirect fire."),
    ), 41, _dark_or_wet),
    Switch("illumination_sight", "Targets of illumination rounds", "8.7.3", (
        Setting("day", "Illumination rounds can target any hex seen as by day."),
        Setting("night", "Illumination rounds can target only hexes seen at night."),
    ), 43, _illumination),
    Switch("illuminated_in_rain", "Illuminated hexes in rain", "8.7.3", (
        Setting("two", "In rain an illuminated hex is seen from 2 hexes away."),
        Setting("three", "In rain an illuminated hex is seen from 3 hexes away, as by day."),
    ), 43, _illuminated_in_rain),
    Switch("replacement_leader", "Replacement leaders", "13.3", (
        Setting("any_unit", "A lost leader's replacement appears with any unit of his command."),
        Setting("same_hex", "A lost leader's replacement appears in the same hex."),
    ), 183, _has_leaders),
    Switch("heroes_in_combat", "Heroes in one combat", "14.0", (
        Setting("one", "Only one hero may be used in a combat, counting both sides."),
        Setting("each_side", "Each side may use one hero per combat."),
    ), 184),
    Switch("air_combat", "Air combat", "16.1", (
        Setting("each_at_each", "In air combat each air support marker fires at every enemy marker in turn."),
        Setting("one_shot", "In air combat each air support marker fires once."),
    ), 140, _has_aircraft),
    Switch("reinforcement_zone", "Near enemy reinforcement hexes", "18.0", (
        Setting("closed", "No unit moves within 6 hexes of an enemy reinforcement hex, except to leave the zone."),
        Setting("may_leave", "Units within 6 hexes of an enemy reinforcement hex may move away."),
    ), 26, _has_protected_entries),
    Switch("american_divisions", "Divisions of random events 0 and 7", "20.0", (
        Setting("american", "Random events 0 and 7 pick United States divisions only."),
        Setting("allied", "Random events 0 and 7 may pick any Allied division, including French ones."),
    ), 147, _has_french),
    Switch("german_officer", "Random event 1", "20.0", (
        Setting("allied", "The Allied player chooses the German division of random event 1."),
        Setting("german", "The German player chooses the German division of random event 1."),
    ), 146, _has_german_displays),
    Switch("traffic_jam", "Traffic jam in the city", "22.1", (
        Setting("roads_closed", "Roads and bridges in the city are closed during a traffic jam."),
        Setting("bridges_open", "The bridges of Montélimar stay open during a traffic jam."),
    ), 149, _has_city),
    Switch("kampfgruppe", "Spotting and aid in a Kampfgruppe", "24.0", (
        Setting("one_formation", "Units of a Kampfgruppe spot for and aid each other across divisions."),
        Setting("own_division", "In a Kampfgruppe units spot for and aid only their own division."),
    ), 194, _has_formations),
    Switch("bourbon_and_cognac", "Bourbon and Cognac", "28.0", (
        Setting("none", "No rerolls unless the scenario gives them."),
        Setting("both", "Bourbon and Cognac: each player may reroll one die a day."),
    ), 150),
)  # fmt: skip


def _played(scenario: Any) -> Mapping[str, Value]:
    return {name: str(value) for name, value in scenario.rules.items()}


def _terms(scenario: Any) -> Mapping[str, str]:
    """Return what stands in another game of the series for its sides, city, re-roll markers and random events."""
    charts = scenario.charts
    own = {CITY: str(charts.traffic_jam.get("city", CITY)), **_places(charts, "events 0 and 7", OF_AMERICANS)}
    own |= _places(charts, "event 1", {"german_officer"})
    return {**terms_of(charts.series), **{word: term for word, term in own.items() if word != term}}


def _places(charts: Charts, printed: str, events: Collection[str]) -> Mapping[str, str]:
    """Return by which dice events happen in place of the printed ones."""
    dice = [str(die) for die, row in enumerate(charts.events) if row["name"] in events]
    return {printed: f"event{'s' if len(dice) > 1 else ''} {listed(dice)}"} if dice else {}


HOUSE_RULES: Final = HouseRules(SWITCHES, _played, _terms)
