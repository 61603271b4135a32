"""The small headings of the sheets, with the stripe of a formation."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import fonts
from app.printing.blocks import Block, Figure
from app.printing.paper import mm
from app.printing.text import INK, SOFT, label
from app.systems.company_scale.printing.grey_signs import hatch, pattern_of


def subheading(text: str, colour: str = "", note: str = "", grey: bool = False) -> Block:
    """Return a small heading with a stripe in a formation's colour, or its pattern in grey."""

    def draw(painter: QPainter, box: QRectF) -> None:
        left = box.left()
        if colour:
            band = QRectF(left, box.top() + mm(1.2), mm(7), mm(2.2))
            if grey and colour.startswith("#"):
                hatch(painter, band, pattern_of(colour))
            else:
                painter.fillRect(band, QColor(colour))
            painter.setPen(QPen(INK, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(band)
            left += mm(8.5)
        label(painter, QRectF(left, box.top(), box.right() - left - mm(40), mm(4.6)), text, fonts.sans(9.5, bold=True))
        if note:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            label(painter, QRectF(box.right() - mm(60), box.top(), mm(60), mm(4.6)), note, fonts.sans(8), ink=SOFT,
                  align=right)  # fmt: skip

    return Figure(mm(5.2), draw, gap=mm(3.0), keep=True)
