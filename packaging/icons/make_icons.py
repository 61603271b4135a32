"""Draw the icon of the program with the table's own painters: `python packaging/icons/make_icons.py`."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt  # noqa: E402
from PySide6.QtGui import QColor, QGuiApplication, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF  # noqa: E402

from app import theme  # noqa: E402
from app.systems.company_scale.board.counters.face import Detail, Face, FireBox  # noqa: E402
from app.systems.company_scale.board.counters.painter import paint_counter  # noqa: E402

HERE = Path(__file__).resolve().parent
ASSET = ROOT / "assets" / "icons" / "chitpull.png"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICNS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}
SIGNS = {
    "arrow_down": ((3, 6), (8, 11), (13, 6)), "arrow_up": ((3, 10), (8, 5), (13, 10)),
    "tick": ((3.2, 8.4), (6.6, 11.8), (12.8, 4.6)),
}  # fmt: skip
"""The small signs of the window as lines in a square of 16."""
COUNTER = Face("1/117", "cavalry_armored", "troop", "#a9b27c", "#1b1b16", "#f4d93a", "hard", 0, FireBox("red", 4))


def draw(size: int) -> QImage:
    """Return the icon: a counter pulled up out of a hex of open ground."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(size / 256, size / 256)
    _hex(painter)
    painter.translate(128, 122)
    painter.rotate(-7)
    side = 150 if size > 24 else 176
    painter.scale(side / 100, side / 100)
    painter.translate(-50, -50)
    paint_counter(painter, COUNTER, detail=_detail(size))
    painter.end()
    return image


def draw_game(size: int) -> QImage:
    """Return the icon of a saved game: a sheet of paper with a corner turned down and the icon of the program on it."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(size / 256, size / 256)
    sheet, turned = QPainterPath(), QPainterPath()
    sheet.addPolygon(QPolygonF([QPointF(x, y) for x, y in ((34, 8), (166, 8), (222, 64), (222, 248), (34, 248))]))
    sheet.closeSubpath()
    turned.addPolygon(QPolygonF([QPointF(x, y) for x, y in ((166, 8), (222, 64), (166, 64))]))
    turned.closeSubpath()
    painter.setPen(
        QPen(QColor("#8d8470"), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    for path, colour in ((sheet, "#fdfaf1"), (turned, "#e3dac2")):
        painter.setBrush(QColor(colour))
        painter.drawPath(path)
    inside = max(1, round(size * 0.6))
    painter.drawImage(QRectF(51, 82, 154, 154), draw(inside))
    painter.end()
    return image


def draw_signs() -> None:
    """Write the small signs of the window in the ink of each theme, at one and at two device pixels each."""
    for look in (theme.LIGHT, theme.DARK):
        for name, points in SIGNS.items():
            for ratio, mark in ((1, ""), (2, "@2x")):
                image = QImage(16 * ratio, 16 * ratio, QImage.Format.Format_ARGB32_Premultiplied)
                image.fill(Qt.GlobalColor.transparent)
                painter = QPainter(image)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.scale(ratio, ratio)
                ink = QColor(look.accent_text if name == "tick" else look.muted)
                pen = QPen(ink, 2.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.drawPolyline([QPointF(x, y) for x, y in points])
                painter.end()
                image.save(str(ASSET.with_name(f"{name}-{look.name}{mark}.png")))


def _detail(size: int) -> Detail:
    return Detail.SYMBOL if size < 40 else Detail.COMPACT if size < 100 else Detail.FULL


def _hex(painter: QPainter) -> None:
    corners = [QPointF(128 + x * 124, 128 + y * 124) for x, y in
               ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))]  # fmt: skip
    path = QPainterPath()
    path.addPolygon(QPolygonF([*corners, corners[0]]))
    ground = QLinearGradient(0, 20, 0, 236)
    ground.setColorAt(0, QColor("#f0e6c4"))
    ground.setColorAt(1, QColor("#d2bd84"))
    painter.fillPath(path, ground)
    painter.save()
    painter.setClipPath(path)
    painter.setPen(QPen(QColor("#b3382c"), 17))
    painter.drawLine(QPointF(44, 262), QPointF(214, -8))
    painter.setPen(QPen(QColor("#fff3dc"), 4))
    painter.drawLine(QPointF(44, 262), QPointF(214, -8))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(
        QPen(QColor("#3a2f1c"), 9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.drawPath(path)


def png(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon that holds PNG pictures by size."""
    chosen = {size: data for size, data in pictures.items() if size <= 256}
    head = struct.pack("<HHH", 0, 1, len(chosen))
    offset, table, body = 6 + 16 * len(chosen), b"", b""
    for size, data in chosen.items():
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + table + body


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return a macOS icon that holds PNG pictures by size."""
    body = b"".join(ICNS[size] + struct.pack(">I", len(data) + 8) + data for size, data in pictures.items()
                    if size in ICNS)  # fmt: skip
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> None:
    """Write every icon."""
    app = QGuiApplication.instance() or QGuiApplication(sys.argv)
    pictures = {size: png(draw(size)) for size in (*SIZES, 1024)}
    (HERE / "chitpull.ico").write_bytes(ico(pictures))
    (HERE / "chitpull.icns").write_bytes(icns(pictures))
    games = {size: png(draw_game(size)) for size in (*SIZES, 1024)}
    (HERE / "chitpull-game.ico").write_bytes(ico(games))
    (HERE / "chitpull-game.icns").write_bytes(icns(games))
    for size in (48, 128, 256, 512):
        (HERE / f"chitpull-{size}.png").write_bytes(pictures[size])
    ASSET.parent.mkdir(parents=True, exist_ok=True)
    ASSET.write_bytes(pictures[256])
    draw_signs()
    del app


if __name__ == "__main__":
    main()
