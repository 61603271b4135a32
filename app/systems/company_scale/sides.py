"""The two sides of the Company Scale System, as printed or as a game of the series has them, with their looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from app import theme
from app.sides import Livery, Side, coloured
from rules.engine.frozen import frozen

if TYPE_CHECKING:
    from rules.company_scale.series import Series, SeriesSide

SIDES = coloured(german=("#4c5862", "#a9b5bf"), allied=("#556420", "#b9c77d"))
_SOFT = ("#efe7d4", "#2f2b26")
"""What the bar of a side is mixed with for its pale ground, by day and by lamplight."""


def colour(side: str) -> str:
    """Return the colour that stands for a side in panels, or a muted one for no side."""
    return SIDES[side].colour if side in SIDES else theme.current().muted


def sides_in(series: Series) -> Mapping[str, Side]:
    """Return the sides of a game of the series; one that looks as printed looks as it always does, however called."""
    from rules.company_scale.series import printed_series  # the start page needs the colours alone

    found = dict[str, Side]()
    for seat, side in series.sides.items():
        is_printed = _look(side) == _look(printed_series().sides[seat])
        found[seat] = replace(SIDES[seat], name=side.name, noun=side.players) if is_printed else _side(side)
    return found


def _look(side: SeriesSide) -> tuple[str, ...]:
    return side.color, side.lamplight, side.bar, side.emblem


@frozen
class Arms:
    """What arrows, markers and chits of a side wear: ground and ink as #rrggbb, and "cross", "star" or ""."""

    ground: str
    ink: str
    emblem: str


Armed = Mapping[str, Arms]
"""The arms of sides that look otherwise than in the printed game."""
AS_PRINTED: Armed = MappingProxyType({})
INK = "#fffaeb"


def arms_of(side_of: Callable[[str], Side]) -> Armed:
    """Return the arms of the sides that look otherwise than in the printed game."""
    sides = {seat: side_of(seat) for seat in SIDES}
    return {
        seat: Arms(side.livery.bars[0], INK, side.livery.emblem)
        for seat, side in sides.items()
        if side.livery != SIDES[seat].livery
    }


def arms_in(series: Series) -> Armed:
    """Return the arms of a game of the series."""
    return arms_of(sides_in(series).__getitem__)


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
