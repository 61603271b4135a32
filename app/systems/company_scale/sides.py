"""The two sides of the Company Scale System, as printed or as a game of the series has them, with their colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from app import theme
from app.sides import Livery, Side, coloured

if TYPE_CHECKING:
    from rules.company_scale.series import Series, SeriesSide

SIDES = coloured(german=("#4c5862", "#a9b5bf"), allied=("#556420", "#b9c77d"))
_SOFT = ("#efe7d4", "#2f2b26")
"""What the bar of a side is mixed with for its pale ground, by day and by lamplight."""


def colour(side: str) -> str:
    """Return the colour that stands for a side in panels, or a muted one for no side."""
    return SIDES[side].colour if side in SIDES else theme.current().muted


def sides_in(series: Series) -> Mapping[str, Side]:
    """Return the sides of a game of the series; one that is as printed looks as it always does."""
    from rules.company_scale.series import printed_series  # the start page needs the colours alone

    printed = printed_series()
    return {seat: SIDES[seat] if side == printed.sides[seat] else _side(side) for seat, side in series.sides.items()}


def _side(side: SeriesSide) -> Side:
    bar = QColor(side.bar)
    softs = tuple(_mixed(bar, QColor(ground)) for ground in _SOFT)
    emblem = "" if side.emblem == "plain" else side.emblem
    livery = Livery((side.bar, side.bar), (bar.lighter(112).name(),) * 2, (softs[0], softs[1]), emblem)
    return Side(side.name, side.players, side.color, side.lamplight, livery)


def _mixed(bar: QColor, ground: QColor) -> str:
    """Return a quarter of a colour on a ground."""
    red, green, blue = (
        round(one / 4 + other * 3 / 4)
        for one, other in ((bar.red(), ground.red()), (bar.green(), ground.green()), (bar.blue(), ground.blue()))
    )
    return QColor(red, green, blue).name()
