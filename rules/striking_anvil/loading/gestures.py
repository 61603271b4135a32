"""What each gesture of the workshop makes of a scenario that is being made, as data.

The gestures are functions from the data of a scenario to the data after them; nothing is changed in place. They know
where a counter may stand by the rules, and leave it to the checks to say whether all of it can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.files.problems import CannotPlace, Data, list_in, table_in
from rules.striking_anvil.loading.checks import first_arrival, side_of
from rules.striking_anvil.scenario import ALLIED, CD, COMBAT, EXIT, FULL, TRAIN, border_id

Raw = Mapping[str, Data]

_LOTS: Final[Mapping[str, str]] = {"reinforcements": "box", "paradrops": "area"}
"""Lists of units that come later, and what says where."""
_ON_THE_MAP: Final = ("reduced", "disorganized", "ffi", *_LOTS, "begin", "victory_shift", "note")
PAIRED: Final[Mapping[str, tuple[int, int]]] = {"strength": (1, 12), "movement": (1, 3), "bonus": (1, 2)}
"""Values of a counter that may differ between its sides, with their bounds."""


@dataclass(frozen=True, slots=True)
class Known:
    """The data of what a scenario may name: its map, its counters, its charts."""

    ground: Raw
    counters: Raw
    charts: Raw

    def __contains__(self, piece: str) -> bool:
        return piece in self.counters["counters"]

    def counter(self, piece: str) -> Raw:
        """Return a counter; raise CannotPlace if there is none of this name."""
        found = self.counters["counters"].get(piece)
        if not isinstance(found, Mapping):
            raise CannotPlace(f"{piece} is not among these counters.")
        return found

    def label(self, piece: str) -> str:
        """Return what is printed on a counter."""
        return str(self.counter(piece)["label"])

    def name(self, place: str) -> str:
        """Return the name of an area or box, the place itself if there is none."""
        found = self.ground["areas"].get(place) or self.ground["boxes"].get(place)
        return str(found["name"]) if found else place

    def sites(self, area: str) -> list[str]:
        """Return the bridge sites at the borders of an area (9)."""
        borders = [border for border in self.ground["borders"] if border["road"] and "river" in border]
        return [border_id(*border["areas"]) for border in borders if area in border["areas"]]

    def levels(self, area: str) -> int:
        """Return the highest fortification level of an area, 0 for one that cannot be fortified (1.5)."""
        return max(len(self.charts["fortifications"].get(area, ())) - 1, 0)

    def has_reduced_side(self, piece: str) -> bool:
        """Tell whether a counter has a reduced side (1.3.1)."""
        return self.counter(piece)["kind"] in (COMBAT, CD)


# --- where counters are ----------------------------------------------------------------------------------------------


def places(data: Raw) -> dict[str, str]:
    """Return in words where each counter in play is: its area or box, or when and where it comes."""
    found: dict[str, str] = {}
    for place, units in table_in(data, "setup").items():
        for unit in units if isinstance(units, list) else ():
            found.setdefault(str(unit), str(place))
    for key, where in _LOTS.items():
        for lot in list_in(data, key):
            for unit in list_in(lot, "units") if isinstance(lot, Mapping) else ():
                how = "drop, " if key == "paradrops" else ""
                found.setdefault(str(unit), f"{how}turn {lot.get('turn')}, {lot.get(where, '')}")
    for unit in list_in(table_in(data, "begin"), "eliminated"):
        found.setdefault(str(unit), "eliminated")
    return found


def place_of(data: Raw, piece: str) -> str:
    """Return the area or box a counter is set up in, "" for none."""
    return next((str(at) for at in table_in(data, "setup") if piece in list_in(data["setup"], at)), "")


def is_marked(data: Raw, piece: str, key: str) -> bool:
    """Tell whether a counter begins "reduced" or "disorganized"."""
    return piece in list_in(data, key)


def with_piece(data: Raw, known: Known, piece: str, at: str) -> dict[str, Data]:
    """Return the scenario with a counter in an area from the start, wherever it was; raise CannotPlace.

    The side it shows stays. Into a box it comes in the turn in which it came before, or in the first that can be.
    """
    if at in known.ground["boxes"]:
        lot, first = _lot_of(data, "reinforcements", piece) or {}, first_arrival(data)
        return with_arrival(data, known, piece, max(first, int(lot.get("turn", first))), at)
    _refuse_place(known, known.counter(piece), at)
    setup = _less(table_in(data, "setup"), piece)
    after = _unbegun(_without_lots(dict(data), piece), piece)
    return {**after, "setup": {**setup, at: [*list_in(setup, at), piece]}}


def _refuse_place(known: Known, counter: Raw, at: str) -> None:
    label, side = counter["label"], side_of(counter)
    area, box = known.ground["areas"].get(at), known.ground["boxes"].get(at)
    if area is None and box is None:
        raise CannotPlace(f"There is no area or box {at}.")
    if box is not None and box["side"] != side:
        raise CannotPlace(f"{label} can't be in {box['name']}: it is {_ADJECTIVES[box['side']]} (7).")
    if box is not None and counter["kind"] == CD:
        raise CannotPlace(f"{label} never moves: put it in an area (1.3.3).")
    if counter["kind"] == TRAIN and area is not None and not (area.get("coastal") or area.get("rhone")):
        raise CannotPlace(f"{label} runs on the railway, and there is none in {area['name']} (1.3.3).")


_ADJECTIVES: Final = {ALLIED: "Allied", "german": "German"}


def without_piece(data: Raw, piece: str) -> dict[str, Data]:
    """Return the scenario without a counter: not set up, not to come, neither reduced nor disorganized."""
    after = _unbegun(_without_lots(dict(data), piece), piece)
    setup = _less(table_in(data, "setup"), piece)
    if setup != table_in(data, "setup"):
        after["setup"] = setup
    for key in ("reduced", "disorganized"):
        _unmark(after, key, piece)
    return after


def _less(setup: Raw, piece: str) -> dict[str, Any]:
    """Return a set-up without a counter; a place where nobody is left is not named any more."""
    after: dict[str, Any] = {}
    for place, units in setup.items():
        if not isinstance(units, list) or piece not in units:
            after[place] = units
        elif left := [unit for unit in units if unit != piece]:
            after[place] = left
    return after


def _lot_of(data: Raw, key: str, piece: str) -> Raw | None:
    lots = (lot for lot in list_in(data, key) if isinstance(lot, Mapping))
    return next((lot for lot in lots if piece in list_in(lot, "units")), None)


def _without_lots(after: dict[str, Data], piece: str) -> dict[str, Data]:
    for key in _LOTS:
        if _lot_of(after, key, piece) is None:
            continue
        lots = [_less(lot, piece) if isinstance(lot, Mapping) else lot for lot in after[key]]
        after[key] = [lot for lot in lots if not isinstance(lot, Mapping) or "units" in lot]
        if not after[key]:
            del after[key]
    return after


def _unbegun(after: dict[str, Data], piece: str) -> dict[str, Data]:
    """Forget what a game under way says of a counter: it begins as any other, wherever it is put."""
    begin = table_in(after, "begin")
    if piece in list_in(begin, "eliminated") or piece in table_in(begin, "bound"):
        lost = [unit for unit in list_in(begin, "eliminated") if unit != piece]
        bound = {unit: turn for unit, turn in table_in(begin, "bound").items() if unit != piece}
        rest = {key: value for key, value in begin.items() if key not in ("eliminated", "bound")}
        after["begin"] = rest | ({"eliminated": lost} if lost else {}) | ({"bound": bound} if bound else {})
    return after


def _unmark(after: dict[str, Data], key: str, piece: str) -> None:
    if piece in list_in(after, key):
        after[key] = [unit for unit in after[key] if unit != piece]
        if not after[key]:
            del after[key]


# --- who comes later -------------------------------------------------------------------------------------------------


def with_arrival(data: Raw, known: Known, piece: str, turn: int, box: str) -> dict[str, Data]:
    """Return the scenario with a counter that comes into a box at the start of a turn (7); raise CannotPlace."""
    _refuse_place(known, known.counter(piece), box)
    if box not in known.ground["boxes"] or known.ground["boxes"][box]["kind"] == EXIT:
        raise CannotPlace(f"Nobody arrives in {known.name(box)}: choose a box that leads on to the map (7).")
    return _with_lot(data, "reinforcements", piece, turn, box)


def with_drop(data: Raw, known: Known, piece: str, turn: int, area: str) -> dict[str, Data]:
    """Return the scenario with a counter that is dropped on an area in a turn (8); raise CannotPlace."""
    counter = known.counter(piece)
    _refuse_place(known, counter, area)
    if not is_dropped(counter) or area not in known.ground["areas"]:
        raise CannotPlace(f"{counter['label']} can't be dropped: only Allied airborne units are, on areas (8).")
    return _with_lot(data, "paradrops", piece, turn, area)


def is_dropped(counter: Raw) -> bool:
    """Tell whether a counter may come by parachute or glider (8)."""
    return side_of(counter) == ALLIED and counter.get("branch") == "airborne"


def _with_lot(data: Raw, key: str, piece: str, turn: int, where: str) -> dict[str, Data]:
    """Put a counter with those who come to the same place in the same turn."""
    if turn > data.get("turns", turn):
        raise CannotPlace(f"The scenario has {data['turns']} turns; nobody comes in turn {turn}.")
    if turn < (first := first_arrival(data)):
        raise CannotPlace(f"The scenario begins too late for turn {turn}: nobody can come before turn {first}.")
    before = _lot_of(data, key, piece)
    if before is not None and (before.get("turn"), before.get(_LOTS[key])) == (turn, where):
        return dict(data)
    after = without_piece(data, piece)
    if is_marked(data, piece, "reduced"):  # only readiness is decided when it is there
        after["reduced"] = data["reduced"]
    lots = list(list_in(after, key))
    for number, lot in enumerate(lots):
        if isinstance(lot, Mapping) and (lot.get("turn"), lot.get(_LOTS[key])) == (turn, where):
            lots[number] = {**lot, "units": [*list_in(lot, "units"), piece]}
            return {**after, key: lots}
    return {**after, key: [*lots, {"turn": turn, _LOTS[key]: where, "units": [piece]}]}


# --- sides of counters, and what is printed on them ------------------------------------------------------------------


def turned_over(data: Raw, known: Known, piece: str) -> dict[str, Data]:
    """Return the scenario with the other side of a counter up; raise CannotPlace if it has but one (1.3)."""
    if not known.has_reduced_side(piece):
        raise CannotPlace(f"{known.label(piece)} has no reduced side (1.3).")
    return _toggled(data, "reduced", piece)


def with_readiness(data: Raw, known: Known, piece: str) -> dict[str, Data]:
    """Return the scenario with a counter that is set up Disorganized, or in Good Order again; raise CannotPlace."""
    if not place_of(data, piece):
        raise CannotPlace(f"{known.label(piece)} isn't on the map: who arrives comes in Good Order (1.3).")
    return _toggled(data, "disorganized", piece)


def _toggled(data: Raw, key: str, piece: str) -> dict[str, Data]:
    after = dict(data)
    if is_marked(data, piece, key):
        _unmark(after, key, piece)
    else:
        after[key] = [*list_in(data, key), piece]
    return after


def values_of(counter: Raw, key: str, side: int) -> list[int]:
    """Return the values one side of a counter may have: the reduced is the weaker one, Germans may entrench (4)."""
    if key not in counter:
        return []
    least, most = PAIRED[key]
    if key == "strength":
        full, reduced = counter[key]
        least, most = (reduced + 1, most) if side == FULL else (least, full - 1)
    can_entrench = key == "movement" and counter["kind"] == COMBAT and side_of(counter) != ALLIED and side == FULL
    return [*([0] if can_entrench else []), *range(least, most + 1)]


def with_value(data: Raw, known: Known, piece: str, key: str, side: int, value: int) -> dict[str, Data]:
    """Return the scenario with another value on one side of a counter; it has counters of its own from then on.

    `key` is one of PAIRED, `side` FULL or REDUCED. Raises CannotPlace.
    """
    counter = known.counter(piece)
    if value not in values_of(counter, key, side):
        raise CannotPlace(f"{counter['label']} can't have {key} {value} there (1.3).")
    before = counter[key]
    pair = [*before[:side], value, *before[side + 1 :]] if isinstance(before, list) else value
    new = {**counter, key: pair}
    counters = {**known.counters["counters"], piece: new}
    return {**data, "counters": {**known.counters, "counters": counters}}


# --- areas and bridges -----------------------------------------------------------------------------------------------


def marker_in(data: Raw, area: str) -> str:
    """Return the side of the FFI marker in an area that is up, "" for none."""
    return str(table_in(data, "ffi").get(area, ""))


def level_of(data: Raw, area: str) -> int:
    """Return the fortification level of an area."""
    found = table_in(data, "fortifications").get(area, 0)
    return found if isinstance(found, int) else 0


def with_marker(data: Raw, known: Known, area: str, side: str) -> dict[str, Data]:
    """Return the scenario with an FFI marker in an area, which is Allied then (1.6); "" takes it away."""
    if side and level_of(data, area):
        raise CannotPlace(f"{known.name(area)} has fortifications, so it is German: take those away first (1.5).")
    return _with_entry(data, "ffi", area, side)


def with_level(data: Raw, known: Known, area: str, level: int) -> dict[str, Data]:
    """Return the scenario with an area at a fortification level, 0 for none; raise CannotPlace."""
    if not 0 <= level <= known.levels(area):
        raise CannotPlace(f"{known.name(area)} has levels 0 to {known.levels(area)} (1.5).")
    if level and marker_in(data, area):
        raise CannotPlace(f"{known.name(area)} is Allied: take its FFI marker away first (1.5).")
    return _with_entry(data, "fortifications", area, level)


def _with_entry(data: Raw, key: str, name: str, value: Data) -> dict[str, Data]:
    table = {entry: old for entry, old in table_in(data, key).items() if entry != name or value}
    table |= {name: value} if value else {}
    rest = {each: old for each, old in data.items() if each != key or table}
    return rest | ({key: table} if table else {})


def with_bridge(data: Raw, known: Known, site: str, *, stands: bool) -> dict[str, Data]:
    """Return the scenario with a bridge that stands at a site, or is down (9); raise CannotPlace."""
    if all(site not in known.sites(area) for area in site.split("-")):
        raise CannotPlace(f"{site} is no bridge site: that is a road over a river (9).")
    bridges = [bridge for bridge in list_in(data, "intact_bridges") if bridge != site or stands]
    bridges += [site] if stands and site not in bridges else []
    rest = {key: value for key, value in data.items() if key != "intact_bridges" or bridges}
    return rest | ({"intact_bridges": bridges} if bridges else {})


def emptied(data: Raw) -> dict[str, Data]:
    """Return a scenario with its map and counters, bridges and forts, and nobody on the map."""
    return {key: value for key, value in data.items() if key not in _ON_THE_MAP} | {"setup": {}}
