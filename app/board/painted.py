"""Painted pictures: how they are kept, and where they are drawn."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPixmap

Picture = TypeVar("Picture", QImage, QPixmap)


def alone(picture: Picture) -> Picture:
    """Return a picture without what it was painted with: Qt keeps that with it, up to five times its own room."""
    return picture.copy()


def around(spot: QPointF, picture: QPixmap, ratio: float) -> QRectF:
    """Return where a picture is drawn around a point of a window, so that its pixels are those of the screen.

    `ratio` are the screen's pixels to one of the window.
    """
    wide, tall = picture.width(), picture.height()
    left, top = round(spot.x() * ratio - wide / 2), round(spot.y() * ratio - tall / 2)
    return QRectF(left / ratio, top / ratio, wide / ratio, tall / ratio)
