"""Pictures that take long to paint, kept in the player's cache: painted again when anything behind them changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6 import __version__ as qt
from PySide6.QtGui import QGuiApplication, QImage

from app.picture_bytes import encoded
from rules.engine.cache import digest, fingerprint, keep, recall
from rules.engine.datadirs import DataMissing, assets_dir

KIND = "pictures"
_FAST = 80
"""Quality of a PNG: how little it is packed. It loses nothing at any."""


def kept_picture(what: Sequence[bytes], code: Sequence[Path], paint: Callable[[], QImage]) -> QImage:
    """Return a picture from the cache, or paint and keep it.

    `what` is everything that the picture depends on, `code` the folders of the modules that paint it.
    """
    key = digest(*what, fingerprint(*code, *_fonts()), f"{qt} {QGuiApplication.platformName()}".encode())
    body = recall(KIND, key)
    image = QImage.fromData(body) if body is not None else QImage()  # type: ignore[arg-type]
    if image.isNull():
        image = paint()
        keep(KIND, key, encoded(image, ".png", _FAST))
    return image


def _fonts() -> list[Path]:
    try:
        return [assets_dir() / "fonts"]
    except DataMissing:
        return []
