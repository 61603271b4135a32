"""The page of markers: a picture of each, its name and rule, and how its hex is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.board.hexes import center, hex_path
from app.systems.company_scale.board.effects import DRAWINGS
from app.systems.company_scale.board.markers import chip_picture
from app.systems.company_scale.text import names as wording
from app.text.markup import Markup, compose, join

SIZE, GROUND = 40, 76
PICTURE = "<img src='{0}' width='{1}' height='{1}'>"
ROW = "<tr><td valign='middle'>{}</td><td>{}</td><td valign='middle'>{} <small>({})</small></td></tr>"
ROWS: tuple[tuple[str, str | int | None, str], ...] = (
    ("dg", 2, "8.5.1"),
    ("pinned", None, "8.5.1"),
    ("suppressed", None, "8.5.1"),
    ("no_opportunity_fire", None, "8.6"),
    ("sustained_fire", None, "8.6.1"),
    ("concentrated_fire", None, "8.3.6"),
    ("ridge", None, "6.2.2"),
    ("prepared_assault", "german", "9.2"),
    ("prepared_assault", "allied", "9.2"),
    ("barrage", "smoke", "8.7.2"),
    ("barrage", "light", "8.7.2"),
    ("barrage", "medium", "8.7.2"),
    ("barrage", "heavy", "8.7.2"),
    ("illumination", None, "8.7.3"),
    ("on_fire", None, "8.8"),
    ("fire_cleared", None, "8.8"),
    ("foxhole", None, "11.1"),
    ("trench", None, "11.1"),
    ("kampfgruppe", None, "24.0"),
    ("traffic_jam", None, "22.1"),
)


def markers_page() -> Markup:
    """Return a table with every marker; its pictures are those of `marker_pictures`."""
    rows = [Markup("<h2>Markers</h2><table cellspacing='0' cellpadding='4'>")]
    for kind, value, rule in ROWS:
        drawn = compose(PICTURE, f"ground-{kind}-{value}", GROUND) if kind in DRAWINGS else ""
        chip = compose(PICTURE, f"chip-{kind}-{value}", SIZE)
        rows.append(compose(ROW, chip, drawn, wording.marker(kind, value), rule))
    return join("", [*rows, Markup("</table>")])


def marker_pictures(ratio: float = 1.0) -> Mapping[str, QImage]:
    """Return the pictures of the page by the names it uses."""
    pictures: dict[str, QImage] = {}
    for kind, value, _ in ROWS:
        pictures[f"chip-{kind}-{value}"] = chip_picture((kind, value), round(SIZE * ratio / 1.3)).toImage()
        if kind in DRAWINGS:
            pictures[f"ground-{kind}-{value}"] = _ground(kind, str(value or ""), ratio)
    return pictures


def _ground(kind: str, value: str, ratio: float) -> QImage:
    image = QImage(round(GROUND * ratio), round(GROUND * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(image.width() / 2, image.height() / 2)
    painter.scale(image.width() / 96, image.height() / 96)
    edge = hex_path(0)
    edge.translate(-center(0))
    painter.fillPath(edge, QColor("#eee3bd"))
    painter.strokePath(edge, QPen(QColor("#8a7a50"), 1.2))
    DRAWINGS[kind](painter, value, 1.0)
    painter.end()
    return image
