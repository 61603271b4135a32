"""The end of a game with every line of the score, and the dice of both sides so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app import theme
from app.dialogs.messages import room
from app.panels.dice import Draw
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.game_view import GameView
from app.play.seat import SeatLike
from app.sides import Side
from app.system import Ending
from app.text.luck import Chance, Face, Luck, Roll, faces_of, lucky, percent, rolls
from app.text.parts import Markup, compose, join
from app.text.words import ScoreLine, result_of
from rules.engine.english import capital, counted

# --- The end of a game: who won, why, every line of the score, and a picture of the map to keep --------------------

WIDE, TALL = 560, 400
"""Room for the picture of the map."""
REST = 280
"""Pixels of everything above and below score and picture."""


class EndingDialog(QDialog):
    """Show the outcome. `after` says what the players want next: "" (look at the table), "new", "save" or "picture"."""

    def __init__(
        self,
        over: Mapping[str, Any],
        ending: Ending,
        game: GameView,
        parent: QWidget | None = None,
        keepsake: QImage | None = None,
    ) -> None:
        super().__init__(parent)
        result = result_of(over)
        self.setWindowTitle("The game is over")
        if keepsake is None:
            self.setMinimumWidth(460)
        self.after, self.keepsake, self.game = "", keepsake, game
        self.on_save, self.on_picture = _nothing, _nothing
        column = QVBoxLayout(self)
        column.setContentsMargins(26, 20, 26, 18)
        column.setSpacing(10)
        for part in self._head(result.text, ending):
            column.addWidget(part)
        if ending.above is not None:
            column.addWidget(ending.above)
        body = QHBoxLayout()
        body.setSpacing(22)
        body.addWidget(self._score(result.score(), ending), 1)
        if keepsake is not None:
            body.addWidget(self._picture(keepsake), 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(body, 1)
        if ending.condition:
            column.addWidget(MutedText(ending.condition))
        column.addLayout(self._buttons())

    def _head(self, text: str, ending: Ending) -> list[Label]:
        title = Label(ending.title)
        title.setProperty("role", "title")
        title.setStyleSheet(f"color: {self.game.side(ending.seat).colour};")
        words = Label(text)
        words.setWordWrap(True)
        return [title, words, *map(MutedText, ending.notes)]

    def _score(self, lines: Sequence[ScoreLine | str], ending: Ending) -> QScrollArea:
        body, points = QWidget(), ending.totals
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        row = self._sum(grid, 0, ending.rows, sum(worth for _, worth in ending.rows)) if ending.rows else 0
        scored = [line for line in lines if isinstance(line, ScoreLine)]
        named = [line.side for line in scored if line.side]
        for side in dict.fromkeys([*self.game.sides, *named]):
            own = [line for line in scored if line.side == side]
            if own or side in points:
                row = self._side(grid, row, side, own, points.get(side, sum(line.points for line in own)))
        for line in lines:
            if isinstance(line, str):
                grid.addWidget(self._cell(line, 0), row, 0, 1, 2)
                row += 1
        grid.setRowStretch(row, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setMinimumSize(330, min(360, self._tall(), 60 + 26 * (len(lines) + 4)))
        scroll.setWidget(body)
        return scroll

    def _side(self, grid: QGridLayout, row: int, side: str, lines: Sequence[ScoreLine], total: int) -> int:
        head = Heading(self.game.side(side).name)
        head.setStyleSheet(f"color: {self.game.side(side).colour}; font-weight: 700;")
        grid.addWidget(head, row, 0, 1, 2)
        return self._sum(grid, row + 1, [(line.text, line.points) for line in lines], total)

    def _sum(self, grid: QGridLayout, row: int, rows: Sequence[tuple[str, int]], total: int) -> int:
        """Lay out what a score is made of, and the score; return the next row."""
        cells = [(words, f"{worth:+d}".replace("-", "−")) for words, worth in rows]
        for words, value in cells or [("nothing scored", "")]:
            grid.addWidget(self._cell(capital(words), 0), row, 0)
            grid.addWidget(self._cell(value, 1), row, 1)
            row += 1
        for place, words in enumerate(("Total", str(total).replace("-", "−"))):
            label = self._cell(words, place)
            label.setStyleSheet(f"font-weight: 700; border-top: 1px solid {theme.current().line}; padding-top: 2px;")
            grid.addWidget(label, row, place)
        grid.setRowMinimumHeight(row + 1, 10)
        return row + 2

    @staticmethod
    def _cell(words: str, column: int) -> Label:
        label = Label(words)
        label.setWordWrap(column == 0)
        if column == 1:
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return label

    def _tall(self) -> int:
        """Return how high score and picture may be, so that the buttons are on the screen."""
        return max(160, min(TALL, room(self).height() - REST))

    def _picture(self, image: QImage) -> Label:
        ratio = image.devicePixelRatio() or 1.0
        label = Label()
        fitted = image.scaled(
            round(WIDE * ratio),
            round(self._tall() * ratio),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        label.setPixmap(QPixmap.fromImage(fitted))
        label.setAccessibleName("The final map")
        label.setStyleSheet(f"border: 1px solid {theme.current().line};")
        label.setFixedSize(label.pixmap().deviceIndependentSize().toSize())
        return label

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        save = KeyButton("Save game…", "", "Save the whole game with every command and die roll")
        save.clicked.connect(lambda: self.on_save())
        row.addWidget(save)
        if self.keepsake is not None:
            picture = KeyButton("Save picture…", "", "Save a picture of the final map")
            picture.clicked.connect(lambda: self.on_picture())
            row.addWidget(picture)
        row.addStretch(1)
        again = KeyButton("New game…", "", "Choose another scenario")
        again.clicked.connect(self._again)
        look = KeyButton("View map", "Enter", "Close this and view the final position")
        look.setProperty("primary", "true")
        look.clicked.connect(self.accept)
        row.addWidget(again)
        row.addWidget(look)
        look.setFocus(Qt.FocusReason.OtherFocusReason)
        return row

    @property
    def again(self) -> bool:
        """Tell whether the players want another game."""
        return self.after == "new"

    def _again(self) -> None:
        self.after = "new"
        self.accept()


def _nothing() -> None:
    """Do nothing; the window replaces this."""


# --- The dice of both sides so far, drawn and told beside what was to be expected ----------------------------------

DICE_WIDE, DICE_TALL, FOOT, TOP = 560, 190, 40, 20
NONE = Markup("<p>No dice rolled yet.</p>")
HEAD = "<h2>Dice</h2><p>What each side has rolled so far. The lines mark the average of fair dice.</p>"
FOOTNOTE = Markup(
    "<p><small>Each chance is how often fair dice would do the same or more, counted exactly. In a "
    "long table, expect one row in twenty below 5 % anyway.</small></p>"
)
WANTED = {-1: "Low is good", 1: "High is good", 0: "Neither is better"}
TABLE = "<table cellspacing='0' cellpadding='4'>"


def all_rolls(game: GameView, seat: SeatLike | None = None) -> list[Roll]:
    """Return every die of the present line of play that a seat has heard of, by default the looking one."""
    seat = seat or game.seat
    return rolls(seat.events_at(), seat.log(), game.words, game.names) if seat is not None else []


def dice_page(
    game: GameView,
    draw_die: Draw,
    ratio: float = 1.0,
    seat: SeatLike | None = None,
    look: theme.Theme | None = None,
    growth: float = 1.0,
) -> tuple[Markup, dict[str, QImage]]:
    """Return the page with the dice of both sides as a seat has seen them, and its pictures by name.

    The pictures take the colours of a theme, by default the present one, and are `growth` times their usual size.
    """
    seat = seat or game.seat
    faces = faces_of(seat.system.kinds) if seat is not None else ()
    by_seat: dict[str, list[Roll]] = {}
    for roll in all_rolls(game, seat):
        by_seat.setdefault(roll.seat, []).append(roll)
    if not faces or not by_seat:
        return Markup("<h2>Dice</h2>" + NONE), {}
    parts, pictures = [Markup(HEAD)], {}
    for own in sorted(by_seat, key=lambda own: (not own, own)):
        side = game.side(own) if own else Side("Nobody's")
        luck = Luck.of(faces, (roll.face for roll in by_seat[own]))
        name = f"dice:{own}"
        pictures[name] = histogram(draw_die, luck, side, ratio * growth, look or theme.current())
        parts += [
            compose("<h3>{}: {}</h3>", side.name, counted(luck.number, "die")),
            verdicts(faces, by_seat[own]) if luck.is_numbered else Markup(),
            compose(
                '<p><img src="{}" width="{}" height="{}"></p>',
                name,
                round(DICE_WIDE * growth),
                round(DICE_TALL * growth),
            ),
            table(faces, by_seat[own]) if luck.is_numbered else symbols(luck),
        ]
    return join("", [*parts, FOOTNOTE]), pictures


def verdicts(faces: Sequence[Face], dice: Sequence[Roll]) -> Markup:
    """Return whether a side was lucky: rolls where low is good apart from those where high is."""
    told = []
    for wanted, title in WANTED.items():
        luck = Luck.of(faces, (roll.face for roll in dice if roll.wanted == wanted))
        if luck.number and wanted:
            chance = luck.of_total()
            word = lucky(chance, wanted)
            average = f"{counted(luck.number, 'die')}, average {luck.mean:.2f}, expected {luck.expected_mean:.2f}"
            told.append(compose("<p>{}: <b>{}</b> ({}; {}).</p>", title, capital(word), average, chance_words(chance)))
    return join("", told)


def chance_words(chance: Chance) -> str:
    """Return a chance in words."""
    return f"in {percent(chance.share)} of games it is this {'high or higher' if chance.high else 'low or lower'}"


def table(faces: Sequence[Face], dice: Sequence[Roll]) -> Markup:
    """Return one row for each kind of roll: how many, average, expected, chance; what wants low, high, or neither."""
    rows = []
    for wanted, title in WANTED.items():
        kinds: dict[str, list[Face]] = {}
        for roll in dice:
            if roll.wanted == wanted:
                kinds.setdefault(roll.purpose, []).append(roll.face)
        if kinds:
            rows.append(_row("th", title, "Dice", "Average", "Expected", "Share of games", "Luck"))
        for kind, rolled in sorted(kinds.items(), key=lambda pair: -len(pair[1])):
            rows.append(_kind(kind, Luck.of(faces, rolled), wanted))
    return join("", [Markup(TABLE), *rows, Markup("</table>")])


def _kind(kind: str, luck: Luck, wanted: int) -> Markup:
    chance = luck.of_total()
    told = f"{percent(chance.share)} this {'high or higher' if chance.high else 'low or lower'}"
    average, expected = f"{luck.mean:.2f}", f"{luck.expected_mean:.2f}"
    return _row("td", capital(kind), luck.number, average, expected, told, capital(lucky(chance, wanted)))


def symbols(luck: Luck) -> Markup:
    """Return one row for each symbol: how often, expected, chance."""
    rows = [_row("th", "Symbol", "Rolled", "Expected", "Chance of this many or few")]
    for face, count in luck.counts.items():
        chance = luck.of_face(face)
        told = f"{percent(chance.share)} {'as many or more' if chance.high else 'as few or fewer'}"
        rows.append(_row("td", capital(str(face)), count, f"{luck.expected(face):.1f}", told))
    return join("", [Markup(TABLE), *rows, Markup("</table>")])


def _row(cell: str, *words: object) -> Markup:
    cells = (compose(f"<{cell} align='{'left' if not n else 'right'}'>{{}}</{cell}>", w) for n, w in enumerate(words))
    return compose("<tr>{}</tr>", join("", cells))


def histogram(draw_die: Draw, luck: Luck, side: Side, ratio: float, now: theme.Theme) -> QImage:
    """Return how often each face came as bars in the colour of a side, with a line where it was expected."""
    image = QImage(round(DICE_WIDE * ratio), round(DICE_TALL * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(painter.font())
    font.setPixelSize(13)
    painter.setFont(font)
    most = max(*luck.counts.values(), *(luck.expected(face) for face in luck.counts), 1)
    step, high = DICE_WIDE / len(luck.counts), DICE_TALL - FOOT - TOP
    for n, (face, count) in enumerate(luck.counts.items()):
        left, tall = n * step, high * count / most
        bar = QRectF(left + step * 0.2, TOP + high - tall, step * 0.6, tall)
        painter.fillRect(bar, QColor((side.by_lamplight if now.is_dark else side.by_day) or now.muted))
        level = TOP + high - high * luck.expected(face) / most
        painter.setPen(QColor(now.text))
        above = min(bar.top(), level - 2) - 17
        painter.drawText(QRectF(left, above, step, 16), Qt.AlignmentFlag.AlignCenter, str(count))
        painter.setPen(QPen(QColor(now.base), 4.2))
        painter.drawLine(QLineF(left + step * 0.1, level, left + step * 0.9, level))
        painter.setPen(QPen(QColor(now.bad), 2.0))
        painter.drawLine(QLineF(left + step * 0.1, level, left + step * 0.9, level))
        draw_die(painter, QRectF(left + step / 2 - 14, DICE_TALL - FOOT + 8, 28, 28), face)
    painter.setPen(QPen(QColor(now.line), 1.4))
    painter.drawLine(QLineF(0, TOP + high, DICE_WIDE, TOP + high))
    painter.end()
    return image
