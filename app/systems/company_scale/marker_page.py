"""The page of markers: a picture of each, its name and rule, and how its hex is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.board.hexes import center, hex_path
from app.systems.company_scale.board.effects import DRAWINGS
from app.systems.company_scale.board.markers import chip_picture
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.facts import signed
from app.text.markup import Markup, compose, join
from rules.company_scale.r08_5_4_status import (
    DG_FIRE,
    DG_TROOP_QUALITY,
    MAX_DG,
    PINNED_FIRE,
    SUPPRESSED_TROOP_QUALITY,
)

SIZE, GROUND = 40, 76
PICTURE = "<img src='{0}' width='{1}' height='{1}'>"
ROW = "<tr><td valign='middle'>{}</td><td>{}</td><td valign='middle'><b>{}</b> <small>({})</small><br>{}</td></tr>"
ROWS: tuple[tuple[str, str | int | None, str, str], ...] = (
    ("dg", 2, "8.5.4",
     "The hex has lower fire and troop quality and fewer movement points. {levels} Each point beyond 4 eliminates a "
     "unit. One rally removes one level."),
    ("pinned", None, "10.2.2",
     "Units here can't move, assault or fire indirectly; fire {pinned}. A rally removes this before any "
     "disorganization."),
    ("suppressed", None, "10.2.1",
     "Units here can't fire, move or assault; troop quality {suppressed}. The only action is the rally that removes "
     "it. Suppressed again, every unit here is eliminated."),
    ("no_opportunity_fire", None, "8.6",
     "The hex has used its opportunity fire. It can use opportunity fire again when a unit here becomes active."),
    ("sustained_fire", None, "8.6.1",
     "The hex has used opportunity fire and may again, once per trigger. A roll of 6 or more (Allied) or 8 or more "
     "(German) ends that."),
    ("concentrated_fire", None, "8.3.6",
     "The hex fired with +1. It has no fire zone and no opportunity fire until a unit here becomes active."),
    ("ridge", None, "6.2.2",
     "These units hold the ridge: better protected across it, +2 when they fire across it. Fire from any other side "
     "gets +2."),
    ("prepared_assault", "german", "9.2",
     "The Germans can assault this hex in a later activation. It stays while a German unit is adjacent."),
    ("prepared_assault", "allied", "9.2",
     "The Allies can assault this hex in a later activation. It stays while an Allied unit is adjacent."),
    ("barrage", "smoke", "8.7.2", "Blocks line of sight through the hex; no other effect on units in it."),
    ("barrage", "light", "8.7.2", "Blocks line of sight through the hex. Units in it: fire −1."),
    ("barrage", "medium", "8.7.2",
     "Blocks line of sight through the hex. Units in it: fire −2, troop quality −1, movement halved."),
    ("barrage", "heavy", "8.7.2",
     "Blocks line of sight through the hex. Units in it: fire −3, troop quality −2, no movement."),
    ("illumination", None, "8.7.3", "The hex is seen as by day until the next Wind chit or morning."),
    ("on_fire", None, "8.8.1",
     "Nobody can enter or fire through. A unit still here when its activation ends is eliminated; from a new fire it "
     "has its next activation to leave."),
    ("fire_cleared", None, "8.8.1", "Burnt down: clear terrain for the rest of the game."),
    ("foxhole", None, "11.1", "Defense −1 for units of the side that dug it. Removed when the last of them leaves."),
    ("trench", None, "11.1",
     "Defense −2 and troop quality +1 for units of the side that built it. Removed when the last of them leaves."),
    ("kampfgruppe", None, "24.0",
     "Every German unit within 2 hexes is active for one action. They count as one formation."),
    ("traffic_jam", None, "22.1",
     "All city hexes of Montélimar: double cost to enter, no road movement, defense +1. The next random event ends "
     "it."),
)  # fmt: skip
"""Markers with the rule and the words that explain each."""


def _figures() -> Mapping[str, str]:
    """Return the numbers that the explanations name, as the rules have them."""
    move = ["", "movement −1", "movement −1", "movement halved", "movement halved"]
    levels = [
        f"Level {n}: fire {signed(DG_FIRE[n])}, {move[n]}, troop quality {signed(DG_TROOP_QUALITY[n])}"
        for n in range(1, MAX_DG + 1)
    ]
    return {
        "levels": "; ".join(levels) + ".", "pinned": signed(PINNED_FIRE),
        "suppressed": signed(SUPPRESSED_TROOP_QUALITY),
    }  # fmt: skip


def markers_page() -> Markup:
    """Return a table with every marker; its pictures are those of `marker_pictures`."""
    rows = [Markup("<h2>Markers</h2><table cellspacing='0' cellpadding='4'>")]
    figures = _figures()
    for kind, value, rule, told in ROWS:
        drawn = compose(PICTURE, f"ground-{kind}-{value}", GROUND) if kind in DRAWINGS else ""
        chip = compose(PICTURE, f"chip-{kind}-{value}", SIZE)
        rows.append(compose(ROW, chip, drawn, _name(kind, value), rule, told.format(**figures)))
    return join("", [*rows, Markup("</table>")])


def _name(kind: str, value: str | int | None) -> str:
    """Return the name of a marker; the level of disorganization is only that of the picture."""
    return "Disorganized, DG 1 to 4" if kind == "dg" else wording.marker(kind, value)


def marker_pictures(ratio: float = 1.0) -> Mapping[str, QImage]:
    """Return the pictures of the page by the names it uses."""
    pictures: dict[str, QImage] = {}
    for kind, value, *_ in ROWS:
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
