"""What is edited in a record by somebody who makes all seals anew: what dice, lines and the table's ledger tell."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import NOT_PROVED, main
from rules.engine import record
from rules.engine.bounded import CHOSEN, MOST, Ledger, table_ledger
from rules.engine.nature import ManualNature, Origin, SeededNature, describe, driver_of, fresh_nature, is_contradicted
from rules.engine.protocol import serve
from rules.engine.proving import unproved
from rules.engine.record import RecordError, RecordWriter, save_as, writer_of
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from tests.rules.engine.helpers.client import Client
from tests.rules.engine.helpers.records import forge, lines, roam
from tests.rules.engine.helpers.toy_system import CROWD, TOY

Lines = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a table of its own."""
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def begun(path: Path, ledger: Ledger | None = None) -> Session:
    """Return a recorded game with a seed that nobody knows."""
    scenario = TOY.load(CROWD)
    origin = Origin.now(scenario, {"undo": "strict"})
    writer = RecordWriter(path, every=10, ledger=ledger)
    nature = fresh_nature(TOY, origin)
    return Session.new(TOY, scenario, nature=nature, listeners=[writer], source=CROWD, origin=origin)


def put_away(session: Session) -> None:
    """Close the record of a game in good order."""
    writer = writer_of(session)
    assert writer is not None
    writer.close(session)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.chitpull"
    session = roam(begun(path), 30)
    session.take_back(session.seq - 3)
    put_away(roam(session, 20))
    return path


def told(path: Path) -> list[str]:
    """Return what is told of a record on opening, and by verify."""
    session = load_record(path, attach=False)
    return [*session.notices, *verify(session, path)]


def test_an_honest_game_is_proved(path: Path) -> None:
    assert told(path) == [] and unproved(load_record(path)) == []
    assert main(["verify", str(path)]) == 0


# --- the header ----------------------------------------------------------------------------------------------------


def other_date(header: dict[str, Any]) -> None:
    header["created"] = "2026-01-01T12:00:00+00:00"


def other_options(header: dict[str, Any]) -> None:
    header["options"] = {"undo": "free"}


def other_name(header: dict[str, Any]) -> None:
    header["game"] = "0" * 16


def no_name(header: dict[str, Any]) -> None:
    del header["game"]


def no_root(header: dict[str, Any]) -> None:
    other_date(header)
    del header["nature"]["root"]


def no_name_and_root(header: dict[str, Any]) -> None:
    no_root(header)
    del header["game"]


def other_seats(header: dict[str, Any]) -> None:
    header["seats"] = ["blue", "red"]


@pytest.mark.parametrize(
    "edit", [other_date, other_options, other_name, no_name, no_root, no_name_and_root, other_seats]
)
def test_an_edited_header_is_found_with_all_seals_made_anew(path: Path, edit: Callable[[Any], None]) -> None:
    all_lines = lines(path)
    edit(all_lines[0])
    forge(path, all_lines)
    assert any(
        "the header (line 1), from which the dice follow, is not as first written" in text for text in told(path)
    )
    assert main(["verify", str(path)]) == 1


def test_options_of_older_records_name_the_seed(path: Path) -> None:
    header = {"options": {"seed": 5}, "nature": {"kind": "seeded", "seed": 5}}
    assert not is_contradicted(header)
    assert is_contradicted({**header, "options": {"seed": 6}})


# --- the seed ------------------------------------------------------------------------------------------------------


def test_a_seed_that_nobody_chose_is_too_long_to_be_tried_out() -> None:
    scenario = TOY.load(CROWD)
    drawn = [fresh_nature(TOY, Origin.now(scenario)) for _ in range(40)]
    assert len({nature.seed for nature in drawn}) == 40
    lengths = [(nature.seed or 0).bit_length() for nature in drawn]
    assert 120 < max(lengths) <= 128 and min(lengths) > 100
    for bit in range(128):
        assert {(nature.seed or 0) >> bit & 1 for nature in drawn} == {0, 1}, "each bit of it is drawn"


def test_a_chosen_seed_gives_the_dice_it_always_gave() -> None:
    session = roam(Session.new(TOY, TOY.load("duel"), seed=7, source="duel"), 40)
    assert session.digest() == "3411cc630eede215529eb83f7ef8f688"


