"""The directory of a host in a database: its games, the chairs at them and what each seat gave for the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from sqlalchemy import (
    URL,
    ColumnClause,
    Connection,
    Engine,
    String,
    TextClause,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    literal_column,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, OperationalError

from app.online.directory import Chair, Made
from app.online.schema import CHAIRS, FACTS, GAMES, LINES, NONCES, PICTURES, STANDING, BadDatabase, bring_up
from rules.engine.record import RecordError

POSTGRESQL: Final = "postgresql"
EXAMPLE: Final = "postgresql+psycopg://user:password@server/chitpull"
NAMED: Final = f"A database is named like {EXAMPLE}. In a password write @ as %40."
LOST: Final = "The game {} cannot be saved: another process of this host may play it now."
GAME: Final = bindparam("game", type_=String)
MADE: Final = select(GAMES).where(GAMES.c.id == GAME)
CHAIR: Final = (
    select(CHAIRS.c.game, CHAIRS.c.seat, GAMES.c.system, GAMES.c.scenario, GAMES.c.secret)
    .join(GAMES, GAMES.c.id == CHAIRS.c.game)
    .where(CHAIRS.c.token == bindparam("token"), CHAIRS.c.invited == bindparam("invited"))
)
NONE: Final[ColumnClause[str]] = literal_column("''")
KEPT_OF: Final = union_all(
    select(literal_column("'fact'"), FACTS.c.name, NONE, FACTS.c.told).where(FACTS.c.game == GAME),
    select(literal_column("'nonce'"), NONCES.c.seat, NONE, NONCES.c.nonce).where(NONCES.c.game == GAME),
    select(literal_column("'standing'"), STANDING.c.seat, STANDING.c.kind, STANDING.c.told).where(
        STANDING.c.game == GAME
    ),
)
LINES_OF: Final = select(LINES.c.text).where(LINES.c.game == GAME).order_by(LINES.c.n)
HOLD: Final = text("SELECT pg_try_advisory_lock(:key)")
LET_GO: Final = text("SELECT pg_advisory_unlock(:key)")
"""Put together once: what is asked at hand-overs, or for each of many games when a process takes them over."""
TO_INSTALL: Final = 'in a checkout type: python -m pip install -c constraints.txt ".[database]"'


class Kept(NamedTuple):
    """What is kept about a game: facts by name, nonces by seat, standing orders by seat and kind of question."""

    facts: dict[str, str]
    nonces: dict[str, str]
    standing: dict[tuple[str, str], str]


class SqlStore:
    """A store in any database that SQLAlchemy knows, named by its address, such as sqlite:///host.sqlite."""

    def __init__(self, address: str) -> None:
        """Raise BadDatabase if it cannot be used; `lost` is called once it can no longer be reached."""
        self._engine = _engine(address)
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")  # one statement each
        self._made: dict[str, Made] = {}
        self.lost: Callable[[], object] = lambda: None
        self.is_lost = False
        try:
            bring_up(self._engine)
            self._owner = self._engine.connect()
        except BadDatabase:
            self._engine.dispose()
            raise
        except DBAPIError as error:
            self._engine.dispose()
            why = " ".join(str(error.orig).split())
            raise BadDatabase(f"The database {_shown(self._engine.url)} cannot be used: {why}.") from error
        self._held = set[str]()
        self._kept: dict[str, Kept] = {}
        if self._engine.dialect.name == POSTGRESQL:
            event.listen(self._engine, "handle_error", self._failed)

    def close(self) -> None:
        """Let go of all games and end the connections."""
        if not self.is_lost:
            self._owner.close()
        self._engine.dispose()

    def _failed(self, context: ExceptionContext) -> None:
        """Take note of a connection that broke: with it this process has lost its games."""
        if isinstance(context.sqlalchemy_exception, OperationalError | InterfaceError):
            self.is_lost = True
            self.lost()

    def add(self, game: str, made: Made, chairs: Mapping[str, Chair]) -> None:
        """Keep a new game with its chairs by the digests of their tokens."""
        rows = [
            {"token": token, "game": chair.game, "seat": chair.seat, "invited": chair.seat is not None}
            for token, chair in chairs.items()
        ]
        with self._engine.begin() as connection:
            connection.execute(insert(GAMES).values(id=game, **made._asdict()))
            connection.execute(insert(CHAIRS), rows)

    def made(self, game: str) -> Made:
        """Return how a game was made; raise KeyError."""
        if game in self._made:  # that never changes
            return self._made[game]
        with self._reading.connect() as connection:
            row = connection.execute(MADE, {"game": game}).one_or_none()
        if row is None:
            raise KeyError(game)
        return self._made.setdefault(game, Made(row.system, row.scenario, row.secret))

    def count(self) -> int:
        """Return how many games there are."""
        with self._reading.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(GAMES)).scalar_one())

    def chair(self, token: str) -> Chair | None:
        """Return the chair of a token by its digest."""
        return self._chair(token, invited=False)

    def invited(self, invitation: str) -> str:
        """Return the game of an invitation that nobody has followed yet, by its digest, '' if there is none."""
        chair = self._chair(invitation, invited=True)
        return "" if chair is None else chair.game

    def _chair(self, token: str, *, invited: bool) -> Chair | None:
        """Return the chair of a token or an invitation, and take note of how its game was made."""
        with self._reading.connect() as connection:
            row = connection.execute(CHAIR, {"token": token, "invited": invited}).one_or_none()
        if row is None:
            return None
        self._made.setdefault(row.game, Made(row.system, row.scenario, row.secret))
        return Chair(row.game, row.seat)

    def redeem(self, invitation: str, token: str) -> None:
        """Give the chair of an invitation that nobody has followed yet to a token alone, both by their digests."""
        with self._engine.begin() as connection:
            asked = update(CHAIRS).filter_by(token=invitation, invited=True)
            if connection.execute(asked.values(token=token, invited=False)).rowcount != 1:
                return  # somebody else was quicker
            chair = connection.execute(select(CHAIRS).filter_by(token=token)).one()
            others = delete(CHAIRS).filter_by(invited=False, game=chair.game, seat=chair.seat)
            connection.execute(others.where(CHAIRS.c.token != token))

    def invite(self, invitation: str, chair: Chair) -> None:
        """Keep a new invitation to a chair by its digest, in place of others that nobody has followed."""
        with self._engine.begin() as connection:
            connection.execute(delete(CHAIRS).filter_by(invited=True, **chair._asdict()))
            connection.execute(insert(CHAIRS).values(token=invitation, invited=True, **chair._asdict()))

    def _kept_of(self, game: str) -> Kept:
        """Return what is kept about a game; nobody else changes it while this process has the game."""
        if game in self._kept:
            return self._kept[game]
        kept = Kept({}, {}, {})
        with self._reading.connect() as connection:
            for what, name, kind, told in connection.execute(KEPT_OF, {"game": game}):
                if what == "standing":
                    kept.standing[name, kind] = told
                else:
                    (kept.facts if what == "fact" else kept.nonces)[name] = told
        if game in self._held:
            self._kept[game] = kept
        return kept

    def set_nonce(self, game: str, seat: str, nonce: str) -> None:
        """Keep the first nonce that a seat gives."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(NONCES).values(game=game, seat=seat, nonce=nonce))
        except IntegrityError:  # it has given one
            return
        if game in self._kept:
            self._kept[game].nonces[seat] = nonce

    def nonces(self, game: str) -> Mapping[str, str]:
        """Return the nonces given so far, by seat."""
        return self._kept_of(game).nonces

    def set_fact(self, game: str, name: str, told: str) -> None:
        """Keep something about a game by its name, as JSON, in place of what was kept by it."""
        try:
            self._put_fact(game, name, told)
        except IntegrityError:  # another process has kept it at the same time
            self._put_fact(game, name, told)

    def _put_fact(self, game: str, name: str, told: str) -> None:
        with self._about(game) as connection:
            connection.execute(delete(FACTS).filter_by(game=game, name=name))
            connection.execute(insert(FACTS).values(game=game, name=name, told=told))
        if game in self._kept:
            self._kept[game].facts[name] = told

    def facts(self, game: str) -> Mapping[str, str]:
        """Return what is kept about a game, by name."""
        return self._kept_of(game).facts

    def games_with(self, name: str) -> Sequence[str]:
        """Return the games about which something is kept by a name that begins like this."""
        asked = select(FACTS.c.game).where(FACTS.c.name.startswith(name, autoescape=True)).distinct()
        with self._reading.connect() as connection:
            return [str(row.game) for row in connection.execute(asked)]

    def set_standing(self, game: str, seat: str, kind: str, order: str) -> None:
        """Keep a standing order of a seat for a kind of question, as JSON; '' ends it."""
        place = {"game": game, "seat": seat, "kind": kind}
        with self._about(game) as connection:
            connection.execute(delete(STANDING).filter_by(**place))
            if order:
                connection.execute(insert(STANDING).values(told=order, **place))
        if game in self._kept:
            standing = self._kept[game].standing
            standing.pop((seat, kind), None)
            standing |= {(seat, kind): order} if order else {}

    def standing(self, game: str) -> Mapping[tuple[str, str], str]:
        """Return the standing orders of a game by seat and kind of question."""
        return self._kept_of(game).standing

    def forget(self, game: str) -> None:
        """Delete all that is kept of a game, its record among it where that lies in the database."""
        with self._engine.begin() as connection:
            for table in (CHAIRS, NONCES, STANDING, FACTS, LINES, PICTURES):
                connection.execute(delete(table).where(table.c.game == game))
            connection.execute(delete(GAMES).where(GAMES.c.id == game))
        self._made.pop(game, None)
        self._kept.pop(game, None)

    # --- Records, and who holds a game -----------------------------------------------------------------------------

    def hold(self, game: str) -> bool:
        """Take a game for this process until it ends or lets go; tell whether no other process has it.

        PostgreSQL lets go for a process that dies, with its connection.
        """
        if game not in self._held and self._asked(HOLD, game):
            self._held.add(game)
        return game in self._held

    def let_go(self, game: str) -> None:
        """Let others take a game that this process has held."""
        if game in self._held:
            self._held.remove(game)
            self._kept.pop(game, None)
            self._asked(LET_GO, game)

    def _asked(self, what: TextClause, game: str) -> bool:
        """Ask PostgreSQL about the lock of a game; a file has one process only."""
        if self._engine.dialect.name != POSTGRESQL:
            return True
        with self._one_statement():
            return bool(self._owner.execute(what, {"key": _key(game)}).scalar_one())

    @contextmanager
    def _one_statement(self) -> Iterator[None]:
        """Let the connection that holds games carry out one statement without asking for a transaction around it."""
        self._owner.execution_options(isolation_level="AUTOCOMMIT")
        try:
            with self._owner.begin():
                yield
        finally:
            if not self.is_lost:
                self._owner.execution_options(isolation_level=self._owner.default_isolation_level)

    @contextmanager
    def _about(self, game: str) -> Iterator[Connection]:
        """Write about a game, over the connection that holds it where this process has it.

        Whoever has lost it can keep nothing: raises RecordError.
        """
        if game not in self._held:
            with self._engine.begin() as connection:
                yield connection
            return
        if self.is_lost:
            raise RecordError(LOST.format(game))
        with self._owner.begin():
            yield self._owner

    def lines(self, game: str) -> Sequence[bytes]:
        """Return the parts of a game's record, in their order."""
        with self._reading.connect() as connection:
            return [bytes(row.text) for row in connection.execute(LINES_OF, {"game": game})]

    def add_lines(self, game: str, n: int, part: bytes) -> None:
        """Add part `n` to the record of a game that this process holds; raise RecordError where that cannot be.

        It is written over the connection that holds the game: whoever has lost the game can add nothing.
        """
        self._write(game, n, part)

    def replace_lines(self, game: str, record: bytes) -> None:
        """Put a record in place of all parts of one; raise RecordError where that cannot be."""
        self._write(game, 0, record, anew=True)

    def drop_lines(self, game: str) -> None:
        """Delete all parts of a record; raise RecordError where that cannot be."""
        self._write(game, 0, b"", anew=True)

    def _write(self, game: str, n: int, part: bytes, *, anew: bool = False) -> None:
        if self.is_lost or game not in self._held:
            raise RecordError(LOST.format(game))
        try:
            with self._owner.begin() if anew else self._one_statement():
                if anew:
                    self._owner.execute(delete(LINES).where(LINES.c.game == game))
                if part:
                    self._owner.execute(insert(LINES).values(game=game, n=n, text=part))
        except DBAPIError as error:
            raise RecordError(f"The game {game} cannot be saved: the database does not take it.") from error

    def picture(self, game: str) -> bytes:
        """Return the picture of a game's map, b'' if there is none."""
        with self._reading.connect() as connection:
            row = connection.execute(select(PICTURES.c.jpeg).where(PICTURES.c.game == game)).one_or_none()
        return b"" if row is None else bytes(row.jpeg)

    def set_picture(self, game: str, jpeg: bytes) -> None:
        """Keep a picture of a game's map in place of the last one."""
        with self._engine.begin() as connection:
            connection.execute(delete(PICTURES).filter_by(game=game))
            connection.execute(insert(PICTURES).values(game=game, jpeg=jpeg))


def _engine(address: str) -> Engine:
    """Return the way to a database; raise BadDatabase with what is wrong with its address, or is not installed."""
    try:
        engine = create_engine(address)
    except ImportError as error:
        missing = str(error.name).partition(".")[0]
        raise BadDatabase(f"This database needs {missing}, which is not installed: {TO_INSTALL}") from error
    except (ArgumentError, ValueError):  # what it says may hold a part of the password
        raise BadDatabase(NAMED) from None
    is_file = engine.dialect.name == "sqlite"
    if not is_file and "@" in (engine.url.host or ""):
        raise BadDatabase(NAMED)  # a part of the password is taken for the server
    if is_file:  # what is deleted is overwritten
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA secure_delete = ON"))
    return engine


def _shown(url: URL) -> str:
    """Return what a database is called and where it is, without who may use it."""
    return f"{url.database or ''} at {url.host}" if url.host else str(url.database or url.drivername)


def _key(game: str) -> int:
    """Return the number of a game's lock: its name, which is 64 bits at random, as PostgreSQL counts."""
    return int.from_bytes(bytes.fromhex(game), "big", signed=True)
