"""The Combat panel: an attack line by line with its rules, and what each face of the die brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from app import theme
from app.board.painted import pixmap_of
from app.panels.drawn import Drawn
from app.panels.layouts import scrolling
from app.panels.orders_dock import ChoicesPage, Situation
from app.panels.reader import ModifierTable, SumTerm
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.seat import answered
from app.systems.striking_anvil.art.tokens import draw_die, paint_token
from app.systems.striking_anvil.panels.tracks import LEFT, MIDDLE
from app.systems.striking_anvil.text.tell import KINDS, MARKERS
from app.systems.striking_anvil.verbs import VERBS
from app.text.names import NAMES, Names
from app.theme import faces
from rules.engine.command import Command
from rules.engine.english import counted, signed
from rules.striking_anvil.answers import AttackOdds, Reach
from rules.striking_anvil.r05_battle import Outcome

# --- The six faces of the die with the row of the table for each, the cells beside them, hits of both sides --------

ROW = 23
HEAD = 18
WIDTHS = (0.2, 0.2, 0.3, 0.3)
HEADS = ("Die", "Row", "Attacker", "Defender")


class FaceTable(Drawn):
    """A line for each face; the one that was rolled is framed."""

    def __init__(self) -> None:
        super().__init__("Result of each roll")
        self.faces: Sequence[Outcome] = ()
        self.rolled = 0
        self.tall = 0

    def show_faces(self, faces: Sequence[Outcome], rolled: int = 0) -> None:
        """Show faces as answered to "odds"; `rolled` is the one that fell, 0 for none."""
        self.faces, self.rolled = faces, rolled
        self.tall = HEAD + ROW * len(faces) if faces else 0
        self.setVisible(bool(faces))
        self.told("\n".join(map(self.said, faces)))

    @staticmethod
    def said(face: Outcome) -> str:
        """Return a face in words."""
        natural = " (natural 1)" if face.natural else ""
        return f"{face.die}: row {face.row}, attacker {face.attacker}{natural}, defender {face.defender}"

    def paint(self, painter: QPainter) -> None:
        """Paint the heads and a line for each face."""
        now = theme.current()
        painter.setFont(self.sized(10))
        painter.setPen(QColor(now.muted))
        for name, room in zip(HEADS, self._rooms(0, HEAD), strict=True):
            painter.drawText(room, MIDDLE, name)
        for n, face in enumerate(self.faces):
            top = HEAD + n * ROW
            if face.die == self.rolled:
                painter.setPen(QPen(QColor(now.accent), 1.5))
                painter.setBrush(QColor(now.accent_soft))
                painter.drawRoundedRect(QRectF(1, top + 0.5, self.across - 2, ROW - 1), 4, 4)
            self._face(painter, face, top)

    def _face(self, painter: QPainter, face: Outcome, top: float) -> None:
        now = theme.current()
        die, row, attacker, defender = self._rooms(top, ROW)
        draw_die(painter, QRectF(die.center().x() - 9, top + 2.5, 18, 18), face.die)
        painter.setFont(self.sized(12))
        painter.setPen(QColor(now.muted))
        painter.drawText(row, MIDDLE, str(face.row))
        for room, hits, colour in ((attacker, face.attacker, now.bad), (defender, face.defender, now.good)):
            painter.setFont(self.sized(12, bold=bool(hits)))
            painter.setPen(QColor(colour if hits else now.muted))
            painter.drawText(room, MIDDLE, str(hits) if hits else "–")
        if face.natural:
            painter.setFont(self.sized(9))
            painter.setPen(QColor(now.bad))
            painter.drawText(attacker.adjusted(attacker.width() / 2 + 8, 0, 8, 0), LEFT, "nat. 1")

    def _rooms(self, top: float, tall: float) -> list[QRectF]:
        rooms, left = [], 0.0
        for share in WIDTHS:
            rooms.append(QRectF(left, top, share * self.across, tall))
            left += share * self.across
        return rooms


# --- The Combat panel: the sums of an attack line by line with their rules, and what each face of the die brings ---

EMPTY = "Choose an attack to see its strength, its modifiers and what each die roll does. F9 opens the charts."
MOBILE = "mobile"


class CombatPanel(QWidget):
    """Show the odds of an attack, and the face that fell."""

    rule_asked = Signal(str)
    charts_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Combat")
        self.title, self.note = Label(), MutedText(EMPTY)
        self.title.setStyleSheet("font-size: 12pt; font-weight: 600;")
        self.title.setWordWrap(True)
        self.strength, self.modifiers = ModifierTable(), ModifierTable()
        self.die, self.faces, self.expected = Heading("Die"), FaceTable(), MutedText()
        self.odds: AttackOdds | None = None
        self.threat: AttackOdds | None = None
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(4)
        self.coming, self.coming_sums, self.coming_faces = Heading("If you let them come"), MutedText(), FaceTable()
        self.charts = KeyButton("Charts", "F9", "Combat results, ground, rivers, bombing, fortress levels.")
        self.charts.clicked.connect(self.charts_asked)
        for part in (self.title, self.note, self.faces, self.expected, self.coming, self.coming_sums,
                     self.coming_faces, self.strength, self.die, self.modifiers, self.charts):  # fmt: skip
            column.addWidget(part)
        column.addStretch(1)
        for table in (self.strength, self.modifiers):
            table.rule_asked.connect(self.rule_asked)
        scrolling(body, within=self)
        self.show_nothing()
        self.show_coming(None)

    def show_coming(self, odds: AttackOdds | None) -> None:
        """Show the mobile combat that comes if nobody strikes first, or none."""
        self.threat = odds
        for part in (self.coming, self.coming_sums, self.coming_faces):
            part.setVisible(odds is not None)
        if odds is not None:
            self.coming_faces.show_faces(odds.faces)
            attacker, defender = _mean(odds.expected.attacker), _mean(odds.expected.defender)
            sums = f"Strength {odds.strength}, die {signed(odds.modifier)}, column {odds.column or 0}"
            hits = f"Expected hits: attacker {attacker}, you {defender}."
            self.coming_sums.setText(f"{NAMES[odds.side]} mobile combat: {sums}. {hits}")

    def show_nothing(self) -> None:
        """Show what the panel is for."""
        self.odds = None
        self._show(False)

    def _show(self, on: bool) -> None:
        self.note.setVisible(not on)
        for part in (self.title, self.strength, self.die, self.modifiers, self.faces, self.expected):
            part.setVisible(on)

    def show_odds(self, odds: AttackOdds, names: Names, rolled: int = 0) -> None:
        """Show an attack as answered to "odds"; `rolled` is the face that fell, 0 before the roll."""
        self.odds = odds
        self._show(True)
        self.title.setText(f"{NAMES[odds.side]} {KINDS[odds.kind].lower()}: {names.of(odds.area)}")
        self.strength.show_sum(strength_lines(odds, names), odds.strength, "Strength")
        terms = [SumTerm(line.what, line.value, line.rule) for line in odds.modifiers]
        self.modifiers.show_sum(terms, odds.modifier, "Added to the die", based=False)
        self.die.setText(f"Column {odds.column} of the table" if odds.faces else "No combat unit, no attack")
        self.faces.show_faces(odds.faces, rolled)
        attacker, defender = _mean(odds.expected.attacker), _mean(odds.expected.defender)
        self.expected.setText(f"Expected hits: attacker {attacker}, defender {defender}" if odds.faces else "")


def strength_lines(odds: AttackOdds, names: Names) -> list[SumTerm]:
    """Return the strength of an attack as lines of a sum: each unit, and the halving of a mobile combat."""
    lines = []
    for part in odds.parts:
        cut = part.counts != part.printed
        words = f"{names.of(part.unit)}, out of supply: half of {part.printed}" if cut else names.of(part.unit)
        lines.append(SumTerm(words, part.counts, "1.8" if cut else ""))
    if odds.kind == MOBILE:
        lines.append(SumTerm(f"Mobile combat: half of {odds.total}, rounded up", odds.strength - odds.total, "5.3"))
    return lines


def _mean(share: tuple[int, int]) -> str:
    hits, faces = share
    return f"{hits / faces:.1f}"


# --- The pages that are lists of places: the next steps of a move with cost and dangers, areas for phases, impulses

# --- The pages that are lists of places ----------------------------------------------------------------------------


class PlacesPage(ChoicesPage):
    """List what may be done; a marked row shows its place on the map."""

    def place_of(self, command: Command) -> str:
        """Return the place or unit that an order is about."""
        row = VERBS[command.verb]
        kind = "unit" if row.tap == "unit" else "area"
        return f"{kind}:{command.text(row.tap)}" if row.tap else ""


class WayPage(PlacesPage):
    """List the next steps first, each with what it costs and brings, then who may be left out of the group."""

    title = "Way"

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Put the steps first."""
        return (command.verb != "step",)

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return a step with its cost, and what happens on leaving and arriving."""
        told = super().words_of(situation, command)
        if command.verb != "step":
            return told
        found = answered(Reach, situation.query("reach"))
        at = situation.decision.text("at") or ""
        return f"{told}   {step_words(found, at, command.text('to'))}" if found is not None else told


def step_words(reach: Reach, at: str, to: str) -> str:
    """Return what a step costs, whether it must end there, and whether leaving may be pursued."""
    row = next((row for row in reach.places if row.to == to and row.before == at), None)
    told = [counted(row.spent - reach.spent, "point")] if row else []
    if row and row.stops:
        told.append("must stop")
    if at in reach.pursuit:
        told.append("pursuit is possible")
    return ", ".join(told)


# --- Buttons with the picture of a marker, from which it is dragged onto the map -----------------------------------

PICTURE = 26
"""Pixels of the picture on a button."""


class MarkerHandle(KeyButton):
    """A button for a kind of marker. `carried` and `dropped` tell where on the screen; `abandoned`: it is put back."""

    carried = Signal(QPoint)
    dropped = Signal(QPoint)
    abandoned = Signal()

    def __init__(self, marker: str, label: str, key: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(label, key, f"{tip} Or drag it onto the map.", parent)
        self.marker, self._from, self._carries = marker, QPoint(), False
        side = faces.scaled(PICTURE)
        ratio = self.devicePixelRatioF()
        box = QRectF(1, 1, side - 2, side - 2)
        picture = pixmap_of(side, side, ratio, lambda painter: paint_token(painter, box, marker))
        self.setIcon(QIcon(picture))
        self.setIconSize(QSize(side, side))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag; another button puts back what is carried."""
        if self._carries:
            self._carries = False
            self.abandoned.emit()
            return
        self._from = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the marker once the pointer has moved far enough."""
        far = (event.position().toPoint() - self._from).manhattanLength() >= QApplication.startDragDistance()
        if event.buttons() & Qt.MouseButton.LeftButton and self.isDown() and far:
            self._carries = True
            self.setDown(False)
        if self._carries:
            self.carried.emit(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the marker, or end a click."""
        if self._carries and event.button() == Qt.MouseButton.LeftButton:
            self._carries = False
            self.dropped.emit(event.globalPosition().toPoint())
        elif not self._carries:
            super().mouseReleaseEvent(event)


