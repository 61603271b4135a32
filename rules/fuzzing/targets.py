"""What is tried out: positions, records, YAML files and requests made from real ones, and honest games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from rules.engine.command import IllegalCommand
from rules.engine.connection import Connection
from rules.engine.game import Game
from rules.engine.methods import METHODS, PARAMETERS
from rules.engine.options import Decision
from rules.engine.plain import digest
from rules.engine.protocol import INTERNAL, respond
from rules.engine.record import RecordError
from rules.engine.record_form import line
from rules.engine.record_reading import load_record
from rules.engine.sealing import Chain, sealed_lines
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.fuzzing.drafts import Drafts
from rules.fuzzing.honest import FuzzFault, HonestGames, positions, records
from rules.fuzzing.modules import Modules
from rules.fuzzing.mutating import NASTY, changed, garbled
from rules.systems import SHIPPED, shipped, system_of


def forged_record(rng: Random, text: bytes) -> bytes:
    """Return a record with lines changed, doubled, moved or left out, and every digest and seal made anew."""
    told = [json.loads(raw) for raw in text.splitlines()]
    for _ in range(rng.choice((1, 1, 2))):
        place, way = rng.randrange(1, len(told)), rng.random()
        if way < 0.1:
            del told[place]
        elif way < 0.2:
            told.insert(place, told[rng.randrange(1, len(told))])
        elif way < 0.3:
            told[0] = changed(rng, told[0])
        else:
            told[place] = _changed(rng, told[place])
    if rng.random() < 0.7:  # most forgers count the lines anew as well
        told = [{**one, "lines": place} if "lines" in one else one for place, one in enumerate(told)]
    bare = [{key: value for key, value in one.items() if key != "chain"} for one in told]
    return sealed_lines(b"".join(map(line, bare)), Chain())


def _changed(rng: Random, told: dict[str, Any]) -> dict[str, Any]:
    if "snapshot" not in told or rng.random() < 0.2:
        return changed(rng, told)
    state = changed(rng, told["state"])
    return {**told, "state": state, "digest": digest(state)}


def is_resealed(text: bytes) -> bool:
    """Tell whether every seal of a record holds: whoever changed it knows how they are made, or cut its end off."""
    chain = Chain()
    return all(chain.proves(raw) is not False for raw in text.split(b"\n")[:-1])


REQUESTS: Final = 20
"""Requests of one trial of the protocol."""
FILES: Final = ("*/*.yaml", "*/maps/*.yaml", "*/forces/*.yaml")


class Target(Protocol):
    """Makes hostile input and tries it."""

    suffix: str

    def make(self, rng: Random) -> bytes:
        """Return one input; the same for the same state of the generator."""
        ...

    def attempt(self, data: bytes) -> str:
        """Try an input and return in a word how it ended; any error is a finding."""
        ...


class Positions:
    """Positions of real games with leaves changed: refused in a sentence, found by the check, or playable."""

    suffix = ".json"

    def __init__(self, rng: Random, folder: Path) -> None:
        self.real = positions(rng, 18)
        self.scenarios = {(real.system.id, real.source): real.scenario for real in self.real}

    def make(self, rng: Random) -> bytes:
        """Return a position with one or two leaves changed, and its scenario."""
        real = rng.choice(self.real)
        plain = changed(rng, real.plain, rng.choice((1, 1, 1, 2)))
        return json.dumps({"system": real.system.id, "scenario": real.source, "state": plain}).encode()

    def attempt(self, data: bytes) -> str:
        """Decode, check and show a position as a record would."""
        told = json.loads(data)
        system = shipped(told["system"])
        known = self.scenarios.get((system.id, told["scenario"]))
        scenario = system.load(told["scenario"]) if known is None else known
        try:
            state = system.decode(scenario, told["state"])
        except ValueError as error:
            return one_line("refused", str(error))
        found = system.check(scenario, state)
        if found:
            return one_line("told", *found)
        game: Game[Any, Any] = Game(system.kinds, scenario, state.copy())
        try:
            pending = game.run()
            for seat in (*system.seats, None):
                system.view(game, seat)
            if isinstance(pending, Decision):
                list(islice(pending.options, 100))
        except Exception:  # frames that lead nowhere: a record with this position is played up to again
            return "unplayable"
        return "sound"


class HostileRecords:
    """Records of real games, garbled or forged: refused, told, the game they were, or a lawful other one."""

    suffix = ".chitpull"

    def __init__(self, rng: Random, folder: Path) -> None:
        self.folder = folder
        real = folder / "real"
        real.mkdir(exist_ok=True)
        self.real = {path: load_record(path, attach=False, prove=False) for path in records(rng, 12, real)}

    def make(self, rng: Random) -> bytes:
        """Return a record with bytes garbled, or with lines changed and all seals made anew."""
        path = rng.choice(list(self.real))
        text = path.read_bytes()
        return garbled(rng, text) if rng.random() < 0.5 else forged_record(rng, text)

    def attempt(self, data: bytes) -> str:
        """Open a record, go on with it, and hold it against the game it was."""
        victim = self.folder / "victim.chitpull"
        victim.write_bytes(data)
        try:
            session = load_record(victim)
            told = list(session.notices)
            for seat in (*session.system.seats, None):
                Seat(session, seat).view()
            silent = not told and self._differs(session)
            if session.decision is not None:
                decision = session.decision
                session.submit(decision.seat, session.seq, next(iter(decision.options)))
            if session.seq:
                session.take_back(session.seq // 2)
        except (RecordError, IllegalCommand) as error:
            return one_line("refused", str(error))
        finally:
            for left in self.folder.glob("victim*"):
                left.unlink()
        if silent and not is_resealed(data):
            raise FuzzFault(f"changed in silence: {silent}")
        return one_line("told", *told) if told else "lawful" if silent else "sound"

    def _differs(self, session: Session) -> str:
        """Return what differs from all games it can have been, or ''."""
        system, scenario = session.system.id, session.scenario.id
        alike = [real for real in self.real.values() if (real.system.id, real.scenario.id) == (system, scenario)]
        return min((_difference(session, real) for real in alike), key=len, default="the scenario")


def _difference(session: Session, real: Session) -> str:
    """Return what differs between a game and an earlier position of a real one; positions are proved by their line."""
    if session.log != real.log[: session.seq]:
        return "the entries"
    events = [event for at, event in real.events if at <= session.seq]
    if json.dumps(session.events_since(-1)[: len(events)], default=dict) != json.dumps(events, default=dict):
        return "the events"
    return "" if session.digest() == digest(real.state_at(session.seq).to_plain()) else "the position"


class ScenarioFiles:
    """YAML files that ship, garbled: each is right or wrong in sentences."""

    suffix = ".yaml"

    def __init__(self, rng: Random, folder: Path) -> None:
        from rules.engine.folders import scenarios_dir

        self.folder = folder
        self.texts = [path.read_bytes() for glob in FILES for path in sorted(scenarios_dir().glob(glob))]

    def make(self, rng: Random) -> bytes:
        """Return a file with bytes garbled, or with parts of another, or with aliases."""
        text = rng.choice(self.texts)
        way = rng.random()
        if way < 0.2:
            lines, others = text.split(b"\n"), rng.choice(self.texts).split(b"\n")
            place = rng.randrange(len(lines))
            return b"\n".join([*lines[:place], *others[rng.randrange(len(others)) :][:30], *lines[place:]])
        if way < 0.3:
            return _aliases(rng) + text
        return garbled(rng, text)

    def attempt(self, data: bytes) -> str:
        """Load a file as a scenario of its system, and check it as its author would."""
        victim = self.folder / "victim.yaml"
        victim.write_bytes(data)
        try:
            system = system_of(str(victim))
            system.load(str(victim))
        except Exception as error:
            problems = getattr(error, "problems", None)
            if problems is None:
                raise
            return one_line("told", *map(str, problems))
        finally:
            victim.unlink()
        return "sound"


def _aliases(rng: Random) -> bytes:
    size, times = rng.choice((10, 1_000, 90_000)), rng.choice((10, 1_000, 30_000))
    return b"extra: &a " + b"x" * size + b"\nmore: [" + b"*a, " * times + b"]\n"


class Requests:
    """Requests to a server with a game of each system, garbled: each is answered, and none by a failure."""

    suffix = ".jsonl"

    def __init__(self, rng: Random, folder: Path) -> None:
        self.table = Connection()
        self.handles = ["game-9"]
        for name in SHIPPED:
            scenario = shipped(name).scenarios()[0].id
            params = {"system": name, "scenario": scenario, "seed": 1}
            answer = respond(self.table, json.dumps(_request("new", params)).encode())
            assert answer is not None
            self.handles += [answer["result"]["game"], *answer["result"]["handles"].values()]
            self.handles += [answer["result"]["game"]] * 4

    def make(self, rng: Random) -> bytes:
        """Return some requests, most of them of known methods with wrong parameters, some garbled."""
        return b"\n".join(self._one(rng) for _ in range(REQUESTS))

    def _one(self, rng: Random) -> bytes:
        method = rng.choice([name for name in METHODS if name != "close"])
        names = PARAMETERS.get(method, "seat unit hex at to").split()
        params = {name: rng.choice(NASTY) for name in names if rng.random() < 0.5} | {"game": rng.choice(self.handles)}
        if method == "submit" and rng.random() < 0.7:
            params |= self._order(rng)
        request = _request(method, params)
        raw = json.dumps(changed(rng, request) if rng.random() < 0.3 else request).encode()
        return garbled(rng, raw).replace(b"\n", b"") if rng.random() < 0.2 else raw

    def _order(self, rng: Random) -> dict[str, Any]:
        """Return an order that is legal in some game, so that the games go on."""
        handle, session = rng.choice(list(self.table.games.items()))
        if session.decision is None:
            return {}
        command = rng.choice(list(islice(session.decision.options, 100)))
        return {"game": handle, "seat": session.decision.seat, "seq": session.seq, "command": command.to_json()}

    def attempt(self, data: bytes) -> str:
        """Send requests one after the other."""
        for raw in data.split(b"\n"):
            answer = respond(self.table, raw)
            if answer is not None and answer.get("error", {}).get("code") == INTERNAL:
                raise FuzzFault(f"{answer['error']['message']} in answer to {raw[:300]!r}")
            json.dumps(answer, allow_nan=False, default=dict)
            if answer is not None and "error" in answer:
                one_line("told", answer["error"]["message"])
        return "answered"


def _request(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}


def one_line(how: str, *sentences: str) -> str:
    """Return how a trial ended; raise FuzzFault if what was said is not one line each."""
    for sentence in sentences:
        if "\n" in sentence or not sentence.strip():
            raise FuzzFault(f"not one line: {sentence!r}")
    return how


TARGETS: Final[Mapping[str, Callable[[Random, Path], Target]]] = {
    "positions": Positions,
    "records": HostileRecords,
    "yaml": ScenarioFiles,
    "protocol": Requests,
    "games": HonestGames,
    "modules": Modules,
    "drafts": Drafts,
}
