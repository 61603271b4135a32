"""Pictures of a module that somebody sent: decoded within limits and written anew, so that only their pixels stay."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageReader

from app.kept_pictures import encoded
from rules.workshop.module_file import LARGEST, BadModule, Files

MOST: Final = 160
"""Megabytes that one picture may take while it is decoded: 4096 by 4096 pixels of 8 bytes."""
KINDS: Final = {".png": b"png", ".jpg": b"jpeg"}


def rewritten(files: Files) -> Files:
    """Return the files of a module with each picture written anew; raise BadModule for one that cannot be."""
    return {name: _picture(name, data) if PurePosixPath(name).suffix in KINDS else data for name, data in files.items()}


def _picture(name: str, data: bytes) -> bytes:
    suffix = PurePosixPath(name).suffix
    image = _decoded(data, KINDS[suffix])
    new = b"" if image.isNull() else encoded(image, suffix)
    if not new:
        raise BadModule(f'The module cannot be installed because of "{name}": it is no picture, or a damaged one.')
    if len(new) > LARGEST:
        raise BadModule(f'The module cannot be installed because of "{name}": the picture is too large.')
    return new


def _decoded(data: bytes, kind: bytes) -> QImage:
    """Return the first picture in data of a kind and no other, a null one if there is none."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(MOST)
    try:
        reader = QImageReader(buffer, kind)
        reader.setAutoDetectImageFormat(False)
        image = reader.read()
    finally:
        QImageReader.setAllocationLimit(before)
    return image if image.isNull() else _bare(image)


def _bare(image: QImage) -> QImage:
    """Return a picture with its pixels and nothing that was written beside them."""
    kind = QImage.Format.Format_ARGB32 if image.hasAlphaChannel() else QImage.Format.Format_RGB32
    plain = image.convertToFormat(kind)
    return QImage(plain.constBits(), plain.width(), plain.height(), plain.bytesPerLine(), kind).copy()
