"""Pictures that take long to paint, kept in the player's cache: painted again when anything behind them changes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6 import __version__ as qt
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from rules.engine.cache import digest, fingerprint, keep, recall
from rules.engine.folders import DataMissing, assets_dir

KIND = "pictures"
_FORM = b"bits/1"
_HEAD = struct.Struct("<III")
_SOLID, _SEEN_THROUGH = QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied


class KeptPictures:
    """Pictures of one subject: RGB32, or ARGB32_Premultiplied where it is see-through."""

    def __init__(self, what: Sequence[bytes], code: Sequence[Path]) -> None:
        """Take everything that the pictures depend on, and the folders of the modules that paint them.

        Qt's platform is none of it: all letters are in fonts that ship with the program. What was prepared on one,
        perhaps off screen, serves another, though DirectWrite and FreeType shade the edge of a letter differently.
        """
        self._subject = digest(*what, fingerprint(*code, *fonts()), qt.encode(), _FORM).encode()

    def picture(self, part: bytes, paint: Callable[[], QImage], kind: str = KIND) -> QImage:
        """Return the picture of a part from the cache, or paint and keep it."""
        key = digest(self._subject, part)
        body = recall(kind, key)
        if body is not None:
            return _unpacked(body)
        image = paint()
        keep(kind, key, _packed(image))
        return image


def tightened(body: bytes) -> bytes:
    """Return a kept picture packed as tightly as it can be, to be shipped."""
    return _packed(_unpacked(body), 9)


def _packed(image: QImage, level: int | None = None) -> bytes:
    """Return the bits of a picture; only a see-through one, which is mostly empty, is worth the time of packing."""
    solid = image.format() == _SOLID
    bits = zlib.compress(image.constBits(), level if level is not None else 0 if solid else 1)
    return _HEAD.pack(image.width(), image.height(), solid) + bits


def _unpacked(body: bytes) -> QImage:
    width, height, solid = _HEAD.unpack_from(body)
    bits = zlib.decompress(memoryview(body)[_HEAD.size :], bufsize=4 * width * height)
    return QImage(bits, width, height, 4 * width, _SOLID if solid else _SEEN_THROUGH).copy()


def fonts() -> list[Path]:
    """Return the folder that every picture and all lettering depend on."""
    try:
        return [assets_dir() / "fonts"]
    except DataMissing:
        return []


# --- Pictures as the bytes of a file: Qt can neither open every path that the system can, nor say why one is refused

_USUAL = {"PNG": 80}
"""Qualities where not Qt's own. A PNG loses nothing at any; at this one it takes half the time, 7 % more bytes."""


def encoded(image: QImage, suffix: str, quality: int = -1) -> bytes:
    """Return a picture as the bytes of a file with this suffix, such as ".png"; empty if Qt cannot make it.

    `quality` goes from 0 to 100, and -1 is the usual one.
    """
    kind = suffix.lstrip(".").upper()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind, _USUAL.get(kind, -1) if quality < 0 else quality)  # type: ignore[call-overload]
    return bytes(buffer.data().data())
