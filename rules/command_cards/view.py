"""What a seat may see: the board, the counts, its own hand (CMD-card-04)."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.command_cards.battle import may_battle
from rules.command_cards.medals import is_held
from rules.command_cards.scenario import SEATS, Scenario
from rules.command_cards.staging import EMPTY
from rules.command_cards.state import State, Table
from rules.command_cards.targets import night_range


def view(game: Table, seat: str | None) -> dict[str, Any]:
    """Return what a seat may see, as plain JSON."""
    state, scenario = game.state, game.scenario
    return {
        "round": state.round,
        "rounds": scenario.rounds,
        "turn": state.seat,
        "sides": {name: _side(game, name) for name in SEATS},
        "hand": list(state.hands[seat]) if seat else [],
        "staged": _staged(state, seat),
        "deck": sum(state.deck.values()),
        "discards": list(state.discards),
        "played": state.played,
        "stand_in": state.stand_in,
        "units": {name: _unit(game, name) for name in state.units},
        "due": [
            {"unit": name, "kind": scenario.units[name].kind, "seat": scenario.units[name].seat,
             "round": scenario.units[name].round, "hexes": list(scenario.units[name].entries)}
            for name in state.due
        ],
        "obstacles": dict(state.obstacles),
        "terrain": dict(state.terrain),
        "objectives": [
            {"name": o.name, "seat": o.seat, "hexes": list(o.hexes), "medals": o.medals, "keep": o.keep,
             "need_all": o.need_all, "held": is_held(game, place)}
            for place, o in enumerate(scenario.objectives)
        ],
        "night": night_range(game),
        "over": bool(state.winner),
    }  # fmt: skip


def _side(game: Table, seat: str) -> dict[str, Any]:
    side, state = game.scenario.sides[seat], game.state
    medals = [{"source": medal.source, "name": medal.name} for medal in state.medals[seat]]
    return {
        "edge": side.edge, "cards": len(state.hands[seat]), "medals": medals, "needed": side.medals,
        "lying": state.lying.get(seat, ""),
    }  # fmt: skip


def _unit(game: Table, name: str) -> dict[str, Any]:
    unit, order = game.state.units[name], game.state.orders.get(name)
    told = {
        "kind": unit.kind, "seat": unit.seat, "hex": unit.hex, "figures": unit.figures, "full": unit.type.figures,
        "badge": unit.type.badge, "ordered": order is not None,
    }  # fmt: skip
    if order is not None:
        told |= {"moved": order.moved, "battled": order.battled, "acted": order.acted, "barred": order.barred}
        told["may_battle"] = may_battle(game, name)
    return told


def _staged(state: State, seat: str | None) -> dict[str, Any]:
    """Return what the seat itself has laid out."""
    frame = state.frames[-1] if state.frames else None
    if frame is None or frame.kind != "staging" or frame["seat"] != seat:
        return {}
    return {name: list(frame[name]) if isinstance(frame[name], tuple) else frame[name] for name in EMPTY}


def disguise(scenario: Scenario, state: State, seat: str | None, seed: int) -> State:
    """Return the state with the deck and the hands that a seat does not see shuffled together and dealt anew."""
    made, hidden = state.copy(), [name for name in SEATS if name != seat]
    pool = sorted([*state.face_down(), *(card for name in hidden for card in state.hands[name])])
    Random(seed).shuffle(pool)
    for name in hidden:
        size = len(state.hands[name])
        made.hands[name], pool = tuple(sorted(pool[:size])), pool[size:]
    made.deck = dict.fromkeys(state.deck, 0)
    for card in pool:
        made.deck[card] += 1
    top = made.frames[-1] if made.frames else None
    if top is not None and top.kind == "staging" and top["seat"] in hidden:
        made.frames[-1] = top.having(**EMPTY)  # what is laid out unseen
    elif top is not None and top.kind == "draw":
        made.frames[-1] = top.having(items=made.face_down())
    return made
