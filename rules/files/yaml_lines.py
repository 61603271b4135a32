"""YAML with line numbers: plain data, and for every value the line it came from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import yaml

Data = Any  # what YAML or JSON holds: mappings, lists, text, numbers, true, false, nothing
Route = tuple[str | int, ...]

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG: Final = "tag:yaml.org,2002:"
_PLAIN_TAGS: Final = frozenset(_TAG + kind for kind in ("str", "int", "float", "bool", "null", "timestamp"))
_INT: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"[-+]?[0-9]+\.[0-9]+")
_HEX: Final = re.compile(r"[0-9][0-9]\.[0-9][0-9]")
_WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MOST_VALUES: Final = 200_000
_PLAINER: Final = {
    "mapping values are not allowed": "a colon with a space after it stands inside text; put the text in quotes",
    "expected ',' or ']'": "a list is not closed before this line; end it with ]",
    "expected ',' or '}'": "a mapping is not closed before this line; end it with }",
    "could not find expected ':'": "a colon is missing after a key just above; write key: value",
    "did not find expected key": "the indentation does not fit the lines above; use the same spaces as they do",
    "block end": "the indentation does not fit the lines above; use the same spaces as they do",
    "cannot start any token": "a tab or a special sign begins a value; use spaces, and put the text in quotes",
    "tab character": "a tab indents this line; use spaces",
    "unexpected end of stream": "quotes are opened and never closed; close them",
}


class HexText(str):
    """Text such as 18.40 that was written without quotes: a hex number, or a number where one is asked for."""

    __slots__ = ()


class YamlFault(Exception):
    """Say in one sentence why a text is not usable YAML, and on which line (0 when unknown)."""

    def __init__(self, line: int, message: str) -> None:
        """Keep the line and the sentence."""
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(slots=True)
class _Reader:
    lines: dict[Route, int]
    values: int = 0

    def read(self, node: yaml.Node, route: Route) -> Data:
        """Return the plain data of `node` and note the line of everything in it."""
        line = node.start_mark.line + 1
        self.lines.setdefault(route, line)
        self.values += 1
        if self.values > _MOST_VALUES or len(route) > 40:
            raise YamlFault(line, "There is too much here, or it contains itself; write it out without aliases.")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, route)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*route, i)) for i, child in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)
        return _scalar(node, line)

    def _mapping(self, node: yaml.MappingNode, route: Route) -> dict[str, Data]:
        found: dict[str, Data] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlFault(line, "A key must be a plain word.")
            key = str(key_node.value)
            if key in found:
                raise YamlFault(line, f'"{key}" stands twice in the same mapping; keep one of the two.')
            self.lines[(*route, key)] = line
            found[key] = self.read(value_node, (*route, key))
        return found


def _scalar(node: yaml.ScalarNode, line: int) -> Data:
    text = str(node.value)
    if node.tag not in _PLAIN_TAGS:
        raise YamlFault(line, f'The tag "{node.tag}" is not allowed; write plain values.')
    if node.style:  # quoted or a block
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INT.fullmatch(text):
        return int(text)
    if _HEX.fullmatch(text):
        return HexText(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def read_yaml(text: str) -> tuple[Data, dict[Route, int]]:
    """Return plain data and the line of every value by its route of keys; YamlFault for text that is not YAML.

    Keys are always text. Numbers are decimal; "0700" and dates stay text, and 18.40 stays text with its zero.
    """
    reader = _Reader({})
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        unclosed = "end of stream" in (error.problem or "")
        mark = error.context_mark if unclosed else error.problem_mark or error.context_mark
        why = error.problem or error.context or "it cannot be read"
        plainer = next((text for words, text in _PLAINER.items() if words in why), f"{why}; look at this line")
        message = f"This is not valid YAML: {plainer}."
        raise YamlFault(mark.line + 1 if mark else 0, message) from None
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        raise YamlFault(line, "A character here is not allowed in YAML; remove it.") from None
    return (None if node is None else reader.read(node, ())), reader.lines
