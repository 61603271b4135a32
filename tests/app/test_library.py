"""Modules in the window: dropped, shown, installed, copied, removed; scenario files are offered to be played."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QImageReader
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.dialogs.library import ModulePage, NewScenarioDialog
from app.kept_pictures import encoded
from app.play.files import MODULE, CannotOpen
from app.play.scenarios import choice_of
from app.window.main_window import MainWindow
from app.window.workshop import WindowWorkshop
from app.workshop import pictures
from app.workshop.pictures import rewritten
from rules.engine.folders import scenarios_dir, user_data_dir
from rules.workshop import library
from rules.workshop.module_file import BadModule, key_of, of_folder, read, write
from tests.rules.workshop.helpers.modules import made

LEFT = Qt.MouseButton.LeftButton
COPY = Qt.DropAction.CopyAction


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the file of a module."""
    path = tmp_path / "mill.chitpull-module"
    write(path, of_folder(made(tmp_path / "mill")))
    return path


@pytest.fixture
def told(window: MainWindow) -> list[str]:
    """Return what the window tells its player, from now on."""
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    return said


def drop(window: MainWindow, path: Path) -> None:
    """Drop a file on the window, as the desktop does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    keys = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(300, 300), COPY, data, LEFT, keys))
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), COPY, data, LEFT, keys, QEvent.Type.Drop))


def page(window: MainWindow) -> ModulePage:
    return next(each for each in window.services.open_pages if isinstance(each, ModulePage))


def install(window: MainWindow, module: Path) -> None:
    drop(window, module)
    QTest.mouseClick(page(window).ok, LEFT)


def titles(window: MainWindow) -> list[str]:
    """Return what the start page lists under the player's own and installed scenarios."""
    scenarios = window.start_page.list
    texts = [scenarios.item(row).text().splitlines()[0] for row in range(scenarios.count())]
    first = next((n for n, text in enumerate(texts) if text in ("My own", "Installed")), len(texts))
    return texts[first : texts.index("Games to watch")] if "Games to watch" in texts else texts[first:]


def mark(window: MainWindow, name: str) -> None:
    """Mark the scenario `module/scenario` on the start page."""
    start = window.start_page
    rows = [row for row in range(start.list.count()) if start.list.item(row).data(Qt.ItemDataRole.UserRole) is not None]
    start.list.setCurrentRow(next(row for row in rows if start.list.at(row).name == name))


def test_a_module_dropped_is_shown_first_and_listed_once_it_is_installed(window: MainWindow, module: Path) -> None:
    assert titles(window) == []
    drop(window, module)
    text = page(window).text.text()
    for words in ("The mill at dawn", "Version 1.2, by Anna", "CC BY 4.0", "First Light at Savasse", "no errors found"):
        assert words in text
    assert titles(window) == [] and library.installed_modules() == []
    QTest.mouseClick(page(window).ok, LEFT)
    assert titles(window) == ["Installed", "First Light at Savasse", "The last attack"]
    marked = window.start_page.current
    assert marked is not None and marked.name == "mill/noon", "the first of what is new is marked"
    drop(window, module)
    assert page(window).ok.isHidden() and "installed already" in page(window).text.text()


def test_the_page_of_a_module_tells_what_its_author_says_of_the_balance(window: MainWindow, module: Path) -> None:
    drop(window, module)
    text = page(window).text.text()
    assert re.search(r"the Germans won \d+ of 240 games", text) and text.count("Balance:") == 2


def test_where_nothing_can_be_written_a_module_is_not_installed_and_its_page_stays(
    window: MainWindow, module: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(self: Path, *_: object, **__: object) -> None:
        if not self.is_dir():
            raise OSError(30, "Read-only file system")

    drop(window, module)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refused)
        QTest.mouseClick(page(window).ok, LEFT)
    assert told == [f"Nothing can be changed in {user_data_dir()}: Read-only file system."]
    assert page(window).isVisible() and library.installed_modules() == [] and module.is_file()
    QTest.mouseClick(page(window).ok, LEFT)
    assert len(library.installed_modules()) == 1


def test_a_game_of_a_module_says_where_it_is_from_and_opens_when_the_module_is_gone(
    window: MainWindow, module: Path
) -> None:
    install(window, module)
    mark(window, "mill/noon")
    assert "The mill at dawn 1.2 by Anna" in window.start_page.facts.text()
    window.start_page.start()
    session = window.session
    assert session is not None
    (there,) = library.installed_modules()
    assert session.kept[MODULE] == {"id": "mill", "key": there.key, "version": "1.2"}
    record = Path(window.settings.get("on_table", ""))
    window.show_start()
    QTest.mouseClick(window.start_page.library.remove, LEFT)
    assert titles(window) == [] and library.installed_modules() == []
    assert window.open_game(record) and window.session is not None
    assert window.session.scenario.title == session.scenario.title


