"""Take the README's pictures of table, maps and paper: `python packaging/pictures/make_pictures.py [name …]`."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize, Qt  # noqa: E402
from PySide6.QtGui import QImage, QPainter  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from app import theme  # noqa: E402
from app.board.hexes import center  # noqa: E402
from app.picture import draw  # noqa: E402
from app.play.files import GameFiles  # noqa: E402
from app.play.scenarios import choice_of  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.systems.base import presentation_of  # noqa: E402
from app.theme.faces import load as load_fonts  # noqa: E402
from app.window.main_window import MainWindow  # noqa: E402
from rules.engine.nature import SeededNature  # noqa: E402
from rules.engine.seat import Seat  # noqa: E402
from rules.engine.session import Session  # noqa: E402
from rules.engine.system import system  # noqa: E402
from rules.systems import systems  # noqa: E402

FOLDER = ROOT / "assets" / "pictures"
WINDOW = QSize(1600, 1000)
PAGE = 900
"""Height of a printed page, in pixels."""


def seat_of(scenario: str) -> Seat:
    """Return a seat at the start of a scenario."""
    game_system = system(choice_of(scenario).system)
    return Seat(Session.new(game_system, game_system.load(scenario), nature=SeededNature(7), source=scenario))


def table(scenario: str, *steps: Callable[[MainWindow], object], board: bool = False) -> QImage:
    """Return the window, or its board alone, with a scenario on the table, after some steps."""
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(Path(home) / "preferences.json")
        window = MainWindow(settings, GameFiles(settings, Path(home) / "games"))
        window.resize(WINDOW)
        window.show()
        if not window.new_game(choice_of(scenario, 7)):
            raise SystemExit(f"{scenario} cannot be put on the table.")
        if window.game.awaited:
            window.open_curtain()
        for step in steps:
            step(window)
            QTest.qWait(100)
        while not window.is_settled:
            QTest.qWait(50)
        QTest.qWait(400)
        image = (window.playmat.middle if board and window.playmat else window).grab().toImage()
        window.close()
        return image


def give(verb: str, window: MainWindow) -> None:
    """Give the first order of a verb, if it is on offer."""
    for order in window.game.offered.get(verb, ())[:1]:
        window.order(order)


def look_at(name: str, zoom: float, window: MainWindow) -> None:
    """Zoom to a place by its name."""
    view = window.playmat.middle
    view.set_zoom(zoom)
    places = {label.text: label.hex for label in window.game.seat.scenario.map.labels}
    view.centre(center(next(at for text, at in places.items() if text.startswith(name))))


def press(action: str, window: MainWindow) -> None:
    """Trigger an action of the menus."""
    window.actions_[action].trigger()


def go_on(kind: str, window: MainWindow) -> None:
    """Pass, confirm and finish until a kind of question is put."""
    for _ in range(40):
        decision = window.game.decision
        if decision is None or decision.kind == kind:
            return
        offered = window.game.offered
        verb = next((name for name in ("buy_now", "pass", "confirm", "done", "keep", "hold") if name in offered), "")
        window.order(offered[verb][0] if verb else next(iter(decision.options)))


def ground(name: str, zoom: float) -> QImage:
    """Return the map round a place, without the window."""
    return table("montelimar-campaign", partial(look_at, name, zoom), board=True)


def page(paper: str, number: int) -> QImage:
    """Return a printed page of First Light."""
    load_fonts()
    seat = seat_of("first-light")
    papers = presentation_of(seat.system.id).papers
    made = papers.document(seat, paper, begun=False, paper="A4", grey=False, fitted=False)
    room = made.paper.page(made.sheets[number].landscape)
    scale = PAGE / room.height()
    image = QImage(round(room.width() * scale), PAGE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    made.paint(painter, number)
    painter.end()
    return image


def whole_map() -> QImage:
    """Return the whole map, small."""
    return draw(seat_of("montelimar-campaign"), QSize(1600, 1200))


PICTURES: Mapping[str, Callable[[], QImage]] = {
    "first-light": partial(table, "first-light"),
    "fire": partial(table, "08-3-fire", partial(go_on, "activation"), partial(give, "fire")),
    "assault": partial(table, "09-5-assault", partial(go_on, "assault_modifiers")),
    "displays": partial(table, "push-for-the-railway", partial(press, "displays")),
    "night": partial(table, "rolins-night", partial(look_at, "Condillac", 1.0)),
    "battle-cards": partial(table, "last-attack"),
    "striking-the-anvil": partial(table, "anvil-historical"),
    "start-page": lambda: start_page(),
    "montelimar": whole_map,
    "la-coucourde": partial(ground, "La Coucourde", 1.0),
    "livron": partial(ground, "Livron", 1.0),
    "crest": partial(ground, "Crest", 1.0),
    "setup-sheet": partial(page, "setup", 0),
    "starting-positions": partial(page, "setup", -1),
    "counter-sheet": partial(page, "counters", 0),
    "player-aid": partial(page, "aids", 0),
}
"""Each picture by its name."""


def start_page() -> QImage:
    """Return the window before a game."""
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(Path(home) / "preferences.json")
        window = MainWindow(settings, GameFiles(settings, Path(home) / "games"))
        window.resize(WINDOW)
        window.show()
        QTest.qWait(800)
        return window.grab().toImage()


def main(chosen: list[str]) -> None:
    """Write every picture, or those named."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    systems()
    theme.apply(app, "light")
    for name, take in PICTURES.items():
        if not chosen or name in chosen:
            take().save(str(FOLDER / f"{name}.jpg"), quality=84)
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
