"""A scenario of a position, now or where its turn began: the documents of a draft that begins there.

`scenario_of` is the scenario alone, `documents_of` all that a draft needs: a map, forces or charts that do not ship
come with it. What it leaves out no longer matters once a turn begins: the once-a-turn abilities that heroes have used,
the unit of a hero who is off the map, the fires begun under the last chit, chits and who asks for no more rerolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from rules.company_scale.loading.drafting import HOME, Documents, named
from rules.company_scale.loading.scenarios import scenario_document
from rules.company_scale.pieces import day_of, turn_name
from rules.company_scale.r04_sequence import TURN
from rules.company_scale.scenario import SIDES, Scenario, scenario_folder
from rules.company_scale.state import AVAILABLE, CARRIED, MAP, POOL, RESERVE, State, Token
from rules.engine import turn_starts
from rules.engine.session import Session
from rules.engine.turn_starts import TurnStart
from rules.files.problems import Data
from rules.hexes.grid import hex_name

# --- Where the turn of a position began (4.0) ----------------------------------------------------------------------


def last_start(session: Session) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there."""
    return turn_starts.last_start(session, TURN, "1")


# --- A scenario of a position: the documents of a draft that begins where a game stood at the start of a -----------

Source = str | Path | Mapping[str, object]
_KEPT: Final = ("system", "map", "area", "forces", "charts")
_TOLD_OF_THE_GAME: Final = ("kind", "note", "playing_time")
_ALSO: Final = ("initiative", "pieces", "attached", "rules", "rules_version", "victory")
"""What a draft has of its scenario as it is, before and after the time."""


def documents_of(source: Source, scenario: Scenario, state: State, *, name: str, title: str) -> Documents:
    """Return the documents of a draft by the names of their files: the scenario first, then what it needs.

    `source` is what the scenario of the game was loaded from (`Session.source`), `state` its position at the start of a
    turn (`last_start`), `name` the id of the draft. Raises ScenarioError if the scenario cannot be read again.
    """
    document = scenario_document(source, scenario_folder())
    given, others = named(document, scenario_folder())
    draft = scenario_of({**document.mapping, **given}, scenario, state, name=name, title=title)
    return {f"{HOME}/{name}.yaml": draft, **others}


def scenario_of(raw: Mapping[str, Data], scenario: Scenario, state: State, *, name: str, title: str) -> dict[str, Data]:
    """Return the scenario document of a position at the start of a turn; `raw` is that of its game.

    At the first start it is the game's own. Note, playing time and kind are left out: they told of the whole game.
    """
    head = {"format": "chitpull-scenario/1", "id": name, "title": title}
    if state.turn == 1 and scenario.begin is None:
        return {**head, **{key: value for key, value in raw.items() if key not in {*head, *_TOLD_OF_THE_GAME}}}
    before = day_of(scenario, state.turn)
    time = {
        "date": (date.fromisoformat(scenario.date) + timedelta(days=before)).isoformat(),
        "first_turn": turn_name(scenario, state.turn),
        "turns": scenario.turns - state.turn + 1,
        "weather": state.weather,
    }
    parts: dict[str, Data] = {
        "divisions": _divisions(raw, state),
        "setup": _setup(state),
        "support_weapons": _weapons(state),
        "leaders": _leaders(state),
        "heroes": [hero for hero in scenario.heroes if _is_boxed(state.leaders.get(hero))],
        "transports": _transports(raw, scenario, state),
        "reinforcements": _reinforcements(raw, state),
        "markers": _markers(state),
    }
    kept = {key: raw[key] for key in _KEPT if key in raw}
    also = {key: raw[key] for key in _ALSO if key in raw}
    told = {key: value for key, value in parts.items() if value or key == "setup"}
    draft = {**head, **kept, **time, **also, **told}
    return {**draft, "begin": _begin(scenario, state)}


def _side(deployed: bool) -> str:
    return "deployed" if deployed else "column"


def _divisions(raw: Mapping[str, Data], state: State) -> dict[str, Data]:
    """Return the records of all divisions, with the ratings that the scenario changes."""
    given = raw.get("divisions", {})
    found: dict[str, Data] = {}
    for name, status in state.divisions.items():
        ratings = {
            key: value for key, value in given.get(name, {}).items() if key.endswith(("rating", "max_troop_quality"))
        }
        aircraft = {"air_support": state.air_support[name]} if state.air_support.get(name) else {}
        found[name] = {
            "dispatch": status.dispatch,
            "commands": status.commands,
            "fatigue": status.fatigue,
            "troop_quality": status.troop_quality,
            **aircraft,
            **ratings,
        }
    return {**{name: dict(start) for name, start in given.items() if name not in found}, **found}


def _setup(state: State) -> dict[str, Data]:
    """Return where units stand, in the order of the stacks."""
    riders = {carrier: unit for unit, carrier in state.carried.items()}
    found: dict[str, Data] = {}
    for here, stack in state.stacks.items():
        for unit in stack:
            carries = {"carries": riders[unit]} if unit in riders else {}
            found[unit] = {"hex": hex_name(here), "side": _side(state.units[unit].deployed), **carries}
    return found