def test_a_copy_is_ones_own_and_shown_in_the_desktop(window: MainWindow, module: Path) -> None:
    shown: list[Path] = []
    window.library.show_in_desktop = lambda folder: bool(shown.append(folder)) or True
    install(window, module)
    mark(window, "mill/dawn")
    QTest.mouseClick(window.start_page.library.copy, LEFT)
    assert shown == [library.own_dir() / "mill"]
    assert titles(window)[:3] == ["My own", "First Light at Savasse", "The last attack"]
    mark(window, "mill/dawn")
    QTest.mouseClick(window.start_page.library.show_files, LEFT)
    assert shown[1:] == [library.own_dir() / "mill" / "command_cards"]


def test_the_buttons_of_the_library_are_not_there_for_what_ships(window: MainWindow, module: Path) -> None:
    window.show_start()
    assert not window.start_page.library.isVisible()
    install(window, module)
    mark(window, "mill/dawn")
    assert window.start_page.library.isVisible()


def test_what_is_saved_among_ones_own_is_listed_when_the_start_page_comes_back(window: MainWindow) -> None:
    window.show_start()
    made(library.own_dir() / "mill")
    assert titles(window) == []
    window.show_start()
    assert titles(window)[0] == "My own"


def test_a_module_deleted_behind_the_programs_back_is_told(window: MainWindow, module: Path, told: list[str]) -> None:
    install(window, module)
    mark(window, "mill/dawn")
    library.remove(library.installed_modules()[0])
    QTest.mouseClick(window.start_page.library.remove, LEFT)
    assert "moved or deleted" in told[0] and titles(window) == []


def test_a_scenario_dropped_is_offered_to_be_played(window: MainWindow, tmp_path: Path) -> None:
    path = made(tmp_path / "mill") / "company_scale" / "noon.yaml"
    asked: list[str] = []
    window.library.choose = lambda title, words, answers: asked.append(f"{words} {list(answers)}") or ""
    drop(window, path)
    assert "First Light at Savasse" in asked[0] and asked[0].endswith("['play', 'edit']") and window.session is None
    drop(window, path.parents[1] / "command_cards" / "dawn.yaml")
    assert asked[1].endswith("['play', 'edit']")
    anvil = path.parents[1] / "anvil.yaml"
    shutil.copy(scenarios_dir() / "striking_anvil" / "anvil-june.yaml", anvil)
    drop(window, anvil)
    assert asked[2].endswith("['play', 'edit']")
    window.library.choose = lambda *_: "play"
    drop(window, path)
    assert window.session is not None and MODULE not in window.session.kept


def test_a_copy_of_a_scenario_that_is_dropped_is_edited_with_what_lies_beside_it(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "mill") / "company_scale" / "noon.yaml"
    (path.parent / "maps").mkdir()
    shutil.copy(scenarios_dir() / "company_scale" / "maps" / "savasse.yaml", path.parent / "maps")
    (path.parent / "maps" / "plan.txt").write_text("not copied", encoding="utf-8")
    window.library.choose = lambda *_: "edit"
    monkeypatch.setattr(NewScenarioDialog, "exec", lambda dialog: dialog.title.setText("Dusk") or True)
    monkeypatch.setattr(WindowWorkshop, "edit", lambda self, row: None)
    drop(window, path)
    files = {each.relative_to(library.own_dir()).as_posix() for each in library.own_dir().rglob("*.*")}
    assert files == {"dusk/module.yaml", "dusk/company_scale/dusk.yaml", "dusk/company_scale/maps/savasse.yaml"}
    assert titles(window) == ["My own", "Dusk"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format: chitpull-map/1\n", "is no scenario"),
        ("title: Nothing\n", "names no format"),
        ("title: [\n", "wrong.yaml"),
    ],
)
def test_a_file_that_is_no_scenario_is_told_in_a_sentence(
    window: MainWindow, tmp_path: Path, told: list[str], text: str, words: str
) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    drop(window, path)
    assert words in told[0] and window.session is None


def test_a_module_that_is_none_or_wrong_is_refused_in_a_sentence(
    window: MainWindow, tmp_path: Path, told: list[str]
) -> None:
    path = tmp_path / "no.chitpull-module"
    path.write_text("no zip", encoding="utf-8")
    drop(window, path)
    folder = made(tmp_path / "mill")
    (folder / "module.yaml").write_text("format: chitpull-module/1\nid: mill\n", encoding="utf-8")
    write(path, of_folder(folder))
    drop(window, path)
    assert "no module" in told[0] and "title" in told[1] and library.installed_modules() == []


