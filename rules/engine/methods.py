"""The methods of the protocol: each takes the connection and its parameters and returns plain JSON (PROTOCOL.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from rules.engine.bounded import CHOSEN
from rules.engine.command import Command, NotYourDecision, Reason
from rules.engine.connection import BadParams, Connection, Params, must_seal, seat_named
from rules.engine.frames import Request
from rules.engine.frozen import to_plain
from rules.engine.history import NATURE
from rules.engine.house_rules import base_of
from rules.engine.nature import (
    SEALED,
    NatureDriver,
    Origin,
    ScriptedNature,
    SealedNature,
    SeededNature,
    driver_of,
    fresh_nature,
)
from rules.engine.options import Decision
from rules.engine.record import RecordWriter, save_as
from rules.engine.record_form import CONTAINER
from rules.engine.record_lines import read
from rules.engine.record_reading import load_record
from rules.engine.seat import Seat
from rules.engine.session import Session, Update
from rules.engine.sharing import shared
from rules.engine.system import System, named_in, systems
from rules.engine.version import number

PROTOCOL: Final = 1
QUERIES: Final = ("reach", "los", "visible", "fire_zone", "odds", "stack")

Method: TypeAlias = "Callable[[Connection, Params], Any]"


class BadScenario(Exception):
    """A scenario cannot be loaded; `reasons` holds each problem."""

    def __init__(self, error: Exception) -> None:
        self.reasons = [Reason(str(problem)) for problem in getattr(error, "problems", ())] or [Reason(str(error))]
        super().__init__(self.reasons[0].text)


def position(seat: Seat) -> dict[str, Any]:
    """Return where a game stands: whose decision it is, what nature is asked, or how it ended."""
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
        "seat": decision.seat,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "rule": decision.rule,
        "subject": decision.subject,
    }


def _request(request: Request | None) -> dict[str, Any]:
    if request is None:
        return {"secret": True}
    return {"asked": request.kind, "purpose": request.purpose, "items": request.items, "subject": request.subject}


def _updated(seat: Seat, update: Update) -> dict[str, Any]:
    return {"events": update.events, **position(seat)}


def hello(connection: Connection, params: Params) -> dict[str, Any]:
    """Say what this program is and can do; tell the owner of a game the handles of its seats as well."""
    handles = {"handles": connection.handles(connection.owner(params).game)} if params.has("game") else {}
    return {
        "program": "chitpull",
        "version": number(),
        "protocol": PROTOCOL,
        "record": CONTAINER,
        "systems": [
            {
                "id": s.id,
                "title": s.title,
                "seats": s.seats,
                "schema": s.schema,
                "rules": s.rules_version,
                "hides": s.hides,
                "house_rules": s.house_rules.told(),
                "queries": sorted(s.queries),
            }
            for s in systems().values()
        ],
        "methods": sorted(methods()),
        **handles,
    }


_LISTED: Final = ("id", "kind", "title", "date", "turns", "span", "playing_time", "note")


def scenarios(connection: Connection, params: Params) -> dict[str, Any]:
    """List the scenarios of one system or of all."""
    name = params.text("system", default="")
    listed = [_system(name)] if name else list(systems().values())
    told = [{"system": s.id, **{name: getattr(row, name) for name in _LISTED}} for s in listed for row in s.scenarios()]
    return {"scenarios": told}


def new(connection: Connection, params: Params) -> dict[str, Any]:
    """Start a game."""
    source: Any = params.take("scenario", (str, Mapping), "the id of a scenario, a path or a whole document")
    system = _system_for(source, params.text("system", default=""))
    nature, path = _nature(params), params.text("record", default="")
    overwrite, private = params.flag("overwrite", default=False), params.flag("private", default=False)
    try:
        scenario = shared(system, source, connection.games.values())
    except Exception as error:  # each system has its own errors for what cannot be loaded
        raise BadScenario(error) from error
    listeners = [RecordWriter(path, overwrite=overwrite, seals=True)] if path else []
    origin = Origin.now(scenario)
    nature = fresh_nature(system, origin, secret=True) if nature is None else nature
    session = Session.new(system, scenario, nature=nature, listeners=listeners, source=source, origin=origin)
    game = connection.add(session, private=private)
    return {"game": game, "handles": connection.handles(game), "seats": system.seats, **position(Seat(session))}


def _nature(params: Params) -> NatureDriver | None:
    """Return the nature that is asked for, None for one with a seed that nobody knows."""
    nature = SeededNature(_seed(params.number("seed"))) if params.has("seed") else None
    dice = params.items("dice", default=None)
    told: Any = params.take("nature", (str, Mapping), "a text or an object", default="" if dice is None else "scripted")
    if told in ("", "seeded"):
        return nature
    if told == {"kind": "seeded"}:
        return nature
    if told == "scripted":
        return ScriptedNature(dice or [])
    if isinstance(told, Mapping) and type(told.get("seed")) is int:
        _seed(told["seed"])
    return driver_of({"kind": told} if isinstance(told, str) else {**told, "root": None})


def _seed(seed: int) -> int:
    if not -CHOSEN < seed < CHOSEN:
        raise BadParams(f'The parameter "seed" must be a whole number below {CHOSEN}.')
    return seed


def _system(name: str) -> System:
    registered = systems()
    if name not in registered:
        raise BadParams(f'Unknown game system "{name}". Known: {", ".join(sorted(registered)) or "none"}.')
    return registered[name]


def _system_for(source: Any, name: str) -> System:
    """Return the system named here or in the scenario, or the one that ships it, or the only one."""
    registered = list(systems().values())
    source = base_of(source)
    named = name or named_in(source)
    if named is not None and (name or named in systems()):
        return _system(named)
    shipping = [s for s in registered if isinstance(source, str) and any(row.id == source for row in s.scenarios())]
    possible = shipping or registered
    if len(possible) != 1:
        raise BadParams(f'Give the "system" of the scenario: {", ".join(sorted(systems())) or "none is known"}.')
    return possible[0]


def load(connection: Connection, params: Params) -> dict[str, Any]:
    """Open a record; that of a private game only for who holds a handle of it, and for a seat as that seat."""
    path, attach = params.text("path"), params.flag("record", default=False)
    contents = read(Path(path))
    recorded = connection.recorded(path)
    playing = connection.playing(Origin.of(contents.header).game) or recorded
    asker = connection.may_load(playing, params)
    if attach and asker is not None and asker.name is not None:
        raise NotYourDecision("Only the owner of a private game can continue saving it.")
    session = load_record(path, attach=attach, beside=connection.games.values(), contents=contents)
    if recorded and attach:  # a record has one writer
        connection.forget(recorded)
    elif playing and connection.keeps_secret(playing):
        session.driver = SealedNature()
    told = {"notices": session.notices, "seats": session.system.seats, "scenario": session.scenario.id}
    game = connection.add(session, private=params.flag("private", default=False) or asker is not None)
    handles = connection.handles(game)
    if asker is not None and asker.name is not None:
        game, handles = handles[asker.name], {asker.name: handles[asker.name]}
        return {"game": game, "handles": handles, **told, **position(Seat(session, asker.name))}
    return {"game": game, "handles": handles, **told, **position(Seat(session))}


def save(connection: Connection, params: Params) -> dict[str, Any]:
    """Write a record of the game so far."""
    asker, path = connection.asker(params), params.text("path")
    session, seal = asker.session, must_seal(asker)
    if asker.name is not None and session.system.hides:
        raise NotYourDecision("A saved game shows every hand, so only the owner of the game can save it.")
    overwrite, nature = params.flag("overwrite", default=False), SEALED if seal else None
    save_as(session, path, overwrite=overwrite, nature=nature, seals=True)
    return {"path": path, "seq": session.seq, "digest": session.digest(), "sealed": seal}


def close(connection: Connection, params: Params) -> dict[str, Any]:
    """Forget a game."""
    handle = connection.owner(params).game
    connection.close(handle)
    return {"closed": handle}


def view(connection: Connection, params: Params) -> Any:
    """Return the seat's view."""
    seat = connection.seat(params)
    return {**to_plain(seat.view()), "system": seat.system.id, "seq": seat.seq}


