"""Pictures that take long to paint, kept in the player's cache: painted again when anything behind them changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6 import __version__ as qt
from PySide6.QtGui import QGuiApplication, QImage

from app.picture_bytes import encoded
from rules.engine.cache import digest, fingerprint, keep, recall
from rules.engine.datadirs import DataMissing, assets_dir

KIND = "pictures"
_STRAIGHT, _PREMULTIPLIED = QImage.Format.Format_ARGB32, QImage.Format.Format_ARGB32_Premultiplied


class KeptPictures:
    """Pictures of one subject: RGB32, or ARGB32_Premultiplied where it is see-through."""

    def __init__(self, what: Sequence[bytes], code: Sequence[Path]) -> None:
        """Take everything that the pictures depend on, and the folders of the modules that paint them."""
        about = f"{qt} {QGuiApplication.platformName()}".encode()
        self._subject = digest(*what, fingerprint(*code, *_always()), about).encode()

    def picture(self, part: bytes, paint: Callable[[], QImage], kind: str = KIND) -> QImage:
        """Return the picture of a part from the cache, or paint and keep it."""
        key = digest(self._subject, part)
        body = recall(kind, key)
        image = QImage.fromData(body) if body is not None else QImage()  # type: ignore[arg-type]
        if image.isNull():
            image = paint()
            keep(kind, key, encoded(_as(image, _PREMULTIPLIED, _STRAIGHT), ".png"))
            return image
        return _as(image, _STRAIGHT, _PREMULTIPLIED)


def _as(image: QImage, before: QImage.Format, after: QImage.Format) -> QImage:
    """Return a picture with the same bits read otherwise: a PNG knows no premultiplied colours, and rounds them."""
    if image.format() != before:
        return image
    copy = QImage(image)
    copy.reinterpretAsFormat(after)
    return copy


def _always() -> list[Path]:
    """Return folders that every picture depends on: the fonts, and in a packaged program that of its modules."""
    program = [Path(sys.executable).parent] if getattr(sys, "frozen", False) else []
    try:
        return [assets_dir() / "fonts", *program]
    except DataMissing:
        return program
