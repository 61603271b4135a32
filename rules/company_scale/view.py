"""What a player may see of a position: everything but the order of future draws (2.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final

from rules.company_scale.counters import Counter, Face, FirePower, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.pieces import day_of, holder, is_night, leader_now, side_name, turn_name
from rules.company_scale.r03_4_abbreviations import long_name
from rules.company_scale.r05_command import KAMPFGRUPPE, RADIUS, activates, chit_kind, chit_name, chit_side, in_command
from rules.company_scale.r09_assault import assault_view
from rules.company_scale.r15_carrying import OUT_OF_ACTION, passenger_of, whereabouts
from rules.company_scale.r19_displays import displays_view
from rules.company_scale.r27_victory import NOBODY, TRACK, date_of, hex_points, is_automatic, points, score_lines
from rules.company_scale.r28_rerolls import ORDER, markers_of
from rules.company_scale.records.view import (
    ChitView,
    CupView,
    DivisionView,
    FaceView,
    FireView,
    LeaderView,
    MarkerView,
    MoveView,
    OverView,
    RerollView,
    ScenarioView,
    TurnView,
    UnitView,
    VictoryHexView,
    VictoryView,
    View,
    WeaponView,
)
from rules.company_scale.scenario import SIDES, Scenario, other_side
from rules.company_scale.state import MAP, Activity, Battle, HexStatus, Token
from rules.hexes.grid import hex_name

LOOKS: Final = "view of"
"""Under which a scenario stores what stands on its counters."""


def take_looks(scenario: Scenario, before: Scenario) -> None:
    """Let a scenario take over what stands on its counters from another one that has them too, as a draft's has."""
    if (scenario.divisions, scenario.formations) == (before.divisions, before.formations):
        for key, look in before.results.items():
            if isinstance(key, tuple) and key[0] == LOOKS and scenario.units.get(key[1]) is before.units[key[1]]:
                scenario.results[key] = look


def view(game: Battle) -> View:
    """Return what each seat sees; everything on the table is open to both players (2.0)."""
    state, scenario = game.state, game.scenario
    return View(
        scenario=ScenarioView(scenario.id, scenario.title, scenario.map.id),
        turn=turn_view(game),
        weather=state.weather,
        phase=state.phase,
        chit=chit_view(game, state.chit) if state.chit else None,
        cup=cup_view(game),
        divisions=tuple([division_view(game, division) for division in scenario.divisions]),
        displays=displays_view(game),
        rerolls=rerolls_view(game),
        units=tuple([unit_view(game, unit) for unit in state.units]),
        weapons=tuple([weapon_view(game, weapon) for weapon in state.weapons]),
        leaders=tuple([leader_view(game, leader) for leader in state.leaders]),
        markers=tuple(markers_view(game)),
        assault=assault_view(game),
        victory=victory_view(game),
        over=over_view(game),
    )


def cup_view(game: Battle) -> CupView:
    """Return the Cup with its chits, played and bought ones."""
    state = game.state
    return CupView(
        count=len(state.cup),
        may_still_come=tuple([chit_view(game, chit) for chit in state.cup]),
        played=tuple([chit_view(game, chit) for chit in state.played]),
        bought=tuple([chit_view(game, chit) for chit in state.added]),
        shortage=state.shortage,
    )


def rerolls_view(game: Battle) -> tuple[RerollView, ...]:
    """Return the re-roll marker of each side: whether it may still be used today (28.0)."""
    state, called = game.state, game.scenario.charts.series.sides
    sides = ORDER if markers_of(game.scenario) else ()
    return tuple(
        [RerollView(side, called[side].reroll, side in state.rerolls, side not in state.hushed) for side in sides]
    )


def turn_view(game: Battle) -> TurnView:
    """Return the turn: number, length, name, date, night."""
    turn = game.state.turn
    day = date.fromisoformat(str(game.scenario.date)) + timedelta(days=day_of(game.scenario, turn))
    return TurnView(turn, game.scenario.turns, turn_name(game.scenario, turn), day.isoformat(), is_night(game))


