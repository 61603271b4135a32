"""The frame of the sheet: a double line with a kilometre band, as on a staff map."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.survey import Canvas

_BAND = 5.0
_GAP = 4.0


def paint_frame(canvas: Canvas, frame: QRectF, sheet: QRectF) -> None:
    """Paint the paper, the outer line, and the band with black and white steps of one kilometre."""
    painter, palette = canvas.painter, canvas.palette
    if sheet.contains(canvas.rect):
        return
    painter.fillRect(canvas.rect.intersected(frame), QColor(palette.frame_fill))
    ink = QColor(palette.frame_ink)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, canvas.at_least(2.6, 1.2)))
    painter.drawRect(frame.adjusted(7, 7, -7, -7))
    band = sheet.adjusted(-_GAP - _BAND, -_GAP - _BAND, _GAP + _BAND, _GAP + _BAND)
    painter.setPen(QPen(ink, canvas.at_least(1.0, 0.6)))
    painter.drawRect(band)
    painter.drawRect(sheet.adjusted(-_GAP, -_GAP, _GAP, _GAP))
    painter.drawRect(sheet)
    step = geometry.STEP_Y * 2.0  # a hex is 500 metres wide
    for box in _steps(band, step):
        if box.intersects(canvas.rect):
            painter.fillRect(box, ink)


def _steps(band: QRectF, step: float) -> list[QRectF]:
    """Return every second kilometre of the band, counted from its north-west corner."""
    steps: list[QRectF] = []
    x = band.left() + _BAND
    while x < band.right() - _BAND:
        width = min(step, band.right() - _BAND - x)
        steps += [QRectF(x, y, width, _BAND) for y in (band.top(), band.bottom() - _BAND)]
        x += 2 * step
    y = band.top() + _BAND
    while y < band.bottom() - _BAND:
        height = min(step, band.bottom() - _BAND - y)
        steps += [QRectF(x, y, _BAND, height) for x in (band.left(), band.right() - _BAND)]
        y += 2 * step
    return steps