def picture(kind: str, colour: int = 0x336699) -> bytes:
    """Return a picture with words beside its pixels, and more behind it."""
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(colour)
    image.setText("Comment", "a secret")
    return encoded(image, kind) + b"<script>"


def with_pictures(tmp_path: Path, **files: bytes) -> Path:
    """Write the file of a module with pictures, by name and kind joined by _."""
    folder = made(tmp_path / "mill")
    (folder / "pictures").mkdir()
    for name, data in files.items():
        (folder / "pictures" / name.replace("_", ".")).write_bytes(data)
    path = tmp_path / "pictures.chitpull-module"
    write(path, of_folder(folder))
    return path


def test_pictures_are_installed_with_nothing_but_their_pixels(window: MainWindow, tmp_path: Path) -> None:
    path = with_pictures(tmp_path, cover_png=picture(".png"), mill_jpg=picture(".jpg"))
    install(window, path)
    (there,) = library.installed_modules()
    assert there.key == key_of(read(path)), "it is the module that was shared"
    for name in ("cover.png", "mill.jpg"):
        data = (there.folder / "pictures" / name).read_bytes()
        image = QImage.fromData(data)
        assert (image.width(), image.height()) == (40, 30) and b"secret" not in data and b"script" not in data
        assert abs(image.pixelColor(20, 15).red() - 0x33) < 4 and not image.textKeys()
    drop(window, path)
    assert page(window).ok.isHidden(), "it is installed already"


def test_a_picture_that_cannot_be_decoded_is_refused_by_its_name(
    window: MainWindow, tmp_path: Path, told: list[str]
) -> None:
    whole = picture(".png")
    drop(window, with_pictures(tmp_path, cover_png=picture(".png"), torn_png=whole[: len(whole) - 40]))
    (said,) = told
    assert '"pictures/torn.png": it is no picture, or a damaged one' in said
    assert library.installed_modules() == [] and not library.modules_dir().exists()


@pytest.mark.qt_log_ignore("Rejecting image")
def test_a_picture_is_decoded_within_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = QImageReader.allocationLimit()
    files = read(with_pictures(tmp_path, cover_png=encoded(QImage(1200, 1200, QImage.Format.Format_RGB32), ".png")))
    assert rewritten(files)["pictures/cover.png"]
    monkeypatch.setattr(pictures, "MOST", 4)
    with pytest.raises(BadModule, match=r"pictures/cover\.png"):
        rewritten(files)
    assert QImageReader.allocationLimit() == before


def test_faults_of_a_module_are_listed_and_nothing_in_it_is_taken_for_markup(
    window: MainWindow, tmp_path: Path
) -> None:
    folder = made(tmp_path / "mill")
    path = folder / "module.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Anna", "<b>Anna</b>"), encoding="utf-8")
    scenario = folder / "company_scale" / "noon.yaml"
    scenario.write_text(scenario.read_text(encoding="utf-8").replace("map: savasse", "map: x"), encoding="utf-8")
    module = tmp_path / "mill.chitpull-module"
    write(module, of_folder(folder))
    drop(window, module)
    text = page(window).text.text()
    assert "it has errors" in text and "company_scale/noon.yaml" in text.replace("\\", "/")
    assert "&lt;b&gt;Anna" in text and str(tmp_path) not in text


def test_what_its_author_should_think_of_again_is_shown(window: MainWindow, tmp_path: Path) -> None:
    folder = made(tmp_path / "mill")
    scenario = folder / "company_scale" / "noon.yaml"
    text = scenario.read_text(encoding="utf-8").replace("win: {german: 1}", "win: {german: 90}")
    scenario.write_text(text, encoding="utf-8")
    module = tmp_path / "mill.chitpull-module"
    write(module, of_folder(folder))
    drop(window, module)
    words = page(window).text.text()
    assert "no errors found" in words and "The Germans need a lead of 90" in words and str(tmp_path) not in words


def test_the_command_line_names_a_scenario_of_the_library_by_its_module(tmp_path: Path) -> None:
    made(library.own_dir() / "mill")
    choice = choice_of("mill/dawn")
    assert choice.system == "command_cards" and choice.scenario == str(library.find("mill/dawn"))
    with pytest.raises(CannotOpen):
        choice_of("mill/dusk", house_rules=["no=such"])
    shipped = scenarios_dir() / "command_cards" / "last-attack.yaml"
    assert choice_of(str(shipped)).scenario == str(shipped)


def test_the_sample_module_is_found_in_the_help_menu_and_installed(window: MainWindow) -> None:
    window.actions_.by_id["sample"].trigger()
    text = page(window).text.text()
    assert "Three small battles" in text and text.count("Balance:") == 3 and "no errors found" in text
    QTest.mouseClick(page(window).ok, LEFT)
    assert titles(window) == ["Installed", "The mill at dawn", "Noon at Savasse", "The orchard road"]
