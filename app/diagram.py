"""Labelled drawings: a subject in the middle, labels left and right, and a line from each label to what it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from rules.engine.frozen import frozen

WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
CENTRED = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)
COLUMN, LEAST, MOST = 0.26, 190.0, 350.0
"""Width of a column of labels: its share of the room, the least and the most in pixels."""
SIZES = (1.2, 1.1, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)
"""Text sizes tried, largest first, until a column of labels has room."""
LARGE_SHARE = 0.66
"""Share of the height that labels in a larger text may take."""
FINEST = 2400
"""The most pixels across that a drawing makes of a piece of map, even on paper."""
GAP, AWAY, PAD = 9.0, 26.0, 10.0
"""Space between labels, between labels and subject, and at the edge."""


@frozen
class Callout:
    """A label: the point it names in units of the subject, a title, a sentence, a rule number or "", and its side.

    `level` is the height at which the label stands best, in the same units; None means that of the point.
    """

    at: QPointF
    title: str
    text: str
    rule: str = ""
    right: bool = False
    level: float | None = None


@frozen
class Caption:
    """Words that stand inside the subject, centred in a box in its units."""

    box: QRectF
    words: str


@frozen
class Diagram:
    """A drawing with its labels; `draw` paints the subject into (0, 0) to `size`.

    The labels of a side stand below each other in the order given.
    """

    title: str
    lead: str
    size: QSizeF
    draw: Callable[[QPainter], None]
    callouts: Sequence[Callout]
    captions: Sequence[Caption] = ()

    @property
    def words(self) -> str:
        """Return everything it says as plain text, for a screen reader."""
        lines = [self.title, self.lead]
        for callout in self.callouts:
            rule = f" ({callout.rule})" if callout.rule else ""
            lines.append(f"{callout.title}: {callout.text}{rule}")
        return "\n".join([*lines, *(caption.words for caption in self.captions)])


@frozen
class Part:
    """A part of a board that a label names: title, sentence, rule, the place that has the `feature`, and its side.

    `aside` is the distance of the line's end from the middle of the place, in scene units.
    """

    title: str
    text: str
    rule: str
    where: str
    feature: object
    right: bool = False
    aside: tuple[float, float] = (0.0, 0.0)

    def callout(self, at: QPointF) -> Callout:
        """Return the label of the part whose line ends at a point."""
        return Callout(at, self.title, self.text, self.rule, self.right)


def piece_of(
    title: str,
    lead: str,
    piece: QRectF,
    picture: Callable[[QSize], QImage],
    callouts: Iterable[Callout],
    *,
    smooth: bool = True,
) -> Diagram:
    """Return the drawing of a piece of a scene, whose units callouts have too.

    `picture` is asked for it in a size of pixels when the scale is another than before. If it is drawn `smooth`, FINEST
    pixels across are enough.
    """
    kept: dict[int, QImage] = {}

    def draw(painter: QPainter) -> None:
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        wide = round(piece.width() * scale)
        wide = min(FINEST, wide) if smooth else wide
        if wide not in kept:
            kept.clear()
            kept[wide] = picture(QSize(wide, round(wide * piece.height() / piece.width())))
        if smooth:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(QPointF(), piece.size()), kept[wide])

    moved = [replace(callout, at=callout.at - piece.topLeft()) for callout in callouts]
    return Diagram(title, lead, piece.size(), draw, moved)


@frozen
class Inks:
    """Colours as #rrggbb and the font of the words."""

    text: str
    muted: str
    link: str
    font: QFont


@frozen
class PlacedLabel:
    """A label where it stands: its box, that of its rule number, and the end of its line on the subject."""

    callout: Callout
    box: QRectF
    rule: QRectF
    target: QPointF


@frozen
class Layout:
    """Where everything stands in a room: the subject's box and scale, the labels, and the size of their text."""

    subject: QRectF
    scale: float
    labels: tuple[PlacedLabel, ...]
    size: float
    lead: QRectF


