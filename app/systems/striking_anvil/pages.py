"""The pages of the Help menu: drawings, how to play, markers, keys, clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from app.diagram import Diagram
from app.systems.base import HelpPages
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.art.tokens import paint_bridge, paint_token
from app.systems.striking_anvil.board.signs import DISC, paint_disc, paint_impulse
from app.systems.striking_anvil.drawings.how_to_read import counter_drawing, map_drawing
from app.text.parts import Markup, compose, join
from rules.striking_anvil.scenario import ALLIED, CLAUSES, GERMAN, Area

# --- The pages of the Help menu: drawings, how to play, markers, keys, clauses -------------------------------------

HOW_TO_PLAY = Markup("""
<h2>How to play</h2>
<p>Operation Dragoon by areas. The Allies land on 15 August 1944 and want the ports and the road north. The Germans hold
the fortresses and get out whatever can still walk. The rules are those of Striking the Anvil by Luc Olivier, published
by Battles Magazine and Nuts! Publishing; the map, counters, charts and scenarios are ours. The bar at the top says
whose decision it is. You can't make an illegal move: if something isn't possible, the program says why and names the
rule.</p>
<h3>A turn</h3>
<p><b>FFI</b> (from turn 2): click a lit area or drag the marker there, and a die decides. <b>Bombing</b>: drag each
marker to an area, or click the area. <b>Paradrops</b> are automatic. <b>Operations</b>: the sides alternate impulses
until both pass in a row. <b>Surrender</b>: you can demand the surrender of a fortress below level 6 that has Allied
units in it.</p>
<h3>An impulse</h3>
<p>Click an area: all units that can act together are ticked. Click counters, or rows in the Orders panel, to change
that; the rows say which units can't come along, and why. Then choose one action for all of them.</p>
<p><b>A</b> attacks the enemies in the area. <b>M</b> moves: click the next area, or drag the group there. Before you
drop it you see what the move costs, where it must end and where the enemy can pursue. <b>B</b> is mobile combat: click
the target, and the units drive there and fight at half strength. <b>G</b> blows and <b>R</b> repairs a bridge with one
combat unit. You can also drag an area's units straight to another area. Drop them on enemies and you are asked what
they should do, with the numbers for each choice: B mobile combat, M move in without a fight, A attack where they share
the area. Ctrl+Z undoes the whole drag. Units that have acted are Disorganized, upside down with a badge, until the end
of the turn. A side with no unit left to act passes automatically.</p>
<p>Trucks: L loads the unit selected in the list. E lets an entrenched unit leave its trenches, reduced.</p>
<h3>Combat</h3>
<p>The Combat panel adds up strength unit by unit, then the modifiers, each with its rule, and shows the result for
every die roll. On a natural 1 the attacker always takes a hit. <b>Hits</b> are taken in the Orders panel. Each button
shows how many hits it covers; Backspace undoes the last one, Enter confirms. Attackers are Disorganized before taking
hits, so they can't pay that way; defenders can. F9 opens all charts and highlights the result just used.</p>
<p>The other side may <b>counter-attack</b> units arriving for mobile combat, and <b>pursue</b> units leaving an area
with too small a rearguard. Tick who strikes, then press Space, or Esc to let them go. Before a counter-attack the
Combat panel also shows the attack that is coming. Only the units that move take these hits.</p>
<h3>The map</h3>
<p>Every area has a number: white for clear ground, yellow for rough, a triangle for mountains, with a hexagon around it
for a fortress. The edge shows who controls the area. Allies stand on the left and Germans on the right. Where there is
no room, both stacks lie in a tray in the sea. Zoomed out, a plate shows strength and number of counters; zoomed in you
see the counters, Good Order on top. Boxes at the edge lead on or off the map. Help &gt; Markers explains every symbol.
Game &gt; Print prints the map, counters, tracks and the current position.</p>
<h3>Overlays and tools</h3>
<p>The View menu shows one overlay at a time: control, either side's supply, reach of the chosen units, pursuit, rivers,
the train, FFI targets, victory, who can still act, arrivals. The computer's moves leave arrows until your next order.
Ctrl+T opens the turn track, fortresses and score. The Area panel lists both stacks in the area under the pointer or
cursor. Ctrl+F finds a unit, area or rule, Ctrl+U opens the order of battle. F10 shows the whole map in a corner. Hold
Backspace to hide the counters, hold F12 to magnify those under the pointer. Ctrl+D compares both sides' dice with the
average, Ctrl+E opens notes and bookmarks, Ctrl+R saves a report. You can send the saved game to a friend: when it
comes back, the program says how many orders are new, or shows both copies if each of you has played on. Dice of such a
game are on honor; Game, Play online goes on from where it stands at a host, which rolls for both. Balance… on the start
page lets the computer play both sides many times and shows how often each wins.</p>
<h3>Keys</h3>
<p>The full stop goes to the next area that can act, the arrows go from area to area, Enter clicks there, Space
continues, Esc cancels. Every order has its letter in the Orders menu. Click a rule number anywhere to read the
rule.</p>
""")

KEYS = (
    ("1 to 6", "Enter the die you rolled, when asked"),
    ("Arrow keys", "Move the area cursor"),
    ("Enter", "Click the area under the cursor"),
)
"""Keys of the board."""


class Pages(HelpPages):
    """The pages of the Help menu."""

    help = HOW_TO_PLAY
    board_keys = KEYS
    catalogue = CLAUSES

    def drawings(self, scenario: Any = None) -> Sequence[Diagram]:
        """Return the drawings of counters and map."""
        return counter_drawing(), map_drawing()

    def markers(self, ratio: float, scenario: Any = None) -> tuple[Markup, Mapping[str, QImage]]:
        """Return the signs of counters and map with their pictures."""
        return markers_page(), marker_pictures(ratio)


# --- The page of markers: a picture of each sign of counters and map, what it says, and its rule -------------------

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
        (Look("2IPB", "AB", "uk", "combat", "airborne infantry", 4, 1, 0, 2), "British: two corners cut", "1.3"),
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
    return join(
        "", [Markup("<h2>Counters and markers</h2><table cellspacing='0' cellpadding='4'>"), *rows, Markup("</table>")]
    )


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
