"""The games of a host and who sits where: an invitation to each seat, its nonce, and the game once all have come.

Tokens are secrets of players: only their digests are kept. What must outlive the host lies in a Store and in records.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, Final

from app.online.both import NEEDS_PART, new_secret
from app.online.directory import Chair, Made, Store, digest_of
from app.online.hosted import HostedGame
from app.online.made import StandingOrder, Tell
from app.online.messages import Ending
from app.online.played import ANOTHER, Brought, Played, as_sent, not_here
from app.online.played import read as read_scenario
from app.online.records import Records, name_of
from app.online.table import Clock, Pace, Table
from rules.engine.command import Command, MalformedCommand, NotYourDecision
from rules.engine.nature import commitment_to
from rules.engine.parts import is_part, parts_of
from rules.engine.record import RecordError, RecordWriter
from rules.engine.record_lines import read_text
from rules.engine.session import Session
from rules.engine.steps import OutOfStep
from rules.engine.system import System, system

TOKEN_BYTES: Final = 24
MOST_BROUGHT: Final = 8
"""Scenarios that do not ship, kept until their games begin."""
LEAST_TOKEN: Final = 32
"""Letters of a token that a player's program makes, at least."""
MOST_GAMES: Final = 20_000
LONGEST_NONCE: Final = 64
LONGEST_NAME: Final = 200
CLOCK: Final = "clock"
"""The name under which is kept how a game is paced."""
DOCUMENT: Final = "document"
"""The name under which is kept a scenario that does not ship."""
NO_HINTS: Final = "no_hints"
"""The name under which is kept that players ask no computer for suggestions."""
NO_RECALL: Final = "no_recall"
"""The name under which is kept that no order is undone, without all agreeing, once another player is asked."""
PLAYED: Final = "played"
"""The name under which is kept what was played elsewhere before a game that has not begun."""
GUESTS: Final = "guests"
"""The name under which are kept the seats that take part in making the dice."""
ANCHOR: Final = "anchor/"
"""The name, with that of a seat, under which are kept the parts it gives since its player came from elsewhere."""
BEGUN: Final = "begun"
"""The name under which is kept that a game has begun: its players have been told of it, so it must have a record."""
GONE: Final = (
    "This host has lost the record of this game. A player's copy of it can go on at a host; whoever runs this one may "
    "have a backup."
)
NO_GAME: Final = "This link is not for a game here, or has been used. Ask for a new one."