def fitted(size: QSizeF, room: QRectF) -> QRectF:
    """Return a box of the shape of a size, as large as fits into a room, in the middle of it."""
    box = QRectF(QPointF(), size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio))
    box.moveCenter(room.center())
    return box


def lay_out(diagram: Diagram, room: QRectF, font: QFont) -> Layout:
    """Place the parts of a drawing in a room."""
    words = QFontMetricsF(font)
    lead = QRectF(room.left() + PAD, room.top() + PAD, room.width() - 2 * PAD, 1000)
    lead.setHeight(words.boundingRect(lead, WRAPPED, diagram.lead).height() if diagram.lead else 0.0)
    body = QRectF(room.left(), lead.bottom() + PAD, room.width(), room.bottom() - lead.bottom() - 2 * PAD)
    wide = min(max(LEAST, body.width() * COLUMN), MOST)
    inner = body.adjusted(PAD + wide + AWAY, 0, -(PAD + wide + AWAY), 0)
    subject = fitted(diagram.size, inner)
    scale = subject.width() / diagram.size.width()
    columns = [[c for c in diagram.callouts if c.right is right] for right in (False, True)]
    lefts = (body.left() + PAD, body.right() - PAD - wide)
    for size in SIZES:
        placed = [
            _column(column, subject, scale, QRectF(left, body.top(), wide, body.height()), _sized(font, size))
            for column, left in zip(columns, lefts, strict=True)
        ]
        room_for_all = body.height() * (LARGE_SHARE if size > 1 else 1)
        if all(sum(label.box.height() + GAP for label in labels) <= room_for_all + GAP for labels in placed):
            break
    return Layout(subject, scale, (*placed[0], *placed[1]), size, lead)


def _sized(font: QFont, size: float, *, bold: bool = False) -> QFont:
    sized = QFont(font)
    if font.pixelSize() > 0:
        sized.setPixelSize(round(font.pixelSize() * size))
    else:
        sized.setPointSizeF(font.pointSizeF() * size)
    sized.setBold(bold)
    return sized


def _column(column: Sequence[Callout], subject: QRectF, scale: float, room: QRectF, font: QFont) -> list[PlacedLabel]:
    """Return the labels of one side beside their targets, moved apart where they would overlap."""
    bold = QFontMetricsF(_sized(font, 1.0, bold=True))
    plain = QFontMetricsF(font)
    ends = {id(c): subject.topLeft() + c.at * scale for c in column}
    narrow = QRectF(0, 0, room.width(), 1000)
    high = [bold.height() + plain.boundingRect(narrow, WRAPPED, c.text).height() for c in column]
    levels = [subject.top() + (c.at.y() if c.level is None else c.level) * scale for c in column]
    tops = _apart([level - bold.height() / 2 for level in levels], high, room)
    placed = []
    for callout, top, tall in zip(column, tops, high, strict=True):
        box = QRectF(room.left(), top, room.width(), tall)
        cited = plain.horizontalAdvance(f"§ {callout.rule}")
        after = min(bold.horizontalAdvance(callout.title + "  "), room.width() - cited)
        rule = QRectF(box.left() + after, top, cited, bold.height())
        placed.append(PlacedLabel(callout, box, rule if callout.rule else QRectF(), ends[id(callout)]))
    return placed


def _apart(wanted: Sequence[float], high: Sequence[float], room: QRectF) -> list[float]:
    """Return tops as near as can be to those wanted, in order, without overlap and inside the room if they fit."""
    groups: list[tuple[list[float], list[float]]] = []  # where each wants its group to begin, and its height with gap
    for top, tall in zip(wanted, high, strict=True):
        groups.append(([top], [tall + GAP]))
        while len(groups) > 1 and _top(groups[-2]) + sum(groups[-2][1]) > _top(groups[-1]):
            lower = groups.pop()
            above = sum(groups[-1][1])
            groups[-1][0].extend(begin - above for begin in lower[0])
            groups[-1][1].extend(lower[1])
    tops: list[float] = []
    for group in groups:
        least = max(tops[-1] + high[len(tops) - 1] + GAP, room.top()) if tops else room.top()
        tops.extend(accumulate(group[1][:-1], initial=max(least, _top(group))))
    most = room.bottom() + GAP
    for i in range(len(tops) - 1, -1, -1):
        tops[i] = most = min(tops[i], most - GAP - high[i])
    if tops and tops[0] < room.top():  # there is no room for all: a smaller text is tried
        tops = list(accumulate((tall + GAP for tall in high[:-1]), initial=room.top()))
    return tops


