"""The protocol: every method, every error, and nothing that ends it."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from rules.engine.methods import METHODS, PARAMETERS, QUERIES, Connection
from rules.engine.protocol import respond, serve
from rules.engine.record_reading import load_record, verify
from rules.engine.version import number
from tests.rules.engine.helpers.client import Client
from tests.rules.engine.helpers.playing import CLOSE
from tests.rules.engine.helpers.toy_system import DUEL, TOY


@pytest.fixture
def client() -> Client:
    return Client()


def test_hello_names_systems_and_methods(client: Client) -> None:
    told = client.ask("hello")
    assert told["program"] == "chitpull" and told["protocol"] == 1 and told["version"] == number()
    toy = next(system for system in told["systems"] if system["id"] == "toy")
    assert toy["seats"] == ["red", "blue"] and toy["queries"] == ["odds", "reach"]
    assert set(told["methods"]) >= set(METHODS)


def test_a_question_of_a_system_is_a_method(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def weather(game: Any, day: int) -> dict[str, int]:
        return {"rain": day}

    assert client.fail("weather")[0] == -32601
    monkeypatch.setattr(TOY, "queries", {**TOY.queries, "weather": weather})
    client.ask("new", system="toy", scenario="duel")
    assert client.ask("weather", day=3) == {"rain": 3} and "weather" in client.ask("hello")["methods"]


def test_the_reference_names_every_method_and_parameter() -> None:
    text = (Path(__file__).parents[3] / "rules" / "engine" / "PROTOCOL.md").read_text(encoding="utf-8")
    named = text[text.index("## Methods") : text.index("`?` marks")]
    assert all(f"`{name}`" in named for name in METHODS)
    for name, parameters in PARAMETERS.items():
        row = "".join(row for row in named.splitlines() if row.startswith(f"| `{name}`"))
        assert all(f"`{parameter}`" in row for parameter in parameters.split() if parameter != "game"), name


def test_a_game_is_played_with_scripted_dice(client: Client) -> None:
    told = client.ask("new", system="toy", scenario={**DUEL, "pieces": CLOSE}, dice=["blue", 9, "red"])
    assert told["game"] == "game-1" and told["decision"]["seat"] == "blue" and told["seq"] == 1
    listed = client.ask("options", verb="march")["options"]
    assert {"do": "march", "unit": "b1", "to": 3} in listed
    told = client.ask("submit", seat="blue", seq=1, command={"do": "march", "unit": "b1", "to": 3})
    assert told["decision"]["kind"] == "watch" and told["decision"]["subject"] == {"mover": "b1"}
    told = client.ask("submit", seat="red", command={"do": "snipe", "unit": "r2"})
    assert [event["event"] for event in told["events"]] == ["DieRolled", "Killed", "MarchEnded"]
    assert client.ask("events", since=2) == {"seq": 4, "events": told["events"]}
    assert "b1" not in client.ask("view", seat="red")["pieces"]
    assert client.ask("check") == {"violations": []}
    assert client.ask("nature", add=["blue"])["script"] == ["red", "blue"]


def test_explain_gives_all_reasons_with_their_rules(client: Client) -> None:
    client.ask("new", system="toy", scenario="duel", dice=["red"])
    told = client.ask("explain", command={"do": "march", "unit": "b9", "to": 40})
    assert told["legal"] is False and [reason["rule"] for reason in told["reasons"]] == ["1.1", "2.1"]
    assert client.ask("explain", seat="red", command={"do": "rest"}) == {"legal": True, "reasons": []}
    error = client.send("submit", seat="red", command={"do": "march", "unit": "b9", "to": 40})["error"]
    assert error["code"] == 3 and error["data"]["reasons"] == told["reasons"]


def test_dice_rolled_by_hand(client: Client) -> None:
    told = client.ask("new", system="toy", scenario="duel", nature="manual")
    assert told["decision"] is None
    assert told["nature"] == {"asked": "draw", "purpose": "whose chit", "items": ["red", "blue"], "subject": {}}
    assert client.fail("submit", seat="red", command={"do": "rest"})[0] == 2
    assert client.fail("nature", outcome={"die": 3})[0] == 1
    assert client.ask("nature", outcome={"draw": "red"})["decision"]["seat"] == "red"


def test_undo_and_take_back(client: Client) -> None:
    client.ask("new", system="toy", scenario="duel", dice=["red", "blue"])
    before = client.ask("digest")
    client.ask("submit", seat="red", command={"do": "march", "unit": "r1", "to": 1})
    assert client.ask("undo")["seq"] == 1 and client.ask("digest") == before
    assert client.fail("undo")[0] == 3
    client.ask("submit", seat="red", command={"do": "rest"})
    assert client.ask("take_back", seq=1)["decision"]["seat"] == "red" and client.ask("digest") == before


def test_several_games_run_at_once(client: Client) -> None:
    one = client.ask("new", system="toy", scenario="duel", dice=["red"])["game"]
    two = client.ask("new", system="toy", scenario="duel", dice=["blue"])["game"]
    assert client.ask("options", game=one)["decision"]["seat"] == "red"
    assert client.ask("options")["decision"]["seat"] == "blue", "the newest is meant"
    assert client.ask("close", game=two) == {"closed": two}
    assert client.ask("options")["decision"]["seat"] == "red"
    assert client.fail("view", game=two)[0] == 6
    client.ask("close")
    assert client.fail("view") == (6, "No game yet.")


def test_records_are_written_saved_and_loaded(client: Client, tmp_path: Path) -> None:
    path, copy = str(tmp_path / "game.chitpull"), str(tmp_path / "copy.chitpull")
    client.ask("new", system="toy", scenario="duel", seed=4, record=path)
    seat = client.ask("options")["decision"]["seat"]
    client.ask("submit", seat=seat, command={"do": "rest"})
    saved = client.ask("save", path=copy)
    told = client.ask("load", path=copy)
    assert told["notices"] == [] and told["scenario"] == "duel"
    assert client.ask("digest") == {"seq": saved["seq"], "digest": saved["digest"]}
    client.ask("load", path=path, record=True)
    client.ask("submit", seat=client.ask("options")["decision"]["seat"], command={"do": "rest"})
    assert load_record(path).digest() == client.ask("digest")["digest"]


def test_a_game_that_the_bots_play_ends_as_its_record_says(client: Client, tmp_path: Path) -> None:
    path, rng = tmp_path / "game.chitpull", random.Random(1)
    client.ask("new", system="toy", scenario="crowd", seed=9, record=str(path))
    while (told := client.ask("options"))["over"] is None:
        client.ask("submit", seat=told["decision"]["seat"], seq=told["seq"], command=rng.choice(told["options"]))
    session = load_record(path)
    assert (session.digest(), session.result) == (client.ask("digest")["digest"], told["over"])
    assert verify(session, path) == [] and session.notices == []


def test_queries_are_asked_by_name_or_in_general(client: Client) -> None:
    client.ask("new", system="toy", scenario="duel", dice=["red"])
    assert client.ask("reach", unit="r1") == {"spaces": [1, 2]}
    assert client.ask("query", name="reach", args={"unit": "r1"}) == {"spaces": [1, 2]}
    assert client.fail("los", a="1", b="2")[0] == 1
    assert client.fail("reach") == (1, 'The question "reach" needs the field "unit".')
    assert client.fail("reach", unit=["r1"]) == (1, 'The field "unit" of the question "reach" must be a text.')


@pytest.mark.parametrize(
    ("method", "params", "code", "sentence"),
    [
        ("dance", {}, -32601, 'Unknown method "dance". Known: '),
        ("new", {}, -32602, 'The parameter "scenario" is missing; it must be the id of a scenario'),
        ("new", {"scenario": 5}, -32602, 'The parameter "scenario" must be the id'),
        ("new", {"scenario": "duel", "sede": 5}, -32602, 'has no parameter "sede"; it takes scenario, system, seed'),
        ("new", {"scenario": "duel", "seed": "x"}, -32602, 'The parameter "seed" must be a whole number.'),
        ("new", {"scenario": "duel", "seed": True}, -32602, 'The parameter "seed" must be a whole number.'),
        ("new", {"scenario": "duel", "dice": [1.5]}, -32602, "a list of texts and numbers"),
        ("new", {"scenario": "duel", "nature": "cheating"}, 1, 'Nature must be {"kind": "seeded"'),
        ("new", {"scenario": "duel", "dice": ["green"]}, 1, "Nature is asked for a draw"),
        ("new", {"scenario": "duel", "system": "chess"}, -32602, 'Unknown game system "chess"'),
        ("new", {"scenario": "atlantis", "system": "toy"}, 5, 'There is no scenario "atlantis"'),
        ("new", {"scenario": {"format": "x"}, "system": "toy"}, 5, "There is no scenario"),
        ("new", {"scenario": "duel", "record": "/nowhere/x"}, 4, "cannot be saved"),
        ("load", {"path": "/nowhere"}, 4, "cannot be opened: No such file"),
        ("load", {"path": "a\0b"}, 4, "cannot be opened"),
        ("save", {"path": "/nowhere/x"}, 4, "cannot be saved"),
        ("view", {"seat": "green"}, -32602, 'Unknown seat "green". The seats are red, blue.'),
        ("view", {"game": "game-99"}, 6, 'Unknown game "game-99"'),
        ("submit", {"seat": "red"}, -32602, 'The parameter "command" is missing; it must be an object'),
        ("submit", {"seat": "red", "command": {"do": 5}}, 1, "A command needs its verb"),
        ("submit", {"seat": "blue", "command": {"do": "rest"}}, 2, "The red player must decide now"),
        ("submit", {"seat": "red", "seq": 7, "command": {"do": "rest"}}, 2, "is for position 7"),
        ("submit", {"seat": "red", "command": {"do": "hold"}}, 3, "First answer: Use a piece"),
        ("take_back", {"seq": 77}, 1, "You can take back to a position from 0 to"),
        ("nature", {"outcome": {"die": 5}}, 2, "No die roll or draw is needed"),
        ("query", {"name": "weather"}, 1, 'Unknown query "weather"'),
        ("query", {"name": "odds", "args": {"x": 1}}, 1, 'The question "odds" has no "x"; it takes nothing.'),
    ],
)
def test_errors_have_a_code_and_one_sentence(
    client: Client, method: str, params: dict[str, Any], code: int, sentence: str
) -> None:
    client.ask("new", system="toy", scenario="duel", dice=["red"])
    before = client.ask("digest")
    found = client.fail(method, **params)
    assert found[0] == code and sentence in found[1] and "\n" not in found[1]
    assert client.ask("digest") == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello\n", -32700),
        (b"\xff\xfe{}\n", -32700),
        (b"[" * 100_000 + b"\n", -32700),
        (b"9" * 10_000 + b"\n", -32700),
        (b"[]\n", -32600),
        (b"5\n", -32600),
        (b"{}\n", -32600),
        (b'{"method":"hello"}\n', -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"hello"}\n', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"hello"}\n', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":5}\n', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"hello","params":[1]}\n', -32602),
    ],
)
def test_lines_that_are_no_requests(line: bytes, code: int) -> None:
    answer = respond(Connection(), line)
    assert answer is not None and answer["error"]["code"] == code and len(answer["error"]["message"]) < 300


def test_notifications_and_empty_lines_are_not_answered() -> None:
    table = Connection()
    new = b'{"jsonrpc":"2.0","method":"new","params":{"system":"toy","scenario":"duel"}}\n'
    assert respond(table, b"\n") is None and respond(table, new) is None
    assert list(table.games) == ["game-1"]


def test_a_fault_of_the_program_is_answered_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.ask("new", system="toy", scenario="duel", dice=["red"])
    monkeypatch.setattr(TOY, "check", lambda scenario, state: 1 / 0)
    assert client.fail("check") == (-32603, "Internal error: ZeroDivisionError: division by zero")
    assert client.ask("digest")["seq"] == 1


def test_serve_answers_line_by_line_until_the_input_ends() -> None:
    out = io.BytesIO()
    assert serve(io.BytesIO(b'nonsense\n\n{"jsonrpc":"2.0","id":"a","method":"hello"}'), out) == 0
    first, second = out.getvalue().splitlines()
    assert json.loads(first)["id"] is None and json.loads(second)["id"] == "a"


def test_nonsense_never_ends_it(client: Client) -> None:
    rng = random.Random(3)
    values: list[Any] = ["", "duel", "red", 0, -1, 10**30, True, None, 1.5, [], {}, [[]], {"do": "rest"}, "\ud800"]
    names = ["game", "seat", "seq", "command", "system", "scenario", "since", "name", "args", "unit", "outcome", "add"]
    methods = [name for name in METHODS if name not in ("save", "load", "close")]
    client.ask("new", system="toy", scenario="duel", seed=1)
    for _ in range(3000):
        method = rng.choice(methods)
        known = ["unit", "game"] if method in QUERIES else PARAMETERS.get(method, "game").split() or ["x"]
        params = {rng.choice(known if rng.random() < 0.8 else names): rng.choice(values) for _ in range(3)}
        params.pop("record", None)
        answer = client.send(method, **params)
        assert answer.get("error", {}).get("code") != -32603, answer


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_a_number_that_is_none_is_answered_with_null(number: str) -> None:
    answer = respond(Connection(), b'{"jsonrpc":"2.0","id":%s,"method":"hello"}' % number.encode())
    assert answer is not None and answer["id"] is None and answer["error"]["code"] == -32700
    assert "NaN" not in json.dumps({**answer, "error": None}) and "Infinity" not in json.dumps({**answer, "error": 0})


def test_a_line_without_end_is_read_past_and_not_kept() -> None:
    hello, out = b'{"jsonrpc":"2.0","id":1,"method":"hello"}', io.BytesIO()
    serve(io.BytesIO(b"[" * 9_000_000 + b"\n" + hello + b"\n" + b"x" * 4_500_000), out)
    first, second, third = map(json.loads, out.getvalue().splitlines())
    assert "longer than 4 MB" in first["error"]["message"] and "longer than 4 MB" in third["error"]["message"]
    assert second["result"]["program"] == "chitpull"
