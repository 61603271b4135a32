"""Labelled drawings of counters and map on paper, one on each sheet across."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app import theme
from app.diagram import Diagram, Inks, lay_out, paint
from app.printing import fonts
from app.printing.document import Sheet, single
from app.printing.paper import POINT, Paper, mm
from app.printing.text import INK, SOFT, label

TITLE = "How to read counters and the map"
SCALE = 2.9
"""Units of paper to a pixel of a drawing."""
TEXT = 12
"""Size of the words of a drawing in its pixels."""
HEAD = 10.0
"""Height of the title in millimetres."""


def drawing_sheets(drawings: Callable[[], Sequence[Diagram]], paper: Paper) -> list[Sheet]:
    """Return a sheet for each drawing that is made."""
    with theme.by_day():
        return [single(drawing.title, _Drawn(drawing), paper, landscape=True) for drawing in drawings()]


class _Drawn:
    """Paints a drawing under its title, in the colours of daylight."""

    def __init__(self, drawing: Diagram) -> None:
        self.drawing = drawing

    def __call__(self, painter: QPainter, body: QRectF) -> None:
        top = QRectF(body.left(), body.top(), body.width(), mm(HEAD))
        label(painter, top, self.drawing.title, fonts.serif(17, bold=True))
        room = QRectF(0, 0, body.width() / SCALE, (body.height() - mm(HEAD)) / SCALE)
        font = fonts.sans(TEXT / POINT)
        inks = Inks(INK.name(), SOFT.name(), theme.LIGHT.link, font)
        painter.save()
        painter.translate(body.left(), body.top() + mm(HEAD))
        painter.scale(SCALE, SCALE)
        with theme.by_day():
            paint(painter, self.drawing, lay_out(self.drawing, room, font), inks)
        painter.restore()