def _top(group: tuple[list[float], list[float]]) -> float:
    return sum(group[0]) / len(group[0])


def paint(painter: QPainter, diagram: Diagram, laid: Layout, inks: Inks, lit: int = -1) -> None:
    """Paint a drawing where it was laid out; the label of number `lit` stands out."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(inks.font)
    painter.setPen(QColor(inks.muted))
    painter.drawText(laid.lead, WRAPPED, diagram.lead)
    painter.save()
    painter.translate(laid.subject.topLeft())
    painter.scale(laid.scale, laid.scale)
    diagram.draw(painter)
    painter.restore()
    _captions(painter, diagram, laid, inks)
    for number, label in enumerate(laid.labels):
        _line(painter, label, inks, number == lit)
    for number, label in enumerate(laid.labels):
        _label(painter, label, inks, laid.size, number == lit)
    painter.restore()


def _captions(painter: QPainter, diagram: Diagram, laid: Layout, inks: Inks) -> None:
    font = _sized(inks.font, min(laid.size, 1.0) * 0.9)
    painter.setFont(font)
    painter.setPen(QColor(inks.text))
    for caption in diagram.captions:
        corner = laid.subject.topLeft() + caption.box.topLeft() * laid.scale
        box = QRectF(corner, caption.box.size() * laid.scale)
        painter.drawText(grown(box, caption.words, font), CENTRED, caption.words)


def grown(box: QRectF, words: str, font: QFont) -> QRectF:
    """Return the box of a caption, higher where its words need more: what it stands over stays free."""
    tall = QFontMetricsF(font).boundingRect(QRectF(0, 0, box.width(), 1000), CENTRED, words).height()
    return box.adjusted(0, min(0.0, box.height() - tall), 0, 0)


def _line(painter: QPainter, label: PlacedLabel, inks: Inks, lit: bool) -> None:
    """Draw the line from a label to its target, with a pale rim so that it shows on any ground."""
    middle = label.box.top() + min(label.box.height(), QFontMetricsF(inks.font).height()) / 2
    edge = label.box.left() - 5 if label.callout.right else label.box.right() + 5
    points = [QPointF(edge, middle), QPointF(label.target.x(), middle), label.target]
    dark, pale = QColor("#2a2318"), QColor("#fff6e2")
    rim, core = (dark, pale) if QColor(inks.text).lightnessF() > 0.5 else (pale, dark)
    for colour, width, dot in ((rim, 3.4, 4.2), (QColor(inks.link) if lit else core, 2.2 if lit else 1.3, 2.8)):
        painter.setPen(QPen(colour, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(points)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(label.target, dot, dot)


def _label(painter: QPainter, label: PlacedLabel, inks: Inks, size: float, lit: bool) -> None:
    bold = _sized(inks.font, size, bold=True)
    painter.setFont(bold)
    painter.setPen(QColor(inks.link if lit else inks.text))
    painter.drawText(label.box, WRAPPED, label.callout.title)
    if label.callout.rule:
        painter.setFont(_sized(inks.font, size))
        painter.setPen(QColor(inks.link))
        painter.drawText(label.rule, int(Qt.AlignmentFlag.AlignVCenter), f"§ {label.callout.rule}")
    painter.setFont(_sized(inks.font, size))
    painter.setPen(QColor(inks.text))
    painter.drawText(label.box.adjusted(0, QFontMetricsF(bold).height(), 0, 4), WRAPPED, label.callout.text)
