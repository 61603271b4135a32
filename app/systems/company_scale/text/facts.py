"""Counters and hexes described in words, as the stack inspector shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.systems.company_scale.text import names as wording
from app.text.names import Names
from rules.engine.answers import ValueRow


def signed(value: int) -> str:
    """Return a number with its sign, zero plain."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def half(value: float) -> str:
    """Return movement points with halves as a fraction: 2½ for 2.5."""
    whole, rest = divmod(round(value * 2), 2)
    return f"{whole}½" if rest and whole else "½" if rest else str(whole)


def fire_words(fire: Mapping[str, Any] | None) -> str:
    """Return a fire power in words."""
    if not fire:
        return "cannot fire"
    reach = "any range" if fire.get("range", 1) >= 99 else f"range {fire.get('range', 1)}"
    return f"Fire {fire['value']} {wording.BOXES.get(str(fire['box']), fire['box'])}, {reach}"


def column_words(unit: Mapping[str, Any]) -> str:
    """Return how a deployed unit's fire and defense change in column: ": fire 4 → 3, defense 0 → +1", or ""."""
    other = unit.get("other_face") or {}
    fires = [str(face["value"]) if face else "none" for face in (unit.get("fire"), other.get("fire"))]
    guards = [signed(int(face.get("defense") or 0)) for face in (unit, other)]
    changed = [f"{name} {a} → {b}" for name, (a, b) in (("fire", fires), ("defense", guards)) if a != b]
    return f": {', '.join(changed)}" if changed else ""


def move_words(move: Mapping[str, Any] | None) -> str:
    """Return a movement allowance in words."""
    if not move or move.get("allowance") is None:
        return "can't move on this side"
    return f"Moves {move['allowance']} ({wording.MOVE_CLASSES.get(str(move['class']), move['class'])})"


def unit_lines(unit: Mapping[str, Any], names: Names) -> list[str]:
    """Return what a unit's counter says, one short line after the other."""
    belongs = (
        names.of(str(unit["formation"])) if unit.get("formation") and unit["formation"] != unit["division"] else ""
    )
    lines = [", ".join(part for part in (belongs, names.of(str(unit["division"]))) if part)]
    lines.append(f"{'Deployed' if unit.get('deployed') else 'In column'} · {fire_words(unit.get('fire'))}")
    armor = wording.ARMOR.get(str(unit.get("armor")), "")
    lines.append(f"Defense {signed(int(unit.get('defense') or 0))}, {armor} · {move_words(unit.get('move'))}")
    state = []
    if unit.get("active"):
        used = int(unit.get("actions_used") or 0)
        state.append({0: "active, has not acted", 1: "active, has acted once"}.get(used, "active, has acted twice"))
    if unit.get("active") and out_of_command(unit):
        state.append("out of command")
    if unit.get("engineer"):
        state.append("engineers")
    if state:
        lines.append(", ".join(state).capitalize())
    for key, words in (("carried_by", "Loaded on"), ("carries", "Carries")):
        if unit.get(key):
            lines.append(f"{words} {names.of(str(unit[key]))}")
    return lines


def passenger_of(view: Mapping[str, Any], unit: str) -> str:
    """Return the unit that a transport or tank carries, or "": it has no counter of its own on the map (15.0, 30.0)."""
    return _field(view, unit, "carries")


def carrier_of(view: Mapping[str, Any], unit: str) -> str:
    """Return the transport or tank that carries a unit, or ""."""
    return _field(view, unit, "carried_by")


def _field(view: Mapping[str, Any], unit: str, key: str) -> str:
    return next((str(u.get(key) or "") for u in view.get("units", ()) if u["id"] == unit), "")


def out_of_command(unit: Mapping[str, Any]) -> bool:
    """Tell whether a unit is out of command, which matters only on the map: not in a box or on a transport."""
    return unit.get("in_command") is False and unit.get("place", "map") == "map"


def card_of(unit: Mapping[str, Any], answer: Mapping[str, Any]) -> list[ValueRow]:
    """Return the rows of a unit's card, from the answer to the "stack" query; none for a passenger."""
    found = next((u for u in answer.get("units", ()) if isinstance(u, Mapping) and u.get("id") == unit["id"]), None)
    return list(found.get("card") or ()) if found is not None else []


def now_words(unit: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """Return a unit's values as modified by the markers of its hex, from the answer to the "stack" query."""
    now = next((u for u in answer.get("units", ()) if isinstance(u, Mapping) and u.get("id") == unit["id"]), None)
    if now is None:
        return ""
    parts = []
    if now.get("fire_now") is not None:
        parts.append(f"fire {now['fire_now']}".replace("-", "−"))
    if now.get("mp_now"):
        parts.append(f"{half(float(now['mp_now']))} movement points")
    if now.get("troop_quality_now") is not None:
        parts.append(f"troop quality {now['troop_quality_now']}")
    return ", ".join(parts)


def victory_condition(victory: Mapping[str, Any]) -> str:
    """Return what the German player needs to win, or "" if the view does not say."""
    margin = victory.get("german_margin")
    if margin is None:
        return ""
    if margin <= 0:
        return "The Germans win unless the Allies have more points."
    points = "one point" if margin == 1 else f"{margin} points"
    return f"The Germans win with a lead of at least {points}; otherwise the Allies win."


def lead_words(victory: Mapping[str, Any]) -> str:
    """Return who leads by how many points, if that decides the game."""
    points = victory.get("points") or {}
    if victory.get("german_margin") is None or not {"german", "allied"} <= set(points):
        return ""
    lead = int(points["german"]) - int(points["allied"])
    ahead = "Germans" if lead > 0 else "Allies"
    return f"The {ahead} lead by {abs(lead)}." if lead else "The points are equal."


def marker_words(view: Mapping[str, Any], hex_name: str) -> list[str]:
    """Return the markers of a hex in words."""
    return [wording.marker(str(m["kind"]), m.get("value")) for m in view.get("markers", ()) if m.get("hex") == hex_name]


def arrival_lines(answer: Mapping[str, Any], names: Names) -> list[str]:
    """Return what will still arrive in a hex, one line for each turn, from the answer to the "stack" query."""
    lines = []
    for due in answer.get("arrivals") or ():
        things = [names.label(str(thing)) for key in ("units", "weapons", "leaders") for thing in due.get(key, ())]
        when = f"{wording.side(str(due['side']))}, turn {due['turn']} ({wording.turn(str(due['name']))})"
        lines.append(f"{when}: {', '.join(things)}")
    return lines