@pytest.mark.parametrize("kind", ["seeded", "manual"])
def test_root_and_seed_come_back_from_a_record(kind: str) -> None:
    nature = fresh_nature(TOY, Origin.now(TOY.load(CROWD)), by_hand=kind == "manual")
    again = driver_of(describe(nature))
    assert isinstance(again, SeededNature | ManualNature) and describe(again)["kind"] == kind
    assert (again.seed, again.root) == (nature.seed, nature.root)


def test_the_protocol_takes_no_seed_that_looks_like_one_nobody_chose() -> None:
    client, toy = Client(), {"system": "toy", "scenario": "duel"}
    games = client.table.games
    assert getattr(games[client.ask("new", **toy)["game"]].driver, "root", None) is not None
    for given in ({"seed": CHOSEN}, {"nature": {"kind": "seeded", "seed": -CHOSEN}}):
        assert "must be a whole number below" in client.fail("new", **toy, **given)[1]
    rooted = client.ask("new", **toy, nature={"kind": "seeded", "seed": 3, "root": 9})
    assert describe(games[rooted["game"]].driver) == {"kind": "seeded", "seed": 3}


# --- the lines -----------------------------------------------------------------------------------------------------


def test_an_inserted_take_back_is_found_with_all_seals_made_anew(path: Path) -> None:
    all_lines = lines(path)
    place = next(i for i, line in enumerate(all_lines) if line.get("n") == 12 and "command" in line)
    back = {"back": 11, "agreed": True}
    forge(path, [*all_lines[: place + 1], back, *all_lines[place:]])
    assert any("the number of lines before the position after entry" in text for text in told(path))


def test_an_undo_past_a_die_is_found_even_with_the_lines_counted_anew(path: Path) -> None:
    all_lines = lines(path)
    place = next(i for i, line in enumerate(all_lines) if "nature" in line and line.get("n", 0) > 10)
    n = all_lines[place]["n"]
    forged = [*all_lines[: place + 1], {"back": n - 2, "agreed": False}, *all_lines[place - 1 :]]
    forge(path, [{**line, "lines": i} if "lines" in line else line for i, line in enumerate(forged)])
    assert any(f"the undo to entry {n - 2}, past the last die, draw or move, is" in text for text in told(path))


def test_a_note_that_was_left_out_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = roam(begun(path), 12)
    Seat(session).write_note("We agreed to play the bridge as blown.", session.seq)
    put_away(roam(session, 30))
    assert told(path) == []
    forge(path, [line for line in lines(path) if "note" not in line])
    assert any("the number of lines before the position" in text for text in told(path))


def test_honest_undos_and_take_backs_are_no_alterations(tmp_path: Path) -> None:
    for seed in range(20):
        path = tmp_path / f"{seed}.chitpull"
        session = begun(path)
        for step in range(30):
            roam(session, 2, seed * 100 + step)
            if session.can_undo and step % 3:
                session.undo()
            elif session.seq > 4 and step % 5 == 0:
                session.take_back(session.seq - 4)
            if step % 10 == 9:
                put_away(session)
                session = load_record(path)
        put_away(session)
        assert told(path) == [] and unproved(load_record(path, attach=False)) == []


# --- the end -------------------------------------------------------------------------------------------------------


def test_an_end_that_was_cut_off_is_doubtful(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-9]))
    session = load_record(path, attach=False)
    assert session.notices == [] and [doubt.mark for doubt in unproved(session)] == ["end not proved"]
    assert main(["verify", str(path)]) == NOT_PROVED


def test_a_record_that_ends_in_the_middle_of_a_write_was_not_altered(path: Path, tmp_path: Path) -> None:
    text, cut = path.read_bytes().splitlines(keepends=True), tmp_path / "cut.chitpull"
    for end in range(3, len(text)):
        cut.write_bytes(b"".join(text[:end]))
        assert told(cut) == [], f"cut after line {end}"


def test_a_closing_that_stands_in_the_wrong_place_is_found(path: Path) -> None:
    all_lines = lines(path)
    forge(path, [*all_lines[:-9], all_lines[-1]])
    assert any("where the game was closed, is not as first written" in text for text in told(path))


