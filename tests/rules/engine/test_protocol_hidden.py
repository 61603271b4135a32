"""Hidden hands over the protocol: two seats play a whole game in one program; neither learns the other's secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rules.engine.helpers.client import Client
from tests.rules.engine.helpers.toy_cards import SEATS, other

DEALT = ["attack", "attack", "probe", "ambush", "attack", "probe"]
BLUES = {"seat": "blue", "secret": True}


@pytest.fixture
def client() -> Client:
    return Client()


def inside(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in an answer."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from inside(item)


def test_two_seats_play_a_game_and_neither_learns_the_other_hand(client: Client) -> None:
    rng, heard = random.Random(5), dict[str, list[Any]](red=[], blue=[])
    told = client.ask("new", system="cards", scenario="hands", seed=5)
    assert told["decision"] == BLUES, "who asks without a seat is a spectator"
    while told["over"] is None:
        asked, waiting = told["decision"]["seat"], other(told["decision"]["seat"])
        mine, theirs = client.ask("options", seat=asked), client.ask("options", seat=waiting)
        assert mine["options"] and theirs["options"] == [] and theirs["decision"] == {"seat": asked, "secret": True}
        told = client.ask("submit", seat=asked, seq=mine["seq"], command=rng.choice(mine["options"]))
        heard[asked].append(told)
        heard[waiting] += [
            theirs,
            client.ask("events", seat=waiting, since=mine["seq"]),
            client.ask("view", seat=waiting),
        ]
        told = client.ask("options", seat=waiting) if told["over"] is None else told
    assert told["over"]["text"].startswith("red ")
    for seat in SEATS:
        events = [told for told in inside(heard[seat]) if "event" in told]
        drawn = [event for event in events if event["event"] == "CardDrawn"]
        grown = [event for event in events if event["event"] == "HandGrew"]
        assert drawn and all(event["seat"] == seat for event in drawn)
        assert {event["seat"] for event in grown} == set(SEATS), "that a hand has grown is seen by all"
        assert all("prompt" not in told for told in inside(heard[seat]) if told.get("seat") == other(seat))


def test_who_asks_without_a_seat_is_a_spectator(client: Client) -> None:
    client.ask("new", system="cards", scenario="hands", dice=DEALT)
    assert client.ask("options")["options"] == [] and client.ask("view")["hand"] == []
    assert [event["event"] for event in client.ask("events")["events"]] == ["HandGrew"] * 6
    assert client.ask("events", seat="red")["events"][0] == {
        "event": "CardDrawn", "only": "red", "seat": "red", "card": "attack",
    }  # fmt: skip
    assert client.fail("submit", seat="", command={"do": "rest"})[0] == -32602
    assert client.fail("undo")[0] == 3


def test_a_refusal_does_not_tell_of_the_other_hand(client: Client) -> None:
    client.ask("new", system="cards", scenario="hands", dice=DEALT)
    play = {"do": "play", "card": "ambush"}
    assert client.fail("submit", seat="red", command=play) == (2, "The blue player must decide now.")
    assert client.ask("explain", seat="red", command=play)["reasons"] == [
        {"text": "The blue player must decide now.", "rule": ""}
    ]
    assert client.ask("explain", seat="blue", command=play)["reasons"][0]["text"] == "An ambush answers an attack."
    assert client.fail("events", seat="green") == (-32602, 'Unknown seat "green". The seats are red, blue.')


def test_a_draw_by_hand_shows_only_to_its_owner(client: Client) -> None:
    told = client.ask("new", system="cards", scenario="hands", nature="manual")
    assert told["nature"] == {"secret": True} and client.ask("options", seat="blue")["nature"] == {"secret": True}
    assert client.ask("options", seat="red")["nature"] == {
        "asked": "draw", "purpose": "card", "items": [], "subject": {},
    }  # fmt: skip
    assert client.fail("nature", outcome={"draw": "probe"})[0] == 2
    refused = client.fail("nature", seat="red", outcome={"draw": "king"})
    assert refused == (1, 'Nature is asked for a draw (card): answer {"draw": …} with what was drawn.')
    assert client.ask("nature", seat="red", outcome={"draw": "probe"})["events"][0]["card"] == "probe"
    assert client.ask("view", seat="blue")["cards"] == {"red": 1, "blue": 0}


def test_the_script_of_nature_is_not_read_out(client: Client) -> None:
    client.ask("new", system="cards", scenario="hands", dice=DEALT)
    assert client.ask("nature", add=["probe"])["script"] == []


def test_a_question_is_answered_as_its_seat_may_know(client: Client) -> None:
    client.ask("new", system="cards", scenario="hands", dice=DEALT)
    ask = {"name": "holds", "args": {"seat": "red", "card": "attack"}}
    assert client.ask("query", seat="red", **ask) is True
    assert client.fail("query", seat="green", **ask)[0] == -32602


def test_what_a_system_hides_is_told_at_the_start(client: Client) -> None:
    hides = {system["id"]: system["hides"] for system in client.ask("hello")["systems"]}
    assert hides["cards"] is True and hides["toy"] is False


def test_at_an_open_table_a_seat_changes_nothing(client: Client) -> None:
    client.ask("new", system="toy", scenario="duel", dice=["red"])
    assert client.ask("options", seat="blue") == client.ask("options")
    assert client.ask("events", seat="blue") == client.ask("events")
    assert client.ask("reach", unit="r1")
