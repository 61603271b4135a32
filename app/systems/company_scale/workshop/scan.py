"""A scan under the brush: somebody's picture of a map, laid on the hexes by three of them, and never packed.

What is remembered stands in a hidden file beside the draft, with the name of the picture: the picture itself stays
where it is, and no module takes either along.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsPixmapItem, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from app.board.hexes import STEP_Y, center
from app.dialogs import messages
from app.panels.widgets import Heading, KeyButton
from app.systems.company_scale.workshop.scan_dialog import FitDialog, Known
from rules.engine.bounded import replace as replace_file
from rules.engine.bounded import why
from rules.hexes.grid import hex_id

FILE: Final = ".scan"
"""The hidden file in the folder of a draft."""
LARGEST: Final = 8192
"""The most pixels a side that are kept; a larger scan is made smaller."""
MOST: Final = 512
"""Megabytes that a picture may take while it is decoded."""
OPACITY: Final = 50
"""Percent of the scan that is seen at first."""
NUDGE: Final = STEP_Y / 40
"""How far one press moves the scan, in scene units."""
KINDS: Final = "Pictures (*.png *.jpg *.jpeg *.bmp *.webp)"
ARROWS: Final = (("←", (-1, 0), "left"), ("→", (1, 0), "right"), ("↑", (0, -1), "up"), ("↓", (0, 1), "down"))


# --- What is remembered of a scan ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scan:
    """A picture and how it lies: three known hexes, how much of it is seen (percent), how far it was nudged (scene)."""

    path: str
    known: tuple[Known, ...]
    opacity: int = OPACITY
    nudge: tuple[float, float] = (0.0, 0.0)

    @property
    def transform(self) -> QTransform:
        """How points of the picture come to lie on the map."""
        corners = [QPointF(x, y) for x, y, _ in self.known]
        targets = [center(hex_id(name)) for _, _, name in self.known]
        lies = _matrix(corners).inverted()[0] * _matrix(targets)
        dx, dy = self.nudge
        return QTransform(lies.m11(), lies.m12(), lies.m21(), lies.m22(), lies.dx() + dx, lies.dy() + dy)


def _matrix(points: Sequence[QPointF]) -> QTransform:
    """Return three points as rows, so that the inverse of one such matrix times another leads from these to those."""
    (a, b, c) = points
    return QTransform(a.x(), a.y(), 1, b.x(), b.y(), 1, c.x(), c.y(), 1)


def remembered(folder: Path) -> Scan | None:
    """Return the scan of a draft, None if it has none; a damaged file is none."""
    try:
        told = json.loads((folder / FILE).read_text(encoding="utf-8"))
        path, hexes, opacity, (dx, dy) = (told[field.name] for field in fields(Scan))
        known = tuple((float(x), float(y), str(name)) for x, y, name in hexes)
        scan = Scan(str(path), known, min(100, max(0, int(opacity))), (float(dx), float(dy)))
        return scan if len(known) == 3 and scan.transform.isInvertible() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remember(folder: Path, scan: Scan | None) -> None:
    """Note the scan of a draft, or that it has none; raise OSError."""
    path = folder / FILE
    if scan is None:
        path.unlink(missing_ok=True)
        return
    beside = path.with_name(f"{FILE}.new")
    beside.write_text(json.dumps(asdict(scan)), encoding="utf-8")
    replace_file(beside, path)


def picture(path: str) -> QImage | str:
    """Return a picture, at most LARGEST pixels a side, or why it cannot be shown."""
    QImageReader.setAllocationLimit(MOST)
    reader = QImageReader(path)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > LARGEST:
        reader.setScaledSize(size.scaled(QSize(LARGEST, LARGEST), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        reason = reader.errorString().rstrip(".") if Path(path).is_file() else "the file is not there any more"
        return f"{Path(path).name} cannot be shown: {reason[:1].lower()}{reason[1:]}."
    return image


# --- The scan on the board, and what it is handled with ------------------------------------------------------------


class ScanItem(QGraphicsPixmapItem):
    """The scan above the ground that is drawn, as strongly as one likes, and below everything else."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(1)
        self.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_scan(self, scan: Scan) -> None:
        """Lay the picture as a scan says."""
        self.setTransform(scan.transform)
        self.setOpacity(scan.opacity / 100)
        self.show()


