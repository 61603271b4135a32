"""The pages of the Help menu: how to play, clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QImage

from app.diagram import Diagram
from app.systems.command_cards.drawings.boards import board_drawing
from app.systems.command_cards.drawings.counters import counter_drawing
from app.systems.command_cards.text.help_cards import entries
from app.text.markup import Markup
from rules.clauses import Clause, load_clauses
from rules.command_cards.folders import CLAUSES
from rules.command_cards.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session

SHOWN = "savasse-ridge"
"""The scenario whose board is explained."""

HOW_TO_PLAY = Markup("""
<h2>How to play</h2>
<p>Each side holds a hand of command cards, unseen by the other. Whoever first has as many medals as the stand at the
edge of the board has places, wins at once. The bar at the top says whose decision it is; nothing illegal can happen,
and when something is not possible the program says why and names the rule.</p>
<p>Battle Cards belongs to a family of games in which cards order figures on a board of hexes in three sections.</p>
<h3>The curtain</h3>
<p>At each change of turn a curtain falls over the hand. Press Space when only you are looking. It falls too when a game
is opened, and when you take back into another turn. Retreats, flags and a card that lies in wait need no hand: the
other player answers them over the open board. Who plays both sides turns the curtain off in the Preferences; there it
can also be made to fall when the window has been left for a minute.</p>
<h3>A turn</h3>
<p><b>Card and orders.</b> Click a card of your hand or press its number; the sections it orders light up, and a badge
says how many of your units it could order now. Rest the pointer on a card to hold it up and read it. Click the units,
press A for all that fit, or double click free ground for the nearest ones of that section. Space plays the card and
tells the orders; until then nobody knows, and Esc takes a unit back.</p>
<p><b>Move.</b> Drag an ordered unit, or click it and then a hex. In plain green hexes it may still battle, in hatched
ones it only moves; any other hex says why not. All moves come before the first battle. A unit that may not battle any
more this turn wears a die struck out.</p>
<p><b>Battle.</b> Hold a unit over its target: the Battle panel shows the sum of its dice line by line with the rule,
and the exact chances; the line of sight is drawn, with what blocks it. Drop it, or click the target, and the dice
roll: a line leads from each of them to what it does. Next to the enemy it is a close assault, from further off it
fires. A unit rolls all its dice however many figures it has left.</p>
<p><b>End.</b> Objectives are counted, the card is discarded, another is drawn.</p>
<h3>The dice</h3>
<p>A soldier hits infantry (two faces), a tank hits armor, a grenade hits anybody, a star does nothing but on a few
cards. A flag sends the target one row toward its own edge; each hex it cannot fall back costs a figure. Behind sandbags
and some other obstacles the first flag may be ignored.</p>
<h3>After a close assault</h3>
<p>Infantry and armor may enter the hex they have emptied. Armor may then battle once more: the overrun.</p>
<h3>Keys</h3>
<p>1 to 9 choose a card, A orders all that fit, Tab or the full stop goes from unit to unit, the arrows move the hex
cursor, Enter clicks there, B writes the most dice on each hex, Space goes on, Esc takes back. F3 looks up the card,
die, obstacle or terrain that is pointed at. Ctrl+F finds a unit or place,
Ctrl+U opens the order of battle. Backspace held hides the counters, F12 held lays the loupe on the one under the
pointer. Ctrl+D shows the dice of both sides against expectation, Ctrl+E notes and bookmarks, which
only their writer reads. Click a rule number anywhere to read the rule.</p>
""")

KEYS = (
    ("1 to 9", "Choose a card of your hand"),
    ("Arrow keys", "Move the hex cursor; in the hand, go from card to card"),
    ("Enter", "Pick the unit under the cursor, or answer what is asked"),
    ("Tab and Shift and Tab", "Next and previous unit that may do something"),
)
"""Keys of the board."""


class Pages:
    """The pages of the Help menu."""

    def drawings(self) -> Sequence[Diagram]:
        """Return the drawings of counters and board, taken from Down the Savasse ridge."""
        session = Session.new(SYSTEM, SYSTEM.load(SHOWN), nature=SeededNature(0))
        return counter_drawing(), board_drawing(Seat(session))

    def how_to_play(self) -> Markup:
        """Return the help page."""
        return HOW_TO_PLAY

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of hand and board."""
        return KEYS

    def markers(self, ratio: float) -> tuple[Markup, Mapping[str, QImage]]:
        """Return no page: everything on the board is named under the pointer."""
        return Markup(), {}

    def clauses(self) -> Sequence[Clause]:
        """Return every clause in the order of the catalogue, then the help cards."""
        return [*load_clauses(CLAUSES), *entries()]