class Games:
    """Makes games, finds the chair of a token, and opens games from their records when they are asked for."""

    def __init__(self, records: Records, store: Store, now: Callable[[], float] = time) -> None:
        self._records, self._store, self._now = records, store, now
        self._open: dict[str, HostedGame] = {}
        self._taken = set[str]()
        self._brought: dict[str, Brought] = {}

    def make(
        self,
        system_id: str,
        source: str | Brought,
        pace: Pace | None = None,
        played: Played | None = None,
        *,
        guests: Sequence[str] = (),
        hints: bool = True,
        recall: bool = True,
    ) -> dict[str | None, str]:
        """Create a game that begins when every seat has come; return an invitation for each seat and a token to watch.

        That of watchers stands under None. An invitation works once: whoever follows it gives a token of his own.
        What was `played` elsewhere is where the game goes on from. The `source` is a scenario that ships, by its id, or
        one that was brought. With `guests` the dice are made by the host and the players at these seats.
        `hints` tells whether players may ask the computer for suggestions, `recall` whether an order can be undone
        while the player who is asked next has not answered.

        Raises KeyError for an unknown system, NotYourDecision where there are too many games, what loading the
        scenario raises, and one of the three errors if it cannot go on from what was played.
        """
        of = system(system_id)
        if self._store.count() >= MOST_GAMES:
            raise NotYourDecision(f"This host has {MOST_GAMES} games and takes no more.")
        loaded = source.scenario if isinstance(source, Brought) else of.load(source)
        if played is not None:
            played.check(of, loaded)
        game = secrets.token_hex(8)
        tokens: dict[str | None, str] = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in (*of.seats, None)}
        chairs = {digest_of(token): Chair(game, seat) for seat, token in tokens.items()}
        self._store.add(game, Made(system_id, str(loaded.id)[:LONGEST_NAME], new_secret()), chairs)
        facts = {CLOCK: Clock(of.seats, pace).to_json(), GUESTS: list(guests), NO_HINTS: not hints}
        facts |= {NO_RECALL: not recall, PLAYED: played.packed() if played is not None else None}
        if isinstance(source, Brought):
            facts[DOCUMENT] = as_sent(source.document)
            self._brought = dict([*self._brought.items()][1 - MOST_BROUGHT :]) | {game: source}
        for name in filter(facts.get, facts):
            self.set_fact(game, name, facts[name])
        return tokens

    def chair(self, token: str, invitation: str = "") -> Chair:
        """Return the chair of a token, which an invitation gives it at first; raise NotYourDecision if it has none."""
        chair = self._store.chair(digest_of(token))
        if chair is None and invitation and len(token) >= LEAST_TOKEN:
            self._store.redeem(digest_of(invitation), digest_of(token))
            chair = self._store.chair(digest_of(token))
        if chair is None:
            raise NotYourDecision(NO_GAME)
        return chair

    def game_of(self, token: str, invitation: str = "") -> str:
        """Return the game that a token or an invitation leads to; raise NotYourDecision if there is none."""
        chair = self._store.chair(digest_of(token))
        game = chair.game if chair is not None else self._store.invited(digest_of(invitation)) if invitation else ""
        if not game:
            raise NotYourDecision(NO_GAME)
        return game

    def new_link(self, chair: Chair) -> str:
        """Return a new invitation to a chair: whoever follows it has the chair alone from then on."""
        invitation = secrets.token_urlsafe(TOKEN_BYTES)
        self._store.invite(digest_of(invitation), chair)
        return invitation

    def fact(self, game: str, name: str) -> Any:
        """Return something that is kept about a game, None if there is nothing by this name."""
        return self.facts(game, name)[0]

    def facts(self, game: str, *names: str) -> list[Any]:
        """Return several things that are kept about a game, in the order of their names."""
        told = self._store.facts(game)
        return [json.loads(told[name]) if name in told else None for name in names]

    def set_fact(self, game: str, name: str, told: Any) -> None:
        """Keep something about a game, as JSON."""
        self._store.set_fact(game, name, json.dumps(told))

    def games_with(self, name: str) -> Sequence[str]:
        """Return the games about which something is kept by a name that begins like this."""
        return self._store.games_with(name)

    def commitment(self, game: str) -> str:
        """Return what the host has committed itself to for the dice of a game."""
        secret = self._store.made(game).secret
        return parts_of(secret).part(0) if self.guests(game) else commitment_to(secret)

    def guests(self, game: str) -> Sequence[str]:
        """Return the seats whose players take part in making the dice of a game."""
        return self.fact(game, GUESTS) or ()

    def allows_hints(self, game: str) -> bool:
        """Tell whether the players of a game may ask the computer for suggestions."""
        return not self.fact(game, NO_HINTS)

    def allows_recall(self, game: str) -> bool:
        """Tell whether an order can be undone while the player who is asked next has not answered."""
        return not self.fact(game, NO_RECALL)

    def system_of(self, game: str) -> System:
        """Return the system of a game."""
        return system(self._store.made(game).system)

    def scenario_of(self, game: str) -> str:
        """Return the scenario that a game was made of."""
        return self._store.made(game).scenario

    def document(self, game: str) -> str:
        """Return the scenario of a game as it travels if it does not ship, else ''."""
        return str(self.fact(game, DOCUMENT) or "")

    def told_of(self, chair: Chair) -> dict[str, Any]:
        """Return what whoever takes a chair is told of it and of its game."""
        game, of = chair.game, self.system_of(chair.game)
        return {
            "seat": chair.seat,
            "system": of.id,
            "schema": of.schema,
            "rules": of.rules_version,
            "scenario": self.scenario_of(game),
            "commitment": self.commitment(game),
            "both": chair.seat in self.guests(game),
            "hints": self.allows_hints(game),
            "recall": self.allows_recall(game),
        }

    def come(self, chair: Chair, nonce: str, tell: Tell) -> list[str]:
        """Let a player take a seat, with its part of the dice; return which seats have still to come.

        The game starts when the last one comes: `tell` hears what happens in it. Raises Elsewhere if another process
        of this host plays it.
        """
        self.take(chair.game)
        takes_part = chair.seat in self.guests(chair.game)
        if takes_part and not is_part(nonce):
            raise MalformedCommand(NEEDS_PART)
        if chair.game in self._open and not takes_part:
            return []
        nonces = self._store.nonces(chair.game)
        if chair.seat is not None and chair.seat not in nonces:
            self._store.set_nonce(chair.game, chair.seat, nonce[:LONGEST_NONCE])
            nonces = self._store.nonces(chair.game)
        missing = self._missing(chair.game, nonces)
        if takes_part and nonce != (self.fact(chair.game, f"{ANCHOR}{chair.seat}") or nonces[chair.seat or ""]):
            self._go_on_with_parts(chair, nonce)
        if not missing and chair.game not in self._open:
            self._begin(chair.game, tell, nonces)
        return missing

    def missing(self, game: str) -> list[str]:
        """Return the seats of a game whose players have never come."""
        return self._missing(game, self._store.nonces(game))

    def _missing(self, game: str, nonces: Mapping[str, str]) -> list[str]:
        return [seat for seat in self.system_of(game).seats if seat not in nonces]

    def _go_on_with_parts(self, chair: Chair, anchor: str) -> None:
        """Let a seat that is played from another computer now take part in the dice by the parts made there."""
        assert chair.seat is not None
        rolls = self._open[chair.game].rolls if chair.game in self._open else None
        if rolls is None or rolls.begin_anew(chair.seat, anchor):
            self.set_fact(chair.game, ANCHOR + chair.seat, anchor)

    def begun(self, game: str, tell: Tell) -> HostedGame | None:
        """Return a game, opened from its record if need be, or None before every player has come; raise Elsewhere."""
        if game not in self._open and not self._missing(game, nonces := self._store.nonces(game)):
            self._begin(game, tell, nonces)
        return self._open.get(game)

    def take(self, game: str) -> None:
        """Take a game for this process; raise Elsewhere if another one plays it."""
        self._records.take(game)
        self._taken.add(game)

    def _begin(self, game: str, tell: Tell, nonces: Mapping[str, str]) -> None:
        self.take(game)
        facts = {name: json.loads(told) for name, told in self._store.facts(game).items()}
        table, kept, secret = self._table(game, facts), facts.get(PLAYED), self._store.made(game).secret
        beside = [hosted.session for hosted in self._open.values()]
        if kept:  # whatever its record holds, nobody has been told of it
            self._records.drop(game)
        played = Played.read(kept) if kept else None
        text, writer = self._records.open(game)
        writer.sync = bool(self.guests(game))  # what was told before a roll must outlive a power cut
        if text:
            hosted = HostedGame.open(text, writer, tell, table, beside, secret=secret)
        elif facts.get(BEGUN) and not kept:  # beginning anew would roll the same dice again
            raise RecordError(GONE)
        else:
            hosted = self._new(game, writer, tell, table, nonces, beside, played)
        if played is not None:  # its record holds it now
            self.set_fact(game, PLAYED, None)
        hosted.recall = not facts.get(NO_RECALL)
        for place, order in self._store.standing(game).items():
            hosted.standing[place] = _order_in(order)
        for seat in self.guests(game):
            if hosted.rolls is not None and (anchor := self.fact(game, ANCHOR + seat)):
                hosted.rolls.begin_anew(seat, anchor)
        self._open[game] = hosted
        if played is not None:
            hosted.tell_whole()
        if not facts.get(BEGUN):
            self.set_fact(game, BEGUN, True)

    def _new(
        self,
        game: str,
        writer: RecordWriter,
        tell: Tell,
        table: Table,
        nonces: Mapping[str, str],
        beside: Iterable[Session],
        played: Played | None,
    ) -> HostedGame:
        made, document = self._store.made(game), self.document(game)
        of = system(made.system)
        brought = (self._brought.pop(game, None) or read_scenario(of, document)) if document else None
        if played is not None:
            played.check_rules(of)
        try:
            hosted = HostedGame.begin(
                of,
                brought.document if brought is not None else made.scenario,
                writer,
                tell,
                table,
                secret=made.secret,
                nonces=nonces,
                guests=self.guests(game),
                played=played.carried_out() if played is not None else (),
                beside=beside,
                loaded=brought.scenario if brought is not None else None,
            )
        except OutOfStep as error:  # the host was updated since the game was made
            raise not_here(str(error)) from error
        if played is not None and hosted.chain(None) != played.chain:
            raise not_here(ANOTHER)
        return hosted

    def _table(self, game: str, facts: Mapping[str, Any]) -> Table:
        seats = self.system_of(game).seats
        table = Table(
            seats,
            Clock.from_json(facts[CLOCK]) if CLOCK in facts else Clock(seats),
            ending=Ending(*facts["ending"]) if "ending" in facts else None,
            proposals=facts.get("proposals", 0),
            keep=lambda name, told: self._store.set_fact(game, name, json.dumps(told)),
            now=self._now,
        )
        table.keeps_clock |= any(told for name, told in facts.items() if name.startswith("address/"))
        return table

    def picture(self, game: str) -> bytes:
        """Return the picture of the map that was sent last, b'' if there is none."""
        return self._records.picture(game)

    def keep_picture(self, game: str, picture: bytes) -> None:
        """Keep a picture of the map in place of the last one; raise OSError."""
        self._records.keep_picture(game, picture)

    def forget(self, game: str) -> None:
        """Delete all that is kept of a game; raise Elsewhere if a process plays it, OSError or RecordError."""
        self._records.take(game)
        self._records.drop(game)
        self._store.forget(game)

    def record(self, game: str) -> bytes:
        """Return the record of a game that is closed, in the clear where it lies sealed here."""
        return read_text(Path(name_of(game)), self.kept(game)).text

    def kept(self, game: str) -> bytes:
        """Return the record of a game as it is kept, b'' before it begins; raise OSError."""
        return self._records.text(game)

    def waits_to_go_on(self, game: str) -> bool:
        """Tell whether a game has still to go on from what was played elsewhere; what is kept of it is void."""
        return bool(self.fact(game, PLAYED))

    def stand(self, chair: Chair, kind: str, order: StandingOrder | None) -> None:
        """Give a seat a standing order for a kind of question, or end it; raise NotYourDecision before the game."""
        assert chair.seat is not None
        game = self.game(chair)
        text = "" if order is None else json.dumps({"do": order.command.to_json(), "only": order.only})
        self._store.set_standing(chair.game, chair.seat, kind, text)
        game.standing.pop((chair.seat, kind), None)
        if order is not None:
            game.standing[chair.seat, kind] = order

    def game(self, chair: Chair) -> HostedGame:
        """Return the game of a chair; raise NotYourDecision before it has begun."""
        if chair.game not in self._open:
            raise NotYourDecision("The game starts when every player has joined.")
        return self._open[chair.game]

    def release(self, game: str) -> None:
        """Put a game away that nobody is at: packed if it is over. It opens again when somebody comes."""
        hosted = self._open.pop(game, None)
        if hosted is not None and (hosted.session.is_over or hosted.table.ending is not None):
            with suppress(OSError, RecordError):  # then it stays as it is
                self._records.pack(game)
        self._taken.discard(game)
        self._records.give_up(game)

    def is_waiting(self, game: str) -> bool:
        """Tell whether something waits at a game that is not kept: orders, or a proposal."""
        hosted = self._open.get(game)
        return hosted is not None and (bool(hosted.marches) or hosted.table.proposal is not None)

    @property
    def taken(self) -> Iterable[str]:
        """Return the games that somebody has come to or looked at since they were put away."""
        return tuple(self._taken)

    def running(self) -> Iterable[str]:
        """Return the games that are open now."""
        return tuple(self._open)


def _order_in(text: str) -> StandingOrder:
    told = json.loads(text)
    return StandingOrder(Command.from_json(told["do"]), told["only"])
