"""Constants of the rules are Final: nobody sets them anew, and compiled rules read them without looking them up."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

RULES = Path(__file__).resolve().parents[2] / "rules"
MODULES = sorted(RULES.rglob("*.py"))
VARIABLES = {"TypeVar", "ParamSpec"}


def loose(tree: ast.Module) -> list[str]:
    """Return the names of a module's constants that are not Final."""
    names: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            made = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id
            names += [] if made in VARIABLES else [one.id for one in ast.walk(ast.Tuple(node.targets)) if _named(one)]
        elif isinstance(node, ast.AnnAssign) and _named(node.target):
            names += [] if ast.unparse(node.annotation).startswith(("Final", "TypeAlias")) else [node.target.id]
    return [name for name in names if name.strip("_").isupper()]


def _named(node: ast.AST) -> bool:
    return isinstance(node, ast.Name)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(RULES).as_posix())
def test_constants_are_final(path: Path) -> None:
    assert loose(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("text", ["MOST = 3", "MOST: int = 3", "LEAST, MOST = 1, 3", "LEAST = MOST = 3"])
def test_a_loose_constant_is_told(text: str) -> None:
    assert "MOST" in loose(ast.parse(text))
    assert loose(ast.parse(f"{text.partition(' ')[0].strip(':,')}: Final = 3\nT = TypeVar('T')\nkinds = 4")) == []
