"""A scenario of a position, now or where its turn began: the documents of a draft that begins there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rules.engine import turn_starts
from rules.engine.session import Session
from rules.engine.turn_starts import TurnStart
from rules.files.documents import id_or_whole
from rules.files.problems import Data
from rules.striking_anvil.loading.checks import SYSTEM, folders, referred
from rules.striking_anvil.loading.scenarios import document_of
from rules.striking_anvil.r02_sequence import TURN
from rules.striking_anvil.scenario import ALLIED, Scenario
from rules.striking_anvil.state import ELIMINATED, NOWHERE, State

# --- Where the turn of a position began (2) ------------------------------------------------------------------------


def last_start(session: Session) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there."""
    return turn_starts.last_start(session, TURN, "begin")


# --- A scenario of a position: the documents of a draft that begins where a game stood at the start of a -----------

Source = str | Path | Mapping[str, object]
_KEPT: Final = ("system", "map", "counters", "charts", "date", "turns", "air_turns", "victory_shift", "rules")
_TOLD_OF_THE_GAME: Final = ("kind", "note", "playing_time")
_PARTS: Final = ("map", "counters", "charts")


def documents_of(
    source: Source, scenario: Scenario, state: State, *, name: str, title: str
) -> dict[str, dict[str, Data]]:
    """Return the document of a draft by the name of its file; a map or counters that do not ship are in it.

    `source` is what the scenario of the game was loaded from (`Session.source`), `state` its position at the start of a
    turn (`last_start`), `name` the id of the draft. Raises ScenarioError if the scenario cannot be read again.
    """
    document = document_of(source)
    raw = {**document.mapping, **{kind: id_or_whole(referred(document, kind), folders(kind, None)) for kind in _PARTS}}
    return {f"{SYSTEM}/{name}.yaml": scenario_of(raw, scenario, state, name=name, title=title)}


def scenario_of(raw: Mapping[str, Data], scenario: Scenario, state: State, *, name: str, title: str) -> dict[str, Data]:
    """Return the scenario document of a position at the start of a turn; `raw` is that of its game.

    At the first start it is the game's own. Note, playing time and kind are left out: they told of the whole game.
    """
    head: dict[str, Data] = {"format": "anvil-scenario/1", "system": SYSTEM, "id": name, "title": title}
    if state.turn == (1 if scenario.begin is None else scenario.begin.turn):
        return {**head, **{key: value for key, value in raw.items() if key not in {*head, *_TOLD_OF_THE_GAME}}}
    parts: dict[str, Data] = {
        "setup": {place: list(units) for place, units in state.stacks.items() if place not in NOWHERE},
        "reduced": [unit for unit, piece in state.units.items() if piece.reduced],
        "disorganized": [unit for unit, piece in state.units.items() if piece.disorganized],
        "ffi": dict(state.ffi),
        "intact_bridges": [site for site, waits in state.bridges.items() if not waits],
        "fortifications": {area: level for area, level in state.forts.items() if level},
        "paradrops": _due(raw, "paradrops", state),
        "reinforcements": _due(raw, "reinforcements", state),
    }
    kept = {key: raw[key] for key in _KEPT if key in raw}
    told = {key: value for key, value in parts.items() if value or key == "setup"}
    return {**head, **kept, **told, "begin": _begin(state)}


def _due(raw: Mapping[str, Data], key: str, state: State) -> list[Any]:
    return [dict(lot) for lot in raw.get(key, ()) if lot["turn"] >= state.turn]


def _begin(state: State) -> dict[str, Data]:
    parts: dict[str, Data] = {
        "eliminated": list(state.stack(ELIMINATED)),
        "points": dict(state.points),
        "ports": dict(state.ports),
        "building": {site: waits for site, waits in state.bridges.items() if waits},
        "bound": dict(state.bound),
    }
    told = {key: value for key, value in parts.items() if value}
    return {"turn": state.turn, "side": ALLIED, "phase": "start", **told}
