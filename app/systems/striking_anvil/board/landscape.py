"""What the file of a map's ground tells (scenarios/striking_anvil/ground), as records.

Points are longitudes and latitudes in degrees, rooms of the sheet left, top, width and height in centimeters; some of
these numbers are texts, as the reader of YAML keeps decimals that a float does not hold exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from rules.engine.frozen import frozen
from rules.striking_anvil.loading.scenarios import load_ground

LonLat = Sequence[float]
Line = Sequence[LonLat]
Room = Sequence[float]


@frozen
class Town:
    """A town of a size from 0 to 4; `area` is the one it is the chief town of."""

    name: str
    size: int
    at: LonLat
    area: str = ""


@frozen
class Outline:
    """An isle or a lake."""

    name: str
    outline: Line


@frozen
class Ridge:
    """A crest, its height in meters and its width in kilometers."""

    crest: Line
    height: float
    width: float


@frozen
class Wood:
    """A wood along an axis, its width in centimeters of the sheet, its density from 0 to 1."""

    axis: Line
    width: float
    density: float


@frozen
class Stream:
    """A river that is no border, its width in millimeters of the sheet."""

    name: str
    course: Line
    width: float


@frozen
class Road:
    """A road that crosses no border."""

    name: str
    line: Line
    national: bool


@frozen
class Region:
    """The name of a region and the line it is written along."""

    name: str
    line: Line


@frozen
class Mainland:
    """The coast beyond the map."""

    west: Line
    east: Line


@frozen
class AreaPlaces:
    """Where in an area its disc, name, marks and the stacks of both sides stand, in centimeters of the sheet."""

    disc: LonLat | None = None
    name: LonLat | None = None
    marks: LonLat | None = None
    allied: LonLat | None = None
    german: LonLat | None = None
    lines: int = 1
    angle: float = 0
    size: float = 0.24


@frozen
class Landscape:
    """The ground of a map; a map without a file has none of all this."""

    title: str = ""
    board: Sequence[float] | None = None
    """Left, top, right and bottom."""
    mainland: Mainland | None = None
    isles: Sequence[Outline] = ()
    lakes: Sequence[Outline] = ()
    ridges: Sequence[Ridge] = ()
    woods: Sequence[Wood] = ()
    streams: Sequence[Stream] = ()
    towns: Sequence[Town] = ()
    roads: Sequence[Road] = ()
    regions: Sequence[Region] = ()
    highways: Sequence[str] = ()
    """The borders whose roads are national."""
    places: Mapping[str, AreaPlaces] = field(default_factory=dict)
    trays: Mapping[str, Room] = field(default_factory=dict)
    tracks: Mapping[str, Room] = field(default_factory=dict)
    boxes: Mapping[str, Room] = field(default_factory=dict)
    arrows: Mapping[str, Mapping[str, Line]] = field(default_factory=dict)
    """By box and area."""
    cartouche: Room | None = None
    legend: Room | None = None
    turns: Room | None = None


_LISTS: Final[Mapping[str, Any]] = {
    "isles": Outline,
    "lakes": Outline,
    "ridges": Ridge,
    "woods": Wood,
    "streams": Stream,
    "towns": Town,
    "roads": Road,
    "regions": Region,
}
_OWN: Final = ("format", "system", "id")
"""Fields that say what the file is."""


def landscape_of(map_id: str) -> Landscape:
    """Return the ground of a map; raise ScenarioError if its file is wrong."""
    told: dict[str, Any] = {key: value for key, value in load_ground(map_id).items() if key not in _OWN}
    for key in _LISTS.keys() & told.keys():
        told[key] = [_LISTS[key](**each) for each in told[key]]
    if "mainland" in told:
        told["mainland"] = Mainland(**told["mainland"])
    told["places"] = {area: AreaPlaces(**places) for area, places in told.get("places", {}).items()}
    return Landscape(**told)
