"""Check what a schema cannot about the charts of a series: sides, colors, turns of the day, events (2.0, 20.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.r20_events import EFFECTS, GIFT, TRACKS
from rules.company_scale.scenario import SIDES
from rules.files.checking import unknown_name
from rules.files.contrast import READABLE, contrast
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Route

GROUNDS: Final = {"color": ("#e9e0cb", "#f2e9d5", "#f8f2e3"), "lamplight": ("#1d1b18", "#282521", "#312d28")}
"""The grounds on which the color of a side is read, by day and by lamplight."""
LETTERS: Final = "#fbf6e9"
"""What is written on the bar of a side."""
_NEEDS: Final = {GIFT: ("chooser", "of"), "hero": ("chooser",), "supply_shortage": ("of",), "evacuation": ("hexes",)}
"""What an effect must say besides its kind."""


def series_problems(charts: Mapping[str, Data], source: Document) -> Iterator[Problem]:
    """Yield every fault in the charts of a series; `source` holds those of them that are not as printed."""
    for side in SIDES if "series" in source.mapping else ():
        if side in source.mapping["series"]:
            yield from _color_problems(source, side)
    if "series" in source.mapping:
        yield from _likeness(charts["series"], source)
    yield from _turn_problems(source)
    nations = {side: charts["series"][side]["nations"] for side in SIDES}
    for place, event in enumerate(source.mapping.get("random_events", ())):
        yield from _event_problems(source, ("random_events", place), event, nations)
    for name, hero in source.mapping.get("hero_types", {}).items():
        if "power" not in hero and name not in _POWERS:
            text = f'Say whose power {name} has: "power: " and one of {", ".join(_POWERS)} (14.1).'
            yield source.problem(("hero_types", name), text)


_POWERS: Final = ("gregg", "adams", "murphy", "wietersheim", "rolin")


def _color_problems(source: Document, side: str) -> Iterator[Problem]:
    row: Mapping[str, str] = source.mapping["series"][side]
    for key, grounds in GROUNDS.items():
        least = min(contrast(row[key], ground) for ground in grounds)
        if least < READABLE:
            how = "darker" if key == "color" else "lighter"
            text = f"Words in {row[key]} have a contrast of {least:.1f}; take a {how} color, for {READABLE} or more."
            yield source.problem(("series", side, key), text)
    if contrast(row["bar"], LETTERS) < READABLE:
        text = f"Pale letters on {row['bar']} have a contrast of {contrast(row['bar'], LETTERS):.1f}; "
        yield source.problem(("series", side, "bar"), f"{text}take a darker color, for {READABLE} or more.")


def _likeness(series: Mapping[str, Any], source: Document) -> Iterator[Problem]:
    """Yield what both sides have alike, so that nobody can tell them apart."""
    for key, what in (("name", "name"), ("color", "color"), ("lamplight", "color"), ("bar", "color")):
        if series["german"][key] == series["allied"][key]:
            route = next(("series", side, key) for side in reversed(SIDES) if side in source.mapping["series"])
            yield source.problem(route, f"Both sides have the {what} {series['german'][key]}; give each its own.")


def _turn_problems(source: Document) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for place, hour in enumerate(source.mapping.get("turn_track", ())):
        if hour["name"] in seen:
            text = f"Turn {seen[hour['name']] + 1} of the day is {hour['name']} too; give each a name of its own."
            yield source.problem(("turn_track", place, "name"), text)
        seen.setdefault(hour["name"], place)


def _event_problems(
    source: Document, route: Route, event: Mapping[str, Any], nations: Mapping[str, Mapping[str, str]]
) -> Iterator[Problem]:
    name = event["name"]
    if "effects" in event:
        if name in EFFECTS:
            text = f'{name} is a printed event with an effect of its own; give this one another name, or no "effects".'
            yield source.problem((*route, "name"), text)
        for place, effect in enumerate(event["effects"]):
            yield from _effect_problems(source, (*route, "effects", place), effect, nations)
    elif name != "none" and name not in EFFECTS:
        text = f'"{name}" is no printed event; say what it does in "effects", or write none, {", ".join(EFFECTS)}.'
        yield source.problem((*route, "name"), text)


def _effect_problems(
    source: Document, route: Route, effect: Mapping[str, Any], nations: Mapping[str, Mapping[str, str]]
) -> Iterator[Problem]:
    kind = effect["effect"]
    for key in _NEEDS.get(kind, ()):
        if key not in effect:
            yield source.problem(route, f'The effect {kind} needs a line "{key}: ...".')
    if kind != GIFT:
        return
    if not any(effect.get(track) for track in TRACKS):
        text = "This changes nothing; say by how much dispatch, commands or troop_quality changes."
        yield source.problem(route, text)
    if effect.get("or_from") == effect.get("of"):
        if "or_from" in effect:
            text = "These are the divisions of the same side; name the other in or_from, or leave it out."
            yield source.problem((*route, "or_from"), text)
    elif "or_from" in effect and not any(effect.get(f"or_{track}") for track in TRACKS):
        yield source.problem(route, "Say by how much or_dispatch, or_commands or or_troop_quality changes.")
    if "nation" in effect and "of" in effect and effect["nation"] not in nations[effect["of"]]:
        yield unknown_name(source, (*route, "nation"), "nation of this side", effect["nation"], nations[effect["of"]])
