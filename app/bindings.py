"""The keys of actions as the player has them; where nothing was changed, those they come with."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

KEY = "keys"
FIXED = {
    "Space": "continues", "Return": "chooses the selected item", "Enter": "chooses the selected item", "Esc": "cancels",
    "Tab": "goes to the next control", "Shift+Tab": "goes to the previous control", "Up": "moves the cursor",
    "Down": "moves the cursor", "Left": "moves the cursor", "Right": "moves the cursor",
    "+": "zooms", "-": "zooms", "=": "zooms", "0": "shows the whole map",
}  # fmt: skip
"""Keys that keep their meaning, with it."""

Words = TypeVar("Words", bound=str)
_APPLE = {"Meta": "⌃", "Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""The signs of the keys on an Apple keyboard, in the order in which they are written there."""
_APPLE_NAMES = {"Backspace": "⌫", "Enter": "↩", "Return": "↩", "Left": "←", "Right": "→", "Space": "Space"}
_WRITTEN = re.compile(r"\b((?:(?:Ctrl|Alt|Shift|Meta)\+)+)([A-Za-z0-9]+|&amp;|[^\s\w])")

PLATFORM = sys.platform
OF_MACOS = ("Ctrl+H", "Ctrl+M")
"""⌘H and ⌘M: there the system hides and minimizes with them."""
_FUNCTION = re.compile(r"(?:Shift\+)?F(?:1[0-2]|[1-9])")
_IN_TEXT = re.compile(rf"\b{_FUNCTION.pattern}\b")

_changed: dict[str, tuple[str, ...]] = {}
_defaults: dict[str, tuple[str, ...]] = {}


def use(changed: Mapping[str, object]) -> None:
    """Take the keys a player has chosen, by action; what is no list of keys is passed over."""
    _changed.clear()
    for action, keys in changed.items():
        if isinstance(keys, list | tuple) and all(isinstance(key, str) for key in keys):
            _changed[action] = tuple(keys)


def usual(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys an action comes with on this platform, the one that is shown first.

    On a Mac the system's own are left to it, and function keys, which want fn held, come last.
    """
    if PLATFORM != "darwin":
        return tuple(keys)
    return tuple(sorted((key for key in keys if key not in OF_MACOS), key=is_function))


def is_function(key: str) -> bool:
    """Tell whether a key is a function key, held with Shift or alone."""
    return bool(_FUNCTION.fullmatch(key))


def keys_of(action: str, default: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of an action, given those it comes with; `spell` knows them from then on."""
    _defaults[action] = usual(default)
    return _changed.get(action, _defaults[action])


def key_of(action: str, default: str) -> str:
    """Return the first key of an action that comes with one key, or "" if the player has taken it away."""
    keys = _changed.get(action)
    return default if keys is None else keys[0] if keys else ""


def spell(words: str) -> str:
    """Return words with the key of an action in place of each {action}, such as "press {undo}"."""

    def key(match: re.Match[str]) -> str:
        keys = _changed.get(match[1], _defaults.get(match[1], ()))
        return keys[0] if keys else "its menu item"

    return as_written(re.sub(r"\{(\w+)\}", key, words))


def to_show(key: str) -> str:
    """Return the key to show in place of a function key: on a Mac the action's other one."""
    if PLATFORM != "darwin" or not is_function(key):
        return key
    first = (keys[0] for name, keys in _defaults.items() if key in keys and name not in _changed)
    return next((other for other in first if not is_function(other)), key)


def without_functions(words: Words) -> Words:
    """Return the words of a page with the key to show in place of each function key."""
    return words if PLATFORM != "darwin" else type(words)(_IN_TEXT.sub(lambda match: to_show(match[0]), words))


def as_written(words: Words, platform: str | None = None) -> Words:
    """Return words with every key in them, such as Ctrl+Shift+Z, as keyboards of the platform have it: ⇧⌘Z on a Mac."""
    if (platform or PLATFORM) != "darwin":
        return words

    def apple(match: re.Match[str]) -> str:
        held = match[1].split("+")
        return "".join(sign for name, sign in _APPLE.items() if name in held) + _APPLE_NAMES.get(match[2], match[2])

    return type(words)(_WRITTEN.sub(apple, words).replace("Ctrl and ", "⌘ and "))  # markup stays markup


def conflicts(keys: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return what is wrong with the keys of actions, by action: a key has two meanings, or one that cannot be changed.

    Orders of a question (whose actions begin with `verb_`) may share a key with each other: no two questions are asked
    at once.
    """
    wrong: dict[str, str] = {}
    for action, own in keys.items():
        for key in own:
            if key in FIXED:
                wrong[action] = f"{key} always {FIXED[key]}"
            elif others := list(_others(action, key, keys)):
                wrong[action] = others[0]
    return wrong


def _others(action: str, key: str, keys: Mapping[str, Sequence[str]]) -> Iterable[str]:
    for other, theirs in keys.items():
        both_orders = action.startswith("verb_") and other.startswith("verb_")
        if other != action and key in theirs and not both_orders:
            yield other
