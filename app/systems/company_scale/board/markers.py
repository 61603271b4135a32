"""The layer of small things on a hex: status markers on its lower right, support weapons and leaders on its left."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.board_layer import BoardLayer, touch
from app.board.hexes import center
from app.board.painted import alone, around
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.effects import WORKS
from app.systems.company_scale.board.marker_art import marker_name, paint_marker
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.board.token_art import Token, paint_token
from app.vision import shown
from rules.hexes.ids import hex_id

MARKER = 19.0
TOKEN = 19.0
BESIDE = 31.5
"""Distance from the middle of the hex, which leaves the figures of a counter free."""
ABREAST, ABOVE = 17.0, 14.5
"""Distance between markers in a hex without counters, and above its middle, which stays free."""
LEGIBLE = 14.0
"""The least width of a marker, in pixels."""
SPAN = 1.3
"""Width of a picture for each unit of the chip: a fifth of room round it."""
_LIMIT = 600


@dataclass(frozen=True, slots=True)
class Chip:
    """One marker or token: what it is, where, how wide, its id ("" for a marker) and its name in words."""

    art: tuple[str, int | str | None] | Token
    at: QPointF
    size: float
    unit: str = ""
    words: str = ""


def marker_chips(markers: Sequence[Mapping[str, Any]], held: Container[str]) -> list[Chip]:
    """Lay out the markers of all hexes: up the right side of those in `held`, where counters lie.

    They are pressed together when more than three. Where no counter lies they stand side by side under the number of
    their hex, so that nobody takes them for markers of its neighbour.
    """
    by_hex: dict[str, list[Mapping[str, Any]]] = {}
    for marker in markers:
        if marker.get("hex") and marker["kind"] not in WORKS:
            by_hex.setdefault(str(marker["hex"]), []).append(marker)
    chips = []
    for name, here in by_hex.items():
        middle = center(hex_id(name))
        rise = 15.0 if len(here) <= 3 else 45.0 / len(here)
        for i, marker in enumerate(here):
            kind, value = str(marker["kind"]), marker.get("value")
            spot = QPointF(middle.x() + BESIDE, middle.y() + 16.0 - rise * i)
            if name not in held:
                spot = QPointF(middle.x() + ABREAST * (i - (len(here) - 1) / 2), middle.y() - ABOVE)
            chips.append(Chip((kind, value), spot, MARKER, words=marker_name(kind, value)))
    return chips


def token_chips(tokens: Sequence[tuple[str, str, Token, str]]) -> list[Chip]:
    """Lay out tokens, given as (id, hex, token, name), up the left side of their hexes."""
    count: dict[str, int] = {}
    chips = []
    for unit, name, token, words in tokens:
        i = count.get(name, 0)
        count[name] = i + 1
        middle = center(hex_id(name))
        spot = QPointF(middle.x() - BESIDE, middle.y() + 16.0 - 16 * i)
        chips.append(Chip(token, spot, TOKEN, unit, words))
    return chips


class ChipLayer(BoardLayer):
    """Paint chips from cached pictures; at low zoom only markers, at the lowest nothing."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.chips: list[Chip] = []
        self._pictures: dict[tuple[object, int], QPixmap] = {}

    def set_chips(self, chips: list[Chip]) -> None:
        """Replace all chips."""
        for at in {_place(chip) for chip in self.chips} ^ {_place(chip) for chip in chips}:
            touch(self, _room(QPointF(*at[0])))
        self.chips = chips

    def chip_at(self, point: QPointF) -> Chip | None:
        """Return the chip under a scene point, the uppermost first."""
        for chip in reversed(self.chips):
            if (chip.at - point).manhattanLength() <= chip.size * 0.6:
                return chip
        return None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the chips of the exposed part."""
        world = painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        if world.m11() < 0.16:
            return
        room = option.exposedRect.adjusted(-TOKEN, -TOKEN, TOKEN, TOKEN)
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for chip in self.chips:
            if not room.contains(chip.at) or (world.m11() < 0.45 and chip.unit):
                continue
            picture = self._picture(chip, max(4, round(pixels_of(chip, world.m11()) * ratio)))
            painter.drawPixmap(around(world.map(chip.at), picture, ratio), picture, QRectF(picture.rect()))
        painter.restore()

    def _picture(self, chip: Chip, pixels: int) -> QPixmap:
        key = (chip.art, pixels)
        picture = self._pictures.get(key)
        if picture is None:
            if len(self._pictures) > _LIMIT:
                self._pictures.clear()
            picture = self._pictures[key] = chip_picture(chip.art, pixels)
        return picture


def _place(chip: Chip) -> tuple[tuple[float, float], object, float]:
    """Return what tells how a chip looks, beginning with where it is."""
    return chip.at.toTuple(), chip.art, chip.size


def _room(at: QPointF) -> QRectF:
    """Return the most that a chip covers at any zoom."""
    half = max(MARKER, TOKEN, 0.75 * COUNTER) * SPAN / 2 + 1
    return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)


def pixels_of(chip: Chip, scale: float) -> float:
    """Return how wide a chip is on the screen: a marker stays legible as long as it does not hide its counter."""
    wide = chip.size * scale
    return wide if chip.unit else max(wide, min(LEGIBLE, 0.75 * COUNTER * scale))


def chip_picture(art: tuple[str, int | str | None] | Token, pixels: int) -> QPixmap:
    """Paint a marker or token `pixels` wide, with a fifth of room round it."""
    side = round(pixels * SPAN)
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(side / 2, side / 2)
    painter.scale(pixels / 100, pixels / 100)
    painter.translate(-50, -50)
    if isinstance(art, Token):
        paint_token(painter, art)
    else:
        paint_marker(painter, *art)
    painter.end()
    return alone(picture)


def tokens_of(view: Mapping[str, Any], marks: Mapping[str, Mark]) -> list[tuple[str, str, Token, str]]:
    """Read support weapons and leaders as (id, hex, token, name), in the colours of the units they lie with."""
    colours = {}
    for unit in view.get("units", ()):
        if unit.get("hex"):
            colours[unit["hex"]] = (shown(str(unit.get("colour", "#cfc5a5"))), str(unit.get("ink", "#1b1b16")))
    tokens = []
    for kind, read in (("weapons", Token.weapon), ("leaders", Token.leader)):
        for raw in view.get(kind, ()):
            if raw.get("hex") and raw.get("place", "map") == "map":
                colour, ink = colours.get(raw["hex"], ("#cfc5a5", "#1b1b16"))
                token = read(raw, colour, ink, marks.get(raw["id"], Mark.NONE))
                tokens.append((str(raw["id"]), str(raw["hex"]), token, str(raw.get("name", ""))))
    return tokens
