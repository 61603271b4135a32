"""Names of our own that gave way to the field's: they do not come back (docs/glossary.md has those in use)."""

from __future__ import annotations

import tokenize
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
DEAD: Final = {
    "Cast": "DieRoll",
    "Errand": "UnitEvaluator",
    "Findings": "DerivedState",
    "Grip": "DragSession",
    "Judgement": "Evaluator",
    "Leaning": "CoverageBias",
    "Mind": "ScriptMemory",
    "Needless": "AutoAnswer",
    "Outlook": "PositionEvaluation",
    "Playmat": "TableView",
    "Sense": "DropPreview",
    "disguise": "redeal_hidden",
    "give_back": "return_memory",
    "grip": "drag_session",
    "judgement": "evaluator, or the package bot",
    "needless": "auto_answer",
    "nothing_is_known": "forget_all",
    "silly": "blunders",
    "yardstick": "baseline",
}


@pytest.mark.parametrize("top", ["app", "rules", "packaging"])
def test_no_name_is_a_dead_word(top: str) -> None:
    found = []
    for path in sorted((ROOT / top).rglob("*.py")):
        with path.open("rb") as file:
            names = {token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.NAME}
        names |= {path.stem, *path.relative_to(ROOT).parent.parts}
        found += [f"{path.relative_to(ROOT)}: {word}; write {DEAD[word]}" for word in sorted(names & set(DEAD))]
    assert found == []
