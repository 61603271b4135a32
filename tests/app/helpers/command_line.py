"""The command line in tests."""

from __future__ import annotations

import pytest

from app.cli import main


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Run the command line, expect it to fail, and return the one sentence it says."""
    assert main([str(argument) for argument in arguments]) == 2
    words = capsys.readouterr().err
    assert words.startswith("chitpull: ") and words.count("\n") == 1 and "Traceback" not in words
    return words
