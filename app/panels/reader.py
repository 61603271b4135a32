"""A page to read that shows nothing but what it was given."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.text.parts import Markup


class Reader(QTextBrowser):
    """Shows markup with its own pictures: it opens no file and follows no link by itself."""

    def __init__(self, name: str, pictures: Mapping[str, QImage] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures = dict(pictures or {})
        self.setAccessibleName(name)
        self.setOpenLinks(False)

    def write(self, page: str) -> None:
        """Show a page; what is not markup is shown as it is."""
        if isinstance(page, Markup):
            self.setHtml(page)
        else:
            self.setPlainText(page)

    def picture(self, name: QUrl) -> QImage | None:
        """Return the picture of a name in an `img` tag, or None."""
        return self.pictures.get(name.toString())

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        """Return one of the page's own pictures, or an empty one: given nothing, Qt would look for a file itself."""
        found = self.picture(QUrl(name))
        return _blank() if found is None or found.isNull() else found


def _blank() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    return image
