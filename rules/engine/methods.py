"""The methods of the protocol: each takes the table and its parameters and returns plain JSON (see PROTOCOL.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Any, TypeAlias

from rules.engine.command import Command, MalformedCommand, Reason
from rules.engine.frames import Request
from rules.engine.history import NATURE
from rules.engine.nature import NatureDriver, ScriptedNature, SeededNature, driver_of
from rules.engine.options import Decision
from rules.engine.params import BadParams, Params
from rules.engine.record import CONTAINER, RecordWriter, save_as
from rules.engine.record_reading import load_record
from rules.engine.seat import Seat
from rules.engine.session import Session, Update
from rules.engine.system import System, named_in, systems

PROTOCOL = 1
QUERIES = ("reach", "los", "visible", "fire_zone", "odds", "stack")

Method: TypeAlias = "Callable[[Table, Params], Any]"


class UnknownGame(Exception):
    """There is no game of this handle."""


class CannotLoad(Exception):
    """A scenario cannot be loaded; `reasons` holds each problem."""

    def __init__(self, error: Exception) -> None:
        self.reasons = [Reason(str(problem)) for problem in getattr(error, "problems", ())] or [Reason(str(error))]
        super().__init__(self.reasons[0].text)


class Table:
    """The games of one connection, by handle."""

    def __init__(self) -> None:
        self.games: dict[str, Session] = {}
        self._made = 0

    def add(self, session: Session) -> str:
        """Keep a game and return its handle."""
        self._made += 1
        handle = f"game-{self._made}"
        self.games[handle] = session
        return handle

    def game(self, params: Params) -> Session:
        """Return the game a request is about: by its handle, or the newest."""
        return self.games[self.handle(params)]

    def seat(self, params: Params) -> Seat:
        """Return what a request sees of its game: as the seat it names, or what lies open; raise BadParams."""
        return seat_named(self.game(params), params.text("seat", default="") or None)

    def handle(self, params: Params) -> str:
        """Return the handle a request names, or that of the newest game; raise UnknownGame."""
        handle = params.text("game", default=next(reversed(self.games), ""))
        if handle not in self.games:
            known = ", ".join(self.games) or 'none: make one with "new"'
            raise UnknownGame(f'There is no game "{handle}"; known are {known}.' if handle else "There is no game yet.")
        return handle


def seat_named(session: Session, name: str | None) -> Seat:
    """Return a seat by name, or without one what lies open; raise BadParams if there is none of this name."""
    try:
        return Seat(session, name)
    except MalformedCommand as error:
        raise BadParams(str(error)) from error


def position(seat: Seat) -> dict[str, Any]:
    """Return where a game stands: whose decision, what nature is asked, or how it ended."""
    asked, decision, nature = seat.asked, None, None
    if asked == NATURE:
        nature = _request(seat.request)
    elif asked:
        decision = _decision(asked, seat.decision)
    return {"seq": seat.seq, "decision": decision, "nature": nature, "over": seat.result}


def _decision(asked: str, decision: Decision | None) -> dict[str, Any]:
    if decision is None:
        return {"seat": asked, "secret": True}
    return {
        "seat": decision.seat, "kind": decision.kind, "prompt": decision.prompt, "rule": decision.rule,
        "subject": decision.subject,
    }  # fmt: skip


def _request(request: Request | None) -> dict[str, Any]:
    if request is None:
        return {"secret": True}
    return {"asked": request.kind, "purpose": request.purpose, "items": request.items, "subject": request.subject}


def _updated(seat: Seat, update: Update) -> dict[str, Any]:
    return {"events": update.events, **position(seat)}


def hello(table: Table, params: Params) -> dict[str, Any]:
    """Say what this program is and what it can do."""
    try:
        version = metadata.version("chitpull")
    except metadata.PackageNotFoundError:  # run from a checkout
        version = "0"
    return {
        "program": "chitpull",
        "version": version,
        "protocol": PROTOCOL,
        "record": CONTAINER,
        "systems": [
            {"id": s.id, "title": s.title, "seats": s.seats, "schema": s.schema, "rules": s.rules_version,
             "hides": s.hides, "queries": sorted(s.queries)}
            for s in systems().values()
        ],
        "methods": sorted(methods()),
    }  # fmt: skip


def scenarios(table: Table, params: Params) -> dict[str, Any]:
    """List the scenarios of one system or of all."""
    name = params.text("system", default="")
    listed = [_system(name)] if name else list(systems().values())
    return {"scenarios": [{"system": s.id, **told} for s in listed for told in s.scenarios()]}


def new(table: Table, params: Params) -> dict[str, Any]:
    """Start a game."""
    source: Any = params.take("scenario", (str, Mapping), "the id of a scenario, a path or a whole document")
    system = _system_for(source, params.text("system", default=""))
    nature, path = _nature(params), params.text("record", default="")
    try:
        scenario = system.load(source)
    except Exception as error:  # each system has its own errors for what cannot be loaded
        raise CannotLoad(error) from error
    listeners = [RecordWriter(path)] if path else []
    session = Session.new(system, scenario, nature=nature, listeners=listeners, source=source)
    return {"game": table.add(session), "seats": system.seats, **position(Seat(session))}


def _nature(params: Params) -> NatureDriver:
    seed, dice = params.number("seed", default=0), params.items("dice", default=None)
    told: Any = params.take("nature", (str, Mapping), "a text or an object", default="" if dice is None else "scripted")
    if told in ("", "seeded"):
        return SeededNature(seed)
    if told == "scripted":
        return ScriptedNature(dice or [])
    return driver_of({"kind": told} if isinstance(told, str) else told)


def _system(name: str) -> System:
    known = systems()
    if name not in known:
        raise BadParams(f'There is no game system "{name}"; known are {", ".join(sorted(known)) or "none"}.')
    return known[name]


def _system_for(source: Any, name: str) -> System:
    """Return the system named here or in the scenario, or the one that ships it, or the only one."""
    known = list(systems().values())
    named = name or named_in(source)
    if name or named in systems():
        return _system(named)
    shipping = [s for s in known if isinstance(source, str) and any(told["id"] == source for told in s.scenarios())]
    found = shipping or known
    if len(found) != 1:
        raise BadParams(f'Name the "system" of the scenario: {", ".join(sorted(systems())) or "none is known"}.')
    return found[0]


def load(table: Table, params: Params) -> dict[str, Any]:
    """Open a record."""
    path, attach = params.text("path"), params.flag("record", default=False)
    session = load_record(path, attach=attach)
    told = {"notices": session.notices, "seats": session.system.seats, "scenario": session.scenario.id}
    return {"game": table.add(session), **told, **position(Seat(session))}


def save(table: Table, params: Params) -> dict[str, Any]:
    """Write a record of the game so far."""
    session, path = table.game(params), params.text("path")
    save_as(session, path)
    return {"path": path, "seq": session.seq, "digest": session.digest()}


def close(table: Table, params: Params) -> dict[str, Any]:
    """Forget a game."""
    handle = table.handle(params)
    del table.games[handle]
    return {"closed": handle}


def view(table: Table, params: Params) -> Any:
    """Return what a seat may see."""
    return table.seat(params).view()


def options(table: Table, params: Params) -> dict[str, Any]:
    """Return the decision with every option; none where it is another seat's secret."""
    seat, verb = table.seat(params), params.text("verb", default="")
    found = list(seat.decision.options) if seat.decision is not None else []
    told = [command.to_json() for command in found if not verb or command.verb == verb]
    return {**position(seat), "options": told}


