"""A page to read that shows nothing but what it was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QTextBrowser, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.layouts import clear
from app.panels.widgets import Label, RuleChip
from app.text.parts import Markup, compose, join
from rules.engine.command import Cause, ValueRow
from rules.engine.english import capital


class Term(Protocol):
    """A term of a sum: what it is, its value, and its rule number, "" for none."""

    @property
    def text(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def rule(self) -> str: ...


class SumTerm(NamedTuple):
    """A term of a sum made for the table."""

    text: str
    value: int
    rule: str


class Likely(Protocol):
    """What may happen, with its chance: so many in how many."""

    @property
    def text(self) -> str: ...
    @property
    def chance(self) -> tuple[int, int]: ...


class Reader(QTextBrowser):
    """Shows markup with its own pictures: it opens no file and follows no link by itself."""

    def __init__(self, name: str, pictures: Mapping[str, QImage] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures = dict(pictures or {})
        self.setAccessibleName(name)
        self.setOpenLinks(False)

    def write(self, page: str) -> None:
        """Show a page; what is not markup is shown as it is."""
        if isinstance(page, Markup):
            self.setHtml(page)
        else:
            self.setPlainText(page)

    def picture(self, name: QUrl) -> QImage | None:
        """Return the picture of a name in an `img` tag, or None."""
        return self.pictures.get(name.toString())

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        """Return one of the page's own pictures, or an empty one: given nothing, Qt would look for a file itself."""
        found = self.picture(QUrl(name))
        return _blank() if found is None or found.isNull() else found


def _blank() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    return image


# --- The odds of a roll and the values of a card: terms with their rules, chances as bars --------------------------

# --- A card of values: what is printed, what holds now, and why, each reason with its rule -------------------------

ROW = (
    '<tr><td style="color:{muted}">{name}&nbsp;&nbsp;</td><td><b>{now}</b>{printed}&nbsp;&nbsp;</td><td>{why}</td></tr>'
)

UNBROKEN = 15
"""The most letters of a name that stays on one line."""


class Card(Label):
    """Rows of a card; `rule_asked` carries the number of a rule that was clicked.

    A system's rules give the rows.
    """

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.linkActivated.connect(lambda link: self.rule_asked.emit(link.partition(":")[2]))

    def show_rows(self, rows: Sequence[ValueRow]) -> None:
        """Show rows; hide the card where there are none."""
        table = compose('<table cellspacing="0" cellpadding="1">{}</table>', join("", map(_row, rows)))
        self.setText(table)
        if not rows or self.parentWidget() is not None:  # without a parent it would open as a window
            self.setVisible(bool(rows))
        self.setAccessibleName("; ".join(map(_plain, rows)))


def _row(row: ValueRow) -> Markup:
    now, printed, muted = row.now, row.printed, theme.current().muted
    struck = compose(' <s style="color:{}">{}</s>', muted, _sign(printed)) if printed not in (None, now) else ""
    why = join(", ", (_reason(one) for one in row.why))
    return compose(ROW, muted=muted, name=_whole(row.name), now=_sign(now), printed=struck, why=why)


def _whole(name: str) -> str:
    """Return a name that is not broken, if it is short."""
    return name.replace(" ", "\u00a0") if len(name) <= UNBROKEN else name


def _reason(one: Cause) -> Markup:
    words = " ".join(part for part in (_small(one.text), _sign(one.change)) if part)
    cited = compose('<a href="rule:{0}">({0})</a>', one.rule) if one.rule else ""
    return compose("{} {}", words, cited) if words else Markup(cited)


def _plain(row: ValueRow) -> str:
    reasons = ", ".join(f"{one.text} {one.change}".strip() for one in row.why)
    return f"{row.name} {row.now}" + (f" ({reasons})" if reasons else "")


