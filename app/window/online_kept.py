"""What one computer keeps of its online games, links and records; what cannot be written now is written later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.online.later import LaterWriter
from app.online.links import FollowedLink, FollowedLinks
from app.play.files import CannotOpen, GameFiles
from app.window.services import Services
from rules.engine.bounded import why
from rules.engine.session import Listener, Session
from rules.systems import systems

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.online.following import Whole

SAID: Final = 6000
"""Milliseconds for which something is said in the status bar."""
NOT_USED: Final = "The link could not be kept on this computer: {}. It has not been used; make room and join again."
NOT_KEPT: Final = "The link to this game could not be kept: {}. It is tried again while you play."


class OnlineKept:
    """Keep the links that a window follows and the records of their games; problems are said in the status bar."""

    def __init__(self, services: Services, files: GameFiles) -> None:
        self.services, self.files = services, files
        self.links = FollowedLinks(files.folder.parent / "links.json")
        self._waiting: dict[str, FollowedLink] = {}
        self._writer = partial(LaterWriter, say=self.say)

    # --- links -----------------------------------------------------------------------------------------------------

    def first(self, link: FollowedLink) -> FollowedLink:
        """Keep a link before its host hears of it; raise OSError with a sentence if it cannot be.

        An invitation works once, even if this program ends just then.
        """
        if not link.invitation:
            return link
        try:
            return self.links.keep(link)
        except OSError as error:
            raise OSError(NOT_USED.format(why(error))) from error

    def keep(self, link: FollowedLink, **told: str) -> FollowedLink:
        """Keep a link with what is new of it; return it."""
        link = replace(link, **told)
        try:
            self.links.keep(link)
        except OSError as error:
            if link.token not in self._waiting:
                self.say(NOT_KEPT.format(why(error)))
            self._waiting[link.token] = link
        else:
            self._waiting.pop(link.token, None)
        return link

    def try_again(self) -> None:
        """Keep what could not be kept before."""
        for link in list(self._waiting.values()):
            self.keep(link)

    def drop(self, link: FollowedLink) -> None:
        """Forget a link."""
        self._waiting.pop(link.token, None)
        try:
            self.links.drop(link)
        except OSError as error:
            self.say(f"The link could not be forgotten: {why(error)}.")

    # --- records ---------------------------------------------------------------------------------------------------

    def record(self, system: str, scenario: Any) -> Sequence[Listener]:
        """Return what hears of a new copy: its record, where this computer may know all of the game."""
        if systems()[system].hides:
            return ()
        try:
            return (self.files.record_of(scenario, self._writer),)
        except CannotOpen as error:
            self.say(str(error))
            return ()

    def opened(self, file: Path, seconds: float | None = None) -> Session | None:
        """Return the copy in this computer's record of the game, None where it must be fetched anew."""
        try:
            return self.files.open(file, seconds=seconds, kind=self._writer)
        except CannotOpen as error:
            self.say(str(error))
            return None

    def loaded(self, title: str, whole: Whole) -> Session | None:
        """Return the game of a record that the host has sent, which is kept here from now on."""
        try:
            path = self.files.keep(title, whole.contents)
        except OSError as error:
            self.say(f"The game could not be saved here: {why(error)}.")
            return None
        return self.opened(path, seconds=0.0)

    def say(self, sentence: str) -> None:
        """Say something in the status bar."""
        self.services.status(sentence, SAID)
