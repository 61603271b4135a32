"""Pictures in the cache: the same as painted, and painted again when anything behind them changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from app.kept_pictures import KIND, KeptPictures, tightened
from rules.engine.cache import MODULES, keep, recall
from rules.engine.folders import cache_dir

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def is_prepared() -> bool:
    return False


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))


def kept_picture(what: Sequence[bytes], code: Sequence[Path], paint: Callable[[], QImage]) -> QImage:
    """Return the one picture of a subject from the cache, or paint and keep it."""
    return KeptPictures(what, code).picture(b"", paint)


class Painting:
    """Paints a small picture and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> QImage:
        self.times += 1
        image = QImage(40, 30, QImage.Format.Format_RGB32)
        image.fill(QColor(12, 200, 90))
        image.setPixelColor(7, 5, QColor(1, 2, 3))
        return image


def test_a_picture_is_painted_once_and_comes_back_bit_for_bit(tmp_path: Path) -> None:
    paint = Painting()
    first, second = (kept_picture([b"hill"], [tmp_path], paint) for _ in range(2))
    assert paint.times == 1 and first == second and second.format() == QImage.Format.Format_RGB32


def test_another_subject_or_other_code_is_painted_anew(tmp_path: Path) -> None:
    paint = Painting()
    kept_picture([b"hill"], [tmp_path], paint)
    kept_picture([b"valley"], [tmp_path], paint)
    assert paint.times == 2
    (tmp_path / "hills.py").write_text("changed")
    kept_picture([b"hill"], [tmp_path], paint)
    assert paint.times == 3


@pytest.mark.parametrize("damage", [b"", b"no picture", None])
def test_a_damaged_picture_is_painted_anew_and_replaced(damage: bytes | None, tmp_path: Path) -> None:
    paint = Painting()
    whole = kept_picture([b"hill"], [tmp_path], paint)
    (place,) = (cache_dir() / KIND).iterdir()
    good = place.read_bytes()
    place.write_bytes(good[:-9] if damage is None else damage)
    assert kept_picture([b"hill"], [tmp_path], paint) == whole and paint.times == 2
    assert place.read_bytes() == good


def test_a_see_through_picture_comes_back_bit_for_bit(tmp_path: Path) -> None:
    image = QImage(64, 256, QImage.Format.Format_ARGB32_Premultiplied)
    for alpha in range(256):
        for x in range(64):
            image.setPixel(x, alpha, alpha << 24 | min(x * 4, alpha) << 16 | alpha // 2 << 8 | alpha // 3)
    kept = KeptPictures([b"names"], [tmp_path])
    for paint in (lambda: image, lambda: pytest.fail("painted again")):
        found = kept.picture(b"a tile", paint)
        assert found.format() == image.format() and bytes(found.constBits()) == bytes(image.constBits())


@pytest.mark.parametrize("known_by", [MODULES, "chitpull"])
def test_the_pictures_of_a_packaged_program_are_known_by_its_modules(
    known_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    monkeypatch.setattr("sys.executable", str(tmp_path / "chitpull"))
    paint = Painting()
    for packed in ("one version", "another version"):
        (tmp_path / known_by).write_text(packed)
        kept_picture([b"hill"], [tmp_path / "no sources"], paint)
    assert paint.times == 2


def test_a_picture_packed_to_be_shipped_is_the_same(tmp_path: Path) -> None:
    paint = Painting()
    first = kept_picture([b"hill"], [tmp_path], paint)
    (place,) = (cache_dir() / KIND).iterdir()
    body = recall(KIND, place.name)
    assert body is not None
    keep(KIND, place.name, tightened(body))
    assert place.stat().st_size < len(body) / 2
    assert kept_picture([b"hill"], [tmp_path], paint) == first and paint.times == 1