def _small(text: str) -> str:
    """Return words as they stand within a sentence; names after the first word keep their capitals."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _sign(text: str) -> str:
    return text.replace("-", "\u2212")


# --- The odds of a roll: terms with their rules and their sum, exact chances as bars -------------------------------

NO_EFFECT = ("", "-", "no effect", "miss", "No effect")


def percent(num: int, den: int) -> str:
    """Return a chance as a percentage that is 0% or 100% only if exact."""
    share = Fraction(num, den) * 100
    if 0 < share < 1:
        return "under 1%"
    if 99 < share < 100:
        return "over 99%"
    return f"{round(share)}%"


def fraction(num: int, den: int) -> str:
    """Return a chance as words, such as "2 in 3", or "" where it is a whole percentage or has a large denominator."""
    share = Fraction(num, den)
    if share in (0, 1):
        return "never" if share == 0 else "always"
    if (share * 100).denominator == 1 or share.denominator > 1000:
        return ""
    return f"{share.numerator} in {share.denominator}"


class ModifierTable(QWidget):
    """The sum that makes the fire value, one line for each modifier with its rule number."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)

    def show_sum(self, modifiers: Sequence[Term], total: int, words: str = "Fire value", based: bool = True) -> None:
        """Show terms and their sum; where the sum is `based` on the first term, that term has no sign."""
        clear(self._grid)
        for row, modifier in enumerate(modifiers):
            value = modifier.value
            figure = f"{value:+d}" if value and (row or not based) else str(value)
            self._line(row, modifier.text, figure, modifier.rule, False)
            if not value and not based:
                self._pale(row)
        self._line(len(modifiers), words, str(total) if based else f"{total:+d}", "", True)

    def _pale(self, row: int) -> None:
        """Show a term of zero in muted text."""
        for column in (0, 1):
            item = self._grid.itemAtPosition(row, column)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setProperty("role", "muted")

    def _line(self, row: int, words: str, value: str, rule: str, total: bool) -> None:
        label, figure = Label(words), Label(value.replace("-", "−"))
        label.setWordWrap(True)
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if total:
            above = f"border: 0; border-top: 1px solid {theme.current().line}; font-weight: 600; padding: 2px 0 0 0;"
            for part in (label, figure):
                part.setIndent(0)
                part.setStyleSheet(above)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(figure, row, 1)
        chip = RuleChip(rule)
        chip.asked.connect(self.rule_asked)
        if rule:
            self._grid.addWidget(chip, row, 2)
        else:
            chip.deleteLater()


class OddsBars(Drawn):
    """Exact chances: each result, its percentage, a fraction where that says more, and a bar below."""

    ROW = 24
    tall = ROW

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Chances of each result", parent)
        self._rows: list[tuple[str, int, int]] = []

    def show_results(self, results: Sequence[Likely]) -> None:
        """Show each result with its chance, likeliest first, no effect last."""
        rows = [(r.text, *r.chance) for r in results]
        rows.sort(key=lambda r: (r[0].strip() in NO_EFFECT, -Fraction(r[1], r[2])))
        self._rows = rows
        said = ", ".join(f"{text or 'no effect'}: {percent(n, d)}" for text, n, d in rows)
        self.tall = max(1, len(rows)) * self.ROW
        self.told(said)
        self.setToolTip("\n".join(f"{text or 'no effect'}: {n} in {d}" for text, n, d in rows))

    def paint(self, painter: QPainter) -> None:
        """Draw the rows."""
        painter.setFont(self.sized(14))
        for index, (text, num, den) in enumerate(self._rows):
            self._row(painter, index * self.ROW, text, num, den)

    def _row(self, painter: QPainter, top: float, text: str, num: int, den: int) -> None:
        now, width = theme.current(), self.across
        quiet = text.strip() in NO_EFFECT
        figures = f"{percent(num, den)}   {fraction(num, den)}".rstrip()
        room = painter.fontMetrics().horizontalAdvance(figures) + 8.0
        said = capital(text) or "No effect"
        words = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, int(width - room))
        painter.setPen(QColor(now.muted if quiet else now.text))
        painter.drawText(QRectF(0, top, width - room, 18), Qt.AlignmentFlag.AlignVCenter, words)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(width - room, top, room, 18), right, figures)
        bar = QRectF(0.5, top + 18, width - 1, 4)
        painter.setPen(QPen(QColor(now.line), 1))
        painter.setBrush(QColor(now.raised))
        painter.drawRoundedRect(bar, 2, 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(now.muted if quiet else now.accent))
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), max(3.0, bar.width() * num / den), bar.height()), 2, 2)
