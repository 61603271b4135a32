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
<p>Two players share this computer, or one plays both sides. The bar at the top says whose decision it is and what is
asked; the Orders panel lists everything you can do. You can't break a rule: if something isn't possible, the program
says why and names the rule.</p>
<h3>A turn</h3>
<p><b>Preparation.</b> Each side spends its divisions' dispatch points on chits. They go into the Cup with the two
Direct Command chits, Wind and Random Event.</p>
<p><b>Action.</b> Chits are drawn one at a time. A Division or Formation chit makes all its units active; a Direct
Command chit lets you pay for units one at a time. Before each draw you can pay to play a Formation chit at once.</p>
<h3>What a unit can do</h3>
<p>An active unit has one action: move, fire, fire indirectly, lay smoke, rally, build, or return from the rout box.
If it is in command, a second action costs 1 direct command. Units move in column and fight best deployed; changing
formation is free before an action.</p>
<p><b>Move</b> by dragging the counter, or click it and then a shaded hex. Shaded hexes show the movement points left,
and the path follows the pointer. Leaving a hex in an enemy fire zone draws opportunity fire, and the other player is
asked. Under a Direct Command chit, drop an inactive unit on a hex and choose <i>Activate and move</i>.</p>
<p><b>Fire</b> by dropping the counter on an enemy, or with F. The Fire page shows the fire value, every modifier with
its rule, and the exact odds of each result. Nothing is spent before you confirm.</p>
<p><b>Indirect fire</b> with G: every hex that the gun or a spotter of its division sees is marked; click one, or drop
the counter on it. Smoke (W) and, at night, illumination (O) work the same way; Esc cancels.</p>
<h3>Assaults</h3>
<p>Place a prepared assault marker next to your units with J, for 1 dispatch point, before any unit acts. When their
chit comes up again, declare the assaults: click a marked hex to cancel or reinstate its assault; click a unit next to
several targets, then the hex to send it to. The page shows both sums line by line and the odds of winning. Retreat,
advance and assign disorganization by clicking hexes and counters.</p>
<h3>Division displays</h3>
<p>F9 opens them under the map: tracks, support weapons, routed units, transport pool, aircraft, heroes and attached
formations of every division, open to both players. A dot beside a name and a frame round a counter mean it can be
used now. Drag it to a hex (a truck to the unit it loads, a routed unit next to its headquarters, an aircraft to its
target), or press Enter on it for a menu. Drag a support weapon from the map into its box to detach it, a leader from
hex to hex, and an attached formation to the name of another division. A crossed box at the left edge of a transport
or tank means a unit is aboard; the Stack panel names it.</p>
<p><b>Transports</b> load with L and unload with U; units get on tanks with Q and off with Shift+Q. Pick the unit, or
the counter that carries it.</p>
<h3>Other questions</h3>
<p>Aircraft, ambushes, heroes, evacuation and random events ask when their time comes. Click a marked hex to answer,
or use the Orders panel. If a hex has several answers, a click asks which. After a die, Bourbon and Cognac allow a
reroll: R rerolls, K keeps the roll.</p>
<p>Asked too often? Under Edit, Preferences, tick the prompts you rarely use. The program then passes for you, the log
says so, and Undo (or a take-back once a die has been rolled) brings the prompt back. Shift+Space skips buying chits
for this turn only.</p>
<h3>Looking around</h3>
<p>Ctrl+F finds a unit, hex, place or rule. Ctrl+U opens the order of battle: every unit with its state and place,
losses and reinforcements; click a unit to see it. F10 shows the whole map in a corner; click or drag in it to move
the view. Hold Backspace to hide the counters, F12 to magnify those under the pointer. F11 is full screen.</p>
<p>Ctrl+D compares each side's dice with the average and says how lucky they were. Ctrl+E opens notes and bookmarks,
saved with the game; Ctrl+K bookmarks the position on the board. Ctrl+R writes a report: one web page with log,
pictures, notes and dice.</p>
<p>V shades what the hex under the pointer sees. I draws a line of sight between two hexes and lists everything on it.
Z and Shift+Z show what each side can fire at: your own fire zone is green with teeth pointing out, the enemy's is red
with teeth pointing in. The one you asked for last is drawn in full, the others as thin edges; click one in the legend
to bring it back. A red pill round the points left means the move may draw fire. Click any rule number to read the
rule.</p>
<p><b>Reading the board.</b> The Germans are dark and square, the Allies light and round (the French with a cut
corner, the FFI with eight), at every size and in grey. A counter that glows is active. A black pip is one action; an
ear with a tick (on a small counter, a bar across) means done; a red diamond at the left edge, out of command. A disc
with a number is disorganization, a yellow P pinned, a triangle S suppressed. Edit, Preferences has other colours for
players who see some of these alike, and larger counters and text.</p>
<p>Undo goes back to the last die, draw or enemy decision; Redo (Ctrl+Y or Ctrl+Shift+Z) goes forward again. Beyond
that, both players can agree to take back. The game is saved after every order: if the program stops, it offers to
continue where you were.</p>
<p>Help, Learn… teaches the game on the table: a guided first battle, then the rulebook's worked examples as lessons
with goals. You can leave a lesson at any time; the game remembers where you were.</p>
""")

KEYS = (
    ("0 to 9", "Enter your own die roll when one is asked for"),
    ("Arrow keys", "Move the hex cursor"),
    ("H J K L", "The same: left, down, up, right, if the letter isn't an order right now"),
    ("Y U B N", "Diagonally: up left, up right, down left, down right (also Home, PgUp, End, PgDn)"),
    ("Number pad", "The same with the digits 1 to 9"),
    ("Enter", "Pick up the counter under the cursor, put it down, or answer the prompt"),
    ("Shift and Enter", "Pick up the whole stack"),
    ("/", "Cycle through a stack"),
    (". and ,", "Next and previous unit that can act"),
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
