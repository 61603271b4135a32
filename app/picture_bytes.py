"""Pictures as the bytes of a file: Qt can neither open every path that the system can, nor say why one is refused."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

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
