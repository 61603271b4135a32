"""The print dialog: what to print on which paper, with a preview of every page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.dialogs import messages
from app.dialogs.messages import fit
from app.panels.widgets import Label
from app.play.seat import SeatLike
from app.printing.document import Document
from app.printing.output import BadPrint, on_device, picture, write_pdf
from app.printing.paper import PAPERS
from app.printing.tables import NoFonts, load
from app.system import ALL, Papers
from app.theme import faces

SHOWN_DPI = 78.0
PDF = ".pdf"
NO_PRINTER = "No printer is set up. Save the sheets as a PDF and print them elsewhere."


class PrintDialog(QDialog):
    """Ask what to print and show it; `ask`, `tell`, `choose_file` and `printer` can be replaced by tests."""

    def __init__(self, seat: SeatLike, papers: Papers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat, self.papers = seat, papers
        self.made: Document | None = None
        self.number = 0
        self.tell: Callable[[str, str], None] = partial(messages.tell, self)
        self.choose_file: Callable[[str], str] = self._choose_file
        self.ask: Callable[..., bool] = partial(messages.ask, self)
        self.printer: Callable[[], QPrinter | None] = self._printer
        self.setWindowTitle("Print")
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(0)
        self._wait.timeout.connect(self.make)
        self._build()
        fit(self, 980, 820)
        self._wait.start()

    def _build(self) -> None:
        row = QHBoxLayout(self)
        side = QWidget()
        side.setMaximumWidth(faces.scaled(290))
        column = QVBoxLayout(side)
        form = QFormLayout()
        column.addLayout(form)
        self.what = _choice([*self.papers.titles.items(), (ALL, "Everything")])
        self.position = _choice([("now", "Current position"), ("start", "Starting position")])
        self.paper = _choice([(name, name) for name in PAPERS])
        form.addRow("&Print", self.what)
        form.addRow("&Of", self.position)
        form.addRow("P&aper", self.paper)
        self.grey = QCheckBox("In &gray")
        self.fit = QCheckBox("&Map on one page only")
        self.grey.setToolTip("For black and white printers: letters and patterns instead of colors.")
        self.fit.setToolTip("Leave out the tiles for the poster map.")
        column.addWidget(self.grey)
        column.addWidget(self.fit)
        self.notice = Label()
        self.notice.setWordWrap(True)
        column.addWidget(self.notice)
        column.addStretch(1)
        self.save = QPushButton("&Save as PDF…")
        self.send = QPushButton("P&rint…")
        self.leave = QPushButton("Close")
        self.save.setDefault(True)
        for button, act in ((self.save, self.save_pdf), (self.send, self.print_pages), (self.leave, self.reject)):
            button.clicked.connect(lambda _=False, act=act: act())
            column.addWidget(button)
        row.addWidget(side)
        row.addLayout(self._preview(), 1)
        for box in (self.what, self.position, self.paper):
            box.currentIndexChanged.connect(self._wait.start)
        for tick in (self.grey, self.fit):
            tick.toggled.connect(self._wait.start)

    def _preview(self) -> QVBoxLayout:
        column = QVBoxLayout()
        self.page = Label()
        self.page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.page.setAccessibleName("Preview")
        area = QScrollArea()
        area.setAccessibleName("Pages")
        area.setWidget(self.page)
        area.setWidgetResizable(True)
        column.addWidget(area, 1)
        row = QHBoxLayout()
        self.before, self.after, self.count = QPushButton("◀"), QPushButton("▶"), Label()
        self.before.setAccessibleName("Previous page")
        self.after.setAccessibleName("Next page")
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.before.clicked.connect(lambda: self.turn(-1))
        self.after.clicked.connect(lambda: self.turn(1))
        row.addWidget(self.before)
        row.addWidget(self.count, 1)
        row.addWidget(self.after)
        column.addLayout(row)
        return column

    # --- what is shown -----------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Lay out the chosen sheets and show the first."""
        try:
            self.notice.setText(load())
            self.made = self.papers.document(
                self.seat,
                self.what.currentData(),
                begun=self.position.currentData() == "now",
                paper=self.paper.currentData(),
                grey=self.grey.isChecked(),
                fitted=self.fit.isChecked(),
            )
        except NoFonts as error:
            self.made = None
            self.notice.setText(str(error))
        self.number = 0
        self.turn(0)

    def turn(self, step: int) -> None:
        """Show another page."""
        sheets = len(self.made.sheets) if self.made else 0
        self.number = max(0, min(self.number + step, sheets - 1))
        for button, possible in (
            (self.before, self.number > 0),
            (self.after, self.number < sheets - 1),
            (self.save, sheets > 0),
            (self.send, sheets > 0),
        ):
            button.setEnabled(possible)
        self.count.setText(f"page {self.number + 1} of {sheets}" if sheets else "nothing to print")
        self.page.clear()
        if self.made and sheets:
            ratio = self.devicePixelRatioF()
            image = picture(self.made, self.number, SHOWN_DPI * ratio, self.grey.isChecked())
            image.setDevicePixelRatio(ratio)
            self.page.setPixmap(QPixmap.fromImage(image))

    # --- printing ----------------------------------------------------------------------------------------------------

    def save_pdf(self) -> bool:
        """Save the sheets as a PDF where the player says; return whether they were saved."""
        if self.made is None:
            return False
        name = self.choose_file(f"{self.seat.scenario.id}-{self.what.currentData()}.pdf")
        path = messages.with_suffix(name, (PDF,), self.ask) if name else None
        if path is None:
            return False
        try:
            write_pdf(self.made, path, self.grey.isChecked())
        except BadPrint as error:
            self.tell("Could not save the sheets", str(error))
            return False
        self.notice.setText(f"Saved as {path.name}.")
        return True

    def print_pages(self) -> bool:
        """Send the sheets to a printer; return whether they were sent."""
        if self.made is None:
            return False
        printer = self.printer()
        if printer is None:
            return False
        first, last = printer.fromPage() or 1, printer.toPage() or len(self.made.sheets)
        try:
            on_device(self.made, printer, range(first - 1, min(last, len(self.made.sheets))))
        except BadPrint as error:
            self.tell("Could not print the sheets", str(error))
            return False
        self.notice.setText("Sent to the printer.")
        return True

    def _printer(self) -> QPrinter | None:
        if not QPrinterInfo.availablePrinterNames():
            self.tell("No printer", NO_PRINTER)
            return None
        assert self.made is not None
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setFullPage(True)
        printer.setDocName(self.made.title)
        printer.setPageLayout(self.made.paper.layout(self.made.sheets[0].landscape))
        if self.grey.isChecked():
            printer.setColorMode(QPrinter.ColorMode.GrayScale)
        dialog = QPrintDialog(printer, self)
        dialog.setMinMax(1, len(self.made.sheets))
        return printer if dialog.exec() else None

    def _choose_file(self, name: str) -> str:
        offered = messages.documents() / name
        return messages.to_save(self, "Save as PDF", offered, "PDF (*.pdf);;All files (*)", PDF)


def _choice(entries: list[tuple[str, str]]) -> QComboBox:
    box = QComboBox()
    for key, title in entries:
        box.addItem(title, key)
    return box
