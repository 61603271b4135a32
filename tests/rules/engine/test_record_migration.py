"""A record of an older version opens: positions, commands, draws and events are migrated, newer ones are not."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import cmd
from rules.engine.frames import Choice, Die, Procedure, registry
from rules.engine.nature import ScriptedNature
from rules.engine.record import RecordError, RecordWriter, save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.engine.system import Migration
from tests.rules.engine.helpers import toy
from tests.rules.engine.helpers.playing import asked, play
from tests.rules.engine.helpers.toy_system import DUEL, TOY, ToySystem

V1 = Path(__file__).parent / "data" / "toy_schema_1.chitpull"


class Look(toy.Order):
    """What schema 2 called scouting with a unit."""

    verb = "look"
    fields = {"piece": str}  # noqa: RUF012

    def candidates(self, game: toy.Toy) -> Any:
        for name in game.state.side(game.frame["seat"]):
            yield cmd("look", piece=name)

    def reasons(self, game: toy.Toy, command: Any) -> Any:
        return super().reasons(game, cmd("look", unit=command.text("piece")))

    def apply(self, game: toy.Toy, command: Any) -> None:
        self.spend(game, command.text("piece"))
        game.reveal()
        game.emit("Looked", piece=command.text("piece"))


class Orders(toy.Orders):
    actions = (toy.March(), toy.Shoot(), Look(), toy.Rest())


def begin(game: toy.Toy) -> str | None:
    then = toy.begin(game)
    game.state.cup = tuple(chit.upper() for chit in game.state.cup)
    return then


def act(game: toy.Toy) -> str | None:
    chit = game.frame["result"]
    game.state.cup = tuple(other for other in game.state.cup if other != chit)
    game.emit("ChitDrawn", chit=chit)
    game.push("orders", seat=chit.lower())
    return None


def bring_state(raw: dict[str, Any]) -> dict[str, Any]:
    return {**raw, "cup": [chit.upper() for chit in raw["cup"]]}


def bring_command(raw: dict[str, Any]) -> dict[str, Any]:
    assert raw["do"] != "look", "a command of schema 3 is not brought to it"
    return {"do": "look", "piece": raw["unit"]} if raw["do"] == "scout" else raw


def bring_outcome(raw: dict[str, Any]) -> dict[str, Any]:
    return {"draw": raw["draw"].upper()} if "draw" in raw else raw


def bring_event(raw: dict[str, Any]) -> dict[str, Any]:
    if raw["event"] == "Scouted":
        return {"event": "Looked", "piece": raw["unit"]}
    return {**raw, "chit": raw["chit"].upper()} if raw["event"] == "ChitDrawn" else raw


class Later(ToySystem):
    """The toy in schema 3: scouting is called looking, its unit a piece, and chits are in capitals."""

    schema = 3

    def __init__(self) -> None:
        super().__init__()
        self.migrations = {**self.migrations, 2: Migration(bring_state, bring_command, bring_outcome, bring_event)}
        old = [kind for kind in toy.KINDS.values() if kind.kind not in ("draw", "die", "round", "orders")]
        steps = {"begin": begin, "draw": toy.draw, "act": act, "again": toy.again}
        assert all(isinstance(kind, Choice | Procedure) for kind in old)
        self.kinds = registry(Procedure("round", steps), Orders(), Die("die", tuple(range(10))), *old)


LATER = Later()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Record a game of schema 2 that ends with two undoable commands of red."""
    path = tmp_path / "old.chitpull"
    nature = ScriptedNature(["blue", "red"])
    source = {**DUEL, "pieces": {**DUEL["pieces"], "r3": {"side": "red", "at": 0}}}
    session = Session.new(TOY, TOY.load(source), nature=nature, listeners=[RecordWriter(path)], source=source)
    play(session, "scout", unit="b1")
    play(session, "rest")
    play(session, "scout", unit="r1")
    play(session, "march", unit="r2", to=2)
    return path


def test_commands_draws_and_events_are_brought_on(old: Path) -> None:
    session = load_record(old, attach=False, system=LATER)
    assert session.notices == [] == verify(session, old)
    told = [entry.answer if entry.seat == "nature" else str(entry.answer) for entry in session.log]
    assert told == [
        {"draw": "BLUE"}, "look piece=b1", "rest", {"draw": "RED"}, "look piece=r1", "march to=2 unit=r2",
    ]  # fmt: skip
    events = [event for _, event in session.events]
    assert {"event": "Looked", "piece": "b1"} in events and {"event": "ChitDrawn", "chit": "RED"} in events
    assert session.history.counts == {"draw": 2}


def test_every_earlier_position_can_be_had_again(old: Path) -> None:
    session = load_record(old, attach=False, system=LATER)
    spent = [session.state_at(n).spent for n in range(session.seq + 1)]
    assert spent == [(), (), ("b1",), ("b1",), ("b1",), ("b1", "r1"), ("b1", "r1", "r2")]
    assert session.state_at(0).cup == ("RED", "BLUE") and session.state_at(1).cup == ("RED",)
    session.take_back(1)
    assert asked(session).options.offers("look")


def test_it_is_undone_and_goes_on_in_the_same_file(old: Path) -> None:
    session = load_record(old, system=LATER)
    assert session.can_undo and session.undo() == 5
    play(session, "look", piece="r2")
    again = load_record(old, system=LATER)
    assert again.notices == [] == verify(again, old)
    assert (again.log, again.events, again.digest()) == (session.log, session.events, session.digest())
    assert str(again.log[-1].answer) == "look piece=r2"


def test_a_copy_is_wholly_of_the_present_version(old: Path, tmp_path: Path) -> None:
    session = load_record(old, attach=False, system=LATER)
    save_as(session, tmp_path / "copy.chitpull")
    text = (tmp_path / "copy.chitpull").read_text(encoding="ascii")
    assert '"schema":3' in text and '"schema":2' not in text and "scout" not in text
    assert load_record(tmp_path / "copy.chitpull", system=LATER).log == session.log


def test_versions_are_brought_on_one_after_another(tmp_path: Path) -> None:
    path = tmp_path / "v1.chitpull"
    shutil.copy(V1, path)
    session, before = load_record(path, system=LATER), load_record(V1, attach=False)
    assert session.state.pieces == before.state.pieces and session.seq == before.seq
    assert {entry.answer["draw"] for entry in session.log if "draw" in entry.answer} <= {"RED", "BLUE"}


def test_a_record_of_a_newer_schema_is_refused_even_after_a_take_back(old: Path) -> None:
    session = load_record(old, system=LATER)
    session.take_back(4)
    play(session, "march", unit="r2", to=2)
    with pytest.raises(RecordError, match=r"saved by a newer Chitpull \(position format 3"):
        load_record(old, system=TOY)


def test_a_command_that_cannot_be_brought_on_is_told(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LATER, "migrations", {2: Migration(command=lambda raw: {"piece": raw["unit"]})})
    with pytest.raises(
        RecordError, match=r"^old.chitpull cannot be converted to the current version of Duel on a Lane"
    ):
        load_record(old, system=LATER)
