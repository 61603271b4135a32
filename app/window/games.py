"""Games as the window handles them: put on the table, saved, played last, and what is proved of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.dialogs import messages
from app.dialogs.messages import ProgressWait
from app.play.controller import GameController
from app.play.copies import Copies
from app.play.files import FILTER, SUFFIX, CannotOpen, GameFiles, LeftClosed, name_of
from app.play.players import NewGame
from app.services import WindowServices
from app.settings import STOOD, Settings, is_folder
from app.sides import Side
from app.systems.base import presentation_of
from app.text.parts import literal
from rules.engine.bounded import why
from rules.engine.english import counted
from rules.engine.house_rules import ScenarioRow
from rules.engine.proving import unproved
from rules.engine.record import RecordError
from rules.engine.seat import Seat
from rules.engine.session import Session, Unfinished

# --- What parts of the window ask of it about games: put another one on the table ----------------------------------


class Games(Protocol):
    """Puts games on the table of a window."""

    @property
    def scenarios(self) -> Sequence[ScenarioRow]:
        """The scenarios on offer."""
        ...

    def new_game(self, choice: NewGame) -> bool:
        """Put a new game on the table, or say why that is not possible; return whether it was."""
        ...

    def open_game(self, path: Path) -> bool:
        """Put a saved game on the table, or say why that is not possible; return whether it was."""
        ...

    def put(self, session: Session) -> None:
        """Put a game on the table."""
        ...


# --- The menu of the games played last -----------------------------------------------------------------------------


class RecentGames(QMenu):
    """List the games played last whenever it opens, each to go on with."""

    def __init__(self, settings: Settings, open_game: Callable[[Path], object], parent: QWidget) -> None:
        super().__init__("&Recent", parent)
        self._settings, self._open = settings, open_game
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        stood = self._settings.stood
        for path in self._settings.recent:
            action = self.addAction(literal(f"{Path(path).stem}{f' ({stood[path]})' if path in stood else ''}"))
            action.setToolTip(path)
            action.triggered.connect(lambda *_, path=path: self._open(Path(path)))
        if self.isEmpty():
            self.addAction("No saved games yet").setEnabled(False)


class Standings:
    """Keep for each game's file where it stood when it was left. After a crash nothing is known, and nothing told."""

    def __init__(self, settings: Settings, game: GameController) -> None:
        self._settings, self._game, self._file = settings, game, ""

    def keep(self) -> None:
        """Remember where the game on the table stands, which is about to be left."""
        words = standing(self._game)
        if self._file and words:
            self._settings.set(STOOD, {**self._settings.stood, self._file: words})

    def begin(self, file: str) -> None:
        """Take up the game of a file ("" for none); what was known of it holds no longer."""
        self._file = file
        self._settings.set(STOOD, {path: words for path, words in self._settings.stood.items() if path != file})


def standing(game: GameController) -> str:
    """Return the turn of the game on the table and who decides, as "Turn 2, German to decide"; "" without a game."""
    if game.seat is None or not game.view or game.looks_back:
        return ""
    when, decision = game.words.when(game.view), game.decision
    side = game.sides[decision.seat].name if decision is not None and decision.seat in game.sides else ""
    return stands(when, side, "over" if game.over else "")


def stands(when: str, side: str, last: str = "") -> str:
    """Return when it is and who decides, unless something else is `last` said; a side that `when` names is left out."""
    last = last or (f"{side} to decide" if side and side not in when else "")
    return ", ".join(filter(None, (when, last)))


# --- Which file is opened: not a damaged one unasked, nor one of two copies -----------------------------------------


class Chosen(NamedTuple):
    """The record to open, the file that Save offers first then, and whether the player was told of his own copy."""

    record: Path
    opened: Path
    told: bool = True


HONOR: Final = "Dice in files are on honor; Game > Play online goes on from here with a host's."


