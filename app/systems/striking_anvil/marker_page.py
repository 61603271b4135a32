"""The page of markers: a picture of each sign of counters and map, what it says, and its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.art.tokens import paint_bridge, paint_token
from app.systems.striking_anvil.board.signs import DISC, paint_disc
from app.systems.striking_anvil.board.turns import paint_impulse
from app.text.markup import Markup, compose, join
from rules.striking_anvil.scenario import ALLIED, GERMAN, Area

SIZE = 44
PICTURE = "<td valign='middle'><img src='{0}' width='{1}' height='{1}'></td>"
ROW = "<tr>" + PICTURE + "<td valign='middle'>{2} <small>({3})</small></td></tr>"
Draw = Callable[[QPainter, QRectF], None]


def _counter(look: Look, painter: QPainter, box: QRectF) -> None:
    paint_counter(painter, box.adjusted(3, 3, -5, -5), look, 60.0)


def _token(kind: str, painter: QPainter, box: QRectF) -> None:
    paint_token(painter, box.adjusted(5, 5, -7, -7), kind)


def _bridge(stands: bool, waits: int, painter: QPainter, box: QRectF) -> None:
    painter.translate(box.center())
    paint_bridge(painter, 0.9, stands, waits, palettes.current())


def _disc(terrain: str, fortified: bool, painter: QPainter, box: QRectF) -> None:
    number = {"clear": "09" if fortified else "11", "rough": "08", "mountain": "20"}[terrain]
    painter.translate(box.center())
    painter.scale(box.width() / DISC / 3.4, box.width() / DISC / 3.4)
    paint_disc(painter, QPointF(0, 0), Area(number, "", terrain), palettes.current(), fortified=fortified)


def _impulse(side: str, lit: bool, painter: QPainter, box: QRectF) -> None:
    paint_impulse(painter, box.adjusted(3, 3, -5, -5), side, lit=lit)


def _looks() -> list[tuple[Draw, str, str]]:
    rows = (
        (Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2), "American combat unit: strength, movement", "1.3"),
        (Look("7IR", "3US", "us", "combat", "infantry", 4, 1, 0, 1, reduced=True), "Reduced: a white band", "1.3.1"),
        (
            Look("7IR", "3US", "us", "combat", "infantry", 8, 1, 0, 2, disorganized=True),
            "Disorganized: upside down, with a badge",
            "1.3",
        ),
        (Look("1Bde", "1DFL", "fr", "combat", "infantry", 6, 1, 0, 2), "French: a corner cut, one stripe", "1.3"),
        (
            Look("2IPB", "AB", "uk", "combat", "airborne infantry", 4, 1, 0, 2),
            "British: two corners cut",
            "1.3",
        ),
        (
            Look("GR918", "242ID", "de", "combat", "infantry", 4, 0, 0, 2, entrenched=True),
            "German, square and dark; E is entrenched",
            "4",
        ),
        (Look("7RCA", "", "fr", "support", "anti-tank", 0, 3, 1, 1), "Support (dotted frame): its bonus", "1.3.2"),
        (Look("US trucks", "", "us", "transport", "trucks", 0, 3, 0, 0), "Transport: its movement", "1.3.3"),
    )
    return [(partial(_counter, look), words, rule) for look, words, rule in rows]


ROWS: tuple[tuple[Draw, str, str], ...] = (
    *_looks(),
    (partial(_token, "ffi_fighters"), "FFI fighters: +1 to Allied attacks in the area", "1.3.4"),
    (partial(_token, "ffi_control"), "FFI control: the area is Allied", "1.3.4"),
    (partial(_token, "air"), "Air support", "6"),
    (partial(_token, "naval"), "Naval support", "6"),
    (partial(_token, "unsupplied_allied"), "Allied units here are out of supply", "1.8"),
    (partial(_token, "unsupplied_german"), "German units here are out of supply", "1.8"),
    (partial(_bridge, True, 0), "A bridge", "9"),
    (partial(_bridge, False, 0), "A destroyed bridge", "9"),
    (partial(_bridge, False, 3), "Bridge under construction: activations to wait", "9"),
    (partial(_impulse, ALLIED, False), "Allied impulse", "3"),
    (partial(_impulse, GERMAN, True), "German impulse; the lamp lights up after one pass", "3"),
    (partial(_disc, "clear", False), "Clear ground", "1.1"),
    (partial(_disc, "rough", False), "Rough ground", "1.1"),
    (partial(_disc, "mountain", False), "Mountains", "1.1"),
    (partial(_disc, "clear", True), "A fortified area, with its track in the sea", "1.5"),
)


def markers_page() -> Markup:
    """Return a table with every sign; its pictures are those of `marker_pictures`."""
    rows = [compose(ROW, f"sign-{n}", SIZE, words, rule) for n, (_, words, rule) in enumerate(ROWS)]
    return join("", [Markup("<h2>Counters and markers</h2><table cellspacing='0' cellpadding='4'>"), *rows,
                     Markup("</table>")])  # fmt: skip


def marker_pictures(ratio: float = 1.0) -> Mapping[str, QImage]:
    """Return the pictures of the page by the names it uses."""
    return {f"sign-{n}": _picture(draw, ratio) for n, (draw, _, _) in enumerate(ROWS)}


def _picture(draw: Draw, ratio: float) -> QImage:
    image = QImage(round(SIZE * ratio), round(SIZE * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    draw(painter, QRectF(0, 0, SIZE, SIZE))
    painter.end()
    return image
