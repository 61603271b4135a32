"""The six faces of the die with the row of the table for each, the cells beside them, hits of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from app import theme
from app.panels.drawn import Drawn
from app.systems.striking_anvil.die import draw_die
from app.systems.striking_anvil.panels.tracks import LEFT, MIDDLE

ROW = 23
HEAD = 18
WIDTHS = (0.2, 0.2, 0.3, 0.3)
HEADS = ("Die", "Row", "Attacker", "Defender")


class FaceTable(Drawn):
    """A line for each face; the one that was rolled is framed."""

    def __init__(self) -> None:
        super().__init__("Result of each roll")
        self.faces: Sequence[Mapping[str, Any]] = ()
        self.rolled = 0
        self.tall = 0

    def show_faces(self, faces: Sequence[Mapping[str, Any]], rolled: int = 0) -> None:
        """Show faces as answered to "odds"; `rolled` is the one that fell, 0 for none."""
        self.faces, self.rolled = faces, rolled
        self.tall = HEAD + ROW * len(faces) if faces else 0
        self.setVisible(bool(faces))
        self.told("\n".join(map(self.said, faces)))

    @staticmethod
    def said(face: Mapping[str, Any]) -> str:
        """Return a face in words."""
        natural = " (natural 1)" if face["natural"] else ""
        return f"{face['die']}: row {face['row']}, attacker {face['attacker']}{natural}, defender {face['defender']}"

    def paint(self, painter: QPainter) -> None:
        """Paint the heads and a line for each face."""
        now = theme.current()
        painter.setFont(self.sized(10))
        painter.setPen(QColor(now.muted))
        for name, room in zip(HEADS, self._rooms(0, HEAD), strict=True):
            painter.drawText(room, MIDDLE, name)
        for n, face in enumerate(self.faces):
            top = HEAD + n * ROW
            if face["die"] == self.rolled:
                painter.setPen(QPen(QColor(now.accent), 1.5))
                painter.setBrush(QColor(now.accent_soft))
                painter.drawRoundedRect(QRectF(1, top + 0.5, self.across - 2, ROW - 1), 4, 4)
            self._face(painter, face, top)

    def _face(self, painter: QPainter, face: Mapping[str, Any], top: float) -> None:
        now = theme.current()
        die, row, attacker, defender = self._rooms(top, ROW)
        draw_die(painter, QRectF(die.center().x() - 9, top + 2.5, 18, 18), face["die"])
        painter.setFont(self.sized(12))
        painter.setPen(QColor(now.muted))
        painter.drawText(row, MIDDLE, str(face["row"]))
        for room, hits, colour in ((attacker, face["attacker"], now.bad), (defender, face["defender"], now.good)):
            painter.setFont(self.sized(12, bold=bool(hits)))
            painter.setPen(QColor(colour if hits else now.muted))
            painter.drawText(room, MIDDLE, str(hits) if hits else "–")
        if face["natural"]:
            painter.setFont(self.sized(9))
            painter.setPen(QColor(now.bad))
            painter.drawText(attacker.adjusted(attacker.width() / 2 + 8, 0, 8, 0), LEFT, "nat. 1")

    def _rooms(self, top: float, tall: float) -> list[QRectF]:
        rooms, left = [], 0.0
        for share in WIDTHS:
            rooms.append(QRectF(left, top, share * self.across, tall))
            left += share * self.across
        return rooms
