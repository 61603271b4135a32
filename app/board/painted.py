"""Painted pictures that are kept."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtGui import QImage, QPixmap

Picture = TypeVar("Picture", QImage, QPixmap)


def alone(picture: Picture) -> Picture:
    """Return a picture without what it was painted with: Qt keeps that with it, up to five times its own room."""
    return picture.copy()
