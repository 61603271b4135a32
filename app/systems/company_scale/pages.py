"""The pages about the Company Scale System: how to play, markers, clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QImage

from app.diagram import Diagram
from app.systems.company_scale.drawings.counters import counter_drawing
from app.systems.company_scale.drawings.maps import map_drawing
from app.systems.company_scale.marker_page import marker_pictures, markers_page
from app.text.markup import Markup
from rules.company_scale.folders import CLAUSES
from rules.company_scale.loading.scenarios import load_scenario
from rules.files.clauses import Clause, load_clauses

SHOWN = "first-light"
"""The scenario whose counters and map are explained."""

HOW_TO_PLAY = Markup("""
<h2>How to play</h2>
<p>Two players sit at this table, or one plays both sides. The bar at the top says whose decision it is and
what is asked; the Orders panel lists everything that may be done. Nothing illegal can happen: when something
is not possible, the program says why and names the rule.</p>
<h3>A turn</h3>
<p><b>Preparation.</b> Each side spends Dispatch Points of its Divisions on chits. Bought chits go into the
Cup with the two Direct Command chits, Wind and Random Event.</p>
<p><b>Action.</b> Chits are drawn one by one. A Division or Formation chit makes all its units active; a
Direct Command chit lets you pay for units one at a time. Before each draw you may pay to play a Formation
chit at once.</p>
<h3>What a unit can do</h3>
<p>An active unit has one action: move, fire, fire indirectly, lay smoke, rally, build, or return from the rout box. A
second action costs one Direct Command, if the unit is in command. Units move in column and fight best deployed;
changing between the two is free before an action.</p>
<p><b>Move</b> by dragging the counter, or click it and then a shaded hex: hexes you can reach are shaded with the
movement points left, and the way there shows under the pointer. Leaving a hex that an enemy can fire into draws
opportunity fire, and the other player is asked. Under a Direct Command chit a unit that is not active is offered
<i>Activate and move</i> where you drop it.</p>
<p><b>Fire</b> by dropping the counter on an enemy, or with F. The Fire page shows every modifier with its
rule, the value, and the exact chance of each result. Nothing is spent before you confirm.</p>
<p><b>Indirect fire</b> with G: every hex the gun or a spotter of its division sees is shown; click one, or drop
the counter on it. Smoke (W) and, at night, illumination (O) ask for their hex in the same way; Esc lets go.</p>
<h3>Assaults</h3>
<p>Put a prepared assault marker next to your units with J, for one Dispatch Point, before anybody acts. When their
chit comes again the assaults are declared: a click on a marked hex calls its assault off or on, a click on a unit that
stands next to several sends it where you then click. The page shows both sums line by line and who wins how often.
Retreats, advances and points of disorganization are answered by clicking hexes and counters.</p>
<h3>Division displays</h3>
<p>F9 opens them under the map: track, support weapons, routed units, transport pool, aircraft, heroes, attached
formations of every division, open to both players. A dot beside a name and a frame round a counter say that it may be
sent now. Drag it to a hex (a truck to the unit it is to load, a routed unit beside its headquarters, an aircraft to its
target), or press Enter on it for a menu. A support weapon is dragged from the map into its box to detach it, a leader
from hex to hex, an attached formation to the name of another division. A crossed box at the left edge
of a transport or tank says that a unit is aboard; the Stack panel names it.</p>
<p><b>Transports</b> load with L and set down with U, tanks with Q and Shift+Q: pick the unit, or the counter that
carries it.</p>
<h3>Questions of the moment</h3>
<p>Aircraft, ambushes, heroes, evacuation and random events ask when their time comes. Hexes that answer are shown
and can be clicked; the Orders panel lists the same. Where one hex has several answers, a click asks which. After a
die Bourbon and Cognac may have it rolled again: R rolls, K lets it stand.</p>
<p>Asked too often? Edit, Preferences: tick what you would hardly ever use. The program then passes for you, the log
says so, and Undo (or taking back, once a die has followed) brings the question back. Shift+Space passes over buying
chits for the present turn only.</p>
<h3>Looking around</h3>
<p>Ctrl+F finds a unit, hex, place or rule. Ctrl+U opens the order of battle: every unit with its state and place, what
is lost, what comes when; a click shows it. F10 lays the whole map into a corner, where a press or drag moves the view.
Hold Backspace to hide the counters, F12 to lay the loupe on those under the pointer. F11 fills the screen.</p>
<p>Ctrl+D shows the dice of both sides against what was to be expected, with the chance of such luck. Ctrl+E opens notes
and bookmarks, which are kept in the game; Ctrl+K marks the position on the board. Ctrl+R writes a report: one web page
with log, pictures, notes and dice.</p>
<p>V shades what the hex under the pointer sees. I draws a line between two hexes and lists everything on it. Z and
Shift+Z show what each side can fire at: the zone of whoever decides is green with its teeth outwards, the enemy's is
red with its teeth inwards. One of these is shown at full strength, the one asked for last; the others rest as thin
edges. The legend on the map names them, and a click on it brings another one back. Points left in a red pill mean that
fire may come there. Click a rule number anywhere to read the rule.</p>
<p><b>Reading the board.</b> The Germans are dark and square, the Allies light and round (the French with a cut corner,
the FFI with eight), at every size and in grey. A counter that glows is active; a black pip is one action, an ear with a
tick (on a small counter a bar across) means done; a red lozenge at its left edge, out of command. A disc with a number
is disorganization, a yellow P pinned, a triangle S suppressed. Edit, Preferences has other colours for players who see
some of these alike, and larger counters and text.</p>
<p>Undo goes back to the last die, draw or decision of the other side; Redo (Ctrl+Y or Ctrl+Shift+Z) goes forward again.
Beyond that you may take back together.
The game is kept after every command: if the program is stopped, it offers to go on where you were.</p>
<p>Help, Learn… teaches the game on the table: a guided first battle, then the worked examples of the rulebook as
lessons with aims. You may leave a lesson at any time; the game keeps where you are in it.</p>
""")

KEYS = (
    ("0 to 9", "The face of a die you have rolled yourselves, while one is waited for"),
    ("Arrow keys", "Move the hex cursor"),
    ("H J K L", "The same: left, down, up, right, while the letter is no order just now"),
    ("Y U B N", "Slantwise: up left, up right, down left, down right (also Home, PgUp, End, PgDn)"),
    ("Number pad", "The same with the digits 1 to 9"),
    ("Enter", "Pick up the counter under the cursor, put it down, or answer what is asked"),
    ("Shift and Enter", "Pick up the whole stack"),
    ("/", "Go through the counters of a stack"),
    (". and ,", "Next and previous unit that may act"),
)
"""Keys of the board."""


class Pages:
    """The pages of the Help menu."""

    def drawings(self) -> Sequence[Diagram]:
        """Return the drawings of counters and map, taken from First Light."""
        scenario = load_scenario(SHOWN)
        return counter_drawing(scenario), map_drawing(scenario)

    def how_to_play(self) -> Markup:
        """Return the help page."""
        return HOW_TO_PLAY

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the hex cursor."""
        return KEYS

    def markers(self, ratio: float) -> tuple[Markup, Mapping[str, QImage]]:
        """Return the page of markers and its pictures."""
        return markers_page(), marker_pictures(ratio)

    def clauses(self) -> Sequence[Clause]:
        """Return every clause in the order of the rulebook."""
        return load_clauses(CLAUSES)
