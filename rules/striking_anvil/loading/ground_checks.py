"""The drawn ground of a map: read and checked against the map it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.files.documents import Document, read_file
from rules.files.problems import Problem, ScenarioError, unknown
from rules.files.values import Data
from rules.striking_anvil.loading.files import folders
from rules.striking_anvil.scenario import SIDES, border_id


def ground_problems(ground: Document) -> Iterator[Problem]:
    """Yield what is wrong with a ground: areas and boxes the map does not have, or that lie nowhere."""
    left, top, right, bottom = map(float, ground.mapping["board"])
    if left >= right or top >= bottom:
        yield ground.problem(("board",), "The board is left, top, right, bottom: right and bottom must be larger.")
    drawn = _map_of(ground)
    if drawn is None:
        message = f'There is no map "{ground.mapping["id"]}" for this ground.'
        yield ground.problem(("id",), message)
        return
    areas, boxes = drawn["areas"], drawn["boxes"]
    for number, town in enumerate(ground.mapping.get("towns", ())):
        if "area" in town and town["area"] not in areas:
            yield ground.problem(("towns", number, "area"), unknown("area", town["area"], areas))
    roads = {border_id(*border["areas"]): None for border in drawn["borders"] if border["road"]}
    for number, border in enumerate(ground.mapping.get("highways", ())):
        if border not in roads:
            yield ground.problem(("highways", number), unknown("border with a road", border, roads))
    for key, known, what in (
        ("places", areas, "area"),
        ("trays", areas, "area"),
        ("tracks", areas, "area"),
        ("boxes", boxes, "box"),
    ):
        for name in ground.mapping.get(key, {}):
            if name not in known:
                yield ground.problem((key, name), unknown(what, name, known))
    for key, known, what in (("places", areas, "area"), ("boxes", boxes, "box")):
        missing = [name for name in known if name not in ground.mapping[key]] if key in ground.mapping else []
        if missing:
            yield ground.problem((key,), f"There is no place for the {what} {missing[0]}. Add one.")
    for area, place in ground.mapping.get("places", {}).items():
        sides = [side for side in SIDES if side not in place]
        if sides and area not in ground.mapping.get("trays", {}):
            message = f'There is no place for the {sides[0]} stack. Write "{sides[0]}" or give the area a tray.'
            yield ground.problem(("places", area), message)


def _map_of(ground: Document) -> Mapping[str, Data] | None:
    for folder in folders("map", ground.path):
        path = folder / f"{ground.mapping['id']}.yaml"
        if path.is_file():
            try:
                return read_file(path).mapping
            except ScenarioError:
                return None
    return None
