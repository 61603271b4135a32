"""The overlays: one at a time over the map, each from a question to the rules, with a sentence about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.play.seat import HasView, answered, sure
from app.systems.striking_anvil.seen import view_of
from app.text.names import NAMES
from rules.engine.english import counted, signed
from rules.striking_anvil.answers import Actors, Arrivals, Places, PursuitSums, Reach, Rivers, Supplies, VictoryWorth

GOOD, WARN, ALLIED, GERMAN, CUT, SUPPLIED, RIVER = ("good", "warn", "allied", "german", "cut", "supplied", "river")
"""Tones of places; RIVER is that of borders."""


@dataclass(slots=True)
class Overlay:
    """What an overlay shows: tones and words by place, words by border, lines from place to place.

    `sentence` tells it in words; `names` are what the legend calls its tones.
    """

    sentence: str
    names: Mapping[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    borders: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[str, str, str]] = field(default_factory=list)


class Game(HasView, Protocol):
    """What an overlay needs of the game on the table."""

    def query(self, name: str, **args: Any) -> object: ...


def control(game: Game) -> Overlay:
    """Show whose areas they are (1.6)."""
    sides = {area.id: area.side for area in view_of(game).areas}
    count = {side: list(sides.values()).count(side) for side in NAMES}
    told = ", ".join(f"{NAMES[side]} {counted(number, 'area')}" for side, number in count.items())
    return Overlay(f"Control: {told}.", NAMES, sides)


def supply(side: str) -> Callable[[Game], Overlay]:
    """Show the supply lines of a side and where its units are cut off (1.8)."""

    def shown(game: Game) -> Overlay:
        found = sure(Supplies, game.query("supply")).of(side)
        places = dict.fromkeys(found.areas, SUPPLIED) | dict.fromkeys(found.cut_off, CUT)
        lines = [(area, to, side) for area, to in found.lines.items() if to]
        sources = {area: "source" for area, to in found.lines.items() if not to}
        cut = f"; cut off: {', '.join(found.cut_off)}" if found.cut_off else ""
        names = {SUPPLIED: f"{NAMES[side]} supply", CUT: "Cut off"}
        sentence = f"{NAMES[side]} supply: lines to its sources through friendly areas{cut}."
        return Overlay(sentence, names, places, sources, lines=lines)

    return shown


def reach(game: Game) -> Overlay:
    """Show what the units being put together, or the group under way, can reach, with points and forced stops (4)."""
    found = answered(Reach, game.query("reach"))
    if found is None:
        return Overlay("Reach: activate an area to see where the ticked units can go.")
    places = {row.to: WARN if row.stops else GOOD for row in found.places}
    words = {row.to: f"{row.spent}{' stop' if row.stops else ''}" for row in found.places}
    sentence = f"Reach with {counted(found.capacity, 'movement point')}: points spent; in hatched areas the move ends."
    return Overlay(sentence, {GOOD: "Can go on", WARN: "The move ends there"}, places, words)


def pursuit(game: Game) -> Overlay:
    """Show where the enemy could pursue whole stacks that leave, and by how much (5.6)."""
    sentence = "Pursuit: enemy Good Order strength against what stays if all units that can act leave."
    shown = Overlay(sentence, {WARN: "Units leaving can be pursued"})
    units = view_of(game).units
    for area in view_of(game).areas:
        for side in NAMES:
            stacks = area.stacks
            enemy = stacks["german" if side == "allied" else "allied"].good
            good = [unit for unit in stacks[side].units if not units[unit].disorganized]
            if not enemy or not any(units[unit].kind == "combat" for unit in good):
                continue
            found = answered(PursuitSums, game.query("pursuit", units=tuple(good)))
            if found is not None and found.allowed:
                shown.places[area.id] = WARN
                told = f"{NAMES[side]} out {found.pursuer}:{found.rearguard}"
                shown.words[area.id] = "  ".join(filter(None, [shown.words.get(area.id, ""), told]))
    return shown


def rivers(game: Game) -> Overlay:
    """Show what each river border costs to cross, and its modifier in mobile combat (4, 5.7)."""
    sentence = "Rivers: points to cross / modifier of mobile combat over it."
    shown = Overlay(sentence, {RIVER: "Points to cross / modifier of mobile combat"})
    for row in sure(Rivers, game.query("rivers")).borders:
        shown.borders[row.border] = f"{row.cost} / {signed(row.die)}"
    return shown


def train(game: Game) -> Overlay:
    """Show where the train can go in one move (1.3.3)."""
    trains = [
        (unit, told)
        for unit, told in view_of(game).units.items()
        if told.kind == "train" and told.at not in ("due", "eliminated")
    ]
    if not trains:
        return Overlay("The armored train is not on the map.")
    unit, told = trains[0]
    found = answered(Reach, game.query("reach", units=(unit,)))
    places = {row.to: GOOD for row in found.places} if found is not None else {}
    sentence = f"The train in {told.at} reaches {counted(len(places), 'area')} by coast and Rhône."
    return Overlay(sentence, {GOOD: "The train can go there", WARN: "The train"}, places | {told.at: WARN})


def ffi(game: Game) -> Overlay:
    """Show where the FFI may rise (1.3.4)."""
    areas = sure(Places, game.query("ffi_targets")).areas
    sentence = "FFI: areas next to Allied ones, without Germans or fortifications."
    return Overlay(sentence, {GOOD: "FFI can rise here"}, dict.fromkeys(areas, GOOD))


def victory(game: Game) -> Overlay:
    """Show what areas are worth (VIC-01)."""
    found = sure(VictoryWorth, game.query("victory"))
    sides = {area.id: area.side for area in view_of(game).areas}
    places = {area: sides[area] for area in found.areas}
    words = {area: counted(points, "point") for area, points in found.areas.items()}
    names = {side: f"{name}, points for the Allies" for side, name in NAMES.items()}
    return Overlay(f"Victory: points the Allies get for each area; the score is {found.score}.", names, places, words)


def actors(game: Game) -> Overlay:
    """Show where somebody can still act (3)."""
    view = view_of(game)
    side, units = view.impulse.side, view.units
    found = sure(Actors, game.query("actors")).of(side)
    places = dict.fromkeys(found.places, GOOD)
    words = {place: str(sum(units[unit].at == place for unit in found.units)) for place in places}
    sentence = f"{NAMES[side]} areas that can act, with their units in Good Order."
    return Overlay(sentence, {GOOD: "Can act"}, places, words)


def arrivals(game: Game) -> Overlay:
    """Show what comes next (7, 8)."""
    rows = sure(Arrivals, game.query("arrivals")).arrivals
    turn = min((row.turn for row in rows), default=0)
    sentence = f"Arrivals of turn {turn}." if rows else "Nothing more arrives."
    shown = Overlay(sentence, {GOOD: f"Arrives on turn {turn}"})
    for row in rows:
        if row.turn == turn:
            shown.places[row.to] = GOOD
            shown.words[row.to] = f"{'drop: ' if row.drop else ''}{counted(len(row.units), 'unit')}"
    return shown


OVERLAYS: Mapping[str, Callable[[Game], Overlay]] = {
    "control": control,
    "supply_allied": supply("allied"),
    "supply_german": supply("german"),
    "reach": reach,
    "pursuit": pursuit,
    "rivers": rivers,
    "train": train,
    "ffi": ffi,
    "victory": victory,
    "actors": actors,
    "arrivals": arrivals,
}
ENTRIES = (
    ("control", "&Control", "Shift+C", "Show who controls each area."),
    ("supply_allied", "Supply, &Allied", "Shift+S", "Show Allied supply lines and where they are cut."),
    ("supply_german", "Supply, &German", "Shift+G", "Show German supply lines and where they are cut."),
    ("reach", "&Reach", "Shift+R", "Show where the ticked units can go, with costs and forced stops."),
    ("pursuit", "&Pursuit", "Shift+P", "Show where units leaving could be pursued, and by how much."),
    ("rivers", "R&ivers", "Shift+W", "Show the cost of crossing each river and its modifier in mobile combat."),
    ("train", "&Train", "Shift+T", "Show where the armored train can go in one move."),
    ("ffi", "&FFI", "Shift+F", "Show where the Resistance can rise."),
    ("victory", "&Victory", "Shift+V", "Show what each area is worth."),
    ("actors", "&Who can act", "Shift+A", "Show areas that can still act, with their units in Good Order."),
    ("arrivals", "Arri&vals", "Shift+N", "Show what arrives next, and where."),
)
"""Their names, titles in the menu, keys and tips."""
