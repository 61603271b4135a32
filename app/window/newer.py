"""Telling the player of a newer version: looked for at most once a day, and one quiet line on the start page."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.newer import RELEASES, ReleaseQuery, is_newer
from app.panels.widgets import KeyButton, MutedText
from app.services import WindowServices
from app.settings import NEWER
from rules.engine.version import number

if TYPE_CHECKING:
    from app.dialogs.start import StartPage

# --- Telling the player of a newer version: asked for once, looked for at most once a day --------------------------

LOOKED, FOUND, HIDDEN = "looked_for_newer", "newer_found", "newer_hidden"
LATER = 2000
"""Milliseconds after the start page has come up in which nothing is looked for."""
KEEPER = "FLATPAK_ID"
"""What the environment of a Flatpak has: there the system fetches newer versions, and the program has no network."""
NOT_REACHED = "Chitpull couldn't reach its releases page."


class WindowNewer:
    """The line about new versions on the start page, and the check in the Help menu."""

    def __init__(self, services: WindowServices) -> None:
        window = services.window
        self.services, self.settings = services, services.settings
        self.look = ReleaseQuery(parent=window)
        self.look.answered.connect(self._answered)
        self.line: NewerLine | None = None
        self.today: Callable[[], str] = lambda: date.today().isoformat()
        self.show_page: Callable[[str], object] = lambda address: QDesktopServices.openUrl(QUrl(address))
        self._asked_for = False
        self._timer = QTimer(window)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATER)
        self._timer.timeout.connect(self._look_today)

    @cached_property
    def own(self) -> str:
        """The number of this version; in a checkout, git is asked for it."""
        return number()

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"newer": self.check}

    def lay(self, page: StartPage) -> None:
        """Put the line under the start page's choices: the question, the news, or nothing."""
        if KEEPER in os.environ:
            return

        line = self.line = NewerLine()
        line.pressed.connect(self._pressed)
        column = page.column.layout()
        assert column is not None
        column.addWidget(line)
        if self.settings.get(NEWER) is None:
            line.ask()
        else:
            self._show_found()
            self._timer.start()

    def check(self) -> None:
        """Look now, and say in any case what came of it."""
        if KEEPER in os.environ:
            self.services.tell("New version", "Flatpak keeps Chitpull up to date.")
            return
        self._asked_for = True
        self.services.status("Checking for a new version…", 10000)
        self.look.begin()

    def _pressed(self, name: str) -> None:
        if name in ("yes", "no"):
            self.settings.set(NEWER, name == "yes")
            self._say("Checking…" if name == "yes" else "")
            if name == "yes":
                self.look.begin()
        elif name == "see":
            self.show_page(RELEASES)
        else:
            self.settings.set(HIDDEN, self.settings.get(FOUND, ""))
            self._say("")

    def _look_today(self) -> None:
        """Look, unless that was done today or is not wanted."""
        if self.settings.get(NEWER, False) and self.settings.get(LOOKED, "") != self.today():
            self.look.begin()

    def _answered(self, found: str) -> None:
        if found:
            self.settings.set(LOOKED, self.today())
            self.settings.set(FOUND, found)
        waiting = self.line is not None and self.line.words.text() == "Checking…"
        if not self._show_found() and waiting:
            self._say(
                self._sentence(found) if found else f"{NOT_REACHED} It will try again next time you start Chitpull."
            )
        if self._asked_for:
            self._asked_for = False
            self.services.status("")
            self.services.tell("New version", self._sentence(found))

    def _show_found(self) -> bool:
        """Say that there is a newer version, if one is known that the player has not hidden."""
        found: str = self.settings.get(FOUND, "")
        if not found or not is_newer(found, self.own) or found == self.settings.get(HIDDEN, ""):
            return False
        if self.settings.get(NEWER, False):
            self._say(f"Chitpull {found} is out.", "see", "hide")
        return True

    def _sentence(self, found: str) -> str:
        if not found:
            return f"{NOT_REACHED} Check your connection and try again."
        if is_newer(found, self.own):
            return f"Chitpull {found} is out; you have {self.own}. Get it at {RELEASES}."
        return f"You have the newest version ({self.own})."

    def _say(self, words: str, *buttons: str) -> None:
        if self.line is not None:
            self.line.say(words, *buttons)


# --- One quiet line on the start page: whether to tell of new versions, and that there is one ----------------------

QUESTION = "Tell you when a new version is out?"
PROMISE = "Chitpull checks its releases page once a day and sends nothing about you."


class NewerLine(QWidget):
    """A sentence with up to two buttons; nothing waits for it. `pressed` carries "yes", "no", "see" or "hide"."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("New versions")
        self.words = MutedText()
        self.buttons: dict[str, KeyButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        for name, label, tip in (
            ("yes", "Yes", PROMISE),
            ("no", "No", "You can change this later in Preferences."),
            ("see", "What's new", "Opens the releases page in your browser."),
            ("hide", "Hide", "Don't mention this version again."),
        ):
            button = self.buttons[name] = KeyButton(label, "", tip)
            button.clicked.connect(lambda *_, name=name: self.pressed.emit(name))
            row.addWidget(button)
        self.say("")

    def ask(self) -> None:
        """Ask whether to tell of new versions."""
        self.say(QUESTION, "yes", "no")
        self.words.setToolTip(PROMISE)

    def say(self, words: str, *buttons: str) -> None:
        """Say a sentence with some of the buttons; an empty one hides the line."""
        self.words.setText(words)
        self.words.setToolTip("")
        for name, button in self.buttons.items():
            button.setVisible(name in buttons)
        self.setVisible(bool(words))
