"""What is drawn of a map beside its areas: mainland, isles, mountains, streams, towns, places on the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from rules.files.documents import read_file
from rules.files.values import Data
from rules.striking_anvil.loading.files import folders
from rules.striking_anvil.loading.scenarios import checked, stop_at


def load_ground(map_id: str) -> Mapping[str, Data]:
    """Return the ground of a map as its file has it, empty if it has none; raise ScenarioError if it is wrong."""
    for folder in folders("ground", None):
        path = folder / f"{map_id}.yaml"
        if path.is_file():
            document = read_file(path)
            stop_at(checked(document, "ground"))
            return document.mapping
    return {}