def chit_view(game: Battle, chit: str) -> ChitView:
    """Return a chit: id, name, kind, side."""
    kind = "direct_command" if chit_kind(chit) == "command" else chit_kind(chit)
    return ChitView(chit, chit_name(game.scenario, chit), kind, chit_side(game.scenario, chit) or None)


def division_view(game: Battle, division: str) -> DivisionView:
    """Return a division."""
    printed, status = game.scenario.divisions[division], game.state.divisions[division]
    return DivisionView(
        division,
        printed.name,
        printed.side,
        printed.colour,
        printed.ink,
        status.dispatch,
        status.commands,
        status.fatigue,
        status.troop_quality,
        printed.max_troop_quality,
        printed.command_rating,
        printed.dispatch_rating,
    )


def _fire(fire: FirePower) -> FireView:
    return FireView(fire.box.value, fire.value, fire.range)


def _face(face: Face, move_class: str) -> FaceView:
    move = None if face.move is None else MoveView(move_class, face.move)
    direct, indirect = [_fire(fire) if fire is not None else None for fire in (face.fire, face.indirect)]
    return FaceView(direct, indirect, face.defense, move)


def unit_view(game: Battle, unit: str) -> UnitView:
    """Return a unit with the face it shows and the other one."""
    state, record = game.state, game.state.units[unit]
    here = whereabouts(state, unit)  # 15.0: a passenger is where its carrier is
    printed = game.scenario.cached(
        (LOOKS, unit, record.deployed), lambda: _printed(game.scenario, unit, deployed=record.deployed)
    )
    activity = state.activity.get(unit)
    return UnitView(
        unit,
        hex_name(here) if here else None,
        record.place,
        state.carried.get(unit),
        passenger_of(state, unit) or None,
        activity is not None and not activity.finished and not _set_down(game.scenario.units[unit], activity),
        activity.used if activity is not None else 0,
        record.place == MAP and in_command(game, unit),
        *printed,
    )


def _printed(scenario: Scenario, unit: str, *, deployed: bool) -> tuple[Any, ...]:
    """Return the last fields of a UnitView, those that stand on the counter."""
    printed = scenario.units[unit]
    division = scenario.divisions[printed.division]
    stripe = scenario.formations[printed.formation].stripe if printed.stripe is Stripe.COLOURED else printed.stripe
    ground = scenario.formations.get(printed.formation)
    colour, ink = (ground.colour, ground.ink) if ground and ground.colour else (division.colour, division.ink)
    back = printed.column if deployed else printed.deployed
    return (
        printed.name, printed.label, long_name(printed.label, printed.size), printed.side,
        printed.division, printed.formation, str(stripe), colour, ink or division.ink, division.edge, division.short,
        printed.symbol, printed.size, printed.armor.value, printed.engineer, printed.sustained_fire,
        printed.rail_only, bool(printed.hq), printed.command_range, deployed,
        _face(printed.face(deployed), printed.move_class.value),
        _face(back, printed.move_class.value) if back is not None else None,
    )  # fmt: skip


def _set_down(printed: Counter, activity: Activity) -> bool:
    """Tell whether a unit got off a transport or tank in this activation and so cannot act (15.0, 30.0)."""
    return activity.handled in OUT_OF_ACTION and not printed.transport


def _hex_of(token: Token) -> str | None:
    return hex_name(token.hex) if token.place == MAP else None


def _is_active(game: Battle, token: Token, printed: WeaponCounter | LeaderCounter) -> bool:
    return token.place == MAP and bool(game.state.chit) and activates(game.scenario, game.state.chit, printed)


def weapon_view(game: Battle, weapon: str) -> WeaponView:
    """Return a support weapon."""
    token, printed = game.state.weapons[weapon], game.scenario.weapons[weapon]
    return WeaponView(
        weapon,
        printed.name,
        printed.side,
        _is_active(game, token, printed),
        _hex_of(token),
        token.place,
        _fire(printed.fire),
        printed.defense,
        printed.sustained_fire,
        printed.one_use,
    )


