"""What each gesture of the workshop makes of a scenario that is being made, as data.

The gestures are functions from the data of a scenario to the data after them; nothing is changed in place. They know
what a piece is and where it may stand in the file, and leave it to the checks to say whether that can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.company_scale.loading.known import KnownIds
from rules.company_scale.scenario import other_side
from rules.company_scale.state import AVAILABLE, FORTIFICATIONS
from rules.files.problems import CannotPlace, Data, list_in, table_in

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


class Start(NamedTuple):
    """Where a unit is set up: its hex, the side that is up, and what it carries ("" for nothing)."""

    hex: str
    side: str
    carries: str


NOBODY: Final = Start("", "", "")


class Mark(NamedTuple):
    """A marker in a hex."""

    kind: str
    value: int | str | None


def _at(entry: Data) -> str:
    """Return the hex of an entry, "" if it has none."""
    return str(entry.get("hex", "")) if isinstance(entry, Mapping) else ""


def start_of(data: Raw, unit: str) -> Start | None:
    """Return where a unit is set up, None if it is not."""
    begin = table_in(data, "setup").get(unit)
    if not isinstance(begin, Mapping):
        return None
    return Start(*(str(begin.get(key, "")) for key in ("hex", "side", "carries")))


def places(data: Raw) -> dict[str, str]:
    """Return in words where each piece in play is: its hex, its box, aboard another, when and where it arrives."""
    found: dict[str, str] = {}
    starts = {unit: begin for unit in table_in(data, "setup") if (begin := start_of(data, unit)) is not None}
    found.update({unit: begin.hex for unit, begin in starts.items()})
    for key in (WEAPONS, LEADERS):
        for piece, at in table_in(data, key).items():
            found.setdefault(piece, str(at))
    for hero in list_in(data, HEROES):
        found.setdefault(str(hero), "in its box")
    for begin in starts.values():
        found.setdefault(begin.carries, "aboard")
    for due in list_in(data, "reinforcements"):
        if isinstance(due, Mapping):
            when = f"turn {due.get('turn')}, {_at(due)}"
            for names in (due.get(key) for key in _DUE):
                for piece in names if isinstance(names, list) else ():
                    found.setdefault(str(piece), when)
    for piece, box in table_in(table_in(data, "begin"), "off_map").items():
        found.setdefault(piece, str(box.get("box", "")) if isinstance(box, Mapping) else "")
    found.pop("", None)
    return found


def _names(due: Data, key: str) -> list[Any]:
    """Return the pieces of a kind that arrive together."""
    return list_in(due, key) if isinstance(due, Mapping) else []


def markers_in(data: Raw, at: str) -> list[Mark]:
    """Return the markers in a hex."""
    here = [mark for mark in list_in(data, "markers") if _at(mark) == at]
    return [Mark(str(mark.get("kind", "")), mark.get("value")) for mark in here]


def is_worth(data: Raw, at: str) -> bool:
    """Tell whether a hex is a victory hex."""
    return _goal(data, at) is not None


def kind_of_piece(piece: str, known: KnownIds) -> str:
    """Return whether a piece is among the units (and transports), support weapons, leaders or heroes.

    Raises CannotPlace for one that is in none of these forces.
    """
    for kind in KINDS_OF_PIECES:
        if piece in known.counters(kind):
            return kind
    raise CannotPlace(f"{piece} is not in these forces, or they have faults: see Check.")


def with_piece(data: Raw, known: KnownIds, piece: str, at: str) -> dict[str, Data]:
    """Return the scenario with a piece in a hex from the start, wherever it was; raise CannotPlace.

    A hero begins in the box of his division instead (14.0).
    """
    here, fault = known.playable(at)
    if not here:
        raise CannotPlace(fault)
    kind = kind_of_piece(piece, known)
    if kind == HEROES:
        free = without_piece(data, piece)
        return {**free, HEROES: [*list_in(free, HEROES), piece]}
    if kind == UNITS and _is_transport(piece, known):
        return _with_transport(data, known, piece, at)
    before = table_in(data, "setup").get(piece)
    if kind == UNITS and isinstance(before, Mapping):
        return _set(data, "setup", piece, {**before, "hex": at})
    if kind != UNITS and piece in table_in(data, kind):
        return _set(data, kind, piece, at)
    free = without_piece(data, piece)
    if kind == UNITS:
        return _set(free, "setup", piece, {"hex": at, "side": known.sides_up(piece)[0]})
    return _set(free, kind, piece, at)


def without_piece(data: Raw, piece: str) -> dict[str, Data]:
    """Return the scenario without a piece: not set up, not carried, not due, in no box of a game under way."""
    after = dict(data)
    setup = {name: _uncarried(start, piece) for name, start in table_in(data, "setup").items() if name != piece}
    if setup != table_in(data, "setup"):
        after["setup"] = setup
    for key in (WEAPONS, LEADERS):
        if piece in table_in(data, key):
            after[key] = {name: at for name, at in data[key].items() if name != piece}
    if piece in list_in(data, HEROES):
        after[HEROES] = [name for name in data[HEROES] if name != piece]
    if any(piece in _names(due, key) for due in list_in(data, "reinforcements") for key in _DUE):
        after["reinforcements"] = [left for due in data["reinforcements"] if (left := _without(due, piece))]
    if (begin := _unnamed(table_in(data, "begin"), piece)) != table_in(data, "begin"):
        after["begin"] = begin
    for key in (WEAPONS, LEADERS, HEROES, "reinforcements"):
        if key in after and key in data and not after[key] and data[key]:
            del after[key]
    return after


_DUE: Final = (*KINDS_OF_PIECES, "transports")


def _unnamed(begin: Raw, piece: str) -> dict[str, Data]:
    """Return how a game under way stands (4.0) without a piece: it begins as any other, wherever it is put."""
    after = dict(begin)
    for key in ("off_map", "companions"):
        named = table_in(begin, key)
        if piece in named or piece in named.values():
            after[key] = {name: value for name, value in named.items() if piece not in (name, value)}
    for key in ("replaced", "abandoned"):
        if piece in list_in(begin, key):
            after[key] = [name for name in begin[key] if name != piece]
    return after


def _without(due: Data, piece: str) -> Data:
    """Return an arrival without a piece; one without units is none any more."""
    if not any(piece in _names(due, key) for key in _DUE):
        return due
    left = {key: [name for name in _names(due, key) if name != piece] for key in _DUE if key in due}
    kept = {key: left.get(key, value) for key, value in due.items() if left.get(key, value)}
    return kept if kept.get(UNITS) else {}


def _uncarried(start: Data, piece: str) -> Data:
    if not isinstance(start, Mapping) or start.get("carries") != piece:
        return start
    return {key: value for key, value in start.items() if key != "carries"}


def boxed(data: Raw, weapon: str) -> dict[str, Data]:
    """Return the scenario with a support weapon in the Available box of its division (12.0)."""
    return _set(without_piece(data, weapon), WEAPONS, weapon, AVAILABLE)


def with_arrival(data: Raw, known: KnownIds, piece: str, turn: int, at: str) -> dict[str, Data]:
    """Return the scenario with a piece that arrives in a turn at a hex (18.0), with others of its side if any do.

    Raises CannotPlace for what cannot come alone.
    """
    kind = kind_of_piece(piece, known)
    free = without_piece(data, piece)
    key = "transports" if kind == UNITS and _is_transport(piece, known) else kind
    side = known.side(known.counters(kind)[piece])
    arrivals = list(list_in(free, "reinforcements"))
    for number, due in enumerate(arrivals):
        with_it = [known.units[name] for name in _names(due, UNITS) if name in known.units]
        if with_it and (due.get("turn"), _at(due)) == (turn, at) and known.side(with_it[0]) == side:
            arrivals[number] = {**due, key: [*_names(due, key), piece]}
            return {**free, "reinforcements": arrivals}
    if key != UNITS:
        raise CannotPlace("It arrives with units: let one arrive first at this hex in this turn (18.0).")
    arrivals.append({"turn": turn, "hex": at, UNITS: [piece]})
    return {**free, "reinforcements": arrivals}


def turned_over(data: Raw, known: KnownIds, piece: str) -> dict[str, Data]:
    """Return the scenario with the other side of a unit up; raise CannotPlace if it has but one (3.2)."""
    before = start_of(data, piece)
    if before is None or len(known.sides_up(piece)) == 1:
        raise CannotPlace("This counter has one side only (3.2).")
    side = "column" if before.side == "deployed" else "deployed"
    return _set(data, "setup", piece, {**data["setup"][piece], "side": side})


def riders(data: Raw, known: KnownIds, carrier: str) -> list[str]:
    """Return the units in the hex of a transport (15.0) or tank (30.0) that is set up and might carry one of them."""
    if carrier not in known.units:
        return []
    kind = known.charts["unit_types"][known.units[carrier]["type"]]
    if not kind.get("transport") and kind.get("armor") != "tank":
        return []
    own = _own_in(data, known, carrier, (start_of(data, carrier) or NOBODY).hex)
    return [name for name in own if known.move_class(known.units[name]) in ("", "leg")]


def _own_in(data: Raw, known: KnownIds, unit: str, at: str) -> list[str]:
    """Return the other units of a unit's side that are set up in a hex."""
    side = known.side(known.units[unit])
    here = [name for name, begin in table_in(data, "setup").items() if _at(begin) == at and name in known.units]
    return [name for name in here if name != unit and known.side(known.units[name]) == side]


