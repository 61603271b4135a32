"""The help window: how to read a counter and the map, then how to play."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from app.bindings import as_written
from app.diagram import Diagram
from app.panels.diagram import DiagramView
from app.panels.reader import Reader
from app.text.markup import literal

TITLE = "How to play"


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
            self.tabs.addTab(view, literal(drawing.title))
        self.text = Reader(TITLE)
        self.text.write(as_written(page))
        self.tabs.addTab(self.text, TITLE)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tabs)
        column.addWidget(self.buttons)
        self.resize(*((1160, 640) if drawings else (640, 620)))
        self.tabs.tabBar().setFocus(Qt.FocusReason.OtherFocusReason)
