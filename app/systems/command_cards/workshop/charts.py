"""What the workshop's page of charts is told of those of Battle Cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPixmap

from app.board.painted import pixmap_of
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card
from app.systems.command_cards.art.counters import Look, counter_pixmap
from app.systems.command_cards.sides import SIDES
from app.workshop.charts_page import ChartsNow
from app.workshop.editor import DraftEditor
from rules.command_cards.charts import Charts
from rules.command_cards.loading.drafting import Drafting
from rules.command_cards.loading.own_charts import CHARTS, charts_in
from rules.engine.english import counted
from rules.files.problems import Route

CARD = 4
"""How many counters high a card is."""


class CommandCardsCharts:
    """The charts of a draft; see `app.workshop.charts_page.ChartsSource`."""

    schema = "command_cards/charts/own.yaml"
    charts: Sequence[str] = CHARTS
    growing: Sequence[str] = ("units", "cards")

    def __init__(self, editor: DraftEditor, drafting: Drafting, in_play: Callable[[], Charts]) -> None:
        """Take a draft, and what gives its charts as far as they are right."""
        self._editor, self._drafting, self._in_play = editor, drafting, in_play

    def read(self) -> ChartsNow:
        """Return the charts in force; raise ScenarioError."""
        documents = self._editor.draft.documents
        return ChartsNow(charts_in(self._drafting, documents), documents, self._editor.name)

    def place(self, route: Route, value: object) -> str:
        """Return what the entry of a list is: the dice at a distance, or its number."""
        number = int(route[-1]) + 1
        return f"At {counted(number, 'hex')}" if route[0] == "units" and route[-2] == "dice" else f"{number}"

    def pictures(self, row: Route, size: int) -> Sequence[QPixmap] | None:
        """Return the counters of a kind of unit for both sides, or a card; None for another chart."""
        charts, name = self._in_play(), str(row[1])
        if row[0] == "units" and (kind := charts.units.get(name)) is not None:
            return [counter_pixmap(Look(kind, seat, kind.figures, kind.figures), size) for seat in SIDES]
        if row[0] == "cards" and (card := charts.cards.get(name)) is not None:
            tall = CARD * size
            wide = round(tall / RATIO)
            box = QRectF(2, 2, wide - 4, tall - 4)
            return [pixmap_of(wide, tall, 1.0, lambda painter: paint_card(painter, box, card, palettes.current()))]
        return None
