"""What a set-up may refer to, gathered once for all that checks it: ground, roads, raw counters, charts and sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.company_scale.loading.forces_checks import entries
from rules.company_scale.loading.map_checks import LETTERS, WATER, letters
from rules.files.documents import Document
from rules.files.problems import Data
from rules.files.still_shelf import Kept
from rules.hexes.grid import hex_id


@dataclass(slots=True)
class KnownIds:
    """What the set-up may refer to: terrain letters, hexes with a road, raw counters, charts and sides.

    `is_under_way` tells that the scenario begins in the middle of a game, which goes beyond what a set-up may do.
    In hexes with doubtful names may stand units that are not known.
    """

    ground: Mapping[int, str]
    roads: frozenset[int]
    charts: Mapping[str, Data]
    units: dict[str, Mapping[str, Data]]
    weapons: dict[str, Mapping[str, Data]]
    leaders: dict[str, Mapping[str, Data]]
    divisions: dict[str, Mapping[str, Data]]
    formations: dict[str, Mapping[str, Data]]
    heroes: dict[str, Mapping[str, Data]]
    stacks: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    riders: dict[str, str] = field(default_factory=dict)
    rails: frozenset[int] = frozenset()
    is_under_way: bool = False
    doubtful: set[str] = field(default_factory=set)

    def sides_up(self, name: str) -> tuple[str, ...]:
        """Return which sides of a piece can be up; only units have two."""
        if name not in self.units:
            return ()
        kind = self.charts["unit_types"][self.units[name]["type"]]
        return tuple(side for side in ("deployed", "column") if side in kind)

    def counters(self, key: str) -> Mapping[str, Mapping[str, Data]]:
        """Return the raw counters of one kind: units, support_weapons, leaders or heroes."""
        kinds = {"units": self.units, "support_weapons": self.weapons, "leaders": self.leaders, "heroes": self.heroes}
        return kinds[key]

    def playable(self, name: str) -> tuple[int, str]:
        """Return the id of a hex (0 if it cannot be used) and a sentence telling why not."""
        return _playable(name, self.ground)

    def division(self, counter: Mapping[str, Data]) -> str:
        """Return the division a raw counter belongs to."""
        formation = counter.get("formation")
        return str(self.formations[formation]["division"] if formation else counter["division"])

    def side(self, counter: Mapping[str, Data]) -> str:
        """Return the side a raw counter belongs to."""
        return str(self.divisions[self.division(counter)]["side"])

    def is_marker(self, counter: Mapping[str, Data]) -> bool:
        """Tell whether a counter is an evacuation marker (22.2)."""
        return bool(self.charts["unit_types"].get(counter.get("type"), {}).get("marker"))

    def move_class(self, counter: Mapping[str, Data]) -> str:
        """Return leg, wheeled or tracked, or '' for a unit that never moves."""
        kind = self.charts["unit_types"][counter["type"]]
        moves = [kind[face].get("move") for face in ("column", "deployed") if face in kind]
        return next((str(move[0]) for move in moves if isinstance(move, list)), "")


def known_of(scenario: Document, ground: Document, forces: Sequence[Document], charts: Mapping[str, Data]) -> KnownIds:
    """Return what a scenario may refer to, from its map, forces and charts."""
    area = scenario.mapping.get("area")
    by_id = {
        key: {entry.data["id"]: entry.data for entry in entries(forces, key)}
        for key in ("units", "transports", "support_weapons", "leaders", "divisions", "formations", "heroes")
    }
    return KnownIds(
        charts=charts,
        units=by_id["units"] | by_id["transports"],
        weapons=by_id["support_weapons"],
        leaders=by_id["leaders"],
        divisions=by_id["divisions"],
        formations=by_id["formations"],
        heroes=by_id["heroes"],
        is_under_way="begin" in scenario.mapping,
        **ground_known(ground.mapping, area, Kept()),
    )


def ground_known(ground: Mapping[str, Data], area: Mapping[str, Any] | None, kept: Kept) -> dict[str, Any]:
    """Return what a scenario may refer to of its map: `ground`, `roads` and `rails`."""
    ways = ground.get("roads", ())
    roads, rails = kept.once("ways", (ways,), lambda: _roads_and_rails(ways))
    return {"ground": _in_play(letters(ground), area), "roads": roads, "rails": rails}


def _roads_and_rails(ways: Sequence[Mapping[str, Any]]) -> tuple[frozenset[int], frozenset[int]]:
    tracks = (road["hexes"] for road in ways if road["kind"] == "railroad")
    rails = frozenset(hex_id(name) for track in tracks for name in track)
    return frozenset(hex_id(name) for road in ways for name in road["hexes"]), rails


def _in_play(ground: Mapping[int, str], area: Mapping[str, Any] | None) -> Mapping[int, str]:
    """Return the terrain letters of the part of a map that is in play."""
    if not area:
        return ground
    (west, east), (north, south) = sorted(area["columns"]), sorted(area["rows"])
    return {h: letter for h, letter in ground.items() if west <= h // 100 <= east and north <= h % 100 <= south}


def _playable(name: str, ground: Mapping[int, str]) -> tuple[int, str]:
    """Return the id of a hex (0 if it cannot be used) and a sentence telling why not."""
    try:
        here = hex_id(name)
    except ValueError as error:
        return 0, str(error)
    letter = ground.get(here, "#")
    if letter in LETTERS:
        return here, ""
    return 0, f"{name} is river water, out of play." if letter == WATER else f"{name} is not on this map."
