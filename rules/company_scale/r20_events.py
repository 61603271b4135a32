"""Random events: the table, who chooses, what happens (20.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.company_scale.counters import AMERICAN
from rules.company_scale.pieces import is_night
from rules.company_scale.prompts import ask_division
from rules.company_scale.r04_chits_in_play import OUT_OF_PLAY
from rules.company_scale.r05_command import COMMAND, chit_kind, chit_side, set_division
from rules.company_scale.r14_heroes import free_marker
from rules.company_scale.r22_evacuation import clear_jam, place_jam
from rules.company_scale.series import OF_AMERICANS, event_title
from rules.company_scale.state import MAP, Battle
from rules.engine.frames import Procedure

NO_EVENT: Final[Mapping[str, Any]] = {"name": "none"}
EVACUATION: Final = "evacuation"
IN_PLAY: Final = "in_play"
ON_MAP: Final = "on_map"


def event_of(game: Battle, die: int) -> Mapping[str, Any]:
    """Return the row of the Random Events Table for a die."""
    table = game.scenario.charts.events
    return table[die] if table else NO_EVENT


GIFT: Final = "division"
EFFECTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("american_officer", "german_officer", "out_of_contact", "desperation", "intelligence"), GIFT),
    **dict.fromkeys(("allied_hero", "german_hero"), "hero"),
    **{name: name for name in ("air_strike", EVACUATION, "supply_shortage")},
}
"""What each printed event does."""


def effects_of(event: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return the effects of a row, each as its kind and what it says; a printed event has one, and no event none."""
    if "effects" in event:
        return tuple((effect["effect"], effect) for effect in event["effects"])
    return ((EFFECTS[event["name"]], event),) if event["name"] in EFFECTS else ()


def divisions_of(game: Battle, side: str, where: str = IN_PLAY) -> tuple[str, ...]:
    """Return a side's divisions with their own display and units in play, or on the map."""
    return tuple(
        name
        for name, division in game.scenario.divisions.items()
        if division.side == side
        and division.has_display
        and any(
            game.state.units[u].place == MAP if where == ON_MAP else game.state.units[u].place not in OUT_OF_PLAY
            for u in game.scenario.roster.divisions.get(name, ())
        )
    )


def _roll(game: Battle) -> None:
    game.roll("random_event")


def _announce(game: Battle) -> str | None:
    die = game.frame["result"]
    event = event_of(game, die)
    game.update(die=die, chosen="")
    effects = effects_of(event)
    applies = any(_APPLIES[kind](game, effect) for kind, effect in effects)
    if applies and all(kind != EVACUATION for kind, _ in effects):  # RULINGS 148
        clear_jam(game)  # 22.1
    if "effects" in event:
        game.update(effect=0)
    title = event_title(game.scenario.charts.series, event) if applies else ""
    game.emit("RandomEvent", die=die, name=event["name"] if applies else "none", **({"title": title} if title else {}))
    if not applies:
        return "20.over"
    return None


def _happen(game: Battle) -> None:
    kind, effect = _present(game)
    if _APPLIES[kind](game, effect):
        _HAPPENS[kind](game, effect)


def _finish(game: Battle) -> str | None:
    """Carry out an effect that waited for a division to be chosen, and go on with the next of the event."""
    division = game.frame["chosen"]
    if division:
        _, effect = _present(game)
        prefix = "" if game.scenario.divisions[division].side == effect["of"] else "or_"
        _change(game, division, {key: int(effect.get(prefix + key, 0)) for key in TRACKS})
    after = game.frame.get("effect", 0) + 1
    if after >= len(effects_of(event_of(game, game.frame["die"]))):
        return None
    game.update(effect=after, chosen="")
    return "20.happen"


def _present(game: Battle) -> tuple[str, Mapping[str, Any]]:
    """Return the effect that is being carried out: what kind it is, and its row."""
    return effects_of(event_of(game, game.frame["die"]))[game.frame.get("effect", 0)]


TRACKS: Final = ("dispatch", "commands", "troop_quality")


def _change(game: Battle, division: str, changes: Mapping[str, int]) -> None:
    for key, change in changes.items():
        if change:
            before = getattr(game.state.divisions[division], key)
            set_division(game, division, **{key: before + change})
            now = getattr(game.state.divisions[division], key)
            game.emit("TrackChanged", division=division, track=key, change=now - before, value=now)


