"""A map of GeoJSON and heights: rivers, roads, woods and levels where they are; bad files in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.company_scale.loading.map_building import build_map
from rules.company_scale.loading.opening import checked
from rules.company_scale.mapmaking.__main__ import main
from rules.company_scale.mapmaking.heights import mean_height, read_heights
from rules.company_scale.mapmaking.importing import Frame
from rules.files.documents import read_file
from rules.files.yaml_lines import read_yaml

LON, LAT = 4.75, 44.56


def line(*course: tuple[float, float], **tags: str) -> dict[str, Any]:
    return {"type": "Feature", "properties": tags, "geometry": {"type": "LineString", "coordinates": course}}


def area(west: float, south: float, east: float, north: float, **tags: str) -> dict[str, Any]:
    ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return {"type": "Feature", "properties": tags, "geometry": {"type": "Polygon", "coordinates": [ring]}}


def point(lon: float, lat: float, **tags: str) -> dict[str, Any]:
    return {"type": "Feature", "properties": tags, "geometry": {"type": "Point", "coordinates": (lon, lat)}}


VALLEY = [
    line((4.73, 44.70), (4.735, 44.60), (4.74, 44.55), (4.735, 44.40), waterway="river", name="Rhône"),
    line((4.85, 44.56), (4.80, 44.565), (4.739, 44.56), waterway="stream", name="Roubion"),
    line((4.60, 44.58), (4.70, 44.57), (4.76, 44.575), highway="primary", ref="N7"),
    line((4.76, 44.575), (4.80, 44.58), (4.90, 44.585), highway="primary", ref="N7"),
    line((4.77, 44.50), (4.765, 44.575), (4.77, 44.65), kind="trail"),
    line((4.72, 44.70), (4.725, 44.40), railway="rail", name="PLM"),
    line((4.76, 44.56), (4.761, 44.561), highway="footway"),
    area(4.77, 44.53, 4.80, 44.55, natural="wood"),
    area(4.70, 44.59, 4.712, 44.60, natural="water"),
    point(4.765, 44.575, place="town", name="Montboucher"),
    point(4.79, 44.535, natural="peak", name="Roche", ele="312 m"),
]


def geojson(folder: Path, features: Any = VALLEY) -> Path:
    path = folder / "valley.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    return path


def grid(folder: Path, text: str = "") -> Path:
    """Write heights that rise from 100 m in the west to 400 m in the east."""
    rows = [" ".join(f"{100 + 300 * column / 199:.0f}" for column in range(200))] * 200
    head = "ncols 200\nnrows 200\nxllcorner 4.55\nyllcorner 44.36\ncellsize 0.002\nNODATA_value -9999\n"
    path = folder / "ground.asc"
    path.write_text(text or head + "\n".join(rows), encoding="ascii")
    return path


def made(folder: Path, *more: str, files: list[Path] | None = None) -> int:
    paths = files if files is not None else [geojson(folder), grid(folder)]
    place = ["--center", str(LON), str(LAT), "--size", "20", "14", "--to", str(folder / "my-valley.yaml")]
    return main(["import", *map(str, paths), *place, *more])


def test_a_map_of_real_ground_is_right_in_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(tmp_path) == 0
    assert capsys.readouterr().out.endswith("my-valley.yaml made: 2 rivers, 3 roads.\n")
    text = (tmp_path / "my-valley.yaml").read_text(encoding="utf-8")
    assert "© OpenStreetMap contributors" in text.splitlines()[0]
    data = read_yaml(text)[0]
    assert checked(read_file(tmp_path / "my-valley.yaml"), "map") == []
    assert (data["columns"], data["rows"], data["hex_size_m"]) == ([1, 20], [1, 14], 500)
    ground = build_map(data)
    assert [(label.text, label.kind, label.height) for label in ground.labels] == [
        ("Montboucher", "town", 0), ("Roche", "hill", 312),
    ]  # fmt: skip
    letters = "".join(data["terrain"].values())
    assert {"T", "w", "~"} <= set(letters) and letters.count("T") == 1
    assert [road["kind"] for road in data["roads"]] == ["paved", "railroad", "trail"]  # the pieces of N7 are one
    assert data["roads"][0]["hexes"][0].startswith("01.") and data["roads"][0]["hexes"][-1].startswith("20.")
    (bridge,) = data["bridges"]
    assert bridge["hexside"] in data["hexsides"]["river"] and bridge["name"] == "N7 bridge"
    assert len(data["hexsides"]["river"]) >= 14 and len(data["hexsides"]["stream"]) >= 12


def test_levels_follow_the_heights(tmp_path: Path) -> None:
    assert made(tmp_path, "--levels", "240", "280") == 0
    data = read_yaml((tmp_path / "my-valley.yaml").read_text(encoding="utf-8"))[0]
    for metres, levels in zip(data["elevation"].values(), data["levels"].values(), strict=True):
        assert metres == sorted(metres)
        assert levels == "".join("3" if m >= 280 else "2" if m >= 240 else "1" for m in metres)


def test_without_heights_the_ground_is_flat(tmp_path: Path) -> None:
    assert made(tmp_path, files=[geojson(tmp_path)]) == 0
    data = read_yaml((tmp_path / "my-valley.yaml").read_text(encoding="utf-8"))[0]
    assert {*"".join(data["levels"].values())} == {"1"} and data["hexsides"]["slope"] == []


@pytest.mark.parametrize("turn", [0.0, 30.0, -120.0])
@pytest.mark.parametrize("size", [250, 500, 2000])
def test_a_frame_lies_round_its_center_turned_and_to_scale(turn: float, size: int) -> None:
    frame = Frame((LON, LAT), 20, 14, size, turn)
    for lon, lat in ((LON, LAT), (LON + 0.02, LAT - 0.01)):
        assert frame.place(frame.projection.at((lon, lat))) == pytest.approx((lon, lat), abs=1e-9)
    x, y = frame.projection.at((LON, LAT))
    assert (x, y) == pytest.approx((10.5, 7.75))
    up = frame.place((x, y - 1))  # one hex up the map
    east, north = (up[0] - LON) * 79_370, (up[1] - LAT) * 111_120
    assert np.hypot(east, north) == pytest.approx(size, rel=0.01)
    assert np.degrees(np.arctan2(east, north)) == pytest.approx(turn, abs=0.5)


def test_a_tile_of_heights_is_read_from_its_corner(tmp_path: Path) -> None:
    values = np.zeros((1201, 1201), ">i2")
    values[0, 0], values[1200, 1200], values[600, 600] = 10, 20, -32768
    path = tmp_path / "N44E004.hgt"
    values.tofile(path)
    tile = read_heights(path)
    assert (tile.at(4.0, 45.0), tile.at(5.0, 44.0), tile.at(4.2, 44.2)) == (10, 20, 0)
    assert np.isnan(tile.at(4.5, 44.5)) and np.isnan(tile.at(5.1, 44.5))
    assert mean_height([tile], [(4.0, 45.0), (4.5, 44.5), (4.2, 44.2)]) == 5


def bad_file(folder: Path, name: str, body: bytes) -> list[Path]:
    path = folder / name
    path.write_bytes(body)
    return [path]


BAD = [
    ("a.geojson", b"[", "a.geojson is not JSON."),
    ("a.geojson", b'{"type": "Feature"}', 'a.geojson is no GeoJSON; it must be a FeatureCollection with "features".'),
    ("a.geojson", b'{"features": [3]}', "a.geojson: feature 1 is not a Feature."),
    ("a.geojson", b'{"features": [{"geometry": {"type": "LineString", "coordinates": [["x", 1], [2, 3]]}}]}',
     "a.geojson: feature 1 has no geometry of longitudes and latitudes."),
    ("valley.hgt", b"", "valley.hgt: a tile is named by its south-west corner, such as N44E004.hgt."),
    ("N44E004.hgt", b"123", "N44E004.hgt has 3 bytes; a tile has 2,884,802 or 25,934,402."),
    ("a.asc", b"1 2 3", "a.asc: the head of an .asc names ncols, nrows, xllcorner, yllcorner and cellsize."),
    ("a.asc", b"ncols 2\nnrows 1\nxllcorner 4\nyllcorner 44\ncellsize 1\n1", "a.asc has 1 heights; 1 rows of 2 are 2."),
    ("a.asc", b"ncols 1\nnrows 1\nxllcorner 4\nyllcorner 44\ncellsize 1\nhigh",
     "a.asc holds something else than numbers below its head."),
    ("a.asc", b"ncols 1\nnrows 1\nxllcorner 845000\nyllcorner 44\ncellsize 1\n1",
     "a.asc is not in degrees; write it anew in longitude and latitude (EPSG:4326)."),
    ("a.asc", b"ncols many\nnrows 1", 'a.asc: ncols is "many"; write a number.'),
    ("a.asc", b"ncols 1\nnrows 1\nxllcorner 9\nyllcorner 44\ncellsize 1\n1",
     "No height is known in 01.01, at 4.698 44.588; add the file of that ground."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body", "text"), BAD)
def test_a_bad_file_is_told_in_one_sentence_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, body: bytes, text: str
) -> None:
    assert made(tmp_path, files=bad_file(tmp_path, name, body)) == 2
    assert capsys.readouterr().err == text + "\n"
    assert not (tmp_path / "my-valley.yaml").exists()


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (["--size", "99", "3"], "A map has 2 to 98 columns and rows."),
        (["--hex", "5"], "A hex is 50 to 5,000 meters wide."),
        (["--levels", "300", "200"], "Level 3 begins higher than level 2; write the lower height first."),
        (["--center", "200", "3"], "The center is a longitude from -180 to 180 and a latitude from -85 to 85."),
    ],
)
def test_what_cannot_be_made_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], text: str
) -> None:
    assert made(tmp_path, *asked) == 2 and capsys.readouterr().err == text + "\n"


def test_a_road_that_cannot_be_led_is_left_out_and_told(tmp_path: Path) -> None:
    lake = area(4.745, 44.50, 4.755, 44.62, natural="water")
    assert made(tmp_path, files=[geojson(tmp_path, [*VALLEY[2:4], lake]), grid(tmp_path)]) == 0
    head = (tmp_path / "my-valley.yaml").read_text(encoding="utf-8").split("\n\n")[0]
    assert "# Left out: N7, no way from " in head
