"""The order of battle and the places, as they are listed and looked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.systems.striking_anvil.text.facts import rank, state_words, unit_words, values
from app.systems.striking_anvil.text.names import SIDES
from app.text.entries import Entry, Kind, Standing
from app.text.names import Names

OTHERS = "Support and transport"


def army(view: Mapping[str, Any], names: Names) -> list[Entry]:
    """Return the sides with their units by division."""
    due = {unit: row for row in view["arrivals"] for unit in row["units"]}
    exits = {box["id"] for box in view["boxes"] if box["kind"] == "exit"}
    sides: dict[str, dict[str, list[Entry]]] = {side: {} for side in SIDES}
    for unit, told in sorted(view["units"].items(), key=lambda pair: rank(pair[1])):
        if told["at"] == "due" and unit not in due:
            continue  # no part of this scenario
        group = str(told["division"] or OTHERS)
        sides[told["side"]].setdefault(group, []).append(_unit(unit, told, due.get(unit), exits, names))
    return [
        Entry("", SIDES[side], Kind.GROUP, seat=side,
              entries=tuple(Entry("", name, Kind.GROUP, seat=side, entries=tuple(units))
                            for name, units in sorted(groups.items(), key=lambda pair: (pair[0] == OTHERS, pair[0]))))
        for side, groups in sides.items()
    ]  # fmt: skip


def _unit(
    unit: str, told: Mapping[str, Any], due: Mapping[str, Any] | None, exits: set[str], names: Names
) -> Entry:  # fmt: skip
    place, standing = names.of(told["at"]), Standing.HERE
    if told["at"] == "eliminated":
        place, standing = "Eliminated", Standing.LOST
    elif due is not None:
        place, standing = f"Turn {due['turn']}, {names.of(due['to'])}", Standing.DUE
    elif told["at"] in exits:
        standing = Standing.AWAY
    state = ", ".join(filter(None, [values(told), state_words(told)]))
    return Entry(f"unit:{unit}", told["label"], Kind.UNIT, state, place, f"{unit} {unit_words(told)}", told["side"],
                 standing)  # fmt: skip


def places(view: Mapping[str, Any]) -> Sequence[Entry]:
    """Return the areas and boxes."""
    areas = [
        Entry(f"area:{area['id']}", area["name"], Kind.PLACE, f"{area['terrain']}, {SIDES[area['side']]}", area["id"],
              area["id"])
        for area in view["areas"]
    ]  # fmt: skip
    boxes = [Entry(f"area:{box['id']}", box["name"], Kind.PLACE, f"{SIDES[box['side']]} box", box["id"], box["id"])
             for box in view["boxes"]]  # fmt: skip
    return [*areas, *boxes]
