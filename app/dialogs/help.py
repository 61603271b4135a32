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
<h3>The window, in every game</h3>
<p><b>What just happened.</b> After the other side has played, a button in the corner of the map offers a replay
({since}): units move and dice roll again, and nothing is undone. {look_back} shows the whole game: step through it,
play it or drag the slider, and the log follows. From any earlier position you can branch into a new game.</p>
<p><b>More space.</b> {fold_log} collapses the log, {alone} leaves only the map, {full_screen} fills the screen. {sound}
turns sounds on or off.</p>
<p><b>Make it yours.</b> Edit &gt; Preferences sets colours, text and counter sizes, animation speed and the prompts to
skip. Edit &gt; Change keys changes any shortcut, including the keys you hold down.</p>
<p><b>What a saved game proves.</b> Every line of the file is sealed, the dice follow from a seed, and the seed from how
and when the game was started. Opening a game replays all of it: if anything was edited, you are told before the next
order. This computer remembers how far it has written each of its games, so a missing end is noticed here. Anything that
can't be proved is shown in brackets beside the title. Game &gt; <i>What this game proves</i> explains it.</p>
<p>No file can prove what no neutral person saw: dice rolled by hand, a seed somebody chose, that both players agreed to
a take-back, the day the game was started, on another computer that its last orders are all there, or that nobody
replayed it until the dice were kind. For that, have a neutral person run the game.</p>
<p><b>What you can play.</b> The start page lists every scenario with its length, size and sides, and its notes say what
is known of its balance. Learn… has a guided first battle and a lesson for each example of the rulebook; Help &gt;
Worked examples opens the same examples as positions.</p>
<p><b>On paper.</b> Game &gt; Print… prints set-up sheets, player aids, counters, the map and a report, of the starting
position or the current one. Print at 100 %. Without opening a window, type <i>chitpull --print setup --scenario
first-light --out sheets.pdf</i> (on Windows <i>chitpull-console</i>, from source <i>python run.py</i>); instead of
setup also aids, counters, map, reading or all, or report with <i>--open mygame.chitpull</i>. Add <i>--paper Letter</i>
or <i>--grey</i> as you need. <i>--help</i> lists the rest.</p>
<p><b>New versions.</b> Chitpull only looks for one if you ask: turn it on in Preferences, or choose Help &gt; Check for
a new version. It sends nothing about you.</p>
"""
"""What holds for every system, with the keys of actions as the player has them."""
STAFF = """
<h2>Playing against the computer</h2>
<p><b>Who plays.</b> On the start page, <i>Players</i> below the scenario says who plays which side: two players on one
computer (hot seat), you against the computer, or the computer against itself while you watch. {players}, or a click on
the plate at the end of the menu bar, changes this during a game. It is saved with the game.</p>
<p><b>Levels.</b> The level sets how well the computer plays, the style how aggressive it is. No level gets better dice,
chits or cards. It sees only what a player on its side would see, and it runs in a separate process.</p>
<p><b>While it thinks</b> the bar at the top shows what it is considering. <b>Esc</b> takes the best order found so far.
You can look around, measure and read, but not give orders. Its fire, moves and dice are shown like yours, at the speed
set with {players}: instant, fast, slow, or step by step, where <b>Space</b> continues. Any key or click skips an
animation. When you are only watching, <b>Space</b> pauses.</p>
<p><b>Undo.</b> {undo} goes back to your own last order if no die or draw has come since. {take_back} goes back to it
with the dice and everything the computer has done since.</p>
<p><b>Why?</b> in the log, beside an order of the computer, shows its reasons: what counted for the order, the
alternatives it considered and the plans it compared. {why} shows the same for its last order, or for the one you are
viewing. The reasons are saved beside the game, in a file of the same name ending in .thoughts. Where hands are hidden,
that file stays sealed until the game is over.</p>
<p><b>Suggestions.</b> {hint} shows what the computer would do in your place and marks it on the map. Nothing is
ordered.</p>
<p><b>Two games to watch</b> are on the start page below the battles, one lost against the computer and one won, each
with all of the computer's reasons.</p>
<p><b>If its process fails</b> it is restarted once. If it fails again you take over its side and nothing is lost;
{players} gives it back.</p>
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
