"""Records that are damaged, old, new or changed: one clear sentence each, and the game rescued as far as possible."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import IllegalCommand
from rules.engine.history import LOST
from rules.engine.plain import digest
from rules.engine.record import RecordError, RecordWriter
from rules.engine.record_reading import load_record, verify
from tests.rules.engine.helpers.records import facts, forge, lines, recorded, roam
from tests.rules.engine.helpers.toy_system import CROWD, TOY, name_the_fields_of_pieces

V1 = Path(__file__).parent / "data" / "toy_schema_1.chitpull"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.chitpull"
    roam(recorded(path, source=CROWD, every=10), 60)
    return path


def change(path: Path, number: int, **changes: Any) -> None:
    """Change fields of one line (counted from 0) and reseal all lines."""
    all_lines = lines(path)
    all_lines[number] |= changes
    forge(path, all_lines)


def test_a_file_cut_anywhere_opens_with_what_is_whole(path: Path, tmp_path: Path) -> None:
    text, whole = path.read_bytes(), load_record(path, attach=False)
    head = text.index(b"\n") + 1
    for end in random.Random(1).sample(range(head, len(text)), 150):
        torn = tmp_path / "torn.chitpull"
        torn.write_bytes(text[:end])
        session = load_record(torn)
        assert session.log[: whole.seq] == whole.log[: session.seq]
        complete = text[:end].endswith(b"\n")
        assert session.notices == ([] if complete else [HALF])
        assert facts(load_record(torn)) == facts(session), "what was left out is not written over"


HALF = "The last line of torn.chitpull was only half written and was skipped."


def test_a_file_damaged_in_the_middle_goes_on_from_the_next_position_and_a_copy_is_kept(path: Path) -> None:
    whole = load_record(path, attach=False)
    damaged = path.read_bytes().splitlines(keepends=True)
    number = next(i for i, raw in enumerate(damaged) if raw.startswith(b'{"n":30'))
    damaged[number] = b"\x00\xff garbage\n"
    path.write_bytes(b"".join(damaged))
    session = load_record(path)
    assert session.notices[0] == (
        f"game.chitpull is damaged at line {number + 1}: entry 30 is missing, and the game continues from its last "
        "position."
    )
    assert session.digest() == whole.digest() and session.history.counts == whole.history.counts
    assert session.log[:29] == whole.log[:29] and session.log[29] is LOST and session.log[30:] == whole.log[30:]
    assert path.with_name("game.chitpull.damaged").read_bytes() == b"".join(damaged)
    roam(session, 5)
    again = load_record(path)
    assert facts(again) == facts(session) and not path.with_name("game.chitpull.damaged-2").exists()
    with pytest.raises(
        IllegalCommand, match=r"Position 30 cannot be restored: entry 30: it is missing from the saved game"
    ):
        again.take_back(30)
    assert again.take_back(29) == 29


def test_without_a_later_position_the_line_ends_at_the_damage(path: Path) -> None:
    told = lines(path)
    last = max(i for i, line in enumerate(told) if "snapshot" in line)
    number = next(i for i in range(last, len(told)) if "command" in told[i])
    damaged = path.read_bytes().splitlines(keepends=True)
    damaged[number] = b"x" + damaged[number]
    path.write_bytes(b"".join(damaged))
    path.with_name("game.chitpull.damaged").write_bytes(b"of an earlier time")
    session, n = load_record(path), told[number]["n"]
    assert session.seq == n - 1
    assert session.notices[0].startswith(
        f"game.chitpull is damaged at line {number + 1}: the game continues from before"
    )
    assert path.with_name("game.chitpull.damaged").read_bytes() == b"of an earlier time"
    assert path.with_name("game.chitpull.damaged-2").read_bytes() == b"".join(damaged)
    roam(session, 5)
    assert facts(load_record(path)) == facts(session)


def test_an_entry_that_was_taken_out_is_missed(path: Path) -> None:
    whole, told = load_record(path, attach=False), path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(raw for raw in told if not raw.startswith(b'{"n":30,')))
    session = load_record(path, attach=False)
    assert session.notices[0].startswith("game.chitpull is incomplete: entry 30 is missing")
    assert session.notices[1].startswith("game.chitpull has been altered: entry 31 (line ")
    assert session.digest() == whole.digest()


def test_one_flipped_bit_costs_no_more_than_its_line(path: Path, tmp_path: Path) -> None:
    text, rng, victim = path.read_bytes(), random.Random(4), tmp_path / "victim.chitpull"
    whole, head = load_record(path, attach=False), text.index(b"\n") + 1
    last = text.rindex(b'{"snapshot"')
    for _ in range(80):
        at = rng.randrange(head, last)
        victim.write_bytes(text[:at] + bytes([text[at] ^ 1 << rng.randrange(7)]) + text[at + 1 :])
        session = load_record(victim, attach=False)
        assert session.notices, "it is told"
        assert session.digest() == whole.digest() and session.seq == whole.seq
        differing = sum(one != other for one, other in zip(session.log, whole.log, strict=True))
        assert differing <= 2, "two where the end of a line is hit"


def test_lost_entries_are_no_more_than_the_file_could_hold(path: Path) -> None:
    told = path.read_bytes().splitlines(keepends=True)
    told.insert(20, b'{"n":999999999,"nature":{"die":1}}\n')
    path.write_bytes(b"".join(told))
    session = load_record(path, attach=False)
    assert session.seq == 85 and "damaged at line 21" in session.notices[0]


def test_no_damage_ends_in_a_traceback(path: Path, tmp_path: Path) -> None:
    text, rng, victim = path.read_bytes(), random.Random(7), tmp_path / "victim.chitpull"
    for _ in range(200):
        broken = bytearray(text)
        for _ in range(rng.choice([1, 3, 30])):
            at = rng.randrange(len(broken))
            broken[at : at + rng.randrange(3)] = bytes(rng.randrange(256) for _ in range(rng.randrange(3)))
        victim.write_bytes(broken)
        try:
            load_record(victim).check()
        except RecordError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("text", [b"", b"\n", b"hello\n", b"[1]\n", b'{"chitpull":"record"}\n', b"\xff\xfe\x00", b"5"])
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(text)
    with pytest.raises(RecordError, match=r"x.txt is not a Chitpull game: its first line is not"):
        load_record(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be opened: No such file or directory"):
        load_record(tmp_path / "none")
    with pytest.raises(RecordError, match="cannot be opened: "):
        load_record(tmp_path)


def test_a_header_alone_is_no_game(path: Path) -> None:
    path.write_bytes(path.read_bytes().splitlines()[0])
    with pytest.raises(RecordError, match="cannot be opened: its header is incomplete"):
        load_record(path)


def test_a_record_of_a_newer_format_is_refused(path: Path) -> None:
    change(path, 0, container=2)
    with pytest.raises(RecordError, match=r"saved by a newer Chitpull .*file format 2; .* Update Chitpull"):
        load_record(path)


def test_a_record_of_a_newer_schema_is_refused(path: Path) -> None:
    change(path, 0, schema=3)
    with pytest.raises(RecordError, match=r"saved by a newer Chitpull .*position format 3.* Update Chitpull"):
        load_record(path)


def test_a_record_of_newer_rules_opens_with_a_notice(path: Path) -> None:
    number = max(i for i, told in enumerate(lines(path)) if "snapshot" in told)
    change(path, number, rules=4)
    assert load_record(path).notices == [
        "game.chitpull was played with newer rules (version 4; this program has 1). It continues with the older rules."
    ]


def test_a_record_of_an_unknown_system_is_refused(path: Path) -> None:
    change(path, 0, system="chess")
    with pytest.raises(RecordError, match='There is no game system "chess"'):
        load_record(path)


def test_a_scenario_that_is_gone_is_named(path: Path) -> None:
    change(path, 0, scenario={"id": "waterloo", "hash": ""})
    with pytest.raises(RecordError, match=r'cannot be loaded: There is no scenario "waterloo"'):
        load_record(path)


def test_a_changed_scenario_is_noticed_and_the_saved_position_kept(path: Path) -> None:
    before = load_record(path, attach=False)
    changed = {**CROWD, "pieces": {**CROWD["pieces"], "extra": {"side": "red", "at": 0}}}
    change(path, 0, scenario={"id": "crowd", "hash": TOY.load(CROWD).hash, "document": changed})
    session = load_record(path)
    assert session.notices[0].startswith('The scenario "crowd" has changed since game.chitpull was started')
    assert session.digest() == before.digest()
    assert session.state_at(0).to_plain() == before.state_at(0).to_plain(), "even the start is the saved one"


def test_a_differing_digest_is_reported(path: Path) -> None:
    number = max(i for i, told in enumerate(lines(path)) if next(iter(told)) == "digest")
    change(path, number, digest="00")
    session = load_record(path, attach=False)
    [notice] = session.notices
    assert notice.startswith("After entry ") and notice.endswith(
        "the replay reaches a different position from the saved one."
    )
    unproved = load_record(path, attach=False, prove=False)
    assert unproved.notices == [
        "The replay reaches a different position from the one saved in game.chitpull: "
        "the rules, scenario or file have changed."
    ]
    assert len(verify(session, path)) == 1


def test_a_position_that_breaks_an_invariant_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    recorded(path)
    number = max(i for i, told in enumerate(lines(path)) if "snapshot" in told)
    state = lines(path)[number]["state"]
    name = next(iter(state["pieces"]))
    state["pieces"][name]["strength"] = 0
    change(path, number, state=state, digest=digest(state))
    assert f"The saved position breaks a rule: {name} has no strength." in load_record(path).notices


def test_a_snapshot_that_cannot_be_decoded_gives_way_to_an_earlier_one(path: Path) -> None:
    before = load_record(path, attach=False)
    number = max(i for i, told in enumerate(lines(path)) if "snapshot" in told)
    state = {"round": "three"}
    change(path, number, state=state, digest=digest(state))
    session = load_record(path)
    assert session.digest() == before.digest()
    assert session.notices[0].endswith("is damaged. It was replayed instead.")
    session.take_back(session.seq - 1)


def test_a_snapshot_that_is_not_what_was_written_gives_way_to_an_earlier_one(path: Path) -> None:
    before = load_record(path, attach=False)
    told = lines(path)
    number = max(i for i, line in enumerate(told) if line.get("snapshot"))
    state = told[number]["state"]
    change(path, number, state={**state, "round": state["round"] + 1})
    session = load_record(path)
    assert session.digest() == before.digest()
    assert session.notices == [
        f"The position saved in game.chitpull after entry {told[number]['snapshot']} is damaged. "
        "It was replayed instead."
    ]


@pytest.mark.parametrize("lost", [True, False])
def test_a_damaged_start_is_set_up_anew(path: Path, lost: bool) -> None:
    before = load_record(path, attach=False)
    start = next(i for i, told in enumerate(lines(path)) if told.get("snapshot") == 0)
    if lost:
        all_lines = lines(path)
        forge(path, all_lines[:start] + all_lines[start + 1 :])
    else:
        change(path, start, state={"round": "three"})
    session = load_record(path)
    told = ["game.chitpull has been altered: the number of lines before the position after entry"] if lost else []
    assert session.digest() == before.digest() and [text[: len(told[0])] for text in session.notices] == told
    assert session.state_at(0).to_plain() == before.state_at(0).to_plain()


@pytest.mark.parametrize("damage", [("digest", {"n": "7"}), ("events", {"n": None}), ("events", {"events": [5]})])
def test_a_line_of_the_wrong_form_ends_the_sound_part(path: Path, damage: tuple[str, dict[str, Any]]) -> None:
    kind, changes = damage
    number = max(i for i, told in enumerate(lines(path)) if next(iter(told)) == kind)
    change(path, number, **changes)
    assert f"is damaged at line {number + 1}" in load_record(path).notices[0]


def test_options_that_are_no_object_are_an_incomplete_header(path: Path) -> None:
    change(path, 0, options="loud")
    with pytest.raises(RecordError, match="its header is incomplete"):
        load_record(path)


def test_an_entry_that_is_no_longer_accepted_ends_the_rescue(path: Path) -> None:
    number = max(i for i, told in enumerate(lines(path)) if "command" in told)
    entry = lines(path)[number]["n"]
    change(path, number, command={"do": "march", "unit": "nobody", "to": 3})
    session = load_record(path)
    assert session.notices[0].startswith(f"Entry {entry} of game.chitpull is no longer legal (")
    assert session.seq == entry - 1
    roam(session, 3)
    assert facts(load_record(path)) == facts(session)


def test_a_game_that_cannot_be_recorded_any_more_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: RecordWriter, *args: object, **more: object) -> None:
        raise RecordError("The record cannot be written: Permission denied.")

    monkeypatch.setattr(RecordWriter, "reopen", refuse)
    session = load_record(path)
    assert session.notices == ["This game is not being saved: The record cannot be written: Permission denied."]
    assert not session.listeners


def test_migration_1_a_record_of_schema_1_opens_plays_on_and_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "old.chitpull"
    shutil.copy(V1, path)
    session = load_record(path)
    assert session.notices == []
    assert session.state.pieces["r1"].strength == 1
    assert session.check() == [] and session.decision is not None
    roam(session, 6)
    assert facts(load_record(path))[:4] == facts(session)[:4]
    told = [(line.get("snapshot"), line["schema"]) for line in lines(path) if "snapshot" in line]
    assert {schema for _, schema in told} == {1, 2}
    session.take_back(0)
    assert session.state.pieces["b1"].at == 5, "the start of schema 1 can be had again"


def test_migration_1_names_the_fields_of_pieces() -> None:
    assert name_the_fields_of_pieces({"round": 1, "pieces": {"r1": ["red", 4]}}) == {
        "round": 1,
        "pieces": {"r1": {"side": "red", "at": 4, "strength": 1}},
    }


def test_every_migration_has_a_test() -> None:
    assert all(f"test_migration_{schema}_" in Path(__file__).read_text(encoding="utf-8") for schema in TOY.migrations)


def test_chance_of_an_unknown_kind_before_the_damage_is_no_traceback(path: Path) -> None:
    told = lines(path)
    last = max(i for i, line in enumerate(told) if "snapshot" in line)
    number = next(i for i in range(last, len(told)) if "nature" in told[i])
    told[number]["nature"] = {"dxie": 3}
    forge(path, told)
    damaged = path.read_bytes().splitlines(keepends=True)
    damaged[number - 20 :] = [
        b"x\n" if raw.startswith(b'{"n"') and b"comm" in raw else raw for raw in damaged[number - 20 :]
    ]
    path.write_bytes(b"".join(damaged))
    assert "damaged" in load_record(path, attach=False).notices[0]
