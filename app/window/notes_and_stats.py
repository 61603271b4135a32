"""What a game leaves to remember: the dice of both sides, notes and bookmarks, a report."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.bindings import spell
from app.dialogs import messages
from app.dialogs.messages import fit
from app.history.track import ACTION, Stop, stops_of
from app.play.controller import GameController
from app.services import WindowServices
from app.theme import faces
from app.window.games import copy_name
from app.window.history import WindowHistory
from app.window.table_host import TableHost
from rules.engine.bounded import write_file
from rules.engine.record import RecordError
from rules.engine.seat import Seat

if TYPE_CHECKING:
    from app.dialogs.help import PageDialog
    from app.dialogs.notes import NotesDialog

SAID = 6000
"""How long the status line tells what was marked, in milliseconds."""
BEGINNING = "Start of the game"
HTML = ".html"
FILTER = "Web pages (*.html)"


class Remembering:
    """Open what is told of the game so far, and keep what its players write down."""

    def __init__(self, game: GameController, services: WindowServices, host: TableHost, history: WindowHistory) -> None:
        self.window, self.game, self.services, self.host, self.history = services.window, game, services, host, history
        self.dice: PageDialog | None = None
        self.notes: NotesDialog | None = None
        self._line: tuple[int, int] = (0, -1)
        self._stops: list[Stop] = []
        self.choose: Callable[[Path], str] = self._choose

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {
            "dice": self.show_dice,
            "notes_of_game": self.show_notes,
            "bookmark": self.bookmark,
            "report": self.save_report,
        }

    def show_dice(self) -> None:
        """Show the dice of both sides against expectation."""
        from app.dialogs.ending import dice_page  # numpy is loaded only when somebody asks for chances
        from app.dialogs.help import PageDialog

        game, draw = self.game, self.host.presentation.draw_die
        page, pictures = dice_page(game, draw, self.window.devicePixelRatioF(), growth=faces.growth())
        self.dice = PageDialog("Dice statistics", page, self.window, pictures)
        fit(self.dice, 660, 760)
        self.services.open_page(self.dice)

    # --- notes and bookmarks -------------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """Return the seat that writes: the one that looks at the game as it stands now."""
        present = self.game.present
        return present if isinstance(present, Seat) else None

    @property
    def at(self) -> int:
        """Return the number of the position on the board, also while somebody looks back."""
        seat = self.game.seat
        return seat.seq if seat is not None else 0

    def place(self, at: int) -> str:
        """Return a position in words: its turn and chit, and what was told last."""
        game = self.game
        present = game.present
        if present is None:
            return BEGINNING
        line = id(present), present.seq
        if line != self._line:
            self._line = line
            self._stops = stops_of(present.events_at(), game.words, game.names, present.seq)
        stops = self._stops
        telling = (stop for stop in reversed(stops) if stop.seq <= at and (stop.told or stop.kind != ACTION))
        stop = next(telling, stops[0])
        return "  ·  ".join(part for part in (stop.place, stop.told) if part) or BEGINNING

    def show_notes(self) -> None:
        """Open notes and bookmarks beside the game, with a new note begun."""
        if self.notes is None:
            from app.dialogs.notes import NotesDialog

            self.notes = NotesDialog(self.place, self.window)
            self.notes.written.connect(self._write)
            self.notes.opened.connect(self.history.look_at)
        self.notes.show()
        self.notes.raise_()
        self.refresh()
        self.notes.begin()

    def bookmark(self) -> None:
        """Mark the position on the board to come back to it."""
        number = self._keep(self.place(self.at), self.at, bookmark=True)
        if number:
            self.services.status(
                spell(f"Marked: {self.place(self.at)}. {{notes_of_game}} lists notes and bookmarks."), SAID
            )
            self.refresh()

    def _write(self, text: str, at: int, number: int) -> None:
        old = next((note for note in self.seat.notes() if note.id == number), None) if self.seat is not None else None
        kept = self._keep(text, at, bookmark=old is not None and old.bookmark, number=number)
        if kept and self.notes is not None:
            self.notes.wrote(kept if text else 0)
            self.refresh()

    def _keep(self, text: str, at: int, *, bookmark: bool = False, number: int = 0) -> int:
        """Write a note into the record and return its number, or say why that is not possible and return 0."""
        if self.seat is None:
            return 0
        try:
            return self.seat.write_note(text, at, bookmark=bookmark, number=number).id
        except (ValueError, RecordError) as error:
            self.services.tell("Could not save the note", str(error))
            return 0

    def refresh(self) -> None:
        """Keep the list of notes up to date while it is open."""
        self._line = (0, -1)  # the same number may stand for another position now
        if self.notes is not None and self.notes.isVisible():
            seat = self.seat
            hidden = seat is not None and seat.system.hides
            reader = str(seat.name or "nobody") if seat is not None and hidden else ""
            self.notes.show_notes(seat.notes() if seat is not None else (), self.at, reader)

    # --- the report ----------------------------------------------------------------------------------------------

    def save_report(self) -> None:
        """Write the report of the game where the player says, and say what stands in the way if it cannot be."""
        from app.printing.output import why  # printing is loaded only when somebody prints
        from app.printing.report import report

        session = self.game.session
        offered = Path(copy_name(self.game, datetime.now())).with_suffix(HTML)
        given = self.choose(messages.documents() / offered)
        target = messages.with_suffix(given, (HTML, ".htm"), self.services.ask) if given else None
        if target is None or session is None or self.host.table is None:
            return
        self.history.close()  # it tells the game as it stands
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            text = report(self.game, self.host.presentation, session, self.host.table.army())
            write_file(target, text.encode())
        except OSError as error:
            self.services.tell("Could not save the report", f"{target} cannot be written: {why(error)}.")
            return
        finally:
            QApplication.restoreOverrideCursor()
        self.services.status(f"Report saved to {target}.", SAID)

    def _choose(self, offered: Path) -> str:
        return messages.to_save(self.window, "Save report", offered, FILTER, HTML)
