"""Write docs/workshop-fields.md, every field of a draft with its control: `python packaging/workshop_fields.py`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from app.systems.command_cards.workshop.table import FACTS as CARD_FACTS  # noqa: E402
from app.systems.company_scale.workshop.table import FACTS as COMPANY_FACTS  # noqa: E402
from app.systems.striking_anvil.workshop.table import FACTS as ANVIL_FACTS  # noqa: E402
from rules.files.problems import Route  # noqa: E402
from rules.workshop import MANIFEST  # noqa: E402
from rules.workshop import schema_fields as kinds  # noqa: E402

PAGE = ROOT / "docs" / "workshop-fields.md"
MENU = "menu of the hex"
DRAGGED = "drag on the map"
Quicker = Mapping[Route, str]
DOCUMENTS: Sequence[tuple[str, str, Sequence[tuple[str, Route]], Quicker]] = (
    (
        "Company Scale System: the scenario",
        "company_scale/x.yaml",
        COMPANY_FACTS,
        {
            ("setup",): f"{DRAGGED}; double click turns it over",
            ("support_weapons",): f"{DRAGGED}; {MENU}",
            ("leaders",): DRAGGED,
            ("heroes",): f"{DRAGGED}; {MENU}",
            ("transports",): f"{DRAGGED}; {MENU}",
            ("markers",): MENU,
            ("victory", "hexes"): MENU,
            ("reinforcements",): f"{MENU}, *Arrive here later*",
            ("charts",): "*Charts*",
            ("map",): "*Ground*",
            ("begin",): "*Make a scenario of this position*",
        },
    ),
    ("its forces", "company_scale/forces/x.yaml", (), {(): "*New division…*"}),
    ("its map", "company_scale/maps/x.yaml", (), {(): "*Ground*"}),
    ("its charts", "company_scale/charts/x.yaml", (), {(): "*Charts*"}),
    (
        "Battle Cards: the battle",
        "command_cards/x.yaml",
        CARD_FACTS,
        {
            ("units",): DRAGGED,
            ("obstacles",): DRAGGED,
            ("figures",): "menu of the unit, *Figures*",
            ("objectives",): MENU,
            ("exits",): MENU,
            ("reinforcements",): MENU,
            ("night",): f"{MENU}, *The whole battle*",
            ("set_aside",): f"{MENU}, *The whole battle*",
            ("terrain",): "drawn on the map",
            ("charts",): "*Charts*",
            ("map",): "drawn on the map",
            ("begin",): "*Make a scenario of this position*",
        },
    ),
    ("its map", "command_cards/maps/x.yaml", (), {(): "drawn on the map"}),
    ("its charts", "command_cards/charts/x.yaml", (), {(): "*Charts*"}),
    (
        "Striking the Anvil: the scenario",
        "striking_anvil/x.yaml",
        ANVIL_FACTS,
        {
            ("setup",): DRAGGED,
            ("reduced",): "double click on the counter",
            ("disorganized",): "menu of the counter",
            ("ffi",): "menu of the area, *FFI marker*",
            ("intact_bridges",): "double click on the bridge",
            ("fortifications",): "menu of the area, *Fortress level*",
            ("paradrops",): "menu of the counter, *Drop*",
            ("reinforcements",): "drop it on a box; its menu, *Arrive later*",
            ("counters",): "menu of a counter",
            ("begin",): "*Make a scenario of this position*",
        },
    ),
    ("its counters", "striking_anvil/counters/x.yaml", (), {(): "menu of a counter"}),
    ("its map", "striking_anvil/maps/x.yaml", (), {}),
    ("its ground", "striking_anvil/ground/x.yaml", (), {}),
    ("its charts", "striking_anvil/charts/x.yaml", (), {}),
    ("A lesson", "lessons/x.yaml", (), {(): "*Lesson*, *Record…*"}),
    ("The module", MANIFEST, (), {}),
)
"""The kinds of documents: title, a file of the kind, the facts of *Scenario*, and what is quicker, by route."""
CONTROLS: Mapping[str, str] = {
    kinds.TEXT: "line",
    kinds.NUMBER: "number",
    kinds.FLAG: "list",
    kinds.CHOICE: "list",
    kinds.MIXED: "line",
    kinds.GROUP: "opens",
    kinds.TABLE: "opens; *Add* with a name",
    kinds.LIST: "opens; *Add*",
}
"""The control of a field in *All fields* by its kind."""
HEAD = """# Every field and its control

Everything a file of a draft can say is set in the workshop. *All fields* has a row for each, with the control named
here; what nearly every battle sets has one under *Scenario* too, and much is done quicker by mouse. `0` stands for any
entry of a list, `*` for any name. `python packaging/workshop_fields.py` writes this page from the schemas."""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(line for document in DOCUMENTS for line in _table(*document))]) + "\n"


def _table(title: str, file: str, facts: Sequence[tuple[str, Route]], quicker: Quicker) -> Iterator[str]:
    fields, words = kinds.fields_of(file), {route: said for said, route in facts}
    assert fields is not None, file
    yield from ("", f"## {title[0].upper()}{title[1:]}", "")
    if whole := quicker.get(()):
        yield from (f"Quicker: {whole}.", "")
    yield from ("| field | takes | control | or |", "|---|---|---|---|")
    for route in fields.routes():
        field = fields.at(route)
        assert field is not None, route
        way = f"*Scenario*: {words[route]}" if route in words else quicker.get(route, "")
        cells = (f"`{'.'.join(map(str, route))}`", takes(field), CONTROLS[field.kind], way)
        yield f"| {' | '.join(cells)} |"


def takes(field: kinds.Field) -> str:
    """Return what a field takes in words."""
    if field.kind == kinds.CHOICE:
        return ", ".join(f"{choice}" for choice in field.choices)
    if field.kind == kinds.NUMBER and (field.least is not None or field.most is not None):
        least = "" if field.least is None else f" from {field.least}"
        return f"number{least}{'' if field.most is None else f' to {field.most}'}"
    words = {
        kinds.FLAG: "yes or no",
        kinds.MIXED: "text, number or list",
        kinds.GROUP: "fields",
        kinds.TABLE: "entries by name",
        kinds.LIST: "entries",
    }
    return words.get(field.kind, field.kind)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
