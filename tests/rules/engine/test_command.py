"""Commands: their arguments read by type."""

from __future__ import annotations

import pytest

from rules.engine.command import Command, MalformedCommand, cmd

MOVE = cmd("move", unit="a", units=("a", "b"), hexes=3, deployed=True)


def test_arguments_are_read_by_kind() -> None:
    read = MOVE.text("unit"), MOVE.texts("units"), MOVE.number("hexes"), MOVE.flag("deployed")
    assert read == ("a", ("a", "b"), 3, True)


def test_an_absent_argument_is_nothing_of_its_kind() -> None:
    bare = Command("move")
    assert (bare.text("unit"), bare.texts("units"), bare.number("hexes"), bare.flag("deployed")) == ("", (), 0, False)


@pytest.mark.parametrize(
    ("read", "name", "kind"),
    [
        (Command.text, "units", "a text"),
        (Command.texts, "unit", "a list of texts"),
        (Command.number, "deployed", "a number"),
        (Command.flag, "hexes", "true or false"),
    ],
)
def test_an_argument_of_another_kind_is_refused(read: object, name: str, kind: str) -> None:
    with pytest.raises(MalformedCommand, match=f'^The field "{name}" of the command "move" must be {kind}.$'):
        read(MOVE, name)  # type: ignore[operator]
