"""Where the data of the system lies: charts, the catalogue of its clauses, maps and scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.engine.datadirs import scenarios_dir

CHARTS: Final = Path(__file__).resolve().parent / "charts"
CLAUSES: Final = CHARTS.with_name("clauses")


def scenario_folder() -> Path:
    """Return the folder of the shipped scenarios, with maps and schemas below it."""
    return scenarios_dir() / "command_cards"