def submit(table: Table, params: Params) -> dict[str, Any]:
    """Submit a command."""
    seat, command = seat_named(table.game(params), params.text("seat")), _command(params)
    return _updated(seat, seat.submit(params.number("seq", default=seat.seq), command))


def explain(table: Table, params: Params) -> dict[str, Any]:
    """Return why a command would be refused."""
    reasons = table.seat(params).explain(_command(params))
    return {"legal": not reasons, "reasons": [{"text": reason.text, "rule": reason.rule} for reason in reasons]}


def _command(params: Params) -> Command:
    return Command.from_json(params.take("command", (Mapping,), 'an object such as {"do": "pass"}'))


def nature(table: Table, params: Params) -> dict[str, Any]:
    """Answer a request of nature, or lengthen a script."""
    session, name, added = table.game(params), params.text("seat", default=""), params.items("add", default=None)
    seat = seat_named(session, name or None)
    if added is not None:
        if not isinstance(session.driver, ScriptedNature):
            raise BadParams("Outcomes can be added only to a game with scripted nature.")
        session.driver.add(*added)
        return {"script": [] if seat.system.hides else list(session.driver.outcomes), **position(seat)}
    outcome: Any = params.take("outcome", (Mapping,), 'an object such as {"die": 5}')
    return _updated(seat, seat.nature(outcome))


