"""A player's link when the host's answers are garbled on their way: it joins again and takes none for another's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from queue import Queue
from threading import Thread, current_thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.sync.server import ServerConnection, serve

from app.online import link, played, reaching
from app.online.both import OwnDice, Pledge
from app.online.link import JOIN, Link
from app.online.messages import ONCE
from rules.systems import systems

Garble = Callable[[dict[str, Any]], dict[str, Any]]


class GarblingHost:
    """Answers every request with its method; the first answer to `method` is garbled."""

    def __init__(self, method: str, garble: Garble) -> None:
        self._method, self._garble = method, garble
        self.asked: list[str] = []

    def talk(self, connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            answer = {"id": told["id"], "result": {"commitment": "c", "to": told["method"]}}
            if told["method"] == self._method not in self.asked:
                answer = self._garble(answer)
            self.asked.append(told["method"])
            connection.send(json.dumps(answer))


@contextmanager
def joined(host: GarblingHost) -> Iterator[tuple[Link, Queue[Mapping[str, Any]]]]:
    """A link to such a host, and the answers it hears."""
    heard: Queue[Mapping[str, Any]] = Queue()
    with serve(host.talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        link = Link(url, "token", lambda method, told: heard.put(told) if method == "answer" else None, lambda: (0, ""))
        link.start()
        yield link, heard
        link.end()
        link.join(10)
        server.shutdown()


def test_a_seat_that_the_game_has_not_was_garbled_on_its_way() -> None:
    systems()
    seat = {"commitment": "c", "seat": "gelman", "system": "company_scale"}  # a flipped bit of what is deflated
    host = GarblingHost("join", lambda answer: {**answer, "result": seat})
    with joined(host) as (_, heard):
        assert "seat" not in heard.get(timeout=20)["result"]
    assert host.asked.count("join") == 2


class CuttingHost(GarblingHost):
    """Takes what somebody says first, and breaks off before it answers."""

    def __init__(self) -> None:
        super().__init__("", lambda answer: answer)
        self.said: list[Mapping[str, Any]] = []

    def talk(self, connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            if told["method"] == "chat":
                self.said.append(told["params"])
                if len(self.said) == 1:
                    return
            connection.send(json.dumps({"id": told["id"], "result": {"commitment": "c"}}))


def test_what_is_said_again_after_a_connection_broke_has_the_same_name_and_nothing_else_has() -> None:
    host = CuttingHost()
    with joined(host) as (link, heard):
        asked = [link.ask("chat", {"text": "The hill!"})]
        answers = []
        while asked[-1] not in answers:
            answers.append(heard.get(timeout=20)["id"])
            if asked[-1] in answers and len(asked) == 1:
                asked.append(link.ask("chat", {"text": "The hill!"}))
    first, again, another = host.said
    assert first == again and first[ONCE] and another == {**first, ONCE: another[ONCE]} and another != first


def numbered(number: int) -> Garble:
    return lambda answer: {**answer, "id": number}


def said_otherwise(answer: dict[str, Any]) -> dict[str, Any]:
    return {"id": answer["id"], "sesult": answer["result"]}


def refused_otherwise(answer: dict[str, Any]) -> dict[str, Any]:
    return {"id": answer["id"], "error": {"code": 2, "massage": "Not now."}}


@pytest.mark.parametrize(
    ("method", "garble"),
    [
        ("look", numbered(JOIN)), ("look", numbered(-3)), ("join", numbered(1)), ("join", numbered(11)),
        ("submit", numbered(22)), ("submit", numbered(13)), ("submit", numbered(JOIN)),
        ("submit", said_otherwise), ("join", said_otherwise), ("submit", refused_otherwise),
    ],
)  # fmt: skip
def test_a_garbled_answer_is_fetched_again(method: str, garble: Garble) -> None:
    host = GarblingHost(method, garble)
    with joined(host) as (link, heard):
        number = link.ask("submit", {"rev": 0})
        answers = []
        while not answers or answers[-1]["id"] != number:
            answers.append(heard.get(timeout=20))
    assert [(each["id"], each["result"]["to"]) for each in answers if each["id"] == number] == [(number, "submit")]
    assert {each["result"]["to"] for each in answers if each["id"] == JOIN} == {"join"}
    assert host.asked.count("look") + host.asked.count("join") >= 3, "it came back"


def test_numbers_of_requests_differ_in_more_than_one_digit() -> None:
    link = Link("ws://127.0.0.1:1", "token", lambda method, told: None, lambda: (0, ""))
    numbers = [f"{link.ask('submit', {}):06}" for _ in range(2_000)]
    for number in numbers[:300]:
        for place, digit in enumerate(number):
            others = {number[:place] + other + number[place + 1 :] for other in "0123456789" if other != digit}
            assert not others & set(numbers)


def test_a_link_goes_where_the_game_is_played_and_comes_back_when_that_ends() -> None:
    asked: Queue[str] = Queue()

    def door(connection: ServerConnection) -> None:
        for raw in connection:
            asked.put("door")
            data = {"reasons": [], "at": f"ws://127.0.0.1:{other.socket.getsockname()[1]}"}
            error = {"code": 7, "message": "This game is played at another process of this host.", "data": data}
            connection.send(json.dumps({"id": json.loads(raw)["id"], "error": error}))

    def player(connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            asked.put(told["method"])
            connection.send(json.dumps({"id": told["id"], "result": {"commitment": "c"}}))
            if told["method"] == "join":
                connection.close()  # the process ends

    heard: Queue[str] = Queue()
    with serve(door, "127.0.0.1", 0) as first, serve(player, "127.0.0.1", 0) as other:
        for server in (first, other):
            Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{first.socket.getsockname()[1]}"
        link = Link(url, "token", lambda method, told: heard.put(method), lambda: (0, ""))
        link.start()
        steps = ["door", "look", "look", "join", "door", "join"]  # the first time it looks twice
        assert [asked.get(timeout=10) for _ in steps] == steps
        link.end()
        link.join(10)
        first.shutdown()
        other.shutdown()
    assert "answer" in list(heard.queue)


def test_a_link_looks_ever_less_often_for_the_process_that_plays_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: Queue[float] = Queue()
    monkeypatch.setattr(link, "uniform", lambda least, most: waits.put(most) or 0.0)
    error = {"code": 7, "message": "This game is played elsewhere.", "data": {"reasons": [], "at": ""}}

    def door(connection: ServerConnection) -> None:
        for raw in connection:
            connection.send(json.dumps({"id": json.loads(raw)["id"], "error": error}))

    with serve(door, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        looking = Link(url, "token", lambda method, told: None, lambda: (0, ""))
        looking.start()
        assert [waits.get(timeout=10) for _ in range(6)] == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
        looking.end()
        looking.join(10)
        server.shutdown()


def test_a_link_outlives_what_ends_its_connection_unforeseen(monkeypatch: pytest.MonkeyPatch) -> None:
    faults, reach, broke = [RuntimeError("release unlocked lock"), AssertionError()], link.reach, list[str]()

    def unlucky(url: str, **options: Any) -> Any:
        if faults:
            raise faults.pop()
        return reach(url, **options)

    monkeypatch.setattr(link, "reach", unlucky)
    monkeypatch.setattr(link.LOG, "warning", lambda words, error: broke.append(words))
    with joined(GarblingHost("nothing", dict)) as (_, heard):
        assert heard.get(timeout=20)["result"]["to"] == "join"
    assert broke == ["the connection ended in %r"] * 2


def test_a_player_waits_longer_for_a_new_game_than_a_host_takes_to_make_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reaching.MAKING > 2 * played.SECONDS

    def silent(connection: ServerConnection) -> None:
        for _ in connection:
            pass

    monkeypatch.setattr(reaching, "MAKING", 0.2)
    with serve(silent, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(OSError):
            reaching.make(f"ws://127.0.0.1:{server.socket.getsockname()[1]}", "company_scale", "first-light")
        server.shutdown()


class KnownHost:
    """Answers to looking and joining, and holds the nonces it was sent."""

    def __init__(self, *, both: bool) -> None:
        self.both, self.nonces = both, list[str]()

    def talk(self, connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            self.nonces += [told["params"]["nonce"]] if told["method"] == "join" else []
            result = {"commitment": "c", "both": self.both, "seat": "allied", "system": "company_scale"}
            connection.send(json.dumps({"id": told["id"], "result": result}))


@pytest.mark.parametrize("both", [True, False])
def test_dice_whose_file_was_lost_begin_anew_where_both_sides_make_them(both: bool) -> None:
    host, heard, dice = KnownHost(both=both), Queue[Mapping[str, Any]](), OwnDice(b"made anew")
    with serve(host.talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        link = Link(
            f"ws://127.0.0.1:{server.socket.getsockname()[1]}",
            "token",
            lambda method, told: heard.put(told) if method == "commitment" else None,
            lambda: (0, ""),
            nonce="of the lost file",
            commitment="c",
            dice=dice,
        )
        link.start()
        told = heard.get(timeout=20)
        link.end()
        link.join(10)
        server.shutdown()
    assert host.nonces == [dice.anchor] and told["nonce"] == (dice.anchor if both else "of the lost file")


class TwistedHost:
    """Tells "true" as its commitment, but over some of its connections something else, as if that were repeated."""

    def __init__(self, *told: str) -> None:
        self._told = list(told)
        self.asked: list[tuple[str, str]] = []

    def talk(self, connection: ServerConnection) -> None:
        commitment = self._told.pop(0) if self._told else "true"
        for raw in connection:
            told = json.loads(raw)
            self.asked.append((told["method"], commitment))
            connection.send(json.dumps({"id": told["id"], "result": {"commitment": commitment}}))


def first_answer(host: TwistedHost, kept: str) -> tuple[Mapping[str, Any], list[str]]:
    """Return the answer to joining such a host, and which commitments were told to be kept."""
    heard, commitments = Queue[Mapping[str, Any]](), list[str]()

    def hear(method: str, told: Mapping[str, Any]) -> None:
        if method == "answer":
            heard.put(told)
        elif method == "commitment":
            commitments.append(told["commitment"])

    with serve(host.talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        link = Link(url, "token", hear, lambda: (0, ""), commitment=kept)
        link.start()
        answer = heard.get(timeout=20)
        link.end()
        link.join(10)
        server.shutdown()
    return answer, commitments


@pytest.mark.parametrize("told", [["twisted"], ["true", "twisted"], ["one", "other"]])
def test_what_the_host_committed_itself_to_is_kept_once_it_was_told_over_two_connections(told: list[str]) -> None:
    host = TwistedHost(*told)
    answer, kept = first_answer(host, "")
    assert kept == ["true"] and "error" not in answer
    assert [each for each in host.asked if each[0] == "join"] == [("join", "true")], "and no part of the dice before"


def test_other_dice_than_those_kept_are_the_hosts_word_only_if_it_repeats_them() -> None:
    answer, kept = first_answer(TwistedHost("twisted", "twisted"), "true")
    assert kept == ["true"] and "error" not in answer
    host = TwistedHost()
    answer, kept = first_answer(host, "what was told before")
    assert not kept and answer["error"]["message"] == link.OTHER_DICE
    assert host.asked.count(("join", "true")) == link.MOST_DOUBTS


class EarlyHost(GarblingHost):
    """Tells a game before it answers to joining, and one by its record that nobody has asked for after it."""

    def talk(self, connection: ServerConnection) -> None:
        for raw in connection:
            told = json.loads(raw)
            self.asked.append(told["method"])
            if told["method"] == "join":
                connection.send(json.dumps({"method": "steps", "params": {"rev": 0, "steps": []}}))
            connection.send(json.dumps({"id": told["id"], "result": {"commitment": "c"}}))
            if told["method"] == "join":
                connection.send(json.dumps({"method": "whole", "params": {"rev": 1, "record": ""}}))


def test_a_connection_that_is_given_up_while_it_joins_is_cut_too() -> None:
    host, heard, given_up = EarlyHost("", dict), Queue[str](), list[str]()

    def hear(method: str, told: Mapping[str, Any]) -> None:
        if method == "steps" and not given_up:  # something in them was garbled
            given_up.append(method)
            link.join_again()
        heard.put(method)

    with serve(host.talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        link = Link(url, "token", hear, lambda: (0, ""), commitment="c", whole=True)
        link.start()
        names = []
        while names.count("steps") < 2:
            names.append(heard.get(timeout=20))
        link.end()
        link.join(10)
        server.shutdown()
    assert host.asked == ["join", "join"]


def test_nothing_more_is_heard_of_a_connection_that_was_cut() -> None:
    joins, heard = list[int](), Queue[str]()

    def talk(connection: ServerConnection) -> None:
        for raw in connection:
            joins.append(len(joins) + 1)
            connection.send(json.dumps({"id": json.loads(raw)["id"], "result": {"commitment": "c"}}))
            for word in ("one", "two"):
                connection.send(json.dumps({"method": "chat", "params": {"text": f"{joins[-1]} {word}"}}))

    def hear(method: str, told: Mapping[str, Any]) -> None:
        if method == "chat":
            heard.put(told["text"])
            if told["text"] == "1 one":
                link.join_again()

    with serve(talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        link = Link(url, "token", hear, lambda: (0, ""), commitment="c")
        link.start()
        assert [heard.get(timeout=20) for _ in range(3)] == ["1 one", "2 one", "2 two"]
        link.end()
        link.join(10)
        server.shutdown()


def test_nobody_waits_for_a_connection_to_end_that_is_given_up() -> None:
    link, ended = Link("ws://127.0.0.1:1", "token", lambda *told: None, lambda: (0, "")), Queue[Thread]()
    link._connection = cast(Any, SimpleNamespace(close=lambda: ended.put(current_thread())))
    link.join_again()
    assert ended.get(timeout=20) is not current_thread(), "a silent host takes a second for that"


@pytest.mark.parametrize(("number", "is_heard"), [(1, False), (0, True)])
def test_what_a_host_tells_before_it_is_believed_is_not_heard(number: int, is_heard: bool) -> None:
    host, heard = EarlyHost("", dict), Queue[tuple[str, Mapping[str, Any]]]()
    with serve(host.talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        dice = OwnDice(b"secret", Pledge(number, 5, "c5"))  # a part was given, and now there are no dice of both
        link = Link(url, "token", lambda *told: heard.put(told), lambda: (0, ""), dice=dice)
        link.start()
        names = [heard.get(timeout=20)[0] for _ in range(6)]
        link.end()
        link.join(10)
        server.shutdown()
    assert ("steps" in names) == is_heard and "whole" not in names
