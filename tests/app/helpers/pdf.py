"""Readers of the PDF files that the program writes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from pypdf import PageObject, PdfReader
from pypdf.generic import DecodedStreamObject, NameObject

DRAWN = re.compile(rb"^(?:\S+ )*?(?:[mlcvyhfFsSbBndW]|[fBb]\*|re|cs|CS|scn|SCN|gs|Do|W n) ?\r?\n", re.MULTILINE)
"""A line that draws or tells how: Qt writes one a point, and maps have hundreds of thousands."""


def of_text(pages: Iterable[PageObject]) -> list[PageObject]:
    """Return pages without what is drawn on them, whose reading takes long."""
    return [_without_drawings(page) for page in pages]


def _without_drawings(page: PageObject) -> PageObject:
    words = DecodedStreamObject()
    contents = page.get_contents()
    words.set_data(DRAWN.sub(b"", contents.get_data()) if contents is not None else b"")
    kept = PageObject(page.pdf)
    kept.update(page)
    kept[NameObject("/Contents")] = words
    return kept


def texts_of(file: Path) -> list[str]:
    """Return the text of each page as a reader would select it."""
    return [page.extract_text() for page in of_text(PdfReader(BytesIO(file.read_bytes())).pages)]