class Choosing:
    """Ask about a file before it is opened: whether a damaged one may be cut short, and whether one's own copy of the
    game, which a friend has sent back, is meant. `ask` can be replaced where nobody sits at the screen."""

    def __init__(self, services: WindowServices, files: GameFiles) -> None:
        self._services, self._files = services, files
        self.ask: Callable[[Copies], Path | None] = self._ask

    def choose(self, path: Path) -> Chosen | None:
        """Return the file to open, None for none: one's own if it is the same, or the one the player chooses."""
        try:
            damage = self._files.damage(path)
            if damage is not None and not self._may_cut(damage):
                return None
            copies = self._files.copies(path)
        except LeftClosed:
            return None
        if copies is None:
            return Chosen(path, path, told=False)
        if copies.goes_on:
            words = f"This file goes on from your copy of the game: {counted(copies.file_more, 'order')} new."
            self._services.status(f"{words} {HONOR}" if copies.can_be_hosted else words, 12000)
            return Chosen(path, path)
        if copies.are_alike:
            return Chosen(copies.own, path)
        chosen = self.ask(copies)
        return None if chosen is None else Chosen(chosen, chosen)

    def _may_cut(self, damage: str) -> bool:
        words = f"{damage}\n\nContinue with what can be recovered?"
        return self._services.ask("This game is damaged", words, "Continue", "Cancel", messages.CAREFUL)

    def _ask(self, copies: Copies) -> Path | None:
        from app.dialogs.copies import CopiesDialog

        dialog = CopiesDialog(copies, self._stands, self._services.window)
        dialog.exec()
        return dialog.chosen

    def _stands(self, path: Path) -> str:
        """Return where the game of a file stands, as "Turn 2, German to decide"."""
        try:
            session = self._files.look(path)
        except (RecordError, LeftClosed):
            return ""
        if session.is_over:
            return "The game is over"
        when, decision = presentation_of(session.system.id).words.when(Seat(session).view()), session.decision
        if decision is None:
            return stands(when, "", "a die to be rolled")
        sides = presentation_of(session.system.id).sides(session.scenario)
        return stands(when, sides.get(decision.seat, Side.of_seat(decision.seat)).name)


# --- Saving a game where a player wants it; the game is kept by itself anyway --------------------------------------

SAVED_IN = "saved_in"
AT_ITS_HOST = (
    "Hands are hidden, so only the host has the whole game; it keeps it for you. Once the game is over, Check the dice "
    "on the page beside it fetches the record."
)


class Saving:
    """Save copies of the game on the table.

    `target` is where its player last saved it, None as long as nobody has said. An opened file is offered first, and
    only written when its player says so again.
    """

    def __init__(
        self, game: GameController, services: WindowServices, files: GameFiles, copy_thoughts: Callable[[Path], None]
    ) -> None:
        self.window, self.game, self.services, self.files = services.window, game, services, files
        self._copy_thoughts = copy_thoughts
        self.choose: Callable[[Path], str] = self._choose
        self.target: Path | None = None
        self._opened: Path | None = None

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"save": self.save, "save_as": self.save_as}

    def begin(self, opened: Path | None = None) -> None:
        """Take up another game, opened from a file of the player's own or kept by itself."""
        own = opened is not None and opened.resolve().parent != self.files.folder.resolve()
        self.target, self._opened = None, opened if own else None

    def save(self) -> None:
        """Save the game where it was saved last, or ask where."""
        if self.target is None:
            self.save_as()
        else:
            self._write(self.target)

    def save_as(self) -> None:
        """Ask where to save the game, and save it there."""
        session = self.game.session
        if session is None:
            return
        if not session.is_whole:
            self.services.tell("Could not save the game", AT_ITS_HOST)
            return
        given = self.choose(self.offered)
        target = messages.with_suffix(given, (SUFFIX,), self.services.ask) if given else None
        if target is not None:
            self._write(target)

    @property
    def to_open_from(self) -> Path:
        """The folder in which Open starts: that of the last game saved, or where games are kept by themselves."""
        saved_in: str = self.services.settings.get(SAVED_IN, "")
        return Path(saved_in) if is_folder(saved_in) else self.files.folder

    @property
    def offered(self) -> Path:
        """The file offered first."""
        before = self.target or self._opened
        return before or messages.documents() / copy_name(self.game, datetime.now())

    def _choose(self, offered: Path) -> str:
        return messages.to_save(self.window, "Save the game", offered, FILTER, SUFFIX)

    def _write(self, target: Path) -> None:
        session = self.game.session
        if session is None:
            return
        try:
            self.files.copy(session, target)
            self._copy_thoughts(target)
        except OSError as error:
            self.services.tell("Could not save the computer's reasons", f"{target.parent}: {why(error)}.")
        except RecordError as error:
            self.services.tell("Could not save the computer's reasons", str(error))
        except CannotOpen as error:
            self.services.tell("Could not save the game", str(error))
            return
        self.target = target
        self.services.settings.set(SAVED_IN, str(target.parent.resolve()))
        self.services.did("save")
        self.services.status(f"Saved as {target}.", 8000)


