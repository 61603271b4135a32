"""The Lesson panel, and the frame over a widget that it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app import theme
from app.panels.layouts import scrolling
from app.panels.widgets import Heading, KeyButton, Label, MutedText, RuleChip
from app.text.parts import Markup, compose, join
from rules.engine.english import counted
from rules.lessons.lesson import DONE, MISSED, PASSED

if TYPE_CHECKING:
    from rules.lessons.lesson import LessonProgress, LessonStep

# --- A frame over a widget that a lesson speaks of; it takes no click ----------------------------------------------

GOLD, DARK = QColor("#ffc61a"), QColor("#241c05")


class GoldFrame(QWidget):
    """A gold frame as large as the widget it lies on."""

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(target.size())
        target.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the widget below."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.resize(watched.size())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, gold with a dark rim."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        for colour, width in ((DARK, 4.0), (GOLD, 2.4)):
            painter.setPen(QPen(colour, width))
            painter.drawRoundedRect(box, 5, 5)
        painter.end()


# --- The Lesson panel: the step at hand, what came of the last one, and how far the player is ----------------------

NEXT_KEY = "Shift+F1"
SIGNS = {DONE: "✓", PASSED: "–", MISSED: "–"}
TOLD = {DONE: "Done", PASSED: "Skipped", MISSED: "No longer possible"}
RECORDING = "Play what the lesson should teach. Each order becomes a step, which you word later. Undo removes it."
ALL_DONE = "Lesson complete. Play on as long as you like, or pick the next lesson under Learn."


class LessonTexts(NamedTuple):
    """How the texts of a lesson are turned into rich text, and the name of its next one, "" for none."""

    page: Callable[[str], Markup]
    following: str = ""


class Dots(QWidget):
    """A dot for each step: full if done, hollow if passed over or to come, ringed at hand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ends: Sequence[str] = ()
        self._at = -1
        self.setFixedHeight(14)

    def show_steps(self, ends: Sequence[str], at: int) -> None:
        """Show how the steps have ended, "" for those still open, and the one at hand."""
        self._ends, self._at = ends, at
        done = sum(end == DONE for end in ends)
        self.setAccessibleName(f"{done} of {len(ends)} steps done")
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for a row of dots."""
        return QSize(60, 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dots."""
        if not self._ends:
            return
        colours, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = min(15.0, (self.width() - 8) / len(self._ends))
        for number, end in enumerate(self._ends):
            box = QRectF(2 + number * step, 3.5, min(8.0, step - 3), min(8.0, step - 3))
            painter.setPen(QPen(QColor(colours.accent if number == self._at else colours.muted), 1.6))
            painter.setBrush(QColor(colours.good) if end == DONE else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(box.adjusted(-1.5, -1.5, 1.5, 1.5) if number == self._at else box)
        painter.end()


class LessonPanel(QWidget):
    """Show a lesson.

    `went_on` says that the player has read the step or passes it over, `left` that he leaves the lesson, `learn` that
    he wants the list of lessons; `pointed` carries a hex or unit to show, `rule_asked` a rule number.
    """

    went_on = Signal()
    left = Signal()
    learn = Signal()
    shown = Signal()
    pointed = Signal(str)
    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Lesson")
        self.setMinimumSize(120, 150)
        self.title, self.count, self.dots = Heading(), MutedText(), Dots()
        self.title.setWordWrap(True)
        self.count.setWordWrap(False)
        self.ended, self.step, self.text = Label(), Label(), Label()
        for label in (self.ended, self.step, self.text):
            label.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.text.linkActivated.connect(self._follow)
        self.rule = RuleChip()
        self.rule.asked.connect(self.rule_asked)
        self.next = KeyButton("Next", NEXT_KEY, "Go to the next step")
        self.show_me = KeyButton("Show me", "", "Show this step on the map")
        self.leave = KeyButton("Leave", "", "Leave the lesson. Help brings it back where you were.")
        self.next.clicked.connect(self.went_on)
        self.show_me.clicked.connect(self.shown)
        self._running = False
        self._lay_out()

    def _lay_out(self) -> None:
        head, row = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.dots, 1)
        head.addWidget(self.count)
        for button in (self.next, self.show_me):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # so that no button comes to stand where another was
            button.setSizePolicy(policy)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.leave)
        self.leave.clicked.connect(lambda: self.left.emit() if self._running else self.learn.emit())
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(4)
        for part in (self.ended, self.step, self.text):
            column.addWidget(part)
        column.addWidget(self.rule, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(8, 4, 8, 8)
        whole.setSpacing(4)
        whole.addWidget(self.title)
        whole.addLayout(head)
        whole.addWidget(scrolling(body), 1)
        whole.addLayout(row)

    def show_progress(
        self, progress: LessonProgress, ended: Sequence[tuple[LessonStep, str]], texts: LessonTexts
    ) -> None:
        """Show where a player is; `ended` are the steps that have just ended."""
        lesson, step = progress.lesson, progress.step
        self._running = True
        self.title.setText(lesson.title)
        steps = lesson.steps
        self.count.setText(f"{min(progress.number + 1, len(steps))} of {len(steps)}" if not lesson.free else "")
        at = steps.index(step) if step is not None and not lesson.free else -1
        self.dots.show_steps([progress.ended.get(one.id, "") for one in steps], at)
        self._tell_ended(ended)
        if lesson.free:
            self._show_aims(progress, texts)
        elif step is not None:
            self._show_step(step, texts)
        else:
            self._show_end(texts)
        self.leave.setText("Leave")

    def show_none(self) -> None:
        """Show that no lesson is on the table."""
        self._running = False
        for label in (self.title, self.count, self.ended, self.text):
            label.setText("")
        self.step.setText("No lesson running.")
        self.dots.show_steps((), -1)
        self.rule.cite("")
        self.next.hide()
        self.show_me.hide()
        self.leave.setText("Learn…")

    def show_recording(self, steps: Sequence[str]) -> None:
        """Show the steps of a lesson that is being recorded, the last one first."""
        self._running = True
        self.title.setText("Recording a lesson")
        self.count.setText(counted(len(steps), "step"))
        self.dots.show_steps((), -1)
        self.ended.hide()
        self.step.setText(RECORDING)
        rows = (compose("<p>{}&nbsp; {}</p>", number, words) for number, words in enumerate(steps, 1))
        self.text.setText(join("", reversed(list(rows))))
        self.rule.cite("")
        self.next.setText("Keep")
        self.next.show_key("")
        self.next.set_flag("primary", True)
        self.next.setEnabled(bool(steps))
        self.next.show()
        self.show_me.hide()
        self.leave.setText("Discard")

    def _tell_ended(self, ended: Sequence[tuple[LessonStep, str]]) -> None:
        self.ended.setVisible(bool(ended))
        lines = []
        for step, how in ended:
            colour = theme.current().good if how == DONE else theme.current().muted
            why = f" {step.missed}" if how == MISSED and step.missed else ""
            line = compose('<span style="color:{}">{} {}: {}.{}</span>', colour, SIGNS[how], step.title, TOLD[how], why)
            lines.append(line)
        self.ended.setText(join("<br>", lines))

    def _show_step(self, step: LessonStep, texts: LessonTexts) -> None:
        self.step.setText(compose("<b>{}</b>", step.title))
        self.text.setText(texts.page(step.text))
        self.rule.cite(step.rule)
        self.next.setText("Next" if step.waits is None else "Skip")
        self.next.show_key(NEXT_KEY)
        self.next.setEnabled(True)
        self.next.set_flag("primary", step.waits is None)
        self.next.show()
        self.show_me.setVisible(any(point.startswith(("hex:", "unit:")) for point in step.points))

    def _show_aims(self, progress: LessonProgress, texts: LessonTexts) -> None:
        lesson = progress.lesson
        self.step.setText(compose("<b>{}</b>", "Goals, in any order"))
        parts = [compose("<p><b>{}</b></p>", _done(texts))] if progress.is_complete else []
        parts += [texts.page(lesson.lead)] if lesson.lead else []
        for step in lesson.steps:
            met = step.id in progress.ended
            box = compose('<b style="color:{}">✓</b>', theme.current().good) if met else Markup("□")
            parts.append(compose("<p>{} <b>{}</b></p>{}", box, step.title, texts.page(step.text)))
        self.text.setText(join("", parts))
        self.rule.cite(lesson.steps[0].rule)
        self.next.hide()
        self.show_me.setVisible(any(step.points for step in lesson.steps))

    def _show_end(self, texts: LessonTexts) -> None:
        self.step.setText("Well done.")
        self.text.setText(_done(texts))
        self.rule.cite("")
        self.next.hide()
        self.show_me.hide()

    def _follow(self, link: str) -> None:
        kind, _, name = link.partition(":")
        if kind == "rule":
            self.rule_asked.emit(name)
        else:
            self.pointed.emit(link)


def _done(texts: LessonTexts) -> str:
    return f"{ALL_DONE} Next: “{texts.following}”." if texts.following else ALL_DONE
