"""What each gesture of the workshop makes of a scenario that is being made, as data.

The gestures are functions from the data of a scenario to the data after them; nothing is changed in place. They know
what a piece is and where it may stand in the file, and leave it to the checks to say whether that can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.company_scale.loading.known import KnownIds
from rules.company_scale.scenario import other_side
from rules.files.values import Data

Raw = Mapping[str, Data]

UNITS: Final = "units"
WEAPONS: Final = "support_weapons"
LEADERS: Final = "leaders"
HEROES: Final = "heroes"
KINDS_OF_PIECES: Final = (UNITS, WEAPONS, LEADERS, HEROES)
_EMPTY: Final[Raw] = {"setup": {}}
_ON_THE_MAP: Final = frozenset(
    {WEAPONS, LEADERS, HEROES, "markers", "reinforcements", "victory", "attached", "transports", "begin"}
)
ONE_OF_A_KIND: Final = frozenset({"foxhole", "trench", "pillbox", "bunker"})
"""Works of which a hex holds one (11)."""


class CannotPlace(ValueError):
    """A piece cannot be put there; the text is a sentence with the rule."""


class Start(NamedTuple):
    """Where a unit is set up: its hex, the side that is up, and what it carries ("" for nothing)."""

    hex: str
    side: str
    carries: str


class Mark(NamedTuple):
    """A marker in a hex."""

    kind: str
    value: int | str | None


def start_of(data: Raw, unit: str) -> Start | None:
    """Return where a unit is set up, None if it is not."""
    begin = data.get("setup", {}).get(unit)
    return None if begin is None else Start(str(begin["hex"]), str(begin["side"]), str(begin.get("carries", "")))


def where(data: Raw, piece: str) -> str:
    """Return in words where a piece is: its hex, its box, aboard another, when and where it arrives; "" for nowhere."""
    if (begin := start_of(data, piece)) is not None:
        return begin.hex
    for key in (WEAPONS, LEADERS):
        if piece in data.get(key, {}):
            return str(data[key][piece])
    if piece in data.get(HEROES, ()):
        return "in its box"
    if any(begin.get("carries") == piece for begin in data["setup"].values()):
        return "aboard"
    due = next((due for due in data.get("reinforcements", ()) if any(piece in due.get(key, ()) for key in _DUE)), None)
    return "" if due is None else f"turn {due['turn']}, {due['hex']}"


def markers_in(data: Raw, at: str) -> list[Mark]:
    """Return the markers in a hex."""
    return [Mark(str(mark["kind"]), mark.get("value")) for mark in data.get("markers", ()) if mark["hex"] == at]


def is_worth(data: Raw, at: str) -> bool:
    """Tell whether a hex is a victory hex."""
    return any(goal["hex"] == at for goal in data.get("victory", {}).get("hexes", ()))


def kind_of_piece(piece: str, known: KnownIds) -> str:
    """Return whether a piece is among the units (and transports), support weapons, leaders or heroes."""
    return next(kind for kind in KINDS_OF_PIECES if piece in known.counters(kind))


def with_piece(data: Raw, known: KnownIds, piece: str, at: str) -> dict[str, Data]:
    """Return the scenario with a piece in a hex from the start, wherever it was; raise CannotPlace."""
    here, fault = known.playable(at)
    if not here:
        raise CannotPlace(fault)
    kind = kind_of_piece(piece, known)
    if kind == HEROES:
        raise CannotPlace("Heroes begin in the box of their division, not on the map (14.0).")
    if kind == UNITS and _is_transport(piece, known):
        return _with_transport(data, known, piece, at)
    before = data["setup"].get(piece, {})
    if kind == UNITS and before:
        return _set(data, "setup", piece, {**before, "hex": at})
    if kind != UNITS and piece in data.get(kind, {}):
        return _set(data, kind, piece, at)
    free = without_piece(data, piece)
    if kind == UNITS:
        return _set(free, "setup", piece, {"hex": at, "side": sides_of(piece, known)[0]})
    return _set(free, kind, piece, at)


def without_piece(data: Raw, piece: str) -> dict[str, Data]:
    """Return the scenario without a piece: not set up, not carried, not due."""
    after = dict(data)
    setup = {name: _uncarried(start, piece) for name, start in data["setup"].items() if name != piece}
    if setup != data["setup"]:
        after["setup"] = setup
    for key in (WEAPONS, LEADERS):
        if piece in data.get(key, {}):
            after[key] = {name: at for name, at in data[key].items() if name != piece}
    if piece in data.get(HEROES, ()):
        after[HEROES] = [name for name in data[HEROES] if name != piece]
    if any(piece in due.get(key, ()) for due in data.get("reinforcements", ()) for key in _DUE):
        after["reinforcements"] = [left for due in data["reinforcements"] if (left := _without(due, piece))]
    for key in (WEAPONS, LEADERS, HEROES, "reinforcements"):
        if key in after and key in data and not after[key] and data[key]:
            del after[key]
    return after


_DUE: Final = (*KINDS_OF_PIECES, "transports")


def _without(due: Raw, piece: str) -> dict[str, Data]:
    """Return an arrival without a piece; one without units is none any more."""
    left = {key: [name for name in due[key] if name != piece] for key in _DUE if key in due}
    kept = {key: left.get(key, value) for key, value in due.items() if left.get(key, value)}
    return kept if kept.get(UNITS) else {}


def _uncarried(start: Raw, piece: str) -> Raw:
    return {key: value for key, value in start.items() if key != "carries"} if start.get("carries") == piece else start


def with_arrival(data: Raw, known: KnownIds, piece: str, turn: int, at: str) -> dict[str, Data]:
    """Return the scenario with a piece that arrives in a turn at a hex (18.0), with others of its side if any do.

    Raises CannotPlace for what cannot come alone.
    """
    kind = kind_of_piece(piece, known)
    free = without_piece(data, piece)
    key = "transports" if kind == UNITS and _is_transport(piece, known) else kind
    side = known.side(known.counters(kind)[piece])
    arrivals = list(free.get("reinforcements", ()))
    for number, due in enumerate(arrivals):
        with_it = known.units.get(due[UNITS][0])
        if (due["turn"], due["hex"]) == (turn, at) and with_it is not None and known.side(with_it) == side:
            arrivals[number] = {**due, key: [*due.get(key, ()), piece]}
            return {**free, "reinforcements": arrivals}
    if key != UNITS:
        raise CannotPlace("It arrives with units: let one arrive first at this hex in this turn (18.0).")
    arrivals.append({"turn": turn, "hex": at, UNITS: [piece]})
    return {**free, "reinforcements": arrivals}


def turned_over(data: Raw, known: KnownIds, piece: str) -> dict[str, Data]:
    """Return the scenario with the other side of a unit up; raise CannotPlace if it has but one (3.2)."""
    before = data["setup"][piece]
    if len(sides_of(piece, known)) == 1:
        raise CannotPlace("This counter has one side only (3.2).")
    return _set(data, "setup", piece, {**before, "side": "column" if before["side"] == "deployed" else "deployed"})


def riders(data: Raw, known: KnownIds, carrier: str) -> list[str]:
    """Return the units in the hex of a transport (15.0) or tank (30.0) that is set up and might carry one of them."""
    kind = known.charts["unit_types"][known.units[carrier]["type"]]
    if not kind.get("transport") and kind.get("armor") != "tank":
        return []
    side, at = known.side(known.units[carrier]), data["setup"][carrier]["hex"]
    here = [name for name, begin in data["setup"].items() if begin["hex"] == at and name in known.units]
    own = [name for name in here if name != carrier and known.side(known.units[name]) == side]
    return [name for name in own if known.move_class(known.units[name]) in ("", "leg")]


def carrying(data: Raw, carrier: str, passenger: str) -> dict[str, Data]:
    """Return the scenario with a passenger aboard a transport (15.0) or on a tank (30.0) that is set up."""
    free = without_piece(data, passenger)
    return _set(free, "setup", carrier, {**free["setup"][carrier], "carries": passenger})


def unloaded(data: Raw, known: KnownIds, carrier: str) -> dict[str, Data]:
    """Return the scenario with the passenger of a carrier set down in its hex; a transport goes to the pool."""
    begin = data["setup"][carrier]
    passenger = begin["carries"]
    after = without_piece(data, passenger)
    if _is_transport(carrier, known):
        after = without_piece(after, carrier)
    return _set(after, "setup", passenger, {"hex": begin["hex"], "side": sides_of(passenger, known)[0]})


def with_marker(data: Raw, at: str, kind: str, value: Data = None) -> dict[str, Data]:
    """Return the scenario with a marker in a hex, in place of one that cannot lie there beside it."""
    rivals = ONE_OF_A_KIND if kind in ONE_OF_A_KIND else {kind}
    others = [mark for mark in data.get("markers", ()) if mark["hex"] != at or mark["kind"] not in rivals]
    new = {"hex": at, "kind": kind} | ({} if value is None else {"value": value})
    return {**data, "markers": [*others, new]}


def without_marker(data: Raw, at: str, kind: str) -> dict[str, Data]:
    """Return the scenario without a marker in a hex."""
    markers = [mark for mark in data.get("markers", ()) if mark["hex"] != at or mark["kind"] != kind]
    rest = {key: value for key, value in data.items() if key != "markers"}
    return {**rest, "markers": markers} if markers else rest


def with_worth(data: Raw, at: str, side: str, points: int, name: str = "") -> dict[str, Data]:
    """Return the scenario with a hex that is worth points to a side, beside what it is worth to the other (27.2).

    One that is worth something for the first time is called by its `name` and red.
    """
    before = _goal(data, at)
    new = {"hex": at} | ({"name": name} if name else {}) | {"colour": "red"}
    goal = dict(before or new)
    worth = goal.get("points", {})
    both = dict(worth) if isinstance(worth, Mapping) else {str(goal.pop("side", other_side(side))): worth}
    return _with_goal(data, at, {**goal, "points": {**both, side: points}})


def with_colour(data: Raw, at: str, colour: str) -> dict[str, Data]:
    """Return the scenario with a victory hex in another colour."""
    return _with_goal(data, at, {**(_goal(data, at) or {"hex": at}), "colour": colour})


def without_worth(data: Raw, at: str) -> dict[str, Data]:
    """Return the scenario with a hex that is worth nothing any more."""
    return _with_goal(data, at, None)


def _goal(data: Raw, at: str) -> Raw | None:
    goals = data.get("victory", {}).get("hexes", ())
    return next((goal for goal in goals if goal["hex"] == at), None)


def _with_goal(data: Raw, at: str, goal: Raw | None) -> dict[str, Data]:
    victory = data.get("victory", {})
    goals = list(victory.get("hexes", ()))
    place = next((number for number, old in enumerate(goals) if old["hex"] == at), len(goals))
    goals[place : place + 1] = [] if goal is None else [goal]
    after = {key: value for key, value in victory.items() if key != "hexes"} | ({"hexes": goals} if goals else {})
    return {**data, "victory": after}


def emptied(data: Raw) -> dict[str, Data]:
    """Return a scenario with its map and forces and nobody on the map: where another one begins."""
    return {key: value for key, value in data.items() if key not in (*_ON_THE_MAP, "note")} | dict(_EMPTY)


def sides_of(unit: str, known: KnownIds) -> list[str]:
    """Return the sides of a unit's counter, deployed before column (3.2)."""
    kind = known.charts["unit_types"][known.units[unit]["type"]]
    return [side for side in ("deployed", "column") if side in kind]


def _is_transport(unit: str, known: KnownIds) -> bool:
    return bool(known.charts["unit_types"][known.units[unit]["type"]].get("transport"))


def _with_transport(data: Raw, known: KnownIds, transport: str, at: str) -> dict[str, Data]:
    """Move a transport with what it carries, or let it take up the unit that stands alone in a hex (15.0)."""
    begin = data["setup"].get(transport, {})
    if begin.get("carries"):
        return _set(data, "setup", transport, {**begin, "hex": at})
    side = known.side(known.units[transport])
    there = [
        unit
        for unit, place in data["setup"].items()
        if place["hex"] == at and unit in known.units and known.side(known.units[unit]) == side
        if not _is_transport(unit, known) and "deployed" in sides_of(unit, known)
    ]
    if not there:
        raise CannotPlace("A transport on the map carries a unit (15.0): put it on a unit of its side.")
    free = without_piece(without_piece(data, transport), there[-1])
    return _set(free, "setup", transport, {"hex": at, "side": sides_of(transport, known)[-1], "carries": there[-1]})


def _set(data: Raw, key: str, name: str, value: Any) -> dict[str, Data]:
    return {**data, key: {**data.get(key, {}), name: value}}
