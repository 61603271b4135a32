"""What each gesture of the workshop makes of a battle that is being made, as data.

The gestures are functions from the data of a scenario to the data after them; nothing is changed in place. `site` is
the ground of each hex with the charts. A gesture refuses what can be put nowhere there, and leaves the rest to the
checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.command_cards.loading.checks import Site, closed_by, obstacle_in, off_board
from rules.command_cards.state import SEATS
from rules.command_cards.terrain import BUNKER, SANDBAGS
from rules.engine.english import capital
from rules.files.problems import CannotPlace, Data, Route, list_in, table_in

Raw = Mapping[str, Data]

_ON_THE_BOARD: Final = ("figures", "obstacles", "objectives", "exits", "reinforcements", "terrain", "begin")
MOST_MEDALS: Final = 6


class Standing(NamedTuple):
    """A unit that is set up: its side and its kind."""

    seat: str
    kind: str


class Goal(NamedTuple):
    """An objective: its place in the list, its name, whether its medals stay, whether every hex must be held."""

    place: int
    name: str
    stays: bool
    every: bool
    is_here: bool


class Due(NamedTuple):
    """Who arrives together: the place in the list, the side and the round, "" where the file does not say."""

    place: int
    seat: str
    round: str
    is_here: bool


def emptied(data: Raw) -> dict[str, Data]:
    """Return a battle with its board, its sides and its cards and nobody on the board: where another one begins."""
    return {key: value for key, value in data.items() if key not in _ON_THE_BOARD} | {
        "units": {seat: {} for seat in SEATS},
        "note": "",
    }


# --- Units: one in a hex (CMD-move-04) ------------------------------------------------------------------------------


def unit_in(data: Raw, at: str) -> Standing | None:
    """Return the unit that is set up in a hex, None if there is none."""
    units = table_in(data, "units")
    return next((Standing(seat, str(units[seat][at])) for seat in SEATS if at in table_in(units, seat)), None)


def with_unit(data: Raw, site: Site, at: str, seat: str, kind: str) -> dict[str, Data]:
    """Return the battle with a unit in a hex, in place of one that is there; raise CannotPlace."""
    _admit(data, site, at, kind)
    units = table_in(data, "units")
    others = {each: {h: k for h, k in table_in(units, each).items() if h != at or each == seat} for each in SEATS}
    return _losses_moved({**data, "units": {**units, **others, seat: {**others[seat], at: kind}}}, {at: ""})


def with_unit_moved(data: Raw, site: Site, start: str, to: str) -> dict[str, Data]:
    """Return the battle with a unit in another hex; one that is there takes its place; raise CannotPlace.

    Sandbags and losses go with their unit.
    """
    swap, units = {start: to, to: start}, table_in(data, "units")
    moved = {seat: _renamed(table_in(units, seat), swap) for seat in SEATS}
    after = _losses_moved(_followed({**data, "units": {**units, **moved}}, start, to), swap)
    for at in (start, to):
        if (standing := unit_in(after, at)) is not None:
            _admit(after, site, at, standing.kind)
    return after


def without_unit(data: Raw, at: str) -> dict[str, Data]:
    """Return the battle without the unit of a hex, nor the sandbags that need it (CMD-obst-04)."""
    units = table_in(data, "units")
    left = {seat: {h: k for h, k in table_in(units, seat).items() if h != at} for seat in SEATS}
    return _losses_moved(_followed({**data, "units": {**units, **left}}, at, ""), {at: ""})


def figures_in(data: Raw, at: str) -> int:
    """Return how many figures the unit of a hex begins with, 0 if it is whole."""
    return int(table_in(data, "figures").get(at, 0))


def with_figures(data: Raw, at: str, left: int) -> dict[str, Data]:
    """Return the battle with so many figures left of the unit of a hex, 0 if it is whole."""
    others = {h: number for h, number in table_in(data, "figures").items() if h != at}
    return _with(data, "figures", others | ({at: left} if left else {}))


def _renamed(table: Raw, to: Mapping[str, str]) -> dict[str, Data]:
    """Return what stands in hexes with some of them renamed, or left out for ""; two that swap keep their lines."""
    moved = {to.get(h, h): value for h, value in table.items() if to.get(h, h)}
    return {h: moved[h] for h in table} if moved.keys() == table.keys() else moved


def _losses_moved(data: Raw, to: Mapping[str, str]) -> dict[str, Data]:
    """Return the battle with the losses in some hexes in others, or forgotten for ""."""
    figures = table_in(data, "figures")
    moved = _renamed(figures, to)
    return _with(data, "figures", moved) if moved != dict(figures) else dict(data)


def _admit(data: Raw, site: Site, at: str, kind: str) -> None:
    """Raise CannotPlace if a kind of unit cannot be in a hex."""
    if at not in site.ground:
        raise CannotPlace(off_board(at))
    if what := closed_by(data, site, at, kind):
        raise CannotPlace(f"{capital(site.charts.units[kind].name)} can't be in {at} ({what}).")


def _followed(data: Raw, start: str, to: str) -> dict[str, Data]:
    """Return the battle with the sandbags of a hex that is empty now where its unit has gone, or gone with it."""
    bags = table_in(data, "obstacles")
    if bags.get(start) != SANDBAGS or unit_in(data, start) is not None:
        return dict(data)
    moved = {to if h == start else h: kind for h, kind in bags.items() if h != start or (to and to not in bags)}
    return _with(data, "obstacles", moved)


def _with(data: Raw, key: str, value: Data) -> dict[str, Data]:
    """Return the battle with a part that is left out when there is nothing in it."""
    if value:
        return {**data, key: value}
    return {name: old for name, old in data.items() if name != key}


# --- Obstacles ------------------------------------------------------------------------------------------------------


def with_obstacle(data: Raw, site: Site, at: str, kind: str, seat: str = "") -> dict[str, Data]:
    """Return the battle with an obstacle in a hex, in place of one that is there; a bunker belongs to a side.

    Raises CannotPlace.
    """
    if at not in site.ground:
        raise CannotPlace(off_board(at))
    if site.is_closed(at):
        raise CannotPlace(f"No unit can be in {at} ({site.name(at)}).")
    standing = unit_in(data, at)
    if kind == SANDBAGS and standing is None:
        raise CannotPlace(f"Sandbags need a unit, and {at} has none.")
    what = {"kind": BUNKER, "for": seat} if kind == BUNKER else kind
    after = {**data, "obstacles": {**table_in(data, "obstacles"), at: what}}
    if standing is not None:
        _admit(after, site, at, standing.kind)
    return after


def without_obstacle(data: Raw, at: str) -> dict[str, Data]:
    """Return the battle without the obstacle of a hex."""
    return _with(data, "obstacles", {h: kind for h, kind in table_in(data, "obstacles").items() if h != at})


def with_obstacle_moved(data: Raw, site: Site, start: str, to: str) -> dict[str, Data]:
    """Return the battle with an obstacle in another hex, in place of one that is there; raise CannotPlace."""
    what = table_in(data, "obstacles").get(start)
    kind, seat = obstacle_in(data, start), str(what.get("for", "")) if isinstance(what, Mapping) else ""
    return with_obstacle(without_obstacle(data, start), site, to, kind, seat) if kind else dict(data)


# --- Objectives, exits, arrivals ------------------------------------------------------------------------------------


def _hexes(entry: Data) -> list[Any]:
    return list_in(entry, "hexes") if isinstance(entry, Mapping) else []


def entries_at(data: Raw, key: str, at: str) -> list[tuple[int, Raw]]:
    """Return the objectives, exits or reinforcements that a hex belongs to, each with its place in the list."""
    return [(place, entry) for place, entry in enumerate(list_in(data, key)) if at in _hexes(entry)]


def goals(data: Raw, at: str) -> list[Goal]:
    """Return all objectives, those that a hex belongs to marked."""
    found = [(place, goal) for place, goal in enumerate(list_in(data, "objectives")) if isinstance(goal, Mapping)]
    return [
        Goal(place, str(goal.get("name", "")), bool(goal.get("keep")), goal.get("need") == "all", at in _hexes(goal))
        for place, goal in found
    ]


def arrivals(data: Raw, at: str) -> list[Due]:
    """Return all reinforcements, those that may arrive in a hex marked."""
    found = [(place, due) for place, due in enumerate(list_in(data, "reinforcements")) if isinstance(due, Mapping)]
    return [Due(place, str(due.get("side", "")), str(due.get("round", "")), at in _hexes(due)) for place, due in found]


def leaving(data: Raw, at: str) -> frozenset[str]:
    """Return the sides whose units may leave by a hex."""
    return frozenset(str(way.get("side", "")) for _, way in entries_at(data, "exits", at))


def without_hex(data: Raw, key: str, at: str) -> dict[str, Data]:
    """Return the battle with a hex in no objective, exit or arrival any more; what has no hex left goes with it."""
    left: dict[int, Data] = {}
    for place, entry in enumerate(list_in(data, key)):
        kept = [h for h in _hexes(entry) if h != at]
        if len(kept) == len(_hexes(entry)):
            left[place] = entry
        elif kept:
            left[place] = {**entry, "hexes": kept}
    after = _with(data, key, list(left.values()))
    return _medals_renumbered(after, list(left)) if key == "objectives" else after


def with_what_follows(data: Raw, route: Route) -> dict[str, Data]:
    """Return the battle after its value at a route was removed, with the medals for the objectives that are left."""
    if route[:1] != ("objectives",) or len(route) > 2:
        return dict(data)
    count = len(list_in(data, "objectives"))
    return _medals_renumbered(data, [place for place in range(count + len(route) - 1) if place not in route])


def _medals_renumbered(data: Raw, left: Sequence[int]) -> dict[str, Data]:
    """Return the battle with the medals won for the objectives that are left, by their new numbers."""
    begin, numbers = table_in(data, "begin"), {place + 1: new for new, place in enumerate(left, 1)}
    won: dict[str, Data] = {}
    for seat, medals in table_in(begin, "medals").items():
        told = [medal for medal in medals if "number" not in medal or medal["number"] in numbers]
        won[seat] = [{**m, "number": numbers[m["number"]]} if "number" in m else m for m in told]
    return {**data, "begin": {**begin, "medals": won}} if won else dict(data)


def with_hex(data: Raw, site: Site, key: str, place: int, at: str) -> dict[str, Data]:
    """Return the battle with one more hex in an objective, exit or arrival; raise CannotPlace."""
    _open(site, at)
    entries = list(list_in(data, key))
    entries[place] = {**entries[place], "hexes": [*(h for h in _hexes(entries[place]) if h != at), at]}
    return {**data, key: entries}


def with_entry(data: Raw, key: str, place: int, **changes: Data) -> dict[str, Data]:
    """Return the battle with other values in an objective, exit or arrival."""
    entries = list(list_in(data, key))
    entries[place] = {**entries[place], **changes}
    return {**data, key: entries}


def with_objective(data: Raw, site: Site, at: str, seat: str, medals: int, name: str) -> dict[str, Data]:
    """Return the battle with a hex worth medals to a side; one that is so already is worth this many now.

    Raises CannotPlace.
    """
    _open(site, at)
    for place, goal in entries_at(data, "objectives", at):
        if goal.get("for") == seat:
            return with_entry(data, "objectives", place, medals=medals)
    new = {"hexes": [at], "for": seat, "medals": medals, "keep": True, "name": name or at}
    return {**data, "objectives": [*list_in(data, "objectives"), new]}


def with_exit(data: Raw, site: Site, at: str, seat: str, medals: int) -> dict[str, Data]:
    """Return the battle with a hex by which a side's units leave for so many medals each; raise CannotPlace."""
    _open(site, at)
    ways = list_in(without_exit(data, at, seat), "exits")
    for place, way in enumerate(ways):
        if isinstance(way, Mapping) and (way.get("side"), way.get("medals")) == (seat, medals):
            return with_hex({**data, "exits": ways}, site, "exits", place, at)
    return {**data, "exits": [*ways, {"side": seat, "hexes": [at], "medals": medals}]}


