"""A record proves itself: any change in it is reported with its entry, on opening and by verify."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import NOT_PROVED, main
from rules.engine.nature import ManualNature, Origin, ScriptedNature, fresh_nature
from rules.engine.plain import digest
from rules.engine.proving import unproved
from rules.engine.record import RecordError, RecordWriter, save_as, writer_of
from rules.engine.record_form import line
from rules.engine.record_reading import load_record, verify
from rules.engine.sealing import Chain, sealed_lines
from rules.engine.session import Session
from tests.rules.engine.helpers.playing import play
from tests.rules.engine.helpers.records import forge, lines, roam
from tests.rules.engine.helpers.toy_system import CROWD, TOY

Lines = list[dict[str, Any]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.chitpull"
    session = roam(begun(path), 30)
    session.take_back(session.seq - 3)
    put_away(roam(session, 30))
    return path


def begun(path: Path) -> Session:
    """Return a game of the crowd that nobody chose the seed of, recorded in a file."""
    scenario = TOY.load(CROWD)
    origin = Origin.now(scenario, {"undo": "strict"})
    nature = fresh_nature(TOY, origin)
    writer = RecordWriter(path, every=10)
    return Session.new(TOY, scenario, nature=nature, listeners=[writer], source=CROWD, origin=origin)


def put_away(session: Session) -> None:
    """Close the record of a game in good order."""
    writer = writer_of(session)
    assert writer is not None
    writer.close(session)


def at(told: Lines, key: str, place: int = 3) -> dict[str, Any]:
    """Return one of the lines with a given key."""
    return [line for line in told if key in line][place]


def other_die(told: Lines) -> str:
    entry = next(line for line in told[20:] if "die" in line.get("nature", {}))
    entry["nature"]["die"] = (entry["nature"]["die"] + 1) % 10
    return f"entry {entry['n']}"


def other_draw(told: Lines) -> str:
    entry = at([line for line in told if "draw" in line.get("nature", {})], "nature", 2)
    entry["nature"]["draw"] = "red" if entry["nature"]["draw"] == "blue" else "blue"
    return f"entry {entry['n']}"


def other_command(told: Lines) -> str:
    entry = at(told, "command", 5)
    entry["command"] = {"do": "rest"} if entry["command"]["do"] != "rest" else {"do": "scout", "unit": "r0"}
    return f"entry {entry['n']}"


def other_seat(told: Lines) -> str:
    entry = at(told, "command", 5)
    entry["seat"] = "nature"
    return f"entry {entry['n']}"


def other_ears(told: Lines) -> str:
    entry = at(told, "command", 5)
    entry["only"] = "red"
    return f"entry {entry['n']}"


def other_event(told: Lines) -> str:
    line = at(told, "events", 6)
    line["events"][0]["event"] = "Killed"
    return f"entry {line['n']}"


def fewer_events(told: Lines) -> str:
    line = at(told, "events", 6)
    told.remove(line)
    return "entry"


def other_digest(told: Lines) -> str:
    line = [line for line in told if next(iter(line)) == "digest"][2]
    line["digest"] = "0" * 32
    return f"entry {line['n']}"


def other_position(told: Lines) -> str:
    line = at(told, "snapshot", 2)
    line["state"]["pieces"]["r0"]["strength"] += 1
    line["digest"] = digest(line["state"])
    return f"entry {line['snapshot']}"


def other_start(told: Lines) -> str:
    line = at(told, "snapshot", 0)
    line["state"]["pieces"]["r0"]["strength"] += 1
    line["digest"] = digest(line["state"])
    return ""


def other_seed(told: Lines) -> str:
    told[0]["nature"]["seed"] += 1
    return ""


def other_scenario(told: Lines) -> str:
    told[0]["scenario"]["document"]["title"] = "Another"
    return ""


def other_options(told: Lines) -> str:
    told[0]["options"] = {"undo": "free"}
    return ""


def other_take_back(told: Lines) -> str:
    line = at(told, "back", 0)
    line["back"] += 1
    return ""


EDITS = [
    other_die, other_draw, other_command, other_seat, other_ears, other_event, fewer_events, other_digest,
    other_position, other_start, other_seed, other_scenario, other_options, other_take_back,
]  # fmt: skip
BY_SEALS_ALONE = (other_take_back,)


def written(told: Lines) -> bytes:
    """Return lines unchanged, with their old seals."""
    return b"".join(map(line, told))


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_edited_is_named_with_its_entry(path: Path, edit: Callable[[Lines], str]) -> None:
    told = lines(path)
    named = edit(told)
    path.write_bytes(written(told))
    session = load_record(path, attach=False)
    proof = [*session.notices, *verify(session, path)]
    assert session.notices, "it is told on opening"
    assert any(named in text for text in proof)
    assert main(["verify", str(path)]) == 1


@pytest.mark.parametrize("edit", [edit for edit in EDITS if edit not in BY_SEALS_ALONE])
def test_what_is_edited_with_seals_made_anew_is_found_by_the_rules(path: Path, edit: Callable[[Lines], str]) -> None:
    told = lines(path)
    named = edit(told).removeprefix("entry ")
    follows = {named, str(int(named) + 1)} if edit is other_command else {named}
    forge(path, told)
    session = load_record(path, attach=False)
    proof = [*session.notices, *verify(session, path)]
    assert any(name in text for name in follows for text in proof)
    assert all("\n" not in text for text in proof)


def test_what_was_not_edited_is_proved(path: Path) -> None:
    session = load_record(path, attach=False)
    assert session.notices == verify(session, path) == unproved(session) == []
    assert main(["verify", str(path)]) == 0


def test_only_the_line_that_was_edited_is_named(path: Path) -> None:
    told = lines(path)
    named = other_die(told)
    number = 1 + next(i for i, line in enumerate(told) if line.get("n") == int(named[6:]) and "nature" in line)
    path.write_bytes(written(told))
    notices = load_record(path, attach=False).notices
    assert notices[0] == f"game.chitpull has been altered: {named} (line {number}) is not as first written."


def test_a_copy_proves_itself(path: Path, tmp_path: Path) -> None:
    session, copy = load_record(path, attach=False), tmp_path / "copy"
    save_as(session, copy)
    again = load_record(copy, attach=False)
    assert again.notices == verify(again, copy) == unproved(again) == []


@pytest.mark.parametrize(
    ("nature", "why"), [(ManualNature(), "rolled by hand"), (ScriptedNature(["red"] * 3), "came from a script")]
)
def test_what_cannot_be_proved_is_told(path: Path, nature: Any, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session.new(TOY, TOY.load("duel"), nature=nature, listeners=[RecordWriter(path)])
    assert why in unproved(session)[0].text
    assert main(["verify", str(path)]) == NOT_PROVED == 3 and why in capsys.readouterr().out


def test_a_typed_die_that_was_edited_breaks_its_seal(path: Path) -> None:
    session = Session.new(TOY, TOY.load("duel"), nature=ManualNature(), listeners=[RecordWriter(path)])
    session.nature({"draw": "red"})
    play(session, "rest")
    path.write_bytes(path.read_bytes().replace(b'"nature":{"draw":"red"}', b'"nature":{"draw":"blue"}'))
    assert "entry 1 (line " in load_record(path, attach=False).notices[0]


def test_a_record_without_seals_opens_as_before_and_says_what_is_not_proved(path: Path) -> None:
    bare = [{key: value for key, value in told.items() if key not in ("chain", "counts")} for told in lines(path)]
    path.write_bytes(written(bare))
    session = load_record(path)
    assert session.notices == []
    assert "have no seal: an older version" in unproved(session)[0].text
    roam(session, 4)
    told = path.read_bytes().splitlines()
    assert b'"chain":' in told[-1] and b'"chain":' not in told[1]
    path.write_bytes(path.read_bytes().replace(b'"command":', b'"command": ', 1))
    assert "has been altered" in load_record(path, attach=False).notices[0], "the first seal proves all before it"


def test_a_seal_proves_the_position_before_it() -> None:
    chain, text = Chain(), b'{"snapshot":1}\n{"n":1}\n'
    sealed = sealed_lines(text, chain).splitlines()
    assert sealed[0] == b'{"snapshot":1}' and sealed[1].startswith(b'{"n":1,"chain":"')
    again = Chain()
    assert again.proves(b'{"snapshot":2}') is None and again.proves(sealed[1]) is False


def test_an_entry_of_nature_that_is_a_command_is_no_traceback(path: Path) -> None:
    told = lines(path)
    other_seat(told)
    forge(path, told)
    session = load_record(path, attach=False)
    assert session.notices and all("Error" not in text for text in session.notices)


@pytest.mark.parametrize("state", [{}, {"frames": [["round", "nowhere", {}]]}, {"frames": [["none", "", {}]]}])
def test_a_forged_position_ends_in_a_sentence(path: Path, state: dict[str, Any]) -> None:
    told = lines(path)
    for position in [one for one in told if "snapshot" in one]:
        position["state"] = {**position["state"], **state}
        position["digest"] = digest(position["state"])
    forge(path, told)
    try:
        session = load_record(path, attach=False)
        assert session.notices == [] if not state else session.notices
    except RecordError as error:
        assert state and "\n" not in str(error)


def test_what_a_file_says_does_not_steer_the_terminal(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(path)
    told[0]["system"] = "\x1b[31mchess\n\u202e"
    forge(path, told)
    assert main(["verify", str(path)]) == 2
    said = capsys.readouterr().err
    assert "chess" in said and "\x1b" not in said and "\u202e" not in said and said.count("\n") == 1