# --- The pages for markers: bombing, which marker and the areas it may go to; and where the FFI may rise -----------

LABELS = {"air": "Air", "naval": "Naval"}


class BombingPage(PlacesPage):
    """List the areas for one marker at a time; `taken` names the marker that a click on the map places."""

    taken = Signal(str)
    title = "Bombing"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marker = ""
        self.buttons = {
            name: MarkerHandle(name, label, ",", f"Place {MARKERS[name]}.") for name, label in LABELS.items()
        }
        row = QHBoxLayout()
        for name, button in self.buttons.items():
            button.setCheckable(True)
            button.clicked.connect(lambda *_, name=name: self.take(name))
            row.addWidget(button)
        self.column.insertLayout(2, row)

    def refresh(self, situation: Situation) -> None:
        """List the areas of the marker taken, or of the first one left."""
        left = situation.decision.texts("markers")
        if self.marker not in left:
            self.marker = left[0]
            self.taken.emit(self.marker)
        for name, button in self.buttons.items():
            button.setVisible(name in left)
            button.setChecked(name == self.marker)
        only = [command for command in situation.commands("place") if command.text("marker") == self.marker]
        super().refresh(replace(situation, offered={**situation.offered, "place": only}))

    def take(self, marker: str) -> None:
        """Take another marker."""
        self.marker = marker
        self.taken.emit(marker)
        if self.situation is not None:
            self.refresh(self.situation)

    def other(self) -> None:
        """Take the other marker, if it is left."""
        left = [name for name, button in self.buttons.items() if not button.isHidden() and name != self.marker]
        if left:
            self.take(left[0])


class FfiPage(PlacesPage):
    """List the areas where the FFI may rise, with a marker to drag there."""

    title = "FFI"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.handle = MarkerHandle("ffi_fighters", "FFI", "", "Roll for the FFI in an area: click one on the map.")
        row = QHBoxLayout()
        row.addWidget(self.handle)
        row.addStretch(1)
        self.column.insertLayout(2, row)
