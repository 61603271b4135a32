"""What lies on the board as the view says, and the layer of small things on a hex: markers, weapons, leaders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center
from app.board.painted import BoardLayer, around, pixmap_of, touch
from app.colour import chosen, shown
from app.systems.company_scale.board.counters.face import Face, Mark, marks_of
from app.systems.company_scale.board.counters.layer import PlacedCounter
from app.systems.company_scale.board.effects import WORKS
from app.systems.company_scale.board.marker_art import Value, marker_name, paint_marker, worn
from app.systems.company_scale.board.stacks import COUNTER, badge_at, layout
from app.systems.company_scale.board.token_art import Token, paint_token
from app.systems.company_scale.questions import question
from app.systems.company_scale.sides import AS_PRINTED, Armed
from app.text.names import NAMES
from rules.company_scale.records.view import MarkerView, UnitView, View
from rules.engine.frozen import frozen
from rules.engine.options import Decision
from rules.hexes.grid import hex_id

# --- From a view to what lies on the board: stacks, counters with their states, markers and tokens. No rules -------


@dataclass(slots=True)
class Position:
    """What lies on the board: units by id, stacks by hex (lowest counter first), hexes by unit, faces."""

    units: dict[str, UnitView] = field(default_factory=dict)
    stacks: dict[int, list[str]] = field(default_factory=dict)
    where: dict[str, int] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    eyes: str = ""

    @staticmethod
    def read(view: View, before: Position | None = None) -> Position:
        """Read a view; only units on the map are in `stacks` and `where`.

        Units that show what they showed `before`, in colours for the same eyes, keep their faces.
        """
        position = Position(eyes=chosen())
        known = before if before is not None and before.eyes == position.eyes else Position()
        for unit in view.units:
            name = unit.id
            position.units[name] = unit
            position.faces[name] = known.faces[name] if known.units.get(name) == unit else Face.of(unit)
            if unit.hex and unit.place == "map":
                at = hex_id(unit.hex)
                position.where[name] = at
                position.stacks.setdefault(at, []).append(name)
        return position

    def side(self, unit: str) -> str:
        """Return the side of a unit, or ""."""
        return self.units[unit].side if unit in self.units else ""

    def side_in(self, at: int) -> str:
        """Return whose units stand in a hex, or ""."""
        stack = self.stacks.get(at)
        return self.side(stack[-1]) if stack else ""

    def stack_of(self, unit: str) -> list[str]:
        """Return the stack a unit stands in."""
        return self.stacks.get(self.where.get(unit, -1), [])

    def own_stack(self, unit: str) -> list[str]:
        """Return the units of the same side in the hex of a unit."""
        return [other for other in self.stack_of(unit) if self.side(other) == self.side(unit)]


@frozen
class Emphasis:
    """Units and tokens the board stresses, beside the states in the view."""

    selected: Collection[str] = ()
    asked: Collection[str] = ()
    joined: Collection[str] = ()
    carried: Collection[str] = ()

    def marks(self, name: str) -> Mark:
        """Return the marks of one unit or token."""
        marks = Mark.NONE
        for names, mark in (
            (self.selected, Mark.SELECTED),
            (self.asked, Mark.CANDIDATE),
            (self.joined, Mark.JOINED),
            (self.carried, Mark.GHOST),
        ):
            if name in names:
                marks |= mark
        return marks


def lay_out(
    position: Position, emphasis: Emphasis, width: float = COUNTER
) -> tuple[dict[str, PlacedCounter], dict[int, tuple[QPointF, int]]]:
    """Return the pieces by unit, of a width in scene units, and the number badges by hex."""
    pieces: dict[str, PlacedCounter] = {}
    badges: dict[int, tuple[QPointF, int]] = {}
    for at, stack in position.stacks.items():
        places = layout(at, stack)
        for place in places:
            marks = marks_of(position.units[place.unit]) | emphasis.marks(place.unit)
            order = (places[0].at.y(), at * 100 + place.level)
            pieces[place.unit] = PlacedCounter(position.faces[place.unit], marks, place.at, order, width, place.shown)
        badge = badge_at(places)
        if badge is not None:
            badges[at] = badge
    return pieces, badges


def chips_of(
    view: View, emphasis: Emphasis, side: Callable[[str], str] = NAMES.__getitem__, arms: Armed = AS_PRINTED
) -> list[Chip]:
    """Return the markers and tokens of a view; `side` names sides, as in the printed game unless given."""
    marks = {token.id: emphasis.marks(token.id) for token in view.tokens}
    held = {unit.hex for unit in view.units if unit.hex}
    return [*marker_chips(view.markers, held, side, arms), *token_chips(tokens_of(view, marks), held)]


# --- What a question is about: its hex, and the line of sight of the fire being composed ---------------------------


@frozen
class AskedHex:
    """The hex a question is about, whether a ring marks it, and from which hex a fire is seen."""

    hex: int | None = None
    start: int | None = None
    ringed: bool = True


def spot_of(decision: Decision | None, position: Position) -> AskedHex:
    """Return what to point at for a decision."""
    if decision is None or not question(decision.kind).points:
        return AskedHex()
    try:
        at = hex_id(decision.text("hex") or "")
    except ValueError:
        return AskedHex()
    points = question(decision.kind).points
    return AskedHex(at, _watcher(decision, position) if points == "sight" else None, points != "arrow")


def _watcher(decision: Decision, position: Position) -> int | None:
    """Return the hex from which the target is seen: that of the firing unit or of its first spotter."""
    unit, spotters = decision.text("unit") or "", decision.texts("spotters")
    if spotters and unit not in spotters:
        unit = spotters[0]
    return position.where.get(unit)


# --- The layer of small things on a hex ----------------------------------------------------------------------------

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


@frozen
class Chip:
    """One marker or token: what it is, where, how wide, its id ("" for a marker) and its name in words."""

    art: tuple[str, Value] | Token
    at: QPointF
    size: float
    unit: str = ""
    words: str = ""


def marker_chips(
    markers: Sequence[MarkerView],
    held: Container[str],
    side: Callable[[str], str] = NAMES.__getitem__,
    arms: Armed = AS_PRINTED,
) -> list[Chip]:
    """Lay out the markers of all hexes: up the right side of those in `held`, where counters lie.

    They are pressed together when more than three. Where no counter lies they stand side by side under the number of
    their hex, so that nobody takes them for markers of its neighbour.
    """
    by_hex: dict[str, list[MarkerView]] = {}
    for marker in markers:
        if marker.kind not in WORKS:
            by_hex.setdefault(marker.hex, []).append(marker)
    chips = []
    for name, here in by_hex.items():
        middle = center(hex_id(name))
        rise = 15.0 if len(here) <= 3 else 45.0 / len(here)
        for i, marker in enumerate(here):
            kind, value = marker.kind, marker.value
            spot = QPointF(middle.x() + BESIDE, middle.y() + 16.0 - rise * i)
            if name not in held:
                spot = QPointF(middle.x() + ABREAST * (i - (len(here) - 1) / 2), middle.y() - ABOVE)
            chips.append(Chip(worn(kind, value, arms), spot, MARKER, words=marker_name(kind, value, side)))
    return chips


def token_chips(tokens: Sequence[tuple[str, str, Token, str]], held: Container[str]) -> list[Chip]:
    """Lay out tokens, given as (id, hex, token, name), up the left side of hexes in `held`, where counters lie.

    Where no counter lies, as may be while a scenario is made, they stand side by side in the middle.
    """
    by_hex: dict[str, list[tuple[str, str, Token, str]]] = {}
    for each in tokens:
        by_hex.setdefault(each[1], []).append(each)
    chips = []
    for name, here in by_hex.items():
        middle = center(hex_id(name))
        for i, (unit, _, token, words) in enumerate(here):
            spot = QPointF(middle.x() - BESIDE, middle.y() + 16.0 - 16 * i)
            if name not in held:
                spot = QPointF(middle.x() + ABREAST * (i - (len(here) - 1) / 2), middle.y())
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


def chip_picture(art: tuple[str, Value] | Token, pixels: int) -> QPixmap:
    """Paint a marker or token `pixels` wide, with a fifth of room round it."""
    side = round(pixels * SPAN)

    def paint(painter: QPainter) -> None:
        painter.translate(side / 2, side / 2)
        painter.scale(pixels / 100, pixels / 100)
        painter.translate(-50, -50)
        if isinstance(art, Token):
            paint_token(painter, art)
        else:
            paint_marker(painter, *art)

    return pixmap_of(side, side, 1.0, paint)


def tokens_of(view: View, marks: Mapping[str, Mark]) -> list[tuple[str, str, Token, str]]:
    """Read support weapons and leaders as (id, hex, token, name), in the colours of the units they lie with."""
    colours = {}
    for unit in view.units:
        if unit.hex:
            colours[unit.hex] = (shown(unit.colour), unit.ink)
    tokens = []
    for each in view.tokens:
        if each.hex and each.place == "map":
            colour, ink = colours.get(each.hex, ("#cfc5a5", "#1b1b16"))
            token = Token.of(each, colour, ink, marks.get(each.id, Mark.NONE))
            tokens.append((each.id, each.hex, token, each.name))
    return tokens
