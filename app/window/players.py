"""Who plays in one window: seats given to the computer, the chip that says so, what the prompt says meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMenuBar, QToolButton

from app.bindings import spell
from app.opponent import opponent
from app.opponent.opponent import BY_HAND, ONCE, Opponent, OpponentState
from app.opponent.worker import GameSource
from app.panels.prompt_parts import GO_ON, NEXT, PAUSE, STOP
from app.play.controller import GameController
from app.play.players import KEY, Players, titled
from app.text.event_rows import Glide, Motion
from app.text.parts import literal
from app.window.hot_seat import HotSeat
from app.window.motion import WindowMotion
from app.window.services import Services
from app.window.table_host import TableHost
from rules.engine.record import RecordError
from rules.engine.session import Session

if TYPE_CHECKING:
    from rules.opponent.planner import Thought

# --- The chip at the end of the menu bar that says which seats the computer plays ----------------------------------


class PlayersChip(QToolButton):
    """A button in the corner of the menu bar; a click asks who plays. Hidden where people play all.

    It does not lie over the map: whatever does makes panning slow.
    """

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self.setProperty("role", "rule")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip("Who plays which side. Click to change it.")
        self.hide()

    def tell(self, seats: Sequence[str]) -> None:
        """Say who the computer plays; hide where it plays nobody."""
        self.setText(literal(f"Computer: {', '.join(seats)}"))
        self.setAccessibleName(self.text())
        self.setVisible(bool(seats))
        self._bar.setCornerWidget(self)
        self.setVisible(bool(seats))
        self._bar.adjustSize()


# --- Who plays in one window: seats given to the computer, what the prompt says meanwhile, the pace of its orders ---

LONG = 400
"""Milliseconds of thinking after which the prompt tells how far it has come and offers to stop."""
SAID = 15_000
"""How long the notice bar tells that the computer fell silent, in milliseconds."""


class WindowPlayers(QObject):
    """Seat people and computer at the table of one window, and give the computer's orders at the player's pace.

    `is_ready` tells whether anything else keeps the computer waiting. `changed()`: the prompt says
    something else.
    """

    changed = Signal()

    def __init__(
        self,
        game: GameController,
        services: Services,
        host: TableHost,
        opponent: Opponent,
        motion: WindowMotion,
        hot_seat: HotSeat,
        chip: PlayersChip,
    ) -> None:
        super().__init__(services)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.opponent, self.motion, self.hot_seat, self.chip = opponent, motion, hot_seat, chip
        self.prompt = services.prompt
        self.is_ready: Callable[[], bool] = lambda: True
        self._steps = self._holds = False
        self._last: Thought | None = None
        self._told = ""
        self._long = QTimer(self)
        self._long.setSingleShot(True)
        self._long.setInterval(LONG)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._connect()

    def _connect(self) -> None:
        opponent = self.opponent
        opponent.may_play = self._may_play
        opponent.turned.connect(self._turned)
        opponent.told.connect(lambda _: self._show())
        opponent.played.connect(self._played)
        opponent.fell_silent.connect(self._fell_silent)
        self._long.timeout.connect(self._show)
        self._pause.timeout.connect(opponent.go_on)
        self._follows = False
        self.motion.animator.ended.connect(opponent.go_on)
        self.prompt.staff.pressed.connect(self._press)
        self.chip.clicked.connect(self.choose)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"players": self.choose}

    # --- seats ---------------------------------------------------------------------------------------------------

    @property
    def players(self) -> Players:
        """Return who plays which seat."""
        return self.game.players

    def of(self, session: Session) -> Players:
        """Return who plays a game that is put on the table, as it was kept with it."""
        kept = session.kept.get(KEY)
        players, problem = Players.of(kept, session.system.seats, session.system.evaluator if kept else None)
        if problem:
            session.notices.append(problem)
        return players

    def begin(self, session: Session) -> None:
        """Take up a game that has been put on the table."""
        source = session.source if session.source is not None else session.scenario.id
        if not isinstance(source, dict) and Path(str(source)).is_file():
            source = str(Path(str(source)).resolve())
        self.opponent.begin(GameSource(session.system.id, source, session.scenario.hash))
        self.rest()
        self._follow()

    def choose(self) -> None:
        """Let the players say who plays which seat."""
        game = self.game
        if self.game.session is None or game.seat is None:
            return
        from app.dialogs.players import PlayersDialog

        dialog = PlayersDialog(game.seat.system, game.sides, game.players, self.services.settings, self.window)
        if dialog.exec() and dialog.players != game.players:
            self.seat(dialog.players)

    def seat(self, players: Players) -> None:
        """Let others play from now on; the game keeps it."""
        if self.game.session is None:
            return
        try:
            self.game.session.keep(KEY, players.to_plain())
        except RecordError as error:
            self.services.status(str(error), SAID)
        self.rest()
        self.game.seat_players(players)
        self.opponent.forget()
        self.opponent.pause(False)
        if self.host.table is not None and not self.hot_seat.awaits:
            self.host.show_table()
        self._follow()

    def _follow(self) -> None:
        """Tell who plays, and hear what is shown on the board while the computer does."""
        plays = bool(self.players.computers)
        if plays != self._follows:
            self._follows = plays
            (self.motion.shown.connect if plays else self.motion.shown.disconnect)(self._shown)
        game = self.game
        told = [f"{game.side(seat).name} ({titled(manner)})" for seat, manner in game.players.computers.items()]
        self.chip.tell(told)

    # --- the pace ------------------------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """Return the length of the motions of the computer's orders against the player's own."""
        return opponent.pace(self.services.settings).speed

    def rest(self) -> None:
        """Wait for nothing that belongs to another position."""
        self._steps = self._holds = False
        self._last, self._told = None, ""
        self._pause.stop()
        self._long.stop()

    def _may_play(self) -> bool:
        if self._steps or self._pause.isActive() or self.motion.is_busy or not self.is_ready():
            return False
        return QApplication.activeModalWidget() is None

    def _played(self, thought: Thought, events: Sequence[dict[str, Any]]) -> None:
        self._last, self._holds = thought, True
        words, names = self.game.words, self.game.names
        lines = (words.narrate(event, names) for event in words.condense(events))
        self._told = next((line.plain for line in lines if line is not None and line.style == "line"), self._told)

    def _shown(self, motions: Sequence[Motion]) -> None:
        """Wait after what the computer's order has led to, unless a piece is still on its way."""
        holds, self._holds = self._holds, False
        wait = opponent.pace(self.services.settings).pause
        if not holds or not motions or not wait or self._goes_on(motions):
            self.opponent.go_on()
        elif wait < 0:
            self._steps = True
            self._show()
        else:
            self._pause.start(wait)

    def _goes_on(self, motions: Sequence[Motion]) -> bool:
        """Tell whether all that was shown is a piece that has its next step before it."""
        present, last = self.game.present, self._last
        asked = present.decision if present is not None else None
        if last is None or asked is None or (asked.seat, asked.kind) != (last.seat, last.kind):
            return False
        return all(isinstance(motion, Glide) for motion in motions)

    # --- the prompt ----------------------------------------------------------------------------------------------

    def _press(self, name: str) -> None:
        if name == STOP:
            self.opponent.stop()
        elif name == NEXT:
            self._steps = False
            self.opponent.go_on()
        elif name in (PAUSE, GO_ON):
            self.opponent.pause(name == PAUSE)
        self._show()

    def _turned(self) -> None:
        if self.opponent.state is OpponentState.THINKING:
            self._long.start()
        else:
            self._long.stop()
        self._show()

    def _show(self) -> None:
        if self.game.staff and not self.game.looks_back and not self.motion.holds:
            self.show_prompt()
            self.changed.emit()

    def show_prompt(self) -> None:
        """Say what the computer does for the seat that is asked."""
        opponent = self.opponent
        seat, progress = self.game.staff, opponent.progress
        if seat is None:
            return
        name = self.game.side(seat).name
        if opponent.paused:
            words = f"Paused. {name} player (computer) to decide."
        elif progress is not None and progress.best and not self.game.hides:
            words = f"{name} player (computer) is considering: {progress.best}"
        else:
            words = f"{name} player (computer) is thinking…"
        share = progress.share if progress is not None else 0.0
        self.prompt.show_staff(seat, words, self._hint(), self._buttons(), share)

    def _buttons(self) -> list[str]:
        opponent, game = self.opponent, self.game
        if opponent.paused:
            return [GO_ON]
        if self._steps:
            return [NEXT]
        asked = opponent.state is OpponentState.THINKING and opponent.question is not None
        stop = [STOP] if asked and not self._long.isActive() else []
        return [*stop, *([PAUSE] if game.is_watched else [])]

    def _hint(self) -> str:
        """Return why nothing is ordered; or what the log tells of the last order and, with open hands, of the plans."""
        if self.opponent.hindrance:
            return self.opponent.hindrance
        progress = self.opponent.progress if not self.game.hides else None
        told = [f"comparing {progress.plans} plans"] if progress is not None and progress.plans > 1 else []
        if self._told:
            told.append(f"last order: {self._told}")
        return "  ·  ".join(told)

    # --- faults --------------------------------------------------------------------------------------------------

    def _fell_silent(self, why: str, by_hand: bool) -> None:
        """Say that the computer fell silent; after the second time people play on by hand."""
        self.services.status(spell((BY_HAND if by_hand else ONCE).replace("{why}", why)), SAID)
        if by_hand:
            self.seat(Players())

    def close(self) -> None:
        """End the computer's process with the window."""
        self.rest()
        self.opponent.close()
