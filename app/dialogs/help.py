"""The help window: how to read a counter and the map, then how to play."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from app.bindings import as_written, spell, without_functions
from app.diagram import Diagram
from app.dialogs.fitting import fit
from app.panels.diagram import DiagramView
from app.panels.reader import Reader
from app.panels.widgets import scrolling
from app.text.markup import compose, join, literal

TITLE = "How to play"
SAME_EVERYWHERE = """
<h3>The window, whatever is played</h3>
<p><b>What has happened.</b> Once the other side has played, a button in the corner of the map offers to show it
({since}): units go their way, dice fall again, and nothing is undone. {look_back} looks back at the whole game: step,
play, or draw the slider; the log shows the line you look at. From an earlier position you may play on in a new game.
</p>
<p><b>Room.</b> {fold_log} folds the log, {alone} leaves the map alone, {full_screen} fills the screen. {sound} switches
the sounds on or off.</p>
<p><b>As you like it.</b> Edit, Preferences has colours, sizes of text and counters, the speed of what moves, and what
is passed over for you. Edit, Change keys gives any order another key, also those that are held down.</p>
<p><b>What a saved game proves.</b> Every line of its file is sealed, the dice follow from a seed, and the seed from how
and when the game was begun. The whole game is played again when you open it: what was edited is named before the next
order. This computer remembers how far it has written each of its games, so an end that was cut off is found here. What
nothing proves stands in brackets beside the title; <i>What this game proves</i> in the Game menu says it in words.</p>
<p>No file can prove what nobody neutral saw: dice rolled by hand, a seed that somebody chose, that both players agreed
to take something back, the day on which it was begun, on another computer that its last orders were not cut off, or
that nobody played it over until the dice were kind. For that, let somebody neutral run the game.</p>
<p><b>New versions.</b> Chitpull looks for one only if you want it to: tick it in Preferences, or choose Help, Check for
a new version. It sends nothing about you.</p>
"""
"""What holds for every system, with the keys of actions as the player has them."""
STAFF = """
<h2>Playing against the computer</h2>
<p><b>Who plays.</b> Below the scenario on the start page, <i>Players</i> says who sits where: both sides here, you on
one side and the computer on the other, or the computer on both while you watch. {players}, or a click on the plate at
the end of the menu bar, changes it in the middle of a game. The game keeps it in its record.</p>
<p><b>Levels.</b> A level says how well the computer plays, a temper what it dares. No level gets other dice, chits or
cards than a player at its seat, and none sees more: it is told what its seat may know, in a process of its own.</p>
<p><b>While it decides</b> the bar at the top says what its staff considers. <b>Esc</b> has the best order found so
far. You may look around, measure and read; orders wait. Its fire, moves and dice are shown as yours are, at the pace
that {players} sets: at once, briefly, slowly, or step by step, where <b>Space</b> brings the next one. Any key or click
skips what moves. When you watch, <b>Space</b> pauses.</p>
<p><b>Taking back.</b> {undo} goes back to your own last order as long as no die or draw has come in between,
{take_back} goes back to it with the dice and with all the computer has done since.</p>
<p><b>Why?</b> stands in the log behind its orders and opens what it thought: what counted for the order, what it was
preferred to, plans it compared. {why} shows the same for the last order, or for the one you look back at. It is kept
beside the record, in a file of the same name that ends in .thoughts. Where hands are hidden it is sealed, and opens
when the game is over.</p>
<p><b>Advice.</b> {hint} says what the staff would do in your place and marks it on the map. Nothing is ordered.</p>
<p><b>Two games to look at</b> stand on the start page below the battles, one lost against the computer and one won,
with all that it thought.</p>
<p><b>If its process fails</b> it is started anew once. If it fails again, its side is yours to play, nothing is lost,
and {players} calls it back.</p>
"""
"""How to play against the computer, with the keys of actions as the player has them."""
AGAINST = "Against the computer"
NAMED = (
    "since", "look_back", "fold_log", "alone", "full_screen", "sound", "players", "undo", "take_back", "why", "hint",
)  # fmt: skip


class HelpDialog(QDialog):
    """Show labelled drawings and the help page, a tab for each; `rule_asked` carries a rule number."""

    rule_asked = Signal(str)

    def __init__(self, drawings: Sequence[Diagram], page: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(TITLE)
        self.tabs.setDocumentMode(True)
        for drawing in drawings:
            view = DiagramView(drawing)
            view.rule_asked.connect(self.rule_asked)
            area = scrolling(view)
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
            self.tabs.addTab(area, literal(drawing.title))
        self.text = Reader(TITLE)
        keys = {name: spell(f"{{{name}}}") for name in NAMED}
        self.text.write(as_written(join("", [without_functions(page), compose(SAME_EVERYWHERE, **keys)])))
        self.tabs.addTab(self.text, TITLE)
        self.staff = Reader(AGAINST)
        self.staff.write(as_written(compose(STAFF, **keys)))
        self.tabs.addTab(self.staff, AGAINST)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tabs)
        column.addWidget(self.buttons)
        fit(self, *((1160, 640) if drawings else (640, 620)))
        self.tabs.tabBar().setFocus(Qt.FocusReason.OtherFocusReason)
