"""The file of every sentence: what the games really say and ask is in it, and what is code is not."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from app.cli import main
from app.sentences import GAP, Sentence, in_source, sentences
from app.systems.base import presentation_of
from rules.engine.command import Command, MalformedCommand
from rules.engine.options import Decision
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.lessons.reading import list_lessons
from rules.systems import find
from rules.testing.bots import bot

GAMES = ("rolins-night", "anvil-historical", "bonlieu")
TURNS = 70
BRITISH = re.compile(
    r"\b(\w*armour\w*|lorr(y|ies|ied)|(kilo|centi|milli)?metres?|centres?|defences?|colours?|petrol"
    r"|greys?|licences?|neighbours?|favour\w*|honours?|behaviour|afterwards|towards)\b",
    re.IGNORECASE,
)
"""The other spelling: the rulebooks' own words are armor and defense."""
IN_THE_HASH = ("scenarios/company_scale/forces/", "scenarios/striking_anvil/counters/")
"""Names of units, by which saved games know their scenario again."""


@cache
def every() -> list[Sentence]:
    """Return every sentence, collected once."""
    return sentences()


@cache
def patterns() -> re.Pattern[str]:
    """Return a pattern of every sentence, gaps open, but for those with hardly a word besides."""
    found = {
        one.text
        for one in every()
        if one.file.startswith(("rules/", "scenarios/")) and len(one.text.replace(GAP, "").strip()) > 5
    }
    parts = (".+?".join(map(re.escape, text.split(GAP))) for text in found)
    return re.compile("|".join(f"(?:{part})" for part in parts))


def is_known(text: str) -> bool:
    """Tell whether a sentence is in the file, whole or between the sentences that it joins."""
    words = " ".join(text.split())
    return bool(patterns().search(words))


def said(name: str) -> set[str]:
    """Play with bots that seek rare cases; return every prompt, and why commands given before are refused."""
    system, source = find(name)
    session = Session.new(system, system.load(source), seed=5, source=source)
    seats, told, tried = seats_of(session), set[str](), list[Command]()
    players = {seat: bot("rare", 5) for seat in seats}
    for _ in range(TURNS):
        decision = session.decision
        if decision is None:
            break
        told.add(decision.prompt)
        told |= _refused(session, decision, tried[-6:])
        command = players[decision.seat].choose(seats[decision.seat], decision)
        tried.append(command)
        session.submit(decision.seat, session.seq, command)
    return told


def _refused(session: Session, decision: Decision, commands: list[Command]) -> set[str]:
    reasons = set[str]()
    for command in commands:
        try:
            reasons |= {reason.text for reason in session.explain(decision.seat, command)}
        except MalformedCommand as error:
            reasons.add(str(error))
    return reasons


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_and_refusal_of_a_game_is_in_the_file(name: str) -> None:
    told = said(name)
    assert len(told) > 20
    assert [text for text in told if text and not is_known(text)] == []


@pytest.mark.parametrize("name", ["company_scale", "striking_anvil", "command_cards"])
def test_every_label_tip_and_heading_of_a_system_is_in_the_file(name: str) -> None:
    texts, words = {one.text for one in every()}, presentation_of(name).words
    told = {text for verb in words.verbs.values() for text in (verb.label, verb.tip)}
    told |= {text for question in words.questions.values() for text in (question.heading, question.note)}
    assert [text for text in told if text.strip() and " " in text and " ".join(text.split()) not in texts] == []


def test_titles_notes_and_lessons_are_in_the_file() -> None:
    texts = {one.text for one in every()}
    for name in ("first-light", "anvil-historical", "bonlieu"):
        system, source = find(name)
        [info] = [told for told in system.scenarios() if told.id == source]
        assert {" ".join(words.split()) for words in (info.title, info.note)} <= texts
    assert {lesson.title for lesson in list_lessons()} <= texts


def test_code_is_no_sentence_and_gaps_stand_for_what_is_put_in() -> None:
    text = '''
"""A docstring is not shown."""
STYLE = "QLabel { color: red; }"
NAMES = {"first_key": "moved by road"}
PATH = "assets/icons/one.svg"
def why(name: str, n: int) -> "Never shown":
    """Nor is this one."""
    if name == "never this one":
        raise KeyError("nor this one")
    return f"{name} has {n} points left." + {"one": "Take it back"}["one key here"]
'''
    told = {one.text for one in in_source(text, "a.py")}
    assert told == {"moved by road", f"{GAP} has {GAP} points left.", "Take it back"}


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "words.txt"
    assert main(["--words", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert f"{len(lines)} sentences" in capsys.readouterr().out and len(lines) == len(every())
    assert all(re.fullmatch(r"[^\t]+:\d+\t[^\t]+", line) for line in lines)
    first = every()[0]
    assert isinstance(first, Sentence) and lines[0] == f"{first.file}:{first.line}\t{first.text}"
    assert main(["--words", str(tmp_path / "none" / "words.txt")]) == 2


@pytest.mark.parametrize("name", (*GAMES, "the-feint"))
def test_a_prompt_has_at_most_ninety_characters(name: str) -> None:
    system, source = find(name)
    session = Session.new(system, system.load(source), seed=5, source=source)
    seats, asked = seats_of(session), set[str]()
    players = {seat: bot("rare", 5) for seat in seats}
    for _ in range(300):
        if (decision := session.decision) is None:
            break
        asked.add(decision.prompt)
        session.submit(decision.seat, session.seq, players[decision.seat].choose(seats[decision.seat], decision))
    assert len(asked) > 4 and not [prompt for prompt in asked if len(prompt) > 90]


def test_every_sentence_keeps_to_american_spelling() -> None:
    told = {one.text.replace("the licences folder", "") for one in every() if not one.file.startswith(IN_THE_HASH)}
    assert len(told) > 5000 and not [text for text in told if BRITISH.search(text)]


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md"])
def test_what_players_read_beside_the_program_keeps_to_it_too(page: str) -> None:
    text = Path(page).read_text(encoding="utf-8").replace("licences/NOTICES.txt", "")
    assert not BRITISH.search(text)
