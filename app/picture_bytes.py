"""Pictures as the bytes of a file: Qt can neither open every path that the system can, nor say why one is refused."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage


def encoded(image: QImage, suffix: str, quality: int = -1) -> bytes:
    """Return a picture as the bytes of a file with this suffix, such as ".png"; empty if Qt cannot make it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, suffix.lstrip(".").upper(), quality)  # type: ignore[call-overload]
    return bytes(buffer.data().data())