def leader_view(game: Battle, leader: str) -> LeaderView:
    """Return a leader or hero."""
    token, man = game.state.leaders[leader], leader_now(game, leader)
    return LeaderView(
        leader,
        man.name,
        man.side,
        _is_active(game, token, man),
        _hex_of(token),
        token.place,
        man.fire,
        man.troop_quality,
        man.hero,
        token.replaced,
    )


def markers_view(game: Battle) -> Iterator[MarkerView]:
    """Yield every marker on the map."""
    state = game.state
    for hex_id, status in state.hexes.items():
        yield from _status_markers(hex_name(hex_id), status)
    for hex_id, size in state.barrages.items():
        yield MarkerView(hex_name(hex_id), "barrage", size)
    for kind, hexes in (("illumination", state.illuminated), ("on_fire", state.on_fire)):
        yield from (MarkerView(hex_name(h), kind) for h in hexes)
    if state.traffic_jam:
        yield MarkerView(hex_name(state.traffic_jam), "traffic_jam")
    if state.kampfgruppe:
        yield MarkerView(hex_name(state.kampfgruppe), KAMPFGRUPPE, radius=RADIUS)
    yield from (MarkerView(hex_name(h), "fire_cleared") for h in state.fire_cleared)
    for hex_id, sides in state.assault_markers.items():
        yield from (MarkerView(hex_name(hex_id), "prepared_assault", side) for side in sides)


def _status_markers(name: str, status: HexStatus) -> Iterator[MarkerView]:
    """Yield the markers that a hex has by its status."""
    if status.dg:
        yield MarkerView(name, "dg", status.dg)
    yield from (MarkerView(name, kind) for kind in (status.stress, status.fire_marker, status.fortification) if kind)
    if status.concentrated:
        kept = status.concentrated_on  # 8.3.6: the one hex American guns keep firing at
        yield MarkerView(name, "concentrated_fire", hex_name(kept) if kept else None)
    if status.ridge:
        yield MarkerView(name, "ridge")


def victory_view(game: Battle) -> VictoryView:
    """Return victory points and hexes; without victory conditions, no margin or track."""
    victory = game.scenario.victory
    today = date_of(game.scenario, game.state.turn)
    hexes = [
        VictoryHexView(hex_name(v.hex), v.name, v.colour, holder(game, v.hex) or None, hex_points(v, today))
        for v in victory.hexes
    ]
    contested = victory.is_contested
    return VictoryView(
        points=points(game),
        hexes=tuple(hexes),
        lines=score_lines(game),
        eliminated=victory.eliminated,
        german_margin=victory.german_margin if contested else None,
        track=TRACK if contested and victory.track else None,  # 27.1: the last number of the points track
    )


def over_view(game: Battle) -> OverView | None:
    """Return the end of the game, or None while it goes on."""
    if not game.state.winner:
        return None
    score, side, lines = points(game), game.state.winner, score_lines(game)
    if side == NOBODY:
        return OverView(None, score, (), "The last turn is over. This scenario has no victory conditions.")
    margin = game.scenario.victory.german_margin
    names = {each: side_name(game.scenario, each) for each in SIDES}
    text = outcome(side, score, margin if side == "allied" else 1 - margin, names)
    return OverView(side, score, lines, text, is_automatic(game, side))


def outcome(side: str, score: Mapping[str, int], needed: int, names: Mapping[str, str]) -> str:
    """Tell who won in a sentence; `needed` is the lead with which the other side would have won (27.4)."""
    other = other_side(side)
    if score[side] > score[other]:
        return f"The {names[side]} player wins, {score[side]} victory points to {score[other]}."
    leads = f"leads only {score[other]} to {score[side]}" if score[other] > score[side] else "isn't ahead"
    return f"The {names[side]} player wins: the {names[other]} player {leads} and needed a lead of {needed}."