# ---- which events apply ----


def _has_division(game: Battle, event: Mapping[str, Any]) -> bool:
    return bool(_choices(game, event))


def _choices(game: Battle, event: Mapping[str, Any]) -> tuple[str, ...]:
    where = ON_MAP if event.get("on_map") else IN_PLAY
    other = divisions_of(game, event["or_from"], where) if "or_from" in event else ()
    able = divisions_of(game, event["of"], where)
    if "nation" in event:
        able = tuple(name for name in able if game.scenario.divisions[name].nation == event["nation"])
    has_americans = AMERICAN in game.scenario.charts.series.sides[event["of"]].nations
    is_theirs = has_americans and event.get("name") in OF_AMERICANS
    if is_theirs and game.scenario.rules.get("american_divisions") != "allied":  # RULINGS 147
        able = tuple(name for name in able if game.scenario.divisions[name].is_american)
    return (*able, *other)


def _flying(game: Battle, event: Mapping[str, Any]) -> bool:
    """Tell whether aircraft can arrive: by day, without rain (17.0, 16.2)."""
    return not is_night(game) and game.state.weather != "rain"


def _has_city(game: Battle, event: Mapping[str, Any]) -> bool:
    return bool(game.scenario.city)


def _has_heroes(game: Battle, event: Mapping[str, Any]) -> bool:
    return bool(free_marker(game, str(event["chooser"])))


def _always(game: Battle, event: Mapping[str, Any]) -> bool:
    return True


# ---- what happens ----


def _choose(game: Battle, event: Mapping[str, Any]) -> None:
    seat = str(event["chooser"])
    name = event_of(game, game.frame["die"])["name"]
    if name == "german_officer" and game.scenario.rules.get("german_officer") == "german":
        seat = str(event["of"])  # RULINGS 146
    ask_division(game, "event", seat, _choices(game, event), rule="20.0", about=name)


def _air_strike(game: Battle, event: Mapping[str, Any]) -> None:
    game.push("air_combat")


def _evacuation(game: Battle, event: Mapping[str, Any]) -> None:
    place_jam(game)
    game.push(EVACUATION, hexes=tuple(event["hexes"]))


def _hero(game: Battle, event: Mapping[str, Any]) -> None:
    game.push("hero_event", seat=event["chooser"])


def _shortage(game: Battle, event: Mapping[str, Any]) -> None:
    side = str(event["of"])
    state = game.state
    gone = tuple(c for c in state.cup if chit_kind(c) != COMMAND and chit_side(game.scenario, c) == side)
    state.cup = tuple(c for c in state.cup if c not in gone)
    state.shortage = (*state.shortage, side)
    game.emit("ChitsRemoved", side=side, chits=list(gone))


_APPLIES: Final[Mapping[str, Callable[[Battle, Mapping[str, Any]], bool]]] = {
    GIFT: _has_division,
    "air_strike": _flying,
    EVACUATION: _has_city,
    "hero": _has_heroes,
    "supply_shortage": _always,
}
_HAPPENS: Final[Mapping[str, Callable[[Battle, Mapping[str, Any]], None]]] = {
    GIFT: _choose,
    "air_strike": _air_strike,
    EVACUATION: _evacuation,
    "hero": _hero,
    "supply_shortage": _shortage,
}

RANDOM_EVENT: Final = Procedure(
    "random_event",
    {"20.roll": _roll, "20.event": _announce, "20.happen": _happen, "20.finish": _finish, "20.over": lambda game: None},
)


def _evacuation_die(game: Battle) -> None:
    game.roll("evacuation")


def _evacuation_hex(game: Battle) -> None:
    """Pass the reinforcement hex rolled to the evacuation markers (22.2)."""
    where = game.frame["hexes"][game.frame["result"]]
    game.emit("EvacuationRolled", die=game.frame["result"], hex=where)
    game.push("evacuation_marker", hex=where)


def _evacuation_road(game: Battle) -> None:
    game.push("evacuation_road")


EVACUATION_EVENT: Final = Procedure(
    EVACUATION, {"22.2.roll": _evacuation_die, "22.2.place": _evacuation_hex, "20.road": _evacuation_road}
)
