"""The list for trying by hand is kept true: the keys it names do what it says."""

from __future__ import annotations

import re
from pathlib import Path

from app.actions import ACTIONS
from app.bindings import as_written

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "by-hand.md").read_text(encoding="utf-8")
OF_THE_SYSTEM = {"⌘H", "⌘M", "⌘F5"}


def test_every_key_in_the_list_is_one_of_the_program() -> None:
    keys = {as_written(key, "darwin") for spec in ACTIONS for key in spec.keys}
    named = set(re.findall(r"[⌃⌥⇧]*⌘(?:F\d|[^\s)])", TEXT))
    assert len(named) > 8 and named <= keys | OF_THE_SYSTEM, named - keys


def test_there_is_room_for_what_was_seen() -> None:
    rows = [line for line in TEXT.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(rows) == 30 and all(line.endswith("| |") and line.count("|") == 5 for line in rows)
