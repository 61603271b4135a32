"""The pages of the Help menu: how to play, clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.diagram import Diagram
from app.systems.base import HelpPages
from app.systems.command_cards.text.help_cards import entries
from app.text.parts import Markup
from rules.command_cards.charts import CLAUSES
from rules.command_cards.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.files.clauses import Clause

SHOWN = "savasse-ridge"
"""The scenario whose board is explained."""

HOW_TO_PLAY = Markup("""
<h2>How to play</h2>
<p>Each side holds a hand of command cards that the other can't see. The first side to fill its medal stand wins at
once. The bar at the top says who decides. You can't make an illegal move: if something isn't possible, the program says
why and names the rule.</p>
<p>Battle Cards belongs to a family of games in which cards order figures on a board of hexes in three sections.</p>
<h3>The curtain</h3>
<p>In a hot-seat game a curtain falls over the hand at each change of turn. First you see the card you drew, then Space
hands over. It also falls when you open a saved game and when you take back into another turn. Retreats, flags and a
card lying in wait need no hand: the other player answers them on the open board. If you play both sides, turn the
curtain off in Preferences. There you can also have it close when the window has been inactive for a minute.</p>
<h3>The saved game</h3>
<p>Until a game is over its file is sealed. It shows no hand, no draw and no seed, and the computer's reasons are sealed
too. At the end both files are unsealed, and anyone can check the whole game. The key is in the file table.key in
Chitpull's data folder, separate from the games. The seal stops anyone peeking into the file, and a copy tells nothing
to the person you send it to. It does not stop the owner of this computer, because the key is on it. Without the key an
unfinished game can't be opened, here or on another computer, so back up table.key too. Games started with an older
version are not sealed.</p>
<h3>A turn</h3>
<p><b>Card and orders.</b> Click a card or press its number. Its sections light up, and its foot shows how many units it
could order now. Rest the pointer on a card to read it. Click the units, press A to order all that fit, or double click
open ground for the nearest ones in that section. For a strike, click the targets; point at one for its odds. Space
plays the card. Until then your opponent sees nothing, and Esc undoes your last click.</p>
<p><b>Moves.</b> Drag an ordered unit, or click it and then a hex. In plain green hexes it can still battle, in hatched
hexes it can only move. Any other hex says why not. All moves come before the first battle. A unit that can't battle any
more this turn shows a crossed-out die.</p>
<p><b>Battles.</b> Hold a unit over a target: the Battle panel counts its dice line by line with the rules and shows the
exact odds. The line of sight is drawn, with anything that blocks it. Drop the unit, or click the target, and the dice
roll. Next to an enemy it's a close assault, farther away the unit fires. A unit rolls all its dice however many figures
it has lost. If units can still battle when you end the turn, the program asks first.</p>
<p><b>End of turn.</b> Objectives are counted, the card is discarded and you draw another.</p>
<h3>The dice</h3>
<p>A soldier hits infantry (two faces), a tank hits armor, a grenade hits any unit, a star hits only on a few cards. A
flag makes the target retreat one row toward its own edge; it loses a figure for each hex it can't retreat. Behind
sandbags and some other obstacles a unit may ignore the first flag.</p>
<h3>After a close assault</h3>
<p>Infantry and armor may enter the hex they emptied. Armor may then battle once more: an overrun.</p>
<h3>The board</h3>
<p>View &gt; Turn the board shows it from the other edge, so that left is your own left; against the computer it is
turned for you. Click a medal stand or the deck to see deck, discards and reinforcements.</p>
<h3>Keys</h3>
<p>1 to 9 choose a card, A orders all that fit, Tab or the full stop goes from unit to unit, the arrows move the hex
cursor, Enter clicks there, B shows the most dice on each hex, Space continues, Esc cancels. F3 looks up the card, die,
obstacle or terrain under the pointer. Ctrl+F finds a unit or place, Ctrl+U opens the order of battle. Hold Backspace to
hide the counters, hold F12 to magnify. Ctrl+D compares both sides' dice with the average, Ctrl+E opens notes and
bookmarks that only their writer sees. Click a rule number anywhere to read the rule.</p>
""")

KEYS = (
    ("1 to 9", "Choose a card from your hand"),
    ("Arrow keys", "Move the hex cursor; in the hand, go from card to card"),
    ("Enter", "Pick up the unit under the cursor, or answer the question"),
    ("Tab and Shift and Tab", "Next and previous unit that can act"),
)
"""Keys of the board."""


class Pages(HelpPages):
    """The pages of the Help menu."""

    help = HOW_TO_PLAY
    board_keys = KEYS
    catalogue = CLAUSES

    def drawings(self, scenario: Any = None) -> Sequence[Diagram]:
        """Return the drawings of counters and board, taken from Down the Savasse ridge."""
        from app.systems.command_cards.drawings.how_to_read import board_drawing, counter_drawing  # it reads the charts

        session = Session.new(SYSTEM, SYSTEM.load(SHOWN), nature=SeededNature(0))
        return counter_drawing(), board_drawing(Seat(session))

    def clauses(self) -> Sequence[Clause]:
        """Return every clause in the order of the catalogue, then the help cards."""
        return [*super().clauses(), *entries()]
