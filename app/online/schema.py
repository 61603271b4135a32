"""The tables of a host's directory, and how a database of an older version is brought up to them."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    delete,
    insert,
    inspect,
    select,
    text,
)

VERSIONS: Final = ("v1", "v2")
"""What a directory has been, the newest last: the names of the migrations."""
BRINGING_UP: Final = 0x63686974
"""Of the lock under which one process at a time brings up a PostgreSQL database."""

META: Final = MetaData()
GAMES: Final = Table(
    "games",
    META,
    Column("id", String(32), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("scenario", String(256), nullable=False),
    Column("secret", LargeBinary(64), nullable=False),
)
CHAIRS: Final = Table(
    "chairs",
    META,
    Column("token", String(64), primary_key=True),  # its digest
    Column("game", String(32), nullable=False),
    Column("seat", String(64)),  # NULL: who watches
    Column("invited", Boolean, nullable=False),  # the token is an invitation that nobody has followed yet
)
NONCES: Final = Table(
    "nonces",
    META,
    Column("game", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("nonce", String(64), nullable=False),
)
STANDING: Final = Table(
    "standing",
    META,
    Column("game", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("kind", String(64), primary_key=True),
    Column("told", Text, nullable=False),  # the order, as JSON
)
FACTS: Final = Table(
    "facts",
    META,
    Column("game", String(32), primary_key=True),
    Column("name", String(96), primary_key=True),
    Column("told", Text, nullable=False),  # as JSON
)
LINES: Final = Table(  # records, where they are kept in the database
    "lines",
    META,
    Column("game", String(32), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", LargeBinary, nullable=False),  # what was written at once; the whole record, where it is packed
)
PICTURES: Final = Table(
    "pictures", META, Column("game", String(32), primary_key=True), Column("jpeg", LargeBinary, nullable=False)
)
_VERSION: Final = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


class BadDatabase(Exception):
    """A database cannot hold the games of this host; the text is one sentence for whoever runs it."""


def bring_up(engine: Engine) -> None:
    """Make the tables, or bring those of an older version up to this one; raise BadDatabase for those of a newer."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": BRINGING_UP})
        before = version_of(connection)
        if before not in (*VERSIONS, ""):
            raise BadDatabase("The directory was made by a newer Chitpull. Update Chitpull to host its games.")
        if before in VERSIONS[:-1]:
            _stamp(connection, before)
            _migrate(connection)
        META.create_all(connection)  # all of it is there after a migration
        _stamp(connection, VERSIONS[-1])


def version_of(connection: Connection) -> str:
    """Return the version of a directory, '' if there is none."""
    tables = inspect(connection).get_table_names()
    if _VERSION.name in tables:
        return str(connection.execute(select(_VERSION.c.version_num)).scalar_one())
    return VERSIONS[0] if GAMES.name in tables else ""  # the first one bore no name


def _stamp(connection: Connection, version: str) -> None:
    _VERSION.create(connection, checkfirst=True)
    connection.execute(delete(_VERSION))
    connection.execute(insert(_VERSION).values(version_num=version))


def _migrate(connection: Connection) -> None:
    """Carry out the migrations.

    The packages come without them: so far versions have only added tables, which are made where they are missing.
    """
    with suppress(ImportError):
        import_module("app.online.migrations").migrate(connection)
