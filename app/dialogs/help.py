"""Help beside the game: how to play, and the rules reference."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import PySide6
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app import theme
from app.actions import MENUS, ActionSpec
from app.bindings import as_written, keys_of, spell, without_functions
from app.diagram import Diagram, Inks, Layout, lay_out, paint
from app.dialogs.messages import fit, show_in_desktop
from app.panels.layouts import scrolling
from app.panels.reader import Reader
from app.panels.widgets import MutedText, OptionList
from app.text.parts import Markup, compose, join, literal
from app.theme import faces

# --- Help, keys and about, as plain pages of text ------------------------------------------------------------------

TABLE = "<table cellspacing='0' cellpadding='3'>"
END = Markup("</table>")


class PageDialog(QDialog):
    """Show one page; `pictures` are those for the names in its `img` tags."""

    def __init__(
        self, title: str, page: str, parent: QWidget | None = None, pictures: Mapping[str, QImage] | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        fit(self, 640, 620)
        self.text = Reader(title, pictures)
        self.text.write(as_written(page))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(self.buttons)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer_folder(self, words: str, folder: Path) -> None:
        """Add a button that opens a folder in the desktop's file manager."""
        button = self.buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda: show_in_desktop(folder))


def keys_page(specs: Sequence[ActionSpec], board: Sequence[tuple[str, str]]) -> Markup:
    """Return a table of every key; `board` are those of the board that stand in no menu, with what they do."""
    rows: list[str] = [Markup("<h2>Keys</h2>")]
    for menu in MENUS:
        rows.append(compose("<h3>{}</h3>" + TABLE, menu.replace("&", "")))
        for spec in specs:
            title, _, shown = spec.title.replace("&", "").partition("\t")
            keys = as_written(" or ".join(keys_of(spec.id, spec.keys))) or shown
            if spec.menu == menu and keys:
                rows.append(_row(keys, title, spec.tip))
        rows.append(END)
    rows.append(compose("<h3>Map</h3>" + TABLE))
    for keys, words in (
        ("+ and −", "Zoom"),
        ("0", "Whole map"),
        *board,
        ("Enter without a map cursor", "Choose what is selected in the Orders panel; if nothing is, same as Space"),
        ("Space and drag", "Move the map"),
        ("Ctrl and wheel, or pinch", "Zoom under the pointer"),
    ):
        rows.append(_row(keys, words))
    rows.append(END)
    rows.append(compose("<h3>While viewing history</h3>" + TABLE))
    for keys, words in (
        ("Left and Right", "One step back, one step forward"),
        ("Ctrl and Left or Right", "Previous or next chit (also PgUp and PgDn)"),
        ("Shift and Left or Right", "Previous or next turn"),
        ("Home and End", "Start of the game, back to now"),
        ("Space", "Play or pause"),
        ("1, 2 and 3", "Playback speed"),
        ("Esc", "Back to now (nothing is undone)"),
        ("Any key or click while something moves", "Skips to the end of the animation and does nothing else"),
    ):
        rows.append(_row(keys, words))
    return join("", [*rows, END])


def _row(keys: str, *words: str) -> Markup:
    cells = join("", (compose("<td>{}</td>", word) for word in words))
    return compose("<tr><td width='{}'><b>{}</b></td>{}</tr>", faces.scaled(118), keys, cells)


def about_page(version: str, places: Mapping[str, Path]) -> Markup:
    """Return the page about the program; `places` are where the player's files lie, by what they are."""
    return compose(
        "<h2>Chitpull {version}</h2><p>A desktop table for hex-and-counter wargames that knows the "
        "rules.</p><p>Charts and counter values that the rulebook does not print are our own. You "
        "can change them in the data files. Maps and orders of battle are based on public geography "
        "and history.</p><p>Free software under the MIT license. The window uses Qt and PySide6 "
        "under the GNU Lesser General Public License, version 3, and GEOS under version 2.1 of that "
        "license. You may change and replace both. NOTICES.txt in the licences folder lists "
        "everything else in the package, with the text of every license.</p><h3>Where are my "
        "files?</h3>" + TABLE + "{rows}" + END + "<p><small>{made_of}</small></p>",
        version=version,
        rows=join("", (_row(what, str(place)) for what, place in places.items())),
        made_of=f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, {platform.platform()}",
    )


# --- The help window: how to read a counter and the map, then how to play ------------------------------------------

