"""The games of a host and who sits where: an invitation to each seat, its nonce, and the game once all have come.

Tokens are secrets of players: only their digests are kept. What must outlive the host lies in a Store and in records.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from time import time
from typing import Any, Final

from app.online.brought import as_sent
from app.online.brought import read as read_scenario
from app.online.directory import Chair, Made, Store, digest_of
from app.online.hosted import HostedGame, StandingOrder, Tell, new_secret
from app.online.messages import Ending
from app.online.played import Played
from app.online.table import Clock, Pace, Table
from rules.engine.command import Command, NotYourDecision
from rules.engine.nature import commitment_to
from rules.engine.record_form import for_players
from rules.engine.record_lines import read
from rules.engine.system import System, system

TOKEN_BYTES: Final = 24
LEAST_TOKEN: Final = 32
"""Letters of a token that a player's program makes, at least."""
MOST_GAMES: Final = 20_000
LONGEST_NONCE: Final = 64
LONGEST_NAME: Final = 200
DOCUMENT: Final = "document"
"""The name under which is kept a scenario that does not ship."""
PLAYED: Final = "played"
"""The name under which is kept what was played elsewhere before a game that has not begun."""
NO_GAME: Final = "This link is not for a game here, or has been used. Ask for a new one."


class Games:
    """Makes games, finds the chair of a token, and opens games from their records when they are asked for."""

    def __init__(self, folder: Path, store: Store, now: Callable[[], float] = time) -> None:
        self._folder, self._store, self._now = folder, store, now
        self._open: dict[str, HostedGame] = {}

    def make(
        self,
        system_id: str,
        scenario: str,
        pace: Pace | None = None,
        played: Played | None = None,
        document: Mapping[str, Any] | None = None,
    ) -> dict[str | None, str]:
        """Create a game that begins when every seat has come; return an invitation for each seat and a token to watch.

        That of watchers stands under None. An invitation works once: whoever follows it gives a token of his own.
        What was `played` elsewhere is where the game goes on from. A `document` is a scenario that does not ship.

        Raises KeyError for an unknown system, NotYourDecision where there are too many games, what loading the
        scenario raises, and one of the three errors if it cannot go on from what was played.
        """
        of = system(system_id)
        if self._store.count() >= MOST_GAMES:
            raise NotYourDecision(f"This host has {MOST_GAMES} games and takes no more.")
        loaded = of.load(document or scenario)
        if played is not None:
            played.check(of, loaded)
        game = secrets.token_hex(8)
        tokens: dict[str | None, str] = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in (*of.seats, None)}
        chairs = {digest_of(token): Chair(game, seat) for seat, token in tokens.items()}
        self._store.add(game, Made(system_id, str(loaded.id)[:LONGEST_NAME], new_secret()), chairs)
        self._store.set_fact(game, "clock", json.dumps(Clock(of.seats, pace).to_json()))
        if document is not None:
            self._store.set_fact(game, DOCUMENT, json.dumps(as_sent(document)))
        if played is not None:
            self._store.set_fact(game, PLAYED, json.dumps(played.packed()))
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
        told = self._store.facts(game).get(name)
        return None if told is None else json.loads(told)

    def set_fact(self, game: str, name: str, told: Any) -> None:
        """Keep something about a game, as JSON."""
        self._store.set_fact(game, name, json.dumps(told))

    def games_with(self, name: str) -> Sequence[str]:
        """Return the games about which something is kept by a name that begins like this."""
        return self._store.games_with(name)

    def commitment(self, game: str) -> str:
        """Return what the host has committed itself to for the dice of a game."""
        return commitment_to(self._store.made(game).secret)

    def system_of(self, game: str) -> System:
        """Return the system of a game."""
        return system(self._store.made(game).system)

    def scenario_of(self, game: str) -> str:
        """Return the scenario that a game was made of."""
        return self._store.made(game).scenario

    def document(self, game: str) -> str:
        """Return the scenario of a game as it travels if it does not ship, else ''."""
        return str(self.fact(game, DOCUMENT) or "")

    def come(self, chair: Chair, nonce: str, tell: Tell) -> list[str]:
        """Let a player take a seat, with its part of the dice; return which seats have still to come.

        The game starts when the last one comes: `tell` hears what happens in it.
        """
        of, nonces = self.system_of(chair.game), self._store.nonces(chair.game)
        if chair.seat is not None and chair.seat not in nonces:
            self._store.set_nonce(chair.game, chair.seat, nonce[:LONGEST_NONCE])
            nonces = self._store.nonces(chair.game)
        missing = [seat for seat in of.seats if seat not in nonces]
        if not missing and chair.game not in self._open:
            self._begin(chair.game, tell, nonces)
        return missing

    def begun(self, game: str, tell: Tell) -> HostedGame | None:
        """Return a game, opened from its record if need be, or None before every player has come."""
        if game not in self._open:
            nonces = self._store.nonces(game)
            if all(seat in nonces for seat in self.system_of(game).seats):
                self._begin(game, tell, nonces)
        return self._open.get(game)

    def _begin(self, game: str, tell: Tell, nonces: Mapping[str, str]) -> None:
        file, made, table = self._folder / f"{game}.chitpull", self._store.made(game), self._table(game)
        begun = self.fact(game, PLAYED)
        if begun:  # whatever the file holds, the host was killed before anybody was told of it
            file.unlink(missing_ok=True)
        if file.exists():
            self._open[game] = HostedGame.open(file, tell, table)
        else:
            brought = self.document(game)
            self._open[game] = HostedGame.begin(
                system(made.system),
                read_scenario(system(made.system), brought) if brought else made.scenario,
                file,
                tell,
                table,
                secret=made.secret,
                nonces=nonces,
                played=Played.read(begun).carried_out() if begun else (),
            )
            if begun:  # its record holds it now
                self.set_fact(game, PLAYED, None)
        for place, text in self._store.standing(game).items():
            self._open[game].standing[place] = _order_in(text)

    def _table(self, game: str) -> Table:
        seats = self.system_of(game).seats
        facts = {name: json.loads(told) for name, told in self._store.facts(game).items()}
        table = Table(
            seats,
            Clock.from_json(facts["clock"]) if "clock" in facts else Clock(seats),
            ending=Ending(*facts["ending"]) if "ending" in facts else None,
            keep=lambda name, told: self._store.set_fact(game, name, json.dumps(told)),
            now=self._now,
        )
        table.keeps_clock |= any(told for name, told in facts.items() if name.startswith("address/"))
        return table

    def picture(self, game: str) -> bytes:
        """Return the picture of the map that was sent last, b'' if there is none."""
        try:
            return (self._folder / f"{game}.jpg").read_bytes()
        except FileNotFoundError:
            return b""

    def keep_picture(self, game: str, picture: bytes) -> None:
        """Keep a picture of the map in place of the last one; raise OSError."""
        unfinished = self._folder / f"{game}.jpg.new"
        unfinished.write_bytes(picture)
        unfinished.replace(self._folder / f"{game}.jpg")

    def record(self, game: str) -> bytes:
        """Return the record of a game that is closed, in the clear where it lies sealed here."""
        return read(self._folder / f"{game}.chitpull").text

    def for_players(self, game: str) -> bytes:
        """Return the record of a game without hidden hands as its players may have it while it goes on."""
        return for_players((self._folder / f"{game}.chitpull").read_bytes())

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

    def running(self) -> Iterable[str]:
        """Return the games that are open now."""
        return tuple(self._open)


def _order_in(text: str) -> StandingOrder:
    told = json.loads(text)
    return StandingOrder(Command.from_json(told["do"]), told["only"])
