"""Output of the papers of a system: a PDF file, a printer, or a picture of a page."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QImage, QPagedPaintDevice, QPainter, QPdfWriter

from app.diagram import Diagram
from app.kept_pictures import encoded
from app.play.seat import SeatLike
from app.printing.document import TITLE, Document, Sheet, drawing_sheets
from app.printing.painter import PaperPainter
from app.printing.paper import MM, PAPERS, Paper
from app.system import ALL
from rules.engine import bounded

# --- The papers of a system, made by name from one print job -------------------------------------------------------


class Job(Protocol):
    """What every print job has: the document's title and its paper."""

    @property
    def title(self) -> str: ...
    @property
    def paper(self) -> Paper: ...


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


def reading(drawings: Callable[[], Sequence[Diagram]]) -> tuple[str, Callable[[Job], list[Sheet]]]:
    """Return the labelled drawings as one of the papers."""
    return TITLE, lambda job: drawing_sheets(drawings, job.paper)


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
