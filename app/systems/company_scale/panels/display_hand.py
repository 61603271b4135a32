"""Drags between the division displays and the map: of pieces from boxes, of tokens from hexes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QMenu

from app.panels.menus import add_title
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.panels.display_boxes import SIZE, BoxPiece, DisplayReader, PieceButton
from app.systems.company_scale.panels.display_orders import (
    DisplayChoice,
    Held,
    aim_for,
    box_orders,
    choices_of,
    orders_by_hex,
    why_never,
    why_not,
    why_not_box,
)
from app.systems.company_scale.panels.displays import DisplaysPanel, targets_of_drop
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.names import CompanyScaleNames
from app.systems.company_scale.verbs import describe
from app.text.parts import literal
from app.theme import faces
from rules.engine.command import Command

FEW = 12
"""More orders than this go into a submenu."""


class DisplayHand(QObject):
    """Carry a piece between a box and a hex; a drop gives an order, asks which, or says why not.

    `refused(str)`: why a box takes no piece; for a hex the board says it beside the pointer.
    """

    refused = Signal(str)

    def __init__(self, board: BoardController, panel: DisplaysPanel) -> None:
        super().__init__(panel)
        self.board, self.panel = board, panel
        self.held: Held | None = None
        self.menu: QMenu | None = None
        self._orders: dict[int, list[Command]] = {}
        panel.made.connect(self._tie)
        self.drag_session = TokenGrip(self)
        board.view.viewport().installEventFilter(self.drag_session)
        board.view.installEventFilter(self.drag_session)  # for Escape

    def _tie(self, button: PieceButton) -> None:
        button.lifted.connect(lambda piece, at: self.lift(piece.held, button.picture()))
        button.carried.connect(self.carry)
        button.dropped.connect(self.drop)
        button.let_go.connect(self.abandon)
        button.asked.connect(self.ask)

    # --- carrying ------------------------------------------------------------------------------------------------

    def lift(self, held: Held, picture: QPixmap) -> None:
        """Lift a piece and show the hexes and boxes it may go to."""
        self.abandon()
        game = self.board.game
        self.held = held
        self._orders = orders_by_hex(game.decision, held, self.board.position.where)
        QApplication.setOverrideCursor(QCursor(picture))
        self.board.show_hexes(self._orders)
        into_box = bool(box_orders(game.decision, held, self.panel.current))
        self.panel.mark_targets(lambda key: into_box and targets_of_drop(held, key))

    def carry(self, at: QPoint) -> None:
        """Follow the pointer and say what dropping here would do, or why it does nothing."""
        place = self._hex_under(at)
        if self.held is None:
            return
        self.board.scene.pointer.show_hex(place)
        point = self._scene(at)
        if place is None:
            self.board.say(point, "")
            return
        words = self.words_at(place, point)
        self.board.say(point, words, "good" if place in self._orders else "refused")

    def words_at(self, place: int, point: QPointF) -> str:
        """Return what dropping on a hex does, or why it does nothing."""
        assert self.held is not None
        orders, game = self._orders.get(place, []), self.board.game
        if not orders:
            return why_not(game, self.held, place, self._unit_under(place, point))
        shown = [describe(order, game.names, game.decision) for order in orders[:4]]
        return "\n".join(shown) if len(orders) == 1 else "Drop to choose:\n" + "\n".join(shown)

    def drop(self, at: QPoint) -> None:
        """Give the order of a drop, ask which one, or say why there is none."""
        held, orders, place = self.held, self._orders, self._hex_under(at)
        division = self.panel.division_at(at)
        self.abandon()
        if held is None:
            return
        if division:
            self._into_box(held, division)
        elif place is not None:
            point = self._scene(at)
            self._onto(held, orders.get(place, []), place, point, at)

    def _onto(self, held: Held, orders: list[Command], place: int, point: QPointF, at: QPoint) -> None:
        unit = self._unit_under(place, point)
        exact = [order for order in orders if unit and order.text("unit") == unit]
        orders = exact or orders
        if not orders:
            self.board.say(point, why_not(self.board.game, held, place, unit), "refused")
        elif len(orders) == 1:
            self.board.game.submit(orders[0])
        else:
            self._pop_up([DisplayChoice(self._words(order), {}, order) for order in orders], self._words_of(held), at)

    def _into_box(self, held: Held, division: str) -> None:
        if held.box != "map" and (held.kind != "formation" or division == held.division):
            return
        orders = box_orders(self.board.game.decision, held, division)
        if orders:
            self.board.game.submit(orders[0])
        else:
            self.refused.emit(why_not_box(self.board.game, held, division))

    def abandon(self) -> None:
        """Put what is carried back."""
        if self.held is None:
            return
        self.held, self._orders = None, {}
        QApplication.restoreOverrideCursor()
        self.board.scene.pointer.show_hex(None)
        self.board.say(QPointF(), "")
        self.board.show_orders()
        self.panel.mark_targets(lambda key: False)

    # --- asking --------------------------------------------------------------------------------------------------

    def ask(self, piece: BoxPiece, at: QPoint) -> None:
        """Open the menu of a piece: what it may do now, or why it may do nothing."""
        self._pop_up(choices_of(self.board.game, piece.held), piece.name, at, piece.held)

    def _pop_up(self, choices: list[DisplayChoice], title: str, at: QPoint, held: Held | None = None) -> None:
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = menu = QMenu(self.panel)
        menu.setToolTipsVisible(True)
        add_title(menu, title)
        target = menu
        for i, choice in enumerate(choices):
            if i == FEW:
                target = menu.addMenu("More")
            action = target.addAction(literal(choice.words))
            action.triggered.connect(lambda *_, choice=choice: self._chosen(choice, title, held))
        if not choices:
            menu.addAction(literal(self._nothing(held))).setEnabled(False)
        menu.popup(at)

    def _nothing(self, held: Held | None) -> str:
        decision = self.board.game.decision
        if held is None or decision is None:
            return "Nothing to do now"
        why = why_never(self.board.game, held, sorted(self.board.hexes)[:1])
        if why:
            return why
        return f"Nothing now: the {self.board.game.names.side_name(decision.seat)} player is deciding something else"

    def _chosen(self, choice: DisplayChoice, title: str, held: Held | None) -> None:
        if choice.command is not None:
            self.board.game.submit(choice.command)
        elif held is not None:
            self.board.take_aim(aim_for(held, choice, title))
            self.board.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _words(self, order: Command) -> str:
        return describe(order, self.board.game.names, self.board.game.decision)

    def _words_of(self, held: Held) -> str:
        return CompanyScaleNames(view_of(self.board.game)).of(held.thing) if held.kind != "air" else "Aircraft"

    # --- where the pointer is ------------------------------------------------------------------------------------

    def _scene(self, at: QPoint) -> QPointF:
        view = self.board.view
        return view.to_scene(QPointF(view.viewport().mapFromGlobal(at)))

    def _hex_under(self, at: QPoint) -> int | None:
        port = self.board.view.viewport()
        if not port.isVisible() or not port.rect().contains(port.mapFromGlobal(at)):
            return None
        return None if self.panel.division_at(at) else self.board.hex_at(self._scene(at))

    def _unit_under(self, place: int, point: QPointF) -> str:
        """Return the counter under the pointer, or else the top one of the hex."""
        stack = self.board.position.stacks.get(place, [])
        return self.board.scene.unit_at(point) or (stack[-1] if stack else "")


class TokenGrip(QObject):
    """Filter the map's events for drags of support weapons and leaders; leave all others to the board."""

    def __init__(self, hand: DisplayHand) -> None:
        super().__init__(hand)
        self.hand = hand
        self._token = self._asked = ""
        self._from = QPoint()
        self._lifted = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the moves and the release of a drag that began on a token."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self.hand.held is not None:
            self.hand.abandon()
            return True
        if not isinstance(event, QMouseEvent) or watched is self.hand.board.view:
            return False
        kind, at = event.type(), event.globalPosition().toPoint()
        if event.button() == Qt.MouseButton.RightButton and self._wants_menu(event, at):
            return True
        if kind == QEvent.Type.MouseButtonPress:
            self._press(event, at)
        elif kind == QEvent.Type.MouseMove and self._token:
            return self._move(at)
        elif kind == QEvent.Type.MouseButtonRelease and self._token:
            token, self._token = self._token, ""
            if self.hand.held is not None and token in self.hand.held.things:
                self.hand.drop(at)
        return False

    def _wants_menu(self, event: QMouseEvent, at: QPoint) -> bool:
        """Take the right button over a token; releasing it opens the token's menu."""
        board = self.hand.board
        if event.type() == QEvent.Type.MouseButtonPress:
            free = self.hand.held is None and not self._token
            self._asked = (board.scene.token_at(board.view.to_scene(event.position())) or "") if free else ""
            return bool(self._asked)
        if event.type() == QEvent.Type.MouseButtonRelease and self._asked:
            token, self._asked = self._asked, ""
            self.hand.ask(self._read(token), at)
            return True
        return False

    def _press(self, event: QMouseEvent, at: QPoint) -> None:
        board = self.hand.board
        if event.button() != Qt.MouseButton.LeftButton:
            self._token = ""
            self.hand.abandon()
            return
        free = not board.sights.lining and board.aim is None and not event.modifiers()
        self._token = (board.scene.token_at(board.view.to_scene(event.position())) or "") if free else ""
        self._from, self._lifted = at, False

    def _move(self, at: QPoint) -> bool:
        if not self._lifted:
            if (at - self._from).manhattanLength() < QApplication.startDragDistance():
                return True
            self.hand.board.view.let_go()
            piece = self._read(self._token)
            self._lifted = True
            self.hand.lift(piece.held, piece.pixmap(faces.scaled(SIZE), self.hand.panel.devicePixelRatioF()))
        self.hand.carry(at)
        return True

    def _read(self, token: str) -> BoxPiece:
        view = view_of(self.hand.board.game)
        facts = DisplayReader(view).tokens[token]
        return BoxPiece(Held("weapon" if facts in view.weapons else "leader", (token,)), facts.name, "", facts)
