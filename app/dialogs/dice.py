"""The dice of both sides so far, drawn and told beside what was to be expected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from app import theme
from app.panels.dice import Draw
from app.play.game_view import GameView
from app.play.seat import SeatLike
from app.sides import Side
from app.text.luck import Chance, Face, Luck, Roll, faces_of, lucky, percent, rolls
from app.text.parts import Markup, compose, join
from rules.engine.english import capital, counted

WIDE, TALL, FOOT, TOP = 560, 190, 40, 20
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
            compose('<p><img src="{}" width="{}" height="{}"></p>', name, round(WIDE * growth), round(TALL * growth)),
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
    image = QImage(round(WIDE * ratio), round(TALL * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(painter.font())
    font.setPixelSize(13)
    painter.setFont(font)
    most = max(*luck.counts.values(), *(luck.expected(face) for face in luck.counts), 1)
    step, high = WIDE / len(luck.counts), TALL - FOOT - TOP
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
        draw_die(painter, QRectF(left + step / 2 - 14, TALL - FOOT + 8, 28, 28), face)
    painter.setPen(QPen(QColor(now.line), 1.4))
    painter.drawLine(QLineF(0, TOP + high, WIDE, TOP + high))
    painter.end()
    return image