def undo(table: Table, params: Params) -> dict[str, Any]:
    """Undo the last command, back to the barrier at most."""
    seat = table.seat(params)
    seat.undo()
    return position(seat)


def take_back(table: Table, params: Params) -> dict[str, Any]:
    """Go back to an earlier position, past barriers."""
    seat = table.seat(params)
    seat.take_back(params.number("seq"))
    return position(seat)


def events(table: Table, params: Params) -> dict[str, Any]:
    """Return the events since a position."""
    seat, since = table.seat(params), params.number("since", default=-1)
    return {"seq": seat.seq, "events": seat.events(since)}


def query(table: Table, params: Params) -> Any:
    """Ask any question the system answers."""
    seat, name = table.seat(params), params.text("name")
    args: Any = params.take("args", (Mapping,), "an object", default={})
    return seat.query(name, **args)


def _asking(name: str) -> Method:
    def ask(table: Table, params: Params) -> Any:
        session = table.game(params)
        asker = params.text("seat", default="") if session.system.hides else ""
        return seat_named(session, asker or None).query(name, **params.rest())

    return ask


def check(table: Table, params: Params) -> dict[str, Any]:
    """Return every violated invariant."""
    return {"violations": table.game(params).check()}


def digest(table: Table, params: Params) -> dict[str, Any]:
    """Return the digest of the position."""
    session = table.game(params)
    return {"seq": session.seq, "digest": session.digest()}


METHODS: dict[str, Method] = {
    method.__name__: method
    for method in (
        hello, scenarios, new, load, save, close, view, options, submit, explain, nature, undo, take_back, events,
        query, check, digest,
    )
}  # fmt: skip
METHODS |= {name: _asking(name) for name in QUERIES}


def methods() -> dict[str, Method]:
    """Return every method by name; a question that a registered system answers is one too."""
    asked = {name for system in systems().values() for name in system.queries}
    return METHODS | {name: _asking(name) for name in asked if name not in METHODS}


PARAMETERS: Mapping[str, str] = {
    "hello": "",
    "scenarios": "system",
    "new": "scenario system seed nature dice record",
    "load": "path record",
    "save": "game path",
    "view": "game seat",
    "options": "game verb seat",
    "submit": "game seat seq command",
    "explain": "game seat command",
    "nature": "game seat outcome add",
    "undo": "game seat",
    "take_back": "game seat seq",
    "events": "game since seat",
    "query": "game name args seat",
}


def call(table: Table, name: str, raw: Mapping[str, Any]) -> Any:
    """Call a method; raise BadParams if a parameter is unknown, missing or of the wrong kind."""
    if name in METHODS and name not in QUERIES:
        known = PARAMETERS.get(name, "game").split()
        unknown = [given for given in raw if given not in known]
        if unknown:
            takes = ", ".join(known) or "no parameters"
            raise BadParams(f'The method "{name}" has no parameter "{unknown[0]}"; it takes {takes}.')
    return methods()[name](table, Params(raw))
