"""The Orders dock: a page for each kind of decision, with everything it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QListWidgetItem, QStackedWidget, QVBoxLayout, QWidget

from app.panels.dice import Draw, NaturePage, draw_square
from app.panels.layouts import discard
from app.panels.widgets import KEYED, Heading, KeyButton, MutedText, OptionList, plain_icon
from app.play.controller import GameController
from app.play.game_view import SENDING
from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command, Reason
from rules.engine.frozen import frozen
from rules.engine.options import Decision

# --- Pages of the Orders dock: one for each kind of decision, with everything it offers, usable without a mouse ----


@frozen
class Situation:
    """What a page may use: view, decision, options grouped by verb, names, words, queries, explanations.

    `given` returns the orders for this question that may each be put back, `seq` is the number of the position.
    """

    view: Any
    decision: Decision
    offered: Mapping[str, list[Command]]
    names: Names
    query: Callable[..., Any]
    explain: Callable[[Command], list[Reason]] = lambda command: []
    words: Words = field(default_factory=Words)
    given: Callable[[], list[Command]] = list
    seq: int = 0

    def commands(self, verb: str) -> Sequence[Command]:
        """Return the options of a verb, none if it is not offered."""
        return self.offered.get(verb, ())


class OrdersPage(QWidget):
    """A page of the Orders dock.

    `ordered` carries a command, `put_back` one that is to be undone. `pointed` names a place or piece to show, as text
    ("hex:24.17").
    """

    ordered = Signal(object)
    put_back = Signal(object)
    pointed = Signal(str)
    rule_asked = Signal(str)
    title = "Orders"
    wants_room = False
    """Whether the page is to be seen whole: the panels below it then show no more than their tabs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.situation: Situation | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(8, 6, 8, 8)
        self.column.setSpacing(6)

    def show_situation(self, situation: Situation) -> None:
        """Show another decision of this page's kind."""
        self.situation = situation
        self.refresh(situation)

    def forget(self) -> None:
        """Forget the last question: it may name what the next player at the table must not know."""
        self.situation = None

    def refresh(self, situation: Situation) -> None:
        """Show the page for a situation."""
        raise NotImplementedError

    def enter(self) -> bool:
        """Give the order that is marked on the page; return whether one is."""
        return False

    def give(self, verb: str) -> bool:
        """Give the order of a verb to whatever is marked on the page; return whether it could be."""
        return False


PageMaker: TypeAlias = Callable[[], OrdersPage]

# --- A plain page of options, one row for each command -------------------------------------------------------------

ICON = 46


class ChoicesPage(OrdersPage):
    """List every offered command that names something; Enter or a double click gives the one that is marked.

    Where the question is "one more, or done?" nothing is marked until the player moves to the list, and Enter means
    done. A system says what its rows look like: `rank`, `words_of`, `picture_of`, `place_of`, `tip_of`.
    """

    title = "Choose"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = Heading()
        self.note = MutedText()
        self.list = OptionList("Options")
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.chosen.connect(self._give)
        self.list.currentRowChanged.connect(self._point)
        self.list.itemSelectionChanged.connect(self._enable)
        self.button = KeyButton("Choose", "Enter", "Choose the selected option.")
        self.button.clicked.connect(lambda: self._give(self.list.currentRow()))
        self.commands: list[Command] = []
        self._label = ""
        for part in (self.heading, self.note, self.list, self.button):
            self.column.addWidget(part, 1 if part is self.list else 0)
        self.rest = QWidget()  # keeps the words of a question without a list at the top
        self.column.addWidget(self.rest, 1)

    def refresh(self, situation: Situation) -> None:
        """List the options again."""
        words, question = situation.words, situation.words.question(situation.decision.kind)
        self.heading.setText(question.heading)
        self.note.setText(question.note)
        label = self._label = question.button
        self.note.setVisible(bool(question.note))
        offered = [command for commands in situation.offered.values() for command in commands]
        self.commands = [command for command in offered if command.args or words.verb(command.verb).toggle]
        self.commands.sort(key=lambda command: self.rank(situation, command))
        self.list.clear()
        for command in self.commands:
            self.list.addItem(self._item(situation, command))
        self.list.setVisible(bool(self.commands))
        self.button.setVisible(bool(self.commands))
        self.rest.setVisible(not self.commands)
        more = any(words.verb(name).forward for name in situation.offered) and "·" not in label
        self.list.setCurrentRow(0 if self.commands and (not more or self.list.hasFocus()) else -1)
        self._enable()

    def forget(self) -> None:
        """Forget the options too."""
        super().forget()
        self.commands = []
        self.list.clear()

    def enter(self) -> bool:
        """Give the marked option."""
        return self.list.enter()

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Return the sort key of an option; options of equal rank keep their order."""
        return ()

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return what an option is called in the list."""
        return situation.words.describe(command, situation.names, situation.decision)

    def picture_of(self, situation: Situation, command: Command) -> QPixmap | None:
        """Return the picture beside an option."""
        return None

    def place_of(self, command: Command) -> str:
        """Return the place or piece to show while an option is marked, as text, or ""."""
        return ""

    def tip_of(self, situation: Situation, command: Command) -> str:
        """Return the tool tip of an option, or ""."""
        return ""

    def give(self, verb: str) -> bool:
        """Give the marked option if it is of this verb; return whether it was."""
        row = self.list.currentRow()
        if 0 <= row < len(self.commands) and self.commands[row].verb == verb:
            self._give(row)
            return True
        return False

    def _item(self, situation: Situation, command: Command) -> QListWidgetItem:
        item = QListWidgetItem(self.words_of(situation, command))
        picture = self.picture_of(situation, command)
        if picture is not None:
            item.setIcon(plain_icon(picture))
        item.setToolTip(self.tip_of(situation, command))
        item.setData(Qt.ItemDataRole.UserRole, self.place_of(command))
        return item

    def _enable(self) -> None:
        marked = self.list.marked >= 0
        self.button.setEnabled(marked)
        label, _, key = self._label.partition(KEYED)
        self.button.setText(label)
        self.button.show_key(key or ("Enter" if marked else ""))

    def _point(self, row: int) -> None:
        if 0 <= row < self.list.count() and self.list.hasFocus():  # only when the player moves there himself
            thing = self.list.item(row).data(Qt.ItemDataRole.UserRole)
            if thing:
                self.pointed.emit(thing)

    def _give(self, row: int) -> None:
        if 0 <= row < len(self.commands):
            self.ordered.emit(self.commands[row])


