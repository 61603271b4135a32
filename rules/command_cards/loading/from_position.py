"""A scenario of a position: the documents of a draft that begins where a game stood at the start of a turn (CMD-turn).

Units are numbered anew: those that fell are not in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from rules.command_cards.charts import scenario_folder
from rules.command_cards.loading.scenarios import document_of, map_of, own_charts
from rules.command_cards.state import SEATS, Begin, Medal, Scenario, State
from rules.command_cards.turn import TURN
from rules.engine import turn_starts
from rules.engine.session import Session
from rules.engine.turn_starts import TurnStart
from rules.files.documents import id_or_whole
from rules.files.problems import Data

Source = str | Path | Mapping[str, object]
_KEPT: Final = ("system", "date", "map", "charts", "north", "first", "sides")
_ALSO: Final = ("objectives", "exits", "night", "terrain", "set_aside", "limit", "rules")
_TOLD_OF_THE_GAME: Final = {"note": "", "playing_time": ""}


def last_start(session: Session) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there."""
    first = session.scenario.first
    return turn_starts.last_start(session, TURN, "open", lambda state: 2 * state.round + (state.seat != first))


def documents_of(
    source: Source, scenario: Scenario, state: State, *, name: str, title: str, seen: Collection[str]
) -> dict[str, dict[str, Data]]:
    """Return the documents of a draft by the names of their files; a map that does not ship is in the scenario.

    `source` is what the scenario of the game was loaded from (`Session.source`), `state` its position at the start of a
    turn (`last_start`), `name` the id of the draft, `seen` the sides whose hands may be told: any other is dealt anew.
    Raises ScenarioError if the scenario cannot be read again.
    """
    document = document_of(source)
    raw = {**document.mapping, "map": id_or_whole(map_of(document), [scenario_folder() / "maps"])}
    charts: dict[str, dict[str, Data]] = {}
    if (own := own_charts(document)) is not None:
        raw["charts"], charts = name, {f"command_cards/charts/{name}.yaml": {**own.mapping, "id": name}}
    made = scenario_of(raw, scenario, state, name=name, title=title, seen=seen)
    return {f"command_cards/{name}.yaml": made, **charts}


def scenario_of(
    raw: Mapping[str, Data], scenario: Scenario, state: State, *, name: str, title: str, seen: Collection[str]
) -> dict[str, Data]:
    """Return the scenario document of a position at the start of a turn; `raw` is that of its game.

    At the first start it is the game's own. Note and playing time are empty: they told of the whole game.
    """
    head: dict[str, Data] = {"format": "chitpull-cards-scenario/1", "id": name, "title": title}
    if scenario.begin is None and (state.round, state.seat) == (1, scenario.first):
        return {**head, **{key: value for key, value in raw.items() if key not in head}, **_TOLD_OF_THE_GAME}
    begin = Begin(
        state.round,
        state.seat,
        {seat: state.hands[seat] for seat in SEATS if seat in seen},
        state.discards,
        state.lying,
        state.medals,
    )
    parts: dict[str, Data] = {
        "figures": {u.hex: u.figures for n, u in state.units.items() if u.figures < scenario.figures(n)},
        "obstacles": _obstacles(scenario, state),
        "reinforcements": list(_reinforcements(scenario, state)),
    }
    kept, also = ({key: raw[key] for key in keys if key in raw} for keys in (_KEPT, _ALSO))
    units = {seat: {u.hex: u.kind for u in state.units.values() if u.seat == seat} for seat in SEATS}
    told = {key: value for key, value in parts.items() if value}
    return {**head, **kept, "units": units, **told, **also, **_TOLD_OF_THE_GAME, "begin": _told(begin)}


def _obstacles(scenario: Scenario, state: State) -> dict[str, Data]:
    owners = scenario.bunkers
    return {at: {"kind": kind, "for": owners[at]} if at in owners else kind for at, kind in state.obstacles.items()}


def _reinforcements(scenario: Scenario, state: State) -> Iterator[dict[str, Any]]:
    """Yield who is still to arrive, each in the round of the game; one who found no hex free waits since before."""
    due = [scenario.units[name] for name in state.due]
    for (seat, turn, entries), lot in groupby(due, lambda unit: (unit.seat, unit.round, unit.entries)):
        yield {"side": seat, "round": turn, "hexes": list(entries), "units": [unit.kind for unit in lot]}


def _told(begin: Begin) -> dict[str, Data]:
    """Return what a set-up cannot say of a position."""
    parts: dict[str, Data] = {
        "hands": {seat: list(hand) for seat, hand in begin.hands.items()},
        "discards": list(begin.discards),
        "lying": dict(begin.lying),
        "medals": {seat: [_medal(medal) for medal in won] for seat, won in begin.medals.items() if won},
    }
    return {"round": begin.round, "side": begin.side, **{key: value for key, value in parts.items() if value}}


def _medal(medal: Medal) -> dict[str, Data]:
    about: dict[str, Data] = {"number": medal.place + 1} if medal.source == "objective" else {"kind": medal.name}
    return {"source": medal.source, **about}
