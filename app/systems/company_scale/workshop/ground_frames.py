"""What window and process tell each other when ground is laid out: frames of bytes, maps, layers, pictures, names."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from app.kept_pictures import KIND as PICTURES
from app.kept_pictures import KeptPictures
from app.systems.company_scale.board.ground.kept_layers import KeptLayers, read
from app.systems.company_scale.board.ground.label_boxes import Setting
from app.systems.company_scale.board.ground.labels import KeptNames
from app.systems.company_scale.board.ground.palette import Palette
from rules.company_scale.battle_map import BattleMap, DrawnCourse, Edge, Hexside, Label, MapArt, MapHex, Road, Terrain
from rules.engine.frozen import frozen

PART, WHOLE, LEAVE, PICTURE, NAMES, DONE, FAILED = "part", "whole", "leave", "*pictures", "*names", "*done", "*failed"
"""The names of frames; any other is that of a layer."""
_HEAD = struct.Struct("<III")
_FLAT: Final = ("id", "title", "columns", "rows", "free_roads", "jam_bridges")


@frozen
class Frame:
    """One message: the number of the work it belongs to, its name, its bytes."""

    work: int
    name: str
    body: bytes = b""

    def packed(self) -> bytes:
        """Return it as it is sent."""
        name = self.name.encode("ascii")
        return _HEAD.pack(self.work, len(name), len(self.body)) + name + self.body


def frames_in(buffer: bytearray) -> Iterator[Frame]:
    """Take every frame that is whole off a buffer."""
    while len(buffer) >= _HEAD.size:
        work, short, long = _HEAD.unpack_from(buffer)
        begin, end = _HEAD.size + short, _HEAD.size + short + long
        if len(buffer) < end:
            return
        frame = Frame(work, buffer[_HEAD.size : begin].decode("ascii"), bytes(memoryview(buffer)[begin:end]))
        del buffer[:end]
        yield frame


# --- maps: plain data, as compiled classes cannot be pickled -------------------------------------------------------


def told(ground: BattleMap, palette: Palette, whole: QRectF, shown: QRectF) -> bytes:
    """Return a map, the colours it is laid out for, the sheet of the whole map and what is shown of it as bytes."""
    art = ground.art
    return pickle.dumps(
        (
            palette,
            {name: getattr(ground, name) for name in _FLAT},
            [(at, str(h.terrain), h.level, h.name, h.times, h.defense) for at, h in ground.hexes.items()],
            [(at, [*map(str, s.edges)], [*map(str, s.roads)]) for at, s in ground.sides.items()],
            [[(one.text, one.kind, one.hex, one.height) for one in some] for some in (ground.labels, ground.entries)],
            [[(one.course, one.kind, one.name, one.rank) for one in some] for some in (art.rivers, art.roads)],
            (dict(art.elevation), art.water, art.hex_size_m),
            dict(ground.rail_points),
            whole.getRect(),
            shown.getRect(),
        )
    )


def heard(body: bytes) -> tuple[BattleMap, Palette, QRectF, QRectF]:
    """Return the map, colours, whole sheet and what is shown of it of bytes that the window has sent."""
    palette, flat, hexes, sides, names, courses, (elevation, water, size), rails, whole, shown = pickle.loads(body)
    labels, entries = (tuple(Label(*one) for one in some) for some in names)
    rivers, roads = (tuple(DrawnCourse(*one) for one in some) for some in courses)
    ground = BattleMap(
        hexes={at: MapHex(Terrain(terrain), *more) for at, terrain, *more in hexes},
        sides={
            at: Hexside(frozenset(map(Edge, edges)), frozenset(map(Road, roads_over)))
            for at, edges, roads_over in sides
        },
        labels=labels,
        entries=entries,
        art=MapArt(rivers, roads, elevation, water, size),
        rail_points=rails,
        **flat,
    )
    return ground, palette, QRectF(*whole), QRectF(*shown)


# --- what is laid out ----------------------------------------------------------------------------------------------


class SentLayers(KeptLayers):
    """Layers that another process has laid out."""

    def __init__(self, layers: Mapping[str, bytes], pictures: HeldPictures) -> None:
        self._layers, self.pictures = dict(layers), pictures

    @property
    def are_there(self) -> bool:
        """Tell that the layers need not be laid out."""
        return True

    def take(self, name: str, survey: object) -> Any:
        """Return a layer, once."""
        return read(self._layers.pop(name), survey)


class HeldPictures(KeptPictures):
    """Pictures of one map in memory, which are painted in one process and used in another."""

    def __init__(self, pictures: Mapping[bytes, QImage] | None = None) -> None:
        self.held = dict(pictures or {})

    def picture(self, part: bytes, paint: Callable[[], QImage], kind: str = PICTURES) -> QImage:
        """Return the picture of a part; paint and hold it if it is not there."""
        if part not in self.held:
            self.held[part] = paint()
        return self.held[part]


class HeldNames(KeptNames):
    """Where the names of one map stand, in memory."""

    def __init__(self, steps: Mapping[int, Sequence[tuple[Any, ...]]] | None = None) -> None:
        self.held: dict[int, Sequence[tuple[Any, ...]]] = dict(steps or {})

    def take(self, step: int) -> list[Setting] | None:
        """Return how the names are written at a step of zoom, None if that is not known."""
        rows = self.held.get(step)
        return None if rows is None else [Setting(*row) for row in rows]

    def keep(self, step: int, settings: Sequence[Setting]) -> None:
        """Hold how the names are written at a step of zoom."""
        self.held[step] = [
            (int(one.number), float(one.size), int(one.way), (float(one.at[0]), float(one.at[1]))) for one in settings
        ]