def copy_name(game: GameController, now: datetime) -> str:
    """Return the name offered for a copy: scenario, turn and date."""
    title, turn = str(getattr(game.seat.scenario, "title", "")) if game.seat else "", game.words.period(game.view)
    parts = [name_of(title), f"turn {turn}" if isinstance(turn, int | str) else "", f"{now:%Y-%m-%d %H.%M}"]
    return " ".join(part for part in parts if part) + SUFFIX


# --- What is proved of the game on the table: a proof that goes on beside it, a mark in the title ------------------

SLICE: Final = 0.008
PAUSE: Final = 4
"""Seconds of proof at a time, and milliseconds between: the window stays quick meanwhile."""
TITLE: Final = "About this game"
WORDS: Final = "Checking the game's moves and dice…"
PROVES: Final = "What this game proves"
PROVED: Final = "Every order, die and position of this game follows from the rules and its seed."
ORDERS_ONLY: Final = "Every order of this game follows the rules."
NO_MORE: Final = "Help > How to play explains what no file can prove."


class Verification(QObject):
    """Carry on the proof of the game on the table while nothing is ordered, and say what it finds.

    `entitled` carries marks for the title of what nothing proves.
    """

    entitled = Signal(list)

    def __init__(self, game: GameController, services: WindowServices) -> None:
        super().__init__(services.window)
        self.game, self.services = game, services
        self.proof: Unfinished | None = None
        self.found: list[str] = []
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._go_on)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"proof": self.show}

    def begin(self, session: Session) -> None:
        """Take over what is left to prove of a game, and mark in the title what nothing proves."""
        self.proof, session.proof = session.proof, None
        self.found = list(session.notices)
        self.entitled.emit([doubt.mark for doubt in unproved(session)])
        if self.proof is None:
            self._rest()
        else:
            self.game.prove = self.finish
            self._timer.start()

    def _rest(self) -> None:
        self._timer.stop()
        self.proof = self.game.prove = None

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is left to prove."""
        return self.proof is None

    def _go_on(self) -> None:
        if self.proof is not None and self.proof.go_on(SLICE):
            self._tell()

    def finish(self) -> bool:
        """Prove the rest before an order is carried out; return False if the players were told of something."""
        proof = self.proof
        if proof is None:
            return True
        self._timer.stop()
        with ProgressWait(TITLE, WORDS, cancel=False) as progress:
            while not proof.go_on(SLICE):
                progress(proof.proved / max(1, proof.entries))
        return self._tell()

    def _tell(self) -> bool:
        """Say what the proof found; return whether it found nothing."""
        proof = self.proof
        self._rest()
        self.found += proof.found if proof is not None else []
        for sentence in proof.found if proof is not None else ():
            self.services.tell(TITLE, sentence)
        return proof is None or not proof.found

    def show(self) -> None:
        """Say what is proved of the game on the table and what is not, once its proof is done."""
        session = self.game.session
        if session is None or not self.finish():
            return
        doubts = unproved(session)
        proved = ORDERS_ONLY if doubts else PROVED
        words = [*self.found, *([] if self.found else [proved]), *(doubt.text for doubt in doubts), NO_MORE]
        self.services.tell(PROVES, "\n\n".join(words))
