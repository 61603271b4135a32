"""Output of the papers of a system: a PDF file, a printer, a picture of a page; posters cut into pages that overlap."""

from __future__ import annotations

import errno
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QBuffer, QIODevice, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPagedPaintDevice, QPainter, QPdfWriter, QPen

from app.diagram import Diagram
from app.kept_pictures import encoded
from app.play.seat import SeatLike
from app.printing import tables
from app.printing.document import TITLE, Document, Sheet, drawing_sheets, single
from app.printing.paper import MM, PAPERS, Paper, PaperPainter, mm
from app.printing.tables import INK, SOFT, label
from app.system import ALL
from rules.engine import bounded
from rules.engine.frozen import frozen

# --- The papers of a system, made by name from one print job -------------------------------------------------------


class Job(Protocol):
    """What every print job has: the document's title, its paper, and the scenario."""

    @property
    def title(self) -> str: ...
    @property
    def paper(self) -> Paper: ...
    @property
    def scenario(self) -> object: ...


AnyJob = TypeVar("AnyJob", bound=Job)
Makers = Mapping[str, tuple[str, Callable[[AnyJob], list[Sheet]]]]
"""Papers by name: the title, and what makes the sheets."""


class MadePapers(Generic[AnyJob]):
    """What can be printed, for the window and the command line; grey is made of the finished pages or by the job."""

    def __init__(self, makers: Makers[AnyJob], job_of: Callable[..., AnyJob]) -> None:
        self._makers, self._job_of = makers, job_of
        self.titles: Mapping[str, str] = {name: title for name, (title, _) in makers.items()}

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Lay out the sheets of a paper by name, or of ALL."""
        job = self._job_of(seat, begun=begun, paper=PAPERS[paper], grey=grey, fitted=fitted)
        wanted = self._makers if what == ALL else {what: self._makers[what]}
        return Document(job.title, job.paper, tuple(sheet for _, maker in wanted.values() for sheet in maker(job)))


def reading(drawings: Callable[[Any], Sequence[Diagram]]) -> tuple[str, Callable[[Job], list[Sheet]]]:
    """Return the labelled drawings as one of the papers."""
    return TITLE, lambda job: drawing_sheets(lambda: drawings(job.scenario), job.paper)


# --- Output of documents: to a PDF file, a printer, or a picture of a page -----------------------------------------

DPI = 1200
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
PICTURE_DPI = 110.0
_ARRAY = re.compile(rb"\[[^\]]*\]")
_LETTERS = re.compile(rb"\d+ beginbfrange\n.*?endbfrange", re.DOTALL)
_REASONS = {
    errno.ENOSPC: "the disk is full; free some space or choose another disk",
    errno.EDQUOT: "your disk quota is full; free some space or choose another disk",
    errno.EROFS: "the disk is read-only; choose another folder",
    errno.EACCES: "you don't have permission to write there; choose another folder",
    errno.EPERM: "you don't have permission to write there; choose another folder",
    errno.ENOENT: "there is no such folder; choose another one",
    errno.EISDIR: "that is a folder; give a file name",
}


class BadPrint(Exception):
    """Something cannot be printed as asked; the text is one sentence for the player."""


def why(error: OSError) -> str:
    """Return in words why a file could not be written, and what would help."""
    return bounded.HELD if bounded.is_held(error) else _REASONS.get(error.errno or 0, bounded.why(error).lower())


def write(document: Document, path: Path, grey: bool = False) -> None:
    """Write a document as a PDF, or as a picture of each page if the file name asks for that; raise BadPrint."""
    if path.suffix.lower() not in PICTURES:
        write_pdf(document, path, grey)
        return
    for number in range(len(document.sheets)):
        page = path.with_name(f"{path.stem}-{number + 1}{path.suffix}")
        try:
            bounded.write_file(page, encoded(picture(document, number, PICTURE_DPI, grey), path.suffix, 88))
        except OSError as error:
            raise BadPrint(f"{page} cannot be written: {why(error)}.") from error


def write_pdf(document: Document, path: Path, grey: bool = False) -> None:
    """Write a document as a PDF; a failure leaves any older file as it was; raise BadPrint."""
    try:
        bounded.write_file(path, _searchable(_filled(document, grey)))
    except OSError as error:
        raise BadPrint(f"{path} cannot be written: {why(error)}.") from error


def _filled(document: Document, grey: bool) -> bytes:
    buffer = QBuffer()  # Qt cannot open every path that the system can, and does not report a full disk
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setTitle(document.title)
    writer.setCreator("Chitpull")
    if grey and hasattr(QPdfWriter, "ColorModel"):
        writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    on_device(document, writer, range(len(document.sheets)))
    return bytes(buffer.data().data())


def _searchable(content: bytes) -> bytes:
    """Let spaces be copied as spaces: Qt maps their glyph to a tab. All lengths stay the same."""
    return _LETTERS.sub(lambda array: _ARRAY.sub(_spaced, array[0]), content)


def _spaced(letters: re.Match[bytes]) -> bytes:
    return letters[0].replace(b"<0009>", b"<0020>")


def on_device(document: Document, device: QPagedPaintDevice, numbers: range) -> None:
    """Paint sheets (numbers from 0) on a PDF writer or printer; raise BadPrint."""
    painter = PaperPainter()
    for i, number in enumerate(numbers):
        device.setPageLayout(document.paper.layout(document.sheets[number].landscape))
        if i == 0 and not painter.begin(device):
            raise BadPrint("The printer is not responding. Check that it is switched on and ready.")
        if i:
            device.newPage()
        painter.save()
        scale = painter.device().logicalDpiX() / 25.4 / MM
        painter.scale(scale, scale)
        _clear(painter)
        document.paint(painter, number)
        painter.restore()
    painter.end()


def picture(document: Document, number: int, dpi: float = 96.0, grey: bool = False) -> QImage:
    """Return a picture of one sheet, for the preview."""
    page = document.paper.page(document.sheets[number].landscape)
    scale = dpi / 25.4 / MM
    image = QImage(QSize(round(page.width() * scale), round(page.height() * scale)), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = PaperPainter(image)
    _clear(painter)
    painter.scale(scale, scale)
    document.paint(painter, number)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8) if grey else image


def _clear(painter: QPainter) -> None:
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
    )


# --- A poster cut into pages that overlap, with marks to cut along and a plan of the pages -------------------------

OVERLAP = 8.0
"""Millimetres that two neighbouring tiles share."""


@frozen
class Tile:
    """One page of a poster: its row and column, and its part of the scene."""

    row: int
    column: int
    source: QRectF

    @property
    def name(self) -> str:
        """Return the tile's name: a letter for its row, a number for its column."""
        return f"{chr(65 + self.row)}{self.column + 1}"


