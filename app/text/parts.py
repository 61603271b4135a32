"""The parts of a line of text: markup, and what can be clicked or drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from html import escape
from typing import Any, NamedTuple

from rules.engine.frozen import frozen
from rules.engine.house_rules import HouseRules, Played
from rules.engine.session import Session

# --- Markup the house composes. Text is text -----------------------------------------------------------------------


class Markup(str):
    """Rich text: only this is read as markup where words are shown. Joined to a plain string it is plain again."""

    __slots__ = ()


def compose(template: str, *words: object, **named: object) -> Markup:
    """Return a template written in the program with words put in for its {}: escaped, unless they are markup."""
    return Markup(template.format(*map(_inside, words), **{key: _inside(word) for key, word in named.items()}))


def join(glue: str, pieces: Iterable[str]) -> Markup:
    """Join pieces by markup such as "<br>"; those that are not markup are escaped."""
    return Markup(glue.join(map(_inside, pieces)))


_HEADED = re.compile(r"^([A-Z][\w-]*(?: \w+)?:)(?= )")


def paragraphs(note: str) -> list[Markup]:
    """Return the paragraphs of a scenario's note, one a line; one or two words before a colon head theirs in bold."""
    lines = [" ".join(line.split()) for line in note.split("\n") if line.strip()]
    return [Markup(_HEADED.sub(r"<b>\1</b>", escape(line), count=1)) for line in lines]


def literal(words: str) -> str:
    """Return words for a button, menu entry or tab, where & would mark a key and a tab character begin the shortcut."""
    return words.replace("&", "&&").replace("\t", " ")


def _inside(word: object) -> str:
    return word if isinstance(word, Markup) else escape(str(word))


# --- The parts of a line of text, in which hexes, areas, units, dice and rules can be clicked or drawn -------------


class TextPart(NamedTuple):
    """One part: kind "text", "hex", "area", "unit", "die", "rule", "strong", "open"; what it stands for, how it reads.

    "open" opens the details of a row of the log.
    """

    kind: str
    value: str
    shown: str = ""

    @property
    def plain(self) -> str:
        """Return the part as plain text."""
        if self.kind == "die":
            return f"[{self.value}]"
        if self.kind == "rule":
            return f"({self.value})"
        return self.shown or self.value


@frozen
class Line:
    """One line of the log: `style` is turn, phase, chit, line, detail or result; `merge` joins it to the line before.

    A line whose `merge` equals that of the line before adds only its `tail` to it (a unit moving on).
    """

    style: str
    parts: tuple[TextPart, ...]
    merge: tuple[str, ...] = ()
    tail: tuple[TextPart, ...] = field(default=())

    @property
    def plain(self) -> str:
        """Return the line as plain text."""
        return "".join(part.plain for part in self.parts)

    def joined(self, later: Line) -> Line:
        """Return this line with the tail of a later line that merges with it."""
        return Line(self.style, self.parts + later.tail, self.merge, self.tail)


def add_line(lines: list[Line], line: Line | None) -> bool:
    """Add a line, or join it to the last one where they belong together; tell whether it was joined."""
    if line is None:
        return False
    if line.merge and lines and lines[-1].merge == line.merge:
        lines[-1] = lines[-1].joined(line)
        return True
    lines.append(line)
    return False


def text(words: str) -> TextPart:
    """Make a part of plain words."""
    return TextPart("text", words)


def strong(words: str) -> TextPart:
    """Make a part of stressed words."""
    return TextPart("strong", words)


def hexref(name: str) -> TextPart:
    """Make a part that names a hex."""
    return TextPart("hex", name)


def arearef(area: str, name: str) -> TextPart:
    """Make a part that names an area, or another place off the lattice."""
    return TextPart("area", area, name)


def unitref(unit: str, name: str) -> TextPart:
    """Make a part that names a counter."""
    return TextPart("unit", unit, name)


def die(value: object) -> TextPart:
    """Make a part that shows a die."""
    return TextPart("die", str(value))


def rule(number: str) -> TextPart:
    """Make a part that cites a rule."""
    return TextPart("rule", number)


def words(*pieces: str | TextPart) -> tuple[TextPart, ...]:
    """Turn a mix of strings and parts into parts, leaving out empty strings."""
    return tuple(text(p) if isinstance(p, str) else p for p in pieces if p)


def listing(pieces: list[TextPart]) -> tuple[TextPart, ...]:
    """Join parts as in a sentence: a, b and c."""
    joined: list[TextPart] = []
    for index, piece in enumerate(pieces):
        if index:
            joined.append(text(" and " if index == len(pieces) - 1 else ", "))
        joined.append(piece)
    return tuple(joined)


def to_html(parts: tuple[TextPart, ...], die_size: int = 18) -> Markup:
    """Return pieces as rich text; hexes, areas, units and rules become links, dice become pictures "die:N"."""
    return join("", (_rich(part, die_size) for part in parts))


def _rich(part: TextPart, die_size: int) -> str:
    shown = part.shown or part.value
    if part.kind in ("hex", "area", "unit", "rule", "open"):
        inner = f"({shown})" if part.kind == "rule" else shown
        return compose('<a href="{}:{}">{}</a>', part.kind, part.value, inner)
    if part.kind == "die":
        picture = '<img src="die:{0}" width="{1}" height="{1}" style="vertical-align:middle" alt="{0}">'
        return compose(picture, shown, die_size)
    return compose("<b>{}</b>", shown) if part.kind == "strong" else shown


# --- The rules that a game plays otherwise than printed, in words --------------------------------------------------

TITLE = "Rules not as printed"
MARK = "house rules"
"""What the title of the window says of a game whose players chose some."""


def in_force(session: Session | None) -> list[Played]:
    """Return what a game plays otherwise than printed, or its players chose."""
    return session.system.house_rules.in_force(session.scenario, session.source) if session is not None else []


def house_rules_page(played: Sequence[Played]) -> Markup:
    """Return a heading and a list as rich text, nothing where every rule is as printed."""
    if not played:
        return Markup("")
    return compose("<h3>{}</h3><ul>{}</ul>", TITLE, join("", (compose("<li>{}</li>", str(one)) for one in played)))


def printed_lines(house: HouseRules, scenario: Any) -> list[str]:
    """Return a line with its rule number for each rule that a scenario plays otherwise than printed."""
    return [f"•  {one.setting.words.rstrip('.')} ({one.switch.rule})." for one in house.in_force(scenario)]