TITLE = "How to play"
SAME_EVERYWHERE = """
<h3>The window, in every game</h3>
<p><b>What just happened.</b> After the other side has played, a button in the corner of the map offers a replay
({since}): units move and dice roll again, and nothing is undone. {look_back} shows the whole game: step through it,
play it or drag the slider, and the log follows. From any earlier position you can branch into a new game.</p>
<p><b>More space.</b> {fold_log} collapses the log, {alone} leaves only the map, {full_screen} fills the screen. {sound}
turns sounds on or off.</p>
<p><b>Make it yours.</b> Edit &gt; Preferences sets colors, text and counter sizes, animation speed and the prompts to
skip. Edit &gt; Change keys changes any shortcut, including the keys you hold down.</p>
<p><b>What a saved game proves.</b> Every line of the file is sealed, the dice follow from a seed, and the seed from how
and when the game was started. Opening a game replays all of it: if anything was edited, you are told before the next
order. This computer remembers how far it has written each of its games, so a missing end is noticed here. Anything that
can't be proved is shown in brackets beside the title. Game &gt; <i>What this game proves</i> explains it.</p>
<p>No file can prove what no neutral person saw: dice rolled by hand, a seed somebody chose, that both players agreed to
a take-back, the day the game was started, on another computer that its last orders are all there, or that nobody
replayed it until the dice were kind. For that, have a neutral person run the game.</p>
<p><b>What you can play.</b> The start page lists every scenario with its length, size and sides, and its notes say what
is known of its balance. Learn… has a guided first battle and a lesson for each example of the rulebook; Help &gt;
Worked examples opens the same examples as positions.</p>
<p><b>House rules.</b> <i>House rules</i> below the scenario on the start page lists the rules you can change, each
with its number and in one sentence for each choice. What you change holds for that game only, against the computer
too, and is saved with it. The window's title then says <i>house rules</i>, and the scenario notes ({notes}) and
set-up sheets list them.</p>
<p><b>Battles of your own.</b> <i>Make your own…</i> on the start page begins a scenario with the one that is marked and
opens the workshop: drag counters from the forces on to the map, double click to turn one over, Delete takes it off, a
right click on a hex has markers, victory points and arrivals. In Battle Cards mark units, obstacles, terrain or a road
in the list and click, or draw across the hexes with the button held; Escape puts it away. The check at the right says
what can't be played yet.
Playtest plays it as it is; Share… packs it into one file. Help &gt; Sample module has three small battles that were
made so, to be installed and taken apart.</p>
<p><b>Ground, charts and divisions of your own.</b> In the Company Scale System <i>Ground</i> takes a brush in hand:
paint, raise ground, draw streams along hexsides, lead roads from hex to hex. <i>Open a scan…</i> at its foot lays a
picture of a map under the brush: click three hexes in it and write their numbers. The picture stays on your computer
and is never shared. <i>Charts</i>, in Battle Cards too, has the values of all counters and cards and what they are
played by: a double click changes one, what differs from the printed charts is bold, and <i>As printed</i> takes it
back. It holds for your scenarios only. <i>New division…</i> below the forces makes a division like another, with a
name and a color of its own.</p>
<p><b>Lessons of your own.</b> <i>Record…</i> under Lesson in the workshop plays the scenario: each order becomes a step
of a lesson, Undo takes its step back, and <i>Keep</i> brings them to the workshop, where you word, merge, move and
delete them. Game &gt; <i>Record a lesson</i> does so with any playtest. Saved, the lesson is listed under Learn.</p>
<p><b>Battles by other players.</b> Drop a module (<i>.chitpull-module</i>) or a scenario file on the window, or use
Game &gt; Open; a scenario can be played, or a copy of it edited. A module is shown before anything is installed. Its
battles appear on the start page under Installed; saved games stay playable when you remove it. Your own scenarios
appear under My own.</p>
<p><b>On paper.</b> Game &gt; Print… prints set-up sheets, player aids, counters, the map and a report, of the starting
position or the current one. Print at 100 %. Without opening a window, type <i>chitpull --print setup --scenario
first-light --out sheets.pdf</i> (on Windows <i>chitpull-console</i>, from source <i>python run.py</i>); instead of
setup also aids, counters, map, reading or all, or report with <i>--open mygame.chitpull</i>. Add <i>--paper Letter</i>
or <i>--gray</i> as you need. <i>--help</i> lists the rest.</p>
<p><b>New versions.</b> Chitpull only looks for one if you ask: turn it on in Preferences, or choose Help &gt; Check for
a new version. It sends nothing about you.</p>
"""
"""What holds for every system, with the keys of actions as the player has them."""
STAFF = """
<h2>Playing against the computer</h2>
<p><b>Who plays.</b> On the start page, <i>Players</i> below the scenario says who plays which side: two players on one
computer (hot seat), you against the computer, or the computer against itself while you watch. {players}, or a click on
the plate at the end of the menu bar, changes this during a game. It is saved with the game.</p>
<p><b>Levels.</b> The level sets how well the computer plays, the style how aggressive it is. No level gets better dice,
chits or cards. It sees only what a player on its side would see, and it runs in a separate process.</p>
<p><b>While it thinks</b> the bar at the top shows what it is considering. <b>Esc</b> takes the best order found so far.
You can look around, measure and read, but not give orders. Its fire, moves and dice are shown like yours, at the speed
set with {players}: instant, fast, slow, or step by step, where <b>Space</b> continues. Any key or click skips an
animation. When you are only watching, <b>Space</b> pauses.</p>
<p><b>Undo.</b> {undo} goes back to your own last order if no die roll or draw has come since. {take_back} goes back to
it with the dice and everything the computer has done since.</p>
<p><b>Why?</b> in the log, beside an order of the computer, shows its reasons: what counted for the order, the
alternatives it considered and the plans it compared. {why} shows the same for its last order, or for the one you are
viewing. The reasons are saved beside the game, in a file of the same name ending in .thoughts. Where hands are hidden,
that file stays sealed until the game is over.</p>
<p><b>Suggestions.</b> {hint} shows what the computer would do in your place and marks it on the map. Nothing is
ordered.</p>
<p><b>A little help.</b> {players} can have you warned, in one sentence, before an order that is likely to be a mistake:
a column left under fire, a victory hex left to an enemy, a battle not fought. You can give the order anyway.
Suggestions then also tell what the computer fears for your units, and mark where.</p>
<p><b>Two games to watch</b> are on the start page below the battles, one lost against the computer and one won, each
with all of the computer's reasons.</p>
<p><b>If its process fails</b> it is restarted once. If it fails again you take over its side and nothing is lost;
{players} gives it back.</p>
"""
"""How to play against the computer, with the keys of actions as the player has them."""
AGAINST = "Against the computer"
NAMED = (
    "since", "look_back", "fold_log", "alone", "full_screen", "sound", "players", "undo", "take_back", "why", "hint",
    "notes",
)  # fmt: skip


