"""Draw a picture of the table without a window, for the README and for bug reports."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.kept_pictures import encoded
from app.systems.base import presentation_of
from rules.engine.bounded import why, write_file
from rules.engine.seat import Seat

FORMATS = (".png", ".jpg", ".jpeg", ".bmp", ".webp")
LARGEST = 20_000
SIZE = QSize(1600, 1000)
"""The size of pictures if nothing else is asked for."""


class BadPicture(Exception):
    """A picture cannot be drawn as asked; the text is one sentence for the player."""


def read_size(text: str) -> QSize:
    """Read a size such as 1600x1000; raise BadPicture."""
    width, _, height = text.lower().partition("x")
    if width.isdecimal() and height.isdecimal() and 16 <= int(width) <= LARGEST and 16 <= int(height) <= LARGEST:
        return QSize(int(width), int(height))
    raise BadPicture(f"--size {text}: write width and height in pixels, 16 to {LARGEST} each, such as 1600x1000.")


def read_zoom(text: str) -> float:
    """Read "fit" (0) or a scale such as 1.5; raise BadPicture."""
    if text == "fit":
        return 0.0
    try:
        zoom = float(text)
    except ValueError:
        zoom = 0.0
    if not 0.05 <= zoom <= 8.0:
        raise BadPicture(f"--zoom {text}: write fit, or a scale from 0.05 to 8, such as 1.5.")
    return zoom


def draw(seat: Seat, size: QSize, zoom: float = 0.0) -> QImage:
    """Return a picture of the board as it stands; the whole of it if `zoom` is 0. Raise BadPicture if there is none."""
    image = presentation_of(seat.system.id).picture(seat, size, zoom)
    if image is None:
        raise BadPicture(f"The scenario {seat.scenario.id} has no map to draw.")
    return image


def write(seat: Seat, path: Path, size: QSize, zoom: float = 0.0) -> None:
    """Write the picture to a file; raise BadPicture."""
    if path.suffix.lower() not in FORMATS:
        raise BadPicture(f"--picture {path}: the name must end in one of {', '.join(FORMATS)}.")
    if not path.parent.is_dir():
        raise BadPicture(f"--picture {path}: the folder {path.parent} does not exist.")
    try:
        write_file(path, encoded(draw(seat, size, zoom), path.suffix))
    except OSError as error:
        raise BadPicture(f"--picture {path}: the file cannot be written: {why(error)}.") from error
