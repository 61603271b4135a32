"""Games in a database that several host processes share, and directories of older versions."""

from __future__ import annotations

import gc
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, event, insert, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from websockets.exceptions import ConnectionClosed

from app.cli import main
from app.online import schema
from app.online.directory import Chair, Made
from app.online.games import Games
from app.online.records import DatabaseRecords, Elsewhere
from app.online.schema import META, VERSIONS, BadDatabase
from app.online.server import operated
from app.online.store import SqlStore
from app.online.takeover import Door, take_over
from rules.engine.record import RecordError
from rules.engine.record_form import unpacked
from rules.engine.record_reading import load_record, verify
from tests.app.online.helpers.host_process import ROOT, HostProcess
from tests.app.online.helpers.postgresql import PostgreSQL, programs

GAME = "00ff00ff00ff00ff"
ROUNDS = 40
V1 = [table for table in META.sorted_tables if table.name not in ("lines", "pictures")]


@pytest.fixture(scope="module")
def server() -> Iterator[PostgreSQL]:
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    server = PostgreSQL(found)
    yield server
    server.close()


@pytest.fixture
def database(server: PostgreSQL) -> str:
    """Return the address of an empty database."""
    with closing(create_engine(server.url, poolclass=NullPool).connect()) as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
        connection.commit()
    return server.url


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'host.sqlite'}"
    return str(request.getfixturevalue("database"))


def as_it_was(address: str) -> Engine:
    """Make a directory of the first version, which bore no number, with a game."""
    engine = create_engine(address, poolclass=NullPool)
    META.create_all(engine, tables=V1)
    with engine.begin() as connection:
        made = Made("company_scale", "first-light", b"s" * 32)
        connection.execute(insert(schema.GAMES).values(id=GAME, **made._asdict()))
    return engine


def test_an_old_directory_is_brought_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = as_it_was(address)
    monkeypatch.setattr(META, "create_all", lambda *given: None)  # so that the migrations alone do it
    with closing(SqlStore(address)) as store:
        assert store.made(GAME).scenario == "first-light"
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), META) == []
        assert schema.version_of(connection) == VERSIONS[-1]


def test_the_packages_bring_it_up_without_alembic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"sqlite:///{tmp_path / 'host.sqlite'}"
    engine = as_it_was(address)
    monkeypatch.setitem(sys.modules, "app.online.migrations", None)
    with closing(SqlStore(address)) as store:
        assert store.made(GAME).scenario == "first-light"
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), META) == []
        assert schema.version_of(connection) == VERSIONS[-1]


def test_the_directory_of_a_newer_program_is_left_alone(address: str) -> None:
    engine = create_engine(address, poolclass=NullPool)
    SqlStore(address).close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'v99'"))
    with pytest.raises(BadDatabase, match="newer Chitpull"):
        SqlStore(address)


def test_one_process_at_a_time_has_a_game_and_writes_its_record(database: str) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        played_at_one_of(one, other)


def played_at_one_of(one: SqlStore, other: SqlStore) -> None:
    one.add(GAME, Made("company_scale", "first-light", b"s" * 32), {"a" * 64: Chair(GAME, None)})
    first, second = DatabaseRecords(one, "ws://first"), DatabaseRecords(other, "ws://second")
    first.take(GAME)
    with pytest.raises(Elsewhere) as refused:
        second.take(GAME)
    assert refused.value.to_json()["data"]["at"] == "ws://first"
    one.add_lines(GAME, 0, b"begun\n")
    with pytest.raises(RecordError, match="another process"):
        other.add_lines(GAME, 1, b"forged\n")
    with pytest.raises(RecordError, match="does not take it"):
        one.add_lines(GAME, 0, b"twice\n")
    first.give_up(GAME)
    second.take(GAME)
    other.add_lines(GAME, 1, b"gone on\n")
    assert second.text(GAME) == b"begun\ngone on\n"
    second.pack(GAME)
    assert second.text(GAME) == b"begun\ngone on\n" and len(other.lines(GAME)) == 1