def options(connection: Connection, params: Params) -> dict[str, Any]:
    """Return the decision with every option, or none if it is another seat's secret."""
    seat, verb = connection.seat(params), params.text("verb", default="")
    commands = list(seat.decision.options) if seat.decision is not None else []
    told = [command.to_json() for command in commands if not verb or command.verb == verb]
    return {**position(seat), "options": told}


def submit(connection: Connection, params: Params) -> dict[str, Any]:
    """Submit a command."""
    seat, command = connection.seat(params, named=True), _command(params)
    return _updated(seat, seat.submit(params.number("seq", default=seat.seq), command))


def explain(connection: Connection, params: Params) -> dict[str, Any]:
    """Return why a command would be refused."""
    reasons = connection.seat(params).explain(_command(params))
    return {"legal": not reasons, "reasons": [reason.to_plain() for reason in reasons]}


def _command(params: Params) -> Command:
    return Command.from_json(params.take("command", (Mapping,), 'an object such as {"do": "pass"}'))


def nature(connection: Connection, params: Params) -> dict[str, Any]:
    """Answer nature's request, or extend a script."""
    asker, seat = connection.asker(params.copy()), connection.seat(params)
    session, added = asker.session, params.items("add", default=None)
    request = session.request
    if asker.name is not None and (added is not None or request is None or request.only != asker.name):
        raise NotYourDecision("Only the owner of the game can answer for chance.")
    if added is not None:
        if not isinstance(session.driver, ScriptedNature):
            raise BadParams("Outcomes can only be added to a game with scripted nature.")
        session.driver.add(*added)
        return {"script": [] if seat.system.hides else list(session.driver.outcomes), **position(seat)}
    outcome: Any = params.take("outcome", (Mapping,), 'an object such as {"die": 5}')
    return _updated(seat, seat.nature(outcome))


