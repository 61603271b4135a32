"""The handles of the protocol: what an owner may do, what a seat may do, and that nobody can foresee the dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.proving import unproved
from rules.engine.record_reading import load_record
from tests.rules.engine.helpers.client import Client

REST = {"do": "rest"}


@pytest.fixture
def client() -> Client:
    return Client()


def begun(client: Client, **params: Any) -> dict[str, Any]:
    told: dict[str, Any] = client.ask("new", system="toy", scenario="duel", **params)
    return told


def test_a_seat_does_what_its_player_may(client: Client) -> None:
    told = begun(client, dice=["red", "blue", "red"])
    red, blue = told["handles"]["red"], told["handles"]["blue"]
    view = client.ask("view", game=red)
    assert (view["system"], view["seq"], view["for"]) == ("toy", 1, "red")
    assert client.ask("options", game=blue)["decision"]["seat"] == "red"
    assert client.ask("explain", game=blue, command=REST)["legal"] is False
    assert client.fail("submit", game=blue, command=REST)[0] == 2
    assert client.fail("submit", game=blue, seat="red", command=REST) == (
        2, "This handle belongs to the blue seat and cannot act for red.",
    )  # fmt: skip
    client.ask("submit", game=red, command={"do": "march", "unit": "r1", "to": 1})
    assert client.fail("undo", game=blue)[0] == 2
    assert client.ask("undo", game=red)["seq"] == 1
    assert client.ask("submit", game=red, command=REST)["decision"]["seat"] == "blue"
    assert client.ask("reach", game=blue, unit="b1")["spaces"]
    assert client.ask("events", game=blue)["events"]


@pytest.mark.parametrize(
    ("method", "params"),
    [("close", {}), ("check", {}), ("digest", {}), ("hello", {}), ("nature", {"add": ["red"]}),
     ("nature", {"outcome": {"draw": "red"}})],
)  # fmt: skip
def test_what_is_the_owners_is_refused_to_a_seat(client: Client, method: str, params: dict[str, Any]) -> None:
    red = begun(client, nature="manual")["handles"]["red"]
    assert client.fail(method, game=red, **params)[0] == 2


def test_a_take_back_needs_both(client: Client) -> None:
    told = begun(client, dice=["red", "blue"])
    red, blue = told["handles"]["red"], told["handles"]["blue"]
    client.ask("submit", game=red, command=REST)
    assert client.ask("take_back", game=red, seq=1)["waiting"] == ["blue"]
    assert client.ask("take_back", game=blue, seq=0)["waiting"] == ["red"], "another position is another question"
    assert client.ask("take_back", game=red, seq=1)["seq"] == 3
    assert client.ask("take_back", game=blue, seq=1) | {"decision": 0} == {
        "waiting": [], "seq": 1, "decision": 0, "nature": None, "over": None,
    }  # fmt: skip
    client.ask("submit", game=red, command=REST)
    assert client.ask("take_back", game=red, seq=1)["waiting"] == ["blue"], "what was agreed before is over"
    assert client.fail("take_back", game=red, seq=77)[0] == 1
    assert client.ask("take_back", seq=1)["seq"] == 1, "the owner speaks for both"


def test_hello_tells_the_handles_to_the_owner(client: Client) -> None:
    told = begun(client)
    assert client.ask("hello", game=told["game"])["handles"] == told["handles"]
    assert "handles" not in client.ask("hello")


def test_a_private_game_is_named_by_its_handle_alone(client: Client) -> None:
    told = begun(client, private=True)
    assert told["game"].startswith("game-1-") and len(told["game"]) > 20
    assert client.fail("view")[0] == 6 and client.fail("view", game="game-1")[0] == 6
    assert told["game"] not in client.fail("view", game="game-1")[1]
    assert client.ask("digest", game=told["game"])["seq"] == 1
    client.ask("close", game=told["game"])
    assert client.fail("view", game=told["handles"]["red"])[0] == 6


def test_without_a_seed_games_differ_and_no_answer_tells_it(client: Client) -> None:
    draws = set()
    for _ in range(40):
        told = begun(client)
        draws.add(told["decision"]["seat"])
        seed = client.table.games[told["game"]].driver.seed  # type: ignore[attr-defined]
        assert str(seed) not in json.dumps([told, client.ask("view"), client.ask("events"), client.ask("options")])
    assert draws == {"red", "blue"}
    assert begun(client, nature={"kind": "seeded"}) and client.table.games["game-41"].driver.seed != 0  # type: ignore


def dice_ahead(client: Client, game: str, count: int = 40) -> list[Any]:
    """Play a game of rests and return the draws."""
    for _ in range(count):
        told = client.ask("options", game=game)
        if told["decision"] is None:
            break
        client.ask("submit", game=game, seat=told["decision"]["seat"], command=REST)
    return [entry.answer for entry in client.table.games[game].log if entry.seat == "nature"]


@pytest.mark.parametrize("seed", [None, 5])
def test_a_seats_copy_does_not_foresee(client: Client, tmp_path: Path, seed: int | None) -> None:
    draws = []
    for n in range(12):
        told = client.ask("new", system="toy", scenario={**long_duel()}, **({} if seed is None else {"seed": seed}))
        path = tmp_path / f"copy-{n}"
        assert client.ask("save", game=told["handles"]["red"], path=str(path))["sealed"] is True
        assert b"seed" not in path.read_bytes()
        copy = client.ask("load", path=str(path))
        assert (
            copy["notices"] == [] and "does not contain the seed" in unproved(load_record(path, attach=False))[0].text
        )
        draws.append((dice_ahead(client, told["game"]), dice_ahead(client, copy["game"])))
    assert sum(one == other for one, other in draws) <= 1


def long_duel() -> dict[str, Any]:
    from tests.rules.engine.helpers.toy_system import DUEL

    return {**DUEL, "rounds": 20}


def test_an_owner_who_gave_no_seed_does_not_foresee_either(client: Client, tmp_path: Path) -> None:
    path, record = tmp_path / "copy", tmp_path / "record"
    told = client.ask("new", system="toy", scenario=long_duel(), record=str(record))
    assert client.ask("save", path=str(path))["sealed"] is True
    copies = [client.ask("load", path=str(file))["game"] for file in (path, record)]
    ahead = [dice_ahead(client, game) for game in copies]
    assert dice_ahead(client, told["game"]) not in ahead
    assert client.ask("save", game=told["game"], path=str(tmp_path / "over"))["sealed"] is False, "it is over"
    assert load_record(record, attach=False).notices == []


def test_who_gave_the_seed_has_it_in_the_copy(client: Client, tmp_path: Path) -> None:
    begun(client, seed=4)
    assert client.ask("save", path=str(tmp_path / "copy"))["sealed"] is False
    assert b'"seed":4' in (tmp_path / "copy").read_bytes()


def test_files_are_replaced_only_if_that_is_asked_for(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"mine")
    for method, params in (
        ("save", {"path": str(path)}),
        ("new", {"scenario": "duel", "system": "toy", "record": str(path)}),
    ):
        begun(client)
        code, words = client.fail(method, **params)
        assert code == 4 and "already exists" in words and path.read_bytes() == b"mine"
        client.ask(method, **params, overwrite=True)
        assert path.read_bytes() != b"mine"
        path.write_bytes(b"mine")


def test_the_record_of_a_private_game_is_for_who_holds_a_handle_of_it(client: Client, tmp_path: Path) -> None:
    record, copy = tmp_path / "record", tmp_path / "copy"
    told = begun(client, record=str(record), private=True)
    other = begun(client)
    copy.write_bytes(record.read_bytes())
    for path in (record, copy):
        for given in ({}, {"game": other["game"]}, {"game": other["handles"]["red"]}, {"private": True}):
            assert client.fail("load", path=str(path), **given) == (
                2, 'This is the file of a private game. Give one of its handles in "game".',
            )  # fmt: skip
        assert client.fail("load", path=str(path), game="nonsense")[0] == 6
        seen = client.ask("load", path=str(path), game=told["handles"]["red"])
        assert seen["handles"] == {"red": seen["game"]} and seen["game"] not in told["handles"].values()
        assert client.ask("view", game=seen["game"])["for"] == "red"
        assert client.fail("digest", game=seen["game"])[0] == 2, "nobody but an owner has all of it"
        assert client.fail("load", path=str(path), game=told["handles"]["red"], record=True)[0] == 2
    assert client.fail("view", game="game-3")[0] == 6 and "game-1" not in client.fail("view", game="x")[1]
    whole = client.ask("load", path=str(copy), game=told["game"])
    assert set(whole["handles"]) == {"red", "blue"} and whole["game"] not in (told["game"], "game-5")
    assert client.ask("load", path=str(record), game=told["game"], record=True)["seq"] == told["seq"]
    assert client.fail("view", game=told["game"])[0] == 6, "its record has one writer"


def test_a_seats_copy_of_a_private_game_shows_no_other_hand(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tests.rules.engine.helpers.toy_cards  # noqa: F401

    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    record = tmp_path / "record"
    told = client.ask("new", system="cards", scenario="hands", record=str(record), private=True)
    names = list(told["handles"])
    seen = client.ask("load", path=str(record), game=told["handles"][names[0]])
    assert client.ask("view", game=seen["game"]) == client.ask("view", game=told["handles"][names[0]])
    assert client.fail("view", game=seen["game"], seat=names[1])[0] == 2
    assert client.fail("save", game=seen["game"], path=str(tmp_path / "copy"))[0] == 2


def test_a_record_that_is_taken_over_has_one_writer(client: Client, tmp_path: Path) -> None:
    told = begun(client, record=str(tmp_path / "game"))
    client.ask("load", path=str(tmp_path / "game"), record=True)
    assert client.fail("view", game=told["game"])[0] == 6


def test_a_seat_of_a_game_with_hidden_hands_saves_nothing(client: Client, tmp_path: Path) -> None:
    import tests.rules.engine.helpers.toy_cards  # noqa: F401

    told = client.ask("new", system="cards", scenario="hands", seed=5)
    assert client.fail("save", game=told["handles"]["red"], path=str(tmp_path / "x"))[0] == 2
    assert client.ask("view", game=told["handles"]["red"])["hand"]
    assert client.fail("view", game=told["handles"]["red"], seat="blue")[0] == 2
