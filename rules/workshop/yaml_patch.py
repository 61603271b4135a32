"""Write changed data back into a YAML text and touch nothing else: comments, order and layout stay.

`patched(text, after)` returns a text that reads as `after`, its top-level keys in the order of the text; each line that
says the same is the same byte for byte. A change is written where it belongs, in the style of its neighbors. A part of
the file that cannot take it so is written anew, alone. Nothing is believed: the new text is read back, and unless that
gives `after` it is not returned.

Places are offsets in the text, which the parser's marks give. Every edit is (start, end, new text) against the text as
it was; they are applied from the end, so that no place moves under a later one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Final

import yaml

from rules.files.problems import Data, YamlFault
from rules.files.yaml_lines import read_yaml

WIDE: Final = 120
"""Characters of a line beyond which a list in brackets goes on in the next one."""
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN: Final = re.compile(r"[A-Za-zÀ-ÿ_/+(][^:#{}\[\],&*!|>%@`\"'\\\n]*")
_KEY: Final = re.compile(r"[\w.-]+")
_SPECIAL: Final = re.compile(r"(?i)(true|false|null|yes|no|on|off|y|n|~)?")
_BLOCK_TEXT: Final = ("|", ">")


class CannotPatch(ValueError):
    """The text cannot take this change."""


def patched(text: str, after: Mapping[str, Data]) -> str:
    """Return the text with `after` in it; raise CannotPatch, or YamlFault if the text is not YAML.

    Change by change if that can be done, else the top-level parts that differ are written anew, one by one.
    """
    before, _ = read_yaml(text)
    if not isinstance(before, Mapping):
        raise CannotPatch("The file holds no keys.")
    after = _in_order_of(before, after)
    try:
        return _tried(text, before, after)
    except CannotPatch:
        pass
    step = dict(before)
    for key in [key for key in before if key in after and not _same(before[key], after[key])]:
        following = {**step, key: after[key]}
        try:
            text = _tried(text, step, following)
        except CannotPatch:
            text = _anew(text, key, following)
        step = following
    return _tried(text, step, after)


def _in_order_of(before: Mapping[str, Data], after: Mapping[str, Data]) -> dict[str, Data]:
    """Return `after` with the keys of `before` in their order; a new key comes after all that it came after."""
    places = {key: place for place, key in enumerate(before)}
    furthest = accumulate((places.get(key, -1) for key in after), max)
    ranks = {key: places.get(key, far) for key, far in zip(after, furthest, strict=True)}
    return {key: after[key] for key in sorted(after, key=lambda key: ranks[key])}


def written(data: Mapping[str, Data]) -> str:
    """Return the text of a new file with this data; raise CannotPatch if it cannot be written as YAML."""
    return _proved("".join(_pair(key, value, 0) + "\n" for key, value in data.items()), data)


def _tried(text: str, before: Data, after: Data) -> str:
    patcher = _Patcher(text)
    patcher.change(_root(text), before, after)
    return _proved(patcher.done(), after)


def _anew(text: str, key: str, after: Mapping[str, Data]) -> str:
    """Write one top-level part of the file anew; its comments are lost, all others stay."""
    patcher, node = _Patcher(text), _root(text)
    name, value = next(pair for pair in node.value if pair[0].value == key)
    end = patcher.line_end(max(name.start_mark.index, patcher.ends(value) - 1))
    new = text[: name.start_mark.index] + _pair(key, after[key], 0) + "\n" + text[end:]
    return _proved(new, after)


def _root(text: str) -> yaml.MappingNode:
    node = yaml.compose(text, Loader=_LOADER)
    if not isinstance(node, yaml.MappingNode):
        raise CannotPatch("The file holds no keys.")
    return node


def _proved(new: str, after: Data) -> str:
    try:
        if _same(read_yaml(new)[0], after):
            return new
    except YamlFault:
        pass
    raise CannotPatch("The file cannot take this change.")


def _same(one: Data, other: Data) -> bool:
    """Tell whether data is the same, its order and types too (1 is not True)."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return _kind(one) is _kind(other) and one == other


def _kind(value: Data) -> type:
    return next((kind for kind in (bool, int, float, str) if isinstance(value, kind)), type(value))


# --- Values as they are written ----------------------------------------------------------------------------------


