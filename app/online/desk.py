"""What the connections of a host may ask, and what they are told: the protocol without the network.

Requests and answers are JSON-RPC 2.0 as in rules/engine/PROTOCOL.md, one object a message. A connection may only say
hello, make and join before it has shown a token; then every request is carried out for the seat of that token alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial
from time import time
from types import NoneType
from typing import Any, Final

from app.online.answering import Answering, Later
from app.online.caller import Bucket, Caller, ascii_only, check_protocol, jpeg_in, plain_words, playing
from app.online.directory import Chair
from app.online.games import Games
from app.online.loading import FAILED, Result, brought_in
from app.online.made import StandingOrder, Tell
from app.online.messages import ONCE, PROTOCOL, packed
from app.online.notices import Absent, Address, Send, Ways
from app.online.played import NOT_HERE, Brought, Played
from app.online.present import Present
from app.online.repeated import Repeated
from app.online.table import TAKE_BACK, Pace
from app.online.whole import MOST_PACKED, Wholes
from rules.engine.command import Command, MalformedCommand, NotYourDecision
from rules.engine.connection import Params
from rules.engine.protocol import CODES, INTERNAL, PARSE_ERROR, Refused, answered
from rules.engine.record import RecordError
from rules.engine.system import systems
from rules.engine.version import number

LOG: Final = logging.getLogger("chitpull.host")
NOT_KEPT: Final = "The host cannot keep this now. Try again."
FAULT: Final = "There was a fault in this game at the host. Nothing acknowledged is lost; other games go on."
"""At most 123 bytes: it is also the reason for which a connection is closed."""
LARGEST: Final = 64_000
"""Bytes of a message to the host."""
MOST_STANDING: Final = 32
LONGEST_KIND: Final = 64
KNOWN: Final[tuple[type[Exception], ...]] = (Refused, *CODES)
BESIDE: Final = ("hello", "make", "look", "look_on")
"""What does not concern the game at which a connection has a seat."""
BEFORE_JOINING: Final = (*BESIDE, "join")


class Desk:
    """Answers the requests of all connections of a host and tells each what concerns its seat."""

    def __init__(
        self,
        games: Games,
        later: Later = lambda seconds, act: act(),
        *,
        ways: Ways = Ways(),  # noqa: B008
        send: Send = lambda notice, done: done(),
        now: Callable[[], float] = time,
        takes_any: bool = False,
        faults: tuple[type[Exception], ...] = (),
    ) -> None:
        """`takes_any` lets players bring scenarios that do not ship; `faults` of what keeps games are not repeated."""
        self._not_kept: tuple[type[Exception], ...] = (*faults, OSError, RecordError)
        self._games, self._ways, self._takes_any = games, ways, takes_any
        self._later = later
        self._answering, self.wholes = Answering(games, self._later_in), Wholes(games, faults)
        self._present, self._repeated = Present(), Repeated()
        self.absent = Absent(games, self._present.here, self._tell_in, send, later, now)
        self._loaded: dict[tuple[str, str], Result] = {}
        self._counts = {"requests": 0, "refusals": 0}
        self._idle = set[str]()
        self._methods: dict[str, Callable[[Caller, Params], Any]] = {
            "hello": self._hello, "make": self._make, "look": self._look, "look_on": self._look_on, "join": self._join,
            "submit": self._submit, "orders": self._orders, "undo": self._undo, "propose": self._propose,
            "answer": self._answer, "chat": self._chat, "standing": self._standing, "resign": self._resign,
            "claim": self._claim, "give": self._give, "record": self._record, "notify": self._notify,
            "new_link": self._new_link, "picture": self._picture, "part": self._part,
        }  # fmt: skip

    def respond(self, caller: Caller, raw: bytes) -> dict[str, Any] | None:
        """Return the answer to one message, or None if none is due."""
        if len(raw) > LARGEST:
            error = Refused(PARSE_ERROR, f"A message to the host can have {LARGEST} bytes; this one has {len(raw)}.")
            return {"jsonrpc": "2.0", "id": None, "error": error.to_json()}
        answer = answered(raw, lambda name, params: self._ask(caller, name, params), self._methods)
        self._counts["requests"] += 1
        self._counts["refusals"] += answer is not None and "error" in answer
        return answer

    def brought_in(self, raw: bytes) -> tuple[str, str] | None:
        """Return system and text of a scenario that somebody brings for a game, to be loaded before he is answered."""
        return brought_in(raw) if self._takes_any and len(raw) <= LARGEST else None

    def take_loaded(self, brought: tuple[str, str], result: Result) -> None:
        """Take what came of loading a scenario that was brought in, for the request that is answered next."""
        self._loaded = {brought: result}

    def gone(self, caller: Caller) -> None:
        """Forget a connection that has ended, and tell the others."""
        self._present.leave(caller)

    def rest(self) -> None:
        """Put the games away at which nobody was now and when this was called last, and nothing waits."""
        idle = {game for game in self._games.taken if self._is_idle(game)}
        for game in idle & self._idle:
            self._games.release(game)
            self.absent.forget(game)
            self._present.forget(game)
        self._idle = idle

    def _is_idle(self, game: str) -> bool:
        is_watched = any(self._present.at(game))
        return not is_watched and not self._answering.awaits(game) and not self._games.is_waiting(game)

    def _ask(self, caller: Caller, name: str, params: Mapping[str, Any]) -> Any:
        if caller.chair is None and name not in BEFORE_JOINING:
            raise NotYourDecision("Join a game first.")
        try:
            return self._repeated.answer(caller, name, Params(params), self._methods[name])
        except self._not_kept as error:  # the text tells of tables, folders and what was to be kept in them
            if caller.chair is None and isinstance(error, RecordError):
                raise  # it says why a game cannot be opened
            LOG.warning("%s: %s", name, error)
            if isinstance(error, RecordError) and not set("/\\") & set(str(error)):
                raise
            raise Refused(INTERNAL, NOT_KEPT) from error
        except KNOWN:
            raise
        except Exception as error:
            if caller.chair is None or name in BESIDE:
                LOG.error("%s: %r", name, error)
            else:
                self._fail(caller.chair.game, name, error)
            raise Refused(INTERNAL, FAULT) from error

    def _fail(self, game: str, what: str, error: Exception) -> None:
        """Put a game away in which there was a fault, and end its connections: who comes back opens it anew."""
        LOG.error("The game %s was put away after a fault in %s: %r", game, what, error)
        ended = list(self._present.at(game))
        self._present.forget(game)
        self._games.release(game)
        self.absent.forget(game)
        for caller in ended:
            caller.chair = None
            caller.end(FAULT)

    def _later_in(self, game: str, seconds: float, act: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                act()
            except Exception as error:
                self._fail(game, "what was due", error)

        self._later(seconds, guarded)

    def _hello(self, caller: Caller, params: Params) -> dict[str, Any]:
        check_protocol(params)
        return {"program": "chitpull", "version": number(), "protocol": PROTOCOL, "methods": sorted(self._methods)}

    def _make(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Make a game; return an invitation to each seat, and the token of watchers under "".

        With the seat of a player who is `hosting` himself all others take part in making its dice.
        """
        name, scenario = params.text("system"), params.text("scenario", default="")
        if name not in systems():
            raise MalformedCommand(f'There is no game system "{name}". Known: {", ".join(sorted(systems()))}.')
        brought = params.text("document", default="")
        if brought and not self._takes_any:
            raise NotYourDecision(NOT_HERE)
        if not brought and scenario not in [row.id for row in systems()[name].scenarios()]:
            raise MalformedCommand(f'There is no scenario "{scenario}" that ships with this game system.')
        pace = Pace.read(params.take("pace", (Mapping, NoneType), "an object, or null for none", default=None))
        played, hosting = params.text("played", default=""), params.text("hosting", default="")
        if not brought:  # whoever brings one has paid before it was loaded
            self._pay(caller.games, "games")
        source = self._taken(name, brought) if brought else scenario
        of = systems()[name].seats
        guests = [seat for seat in of if seat != hosting] if hosting in of else []
        going_on, hints = Played.read(played) if played else None, params.flag("hints", default=True)
        recall = params.flag("recall", default=True)
        links = self._games.make(name, source, pace, going_on, guests=guests, hints=hints, recall=recall)
        return {"links": {seat or "": token for seat, token in links.items()}}

    def _taken(self, system: str, text: str) -> Brought:
        """Return a scenario that was sent; raise why it was not loaded, MalformedCommand where nobody tried to."""
        loaded = self._loaded.pop((system, text), MalformedCommand(FAILED))
        if not isinstance(loaded, Brought):
            raise loaded
        return loaded

    def _look(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Tell what the host has committed itself to for the dice of a game, before a player gives his part of them."""
        check_protocol(params)
        link = ascii_only(params, "token"), ascii_only(params, "invitation", default="")
        game = caller.follow(self._games.game_of, *link)
        return {"commitment": self._games.commitment(game)}

    def _look_on(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Tell in words how a game stands, for a program that cannot play it: by the token of a seat or a watcher."""
        chair = caller.follow(self._games.chair, ascii_only(params, "token"), "")
        self._pay(caller.orders, "requests", 8)
        return self.absent.seen(chair)

    def _join(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Sit down at a game; everything missed since `rev` follows as steps, or everything if the chains differ."""
        check_protocol(params)
        token = ascii_only(params, "token")
        chair = caller.follow(self._games.chair, token, ascii_only(params, "invitation", default=""))
        rev, chain = params.number("rev", default=0), params.text("chain", default="")
        nonce, whole = ascii_only(params, "nonce", default=""), params.flag("whole", default=False)
        if caller.chair is not None and caller.chair != chair:
            raise NotYourDecision("This connection already has another seat.")
        if chair.seat is not None and not nonce:
            raise MalformedCommand('To join a game, give a "nonce": a random text for its dice.')
        missing = self._games.come(chair, nonce, self._tell_in(chair.game))
        if caller.chair is None:
            self._present.come(caller, chair, token)
        told = self._games.told_of(chair) | {"missing": missing, "here": self._present.here(chair.game)}
        told |= {"document": self._games.document(chair.game) if rev == 0 else "", "ways": self._ways._asdict()}
        if chair.seat is not None:
            told["notify"] = (self.absent.address(chair) or Address()).to_json()
        if not missing:
            game = self._games.game(chair)
            begin, steps = game.since(chair.seat, rev, chain)
            if begin == 0 and whole:
                begin = self.wholes.begin(caller, chair, game)
                steps = steps[begin:]
            told |= {"hash": game.session.scenario.hash, "rev": begin, "asked": game.asked}
            told |= {"standing": game.standing_of(chair.seat), **game.table.told()}
            caller.notify("steps", {"rev": begin, "steps": steps})
            game.ask_for_part(chair.seat, caller.notify)
            self._answering.after(chair)
            self.absent.moved(chair.game)
        self._present.tell_who_is_here(chair.game, but=caller)
        return told

    def _submit(self, caller: Caller, params: Params) -> dict[str, Any]:
        chair, seat = playing(caller)
        command = Command.from_json(params.take("command", (Mapping,), 'an object such as {"do": "pass"}'))
        self._pay(caller.orders, "orders")
        done = self._games.game(chair).orders(seat, params.number("rev"), [command])
        self._answering.after(chair)
        return {"rev": done.rev}

    def _orders(self, caller: Caller, params: Params) -> dict[str, Any]:
        chair, seat = playing(caller)
        raw: list[Any] = params.take("commands", (list,), "a list of commands")
        rev, commands = params.number("rev"), [Command.from_json(one) for one in raw]
        self._pay(caller.orders, "orders", len(commands))
        done = self._games.game(chair).orders(seat, rev, commands, waits=params.flag("waits", default=False))
        self._answering.after(chair)
        return {"rev": done.rev, "left": [command.to_json() for command in done.left], "wait": done.wait}

    def _undo(self, caller: Caller, params: Params) -> dict[str, Any]:
        chair, seat = playing(caller)
        self._pay(caller.orders, "orders")
        to = params.number("to", default=-1)
        return {"rev": self._games.game(chair).undo(seat, params.number("rev"), None if to < 0 else to)}

    def _part(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Take a seat's part of the roll that waits for it."""
        chair, seat = playing(caller)
        self._games.game(chair).take_part(seat, params.number("number"), ascii_only(params, "part"))
        self._answering.after(chair)
        return {}

    def _propose(self, caller: Caller, params: Params) -> dict[str, Any]:
        chair, seat = playing(caller)
        self._pay(caller.proposals, "proposals")
        what, to = params.text("what", default=TAKE_BACK), params.number("to", default=-1)
        return {"id": self._games.game(chair).propose(seat, params.number("rev"), what, to).id}

    def _answer(self, caller: Caller, params: Params) -> dict[str, Any]:
        chair, seat = playing(caller)
        game = self._games.game(chair)
        game.answer(seat, params.number("id"), yes=params.flag("yes"))
        return {"rev": game.rev(seat)}

    def _tell_in(self, game: str) -> Tell:
        return partial(self._tell, game)

    def _new_link(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Make a new link to this player's own seat, or for a player who has lost his and is not at the table."""
        chair, seat = playing(caller)
        wanted = params.text("seat", default=seat)
        if wanted not in self._games.system_of(chair.game).seats:
            raise MalformedCommand(f'There is no seat "{wanted[:20]}" at this game.')
        if wanted != seat and wanted in self._present.here(chair.game):
            raise NotYourDecision("That player is at the table, so he needs no new link.")
        self._pay(caller.proposals, "links")
        self._present.tell_all(chair.game, "new_link", {"by": seat, "seat": wanted})
        return {"invitation": self._games.new_link(Chair(chair.game, wanted))}

    def _notify(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Keep where a player wants to be told that it is his turn; empty texts delete it."""
        chair, _ = playing(caller)
        address = Address.read(params.text("mail", default=""), params.text("ntfy", default=""), self._ways)
        self._pay(caller.proposals, "requests")
        self.absent.set_address(chair, address)
        return {"notify": address.to_json()}

    def _picture(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Keep a picture of the map as everybody may see it, for the page of the game."""
        chair, _ = playing(caller)
        self._pay(caller.orders, "pictures", 4)
        self._games.keep_picture(chair.game, jpeg_in(params))
        return {}

    def figures(self) -> dict[str, int]:
        """Return what a host tells of itself: open games, connections, and what has been asked and sent."""
        return {
            "games_open": len(tuple(self._games.running())),
            "connections": len(self._present),
            "notices": self.absent.sent,
            **self._counts,
        }

    def _resign(self, caller: Caller, params: Params) -> dict[str, Any]:
        chair, seat = playing(caller)
        self._games.game(chair).table.resign(seat)
        return {}

    def _claim(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Claim the game: the player who is asked has no time left."""
        chair, seat = playing(caller)
        self._games.game(chair).table.claim(seat)
        return {}

    def _give(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Give the other seats more time."""
        chair, seat = playing(caller)
        self._pay(caller.proposals, "proposals")
        self._games.game(chair).table.give(seat, params.number("seconds"), ascii_only(params, ONCE, default=""))
        return {}

    def _record(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Give out the whole record of a game that is over, with the secret of its dice; it is closed from then on."""
        assert caller.chair is not None
        self._pay(caller.proposals, "requests")
        self._games.game(caller.chair).close()
        text = packed(self._games.record(caller.chair.game))
        if len(text) > MOST_PACKED:
            raise NotYourDecision("The record of this game is too large to be sent. Ask whoever runs the host for it.")
        return {"record": text}

    def _standing(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Keep or end what the seat always answers to a kind of question; nobody else is told."""
        chair, seat = playing(caller)
        kind, only = ascii_only(params, "kind")[:LONGEST_KIND], params.flag("only", default=False)
        raw = params.take("do", (Mapping, NoneType), 'an object such as {"do": "pass"}, or null')
        kinds = {each for of, each in self._games.game(chair).standing if of == seat}
        if raw is not None and len(kinds | {kind}) > MOST_STANDING:
            raise NotYourDecision(f"A seat can have {MOST_STANDING} standing orders. End one first.")
        self._pay(caller.orders, "orders")
        self._games.stand(chair, kind, None if raw is None else StandingOrder(Command.from_json(raw), only))
        self._answering.after(chair)
        game = self._games.game(chair)
        return {"standing": game.standing_of(seat), "rev": game.rev(seat)}

    def _chat(self, caller: Caller, params: Params) -> dict[str, Any]:
        """Pass on what somebody says: players to all, watchers to watchers until the game is over."""
        assert caller.chair is not None
        text = plain_words(params.text("text"))
        if not text:
            raise MalformedCommand("Say something.")
        self._pay(caller.words, "messages")
        told = {"seat": caller.chair.seat, "text": text}
        for each in self._present.at(caller.chair.game):
            if caller.chair.seat is not None or (each.chair is not None and each.chair.seat is None):
                each.notify("chat", told)
        return {}

    @staticmethod
    def _pay(bucket: Bucket, what: str, count: int = 1) -> None:
        if not bucket.take(count):
            raise NotYourDecision(f"Too many {what} at once. Wait a moment.")

    def _tell(self, game: str, seats: Collection[str | None], method: str, told: Mapping[str, Any]) -> None:
        self._present.tell(game, seats, method, told)
        if method == "clock" and game in self._games.running():  # another is asked
            self.absent.moved(game)
