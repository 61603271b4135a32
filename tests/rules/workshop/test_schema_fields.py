"""Fields by their schema: every field of every kind of document has a kind, and a new entry begins with what fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.folders import scenarios_dir
from rules.files.documents import Document, read_file
from rules.files.schema_check import schema_problems
from rules.workshop.schema_fields import ANY, CHOICE, FLAG, GROUP, ITEM, LIST, MIXED, NUMBER, TABLE, TEXT, fields_of

KINDS = {TEXT, NUMBER, FLAG, CHOICE, GROUP, TABLE, LIST, MIXED}
DOCUMENTS = [
    "module.yaml", "lessons/x.yaml",
    *(f"company_scale/{part}x.yaml" for part in ("", "maps/", "forces/", "charts/")),
    *(f"command_cards/{part}x.yaml" for part in ("", "maps/", "charts/")),
    *(f"striking_anvil/{part}x.yaml" for part in ("", "maps/", "counters/", "ground/", "charts/")),
]  # fmt: skip


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_field_of_a_schema_is_of_a_known_kind(document: str) -> None:
    fields = fields_of(document)
    assert fields is not None
    routes = list(fields.routes())
    assert len(routes) > 5
    for route in routes:
        field = fields.at(route)
        assert field is not None and field.kind in KINDS, route
        assert field.kind != CHOICE or field.choices, route


def test_a_document_of_no_known_kind_has_no_fields() -> None:
    assert fields_of("company_scale/notes/x.yaml") is None


def test_fields_know_choices_bounds_and_whether_they_are_needed() -> None:
    fields = fields_of("company_scale/x.yaml")
    assert fields is not None
    weather, turns, side = fields.at(("weather",)), fields.at(("turns",)), fields.at(("setup", "e_143", "side"))
    assert weather is not None and turns is not None and side is not None
    assert weather.choices == ("clear", "rain") and not weather.is_needed
    assert (turns.kind, turns.least, turns.most, turns.is_needed) == (NUMBER, 1, 100, True)
    assert side.choices == ("deployed", "column") and side.is_needed
    assert fields.at(("setup", "e_143", "colour")) is None and fields.at(("weather", "x")) is None
    assert fields.names(())[:4] == ["format", "id", "title", "map"] and fields.names(("setup",)) == []


@pytest.mark.parametrize("system", ["company_scale", "command_cards", "striking_anvil"])
def test_every_value_in_the_shipped_scenarios_stands_at_a_known_field(system: str) -> None:
    fields = fields_of(f"{system}/x.yaml")
    assert fields is not None
    for path in sorted((scenarios_dir() / system).glob("*.yaml")):
        left = [((), read_file(path).data)]
        while left:
            route, value = left.pop()
            field = fields.at(route)
            assert field is not None, (path.name, route)
            if field.kind == MIXED:
                continue
            below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            left += [((*route, key), inner) for key, inner in below]


def test_what_a_new_entry_begins_with_is_right_by_the_schema(tmp_path: Path) -> None:
    fields, path = fields_of("company_scale/x.yaml"), scenarios_dir() / "company_scale" / "schema"
    assert fields is not None
    document = read_file(scenarios_dir() / "company_scale" / "first-light.yaml")
    for route in (("markers", ITEM), ("reinforcements", ITEM), ("divisions", ANY), ("victory",), ("area",)):
        field = fields.at(route)
        assert field is not None
        sample = field.sample
        holder = sample if len(route) == 1 else [sample] if route[1] == ITEM else {"x": sample}
        found = schema_problems(Document({**document.mapping, str(route[0]): holder}), path / "scenario.schema.json")
        assert all("hex" in each.field or "units" in each.field for each in found), (route, found)
