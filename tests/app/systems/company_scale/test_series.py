"""Another game of the series on the table: its sides, its hours and its events, in words and colors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app import theme
from app.board.hexes import center
from app.colour import READABLE, contrast
from app.dialogs.online import OnlineDialog, Wanted
from app.dialogs.scenario_cards import CARD
from app.dialogs.start import StartPage
from app.online.far_game import FarGame
from app.online.following import Following
from app.panels.prompt_parts import INK
from app.systems.company_scale.board.ground.entries import EntryHex, paint_entry
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.board.laying import entries_of
from app.systems.company_scale.board.marker_art import paint_marker, worn
from app.systems.company_scale.board.markers import Emphasis, chips_of
from app.systems.company_scale.displays import reroll_words
from app.systems.company_scale.panels.chits import ChitLooks, reroll_pixmap
from app.systems.company_scale.panels.turns import TurnPanel, TurnStrip
from app.systems.company_scale.presentation import PRESENTATION
from app.systems.company_scale.printing import counter_sheets
from app.systems.company_scale.printing.aid_words import words, words_of
from app.systems.company_scale.printing.aids import told_hexside
from app.systems.company_scale.sides import SIDES, arms_in, arms_of
from app.systems.company_scale.text import tell
from app.systems.company_scale.text.names import CompanyScaleNames
from app.window.online_agreements import people
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.loading.series_checks import GROUNDS, LETTERS
from rules.company_scale.records.course_events import Rerolled, RerollsRenewed
from rules.company_scale.records.view import ChitView, MarkerView
from rules.company_scale.scenario import Scenario
from rules.company_scale.series import printed_charts, printed_series, series_of
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.company_scale.view import view
from rules.engine.english import capital
from rules.engine.game import Game
from rules.engine.house_rules import ScenarioRow, SideRow
from tests.rules.company_scale.test_series import winter_war

ASSAULT = "prepared_assault"


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario(winter_war())


def test_the_sides_of_a_game_are_those_of_its_charts(scenario: Scenario) -> None:
    found = PRESENTATION.sides(scenario)
    assert [(side.name, side.noun) for side in found.values()] == [("Finnish", "the Finns"), ("Soviet", "the Soviets")]
    assert (found["german"].by_day, found["allied"].livery.emblem) == ("#1f4f7a", "star")
    assert PRESENTATION.sides(None) == PRESENTATION.sides(load_scenario("first-light")) == SIDES


LISTED = ScenarioRow(
    "war",
    "Winter War",
    system="company_scale",
    sides=(
        SideRow("german", "Finnish", "the Finns", "#1f4f7a", "#9cc4e8"),
        SideRow("allied", "Soviet", "the Soviets", "", ""),
    ),
)


def test_the_start_page_names_and_colors_the_sides_of_a_scenario_as_its_charts_do(qtbot: QtBot) -> None:
    page = StartPage([LISTED])
    qtbot.addWidget(page)
    seats = [page.players.seats.itemText(n) for n in range(page.players.seats.count())]
    assert seats[1:3] == ["I play Finnish against the computer", "I play Soviet against the computer"]
    sides = [side for side, _ in page.list.item(0).data(CARD).sides]
    assert [(side.name, side.by_day) for side in sides] == [("Finnish", "#1f4f7a"), ("Soviet", SIDES["allied"].by_day)]


def test_a_game_for_two_computers_is_made_with_the_sides_of_its_scenario(qtbot: QtBot) -> None:
    dialog, made = OnlineDialog([LISTED], ""), list[Wanted]()
    qtbot.addWidget(dialog)
    dialog.made.connect(made.append)
    assert [dialog.seat.itemText(n) for n in range(dialog.seat.count())] == ["Finnish", "Soviet"]
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert made[0].sides == {"german": "Finnish", "allied": "Soviet"}


def test_who_is_away_is_called_as_in_the_scenario_that_came_with_the_answer(scenario: Scenario) -> None:
    far = SimpleNamespace(
        system="company_scale", seat="german", here=[], trip=0, copy=Following(SYSTEM, {}, loaded=scenario)
    )
    assert people(cast(FarGame, far)) == "Soviet: away"


def test_reroll_markers_are_called_as_the_charts_say_or_after_their_side(monkeypatch: pytest.MonkeyPatch) -> None:
    series = winter_war()["charts"]["series"]
    named = {**series, "chapters": [*series["chapters"], "28"], "german": {**series["german"], "reroll": "Sauna"}}
    scenario = load_scenario({**winter_war(series=named), "rules": {"bourbon_and_cognac": "both"}})
    game = Game(SYSTEM.kinds, scenario, start(scenario))
    assert [row.name for row in view(game).rerolls] == ["Soviet reroll", "Sauna"]
    names, printed = CompanyScaleNames(), CompanyScaleNames()
    names.study(scenario)
    told = tell.renewed(RerollsRenewed(("german", "allied")), names)
    assert told is not None and told.plain == "Sauna and Soviet reroll for the day"
    assert tell.rerolled(Rerolled("german", 3), names).plain.startswith("Sauna: the Finnish player has")
    assert tell.rerolled(Rerolled("german", 3), printed).plain.startswith("Cognac: the German player has")
    chits = list[str]()
    monkeypatch.setattr(counter_sheets, "_special_chit", lambda words, *_: chits.append(words))
    list(counter_sheets.special_markers(scenario))
    assert chits.count("Sauna") == chits.count("Soviet reroll") == 2 and not {"Bourbon", "Cognac"} & {*chits}
    charts = printed_charts()
    old = {side: {key: value for key, value in charts["series"][side].items() if key != "reroll"} for side in SIDES}
    assert series_of({**charts, "series": {**charts["series"], **old}}) == printed_series()


def test_both_reroll_markers_together_have_their_names_or_a_general_one() -> None:
    def called(german: str, allied: str) -> Scenario:
        series = winter_war()["charts"]["series"]
        named = {
            seat: {**series[seat], **({"reroll": name} if name else {})}
            for seat, name in (("german", german), ("allied", allied))
        }
        return load_scenario(winter_war(series={**series, **named, "chapters": ["24", "28"]}))

    for scenario, name in ((called("Sauna", "Vodka"), "Vodka and Sauna"), (called("Sauna", ""), "reroll markers")):
        assert reroll_words(scenario.charts.series) == f"Ask about &{name}"
        assert f"After a die, {name} allow a\nreroll" in PRESENTATION.pages.how_to_play(scenario)
        passed = PRESENTATION.words.in_game(scenario).question("reroll").passed
        assert passed is not None and (passed.name, passed.unasked[: len(name)]) == (capital(name), capital(name))
        assert any(capital(name) in row for phase in words_of(scenario.charts).sequence for row in phase.steps)
    assert reroll_words(printed_series()) == "Ask about &Bourbon and Cognac"


def test_other_names_alone_leave_the_printed_looks() -> None:
    charts = printed_charts()["series"]
    events = printed_charts()["random_events"]
    named = {seat: {**charts[seat], "reroll": f"Whisky {seat}"} for seat in SIDES}
    chapters = {"chapters": ["24", "28"]}
    scenario = load_scenario(winter_war(series={**charts, **named, **chapters}, random_events=events))
    assert PRESENTATION.sides(scenario) == SIDES and arms_in(scenario.charts.series) == {}
    whisky = {seat: {**each, "name": f"Other {seat}"} for seat, each in named.items()}
    other = PRESENTATION.sides(load_scenario(winter_war(series={**charts, **whisky, **chapters}, random_events=events)))
    assert {seat: side.livery for seat, side in other.items()} == {seat: side.livery for seat, side in SIDES.items()}
    assert [side.name for side in other.values()] == ["Other german", "Other allied"]


@pytest.mark.usefixtures("qapp")
def test_only_bourbon_and_cognac_are_bottles() -> None:
    def drawn(name: str, available: bool = True) -> QImage:
        return reroll_pixmap(name, "#7a2620", available, 60).toImage()

    assert drawn("Bourbon") != drawn("Cognac") and drawn("Sauna") != drawn("Sauna", available=False)
    middle = {name: drawn(name).pixelColor(10, 50).name() for name in ("Bourbon", "Sauna")}
    assert middle["Sauna"] != middle["Bourbon"]


def test_the_printed_sides_pass_the_test_that_others_must_pass() -> None:
    for seat, side in printed_series().sides.items():
        assert (side.name, side.players) == (SIDES[seat].name, SIDES[seat].noun)
        assert (side.color, side.lamplight) == (SIDES[seat].by_day, SIDES[seat].by_lamplight)
        assert side.bar == SIDES[seat].livery.bars[0] and contrast(side.bar, LETTERS) >= READABLE
    assert LETTERS == INK
    for look, key in ((theme.LIGHT, "color"), (theme.DARK, "lamplight")):
        assert sorted(GROUNDS[key]) == sorted((look.window, look.raised, look.base))


@pytest.mark.usefixtures("qapp")
def test_the_strip_and_the_panel_show_its_turns_and_sides(scenario: Scenario) -> None:
    now = view(Game(SYSTEM.kinds, scenario, start(scenario)))
    strip, panel = TurnStrip(), TurnPanel()
    for part in (strip, panel):
        part.play_by(scenario.charts)
        part.show_view(now)
    assert panel.track.names() == ["1200", "Dusk", "Polar night", "Small hours", "0800"]
    assert panel.condition.text().startswith("The Finns win with a lead of at least one point; otherwise the Soviets")
    assert list(strip.turns.nights) == [2, 3]
    assert "Finnish" in panel.score.text() and "Soviet" in panel.score.text()
    assert "Allied" not in panel.score.text() + panel.lines.findChildren(type(panel.score))[1].toolTip()


def test_player_aids_tell_its_ground(scenario: Scenario) -> None:
    charts = scenario.map.charts
    assert charts.names["woods"] == "Taiga" and charts.names["paved"] == "Plowed road"

    told = {row.edge: told_hexside(row, charts) for row in words().hexsides}
    assert told["stream"] == ("+0", "none") and told["river"] == ("+2; vehicles by road only", "none")
    assert told["slope"] == ("+2 uphill, otherwise +0", "uphill −2, otherwise 0")
    printed = load_scenario("first-light").map.charts
    rows = words().hexsides
    assert [told_hexside(row, printed) for row in rows] == [(row.cost, row.fire) for row in rows]


def test_arrows_markers_and_chits_wear_the_colors_of_its_sides(scenario: Scenario) -> None:
    arms = arms_in(scenario.charts.series)
    assert {seat: (each.ground, each.emblem) for seat, each in arms.items()} == {
        "german": ("#1f4466", ""),
        "allied": ("#7a2620", "star"),
    }
    assert arms_in(printed_series()) == {} == arms_of(SIDES.__getitem__)
    now = view(Game(SYSTEM.kinds, scenario, start(scenario)))
    chit = ChitView("direct:allied", "Soviet Direct Command", "direct_command", "allied")
    assert ChitLooks(now, arms).look(chit).colour == "#7a2620" != ChitLooks(now).look(chit).colour
    marked = replace(now, markers=(MarkerView(next(iter(now.units)).hex or "", ASSAULT, "allied"),))
    chips = [
        chip for chip in chips_of(marked, Emphasis(), lambda _: "Soviet", arms) if chip.art == (ASSAULT, arms["allied"])
    ]
    assert [chip.words for chip in chips] == ["Soviet assault prepared"]
    with_way = replace(scenario, entries={"german": frozenset({next(iter(scenario.map.hexes))})})
    assert [mark.arms for mark in entries_of(with_way) if mark.side] == [arms["german"]]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("seat", ["german", "allied"])
def test_its_markers_and_arrows_are_painted_in_its_colors(scenario: Scenario, seat: str) -> None:
    arms = arms_in(scenario.charts.series)[seat]

    def colors(paint: Callable[[QPainter], object]) -> set[str]:
        image = QImage(120, 120, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint(painter)
        painter.end()
        return {image.pixelColor(x, y).name() for x in range(120) for y in range(120)}

    def arrow(mark: EntryHex) -> Callable[[QPainter], object]:
        ground = palette(theme.LIGHT)
        return lambda painter: (
            painter.translate(60 - center(0).x(), 60 - center(0).y()),
            paint_entry(Canvas(painter, QRectF(), 1.0, ground), mark, QPointF(1.0, 0.0)),
        )

    printed = colors(lambda painter: paint_marker(painter, ASSAULT, seat)) | colors(arrow(EntryHex(0, seat)))
    assert arms.ground not in printed
    assert arms.ground in colors(lambda painter: paint_marker(painter, *worn(ASSAULT, seat, {seat: arms})))
    assert arms.ground in colors(arrow(EntryHex(0, seat, arms)))


@pytest.mark.usefixtures("qapp")
def test_help_and_drawings_are_about_its_sides_and_ground(scenario: Scenario) -> None:
    pages = PRESENTATION.pages
    page, drawings = pages.how_to_play(scenario), pages.drawings(scenario)
    assert "Counters of the Finns are square, those of the Soviets round" in page
    assert "Bourbon" not in page and "Bourbon" in pages.how_to_play() and "The Germans are dark" in pages.how_to_play()
    counters, ground = (drawing.words for drawing in drawings)
    assert "Square: Finnish; round: Soviet." in counters and scenario.title in counters
    assert "Taiga: Points: 1 on foot, closed on wheels, 9 on tracks" in ground and "Evacuation" not in ground
    markers, pictures = pages.markers(1.0, scenario)
    assert "Prepared Assault (Finnish)" in markers and "Every Finnish unit" in markers and "Traffic jam" not in markers
    assert pictures["chip-prepared_assault-german"] != pages.markers(1.0)[1]["chip-prepared_assault-german"]
    assert pages.drawings(load_scenario("first-light"))[0].words == pages.drawings()[0].words