def scalar(value: Data, old: yaml.ScalarNode | None = None) -> str:
    """Write a value that is no list or mapping, in quotes if its predecessor had some."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'
    may_stay_plain = old is not None and not old.style and not _SPECIAL.fullmatch(text)
    if may_stay_plain and _KEY.fullmatch(text) and _reads_as(text):  # such as a hex among hexes without quotes
        return text
    if old is not None and old.style in ("'", '"'):
        return quoted
    plain = _PLAIN.fullmatch(text) and text == text.strip() and not _SPECIAL.fullmatch(text)
    return text if plain else quoted


def _key(name: str) -> str:
    return name if _KEY.fullmatch(name) and _reads_as(name) else scalar(name)


def _reads_as(text: str) -> bool:
    try:
        return bool(read_yaml(f"[{text}]")[0] == [text])
    except YamlFault:
        return False


def flow(value: Data) -> str:
    """Write a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)}: {flow(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def _block(value: Data, indent: int, depth: int) -> str:
    """Write a value on lines of its own, beginning with a line break, or on one line if it fits there."""
    one = flow(value)
    if not isinstance(value, Mapping | list) or not value or (depth and indent + len(one) <= WIDE):
        return one
    pad = "\n" + " " * indent
    if isinstance(value, list):
        return "".join(f"{pad}- {_block(inner, indent + 2, depth + 1).lstrip()}" for inner in value)
    return "".join(pad + _pair(name, inner, indent, depth + 1) for name, inner in value.items())


def _pair(name: str, value: Data, indent: int, depth: int = 0) -> str:
    inner = _block(value, indent + 2, depth)
    return f"{_key(name)}:{'' if inner.startswith(chr(10)) else ' '}{inner}"


# --- Edits -------------------------------------------------------------------------------------------------------


class _Patcher:
    """Gathers what must be written where; `done` returns the text with all of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[tuple[int, int, str]] = []
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line_start(self, at: int) -> int:
        """Return where the line of a place begins."""
        return self.starts[bisect_right(self.starts, at) - 1]

    def line_end(self, at: int) -> int:
        """Return where the line after that of a place begins."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1

    def ends(self, node: yaml.Node) -> int:
        """Return where a node's own text ends, without the comments and blank lines that the parser counts in."""
        if isinstance(node, yaml.ScalarNode) and node.style in _BLOCK_TEXT:
            return len(self.text[: node.end_mark.index].rstrip("\n")) + 1
        if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
            return int(node.end_mark.index)
        last = node.value[-1]
        return self.ends(last[1] if isinstance(last, tuple) else last)

    def indent_at(self, at: int) -> int:
        """Return the indent of the line of a place."""
        line = self.text[self.line_start(at) :]
        return len(line) - len(line.lstrip(" "))

    def change(self, node: yaml.Node, before: Data, after: Data) -> None:
        """Turn what a node says into something else."""
        if _same(before, after):
            return
        if isinstance(node, yaml.MappingNode) and isinstance(before, Mapping) and isinstance(after, Mapping) and after:
            self._mapping(node, before, after)
        elif isinstance(node, yaml.SequenceNode) and isinstance(before, list) and isinstance(after, list) and after:
            self._sequence(node, before, after)
        else:
            self._replace(node, after)

    def _replace(self, node: yaml.Node, after: Data) -> None:
        start, end = node.start_mark.index, self.ends(node)
        is_block_text = isinstance(node, yaml.ScalarNode) and node.style in _BLOCK_TEXT
        if is_block_text and isinstance(after, str) and after.strip() and after == after.strip("\n") + "\n":
            indent = " " * (self.indent_at(start) + 2)
            lines = ((indent + line).rstrip() + "\n" for line in after[:-1].split("\n"))
            self.edits.append((start, end, "|\n" + "".join(lines)))
            return
        old = node if isinstance(node, yaml.ScalarNode) and not is_block_text else None
        new = flow(after) if isinstance(after, Mapping | list) else scalar(after, old)
        self.edits.append((start, end, new + ("\n" if is_block_text else "")))

    def _mapping(self, node: yaml.MappingNode, before: Mapping[str, Data], after: Mapping[str, Data]) -> None:
        pairs = {str(name.value): (name, value) for name, value in node.value}
        stay = [key for key in pairs if key in after]
        if not stay or stay != [key for key in after if key in pairs]:
            raise CannotPatch("Nothing stays, or in another order.")
        spans = [(name.start_mark.index, self.ends(value)) for name, value in node.value]
        gone = [place for place, key in enumerate(pairs) if key not in after]
        self._remove(spans, gone, is_flow=bool(node.flow_style), dash=False)
        for key in stay:
            self.change(pairs[key][1], before[key], after[key])
        places = dict(zip(pairs, spans, strict=True))
        previous = ""
        for key in after:
            if key in pairs:
                previous = key
                continue
            inner = _pair(key, after[key], self._column(places[stay[0]][0]), 1)
            said = f"{_key(key)}: {flow(after[key])}" if node.flow_style else inner
            self._insert(places[previous or stay[0]], said, is_flow=bool(node.flow_style), front=not previous)

    def _sequence(self, node: yaml.SequenceNode, before: Sequence[Data], after: Sequence[Data]) -> None:
        spans = [(one.start_mark.index, self.ends(one)) for one in node.value]
        marks = [flow(value) for value in before], [flow(value) for value in after]
        gone: list[int] = []
        new: list[tuple[int, int, int]] = []
        stays = False
        for what, i1, i2, j1, j2 in SequenceMatcher(None, *marks, autojunk=False).get_opcodes():
            both = 0 if what == "equal" else min(i2 - i1, j2 - j1)
            stays = stays or what == "equal" or both > 0
            for step in range(both):
                self.change(node.value[i1 + step], before[i1 + step], after[j1 + step])
            if what != "equal":
                gone += range(i1 + both, i2)
                new.append((i1 + both, j1 + both, j2))
        if not stays:
            raise CannotPatch("No entry stays.")
        self._remove(spans, gone, is_flow=bool(node.flow_style), dash=True)
        column = self._column(spans[0][0])
        for i, j1, j2 in new:
            for j in range(j1, j2):
                said = flow(after[j]) if node.flow_style else "- " + _block(after[j], column, 1).lstrip()
                place = spans[0] if i == 0 else spans[i - 1]
                self._insert(place, said, is_flow=bool(node.flow_style), front=i == 0, dash=True)

    def _column(self, at: int) -> int:
        return at - self.line_start(at)

    def _remove(self, spans: Sequence[tuple[int, int]], gone: Sequence[int], *, is_flow: bool, dash: bool) -> None:
        """Take entries out: in brackets with their comma, else with their lines and the comment behind."""
        if len(gone) == len(spans):
            raise CannotPatch("No entry stays.")
        for place in gone:
            start, end = spans[place]
            if not is_flow:
                first = self.line_start(start)
                if self.text[first:start].strip() not in (("", "-") if dash else ("",)):
                    raise CannotPatch("Something else stands on this line.")
                self.edits.append((first, self.line_end(max(start, end - 1)), ""))
            elif all(earlier in gone for earlier in range(place)):  # the first ones: up to the next that stays
                self.edits.append((start, spans[place + 1][0], ""))
            else:
                self.edits.append((spans[place - 1][1], end, ""))

    def _insert(self, place: tuple[int, int], said: str, *, is_flow: bool, front: bool, dash: bool = False) -> None:
        """Write a new entry behind that of a place, or in front of it."""
        start, end = place
        if is_flow:
            self.edits.append((start, start, said + ", ") if front else (end, end, self._glue(start, end, said) + said))
            return
        column = self._column(start) - (2 if dash else 0)
        line, first = " " * column + said + "\n", self.line_start(start)
        if front:
            if self.text[first:start].strip() not in (("", "-") if dash else ("",)):
                raise CannotPatch("Something else stands on this line.")
            self.edits.append((first, first, line))
            return
        at = self.line_end(max(start, end - 1))
        if at == len(self.text) and not self.text.endswith("\n"):
            line = "\n" + line
        self.edits.append((at, at, line))

    def _glue(self, start: int, end: int, said: str) -> str:
        """Return what stands before a new entry in brackets: a new line where this one would be too wide."""
        if end - self.line_start(end) + len(said) + 3 < WIDE:
            return ", "
        own = self.line_start(start)
        indent = start - own if not self.text[own:start].strip() else self.indent_at(start) + 2
        return ",\n" + " " * indent

    def done(self) -> str:
        """Return the text with all edits, those at one place in the order they came."""
        ordered = sorted(enumerate(self.edits), key=lambda edit: (edit[1][0], edit[1][1], edit[0]))
        text, low = self.text, len(self.text)
        for _, (start, end, new) in reversed(ordered):
            text = text[:start] + new + text[min(end, max(low, start)) :]
            low = start
        return text