class HelpDialog(QDialog):
    """Show labelled drawings and the help page, a tab for each; `rule_asked` carries a rule number."""

    rule_asked = Signal(str)

    def __init__(self, drawings: Sequence[Diagram], page: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(TITLE)
        self.tabs.setDocumentMode(True)
        for drawing in drawings:
            view = DiagramView(drawing)
            view.rule_asked.connect(self.rule_asked)
            area = scrolling(view)
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
            self.tabs.addTab(area, literal(drawing.title))
        self.text = Reader(TITLE)
        keys = {name: spell(f"{{{name}}}") for name in NAMED}
        self.text.write(as_written(join("", [without_functions(page), compose(SAME_EVERYWHERE, **keys)])))
        self.tabs.addTab(self.text, TITLE)
        self.staff = Reader(AGAINST)
        self.staff.write(as_written(compose(STAFF, **keys)))
        self.tabs.addTab(self.staff, AGAINST)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tabs)
        column.addWidget(self.buttons)
        fit(self, *((1160, 640) if drawings else (640, 620)))
        self.tabs.tabBar().setFocus(Qt.FocusReason.OtherFocusReason)


# --- A labelled drawing as a widget: it grows with its room, and its rule numbers open the reference ---------------


class DiagramView(QWidget):
    """Show a labelled drawing; the label under the pointer and its line stand out."""

    rule_asked = Signal(str)

    def __init__(self, diagram: Diagram, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.diagram = diagram
        self._lit = -1
        self.setMouseTracking(True)
        self.setMinimumSize(760, 460)
        self.setAccessibleName(diagram.title)
        self.setAccessibleDescription(diagram.words)

    @property
    def laid(self) -> Layout:
        """Return where the parts stand at the present size."""
        return lay_out(self.diagram, QRectF(self.rect()), self.font())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing."""
        colours = theme.current()
        painter = QPainter(self)
        inks = Inks(colours.text, colours.muted, colours.link, self.font())
        paint(painter, self.diagram, self.laid, inks, self._lit)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the label under the pointer stand out."""
        self._light(self._at(event.position()))
        over = self._lit >= 0 and self.laid.labels[self._lit].rule.contains(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the reference at a rule number that is clicked."""
        number = self._at(event.position())
        if number >= 0 and self.laid.labels[number].rule.contains(event.position()):
            self.rule_asked.emit(self.laid.labels[number].callout.rule)

    def leaveEvent(self, event: QEvent) -> None:
        """Let no label stand out."""
        self._light(-1)

    def _light(self, number: int) -> None:
        if number != self._lit:
            self._lit = number
            self.update()

    def _at(self, point: QPointF) -> int:
        """Return the number of the label, or of the target, at a point; -1 for none."""
        for number, label in enumerate(self.laid.labels):
            near = (label.target - point).manhattanLength() < 9
            if label.box.contains(point) or near:
                return number
        return -1


# --- The rules reference: every clause by number, found by number or word ------------------------------------------


class ClauseLike(Protocol):
    """What the reference shows of a clause."""

    @property
    def id(self) -> str: ...
    @property
    def section(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def ambiguity(self) -> str: ...


PAGE = '<h3>{} {}</h3><p style="line-height:135%">{}</p>{}<p><small>{}</small></p>'


class ReferenceDialog(QDialog):
    """The rules reference, which stays open beside the game; `look_up` jumps to a rule number."""

    def __init__(self, clauses: Sequence[ClauseLike], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rules reference")
        fit(self, 900, 620)
        self.clauses = list(clauses)
        self._haystack = [f"{c.id} {c.section} {c.title} {c.text}".lower() for c in self.clauses]
        self.search = QLineEdit()
        self.search.setPlaceholderText("Rule number or words")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Search the rules")
        self.search.textChanged.connect(self._filter)
        self.list = OptionList("Rules found")
        self.list.setUniformItemSizes(True)
        self.list.currentRowChanged.connect(self._show)
        self.text = Reader("Rule text")
        self.count = MutedText()
        for index, clause in enumerate(self.clauses):
            item = QListWidgetItem(f"{clause.section}  {clause.title}")
            item.setData(Qt.ItemDataRole.UserRole, index)
            item.setToolTip(clause.id)
            self.list.addItem(item)
        left = QVBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        left.addWidget(self.count)
        whole = QHBoxLayout(self)
        whole.addLayout(left, 2)
        whole.addWidget(self.text, 3)
        self._filter("")

    def look_up(self, number: str) -> None:
        """Show the first clause of a rule number such as 8.6.1 or CSS-8.6-03."""
        number = number.strip()
        self.search.setText(number)
        wanted = next((i for i, c in enumerate(self.clauses) if number in (c.section, c.id)), None)
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == wanted:
                self.list.setCurrentRow(row)
                self.list.scrollToItem(self.list.item(row))
                return

    def _filter(self, words: str) -> None:
        wanted = words.lower().split()
        count = 0
        for row in range(self.list.count()):
            index = self.list.item(row).data(Qt.ItemDataRole.UserRole)
            hit = all(self._matches(index, word) for word in wanted)
            self.list.item(row).setHidden(not hit)
            count += hit
        self.count.setText(f"{count} of {len(self.clauses)} rules")
        first = next((r for r in range(self.list.count()) if not self.list.item(r).isHidden()), -1)
        current = self.list.currentItem()
        if current is None or current.isHidden():
            self.list.setCurrentRow(first)

    def _matches(self, index: int, word: str) -> bool:
        if word[0].isdigit():
            section = self.clauses[index].section
            return section == word or section.startswith(f"{word}.") or word in self.clauses[index].id.lower()
        return word in self._haystack[index]

    def _show(self, row: int) -> None:
        if row < 0:
            self.text.write(Markup("<p>No rule found.</p>"))
            return
        clause = self.clauses[self.list.item(row).data(Qt.ItemDataRole.UserRole)]
        unclear = compose("<p><i>Our ruling.</i> {}</p>", clause.ambiguity) if clause.ambiguity else ""
        self.text.write(compose(PAGE, clause.section, clause.title, clause.text, unclear, clause.id))
