"""What a start does without: modules that only some games, windows or papers need are imported when they do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.systems import SHIPPED

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import linecache, sys
from app.cli import main
assert main(sys.argv[1:]) == 0
print(*sys.modules)
print(*linecache.cache, file=sys.stderr)
"""


def imported(home: Path, *arguments: str) -> set[str]:
    """Run the program and return the modules it has imported by the end; none of them was read as text."""
    environment = {**os.environ, "CHITPULL_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    told = subprocess.run(
        [sys.executable, "-c", CODE, *arguments], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert "app/" not in told.stderr.replace(os.sep, "/"), "the sources were read"
    return set(told.stdout.split())


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Draw a picture twice and return what the second start imported: the first fills the cache."""
    home = tmp_path_factory.mktemp("home")
    told = [imported(home, "--scenario", "first-light", "--picture", str(home / f"{n}.png")) for n in (1, 2)]
    assert (home / "1.png").read_bytes() == (home / "2.png").read_bytes()
    assert "app.systems.company_scale.board.ground.scenery" in told[0]
    return told[1]


@pytest.mark.parametrize(
    "name",
    [
        "numpy", "shapely", "yaml", "jsonschema", "PySide6.QtPrintSupport", "app.window.main_window",
        "app.dialogs.start", "app.sound.sounds", "app.systems.company_scale.pages",
        "app.systems.company_scale.board.ground.scenery", "rules.lessons.reading",
    ],
)  # fmt: skip
def test_a_picture_known_before_is_drawn_without(name: str, pictured: set[str]) -> None:
    assert name not in pictured


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Open the window on a game and return what was imported until it was drawn."""
    return imported(tmp_path_factory.mktemp("home"), "--scenario", "first-light", "--shut")


@pytest.mark.parametrize("folder", ["printing.papers", "pages", "drawings"])
def test_nothing_of_these_is_needed_for_the_window(folder: str, opened: set[str]) -> None:
    assert f"app.systems.company_scale.{folder}" not in opened


@pytest.fixture(scope="module")
def opened_again(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Open the window twice and return what the second start imported: the first fills the cache."""
    home = tmp_path_factory.mktemp("home")
    told = [imported(home, "--scenario", "first-light", "--shut") for _ in range(2)]
    assert "app.window.main_window" in told[1]
    return told[1]


@pytest.mark.parametrize(
    "name",
    [
        *("numpy", "shapely", "yaml", "jsonschema", "nacl", "websockets", "sqlalchemy"),
        *("asyncio", "difflib", "email", "http", "logging.config", "multiprocessing", "socket", "ssl", "xml"),
        *("PySide6.QtMultimedia", "PySide6.QtNetwork", "PySide6.QtPrintSupport"),
        *("app.dialogs.help", "app.dialogs.preferences", "app.dialogs.start", "app.printing", "rules.lessons.reading"),
        *("app.online.far_game", "app.online.server", "app.systems.company_scale.board.ground.scenery"),
    ],
)
def test_a_window_opened_before_opens_without(name: str, opened_again: set[str]) -> None:
    assert not [each for each in opened_again if f"{each}.".startswith(f"{name}.")]


def test_a_window_imports_the_rules_of_its_game_only(opened: set[str]) -> None:
    assert "rules.company_scale.system" in opened
    assert not {"rules.command_cards.system", "rules.striking_anvil.system", "app.dialogs.ending"} & opened


@pytest.mark.parametrize("folder", ["printing", "dialogs", "lessons", "bot", "mapmaking"])
def test_nothing_of_these_is_needed_for_a_picture(folder: str, pictured: set[str]) -> None:
    assert not [name for name in pictured if name.startswith(("app.", "rules.")) and f".{folder}." in f"{name}."]


def test_a_game_imports_its_own_system_only(pictured: set[str]) -> None:
    assert "rules.company_scale.system" in pictured
    others = ("rules.command_cards", "rules.striking_anvil", "app.systems.command_cards", "app.systems.striking_anvil")
    assert not [name for name in pictured if name.startswith(others)]


def test_the_game_on_the_table_needs_no_widget() -> None:
    modules = sorted(".".join(file.relative_to(ROOT).with_suffix("").parts) for file in ROOT.glob("app/play/*.py"))
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert not {"PySide6.QtWidgets", "app.system", "app.panels", "app.window"} & set(told.stdout.split())


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Open the window on its start page twice and return what the second start imported."""
    home = tmp_path_factory.mktemp("home")
    told = [imported(home, "--shut") for _ in range(2)]
    assert "rules.company_scale.system" in told[0]
    assert "app.dialogs.start" in told[1]
    return told[1]


def test_a_start_page_shown_before_imports_no_system(begun: set[str]) -> None:
    roots = [f"{place}.{name}" for name in SHIPPED for place in ("rules", "app.systems")]
    light = {*roots, *(f"app.systems.{name}.sides" for name in SHIPPED)}
    assert not [each for each in begun - light if each.startswith(tuple(f"{root}." for root in roots))]


def test_what_a_game_is_played_with_is_imported_while_the_start_page_is_read() -> None:
    code = (
        "import sys; from app.systems.base import import_next, sides_of\n"
        "while import_next('command_cards'): print(*(name for name in sys.modules if name.endswith('.system')))"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    lines = told.stdout.splitlines()
    assert "rules.command_cards.system" in lines[0] and "rules.company_scale.system" not in lines[0]
    assert all(f"rules.{name}.system" in lines[-1] for name in SHIPPED)
