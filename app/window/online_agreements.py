"""What players at two computers agree on beside the rules: draws, pauses, resigning, time, and the dice afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.dialogs.messages import CAREFUL
from app.play.controller import GameController
from app.play.files import GameFiles
from app.text import online as words
from app.window.services import Services
from rules.engine.bounded import why

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.dialogs.online import OnlinePage
    from app.online.far_game import FarGame

TITLE: Final = "Play online"
SAID: Final = 8000
CHECKING: Final = "Checking every order and every die…"
ALL_RIGHT: Final = (
    "Every order follows the rules, and every die follows from what the host had committed itself to before the game. "
    "The whole record is {name}, among your games."
)


class OnlineAgreements(QObject):
    """Carry what players want of each other between the page of an online game and its host."""

    _checked = Signal(object, object)

    def __init__(
        self, game: GameController, services: Services, files: GameFiles, side: Callable[[str], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.game, self.services, self.files, self._side = game, services, files, side
        self.far: FarGame | None = None
        self.page: OnlinePage | None = None
        self._checked.connect(self._show_checked)

    def follow(self, far: FarGame, page: OnlinePage) -> None:
        """Serve another game and its page."""
        self.far, self.page = far, page
        page.wanted.connect(self.want)
        page.answered.connect(lambda yes: far.answer(yes=yes))
        far.declined.connect(lambda seat, what: self._say(words.DECLINED[what].format(side=self._side(seat))))
        far.recorded.connect(self._take_record)

    def leave(self) -> None:
        """Serve no game."""
        self.far = self.page = None

    def want(self, what: str) -> None:
        """Ask for what the player wants; what cannot be undone is asked twice."""
        far = self.far
        if far is None:
            return
        if what in ("draw", "pause"):
            far.offer(what)
        elif what == "give":
            far.give_time(words.DAY)
        elif what in ("move", "invite"):
            others = [seat for seat in self.game.sides if seat != far.seat]
            far.ask_for_link(str(far.seat) if what == "move" else others[0])
        elif what == "check":
            self._say(CHECKING)
            far.ask_for_record()
        elif what == "resign":
            if self.services.ask(TITLE, "Resign this game? It ends for both players.", "Resign", "Play on", CAREFUL):
                far.resign()
        elif self.services.ask(TITLE, "Claim this game? It ends for both players.", "Claim it", "Wait", CAREFUL):
            far.claim()

    def show(self) -> None:
        """Show on the page and the table what can be wanted now, what is proposed, and how the game ended."""
        far, page = self.far, self.page
        if far is None or page is None:
            return
        over, session = far.over is not None, self.game.host is far and self.game.over is not None
        self._show_ending(far)
        page.offer({"check"} if over or session else self._choices(far))
        self._show_proposal(far, page)

    def _choices(self, far: FarGame) -> set[str]:
        if far.seat is None or self.game.host is not far:
            return set()
        wanted = {"draw", "resign", "move"} | ({"invite"} if any(far.away) else set())
        if "left" in far.clock:
            waits = far.clock["asked"] not in ("", far.seat)
            late = waits and not far.clock["paused"] and far.clock["left"] <= monotonic() - far.clock_told
            wanted |= {"claim"} if late else set() if far.clock["paused"] else {"pause"}
            wanted |= {"give"} if waits else set()
        return wanted

    def _show_ending(self, far: FarGame) -> None:
        over = far.over
        if over is None or over["how"] == "played" or self.game.host is not far or self.game.closed:
            return
        others = [seat for seat in self.game.sides if seat != over["seat"]]
        self.game.closed = words.ending(over["how"], self._side(over["seat"]), self._side(others[0]) if others else "")
        self.services.status(self.game.closed, SAID)
        if self.page is not None:
            self.page.show()
            self.page.raise_()

    def _show_proposal(self, far: FarGame, page: OnlinePage) -> None:
        proposal = far.proposal
        if proposal is None or proposal.seat == far.seat:
            page.show_proposal("")
            if proposal is not None:
                self._say(words.SENT[proposal.what])
        elif far.seat is not None:
            page.show_proposal(words.PROPOSED[proposal.what].format(side=self._side(proposal.seat)))
            page.show()
            page.raise_()

    def time_words(self) -> str:
        """Return how much time whoever is asked has left, "" where there is no pace."""
        far = self.far
        return "" if far is None or not far.clock else words.time_left(far.clock, monotonic() - far.clock_told)

    # --- The record of a game that is over -------------------------------------------------------------------------

    def _take_record(self, text: str) -> None:
        """Keep the record that the host has given out, and prove it aside."""
        from app.online.proof import unpacked

        far = self.far
        assert far is not None
        title = far.followed.title or far.scenario
        try:
            path = self.files.new_path(f"{title} (from the host)")
            path.write_bytes(unpacked(text))
        except (OSError, ValueError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            self.services.tell(TITLE, f"The record from the host could not be saved: {reason}.")
            return
        Thread(target=partial(self._check, far, path), daemon=True).start()

    def _check(self, far: FarGame, path: Path) -> None:
        from app.online.proof import doubts

        self._checked.emit(path, doubts(path, far.followed, far.seat))

    def _show_checked(self, path: Path, found: list[str]) -> None:
        self.services.tell("The dice", "\n".join(found) if found else ALL_RIGHT.format(name=path.name))

    def _say(self, sentence: str) -> None:
        self.services.status(sentence, SAID)
