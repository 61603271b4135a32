"""Help, keys and about, as plain pages of text."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

import PySide6
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from app.actions import MENUS, ActionSpec
from app.bindings import as_written, keys_of
from app.dialogs.fitting import fit
from app.panels.reader import Reader
from app.text.markup import Markup, compose, join
from app.theme import faces

TABLE = "<table cellspacing='0' cellpadding='3'>"
END = Markup("</table>")


class PageDialog(QDialog):
    """Show one page; `pictures` are those for the names in its `img` tags."""

    def __init__(
        self, title: str, page: str, parent: QWidget | None = None, pictures: Mapping[str, QImage] | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        fit(self, 640, 620)
        self.text = Reader(title, pictures)
        self.text.write(as_written(page))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(self.buttons)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer_folder(self, words: str, folder: Path) -> None:
        """Add a button that opens a folder in the desktop's file manager."""
        button = self.buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda: show_in_desktop(folder))


def show_in_desktop(folder: Path) -> bool:
    """Show a folder in the desktop's file manager; return whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def keys_page(specs: Sequence[ActionSpec], board: Sequence[tuple[str, str]]) -> Markup:
    """Return a table of every key; `board` are those of the board that stand in no menu, with what they do."""
    rows: list[str] = [Markup("<h2>Keys</h2>")]
    for menu in MENUS:
        rows.append(compose("<h3>{}</h3>" + TABLE, menu.replace("&", "")))
        for spec in specs:
            title, _, shown = spec.title.replace("&", "").partition("\t")
            keys = as_written(" or ".join(keys_of(spec.id, spec.keys))) or shown
            if spec.menu == menu and keys:
                rows.append(_row(keys, title, spec.tip))
        rows.append(END)
    rows.append(compose("<h3>Map</h3>" + TABLE))
    for keys, words in (
        ("+ and −", "Zoom"),
        ("0", "Whole map"),
        *board,
        ("Enter without a map cursor", "Choose what is selected in the Orders panel; if nothing is, same as Space"),
        ("Space and drag", "Move the map"),
        ("Ctrl and wheel, or pinch", "Zoom under the pointer"),
    ):
        rows.append(_row(keys, words))
    rows.append(END)
    rows.append(compose("<h3>While viewing history</h3>" + TABLE))
    for keys, words in (
        ("Left and Right", "One step back, one step forward"),
        ("Ctrl and Left or Right", "Previous or next chit (also PgUp and PgDn)"),
        ("Shift and Left or Right", "Previous or next turn"),
        ("Home and End", "Start of the game, back to now"),
        ("Space", "Play or pause"),
        ("1, 2 and 3", "Playback speed"),
        ("Esc", "Back to now (nothing is undone)"),
        ("Any key or click while something moves", "Skips to the end of the animation and does nothing else"),
    ):
        rows.append(_row(keys, words))
    return join("", [*rows, END])


def _row(keys: str, *words: str) -> Markup:
    cells = join("", (compose("<td>{}</td>", word) for word in words))
    return compose("<tr><td width='{}'><b>{}</b></td>{}</tr>", faces.scaled(118), keys, cells)


def about_page(version: str, places: Mapping[str, Path]) -> Markup:
    """Return the page about the program; `places` are where the player's files lie, by what they are."""
    return compose(
        "<h2>Chitpull {version}</h2><p>A desktop table for hex-and-counter wargames that knows the "
        "rules.</p><p>Charts and counter values that the rulebook does not print are our own. You "
        "can change them in the data files. Maps and orders of battle are based on public geography "
        "and history.</p><p>Free software under the MIT licence. The window uses Qt and PySide6 "
        "under the GNU Lesser General Public License, version 3, and GEOS under version 2.1 of that "
        "licence. You may change and replace both. NOTICES.txt in the licences folder lists "
        "everything else in the package, with the text of every licence.</p><h3>Where are my "
        "files?</h3>" + TABLE + "{rows}" + END + "<p><small>{made_of}</small></p>",
        version=version,
        rows=join("", (_row(what, str(place)) for what, place in places.items())),
        made_of=f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, {platform.platform()}",
    )
