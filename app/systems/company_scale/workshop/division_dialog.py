"""Ask what a new division is made from, what it is called, and which of the colors that stand off all others it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QToolButton, QWidget

from app.colour import EYES, READABLE, contrast, distance, lightness
from app.dialogs.messages import AskDialog
from app.panels.widgets import Label, MutedText
from app.systems.company_scale.board.counters.face import Face, FireBox, Mark
from app.systems.company_scale.board.counters.layer import render
from app.systems.company_scale.sides import SIDES
from app.theme import faces
from rules.company_scale.loading.forces import EDGES, INKS
from rules.company_scale.loading.new_division import Pattern, Wanted
from rules.engine.english import counted
from rules.files.problems import Data

# --- Which colors a new division can have --------------------------------------------------------------------------

APART = {True: 20.0, False: 8.0}
"""The least CIEDE2000 difference of a division from one of the other side, for every eye, and from one of its own."""
GAP = 24.0
"""How much lighter every Ally is than every German, in L*."""
OFFERED = 8
HUES, SATURATIONS, LIGHTNESSES = 24, (0.15, 0.3, 0.45), (0.18, 0.24, 0.3, 0.36, 0.62, 0.7, 0.78, 0.86)
Ground = tuple[str, str]
"""The side of a division and its color."""


def colors_for(side: str, others: Sequence[Ground]) -> list[str]:
    """Return up to OFFERED colors in which a division stands off the others, the most different first."""
    own = [colour for other, colour in others if other == side]
    left = [colour for colour in _candidates() if stands_off(colour, side, others)]
    found: list[str] = []
    while left and len(found) < OFFERED:
        best = max(left, key=lambda colour: min((distance(colour, other) for other in (*own, *found)), default=0))
        found.append(best)
        left = [colour for colour in left if distance(colour, best) >= APART[False]]
    return found


def stands_off(colour: str, side: str, others: Sequence[Ground]) -> bool:
    """Tell whether lettering is readable on a color, and whether it can be told from all others."""
    if contrast(colour, INKS[side]) < READABLE:
        return False
    own, here = [other for at, other in others if at == side], lightness(colour)
    enemies = [other for at, other in others if at != side]
    darker = 1 if side == "german" else -1
    if any((lightness(other) - here) * darker < GAP for other in enemies):
        return False
    apart = all(distance(colour, other, eye) >= APART[True] for other, eye in product(enemies, EYES))
    return apart and all(distance(colour, other) >= APART[False] for other in own)


def _candidates() -> Iterator[str]:
    for hue, saturation, light in product(range(HUES), SATURATIONS, LIGHTNESSES):
        yield QColor.fromHslF(hue / HUES, saturation, light).name()


# --- The dialog ----------------------------------------------------------------------------------------------------


class DivisionDialog(AskDialog):
    """Choose a pattern, a name and a color that stands off the `others`; `wanted` is what was chosen."""

    def __init__(self, patterns: Sequence[Pattern], others: Sequence[Ground], parent: QWidget | None = None) -> None:
        super().__init__("New division", "Make", "Add it to the forces", parent)
        self._others = others
        self.pattern, self.name, self.short = QComboBox(), QLineEdit(), QLineEdit()
        for each in sorted(patterns, key=lambda each: (each.side != "german", each.name)):
            words = f"{each.name} ({SIDES[each.side].name}, {counted(each.units, 'unit')})"
            self.pattern.addItem(words, each)
        self.pattern.setAccessibleName("Made like")
        self.name.setPlaceholderText("715th Infantry Division")
        self.short.setPlaceholderText("715")
        self.short.setMaxLength(4)
        self._swatches, self._row = QButtonGroup(self), QHBoxLayout()
        self.picture, self.why = Label(), MutedText()
        self._lay_out()
        self.pattern.currentIndexChanged.connect(lambda _: self._offer_colors())
        self._swatches.idClicked.connect(lambda _: self._offer())
        for line in (self.name, self.short):
            line.textChanged.connect(lambda _: self._offer())
        self._offer_colors()

    def _lay_out(self) -> None:
        told = Label("It gets the formations, units, weapons, leaders and transports of another, under its own name.")
        told.setWordWrap(True)
        form = QFormLayout(self)
        form.setContentsMargins(18, 16, 18, 14)
        form.setVerticalSpacing(10)
        form.addRow(told)
        form.addRow("Made like", self.pattern)
        form.addRow("Name", self.name)
        form.addRow("On its counters", self.short)
        self._row.setSpacing(4)
        form.addRow("Color", self._row)
        form.addRow("", self.why)
        form.addRow("", self.picture)
        form.addRow(self.foot())
        self.setMinimumWidth(faces.scaled(520))

    @property
    def chosen(self) -> Pattern | None:
        """The pattern it is made from."""
        found: Data = self.pattern.currentData()
        return found if isinstance(found, Pattern) else None

    @property
    def wanted(self) -> Wanted | None:
        """What was chosen, None while something is missing."""
        button, pattern = self._swatches.checkedButton(), self.chosen
        name, short = self.name.text().strip(), self.short.text().strip()
        if button is None or pattern is None or not name or not short or " " in short:
            return None
        return Wanted(name, short, str(button.property("color")), INKS[pattern.side])

    def _offer_colors(self) -> None:
        """Offer the colors that stand off all others, for the side of the pattern."""
        for button in self._swatches.buttons():
            self._swatches.removeButton(button)
            self._row.removeWidget(button)
            button.deleteLater()
        found = colors_for(self.chosen.side, self._others) if self.chosen is not None else []
        for place, colour in enumerate(found):
            swatch, tile = QToolButton(self), QPixmap(faces.scaled(24), faces.scaled(24))
            tile.fill(QColor(colour))
            swatch.setIcon(QIcon(tile))
            swatch.setIconSize(QSize(faces.scaled(24), faces.scaled(24)))
            swatch.setCheckable(True)
            swatch.setChecked(not place)
            swatch.setProperty("color", colour)
            swatch.setToolTip(colour)
            swatch.setAccessibleName(f"Color {place + 1}, {colour}")
            self._swatches.addButton(swatch, place)
            self._row.addWidget(swatch)
        self.why.setText(
            "All of them can be read and told from the divisions in play, by every eye and in gray."
            if found
            else "No color is left that can be told from all divisions in play."
        )
        self._offer()

    def _offer(self) -> None:
        self.ok.setEnabled(self.wanted is not None)
        self.picture.setPixmap(self._sample())

    def _sample(self) -> QPixmap:
        """Return a counter of the division as it will look."""
        button, pattern = self._swatches.checkedButton(), self.chosen
        if button is None or pattern is None:
            return QPixmap()
        short = self.short.text().strip()
        face = Face(
            label=f"1/{short}" if short else "1",
            symbol="infantry",
            size="company",
            colour=str(button.property("color")),
            ink=INKS[pattern.side],
            stripe="none",
            armor="soft",
            defense=0,
            fire=FireBox("red", 4, 1),
            edge=EDGES[pattern.side],
            short=short,
        )
        return render(face, Mark.NONE, faces.scaled(72))

    def showEvent(self, event: object) -> None:
        """Begin with the name."""
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
