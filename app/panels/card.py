"""A card of values: what is printed, what holds now, and why, each reason with its rule."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app import theme
from app.panels.widgets import Label
from app.text.markup import Markup, compose, join
from rules.engine.answers import Cause, ValueRow

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
