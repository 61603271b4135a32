"""The directory of a host in a database: its games, the chairs at them and what each seat gave for the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import (
    Boolean,
    Column,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from app.online.directory import Chair, Made

_META = MetaData()
_GAMES = Table(
    "games",
    _META,
    Column("id", String(32), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("scenario", String(256), nullable=False),
    Column("secret", LargeBinary(64), nullable=False),
)
_CHAIRS = Table(
    "chairs",
    _META,
    Column("token", String(64), primary_key=True),  # its digest
    Column("game", String(32), nullable=False),
    Column("seat", String(64)),  # NULL: who watches
    Column("invited", Boolean, nullable=False),  # the token is an invitation that nobody has followed yet
)
_NONCES = Table(
    "nonces",
    _META,
    Column("game", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("nonce", String(64), nullable=False),
)


_STANDING = Table(
    "standing",
    _META,
    Column("game", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("kind", String(64), primary_key=True),
    Column("told", Text, nullable=False),  # the order, as JSON
)


_FACTS = Table(
    "facts",
    _META,
    Column("game", String(32), primary_key=True),
    Column("name", String(96), primary_key=True),
    Column("told", Text, nullable=False),  # as JSON
)


class SqlStore:
    """A store in any database that SQLAlchemy knows, named by its address, such as sqlite:///host.sqlite."""

    def __init__(self, address: str) -> None:
        self._engine = create_engine(address)
        _META.create_all(self._engine)

    def add(self, game: str, made: Made, chairs: Mapping[str, Chair]) -> None:
        """Keep a new game with its chairs by the digests of their tokens."""
        rows = [
            {"token": token, "game": chair.game, "seat": chair.seat, "invited": chair.seat is not None}
            for token, chair in chairs.items()
        ]
        with self._engine.begin() as connection:
            connection.execute(insert(_GAMES).values(id=game, **made._asdict()))
            connection.execute(insert(_CHAIRS), rows)

    def made(self, game: str) -> Made:
        """Return how a game was made; raise KeyError."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_GAMES).where(_GAMES.c.id == game)).one_or_none()
        if row is None:
            raise KeyError(game)
        return Made(row.system, row.scenario, row.secret)

    def count(self) -> int:
        """Return how many games there are."""
        with self._engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(_GAMES)).scalar_one())

    def chair(self, token: str) -> Chair | None:
        """Return the chair of a token by its digest."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_CHAIRS).filter_by(token=token, invited=False)).one_or_none()
        return None if row is None else Chair(row.game, row.seat)

    def invited(self, invitation: str) -> str:
        """Return the game of an invitation that nobody has followed yet, by its digest, '' if there is none."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_CHAIRS).filter_by(token=invitation, invited=True)).one_or_none()
        return "" if row is None else str(row.game)

    def redeem(self, invitation: str, token: str) -> None:
        """Give the chair of an invitation that nobody has followed yet to a token alone, both by their digests."""
        with self._engine.begin() as connection:
            row = connection.execute(select(_CHAIRS).filter_by(token=invitation, invited=True)).one_or_none()
            if row is not None:
                place = {"game": row.game, "seat": row.seat}
                connection.execute(delete(_CHAIRS).filter_by(invited=False, **place))
                taken = update(_CHAIRS).filter_by(token=invitation, invited=True)
                connection.execute(taken.values(token=token, invited=False))

    def invite(self, invitation: str, chair: Chair) -> None:
        """Keep a new invitation to a chair by its digest, in place of others that nobody has followed."""
        with self._engine.begin() as connection:
            connection.execute(delete(_CHAIRS).filter_by(invited=True, **chair._asdict()))
            connection.execute(insert(_CHAIRS).values(token=invitation, invited=True, **chair._asdict()))

    def set_nonce(self, game: str, seat: str, nonce: str) -> None:
        """Keep the first nonce that a seat gives."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(_NONCES).values(game=game, seat=seat, nonce=nonce))
        except IntegrityError:  # it has given one
            return

    def nonces(self, game: str) -> Mapping[str, str]:
        """Return the nonces given so far, by seat."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(_NONCES).where(_NONCES.c.game == game)).all()
        return {row.seat: row.nonce for row in rows}

    def set_fact(self, game: str, name: str, told: str) -> None:
        """Keep something about a game by its name, as JSON, in place of what was kept by it."""
        with self._engine.begin() as connection:
            connection.execute(delete(_FACTS).filter_by(game=game, name=name))
            connection.execute(insert(_FACTS).values(game=game, name=name, told=told))

    def facts(self, game: str) -> Mapping[str, str]:
        """Return what is kept about a game, by name."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(_FACTS).where(_FACTS.c.game == game)).all()
        return {row.name: row.told for row in rows}

    def games_with(self, name: str) -> Sequence[str]:
        """Return the games about which something is kept by a name that begins like this."""
        asked = select(_FACTS.c.game).where(_FACTS.c.name.startswith(name, autoescape=True)).distinct()
        with self._engine.connect() as connection:
            return [str(row.game) for row in connection.execute(asked)]

    def set_standing(self, game: str, seat: str, kind: str, order: str) -> None:
        """Keep a standing order of a seat for a kind of question, as JSON; '' ends it."""
        place = {"game": game, "seat": seat, "kind": kind}
        with self._engine.begin() as connection:
            connection.execute(delete(_STANDING).filter_by(**place))
            if order:
                connection.execute(insert(_STANDING).values(told=order, **place))

    def standing(self, game: str) -> Mapping[tuple[str, str], str]:
        """Return the standing orders of a game by seat and kind of question."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(_STANDING).where(_STANDING.c.game == game)).all()
        return {(row.seat, row.kind): row.told for row in rows}
