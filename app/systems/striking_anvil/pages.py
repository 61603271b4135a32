"""The pages of the Help menu: drawings, how to play, markers, keys, clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QImage

from app.diagram import Diagram
from app.systems.striking_anvil.drawings.counters import counter_drawing
from app.systems.striking_anvil.drawings.maps import map_drawing
from app.systems.striking_anvil.marker_page import marker_pictures, markers_page
from app.text.markup import Markup
from rules.files.clauses import Clause, load_clauses
from rules.striking_anvil.folders import CLAUSES

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
average, Ctrl+E opens notes and bookmarks, Ctrl+R saves a report.</p>
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


class Pages:
    """The pages of the Help menu."""

    def drawings(self) -> Sequence[Diagram]:
        """Return the drawings of counters and map."""
        return counter_drawing(), map_drawing()

    def how_to_play(self) -> Markup:
        """Return the help page."""
        return HOW_TO_PLAY

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the area cursor."""
        return KEYS

    def markers(self, ratio: float) -> tuple[Markup, Mapping[str, QImage]]:
        """Return the signs of counters and map with their pictures."""
        return markers_page(), marker_pictures(ratio)

    def clauses(self) -> Sequence[Clause]:
        """Return every clause in the order of the catalogue."""
        return load_clauses(CLAUSES)