def test_a_closed_record_is_not_written_again_until_something_happens(path: Path) -> None:
    before = path.read_bytes()
    session = load_record(path)
    put_away(session)
    assert path.read_bytes() == before
    session = load_record(path)
    put_away(roam(session, 1))
    assert path.read_bytes().startswith(before) and len(path.read_bytes()) > len(before)
    assert told(path) == [] and unproved(load_record(path)) == []


def test_a_copy_of_a_game_in_play_is_closed(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.chitpull", tmp_path / "copy.chitpull"
    session = roam(begun(path), 14)
    before = path.read_bytes()
    save_as(session, copy)
    assert path.read_bytes() == before and copy.read_bytes().startswith(before)
    assert told(copy) == [] and unproved(load_record(copy)) == []
    roam(session, 10)
    put_away(session)
    assert told(path) == []


def test_a_copy_of_a_record_that_was_changed_meanwhile_is_of_the_game(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.chitpull", tmp_path / "copy.chitpull"
    session = roam(begun(path), 14)
    path.write_bytes(path.read_bytes().replace(b'"do":"', b'"do":"x"', 1))
    save_as(session, copy)
    assert told(copy) == [] and load_record(copy).log == session.log


def test_the_server_closes_its_records(tmp_path: Path) -> None:
    client, paths = Client(), [tmp_path / "one.chitpull", tmp_path / "two.chitpull"]
    client.ask("new", system="toy", scenario="duel", record=str(paths[0]))
    client.ask("close")
    request = {"system": "toy", "scenario": "duel", "record": str(paths[1])}
    serve(BytesIO(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "new", "params": request}).encode()), BytesIO())
    for path in paths:
        assert unproved(load_record(path)) == [] and "closed" in lines(path)[-1]


# --- the ledger ----------------------------------------------------------------------------------------------------


@pytest.fixture
def ledger() -> Ledger:
    ledger = table_ledger()
    assert ledger is not None
    return ledger


@pytest.fixture
def kept(tmp_path: Path, ledger: Ledger) -> Path:
    """Return a record that this table has written and put away."""
    path = tmp_path / "kept.chitpull"
    put_away(roam(begun(path, ledger), 40))
    return path


def noticed(path: Path, ledger: Ledger) -> list[str]:
    """Return what is told on opening at the table that wrote a record."""
    return load_record(path, attach=False, ledger=ledger).notices


def cut_to(path: Path, entries: int) -> None:
    """Cut a record off after so many entries, and close it with new seals as if it had ended there."""
    all_lines = lines(path)
    place = next(i for i, line in enumerate(all_lines) if line.get("n") == entries + 1 and "events" not in line)
    forge(path, [*all_lines[:place], {"closed": entries}])


def test_a_cut_end_is_found_at_the_table_that_wrote_it(kept: Path, ledger: Ledger) -> None:
    before = load_record(kept, attach=False).seq
    cut_to(kept, 20)
    assert told(kept) == [], "the file alone does not tell"
    assert noticed(kept, ledger) == [
        f"This computer has played the game up to entry {before}, but kept.chitpull ends with entry 20."
    ]
    assert main(["verify", str(kept)]) == 1


def test_a_record_that_was_written_anew_is_found_at_the_table_that_wrote_it(kept: Path, ledger: Ledger) -> None:
    all_lines = lines(kept)
    place = next(i for i, line in enumerate(all_lines) if line.get("n", 0) >= 20 and "command" in line)
    forged = [*all_lines[: place + 1], {"back": all_lines[place]["n"] - 1, "agreed": True}, *all_lines[place:]]
    forge(kept, [{**line, "lines": i} if "lines" in line else line for i, line in enumerate(forged)])
    assert told(kept) == [], "the file alone does not tell"
    assert noticed(kept, ledger) == [
        "kept.chitpull is not the file this computer saved for this game. It was changed elsewhere."
    ]


class Killed(BaseException):
    """The program is killed by the system."""


