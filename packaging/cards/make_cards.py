"""Draw the small pictures of the start page from the scenarios: `python packaging/cards/make_cards.py [id …]`."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRect, QSize, Qt  # noqa: E402
from PySide6.QtGui import QImage  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from app import theme  # noqa: E402
from app.dialogs.scenario_cards import SIZES, card_name, sizes  # noqa: E402
from app.dialogs.scenario_choice import is_example  # noqa: E402
from app.play.scenarios import shipped_scenarios  # noqa: E402
from app.systems.base import presentation_of  # noqa: E402
from rules.engine.frozen import to_plain  # noqa: E402
from rules.engine.nature import SeededNature  # noqa: E402
from rules.engine.seat import Seat  # noqa: E402
from rules.engine.session import Session  # noqa: E402
from rules.engine.system import system  # noqa: E402
from rules.systems import systems  # noqa: E402

FOLDER = ROOT / "assets" / "cards"
SIZE = QSize(640, 400)
DRAWN = QSize(2000, 2000)
VIEWS = {
    "company_scale": (0.58, 0.43), "command_cards": (0.8, 0.5), "striking_anvil": (0.62, 0.5),
    "montelimar-campaign": (0.66, 0.37), "montelimar-campaign-sudre": (0.66, 0.37), "the-final-battle": (0.66, 0.37),
    "rolins-night": (0.42, 0.3),
}  # fmt: skip
"""How much of the board's width a card shows, and where its middle lies across it, by scenario or by system."""


def cut(image: QImage, share: float, middle: float) -> QImage:
    """Return a part of a picture in the shape of a card."""
    wide = min(image.width() * share, image.height() * 0.94 * SIZE.width() / SIZE.height())
    tall = wide * SIZE.height() / SIZE.width()
    left, top = max(0.0, image.width() * middle - wide / 2), (image.height() - tall) / 2
    box = QRect(round(left), round(top), round(wide), round(tall))
    ways = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.copy(box).scaled(SIZE, *ways)


def units_of(view: Mapping[str, Any]) -> dict[str, int]:
    """Return how many counters each side has in a view of any system."""
    units = view.get("units") or ()
    each = units.values() if isinstance(units, Mapping) else units
    return dict(sorted(Counter(str(u.get("side") or u.get("seat") or u.get("owner") or "") for u in each).items()))


def main(chosen: list[str]) -> None:
    """Write the card of every battle, or of those named."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    systems()
    theme.apply(app, "light")
    FOLDER.mkdir(parents=True, exist_ok=True)
    counted = dict(sizes())
    for info in shipped_scenarios():
        name, game_system = info.id, system(info.system)
        if is_example(info) or (chosen and name not in chosen):
            continue
        session = Session.new(game_system, game_system.load(name), nature=SeededNature(7), source=name)
        image = presentation_of(game_system.id).picture(Seat(session), DRAWN, 0)
        if image is not None:
            view = VIEWS.get(name) or VIEWS.get(game_system.id, (1.0, 0.5))
            cut(image, *view).save(str(FOLDER / card_name(game_system.id, name)), quality=82)
            print(name)
        counted[f"{game_system.id}-{name}"] = units_of(to_plain(Seat(session).view()))
    (FOLDER / SIZES).write_text(json.dumps(counted, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