@pytest.mark.parametrize("is_packed", [False, True])
def test_whoever_takes_a_game_over_reads_its_record_once(
    is_packed: bool, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        first = Games(DatabaseRecords(one), one)
        tokens = first.make("company_scale", "first-light")
        game = first.game_of(str(tokens[None]))
        for seat, token in tokens.items():
            if seat is not None:
                chair = first.chair(f"{seat} with a token of 32 letters {token}", token)
                first.come(chair, "nonce", lambda *told: None)
        hosted = first.game(chair)
        for _ in range(4):
            decision = hosted.session.decision
            assert decision is not None
            hosted.orders(decision.seat, hosted.rev(decision.seat), [next(iter(decision.options))])
        digest = hosted.session.digest()
        if is_packed:
            first._records.pack(game)
        first.release(game)
        read, lines = list[str](), other.lines
        monkeypatch.setattr(other, "lines", lambda of: (read.append(of), lines(of))[1])
        begun = Games(DatabaseRecords(other), other).begun(game, lambda *told: None)
        assert begun is not None and begun.session.digest() == digest and read == [game]
        decision = begun.session.decision
        assert decision is not None
        begun.orders(decision.seat, begun.rev(decision.seat), [next(iter(decision.options))])
        (file := tmp_path / "read.chitpull").write_bytes(unpacked(b"".join(lines(game))))
        record = load_record(file, attach=False)
        assert record.digest() == begun.session.digest() and verify(record, file) == []


def test_what_another_process_kept_about_a_game_is_read_once_the_game_is_taken_over(database: str) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        assert one.hold(GAME) and one.facts(GAME) == {}
        one.set_fact(GAME, "ending", '"none"')
        assert one.facts(GAME) == other.facts(GAME) == {"ending": '"none"'}
        one.let_go(GAME)
        assert other.hold(GAME)
        other.set_fact(GAME, "ending", '"draw"')
        assert one.facts(GAME) == {"ending": '"draw"'}


def test_who_has_a_game_reads_of_it_once_and_knows_what_it_keeps_itself(database: str) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        assert one.hold(GAME) and not one.nonces(GAME) and not one.standing(GAME)
        one.set_nonce(GAME, "german", "first")
        one.set_nonce(GAME, "german", "second")
        for order in ("{}", '{"do": "pass"}'):
            one.set_standing(GAME, "german", "assault", order)
        one.set_standing(GAME, "german", "retreat", "{}")
        one.set_standing(GAME, "german", "retreat", "")
        one.set_fact(GAME, "ending", '"none"')
        asked = statements(one)
        for store in (one, one, other):
            assert store.facts(GAME) == {"ending": '"none"'} and store.nonces(GAME) == {"german": "first"}
            assert store.standing(GAME) == {("german", "assault"): '{"do": "pass"}'}
        assert asked == []


def statements(store: SqlStore) -> list[str]:
    """Return what a database is asked from now on."""
    asked = list[str]()
    event.listen(store._engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    return asked


def test_whoever_takes_a_game_over_asks_the_database_five_times_until_both_players_have_come(database: str) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        first, second = (Games(DatabaseRecords(store), store) for store in (one, other))
        tokens = first.make("company_scale", "first-light")
        own = {token: f"{seat} with a token of 32 letters {token}" for seat, token in tokens.items() if seat}
        for link, token in own.items():
            first.come(first.chair(token, link), "nonce", lambda *told: None)
        first.release(first.game_of(str(tokens[None])))
        asked = statements(other)
        for token in own.values():
            chair = second.chair(token)
            assert second.come(chair, "nonce", lambda *told: None) == [] and second.game(chair).rev(chair.seat) == 1
        assert len(asked) == 5, asked


def both(one: Callable[[], object], other: Callable[[], object]) -> None:
    """Do two things at once; raise what either raises."""
    start = Barrier(2)

    def at_once(act: Callable[[], object]) -> object:
        start.wait(10)
        return act()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(at_once, act) for act in (one, other)]:
            done.result(30)


def test_of_two_who_follow_a_link_at_once_one_has_the_seat(database: str) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        for n in range(ROUNDS):
            game, link, tokens = f"{n:016x}", f"{n:064x}", [f"{n:032x}{side * 32}" for side in "ab"]
            one.add(game, Made("company_scale", "first-light", b"s" * 32), {link: Chair(game, "german")})
            both(lambda: one.redeem(link, tokens[0]), lambda: other.redeem(link, tokens[1]))  # noqa: B023
            have = [token for token in tokens if one.chair(token) == Chair(game, "german")]
            assert len(have) == 1 and not one.invited(link)


def test_two_processes_keep_the_same_fact_at_once(database: str) -> None:
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        for n in range(ROUNDS):
            name = f"fact {n}"
            both(lambda: one.set_fact(GAME, name, '"one"'), lambda: other.set_fact(GAME, name, '"other"'))  # noqa: B023
            assert one.facts(GAME)[name] in ('"one"', '"other"')


def test_a_process_that_has_lost_its_game_keeps_nothing_of_it(database: str) -> None:
    engine = create_engine(database, poolclass=NullPool)
    with closing(SqlStore(database)) as one, closing(SqlStore(database)) as other:
        assert one.hold(GAME) and not other.hold(GAME)
        one.set_fact(GAME, "ending", '"none"')
        one.set_standing(GAME, "german", "assault", "{}")
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))
        while not other.hold(GAME):
            time.sleep(0.01)
        for _ in range(2):
            with pytest.raises((DBAPIError, RecordError)):
                one.set_fact(GAME, "ending", '"resigned"')
            with pytest.raises((DBAPIError, RecordError)):
                one.set_standing(GAME, "german", "assault", "")
        assert one.is_lost
        assert other.facts(GAME)["ending"] == '"none"' and other.standing(GAME)