def without_exit(data: Raw, at: str, seat: str) -> dict[str, Data]:
    """Return the battle with a hex by which a side's units cannot leave."""
    ways = [way for way in list_in(data, "exits") if isinstance(way, Mapping) and way.get("side") == seat]
    cut = without_hex({"exits": ways}, "exits", at)
    others = [way for way in list_in(data, "exits") if way not in ways]
    return _with(data, "exits", [*others, *list_in(cut, "exits")]) if list_in(cut, "exits") != ways else dict(data)


def with_arrival(data: Raw, site: Site, at: str, standing: Standing, turn: int) -> dict[str, Data]:
    """Return the battle with a unit that arrives in a round at a hex, with others of its side that do.

    Raises CannotPlace.
    """
    _admit(data, site, at, standing.kind)
    arrivals = list_in(data, "reinforcements")
    for place, due in entries_at(data, "reinforcements", at):
        if (due.get("side"), due.get("round"), _hexes(due)) == (standing.seat, turn, [at]):
            return with_entry(data, "reinforcements", place, units=[*list_in(due, "units"), standing.kind])
    new = {"side": standing.seat, "round": turn, "hexes": [at], "units": [standing.kind]}
    return {**data, "reinforcements": [*arrivals, new]}


def _open(site: Site, at: str) -> None:
    if at not in site.ground:
        raise CannotPlace(off_board(at))
    if site.is_closed(at):
        raise CannotPlace(f"No unit can enter {at} ({site.name(at)}).")


# --- Cards, night ---------------------------------------------------------------------------------------------------


def set_aside(data: Raw) -> Sequence[str]:
    """Return the cards that are left out of the deck."""
    return [str(card) for card in list_in(data, "set_aside")]


def with_card_turned(data: Raw, card: str) -> dict[str, Data]:
    """Return the battle with a card set aside, or back in the deck if it was."""
    aside = set_aside(data)
    return _with(data, "set_aside", [c for c in aside if c != card] if card in aside else [*aside, card])


def with_night(data: Raw, until: int, distance: int) -> dict[str, Data]:
    """Return the battle with night until the end of a round, in which battles reach so far; by day if that is 0."""
    return _with(data, "night", {"until_round": until, "max_distance": distance} if until else {})
