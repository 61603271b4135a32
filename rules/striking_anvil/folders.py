"""Where the data of the system lies that is no scenario: its house charts and the catalogue of its clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CHARTS: Final = Path(__file__).resolve().parent / "charts"
CLAUSES: Final = CHARTS.with_name("clauses")
