"""A command card on its side, for a low hand: title, sections and count in the upper half, its text below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPen

from app.board.painted import letter, serif
from app.systems.command_cards.art.cards import HEADS, paint_strip
from app.systems.command_cards.art.palette import Palette
from app.theme import faces
from rules.command_cards.charts import Card
from rules.command_cards.hexes import SECTIONS

HEAD, STRIP = 20.0, 17.0
"""Height of the title and of the sections, in pixels."""
TYPES = (13.0, 12.0, 11.0)
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
    for size in TYPES:
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
