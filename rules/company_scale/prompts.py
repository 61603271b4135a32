"""What the questions for one of several things say. Frames keep no words, so that words can change and no game does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from rules.company_scale.pieces import counter
from rules.company_scale.r08_7_1_spotting import barrage_of, indirect_value
from rules.company_scale.state import Battle
from rules.engine.frames import Frame

Words: TypeAlias = "Callable[[Battle, Frame, Frame], str]"
"""The prompt of a question, from its frame and the frame of the procedure that asks it."""


def prompt_of(game: Battle) -> str:
    """Return what the running frame asks for, one of several things."""
    frame, asker = game.frame, game.state.frames[game.index - 1]
    return _WORDS[frame["question"]](game, frame, asker)


def _target_unit(game: Battle, frame: Frame, asker: Frame) -> str:
    if asker.kind == "air_attack":
        attack = "Air attack on"
    elif asker.kind == "indirect_resolution":
        value, _ = indirect_value(game, barrage_of(asker))
        attack = f"{counter(game, asker['unit']).label} fires indirectly (value {value}) at"
    else:
        attack = f"{counter(game, asker['unit']).label} fires at"
    return f"{attack} {frame['hex']}: which unit takes the hit?"


def _lose_weapon(game: Battle, frame: Frame, asker: Frame) -> str:
    if asker.get("most") is None:
        return f"More support weapons than units in {frame['hex']}: which one goes?"
    return f"Advance over a steep slope from {frame['hex']}: which support weapon goes?"  # 6.2.2


def _rout_unit(game: Battle, frame: Frame, asker: Frame) -> str:
    if frame["seat"] == asker["firer"]:
        return f"Rout check in {frame['hex']}: which unit in column makes it?"
    return f"Rout check in {frame['hex']}: the target unit is gone. Which unit makes it?"  # RULINGS 32


def _air_placement(game: Battle, frame: Frame, asker: Frame) -> str:
    left = asker[asker["placing"]]
    return f"Which division gets {'1 air support marker' if left == 1 else f'the next of {left} air support markers'}?"


def _event(game: Battle, frame: Frame, asker: Frame) -> str:
    event: Mapping[str, Any] = game.scenario.charts.events[asker["result"]]
    points = {key: abs(value) for key, value in event.items() if isinstance(value, int)}
    return _EVENTS[frame["about"]].format_map(points)


_EVENTS: Final = {
    "american_officer": "American officer: which division gains {dispatch} dispatch points?",
    "german_officer": "German officer: which division gains {commands} direct commands?",
    "out_of_contact": "Americans out of radio contact: which division loses {troop_quality} point of troop quality?",
    "desperation": "German desperation: which division loses {troop_quality} point of troop quality?",
    "intelligence": "German intelligence: which division gains {dispatch} DP, or which Allied one loses {or_dispatch}?",
}

_WORDS: Final[Mapping[str, Words]] = {
    "target_unit": _target_unit,
    "defence_weapon": lambda game, frame, asker: f"Which support weapon in {frame['hex']} modifies the defense?",
    "defence_unit": lambda game, frame, asker: f"Assault on {frame['hex']}: which unit's defense counts?",
    "lose_unit": lambda game, frame, asker: (
        f"{frame['hex']} exceeds disorganized 4: choose a unit to lose ({asker['over']} to go)."
    ),
    "lose_weapon": _lose_weapon,
    "lose_leader": lambda game, frame, asker: f"A leader in {frame['hex']} is hit: which one?",
    "rout_unit": _rout_unit,
    "air_placement": _air_placement,
    "event": _event,
    "attachment": lambda game, frame, asker: (
        f"{game.scenario.formations[frame['about']].name} enters play: attach it to which division?"
    ),
}

_SPOKEN: Final = {
    **dict.fromkeys(("choose_unit", "choose_weapon", "choose_division", "choose_leader"), "prompt"),
    "hero_offer": "what",
    "opportunity_fire": "what",
}


def without_words(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a position of the first schema without the words that its frames kept."""
    frames = [
        [kind, step, {name: value for name, value in data.items() if name != _SPOKEN.get(kind)}]
        for kind, step, data in raw["frames"]
    ]
    return {**raw, "frames": frames}
