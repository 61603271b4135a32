"""YAML with line numbers: plain data, the place of every value, problems in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml

from rules.engine.bounded import DIGITS, DOCUMENT, LETTERS
from rules.files.problems import Data, Route, YamlFault, looks_like_hex

# --- YAML with line numbers: plain data, and the line of every value -----------------------------------------------

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG: Final = "tag:yaml.org,2002:"
_PLAIN_TAGS: Final = frozenset(_TAG + kind for kind in ("str", "int", "float", "bool", "null", "timestamp"))
_INT: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"[-+]?[0-9]+\.[0-9]+")
_WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MOST_VALUES: Final = 200_000
_DEEPEST: Final = 40
_DIRECTIVE: Final = re.compile(r"^%", re.MULTILINE)
_PLAINER: Final = {
    "mapping values are not allowed": "text contains a colon followed by a space; put the text in quotes",
    "expected ',' or ']'": "a list is not closed before this line; end it with ]",
    "expected ',' or '}'": "a mapping is not closed before this line; end it with }",
    "could not find expected ':'": "a key just above lacks its colon; write key: value",
    "did not find expected key": "the indentation does not match the lines above; use the same number of spaces",
    "block end": "the indentation does not match the lines above; use the same number of spaces",
    "cannot start any token": "a value starts with a tab or special character; use spaces and put the text in quotes",
    "tab character": "this line is indented with a tab; use spaces",
    "unexpected end of stream": "quotes are opened and never closed; close them",
}


@dataclass(slots=True)
class _Reader:
    """Builds data from the parser's events and counts values, to stop before building too many."""

    events: Iterator[Any]
    lines: dict[Route, int]
    values: int = 0
    letters: int = 0

    def read(self, event: Any, route: Route) -> Data:
        """Return the plain data that begins with an event, noting the line of everything in it."""
        line = event.start_mark.line + 1
        self.lines.setdefault(route, line)
        self.values += 1
        if self.values > _MOST_VALUES or len(route) > _DEEPEST:
            raise YamlFault(line, "There is too much here, or it is nested too deeply. Shorten it and avoid aliases.")
        if isinstance(event, yaml.ScalarEvent):
            self._count(event, line)
            return _scalar(event, line)
        if event.tag is not None:
            raise YamlFault(line, f'The tag "{event.tag}" is not allowed. Write plain values.')
        return self._mapping(route) if isinstance(event, yaml.MappingStartEvent) else self._list(route)

    def _count(self, event: Any, line: int) -> None:
        """Count the letters of a text, those an alias stands for included; raise YamlFault if they are too many."""
        self.letters += len(event.value)
        if self.letters > DOCUMENT:
            raise YamlFault(
                line, f"There are more than {DOCUMENT // 1_000_000} million characters here. Use fewer aliases."
            )

    def _list(self, route: Route) -> list[Data]:
        items: list[Data] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.read(event, (*route, len(items))))
        return items

    def _mapping(self, route: Route) -> dict[str, Data]:
        mapping: dict[str, Data] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            line = event.start_mark.line + 1
            if not isinstance(event, yaml.ScalarEvent):
                raise YamlFault(line, "A key must be a plain word.")
            self._count(event, line)
            key = _text(event, line)
            if key in mapping:
                raise YamlFault(line, f'"{key}" appears twice in the same mapping. Keep one of them.')
            self.lines[(*route, key)] = line
            mapping[key] = self.read(next(self.events), (*route, key))
        return mapping


def _written_out(events: Iterable[Any]) -> Iterator[Any]:
    """Yield events with each alias replaced by what its anchor marks."""
    seen: list[Any] = []
    begun: dict[str, int] = {}
    ended: dict[str, int] = {}
    opened: list[str | None] = []

    def again(name: str) -> Iterator[Any]:
        for place in range(begun[name], ended[name]):
            yield seen[place]

    for event in events:
        for one in again(_anchor(event, ended)) if isinstance(event, yaml.AliasEvent) else (event,):
            if begun:
                seen.append(one)
            yield one
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            if event.anchor is not None:
                seen += [] if begun else [event]
                begun[event.anchor] = len(seen) - 1
                ended.pop(event.anchor, None)
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append(event.anchor)
            elif event.anchor is not None:
                ended[event.anchor] = len(seen)
        elif isinstance(event, yaml.CollectionEndEvent) and (name := opened.pop()) is not None:
            ended[name] = len(seen)


def _anchor(event: Any, ended: Mapping[str, int]) -> str:
    if event.anchor not in ended:
        raise YamlFault(
            event.start_mark.line + 1, f'"*{event.anchor}" refers to nothing defined before it. Write it out.'
        )
    return str(event.anchor)


def _text(event: Any, line: int) -> str:
    if len(event.value) > LETTERS:
        raise YamlFault(line, f"A text here is longer than {LETTERS:,} characters. Shorten it.")
    return str(event.value)


def _scalar(event: Any, line: int) -> Data:
    text = _text(event, line)
    if event.tag is not None and event.tag not in _PLAIN_TAGS:
        raise YamlFault(line, f'The tag "{event.tag}" is not allowed. Write plain values.')
    if event.style:  # quoted or a block
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INT.fullmatch(text):
        return int(_number(text, line))
    return float(_number(text, line)) if _FLOAT.fullmatch(text) and not looks_like_hex(text) else text


def _number(text: str, line: int) -> str:
    if len(text) > DIGITS:
        raise YamlFault(line, f"A number here has more than {DIGITS} digits. Write a shorter one.")
    return text


def read_yaml(text: str) -> tuple[Data, dict[Route, int]]:
    """Return plain data and the line of every value by its route of keys; raise YamlFault if it is not YAML.

    Keys are always text. Numbers are decimal; "0700" and dates stay text, and 18.40 stays text with its zero.
    """
    if len(text) > DOCUMENT:
        raise YamlFault(0, f"There is too much here: a file can hold {DOCUMENT // 1_000_000} MB.")
    directive = _DIRECTIVE.search(text)
    if directive is not None:
        raise YamlFault(text.count("\n", 0, directive.start()) + 1, "A line cannot start with %. Remove it.")
    lines: dict[Route, int] = {}
    try:
        return _document(_written_out(yaml.parse(text, Loader=_LOADER)), lines), lines
    except yaml.MarkedYAMLError as error:
        unclosed = "end of stream" in (error.problem or "")
        mark = error.context_mark if unclosed else error.problem_mark or error.context_mark
        why = error.problem or error.context or "it cannot be read"
        plainer = next((text for words, text in _PLAINER.items() if words in why), f"{why}; look at this line")
        message = f"This is not valid YAML: {plainer}."
        raise YamlFault(mark.line + 1 if mark else 0, message) from None
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        raise YamlFault(line, "A character here is not allowed in YAML. Remove it.") from None


def _document(events: Iterator[Any], lines: dict[Route, int]) -> Data:
    """Return the data of the only document; raise YamlFault if there are more."""
    next(events)
    if isinstance(next(events), yaml.StreamEndEvent):
        return None
    data = _Reader(events, lines).read(next(events), ())
    next(events)
    after = next(events)
    if not isinstance(after, yaml.StreamEndEvent):
        raise YamlFault(after.start_mark.line + 1, "A second document starts here. A file can only hold one.")
    return data
