"""Geometry of the board: ids and scene points agree both ways, outlines close."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.shapes import near

ALL_HEXES = [column * 100 + row for column in range(1, 85) for row in range(1, 61)]


def test_hex_at_is_the_inverse_of_center_for_every_hex() -> None:
    assert [geometry.hex_at(geometry.center(hex_id)) for hex_id in ALL_HEXES] == ALL_HEXES


def test_points_near_every_corner_and_side_belong_to_the_hex() -> None:
    for hex_id in ALL_HEXES[::7]:
        for x, y in geometry.corners_xy(hex_id, 0.99):
            assert geometry.hex_at(QPointF(x, y)) == hex_id


def test_hex_at_refuses_hexes_off_the_board() -> None:
    assert geometry.hex_at(geometry.center(1840), {1841}) is None
    assert geometry.hex_at(QPointF(-500.0, 40.0)) is None


def test_odd_columns_stand_half_a_hex_further_south() -> None:
    assert geometry.center(1340).y() - geometry.center(1240).y() == pytest.approx(geometry.STEP_Y / 2)


def test_a_hexside_is_a_side_of_both_hexes() -> None:
    for a, b in ((1840, 1841), (1840, 1940), (1940, 1840), (1739, 1840), (1740, 1840)):
        for x, y in geometry.hexside_xy(a, b):
            for hex_id in (a, b):
                assert min(abs(x - cx) + abs(y - cy) for cx, cy in geometry.corners_xy(hex_id)) < 1e-6
        assert geometry.hexside(a, b).length() == pytest.approx(geometry.SIDE)


def test_walking_along_a_hexside_has_the_second_hex_on_the_right() -> None:
    (x1, y1), (x2, y2) = geometry.hexside_xy(1840, 1940)
    bx, by = geometry.center_xy(1940)
    assert (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1) > 0  # y grows south


def test_the_outline_of_a_ring_has_a_hole() -> None:
    ring = [1839, 1841, 1739, 1740, 1939, 1940]
    assert len(geometry.outlines(ring)) == 2
    path = geometry.region_path(ring)
    assert not path.contains(geometry.center(1840))
    assert all(path.contains(geometry.center(hex_id)) for hex_id in ring)
    assert geometry.path_of(geometry.region(ring)).contains(geometry.center(1839))


def test_the_sheet_holds_every_hex() -> None:
    sheet = geometry.sheet_rect((10, 31), (34, 51)).adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
    for hex_id in (1034, 1051, 1134, 1151, 3134, 3151):
        assert sheet.contains(geometry.hex_rect(hex_id))


def test_outlines_of_scattered_hexes_close_whatever_their_shape() -> None:
    some = [hex_id for hex_id in ALL_HEXES if (hex_id * 7919) % 13 < 8]
    area = geometry.region(some).area
    assert area == pytest.approx(len(some) * geometry.SIDE * geometry.STEP_Y * 1.5)


def test_lines_become_a_path_and_lines_again() -> None:
    lines = [np.asarray([[0.0, 1.0], [2.5, 3.0], [0.0, 1.0]]), np.asarray([[7.0, 7.0], [8.0, 9.25]])]
    path = geometry.lines_path(lines)
    assert [line.tolist() for line in geometry.lines_of(path)] == [line.tolist() for line in lines]
    assert geometry.lines_of(QPainterPath()) == []


def test_of_lines_only_the_runs_in_view_are_stroked() -> None:
    square = np.asarray([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0], [0.0, 0.0]])
    runs = near([square], QRectF(-1.0, -1.0, 4.0, 4.0))
    assert [run.tolist() for run in runs] == [[[0.0, 9.0], [0.0, 0.0], [9.0, 0.0]]], "a corner stays one"
    assert [len(run) for run in near([square], QRectF(4.0, -1.0, 1.0, 11.0))] == [2, 2]
    assert near([square], QRectF(4.0, 4.0, 1.0, 1.0)) == []
    assert near([square], QRectF(-1.0, -1.0, 11.0, 11.0))[0].tolist() == square.tolist()