@frozen
class Tiling:
    """The division of a poster into pages; `units` are units of paper to a scene unit."""

    tiles: tuple[Tile, ...]
    rows: int
    columns: int
    landscape: bool
    units: float

    def place(self, tile: Tile, paper: Paper) -> QRectF:
        """Return where a tile lies on its page."""
        page = room(paper, self.landscape)
        box = QRectF(page.topLeft(), tile.source.size() * self.units)
        box.moveCenter(page.center())
        return box


def tiling(frame: QRectF, paper: Paper, units: float) -> Tiling:
    """Cut a part of a scene into the fewest pages at a scale; neighbours share OVERLAP millimetres."""
    ways = [_cut(frame, paper, units, landscape) for landscape in (False, True)]
    return min(ways, key=lambda poster: len(poster.tiles))


def _cut(frame: QRectF, paper: Paper, units: float, landscape: bool) -> Tiling:
    body = room(paper, landscape)
    wide, tall = body.width() / units, body.height() / units
    shared = mm(OVERLAP) / units
    columns = max(1, math.ceil((frame.width() - shared) / (wide - shared)))
    rows = max(1, math.ceil((frame.height() - shared) / (tall - shared)))
    wide = (frame.width() - shared) / columns + shared
    tall = (frame.height() - shared) / rows + shared
    tiles = [
        Tile(
            row,
            column,
            QRectF(frame.left() + column * (wide - shared), frame.top() + row * (tall - shared), wide, tall),
        )
        for row in range(rows)
        for column in range(columns)
    ]
    return Tiling(tuple(tiles), rows, columns, landscape, units)


def room(paper: Paper, landscape: bool) -> QRectF:
    """Return the room of a tile, inside marks of 4 mm."""
    return paper.body(landscape).adjusted(0, mm(1), 0, 0)