class ScanPart(QWidget):
    """The buttons of the scan on the page of the brush."""

    asked = Signal(str)
    """ "open", "fit" or "remove"."""
    nudged = Signal(int, int)
    strength = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column, self._more = QVBoxLayout(self), QWidget()
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(Heading("Scan"))
        self.buttons = {
            "open": KeyButton("Open a scan…", "", "Lay a picture of a map under the brush; it is never packed"),
            "fit": KeyButton("Fit…", "", "Tell three hexes of the scan again"),
            "remove": KeyButton("Remove", "", "Take the scan away; the picture itself stays"),
        }
        for what, button in self.buttons.items():
            button.clicked.connect(lambda *_, what=what: self.asked.emit(what))
        opens, fits, removes = self.buttons.values()
        column.addWidget(opens)
        column.addWidget(self._more)
        more, first, second = QVBoxLayout(self._more), QHBoxLayout(), QHBoxLayout()
        more.setContentsMargins(0, 0, 0, 0)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 100)
        self.slider.setAccessibleName("How much of the scan is seen")
        self.slider.setToolTip("How much of the scan is seen")
        self.slider.valueChanged.connect(self.strength)
        for words, (dx, dy), way in ARROWS:
            arrow = KeyButton(words, "", f"Nudge the scan {way}")
            arrow.setAutoRepeat(True)
            arrow.clicked.connect(lambda *_, dx=dx, dy=dy: self.nudged.emit(dx, dy))
            first.addWidget(arrow)
        second.addWidget(fits)
        second.addWidget(removes)
        more.addWidget(self.slider)
        more.addLayout(first)
        more.addLayout(second)
        self.show_scan(None)

    def show_scan(self, scan: Scan | None) -> None:
        """Offer what can be done with a scan, or to open one."""
        self._more.setVisible(scan is not None)
        if scan is not None:
            self.slider.blockSignals(True)
            self.slider.setValue(scan.opacity)
            self.slider.blockSignals(False)


class Underlay(QObject):
    """The scan of one draft. `refused(why)`; `ask_file` and `ask_fit` can be replaced where nobody is at the screen."""

    refused = Signal(str)

    def __init__(self, folder: Path, window: Callable[[], QWidget], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.item, self.part = ScanItem(), ScanPart()
        self.scan: Scan | None = None
        self._folder, self._window, self._image = folder, window, QImage()
        self.ask_file: Callable[[], str] = self._ask_file
        self.ask_fit: Callable[[FitDialog], bool] = lambda dialog: bool(dialog.exec())
        self.part.asked.connect(self._act)
        self.part.nudged.connect(self._nudge)
        self.part.strength.connect(self._set_strength)

    def begin(self) -> None:
        """Show the scan that the draft had last, if its picture is still there, while somebody draws."""
        scan = self.scan or remembered(self._folder)
        if scan is not None and (self.scan is not None or self._take_picture(scan.path)):
            self._lay(scan)

    def end(self) -> None:
        """Show no scan while nobody draws."""
        self.item.hide()

    def _act(self, what: str) -> None:
        if what == "remove":
            self._show(None)
        elif what == "fit" and self.scan is not None:
            self._fit(self.scan.path, self.scan.known)
        elif what == "open" and (path := self.ask_file()) and self._take_picture(path):
            self._fit(path, ())

    def _ask_file(self) -> str:
        return messages.to_open(self._window(), "Open a scan", messages.documents(), KINDS)

    def _take_picture(self, path: str) -> bool:
        found = picture(path)
        if isinstance(found, str):
            self.refused.emit(found)
            return False
        self._image = found
        self.item.setPixmap(QPixmap.fromImage(found))
        return True

    def _fit(self, path: str, known: Sequence[Known]) -> None:
        """Ask for three hexes of the picture, and lay it by them."""
        dialog = FitDialog(self._image, known, self._window())
        is_fitted = self.ask_fit(dialog)
        told = dialog.known
        dialog.deleteLater()
        if is_fitted and told is not None:
            strength = self.scan.opacity if self.scan is not None else OPACITY
            self._show(Scan(path, told, strength))
        elif self.scan is None:
            self.item.hide()
        else:
            self._take_picture(self.scan.path)  # another one was looked at

    def _nudge(self, dx: int, dy: int) -> None:
        if self.scan is not None:
            x, y = self.scan.nudge
            self._show(replace(self.scan, nudge=(x + dx * NUDGE, y + dy * NUDGE)))

    def _set_strength(self, percent: int) -> None:
        if self.scan is not None:
            self._show(replace(self.scan, opacity=percent))

    def _lay(self, scan: Scan | None) -> None:
        self.scan = scan
        self.part.show_scan(scan)
        if scan is None:
            self.item.hide()
        else:
            self.item.show_scan(scan)

    def _show(self, scan: Scan | None) -> None:
        """Lay the scan, or none, and remember it."""
        self._lay(scan)
        try:
            remember(self._folder, scan)
        except OSError as error:
            self.refused.emit(f"The scan will not be there next time: {why(error)}.")