def _weapons(state: State) -> dict[str, Data]:
    boxed = {weapon: token for weapon, token in state.weapons.items() if token.place in (MAP, AVAILABLE)}
    return {weapon: hex_name(token.hex) if token.hex else AVAILABLE for weapon, token in boxed.items()}


def _leaders(state: State) -> dict[str, Data]:
    return {name: hex_name(token.hex) for name, token in state.leaders.items() if token.place == MAP and not token.unit}


def _is_boxed(token: Token | None) -> bool:
    return token is not None and token.place == AVAILABLE


def _transports(raw: Mapping[str, Data], scenario: Scenario, state: State) -> Data:
    """Return which transports begin in the pools: all where the scenario says so, else those that are there now."""
    if raw.get("transports", "all" if raw.get("pieces", "all") == "all" else ()) == "all":
        return "all"
    return [unit for unit, record in state.units.items() if record.place == POOL]


def _reinforcements(raw: Mapping[str, Data], state: State) -> list[Data]:
    """Return what is still to arrive, by the turns of the draft; 0 is what waits since before."""
    found: list[Data] = []
    for due in raw.get("reinforcements", ()):
        rest: dict[str, Data] = {"turn": max(0, due["turn"] - state.turn + 1), "hex": due["hex"]}
        if "side" in due:
            rest["side"] = due["side"]
        for key, records in _kinds(state):
            if names := [name for name in due.get(key, ()) if records[name].place == RESERVE]:
                rest[key] = names
        if "units" in rest:
            found.append(rest)
    return found


def _kinds(state: State) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    return (
        ("units", state.units),
        ("support_weapons", state.weapons),
        ("leaders", state.leaders),
        ("transports", state.units),
        ("heroes", state.leaders),
    )


def _markers(state: State) -> list[Data]:
    found: list[Data] = []

    def put(here: int, kind: str, value: Data = None) -> None:
        found.append({"hex": hex_name(here), "kind": kind} | ({} if value is None else {"value": value}))

    for here, status in state.hexes.items():
        if status.dg:
            put(here, "dg", status.dg)
        for kind in filter(None, (status.stress, status.fire_marker, status.fortification)):
            put(here, kind)
        if status.concentrated:
            put(here, "concentrated_fire", hex_name(status.concentrated_on) if status.concentrated_on else None)
        if status.ridge:
            put(here, "ridge")
    for here, size in state.barrages.items():
        put(here, "barrage", size)
    for kind, hexes in (
        ("illumination", state.illuminated),
        ("on_fire", state.on_fire),
        ("fire_cleared", state.fire_cleared),
    ):
        for here in hexes:
            put(here, kind)
    for here, sides in state.assault_markers.items():
        for side in sides:
            put(here, "prepared_assault", side)
    return found


def _begin(scenario: Scenario, state: State) -> dict[str, Data]:
    """Return what a set-up cannot say of a position."""
    leaders = state.leaders
    parts: dict[str, Data] = {
        "off_map": _off_map(scenario, state),
        "companions": {name: token.unit for name, token in leaders.items() if token.place == MAP and token.unit},
        "replaced": [name for name, token in leaders.items() if token.replaced],
        "stacking": _stacking(state),
        "abandoned": list(state.abandoned),
        "points": dict(state.points),
        "scored": dict(state.scored),
        "losses": dict(state.losses),
        "rerolls": list(state.rerolls),
        "traffic_jam": hex_name(state.traffic_jam) if state.traffic_jam else "",
        "attached": dict(state.attached),
        "absorbed": dict(state.absorbed),
        "reinforcement_hexes": {
            side: [hex_name(here) for here in sorted(scenario.entries[side])]
            for side in SIDES
            if scenario.entries.get(side)
        },
    }
    return {key: value for key, value in parts.items() if value}


def _off_map(scenario: Scenario, state: State) -> dict[str, Data]:
    """Return the boxes of all pieces that are elsewhere than a set-up puts those it does not name."""
    riders = set(state.carried)
    due = {name for arrival in scenario.reinforcements for name in arrival.transports}
    found: dict[str, Data] = {}
    for unit, record in state.units.items():
        printed = scenario.units[unit]
        waits = record.place == RESERVE and unit in due
        place = CARRIED if unit in riders else POOL if printed.transport and not waits else RESERVE
        up = printed.deployed is not None and not printed.transport
        if record.place != MAP and (record.place, record.deployed) != (place, up):
            found[unit] = {"box": record.place} | ({} if record.deployed == up else {"side": _side(record.deployed)})
    for name, token in {**state.weapons, **state.leaders}.items():
        is_named = token.place == AVAILABLE and (name in state.weapons or name in scenario.heroes)
        if token.place not in (MAP, RESERVE) and not is_named:
            found[name] = {"box": token.place}
    return found


def _stacking(state: State) -> dict[str, Data]:
    found: dict[str, Data] = {}
    for here, status in state.hexes.items():
        parts: dict[str, Data] = {"excess": status.excess, "mixed": status.mixed, "waived": list(status.waived)}
        if told := {key: value for key, value in parts.items() if value}:
            found[hex_name(here)] = told
    return found
