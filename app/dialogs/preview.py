"""A picture of a scenario's map for the start page, drawn once and kept in the cache."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPixmap

from app import theme
from app.systems.shipped import presentation_of
from rules.engine.datadirs import cache_dir
from rules.engine.system import system

LOG = logging.getLogger("chitpull.preview")
SIZE = 760
LOOK = 1
"""Raise this when maps are drawn differently."""


def preview(system_id: str, scenario_id: str) -> QPixmap | None:
    """Return the map of a scenario as a square picture, or None if it has none or cannot be read."""
    try:
        scenario = system(system_id).load(scenario_id)
    except Exception as error:  # the player is told when he starts the scenario
        LOG.info("No picture of %s: %s", scenario_id, error)
        return None
    name = f"{Path(scenario_id).stem}-{scenario.hash[:12]}-{theme.current().name}-{LOOK}.png"
    try:
        path = cache_dir() / "previews" / name
    except OSError as error:  # this disk cannot be written
        LOG.info("Pictures cannot be cached: %s.", error.strerror or error)
        path = None
    kept = QImage(str(path)) if path and path.is_file() else QImage()
    if not kept.isNull():
        return QPixmap.fromImage(kept)
    image = presentation_of(system_id).preview(scenario, QSize(SIZE, SIZE))
    if image is None:
        return None
    if path:
        _keep(image, path)
    return QPixmap.fromImage(image)


def _keep(image: QImage, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        LOG.info("%s cannot be kept: %s.", path.name, error.strerror or error)
        return
    if not image.save(str(path)):
        LOG.info("%s cannot be kept.", path.name)
