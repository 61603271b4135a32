"""The game of the series that is played: its name, both sides, the chapters in force, the turns of a day (2.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules.company_scale.counters import AMERICAN
from rules.engine.compiling import native_dataclass
from rules.engine.english import capital

if TYPE_CHECKING:
    from rules.files.problems import Data

FRENCH: Final = "french"
PANZERFAUST: Final = "Panzerfaust"
CITY: Final = "Montélimar"
_REROLL: Final = "{} reroll"
"""What a re-roll marker is called after its side."""
CONCENTRATION: Final = "8.3.6"
TANK_SMOKE: Final = "8.7.2"
RIDERS: Final = "30"


@native_dataclass(frozen=True, slots=True)
class Hour:
    """A turn of the day: its name, such as "0700", and whether it is by night (17)."""

    name: str
    night: bool = False


@native_dataclass(frozen=True, slots=True)
class SeriesSide:
    """A side: its name ("German"), its `players` ("the Germans"), its nations by id, and its look.

    Colors are "#rrggbb": on light ground, on dark ground (`lamplight`), and of the prompt bar. The emblem is cross,
    star or plain. `reroll` is what its re-roll marker is called (28.0).
    """

    name: str
    players: str
    nations: Mapping[str, str]
    color: str
    lamplight: str
    bar: str
    emblem: str
    reroll: str


@native_dataclass(frozen=True, slots=True)
class Series:
    """A game of the series: its title, its sides by id, and the chapters of one nation or battle that are in force."""

    title: str
    sides: Mapping[str, SeriesSide]
    chapters: frozenset[str] = field(default_factory=frozenset[str])


@cache
def printed_charts() -> Mapping[str, Any]:
    """Return the printed charts as data."""
    from rules.files.documents import read_file

    return read_file(Path(__file__).resolve().parent / "charts" / "house.yaml").mapping


def series_of(charts: Mapping[str, Data]) -> Series:
    """Return the game of the series of charts that have been checked."""
    data: Mapping[str, Any] = charts["series"]
    sides = {
        side: SeriesSide(**{"reroll": _reroll(side, data[side]["name"]), **data[side]}) for side in ("german", "allied")
    }
    return Series(data["title"], sides, frozenset(data["chapters"]))


def _reroll(side: str, name: str) -> str:
    """Return what the re-roll marker of a side is called whose charts do not say so."""
    printed = printed_charts()["series"][side]
    return str(printed["reroll"]) if name == printed["name"] else _REROLL.format(name)


def rerolls_of(series: Series) -> str:
    """Return what both re-roll markers are called together, in general words unless each has a name of its own."""
    sides = [series.sides[seat] for seat in ("allied", "german")]
    own = all(side.reroll != _REROLL.format(side.name) for side in sides)
    return " and ".join(side.reroll for side in sides) if own else "reroll markers"


def terms_of(series: Series) -> Mapping[str, str]:
    """Return what stands for words of the printed game in another one, in the order in which they are replaced."""
    terms = {"Bourbon and Cognac": capital(rerolls_of(series))}
    for seat, side in printed_series().sides.items():
        own = series.sides[seat]
        terms |= {capital(side.players): capital(own.players), side.players: own.players, side.name: own.name}
    if FRENCH not in series.sides["allied"].nations:
        terms |= {
            ", including French ones": "",
            "an FFI ambush": "an ambush",
            "FFI ambushes": "Ambushes",
            "FFI": "irregulars",
        }
    weapon = one_use_weapon(series)
    terms |= {f"and {PANZERFAUST}s": f"and {weapon}s", PANZERFAUST: capital(weapon)}
    return {word: term for word, term in terms.items() if word != term}


def one_use_weapon(series: Series) -> str:
    """Return what a support weapon that is spent in an assault is called (9.5): only Germans have Panzerfausts."""
    return PANZERFAUST if "german" in series.sides["german"].nations else "single-use weapon"


def hours_of(charts: Mapping[str, Data]) -> tuple[Hour, ...]:
    """Return the turns of a day by charts that have been checked."""
    return tuple([Hour(row["name"], row.get("night", False)) for row in charts["turn_track"]])


def event_sides(series: Series, event: Mapping[str, Any]) -> dict[str, str]:
    """Return what the sides are called that a printed event names (20.0); `nation` is the one that stands in its name.

    Two printed events name the Americans, not their side; a game without any has the name of the side instead.
    """
    names = {key: series.sides[event[key]].name for key in ("of", "chooser", "or_from") if key in event}
    of = series.sides[event.get("of", "allied")]
    return {**names, "nation": of.nations.get(AMERICAN, of.name)}


OF_AMERICANS: Final = frozenset({"american_officer", "out_of_contact"})
"""The events that choose among the American divisions of a game that has any, not all Allied ones (RULINGS 147)."""
_EVENTS: Final = {
    "american_officer": "{nation} officer shows initiative",
    "german_officer": "{of} officer shows initiative",
    "allied_hero": "{chooser} hero!",
    "german_hero": "{chooser} hero!",
    "supply_shortage": "{of} supply shortages",
    "out_of_contact": "{nation} troops out of radio contact",
    "desperation": "{of} desperation",
    "intelligence": "{of} intelligence breakthrough",
}


def event_title(series: Series, event: Mapping[str, Any]) -> str:
    """Return what a printed event that names a side is called in another game than the printed one, or ""."""
    if series == printed_series() or event["name"] not in _EVENTS:
        return ""
    return _EVENTS[event["name"]].format_map(event_sides(series, event))


@cache
def printed_series() -> Series:
    """Return the printed game."""
    return series_of(printed_charts())


def series_in(scenario: object) -> Series:
    """Return the game of the series that a scenario is one of, the printed one for none."""
    series = getattr(getattr(scenario, "charts", None), "series", None)
    return series if isinstance(series, Series) else printed_series()


@cache
def printed_hours() -> tuple[Hour, ...]:
    """Return the turns of a day in the printed game."""
    return hours_of(printed_charts())
