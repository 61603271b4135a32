"""Compute ahead, when the program is set up or packed, what its first start would take long for."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from app.kept_pictures import KIND as PICTURES
from app.kept_pictures import tightened
from app.picture import SIZE, draw
from app.play.scenarios import shipped_scenarios
from app.systems.base import presentation_of
from rules.engine.bounded import replace
from rules.engine.cache import keep, recall
from rules.engine.folders import HOME_VARIABLE, PREPARED_VARIABLE, cache_dir
from rules.engine.house_rules import ScenarioRow
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import system

DRAWN = ("first-light", "montelimar-campaign")
"""Scenarios of which a whole picture is prepared."""
PACKED = getattr(sys, "frozen", False)
"""A package, which has room for the maps of those only."""
KINDS = ("documents", "layers", "lists", "names", PICTURES, "reliefs")
"""What is prepared: scenario files that have passed their checks, maps laid out, places of names, and pictures."""


def prepare(folder: Path) -> None:
    """Fill a folder with what the cache would hold after each shipped scenario was looked at; replace what it holds."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="preparing-") as home:
        before = {name: os.environ.get(name) for name in (HOME_VARIABLE, PREPARED_VARIABLE)}
        os.environ[HOME_VARIABLE], os.environ[PREPARED_VARIABLE] = home, str(folder)  # which is not there
        try:
            _compute()
            for kind in {path.name for path in cache_dir().iterdir()} - {*KINDS}:
                shutil.rmtree(cache_dir() / kind)
            replace(cache_dir(), folder)
        finally:
            for name, value in before.items():
                os.environ.pop(name)
                os.environ.update({name: value} if value is not None else {})


def is_laid_out(row: ScenarioRow) -> bool:
    """Tell whether the map of a shipped scenario is laid out ahead."""
    return row.kind == "scenario" and (row.id in DRAWN or not PACKED)


def _compute() -> None:
    for row in shipped_scenarios():
        game_system = system(row.system)
        scenario = game_system.load(row.id)
        if is_laid_out(row):
            presentation_of(game_system.id).prepare(scenario)
        if row.id in DRAWN:
            draw(Seat(Session.new(game_system, scenario, nature=SeededNature(0), source=row.id)), SIZE)
    for kind in (PICTURES, "reliefs"):
        for place in (cache_dir() / kind).iterdir():
            body = recall(kind, place.name)
            if body is not None:
                keep(kind, place.name, tightened(body))
