"""What a player may see of a position: everything but the order of future draws (2.0)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from rules.company_scale.counters import Counter, Face, Fire, LeaderCounter, Stripe, WeaponCounter, long_name
from rules.company_scale.pieces import day_of, holder, is_night, leader_now, turn_name
from rules.company_scale.r05_command import (
    KAMPFGRUPPE,
    RADIUS,
    activates,
    chit_kind,
    chit_name,
    chit_side,
    in_command,
)
from rules.company_scale.r09_assault import assault_view
from rules.company_scale.r15_carrying import OUT_OF_ACTION, passenger_of, whereabouts
from rules.company_scale.r19_displays import displays_view
from rules.company_scale.r27_victory import NOBODY, TRACK, date_of, hex_points, is_automatic, points, score_lines
from rules.company_scale.r28_rerolls import MARKERS, ORDER, markers_of
from rules.company_scale.records.view import (
    ChitView,
    CupView,
    DivisionView,
    OverView,
    RerollView,
    ScenarioView,
    TurnView,
    VictoryHexView,
    VictoryView,
    View,
)
from rules.company_scale.scenario import Scenario, other_side
from rules.company_scale.state import MAP, Activity, Battle, Token
from rules.hexes.grid import hex_name


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
    state = game.state
    sides = ORDER if markers_of(game.scenario) else ()
    return tuple([RerollView(side, MARKERS[side], side in state.rerolls, side not in state.hushed) for side in sides])


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
        division, printed.name, printed.side, printed.colour, printed.ink,
        status.dispatch, status.commands, status.fatigue, status.troop_quality, printed.max_troop_quality,
        printed.command_rating, printed.dispatch_rating,
    )  # fmt: skip


def _fire(fire: Fire | None) -> dict[str, Any] | None:
    return None if fire is None else {"box": fire.box.value, "value": fire.value, "range": fire.range}


def _face(face: Face | None, move_class: str) -> dict[str, Any] | None:
    if face is None:
        return None
    move = None if face.move is None else {"class": move_class, "allowance": face.move}
    return {"fire": _fire(face.fire), "indirect": _fire(face.indirect), "defense": face.defense, "move": move}


def unit_view(game: Battle, unit: str) -> dict[str, Any]:
    """Return a unit with the face it shows and the other one."""
    state, record = game.state, game.state.units[unit]
    here = whereabouts(state, unit)  # 15.0: a passenger is where its carrier is
    activity = state.activity.get(unit)
    printed = game.scenario.cached(
        ("view of", unit, record.deployed), lambda: _printed_view(game.scenario, unit, deployed=record.deployed)
    )
    made = dict(printed)
    made["hex"], made["place"] = hex_name(here) if here else None, record.place
    made["carried_by"], made["carries"] = state.carried.get(unit, ""), passenger_of(state, unit)
    if activity is not None:
        made["active"] = not activity.finished and not _set_down(game.scenario.units[unit], activity)
        made["actions_used"] = activity.used
    made["in_command"] = record.place == MAP and in_command(game, unit)
    return made


def _printed_view(scenario: Scenario, unit: str, *, deployed: bool) -> dict[str, Any]:
    """Return what is printed on a unit, with room for where it is and what it does."""
    printed = scenario.units[unit]
    division = scenario.divisions[printed.division]
    stripe = scenario.formations[printed.formation].stripe if printed.stripe is Stripe.COLOURED else printed.stripe
    ground = scenario.formations.get(printed.formation)
    colour, ink = (ground.colour, ground.ink) if ground and ground.colour else (division.colour, division.ink)
    shown = _face(printed.face(deployed), printed.move_class.value) or {}
    back = printed.column if deployed else printed.deployed
    return {
        "id": unit, "name": printed.name, "label": printed.label, "long_name": long_name(printed.label, printed.size),
        "side": printed.side, "division": printed.division,
        "formation": printed.formation, "stripe": str(stripe), "colour": colour, "ink": ink or division.ink,
        "edge": division.edge, "short": division.short,
        "symbol": printed.symbol, "size": printed.size, "armor": printed.armor.value, "engineer": printed.engineer,
        "sustained_fire": printed.sustained_fire, "rail_only": printed.rail_only,
        "hq": bool(printed.hq), "command_range": printed.command_range,
        "hex": None, "place": "", "carried_by": "", "carries": "", "deployed": deployed, **shown,
        "other_face": _face(back, printed.move_class.value),
        "active": False, "actions_used": 0, "in_command": False,
    }  # fmt: skip


def _set_down(printed: Counter, activity: Activity) -> bool:
    """Tell whether a unit got off a transport or tank in this activation and so cannot act (15.0, 30.0)."""
    return activity.handled in OUT_OF_ACTION and not printed.transport


def _place(token: Token) -> dict[str, Any]:
    return {"hex": hex_name(token.hex) if token.place == MAP else None, "place": token.place}


def _is_active(game: Battle, token: Token, printed: WeaponCounter | LeaderCounter) -> bool:
    return token.place == MAP and bool(game.state.chit) and activates(game.scenario, game.state.chit, printed)


def weapon_view(game: Battle, weapon: str) -> dict[str, Any]:
    """Return a support weapon."""
    token, printed = game.state.weapons[weapon], game.scenario.weapons[weapon]
    return {
        "id": weapon, "name": printed.name, "side": printed.side, "active": _is_active(game, token, printed),
        **_place(token), "fire": _fire(printed.fire), "defense": printed.defense,
        "sustained_fire": printed.sustained_fire, "one_use": printed.one_use,
    }  # fmt: skip


def leader_view(game: Battle, leader: str) -> dict[str, Any]:
    """Return a leader or hero."""
    token, man = game.state.leaders[leader], leader_now(game, leader)
    return {
        "id": leader, "name": man.name, "side": man.side, "active": _is_active(game, token, man),
        **_place(token), "fire": man.fire, "troop_quality": man.troop_quality, "hero": man.hero,
        "replaced": token.replaced,
    }  # fmt: skip


def markers_view(game: Battle) -> list[dict[str, Any]]:
    """Return every marker on the map."""
    state = game.state
    markers: list[dict[str, Any]] = []
    for hex_id, status in state.hexes.items():
        name = hex_name(hex_id)
        kinds: list[tuple[str, int | str | None]] = []
        if status.dg:
            kinds.append(("dg", status.dg))
        kinds += [(kind, None) for kind in (status.stress, status.fire_marker, status.fortification) if kind]
        if status.concentrated:
            kept = status.concentrated_on  # 8.3.6: the one hex American guns keep firing at
            kinds.append(("concentrated_fire", hex_name(kept) if kept else None))
        if status.ridge:
            kinds.append(("ridge", None))
        markers += [{"hex": name, "kind": kind, "value": value} for kind, value in kinds]
    markers += [{"hex": hex_name(h), "kind": "barrage", "value": size} for h, size in state.barrages.items()]
    markers += [{"hex": hex_name(h), "kind": "illumination", "value": None} for h in state.illuminated]
    markers += [{"hex": hex_name(h), "kind": "on_fire", "value": None} for h in state.on_fire]
    if state.traffic_jam:
        markers.append({"hex": hex_name(state.traffic_jam), "kind": "traffic_jam", "value": None})
    if state.kampfgruppe:
        markers.append({"hex": hex_name(state.kampfgruppe), "kind": KAMPFGRUPPE, "value": None, "radius": RADIUS})
    markers += [{"hex": hex_name(h), "kind": "fire_cleared", "value": None} for h in state.fire_cleared]
    markers += [
        {"hex": hex_name(h), "kind": "prepared_assault", "value": side}
        for h, sides in state.assault_markers.items()
        for side in sides
    ]
    return markers


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
        points=points(game), hexes=tuple(hexes), lines=score_lines(game), eliminated=victory.eliminated,
        german_margin=victory.german_margin if contested else None,
        track=TRACK if contested and victory.track else None,  # 27.1: the last number of the points track
    )  # fmt: skip


def over_view(game: Battle) -> OverView | None:
    """Return the end of the game, or None while it goes on."""
    if not game.state.winner:
        return None
    score, side, lines = points(game), game.state.winner, score_lines(game)
    if side == NOBODY:
        return OverView(None, score, (), "The last turn is over. This scenario has no victory conditions.")
    margin = game.scenario.victory.german_margin
    text = outcome(side, score, margin if side == "allied" else 1 - margin)
    return OverView(side, score, lines, text, is_automatic(game, side))


def outcome(side: str, score: Mapping[str, int], needed: int) -> str:
    """Tell who won in a sentence; `needed` is the lead with which the other side would have won (27.4)."""
    other = other_side(side)
    if score[side] > score[other]:
        return f"The {side.capitalize()} player wins, {score[side]} victory points to {score[other]}."
    leads = f"leads only {score[other]} to {score[side]}" if score[other] > score[side] else "isn't ahead"
    return (
        f"The {side.capitalize()} player wins: the {other.capitalize()} player {leads} and needed a lead of {needed}."
    )