def undo(connection: Connection, params: Params) -> dict[str, Any]:
    """Undo the last command, back to the barrier at most."""
    asker, seat = connection.asker(params.copy()), connection.seat(params)
    if asker.name is not None and seat.can_undo and asker.session.log[-1].seat != asker.name:
        raise NotYourDecision("Only the player who gave the last command can undo it.")
    seat.undo()
    return position(seat)


def take_back(connection: Connection, params: Params) -> dict[str, Any]:
    """Go back to an earlier position, past barriers."""
    asker, seat, seq = connection.asker(params.copy()), connection.seat(params), params.number("seq")
    if asker.name is not None and 0 <= seq < seat.seq:
        waiting = connection.agree(asker, seq)
        if waiting:
            return {"waiting": waiting, **position(seat)}
    seat.take_back(seq)
    return {"waiting": [], **position(seat)}


def events(connection: Connection, params: Params) -> dict[str, Any]:
    """Return the events since a position."""
    seat, since = connection.seat(params), params.number("since", default=-1)
    return {"seq": seat.seq, "events": seat.events(since)}


def query(connection: Connection, params: Params) -> Any:
    """Answer any of the system's queries."""
    seat, name = connection.seat(params), params.text("name")
    args: Any = params.take("args", (Mapping,), "an object", default={})
    return to_plain(seat.query(name, **args))


def _asking(name: str) -> Method:
    def ask(connection: Connection, params: Params) -> Any:
        asker = connection.asker(params)
        named = params.text("seat", default="") if asker.session.system.hides and asker.name is None else ""
        return to_plain(seat_named(asker.session, asker.name or named or None).query(name, **params.rest()))

    return ask


def check(connection: Connection, params: Params) -> dict[str, Any]:
    """Return every violated invariant."""
    return {"violations": connection.owner(params).session.check()}


def digest(connection: Connection, params: Params) -> dict[str, Any]:
    """Return the digest of the position."""
    session = connection.owner(params).session
    return {"seq": session.seq, "digest": session.digest()}


_OWN: Final = (
    hello, scenarios, new, load, save, close, view, options, submit, explain, nature, undo, take_back, events, query,
    check, digest,
)  # fmt: skip
METHODS: Final[dict[str, Method]] = {
    **{method.__name__: method for method in _OWN},
    **{name: _asking(name) for name in QUERIES},
}


def methods() -> dict[str, Method]:
    """Return every method by name, including the queries of registered systems."""
    asked = {name for system in systems().values() for name in system.queries}
    return METHODS | {name: _asking(name) for name in asked if name not in METHODS}


PARAMETERS: Final[Mapping[str, str]] = {
    "hello": "game",
    "scenarios": "system",
    "new": "scenario system seed nature dice record overwrite private",
    "load": "path record private game",
    "save": "game path overwrite",
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


def call(connection: Connection, name: str, raw: Mapping[str, Any]) -> Any:
    """Call a method; raise BadParams if a parameter is unknown, missing or of the wrong type."""
    if name in METHODS and name not in QUERIES:
        names = PARAMETERS.get(name, "game").split()
        unknown = [given for given in raw if given not in names]
        if unknown:
            takes = ", ".join(names) or "no parameters"
            raise BadParams(f'The method "{name}" has no parameter "{unknown[0]}"; it takes {takes}.')
    return methods()[name](connection, Params(raw))
