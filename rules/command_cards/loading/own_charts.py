"""The charts of a battle that is being made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.command_cards.charts import house_document
from rules.command_cards.loading.chart_checks import TABLES
from rules.command_cards.loading.drafting import Drafting
from rules.command_cards.loading.scenarios import INLINE_CHARTS, own_charts
from rules.files.own_charts import ChartsOfDraft
from rules.files.problems import Data

CHARTS: Final = (*TABLES, "road")
"""The charts that a battle can have otherwise, in the order they are shown."""


def charts_in(drafting: Drafting, documents: Mapping[str, Data]) -> ChartsOfDraft:
    """Return the charts of the battle of a draft; raise ScenarioError where they cannot be found or read."""
    document, name = drafting.document(documents), drafting.name
    own = own_charts(document)
    told = document.mapping.get("charts")
    tries = [f"command_cards/charts/{told}.yaml", f"command_cards/{told}.yaml"] if isinstance(told, str) else [name]
    where = next((each for each in tries if each in documents), "") if own is not None else ""
    house = {key: house_document()[key] for key in CHARTS}
    return ChartsOfDraft(house, {} if own is None else own.mapping, where, CHARTS, INLINE_CHARTS)