def test_an_operator_copies_a_record_and_proves_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address, file = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "copy.chitpull"
    with operated(tmp_path, address) as games:
        tokens = games.make("company_scale", "first-light")
        game = games.game_of(str(tokens[None]))
        asked = ["--host", "--dir", str(tmp_path), "--database", address, "--copy", game, str(file)]
        assert main(asked) == 2 and "has not begun" in capsys.readouterr().err
        for seat, token in tokens.items():
            if seat is not None:
                games.come(
                    games.chair(f"{seat} with a token of 32 letters {token}", token), "nonce", lambda *told: None
                )
        games.release(game)
    assert main(asked) == 0 and not list(tmp_path.glob(f"{game}*"))
    record = load_record(file, attach=False)
    assert record.notices == [] and verify(record, file) == []
    assert main(asked) == 2 and "already exists" in capsys.readouterr().err
    with operated(tmp_path, address) as games:  # another process goes on with it
        begun = games.begun(game, lambda *told: None)
        assert begun is not None and begun.session.digest() == record.digest()


def test_a_killed_process_loses_nothing_and_the_other_takes_its_games_over(database: str) -> None:
    found = take_over(database, count=10, kills=2, between=1)
    assert found.lost == 0 and not found.problems and found.orders >= 50


def test_a_host_that_loses_its_database_ends_and_says_so(database: str, server: PostgreSQL, tmp_path: Path) -> None:
    host = HostProcess(tmp_path, "--database", database)
    server.stop()
    server.start()
    with suppress(OSError, ConnectionClosed):  # it finds out when it is first asked, or has while it started
        host.make("company_scale")
    assert host.process.wait(20) == 2
    host.kill()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nowhere", "A database is named like postgresql+psycopg://"),
        ("postgresql+psycopg://table:secret@127.0.0.1:port/games", "A database is named like postgresql+psycopg://"),
        ("postgresql+psycopg://table:my@secret@127.0.0.1:1/games", "In a password write @ as %40"),
        (
            "postgresql+psycopg://table:secret@127.0.0.1:1/games",
            "The database games at 127.0.0.1 cannot be used: connection failed",
        ),
        ("postgresql+pg8000://table@127.0.0.1/games", "needs pg8000, which is not installed"),
    ],
)
def test_what_is_wrong_with_a_database_is_told_in_a_sentence(
    url: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--host", "--dir", str(tmp_path), "--database", url]) == 2
    said = capsys.readouterr().err
    assert words in said and "secret" not in said and said.count("\n") == 1


def test_takeover_tells_what_it_found(server: PostgreSQL) -> None:
    command = [sys.executable, "-m", "tests.app.online.helpers.many_games"]
    done = subprocess.run(
        [*command, "--games", "2", "--kills", "0", "--seconds", "0"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0 and "acknowledged orders, 0 lost" in done.stdout


def test_a_door_that_is_closed_leaves_nothing_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        nobody = gone.getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as host, warnings.catch_warnings(record=True) as told:
        gc.collect()
        told.clear()
        warnings.simplefilter("always", ResourceWarning)
        door = Door([nobody, host.getsockname()[1]])
        at = ("127.0.0.1", int(door.url.rpartition(":")[2]))
        with socket.create_connection(at, 10) as guest, host.accept()[0] as passed:
            guest.sendall(b"here")
            assert passed.recv(4) == b"here"
            door.close()
            assert guest.recv(4) == b"" == passed.recv(4)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(at)
        del door
        gc.collect()
    assert [str(each.message) for each in told] == []
