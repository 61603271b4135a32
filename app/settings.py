"""The player's preferences, kept in one readable JSON file in the user data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.engine.bounded import again, is_held, read_json, replace, why

THEMES = ("system", "light", "dark")
TEXT_SIZES = (0, 13, 14, 16, 18, 20)
COUNTERS = ("normal", "large")
"""Sizes of body text in pixels that can be chosen; 0 is the system's."""
RECENT_LENGTH = 8
BOTH_SIDES = "both_sides"
"""The preference of one player who plays both sides: no curtain."""
OPEN_CURTAIN = "curtain_in_open_games"
"""The preference that a curtain falls between players where nothing is hidden either."""
AWAY = "curtain_when_away"
"""The preference that the curtain falls when the window has been left for a while."""
SINCE = "show_since"
"""Whether a player is shown what has happened since his last order when he is asked again."""
FOLDED = "log_folded"
"""Whether the log is folded where it has a column."""
NEWER = "tell_of_newer"
"""Whether the player wants to be told of a newer version; nothing is looked for before he has said so."""

STOOD = "stood"
"""The preference that says for each of the recent games where it stood when it was left."""
PATHS = ("on_table", "saved_in")
"""The preferences that are the path of a file or folder; `recent` is a list of them."""
LONGEST = 4_000
"""Letters of a path: no system opens a longer one."""


def is_path(value: object) -> bool:
    """Tell whether a value of the preferences may be a path; other types are never read as one."""
    return not isinstance(value, str) or (len(value) <= LONGEST and "\0" not in value)


def is_file(path: str) -> bool:
    """Tell whether a path leads to a file; one that the system does not take leads to none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: str) -> bool:
    """Tell whether a whole path leads to a folder; one that the system does not take leads to none."""
    try:
        return Path(path).is_absolute() and Path(path).is_dir()
    except (OSError, ValueError):
        return False


class Settings:
    """Read and write preferences; a broken file is set aside and reported in `problem`, never fatal.

    A file that another program holds is read, and what could not be written is written, with the next change.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        self._unread = self._unwritten = False
        self._values: dict[str, Any] = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            values = read_json(again(self.path.read_bytes))
            if not isinstance(values, dict):
                raise ValueError("not a JSON object")
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            self._unread = is_held(error)
            if self._unread:
                self.problem = f"The preferences in {self.path} could not be read: {why(error)}."
            else:
                self._set_aside(error)
            return {}
        return self._without_bad_paths(values)

    def _without_bad_paths(self, values: dict[str, Any]) -> dict[str, Any]:
        """Leave out paths that no file system takes, and say so; the rest of the preferences stands."""
        recent = values.get("recent")
        good = {key: values[key] for key in values if key not in PATHS or is_path(values[key])}
        if isinstance(recent, list):
            good["recent"] = [path for path in recent if is_path(path)]
        if good != values:
            self.problem = (
                f"The preferences in {self.path} contain an impossible file path, for example of more "
                f"than {LONGEST:,} characters. It was skipped."
            )
        return good

    def _set_aside(self, error: Exception) -> None:
        broken = self.path.with_suffix(".broken.json")
        try:
            replace(self.path, broken)
            kept = f"; the old file was saved as {broken.name}"
        except OSError:
            kept = ""
        self.problem = f"The preferences in {self.path} could not be read ({error}), so the defaults are used{kept}."

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of `key`, or `default` if it is missing or of another type than `default`."""
        value = self._values.get(key, default)
        if default is not None and not isinstance(value, type(default)):
            return default
        return value

    def set(self, key: str, value: Any) -> None:
        """Change one value and write the file."""
        if self._values.get(key) != value or self._unwritten:
            self._values[key] = value
            self.save()

    def save(self) -> None:
        """Replace the file in one step, so that a crash leaves either the old or the new one."""
        if self._unread:
            self._unread = False
            self._values = {**self._read(), **self._values}
        self._unwritten = True
        if self._unread:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_suffix(".new")
            beside.write_text(json.dumps(self._values, indent=2, sort_keys=True) + "\n", encoding="utf-8")
            replace(beside, self.path)
            self._unwritten = False
        except OSError as error:
            self.problem = f"The preferences could not be written to {self.path}: {why(error)}."

    @property
    def theme(self) -> str:
        """Return "system", "light" or "dark"."""
        theme = self.get("theme", "system")
        return theme if theme in THEMES else "system"

    @property
    def text_size(self) -> int:
        """Return the size of body text in pixels, or 0 for the system's."""
        size: int = self.get("text_size", 0)
        return size if size in TEXT_SIZES else 0

    @property
    def eyes(self) -> str:
        """Return the way of seeing for which counters are coloured, "normal" for most."""
        eyes: str = self.get("eyes", "normal")
        return eyes

    @property
    def counters(self) -> str:
        """Return how large counters lie on the map: "normal" or "large"."""
        counters = self.get("counters", COUNTERS[0])
        return counters if counters in COUNTERS else COUNTERS[0]

    @property
    def recent(self) -> list[str]:
        """Return the paths of the games opened last that still exist, newest first."""
        return [p for p in self.get("recent", []) if isinstance(p, str) and is_file(p)]

    def remember_game(self, path: Path) -> None:
        """Put a saved game at the head of the recent list."""
        name = str(path.resolve())
        others = [p for p in self.recent if p != name]
        self.set("recent", [name, *others][:RECENT_LENGTH])

    @property
    def stood(self) -> dict[str, str]:
        """Return where the recent games stood when they were left, in words, by their paths."""
        told = self.get(STOOD, {})
        return {path: told[path] for path in self.recent if isinstance(told.get(path), str)}
