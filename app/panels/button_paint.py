"""How buttons are painted: their colours by where they lie and what they are for, their rim, words and key cap."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app import theme
from rules.engine.frozen import frozen

CREAM, CREAM_INK, CREAM_RIM = "#fbf3df", "#2b2116", "#1d2225"
CREAM_CAP = ("#4b3f2c", "#b7a580", "#eadfc4")
SIDE_INK = "#fbf6e9"
CLEAR = "#00000000"
HALF, FAINT = "#80ffffff", "#2affffff"
FADED = 0.45
"""Strength of the ink of what cannot be pressed now."""


@frozen
class Cloth:
    """Colours of a button: ground, ink, rim, and ink, rim and ground of its key cap."""

    ground: str
    ink: str
    rim: str
    cap: tuple[str, str, str]


def cloth(on: str, primary: bool, armed: bool) -> Cloth:
    """Return the colours of a button on "prompt", "tray", or a panel; `armed` waits for its second press."""
    now = theme.current()
    if on == "prompt":
        if armed:
            return Cloth("#f3c14f", CREAM_INK, CREAM_RIM, CREAM_CAP)
        if primary:
            return Cloth(CREAM, CREAM_INK, CREAM_RIM, CREAM_CAP)
        return Cloth(CLEAR, SIDE_INK, HALF, (SIDE_INK, HALF, CLEAR))
    if on == "tray":
        return Cloth(now.tray_button, now.tray_text, now.tray_line, ("#f2e6cc", "#8c7658", "#6b5740"))
    if armed:
        return Cloth(now.warn, now.base, now.warn, (now.base, HALF, FAINT))
    if primary:
        return Cloth(now.accent, now.accent_text, now.accent_rim, (now.accent_text, HALF, FAINT))
    return Cloth(now.raised, now.text, now.edge, (now.muted, now.line, now.base))


def paint_ground(painter: QPainter, box: QRectF, dress: Cloth, *, down: bool, focus: bool, lit: bool) -> None:
    """Paint a button's ground and rim; pressed it lies one pixel lower, focused it has an edge, and within it a line
    in the ink of its words, which is seen on every ground."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outer = box.adjusted(1.5, 1.5, -1.5, -1.5)
    lower = 1 if down else 2
    rim, ground = QColor(dress.rim), QColor(dress.ground)
    if lit and not down:
        ground = ground.lighter(106) if ground.alpha() else QColor(FAINT)
    if ground.alpha():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(rim)
        painter.drawRoundedRect(outer, 5, 5)
    painter.setBrush(ground)
    painter.setPen(QPen(rim, 1))
    painter.drawRoundedRect(outer.adjusted(0, 1 if down else 0, 0, 0 if down else -lower + 1), 5, 5)
    if focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.current().focus), 2))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
        painter.setPen(QPen(QColor(dress.ink), 1))
        painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 4, 4)


def ink_of(dress: Cloth, enabled: bool) -> QColor:
    """Return the ink of a button's words."""
    ink = QColor(dress.ink)
    if not enabled:
        ink.setAlphaF(FADED)
    return ink
