"""The map of Provence against geography: national roads, streams, names, arrows of the boxes, small windows."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot
from shapely import box as rectangle
from shapely.geometry import LineString, Point, Polygon

from app.systems.striking_anvil.art.tokens import DAY
from app.systems.striking_anvil.board.geometry import Sheet, sheet_of
from app.systems.striking_anvil.board.names import MapNames
from app.systems.striking_anvil.board.relief import MapLines
from app.systems.striking_anvil.board.scene import Ground
from app.systems.striking_anvil.board.shapes import Projector
from app.window.main_window import MainWindow
from rules.striking_anvil.loading.scenarios import load_scenario
from tests.app.systems.striking_anvil.helpers.table import HISTORICAL, Player, game


@pytest.fixture
def sheet() -> Sheet:
    return sheet_of(load_scenario(HISTORICAL).map)


def town(sheet: Sheet, name: str) -> tuple[float, float]:
    """Return where a town stands."""
    at = next(one.at for one in sheet.landscape.towns if one.name == name)
    x, y = Projector(sheet.map.projection).point(at)
    return float(x), float(y)


def national(sheet: Sheet) -> list[LineString]:
    """Return every national road that is drawn."""
    roads = [path for path, big in MapLines(sheet).roads if big]
    return [LineString([(e.x, e.y) for e in (path.elementAt(n) for n in range(path.elementCount()))]) for path in roads]


@pytest.mark.parametrize(
    "name", ["Orgon", "Lambesc", "Le Luc", "Le Muy", "Grasse", "Castellane", "Digne", "Sisteron", "Gap", "La Mure"]
)
def test_the_n7_and_the_route_napoleon_are_national_roads(sheet: Sheet, name: str) -> None:
    assert min(road.distance(Point(town(sheet, name))) for road in national(sheet)) < 25


def test_streams_that_are_no_border_are_thinner_than_any_river(sheet: Sheet) -> None:
    strokes = MapLines(sheet)
    inside = [name for name, width, _ in sheet.shapes.streams if width < 8]
    assert len(strokes.streams) == len(inside) and {"Argens", "Asse", "Buëch", "Drac"} <= set(inside)
    assert min(width for _, width in strokes.rivers) > 6


@pytest.mark.parametrize("name", ["Montélimar", "Livron", "Loriol", "La Coucourde", "Cavalaire", "Pont-Saint-Esprit"])
def test_places_of_the_campaign_are_named(sheet: Sheet, name: str) -> None:
    assert sheet.shapes.land.contains(Point(town(sheet, name)))


def test_romans_stands_north_of_the_isere(sheet: Sheet) -> None:
    bank = next(chain.points for chain in sheet.shapes.chains if chain.border == "28-29" and chain.kind == "major")
    x, y = town(sheet, "Romans")
    assert y < np.interp(x, *bank[np.argsort(bank[:, 0])].T)


def test_a_road_leads_into_italy_from_every_area_that_has_that_exit(sheet: Sheet) -> None:
    areas = sheet.shapes.areas
    roads = [LineString(Projector(sheet.map.projection).points(road.line)) for road in sheet.landscape.roads]
    abroad = [road for road in roads if not any(area.contains(Point(road.coords[-1])) for area in areas.values())]
    for name in sheet.map.boxes["IT"].areas:
        assert any(road.intersects(areas[name]) for road in abroad), name


def test_the_n86_follows_the_rhone(sheet: Sheet) -> None:
    road = next(road.line for road in sheet.landscape.roads if road.name == "N86")
    rhone = [LineString(chain.points) for chain in sheet.shapes.chains if chain.kind == "major"]
    south_of_valence = Projector(sheet.map.projection).points([at for at in road if float(at[1]) < 45])
    assert len(south_of_valence) > 3
    for at in south_of_valence:
        assert min(bank.distance(Point(at)) for bank in rhone) < 35, "some three kilometers"


def outlines(sheet: Sheet, kind: str) -> dict[str, Polygon]:
    projector = Projector(sheet.map.projection)
    return {one.name: Polygon(projector.points(one.outline)) for one in getattr(sheet.landscape, kind)}


def test_no_border_runs_through_the_etang_de_berre(sheet: Sheet) -> None:
    lake = outlines(sheet, "lakes")["Étang de Berre"]
    assert not any(LineString(chain.points).intersects(lake) for chain in sheet.shapes.chains if chain.border)


def test_no_tray_hides_an_isle(sheet: Sheet) -> None:
    isles = outlines(sheet, "isles")
    assert "Porquerolles" in isles
    for name, tray in sheet.trays.items():
        room = rectangle(tray.left(), tray.top(), tray.right(), tray.bottom())
        assert not [isle for isle, outline in isles.items() if outline.intersects(room)], name


def test_the_gulf_of_saint_tropez_reaches_inland(sheet: Sheet) -> None:
    at = Projector(sheet.map.projection).points([[6.61, 43.28], [6.61, 43.31], [6.67, 43.262]])
    gulf, north, south = map(Point, at)
    assert not sheet.shapes.land.contains(gulf)
    assert sheet.shapes.land.contains(north) and sheet.shapes.land.contains(south)


def test_every_arrow_ends_in_the_area_it_leads_to(sheet: Sheet) -> None:
    for box, arrows in sheet.landscape.arrows.items():
        assert set(arrows) == set(sheet.map.boxes[box].areas)
        for area in arrows:
            end = sheet.arrow(box, area)[-1]
            assert sheet.shapes.areas[area].distance(Point(end.x(), end.y())) < 25


def test_no_small_name_lies_under_a_disc(sheet: Sheet) -> None:
    names = MapNames(sheet)
    discs = [Point(at.x(), at.y()) for at in map(sheet.disc, sheet.map.areas)]
    for words, line, share in names._regions:
        middle = LineString(line).interpolate(share, normalized=True)
        assert min(middle.distance(disc) for disc in discs) > 30, words


def test_area_names_and_legend_are_drawn_at_the_smallest_window(window: MainWindow, qtbot: QtBot) -> None:
    player = Player(window, game())
    window.resize(1280, 720)
    player.board.view.fit()
    lod = player.board.view.scale_now
    sheet = player.board.scene.sheet
    with_words, without = (_painted(sheet, window, lod, names=names) for names in (True, False))
    changed = 0
    for area in ("08", "14", "19", "21", "25", "30"):
        at = sheet.title(area).at - sheet.bounds.topLeft()
        x, y = round(at.x() * lod), round(at.y() * lod)
        changed += any(
            with_words.pixel(x + dx, y + dy) != without.pixel(x + dx, y + dy)
            for dx in range(-12, 13)
            for dy in range(-4, 5)
        )
    assert changed == 6
    qtbot.waitUntil(lambda: player.mat.strip.stakes.pills()[1])  # with the areas, not numbers alone


def _painted(sheet: Sheet, window: MainWindow, lod: float, *, names: bool) -> QImage:
    ground = Ground(sheet, load_scenario(HISTORICAL))
    image = QImage(round(sheet.bounds.width() * lod), round(sheet.bounds.height() * lod), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.scale(lod, lod)
    painter.translate(-sheet.bounds.topLeft())
    if names:
        ground.names.paint(painter, sheet.bounds, DAY, lod)
    painter.end()
    return image