# --- The Orders dock, which shows the page for the present decision ------------------------------------------------

CHOICES = "choices"
STAFF, AWAY = "The computer is deciding.", "A player at another computer is deciding."
IDLE, OVER = "Once a game is running, everything you can do is listed here.", "The game is over."


class OrderPages(QStackedWidget):
    """Pages as high as the panel: asked for their height at each width, they would measure all words several times."""

    def hasHeightForWidth(self) -> bool:
        """Say that no width asks for a height."""
        return False


class MadePages(dict[str, OrdersPage]):
    """The pages made so far, by name: each is made when it is first asked for, for a window opens with one at most."""

    def __init__(self, makers: dict[str, PageMaker]) -> None:
        super().__init__()
        self.makers = makers

    def __missing__(self, name: str) -> OrdersPage:
        page = self[name] = self.makers[name]()
        return page


def _waits_for(game: GameController) -> str:
    """Return why nothing can be ordered now."""
    if game.over or game.closed:
        return OVER
    return SENDING if game.is_sending else STAFF if game.staff else AWAY if game.far else IDLE


class OrdersPanel(QWidget):
    """Choose the page for a decision and pass on what it orders."""

    ordered = Signal(object)
    put_back = Signal(object)
    rolled = Signal(dict)
    pointed = Signal(str)
    rule_asked = Signal(str)

    def __init__(self, game: GameController, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Orders")
        self.nature = NaturePage(game, draw_die)
        self.idle = QWidget()
        self.idle_note = MutedText(IDLE)
        column = QVBoxLayout(self.idle)
        column.addWidget(self.idle_note)
        column.addStretch(1)
        self.stack = OrderPages()
        self.stack.addWidget(self.idle)
        self.stack.addWidget(self.nature)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.stack)
        self.nature.rolled.connect(self.rolled)
        self.pages = MadePages({})
        self.offered: dict[str, list[Command]] = {}
        self.lay({})

    def lay(self, orders: Mapping[str, PageMaker | OrdersPage]) -> None:
        """Replace the pages by those of a system, each with its maker or made; plain choices fill in if it has none."""
        for page in self.pages.values():
            page.forget()
            discard(page)
        self.pages = MadePages({name: partial(self._adopt, given) for name, given in orders.items()})
        self.pages.makers.setdefault(CHOICES, partial(self._adopt, ChoicesPage))
        for name, given in orders.items():
            if isinstance(given, OrdersPage):
                self.pages[name] = self._adopt(given)
        self.stack.setCurrentWidget(self.idle)

    def _adopt(self, given: PageMaker | OrdersPage) -> OrdersPage:
        page = given if isinstance(given, OrdersPage) else given()
        self.stack.addWidget(page)
        page.ordered.connect(self.ordered)
        page.put_back.connect(self.put_back)
        page.pointed.connect(self.pointed)
        page.rule_asked.connect(self.rule_asked)
        return page

    @property
    def page(self) -> QWidget:
        """Return the page shown."""
        return self.stack.currentWidget()

    def show_game(self, game: GameController, offered: dict[str, list[Command]]) -> None:
        """Show the page for the present question; the keyboard focus stays in this panel if it was here."""
        self.offered = offered
        focus = QApplication.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self._show(game, offered)
        focus = QApplication.focusWidget()
        if here and not (focus is not None and self.page.isAncestorOf(focus)):
            self.take_focus(Qt.FocusReason.OtherFocusReason)

    def take_focus(self, why: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> bool:
        """Give the keyboard focus to the first widget on the page that takes it; return whether there is one."""
        for widget in self.page.findChildren(QWidget):
            able = widget.isVisible() and widget.isEnabled()
            if able and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                widget.setFocus(why)
                return True
        return False

    def _show(self, game: GameController, offered: dict[str, list[Command]]) -> None:
        decision = game.decision
        if game.request is not None:
            self.nature.show_request(game.request)
            self.stack.setCurrentWidget(self.nature)
        elif decision is None:
            for page in self.pages.values():
                page.forget()
            here = _waits_for(game)
            self.idle_note.setText("" if game.looks_back else here)
            self.stack.setCurrentWidget(self.idle)
        else:
            name = game.words.question(decision.kind).page
            page = self.pages[name if name in self.pages.makers else CHOICES]
            situation = Situation(
                game.view, decision, offered, game.names, game.query, game.explain, game.words, game.given, game.seq
            )
            page.show_situation(situation)
            self.stack.setCurrentWidget(page)

    def enter(self) -> bool:
        """Give the order marked on the page shown; return whether one was."""
        page = self.page
        return isinstance(page, OrdersPage) and page.enter()

    def give(self, verb: str) -> bool:
        """Give the order of a verb to whatever is marked on the page; return whether it could be."""
        page = self.page
        return isinstance(page, OrdersPage) and page.give(verb)
