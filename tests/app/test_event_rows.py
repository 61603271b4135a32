"""One row an event: every kind of the rules has its row, every row its kind, and a row says what the table does."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.sound.sounds import LOUDEST_FIRST, RECIPES
from app.systems.base import presentation_of
from app.systems.company_scale.text import die_rolls
from app.systems.striking_anvil.text import tell
from app.text.event_rows import DieRoll, EventRow, EventTable, Glide, Result, RollRow
from app.text.parts import Line, words
from rules.engine.events import EventKinds
from rules.engine.frozen import frozen
from rules.systems import SHIPPED

SILENT = {"command_cards": ["DieRolled", "CardDrawn"]}
"""Events that no line of the log tells, by system: the dice are told as they are counted, a card is its player's."""


def source_of(system: str) -> str:
    """Return the source of a system's rules, and of what rolls its dice."""
    files = [*Path("rules", system).rglob("*.py"), Path("rules/engine/frames.py")]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def kinds_of(system: str) -> list[str]:
    """Return the names of all records that the rules of a system keep of events."""
    modules = [module for name, module in sys.modules.items() if name.startswith(f"rules.{system}.")]
    tables = {id(value): value for module in modules for value in vars(module).values() if type(value) is EventKinds}
    return [name for table in tables.values() for name in table.kinds]


@pytest.mark.parametrize("system", SHIPPED)
def test_every_event_of_the_rules_has_one_row_and_every_row_an_event(system: str) -> None:
    rows = presentation_of(system).words.events.rows
    named = [row.kind.__name__ for row in rows]
    source = source_of(system)
    emitted = set(re.findall(r"emit\(\s*\"(\w+)\"", source))
    assert len(emitted) > 25 and sorted(named) == sorted(kinds_of(system))
    assert emitted - set(named) == set()
    assert [name for name in named if f'"{name}"' not in source] == []
    assert [row.kind.__name__ for row in rows if row.line is None] == SILENT.get(system, [])


@pytest.mark.parametrize("system", SHIPPED)
def test_each_system_names_sounds_that_there_are(system: str) -> None:
    names = presentation_of(system).words.events.sounds
    assert names and set(names.values()) <= set(RECIPES) == set(LOUDEST_FIRST)


@pytest.mark.parametrize(("system", "rolls"), [("company_scale", die_rolls.ROLLS), ("striking_anvil", tell.ROLLS)])
def test_every_purpose_of_a_die_has_a_row_and_every_row_a_purpose(system: str, rolls: Mapping[str, RollRow]) -> None:
    source = source_of(system)
    rolled = set(re.findall(r"game\.roll\(\"(\w+)\"", source))
    assert len(rolled) > 4 and rolled - set(rolls) == set()
    assert [purpose for purpose in rolls if f'"{purpose}"' not in source] == []


# --- A table of three rows -----------------------------------------------------------------------------------------


@frozen
class Stepped:
    """Somebody takes a step."""

    who: str
    start: str
    to: str


@frozen
class Hit:
    """A die hits, or not."""

    at: str
    die: int


@frozen
class Rolled:
    """A die falls."""

    die: int


TABLE = EventTable(
    (
        EventRow(Stepped, motion=lambda e, facts: [Glide(e.who, (e.start, e.to))], sound="step"),
        EventRow(Hit, lambda e, names: Line("line", words(f"{names} {e.at}")), lambda e, facts: [Result(e.at, facts)],
                 result=lambda e: f"hit at {e.at}"),
        EventRow(Rolled, dice=lambda e, dice: dice.append(DieRoll(e.die, "fire"))),
    )
)  # fmt: skip


def step(who: str, start: str, to: str) -> dict[str, object]:
    """Return a step as the log tells it."""
    return {"event": "Stepped", "who": who, "start": start, "to": to}


def hit(at: str, die: int) -> dict[str, object]:
    """Return a hit as the log tells it."""
    return {"event": "Hit", "at": at, "die": die}


def test_steps_of_one_piece_are_one_glide() -> None:
    events = [step("a", "1", "2"), step("b", "1", "2"), step("a", "2", "3"), hit("3", 6), step("a", "3", "4"),
              {"event": "Nothing"}, {"event": "Rolled", "die": 2}]  # fmt: skip
    assert TABLE.motions(events, "ouch") == [
        Glide("a", ("1", "2", "3")), Glide("b", ("1", "2")), Result("3", "ouch"), Glide("a", ("3", "4")),
    ]  # fmt: skip


def test_the_last_die_gets_the_first_result_told_of_it() -> None:
    rolled = {"event": "Rolled", "die": 6}
    told = TABLE.casts(
        [hit("0", 6), rolled, {**rolled, "die": 3}, step("a", "1", "2"), hit("1", 6), hit("2", 3), hit("4", 3)]
    )
    assert told == [DieRoll(6, "fire"), DieRoll(3, "fire", "hit at 2")]


def test_what_a_row_leaves_out_goes_without_saying() -> None:
    assert TABLE.line(Rolled(1), "Names") is None and TABLE.sounds == {"Stepped": "step"}
    line = TABLE.line(Hit("5", 1), "Names")
    assert line is not None and line.plain == "Names 5"
