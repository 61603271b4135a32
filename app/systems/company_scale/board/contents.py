"""What lies on the board for overview and loupe."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from app.board.contents import Dot, Enlarged
from app.board.hexes import center
from app.play.answers import answered
from app.play.controller import GameController
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.panels.chits import thing_pixmap, unit_pixmap
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.army import fire_words, now_words, unit_lines
from rules.company_scale.records.answers import HexNow
from rules.company_scale.records.view import LeaderView, WeaponView
from rules.engine.english import signed
from rules.hexes.grid import hex_id, hex_name


class BoardContents:
    """Tell what lies on one board; `drawn` is the ground under it."""

    def __init__(self, game: GameController, board: BoardController) -> None:
        self.game, self.board = game, board
        self.drawn: Ground | None = None

    def ground(self, size: QSize) -> QImage:
        """Return the map without counters and names."""
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(QColor("#000000"))
        if self.drawn is not None:
            painter = QPainter(image)
            self.drawn.paint_small(painter, QRectF(image.rect()))
            painter.end()
        return image

    def dots(self) -> Sequence[Dot]:
        """Return every hex with units, in the colour of their side."""
        held = {unit.hex: unit.side for unit in view_of(self.game).units if unit.hex}
        return [
            Dot(center(hex_id(at)), QColor(self.game.side(side).colour), side == "allied") for at, side in held.items()
        ]

    def bare(self, on: bool) -> None:
        """Hide counters, tokens, markers and the open fan, or show them again."""
        scene = self.board.scene
        for item in (scene.counters, scene.chips, scene.fan, scene.works, scene.arrows):
            item.setOpacity(0.0 if on else 1.0)

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the units of a hex, the uppermost first, then support weapons and leaders."""
        at = self.board.hex_at(point)
        if at is None:
            return ()
        name, game, ratio = hex_name(at), self.game, self.board.view.devicePixelRatioF()
        answer = answered(HexNow, game.query("stack", hex=name))
        found = []
        for unit in reversed(self.board.position.stacks.get(at, [])):
            raw = self.board.position.units[unit]
            now = now_words(answer.unit(unit) if answer is not None else None)
            lines = [*unit_lines(raw, game.names), *([f"Now: {now}"] if now else [])]
            found.append(Enlarged(unit_pixmap(raw, size, ratio), raw.name, lines))
        view = view_of(game)
        for token in (each for each in view.tokens if each.hex == name):
            picture = thing_pixmap(view, token.id, size, ratio)
            if picture is not None:
                found.append(Enlarged(picture, token.name, [_token_words(token)]))
        return found


def _token_words(token: WeaponView | LeaderView) -> str:
    if isinstance(token, WeaponView):
        return fire_words(token.fire)
    return f"Fire {signed(token.fire)}, troop quality {signed(token.troop_quality)}"
