"""A command card: upright with a small scene, and on its side for a low hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from app.board.painted import letter, serif
from app.systems.command_cards.art.figures import FIGURES, placed
from app.systems.command_cards.art.palette import Palette
from app.systems.command_cards.art.terrain import tree
from app.theme import faces
from rules.command_cards.charts import ALL, Allotment, Card
from rules.command_cards.hexes import SECTIONS

# --- A command card, 63 to 88: title, a small scene, the sections it orders, its text ------------------------------

RATIO = 88 / 63
TYPES = (5.4, 5.0, 4.7, 4.4, 4.1, 3.8, 3.5)
"""Sizes of type for the text, in millimetres of a card 63 wide, the largest first."""
SCENE = (9.0, 28.0)
"""How high the scene is at least and at most, in millimetres."""
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
HEADS = {"section": ("#34424f", "#233039"), "tactic": ("#8c2c22", "#6c1e18")}


def paint_card(
    painter: QPainter,
    box: QRectF,
    card: Card,
    palette: Palette,
    foot: str = "",
    key: str = "",
    order: Sequence[str] = SECTIONS,
) -> None:
    """Paint a card; `foot` is the line at its foot, `key` the number in its corner.

    `order` names the sections from left to right as they lie on the board that is looked at.
    """
    unit = box.width() / 63.0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#3c2c18"), unit * 0.5))
    painter.setBrush(QColor("#faf3e0" if palette.paper != "#2b2620" else "#e9dfc8"))
    painter.drawRoundedRect(box, 3 * unit, 3 * unit)
    light, dark = HEADS.get(card.kind, HEADS["section"])
    head = QRectF(box.left() + 2 * unit, box.top() + 2 * unit, box.width() - 4 * unit, 10 * unit)
    shade = QLinearGradient(head.topLeft(), head.bottomLeft())
    shade.setColorAt(0, QColor(light))
    shade.setColorAt(1, QColor(dark))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawRoundedRect(head, 2 * unit, 2 * unit)
    size = 5.4 if len(card.title) < 14 else 4.6
    letter(painter, head.center(), card.title, serif(size * unit, bold=True), "#fbf3e0")
    _body(painter, box.adjusted(3 * unit, 14 * unit, -3 * unit, (-7.5 if foot else -3) * unit), card, order)
    if foot.strip():
        paint_foot(painter, box, foot)
    if key:
        at = box.topRight() + QPointF(-2.5, 2.5) * unit
        painter.setPen(QPen(QColor("#3c2c18"), unit * 0.5))
        painter.setBrush(QColor("#fffaf0"))
        painter.drawEllipse(at, 4 * unit, 4 * unit)
        letter(painter, at, key, serif(5 * unit, bold=True), "#2e2012")
    painter.restore()


def paint_foot(painter: QPainter, box: QRectF, words: str) -> None:
    """Write the line at the foot of a card; the text of a card with a foot, be it blank, leaves room for it."""
    unit = box.width() / 63.0
    at = QPointF(box.center().x(), box.bottom() - 4.2 * unit)
    letter(painter, at, words, serif(3.9 * unit, bold=True, italic=True), "#7a2a14")


def _body(painter: QPainter, room: QRectF, card: Card, order: Sequence[str]) -> None:
    """Paint scene, strip and text; the more text there is, the lower the scene, and last of all the type shrinks."""
    unit = room.width() / 57
    strip = 9.0 * unit
    for size in TYPES:
        font = serif(size * unit)
        wanted = _text_height(room.width(), card.text, font)
        scene = min(SCENE[1] * unit, room.height() - strip - wanted - 3 * unit)
        if scene >= SCENE[0] * unit:
            break
    else:  # too much text for a picture
        scene, font = 0.0, _largest(card.text, QSizeF(room.width(), room.height() - strip - 3 * unit), unit)
    if scene:
        _scene(painter, QRectF(room.left() + unit, room.top(), room.width() - 2 * unit, scene), card)
    paint_strip(
        painter, QRectF(room.left() + 2 * unit, room.top() + scene + 1.5 * unit, 53 * unit, 8 * unit), card, order
    )
    painter.setFont(font)
    painter.setPen(QPen(QColor("#2e2012")))
    painter.drawText(room.adjusted(0, scene + strip + 2 * unit, 0, 0), WRAPPED, card.text)


def _largest(words: str, room: QSizeF, unit: float) -> QFont:
    """Return the largest type in which a text fits, the smallest if none does."""
    fonts = [serif(size * unit) for size in TYPES]
    return next((font for font in fonts if _text_height(room.width(), words, font) <= room.height()), fonts[-1])


def _text_height(wide: float, words: str, font: QFont) -> float:
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, wide, 9999), WRAPPED, words).height()


def paint_strip(painter: QPainter, room: QRectF, card: Card, order: Sequence[str] = SECTIONS) -> None:
    """Paint a box for each section with the number it orders, or one for all; hatched where it orders nobody."""
    wide, gap = (room.width() - 4) / 3, 2.0
    painter.setPen(QPen(QColor("#4a3820"), room.height() * 0.05))
    if anywhere := [a for a in card.orders if a.section == "any"]:
        painter.setBrush(QColor("#f7cf3c"))
        painter.drawRect(room)
        told = f"{number(anywhere[0])} anywhere"
        letter(painter, room.center(), told, serif(room.height() * 0.62, bold=True), "#2e2012")
        return
    for n, name in enumerate(order):
        box = QRectF(room.left() + n * (wide + gap), room.top(), wide, room.height())
        orders = [a for a in card.orders if a.section == name]
        painter.setPen(QPen(QColor("#4a3820"), room.height() * 0.05))
        painter.setBrush(QColor("#f7cf3c" if orders else "#efe6d0"))
        painter.drawRect(box)
        if orders:
            letter(painter, box.center(), number(orders[0]), serif(room.height() * 0.72, bold=True), "#2e2012")
        else:
            painter.setPen(QPen(QColor("#b8a888"), room.height() * 0.05))
            for k in range(4):
                x = box.left() + (k + 0.4) * wide / 4.6
                painter.drawLine(QPointF(x, box.bottom() - 2), QPointF(x + wide * 0.18, box.top() + 2))


def number(allotment: Allotment) -> str:
    """Return how many units an allotment orders, as written on a card."""
    return "all" if allotment.units == ALL else str(allotment.units)


def _scene(painter: QPainter, room: QRectF, card: Card) -> None:
    """Paint a valley with those whom the card orders."""
    random, unit = Random(sum(map(ord, card.id))), room.width() / 55
    tall = min(1.2 * unit, room.height() / 16)
    painter.save()
    painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
    sky = QLinearGradient(room.topLeft(), room.bottomLeft())
    sky.setColorAt(0, QColor("#ccdad8"))
    sky.setColorAt(0.55, QColor("#f4e6c4"))
    painter.fillRect(room, sky)
    for n, colour in enumerate(("#bab08c", "#c4aa70", "#d6c488")):
        ridge, phase = QPainterPath(room.bottomLeft()), random.random() * 6
        for step in range(31):
            share = step / 30
            wave = math.sin(share * (4 - n) + phase) * (1 - 0.25 * n)
            y = room.top() + room.height() * (0.52 - 0.16 * wave + n * 0.13)
            ridge.lineTo(QPointF(room.left() + share * room.width(), y))
        ridge.lineTo(room.bottomRight())
        painter.fillPath(ridge, QColor(colour))
    for _ in range(16):
        at = QPointF(
            room.left() + random.random() * room.width(), room.top() + room.height() * random.uniform(0.66, 0.8)
        )
        colour = random.choice(("#567a38", "#60863e", "#4a6c32"))
        tree(painter, at, random.uniform(0.8, 1.4) * tall, colour, "#30243414")
    figures = _figures(card)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#2c2822"))
    for n, cls in enumerate(figures):
        x = room.center().x() + (n - (len(figures) - 1) / 2) * (8 if cls == "infantry" else 13) * tall
        at = QPointF(x, room.bottom() - (4.6 + (n % 2) * 1.4) * tall)
        painter.drawPath(placed(FIGURES[cls](), at, (8.5 if cls == "infantry" else 7.5) * tall))
    if card.strike is not None and card.strike.targets:
        _burst(painter, QPointF(room.center().x() + 14 * tall, room.bottom() - 8 * tall), tall)
    painter.setPen(QPen(QColor("#4a3820"), 0.5 * unit))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(room)
    painter.restore()


def _figures(card: Card) -> list[str]:
    classes = card.orders[0].classes if card.orders else ("infantry",)
    units = sum(min(a.units, 4) for a in card.orders)
    most = min(4 if "infantry" in classes else 3, max(1, units))
    return [classes[n % len(classes)] if len(classes) < 3 else "infantry" for n in range(most)]


def _burst(painter: QPainter, at: QPointF, unit: float) -> None:
    painter.setBrush(QColor("#c8502a"))
    rays = [(6.0 if n % 2 == 0 else 2.6, n * math.pi / 8) for n in range(16)]
    painter.drawPolygon(QPolygonF([at + QPointF(r * math.cos(a), r * math.sin(a)) * unit for r, a in rays]))


# --- A command card on its side, for a low hand: title, sections and count in the upper half -----------------------

HEAD, STRIP = 20.0, 17.0
"""Height of the title and of the sections, in pixels."""
LOW_TYPES = (13.0, 12.0, 11.0)
"""Sizes of type for the text in pixels, the largest first."""
LEFT = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
INK, RIM, RUST = "#2e2012", "#3c2c18", "#7a2a14"


def paint_low_card(
    painter: QPainter,
    box: QRectF,
    card: Card,
    palette: Palette,
    foot: str = "",
    key: str = "",
    order: Sequence[str] = SECTIONS,
) -> None:
    """Paint a card in a low box; text that has no room ends in an ellipsis: the card is held up to be read."""
    head, strip = faces.scaled(round(HEAD)), faces.scaled(round(STRIP))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(RIM), 1.0))
    painter.setBrush(QColor("#faf3e0" if palette.paper != "#2b2620" else "#e9dfc8"))
    painter.drawRoundedRect(box, 6, 6)
    _head(painter, QRectF(box.left() + 3, box.top() + 3, box.width() - 6, head), card, key)
    row = QRectF(box.left() + 6, box.top() + head + 6, box.width() - 12, strip)
    told = serif(faces.scaled(12), bold=True, italic=True)
    side = min(row.width() * 0.62, QFontMetricsF(told).horizontalAdvance(foot) + 10) if foot.strip() else 0.0
    paint_strip(painter, row.adjusted(0, 0, -side, 0), card, order)
    if foot.strip():
        painter.setPen(QPen(QColor(RUST)))
        painter.setFont(told)
        painter.drawText(row, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), foot)
    _text(painter, QRectF(row.left(), row.bottom() + 3, row.width(), box.bottom() - row.bottom() - 5), card.text)
    painter.restore()


def _head(painter: QPainter, head: QRectF, card: Card, key: str) -> None:
    light, dark = HEADS.get(card.kind, HEADS["section"])
    shade = QLinearGradient(head.topLeft(), head.bottomLeft())
    shade.setColorAt(0, QColor(light))
    shade.setColorAt(1, QColor(dark))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawRoundedRect(head, 4, 4)
    letter(painter, head.center(), card.title, serif(faces.scaled(14), bold=True), "#fbf3e0")
    if key:
        at = QPointF(head.right() - head.height() * 0.5, head.center().y())
        painter.setPen(QPen(QColor(RIM), 1.0))
        painter.setBrush(QColor("#fffaf0"))
        painter.drawEllipse(at, head.height() * 0.42, head.height() * 0.42)
        letter(painter, at, key, serif(faces.scaled(13), bold=True), INK)


def _text(painter: QPainter, room: QRectF, words: str) -> None:
    """Write the text in the largest type that fits, else as many lines of the smallest as there is room for."""
    for size in LOW_TYPES:
        font = serif(faces.scaled(round(size)))
        if QFontMetricsF(font).boundingRect(QRectF(0, 0, room.width(), 9999), LEFT, words).height() <= room.height():
            break
    painter.setFont(font)
    painter.setPen(QPen(QColor(INK)))
    painter.drawText(room, LEFT, fitted(words, QFontMetricsF(font), room))


def fitted(words: str, metrics: QFontMetricsF, room: QRectF) -> str:
    """Return as much of a text as has room, an ellipsis for the rest; "" without room for a line."""
    if room.height() < metrics.height():
        return ""
    parts, kept = words.split(), words
    while parts and metrics.boundingRect(QRectF(0, 0, room.width(), 9999), LEFT, kept).height() > room.height():
        parts.pop()
        kept = " ".join(parts).rstrip(".,;:") + " …"
    return kept