def carrying(data: Raw, carrier: str, passenger: str) -> dict[str, Data]:
    """Return the scenario with a passenger aboard a transport (15.0) or on a tank (30.0) that is set up."""
    free = without_piece(data, passenger)
    return _set(free, "setup", carrier, {**free["setup"][carrier], "carries": passenger})


def unloaded(data: Raw, known: KnownIds, carrier: str) -> dict[str, Data]:
    """Return the scenario with the passenger of a carrier set down in its hex; a transport goes to the pool."""
    begin = start_of(data, carrier) or NOBODY
    passenger = begin.carries
    after = without_piece(data, passenger)
    if _is_transport(carrier, known):
        after = without_piece(after, carrier)
    if passenger not in known.units:
        return after
    return _set(after, "setup", passenger, {"hex": begin.hex, "side": known.sides_up(passenger)[0]})


def with_marker(data: Raw, at: str, kind: str, value: Data = None) -> dict[str, Data]:
    """Return the scenario with a marker in a hex, in place of one that cannot lie there beside it."""
    rivals = FORTIFICATIONS if kind in FORTIFICATIONS else (kind,)  # of works a hex holds one (11)
    others = [mark for mark in list_in(data, "markers") if _at(mark) != at or mark.get("kind") not in rivals]
    new = {"hex": at, "kind": kind} | ({} if value is None else {"value": value})
    return {**data, "markers": [*others, new]}


