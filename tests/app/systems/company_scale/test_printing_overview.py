"""The printed overview: rule switches, what scores, how the game is won."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.board.hexes import hex_at
from app.systems.company_scale.printing.overview import EVACUATION
from app.systems.company_scale.printing.papers import job_of
from app.systems.company_scale.printing.setup_sheets import stacks
from rules.company_scale.house_rules import HOUSE_RULES
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.scenario import scenario_folder
from tests.app.systems.company_scale.helpers.paper_job import pdf, seat_of, text_of

pytestmark = pytest.mark.usefixtures("qapp")


def test_every_switch_that_is_set_otherwise_has_its_words() -> None:
    schema = json.loads((scenario_folder() / "schema" / "scenario.schema.json").read_text(encoding="utf-8"))
    switches = schema["properties"]["rules"]["properties"]
    worded = {switch.name: [each.value for each in switch.settings if each.words] for switch in HOUSE_RULES.switches}
    assert worded == {name: of["enum"] for name, of in switches.items()}


def test_everything_that_evacuation_scores_has_its_words() -> None:
    scoring = {what for info in list_scenarios() for what in load_scenario(info.id).victory.evacuation}
    assert scoring == set(EVACUATION)


@pytest.mark.parametrize(
    ("scenario", "lines"),
    [
        (
            "the-final-battle",
            [
                "The German player scores 3 for every evacuation marker withdrawn (22.2).",
                "The Allied player scores 1 when all markers are on the map and he allows one to be replaced (22.2).",
                "The German player scores 1 when the Evacuation Road is found open (20.0).",
                "After the last turn: The Germans win with a lead of at least 60 points; otherwise the Allies win",
            ],
        ),
        ("first-light", ["A player at 29 on the points track wins at once if the other is at 0 (27.1)."]),
        (
            "montelimar-campaign",
            ["After the last turn: The Germans win with a lead of at least 130 points; otherwise the Allies win"],
        ),
    ],
)
def test_how_a_game_is_won_is_told_in_full(scenario: str, lines: list[str]) -> None:
    told = " ".join(text_of(pdf("setup", scenario, "Overview")).split())
    for line in lines:
        assert line in told
    assert ("points track" in told) == load_scenario(scenario).victory.track


def test_names_on_the_map_of_the_set_up_keep_off_counters_and_on_the_page() -> None:
    job = job_of(seat_of("first-light"), begun=False)
    here, ground = stacks(job), job.map.ground
    source = job.map.around([*here, *(goal.hex for goal in job.scenario.victory.hexes)])
    labels = ground.labels
    ground.yield_to({})
    before = {placed.text: placed.path.boundingRect() for placed in labels.layout(1.0) if placed.label}
    ground.yield_to({hex_id: len(faces) for hex_id, faces in here.items()}, page=source)
    after = {placed.text: placed.path.boundingRect() for placed in labels.layout(1.0) if placed.label}
    cut = {name for name, box in before.items() if source.intersects(box) and not source.contains(box)}
    assert cut, "some name would be cut at the edge"
    assert all(source.contains(box) or not source.intersects(box) for box in after.values())
    assert set(after) >= {"Savasse", "Sauzet", "Condillac"}


def test_a_map_without_counters_has_its_names_where_they_belong_after_one_with_them() -> None:
    job = job_of(seat_of("first-light"), begun=False)
    labels, frame = job.map.ground.labels, job.map.frame()
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    target = QRectF(0, 0, 400, 400 * frame.height() / frame.width())
    try:
        job.map.paint(painter, target, frame)
        free = [placed.boxes for placed in labels.layout(1.0)]
        over_a_name = hex_at(free[0][0].center())
        assert over_a_name is not None
        job.map.paint(painter, target, frame, stacks(job) | {over_a_name: next(iter(stacks(job).values()))})
        assert [placed.boxes for placed in labels.layout(1.0)] != free
        job.map.paint(painter, target, frame)
        assert [placed.boxes for placed in labels.layout(1.0)] == free
    finally:
        painter.end()
