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
<p>Operation Dragoon by areas: the Allies land on 15 August 1944 and want the ports and the road north; the Germans hold
the fortresses and bring out what can still walk. The rules are those of Striking the Anvil by Luc Olivier, published by
Battles Magazine and Nuts! Publishing; map, counters, charts and scenarios are ours. The bar at the top says whose
decision it is; nothing illegal can happen, and when something is not possible the program says why and names the
rule.</p>
<h3>A turn</h3>
<p><b>FFI</b> (from turn 2): click a lit area or drag the marker there, the die decides. <b>Bombing</b>: drag each
marker to an area, or click there. <b>Drops</b> happen by themselves. <b>Operations</b>: the sides take impulses in
turn until both pass one after the other. <b>Surrender</b>: a fortress below level 6 with Allied units in it may be
called upon.</p>
<h3>An impulse</h3>
<p>Click an area: all who can act together are ticked. Click counters, or rows of the Orders panel, to change that; the
rows say who cannot come along, and why. Then one action for all:</p>
<p><b>A attacks</b> the enemies in the area. <b>M moves</b>: click the next area, or drag the group there; before the
drop you see what the way costs, where it must end, and where the enemy may pursue. <b>B</b> makes mobile combat: click
the target, and the units drive there and fight at half strength. <b>G</b> blows and <b>R</b> repairs a bridge with one
combat unit. You can also drag an area's units straight to another area. Drop them on enemies and the table asks what
they do there, with the sums of each: B mobile combat, M move in without a fight, A attack where they share the area.
Ctrl+Z takes the whole drag back. Units that have acted are Disorganized, turned upside down with a badge, until the end
of the turn. A side with nobody left to act passes by itself.</p>
<p>Trucks: L loads the unit marked in the list. E lets an entrenched unit leave its trenches, reduced.</p>
<h3>Combat</h3>
<p>The Combat panel adds the strength up unit by unit, then the modifiers, each with its rule, and shows the row of the
table for every face of the die. A natural 1 always costs the attacker a hit. <b>Hits</b> are paid in the Orders panel:
each button says how many it fills; Backspace takes the last one back, Enter pays. Attackers are Disorganized before
hits are taken and so cannot pay that way; defenders can. F9 opens all charts and lights the cell just used.</p>
<p>The other side may <b>counter-attack</b> whoever arrives for mobile combat, and <b>pursue</b> whoever leaves an area
with too small a rearguard: tick who strikes, Space strikes, Esc lets them go. Before a counter-attack the Combat panel
also shows the attack that is coming. Only those who move take these hits.</p>
<h3>The map</h3>
<p>Every area has its number: white for clear ground, yellow for rough, a triangle for mountains, a hexagon about it for
a fortress. The edge shows whose it is. Allies stand to the left and Germans to the right; where there is no room, both
stacks lie in a tray in the sea. From afar a plate tells the strength and the number of counters; nearer, the counters
show themselves, Good Order on top. Boxes at the rim lead off the map or onto it. Help &gt; Markers shows every sign,
and Game &gt; Print brings map, counters, tracks and the areas as they stand now on paper.</p>
<h3>Looking</h3>
<p>The View menu lays one overlay at a time over the map: control, supply of either side, reach of the chosen units,
pursuit, rivers, the train, targets of the FFI, victory, who can still act, arrivals. The computer's moves
leave arrows until your next order. Ctrl+T opens turn track, fortresses and score. The Area panel lists both stacks
of the area under the pointer or cursor. Ctrl+F finds a unit, area or rule, Ctrl+U opens the order of battle. F10 lays
the whole map into a corner. Hold Backspace to hide the counters, F12 to lay the loupe on those under the pointer.
Ctrl+D shows the dice of both sides against expectation, Ctrl+E notes and bookmarks, Ctrl+R writes a report.</p>
<h3>Keys</h3>
<p>The full stop goes to the next area that can act, the arrows go from area to area, Enter clicks there, Space carries
on, Esc takes back. Every order has its letter in the Orders menu. Click a rule number anywhere to read the rule.</p>
""")

KEYS = (
    ("1 to 6", "The face of a die you have rolled yourselves, while one is waited for"),
    ("Arrow keys", "Move the cursor from area to area"),
    ("Enter", "The same as a click on the area under the cursor"),
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
