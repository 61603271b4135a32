"""Layers in the cache: they paint as if just laid out, and are laid out anew when anything behind them changes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import SupportsIndex

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app import theme
from app.systems.company_scale.board.ground import labels, legend, scenery
from app.systems.company_scale.board.ground.ground import CODE, Ground, render_ground
from app.systems.company_scale.board.ground.kept_layers import KIND, KeptLayers, Layer, keepable
from app.systems.company_scale.board.ground.label_places import STEPS, LabelPlaces
from app.systems.company_scale.board.ground.palette import LIGHT
from app.systems.company_scale.board.ground.scenery import LAYERS, Scenery
from app.systems.company_scale.board.laying import ground_of
from rules.company_scale.battle_map import BattleMap
from rules.company_scale.system import SYSTEM
from rules.engine.cache import keep
from rules.engine.folders import cache_dir

SIZE = QSize(420, 300)


@pytest.fixture
def is_prepared() -> bool:
    return False


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))


@pytest.fixture
def battle_map(qapp: QApplication) -> BattleMap:
    return SYSTEM.load("first-light").map


def forbid_laying_out(patch: pytest.MonkeyPatch) -> None:
    for name in ("Relief", "Water", "Roads", "Settlements", "Woods", "Vineyards", "Marshes", "Farmland", "Hexsides"):
        patch.setattr(scenery, name, lambda *_: pytest.fail("laid out again"))
    patch.setattr(Scenery, "_obstacles", lambda *_: pytest.fail("laid out again"))


def pictures(ground: Ground) -> list[bytes]:
    """Return the bits of three parts of a map, from afar and from near."""
    found = []
    for scale in (0.2, 0.6, 2.0):
        image = QImage(SIZE, QImage.Format.Format_RGB32)
        image.fill(ground.background())
        middle = ground.sheet_rect().center()
        part = QRectF(0, 0, SIZE.width() / scale, SIZE.height() / scale)
        part.moveCenter(middle)
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.translate(-part.topLeft())
        ground.paint(painter, part, scale)
        painter.end()
        found.append(bytes(image.constBits()))
    return found


@pytest.mark.parametrize("scenario", ["first-light", "the-feint"])
def test_layers_from_the_cache_paint_as_if_just_laid_out(scenario: str, qapp: QApplication) -> None:
    loaded = SYSTEM.load(scenario)
    first = ground_of(loaded)
    assert first is not None
    painted = pictures(first)
    first.prepare()
    with pytest.MonkeyPatch.context() as patch:
        forbid_laying_out(patch)
        second = ground_of(loaded)
        assert second is not None and pictures(second) == painted


def test_the_layers_are_there_once_all_is_laid_out(battle_map: BattleMap) -> None:
    ground = Ground(battle_map, theme.current())
    assert list((cache_dir() / KIND).glob("*")) == []
    while ground.lay_out_some():
        pass
    assert len(list((cache_dir() / KIND).iterdir())) == 1
    again = Ground(battle_map, theme.current())
    while again.lay_out_some():
        pass
    assert {*LAYERS} - {*again.scenery.__dict__} == {"clearing"}  # only laying out needs it


def written(ground: Ground) -> list[tuple[object, ...]]:
    """Return every name with its place, at each zoom at which a map is shown."""
    return [
        (placed.text, placed.size, placed.reach.getCoords(), [box.getCoords() for box in placed.boxes])
        for step in labels.PREPARED
        for placed in ground.labels.layout(2.0 ** (step / STEPS))
    ]


def test_names_from_the_cache_stand_where_they_were_found_and_nothing_is_searched(qapp: QApplication) -> None:
    loaded = SYSTEM.load("first-light")
    first = ground_of(loaded)
    assert first is not None
    while first.lay_out_some():
        pass
    assert len(list((cache_dir() / labels.KIND).iterdir())) == len(labels.PREPARED)
    found = written(first)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LabelPlaces, "settings", lambda *_: pytest.fail("searched again"))
        patch.setattr(Scenery, "clutter", property(lambda _: pytest.fail("drawn again")))
        second = ground_of(loaded)
        assert second is not None and written(second) == found


def test_ground_from_the_cache_takes_the_colors_of_another_theme(battle_map: BattleMap) -> None:
    Ground(battle_map, theme.current()).prepare()
    plain = pictures(Ground(replace(battle_map, source=""), theme.DARK))
    ground = Ground(battle_map, theme.current())
    assert ground.scenery._from_cache
    ground.set_theme(theme.DARK)
    assert pictures(ground) == plain


def test_places_of_names_are_chosen_a_few_at_a_time(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    ground = ground_of(SYSTEM.load("rolins-night"))
    assert ground is not None
    chosen: list[object] = []
    choose = LabelPlaces._choose_spot
    monkeypatch.setattr(LabelPlaces, "_choose_spot", lambda *given: (chosen.append(given[1]), choose(*given))[1])
    most, more = 0, True
    while more:
        before = len(chosen)
        more = ground.lay_out_some()
        most = max(most, len(chosen) - before)
    assert len(chosen) > 3 * most > 0


@pytest.mark.parametrize("body", [b"no JSON", b"[[1, 2]]", b'[["a", 1, 0, 0, 0]]', b"7"])
def test_places_of_names_that_cannot_be_read_are_found_again(qapp: QApplication, body: bytes) -> None:
    loaded = SYSTEM.load("first-light")
    first = ground_of(loaded)
    assert first is not None
    while first.lay_out_some():
        pass
    found = written(first)
    for place in (cache_dir() / labels.KIND).iterdir():
        keep(labels.KIND, place.name, body)
    second = ground_of(loaded)
    assert second is not None and written(second) == found


def test_another_map_another_part_of_it_and_other_code_have_layers_of_their_own(
    battle_map: BattleMap, tmp_path: Path
) -> None:
    Ground(battle_map, theme.current()).prepare()

    def are_kept(battle_map: BattleMap) -> bool:
        kept = Ground(battle_map, theme.current())._kept_layers()
        return kept is not None and kept.are_there

    assert are_kept(battle_map)
    west, east = battle_map.columns
    for other in (replace(battle_map, source="another"), replace(battle_map, columns=(west, east - 1))):
        assert not are_kept(other)
        assert Ground(other, theme.current()).look() != Ground(battle_map, theme.current()).look()
    assert not are_kept(replace(battle_map, source=""))
    what = (repr((battle_map.source, battle_map.columns, battle_map.rows)).encode(),)
    assert KeptLayers(what, CODE).are_there
    (tmp_path / "areas.py").write_text("changed")
    assert not KeptLayers(what, [*CODE, tmp_path]).are_there


def _stranger() -> None:
    """Stand for what a layer is not made of."""


@pytest.mark.parametrize(
    "harm",
    [
        lambda body: {**body, "water": body["water"][:-20]},
        lambda body: {name: packed for name, packed in body.items() if name != "roads"},
        lambda body: {**body, "settlements": pickle.dumps(_stranger)},
    ],
)
def test_what_cannot_be_read_is_laid_out_again(
    harm: Callable[[dict[str, bytes]], dict[str, bytes]], battle_map: BattleMap
) -> None:
    for _ in range(2):  # Qt smooths letters a little otherwise the first time
        plain = render_ground(replace(battle_map, source=""), SIZE, theme.current())
    ground = Ground(battle_map, theme.current())
    ground.prepare()
    kept = ground._kept_layers()
    assert kept is not None
    keep(KIND, kept._key, pickle.dumps(harm(dict(kept._packed))))
    assert render_ground(battle_map, SIZE, theme.current()) == plain


def test_a_file_of_layers_can_call_nothing_else() -> None:
    kept = KeptLayers([b"hill"], [])
    keep(KIND, kept._key, pickle.dumps({"relief": _stranger}))
    assert not kept.are_there


def test_a_layer_keeps_what_painting_needs_and_refers_to_the_survey_at_hand() -> None:
    layer = Hill()
    kept = KeptLayers([b"hill"], [])
    kept.keep({"hill": layer}, layer.survey)
    other = KeptLayers([b"hill"], [])
    found = other.take("hill", "another survey")
    assert (found.height, found.survey) == (3, "another survey") and not hasattr(found, "scratch")


def test_a_layer_keeps_a_member_of_an_enumeration_in_any_version_of_python() -> None:
    layer = Hill()
    layer.height = Height.LOW
    KeptLayers([b"hill"], []).keep({"hill": layer}, layer.survey)
    assert KeptLayers([b"hill"], []).take("hill", "another survey").height is Height.LOW


@keepable
class Height(IntEnum):
    """A height that asks to be read by getattr, as every enumeration does in Python 3.11.2."""

    LOW = 1

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[object, ...]:
        return getattr, (Height, self.name)


@keepable
class Hill(Layer):
    """A layer with a survey, a height and something only needed at first."""

    PAINTED = ("survey", "height")

    def __init__(self) -> None:
        self.survey, self.scratch = object(), "only to lay it out"
        self.height = 3


def test_the_examples_of_the_legend_are_kept_too(qapp: QApplication, request: pytest.FixtureRequest) -> None:
    legend.samples.cache_clear()
    request.addfinalizer(legend.samples.cache_clear)
    plain = render_ground(SYSTEM.load("first-light").map, QSize(900, 500), theme.current())
    legend.samples().prepare(LIGHT)
    legend.samples.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(legend.samples()._scenery, "_obstacles", lambda: pytest.fail("laid out again"))
        assert legend.samples()._scenery._from_cache
        assert render_ground(SYSTEM.load("first-light").map, QSize(900, 500), theme.current()) == plain