def paint_plan(painter: QPainter, place: QRectF, frame: QRectF, poster: Tiling) -> None:
    """Paint where the tiles lie over a small picture of the whole."""
    scale = place.width() / frame.width()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tile in poster.tiles:
        at = tile.source.intersected(frame).topLeft() - frame.topLeft()
        size = tile.source.intersected(frame).size()
        box = QRectF(place.topLeft() + at * scale, size * scale)
        painter.setPen(QPen(QColor(20, 15, 5, 170), 2.5, Qt.PenStyle.DashLine))
        painter.drawRect(box)
        painter.setPen(QPen(QColor("#ffffff"), 1))
        tag = QRectF(box.center().x() - mm(3.4), box.center().y() - mm(2.2), mm(6.8), mm(4.4))
        painter.fillRect(tag, QColor(255, 252, 240, 215))
        label(painter, tag, tile.name, tables.sans(9, bold=True), align=Qt.AlignmentFlag.AlignCenter)


def paint_marks(painter: QPainter, box: QRectF, poster: Tiling, tile: Tile, size: str) -> None:
    """Paint where to cut and where to glue the neighbour; `size` says how large things are when printed rightly."""
    cut, tick = mm(OVERLAP) / 2, mm(3)
    lines = []
    if tile.column:
        lines.append(box.left() + cut)
    if tile.column < poster.columns - 1:
        lines.append(box.right() - cut)
    painter.setPen(QPen(INK, 1.5))
    for x in lines:
        painter.drawLine(QLineF(x, box.top() - tick, x, box.top() - mm(0.4)))
        painter.drawLine(QLineF(x, box.bottom() + mm(0.4), x, box.bottom() + tick))
    levels = []
    if tile.row:
        levels.append(box.top() + cut)
    if tile.row < poster.rows - 1:
        levels.append(box.bottom() - cut)
    for y in levels:
        painter.drawLine(QLineF(box.left() - tick, y, box.left() - mm(0.4), y))
        painter.drawLine(QLineF(box.right() + mm(0.4), y, box.right() + tick, y))
    _crosses(painter, lines, levels)
    _advice(painter, box, poster, tile, size)


def _crosses(painter: QPainter, lines: list[float], levels: list[float]) -> None:
    painter.setPen(QPen(INK, 1.2))
    for x in lines:
        for y in levels:
            painter.drawLine(QLineF(QPointF(x - mm(2), y), QPointF(x + mm(2), y)))
            painter.drawLine(QLineF(QPointF(x, y - mm(2)), QPointF(x, y + mm(2))))


def _advice(painter: QPainter, box: QRectF, poster: Tiling, tile: Tile, size: str) -> None:
    if len(poster.tiles) == 1:
        return
    words = (
        f"Tile {tile.name}. Cut along the marks and lay edge to edge, or cut two sides only and glue "
        f"over the {OVERLAP:.0f} mm overlap. Print at 100 %: {size}."
    )
    line = QRectF(box.left(), box.bottom() + mm(2.8), box.width(), mm(3.5))
    label(painter, line, words, tables.sans(6.5), ink=SOFT)


def poster_sheets(
    poster: Tiling | None,
    paper: Paper,
    whole: Callable[[Tiling | None], Sheet],
    paint: Callable[[QPainter, QRectF, QRectF], object],
    size: str,
) -> list[Sheet]:
    """Return the map on one page and the tiles of a poster, if there is to be one.

    `paint` paints a part of the scene, named last, into a place on paper; `size` is as for `paint_marks`.
    """
    if poster is None:
        return [whole(None)]
    return [whole(poster), *(_tile_sheet(poster, tile, paper, paint, size) for tile in poster.tiles)]


def _tile_sheet(
    poster: Tiling, tile: Tile, paper: Paper, paint: Callable[[QPainter, QRectF, QRectF], object], size: str
) -> Sheet:
    box = poster.place(tile, paper)

    def draw(painter: QPainter, body: QRectF) -> None:
        paint(painter, box, tile.source)
        paint_marks(painter, box, poster, tile, size)

    return single(f"Map, tile {tile.name} of {poster.rows} by {poster.columns}", draw, paper, poster.landscape)