@pytest.mark.parametrize("is_written", [False, True])
def test_what_is_written_anew_is_known_whenever_the_program_is_killed(
    kept: Path, tmp_path: Path, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, *, is_written: bool
) -> None:
    session, copy = load_record(kept, ledger=ledger), tmp_path / "copy.chitpull"
    save_as(session, copy)
    writer, whole = writer_of(roam(session, 5)), record.write_whole
    assert writer is not None

    def kill(path: Path, text: bytes, *, overwrite: bool = True) -> None:
        if is_written:
            whole(path, text, overwrite=overwrite)
        raise Killed

    monkeypatch.setattr(record, "write_whole", kill)
    writer.every += 1  # the record written anew is not as it was
    for write in (lambda: writer.begin(session), lambda: save_as(session, copy)):
        with pytest.raises(Killed):
            write()
    assert noticed(kept, ledger) == noticed(copy, ledger) == []
    cut_to(kept, 20)
    cut_to(copy, 20)
    assert "but kept.chitpull ends with entry 20" in noticed(kept, ledger)[0] and noticed(copy, ledger)


def test_a_file_that_could_not_be_written_is_not_taken_for_this_tables(
    kept: Path, tmp_path: Path, ledger: Ledger
) -> None:
    session, other = load_record(kept, ledger=ledger), tmp_path / "other.chitpull"
    other.write_bytes(kept.read_bytes())
    for _ in range(2):
        roam(session, 3)
        with pytest.raises(RecordError, match="already exists"):
            save_as(session, other, overwrite=False)
        assert noticed(other, ledger) == []
        save_as(session, other)


def test_another_table_knows_nothing_of_it(kept: Path, tmp_path: Path) -> None:
    cut_to(kept, 20)
    assert noticed(kept, Ledger(tmp_path / "elsewhere")) == []


def test_copies_and_what_was_played_on_elsewhere_are_no_alterations(kept: Path, tmp_path: Path, ledger: Ledger) -> None:
    session, early = load_record(kept, ledger=ledger), tmp_path / "early.chitpull"
    save_as(session, early)
    put_away(roam(session, 12))
    assert noticed(early, ledger) == [] == noticed(kept, ledger)
    elsewhere = tmp_path / "elsewhere.chitpull"
    elsewhere.write_bytes(kept.read_bytes())
    put_away(roam(load_record(elsewhere), 8))  # by a program without this ledger
    assert noticed(elsewhere, ledger) == []
    kept.write_bytes(elsewhere.read_bytes())
    assert noticed(kept, ledger) == []


def test_a_program_that_was_stopped_leaves_no_doubt_at_its_table(tmp_path: Path, ledger: Ledger) -> None:
    path = tmp_path / "game.chitpull"
    roam(begun(path, ledger), 27)
    session = load_record(path, attach=False, ledger=ledger)
    assert session.notices == [] and unproved(session) == []
    assert [doubt.mark for doubt in unproved(load_record(path, attach=False))] == ["end not proved"]


def test_a_change_is_told_until_the_table_has_written_to_the_file_again(kept: Path, ledger: Ledger) -> None:
    cut_to(kept, 20)
    session = load_record(kept, ledger=ledger)
    assert len(session.notices) == 1 == len(noticed(kept, ledger))
    put_away(roam(session, 3))
    assert noticed(kept, ledger) == []


def test_what_is_no_ledger_and_no_name_of_a_game_is_passed_over(kept: Path, ledger: Ledger, tmp_path: Path) -> None:
    for file in ledger.folder.iterdir():
        file.write_bytes(b'{"path": 5')
    assert noticed(kept, ledger) == []
    all_lines = lines(kept)
    all_lines[0]["game"] = "../../*"
    forge(kept, all_lines)
    assert len(noticed(kept, ledger)) == 1, "the header does not fit the dice"
    blocked = Ledger(tmp_path / "file")
    blocked.folder.write_bytes(b"")
    put_away(roam(begun(tmp_path / "other.chitpull", blocked), 12))


def test_the_ledger_does_not_grow_without_end(ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST >= 1_000
    monkeypatch.setattr("rules.engine.bounded.MOST", 5)
    for number in range(9):
        put_away(roam(begun(tmp_path / f"{number}.chitpull", ledger), 3))
    assert len(list(ledger.folder.iterdir())) == 5
