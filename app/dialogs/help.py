"""The help window: how to read a counter and the map, then how to play."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from app.bindings import as_written, spell
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
"""
"""What holds for every system, with the keys of actions as the player has them."""
NAMED = ("since", "look_back", "fold_log", "alone", "full_screen", "sound")


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
        self.text.write(as_written(join("", [page, compose(SAME_EVERYWHERE, **keys)])))
        self.tabs.addTab(self.text, TITLE)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tabs)
        column.addWidget(self.buttons)
        fit(self, *((1160, 640) if drawings else (640, 620)))
        self.tabs.tabBar().setFocus(Qt.FocusReason.OtherFocusReason)
