"""Read the forces files as a whole, for the tests of the armies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.company_scale.counters import Counter as Unit
from rules.company_scale.counters import Division, Formation, HeroCounter, LeaderCounter, WeaponCounter
from rules.company_scale.loading.forces import (
    Owners,
    build_divisions,
    build_formations,
    build_heroes,
    build_leaders,
    build_transports,
    build_units,
    build_weapons,
    parents,
)
from rules.company_scale.loading.opening import open_bundle
from rules.company_scale.loading.scenarios import INLINE_DEFAULTS
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import Document, plain

ARMIES = (
    "us_3", "us_36", "us_45", "tf_butler", "cc_sudre", "ffi",
    "ge_11pz", "ge_198", "ge_338", "ge_189", "ge_feb_61", "ge_flak_18", "ge_pio_669", "ge_fr_71", "ge_fr_63",
)  # fmt: skip
PARTS = ("units", "weapons", "leaders", "transports", "heroes")


@dataclass(frozen=True, slots=True)
class Armies:
    """All that the forces files hold, whether a scenario uses it or not."""

    divisions: Mapping[str, Division]
    formations: Mapping[str, Formation]
    units: Mapping[str, Unit]
    weapons: Mapping[str, WeaponCounter]
    leaders: Mapping[str, LeaderCounter]
    transports: Mapping[str, Unit]
    heroes: Mapping[str, HeroCounter]


def read(*names: str, attached: Mapping[str, str] | None = None) -> Armies:
    """Return the forces of the files `names` together, checked."""
    ground = {"id": "field", "title": "A field", "columns": [1, 1], "rows": [1, 1], "terrain": {1: "."}}
    data = {**INLINE_DEFAULTS, "map": ground, "forces": list(names), "attached": dict(attached or {})}
    bundle = open_bundle(Document(plain(data)), scenario_folder())
    forces, charts = bundle.forces, bundle.charts
    divisions, formations = build_divisions(forces, charts, {}), build_formations(forces, parents(data, forces))
    owners = Owners(divisions, formations)
    makers = (build_units, build_weapons, build_leaders, build_transports, build_heroes)
    return Armies(divisions, formations, *(make(forces, charts, owners) for make in makers))  # type: ignore[arg-type]