def without_marker(data: Raw, at: str, kind: str) -> dict[str, Data]:
    """Return the scenario without a marker in a hex."""
    markers = [mark for mark in list_in(data, "markers") if _at(mark) != at or mark.get("kind") != kind]
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
    whose = goal.pop("side", None)
    both = dict(worth) if isinstance(worth, Mapping) else {str(whose or other_side(side)): worth}
    return _with_goal(data, at, {**goal, "points": {**both, side: points}})


def with_colour(data: Raw, at: str, colour: str) -> dict[str, Data]:
    """Return the scenario with a victory hex in another colour."""
    return _with_goal(data, at, {**(_goal(data, at) or {"hex": at}), "colour": colour})


def without_worth(data: Raw, at: str) -> dict[str, Data]:
    """Return the scenario with a hex that is worth nothing any more."""
    return _with_goal(data, at, None)


def _goal(data: Raw, at: str) -> Raw | None:
    return next((goal for goal in list_in(table_in(data, "victory"), "hexes") if _at(goal) == at), None)


def _with_goal(data: Raw, at: str, goal: Raw | None) -> dict[str, Data]:
    victory = table_in(data, "victory")
    goals = list(list_in(victory, "hexes"))
    place = next((number for number, old in enumerate(goals) if _at(old) == at), len(goals))
    goals[place : place + 1] = [] if goal is None else [goal]
    after = {key: value for key, value in victory.items() if key != "hexes"} | ({"hexes": goals} if goals else {})
    return {**data, "victory": after}


def emptied(data: Raw) -> dict[str, Data]:
    """Return a scenario with its map and forces and nobody on the map: where another one begins."""
    return {key: value for key, value in data.items() if key not in (*_ON_THE_MAP, "note")} | dict(_EMPTY)


def _is_transport(unit: str, known: KnownIds) -> bool:
    return bool(known.charts["unit_types"][known.units[unit]["type"]].get("transport"))


def _with_transport(data: Raw, known: KnownIds, transport: str, at: str) -> dict[str, Data]:
    """Move a transport with what it carries, or let it take up the unit that stands alone in a hex (15.0)."""
    if (start_of(data, transport) or NOBODY).carries:
        return _set(data, "setup", transport, {**data["setup"][transport], "hex": at})
    own = _own_in(data, known, transport, at)
    there = [unit for unit in own if not _is_transport(unit, known) and "deployed" in known.sides_up(unit)]
    if not there:
        raise CannotPlace("A transport on the map carries a unit (15.0): put it on a unit of its side.")
    free = without_piece(without_piece(data, transport), there[-1])
    return _set(free, "setup", transport, {"hex": at, "side": known.sides_up(transport)[-1], "carries": there[-1]})


def _set(data: Raw, key: str, name: str, value: Any) -> dict[str, Data]:
    return {**data, key: {**table_in(data, key), name: value}}
