"""The weights of a bot's script: one YAML file a system, which levels and tempers change.

`weights` maps each name to `{is, in, text}`; `levels` and `tempers` map a name to `{text, changes}`. What changes a
weight is applied in this order: the Regular's, the level's, the temper's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from rules.engine.evaluator import Manner


class WeightsFile:
    """The file of one system, which must hold exactly these names; it is read when first asked for."""

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        self.path, self._names = path, frozenset(names)

    @cached_property
    def raw(self) -> Mapping[str, Any]:
        """Return what the file holds."""
        raw: Mapping[str, Any] = yaml.safe_load(self.path.read_text(encoding="utf-8"))
        wrong = set(raw["weights"]) ^ self._names
        assert not wrong, f"{self.path.name}: {', '.join(sorted(wrong))}"
        return raw

    def of(self, manner: Manner, point: float = 1.0) -> dict[str, float]:
        """Return the weights of a manner by name; what is in victory points is multiplied by `point`."""
        printed = self.raw["weights"]
        values = {name: told["is"] for name, told in printed.items()}
        for group, name in (("levels", "regular"), ("levels", manner.level), ("tempers", manner.temper)):
            values |= self.raw[group].get(name, {}).get("changes", {})
        in_points = {name for name, told in printed.items() if told.get("in") == "points"}
        return {name: round(is_ * point, 6) if name in in_points else float(is_) for name, is_ in values.items()}

    def tempers(self) -> Mapping[str, str]:
        """Return the tempers by name, each with its sentence."""
        return {name: str(told["text"]) for name, told in self.raw["tempers"].items()}
