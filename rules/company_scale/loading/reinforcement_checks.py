"""Check reinforcements: pieces, turns, hexes, and that units can leave the hex they arrive in (18.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.loading.known import KnownIds
from rules.files.documents import Document
from rules.files.problems import Problem, unknown
from rules.files.values import Data, Route
from rules.hexes.grid import neighbours

_KEYS: Final = ("units", "support_weapons", "leaders", "heroes")


def reinforcement_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    """Yield every fault in the reinforcement schedule."""
    placed = {name: "is already set up" for key in ("setup", *_KEYS[1:]) for name in scenario.mapping.get(key, ())}
    for i, due in enumerate(scenario.mapping.get("reinforcements", ())):
        route: Route = ("reinforcements", i)
        if due["turn"] > scenario.mapping["turns"]:
            message = (
                f"The scenario ends with turn {scenario.mapping['turns']}; nothing can arrive in turn {due['turn']}."
            )
            yield scenario.problem((*route, "turn"), message)
        here, fault = known.playable(due["hex"])
        if fault:
            yield scenario.problem((*route, "hex"), f"Nothing can arrive here: {fault}")
        for key in _KEYS:
            yield from _piece_problems(scenario, (*route, key), due.get(key, ()), known.counters(key), placed)
        units = [known.units[name] for name in due["units"] if name in known.units]
        if len({known.side(unit) for unit in units}) > 1:
            yield scenario.problem(route, "Units of both sides arrive together; make an entry for each side.")
        if here:
            yield from _exit_problems(scenario, (*route, "units"), due, here, known)


def _piece_problems(
    scenario: Document, route: Route, names: Any, counters: Mapping[str, Data], placed: dict[str, str]
) -> Iterator[Problem]:
    for name in names:
        if name not in counters:
            yield scenario.problem(route, unknown("piece in these forces", name, counters))
        elif name in placed:
            yield scenario.problem(route, f"{name} {placed[name]}; it can arrive only once.")
        placed[name] = "arrives twice"


def _exit_problems(scenario: Document, route: Route, due: Any, here: int, known: KnownIds) -> Iterator[Problem]:
    near = [known.ground[h] for h in neighbours(here) if known.ground.get(h, "~") not in "~# "]
    for name in due["units"]:
        move = known.move_class(known.units[name]) if name in known.units else "leg"
        if not move and due.get("side") != "deployed":
            text = f"{name} has no movement and cannot leave the hex it arrives in (18.0); "
            yield scenario.problem(route, text + "let it arrive deployed, so that a transport can fetch it (15.0).")
        elif not move:
            continue
        elif not near or (move != "leg" and here not in known.roads and set(near) == {"m"}):
            yield scenario.problem(route, f"{name} cannot leave the hex it arrives in; choose another hex.")
