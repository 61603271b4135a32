"""The desk: what connections may ask, whose orders are carried out, and what each seat is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from app.online import whole
from app.online.caller import Bucket, Caller, plain_words
from app.online.desk import LARGEST, NOT_KEPT, Desk
from app.online.directory import MemoryStore
from app.online.games import Games
from app.online.hosted import HostedGame
from app.online.hostile import attack
from app.online.messages import unpacked
from app.online.notices import Notice, Ways
from app.online.records import FolderRecords
from app.online.table import Pace
from rules.engine.adopted import AdoptedSession, SeatStep
from rules.engine.frozen import to_plain
from rules.engine.plain import canonical
from rules.engine.record_form import for_players, is_packed
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import Replica, Step, steps_of
from rules.systems import SHIPPED, systems
from rules.testing.bots import bots_for

FIRST = {name: system.scenarios()[0].id for name, system in systems().items()}


class Player:
    """A player elsewhere: what he is told, and his copy of the game, as his window would keep it."""

    def __init__(self, club: Club, seat: str | None, link: str) -> None:
        self.club, self.seat = club, seat
        self.token = link if seat is None else f"the token that {seat} has made at his own computer"
        self.invitation = link
        self.told: list[tuple[str, Mapping[str, Any]]] = []
        self.replica: Replica | None = None
        self.adopted: AdoptedSession | None = None
        self.rev, self.chain, self.number = 0, "", 0
        self.sit()

    def sit(self) -> None:
        """Connect: a new caller at the desk that is there now."""
        self.caller = Caller(self._hear, clock=lambda: 0.0)
        self.caller.orders = self.caller.words = Bucket(1e9, 10**9)

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request; return its result, or the error."""
        self.number += 1
        raw = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        answer = self.club.desk.respond(self.caller, json.dumps(raw).encode())
        assert answer is not None and answer["id"] == self.number
        return json.loads(json.dumps(answer.get("result", answer.get("error")), default=dict))

    def join(self) -> Any:
        nonce = f"nonce of {self.seat}"
        return self.ask(
            "join", token=self.token, invitation=self.invitation, rev=self.rev, chain=self.chain, nonce=nonce
        )

    def _hear(self, message: Mapping[str, Any]) -> None:
        message = json.loads(json.dumps(message, default=dict))
        self.told.append((message["method"], message["params"]))
        if message["method"] == "step":
            self._follow(message["params"])
        elif message["method"] == "steps":
            if message["params"]["rev"] == 0:
                self.replica = self.adopted = None
                self.rev = 0
            for step in message["params"]["steps"]:
                self._follow(step)

    def _follow(self, told: Mapping[str, Any]) -> None:
        assert told["rev"] == self.rev + 1, "nothing is left out, nothing comes twice"
        system = systems()[self.club.system]
        if system.hides:
            self.adopted = self.adopted or AdoptedSession(system, system.load(FIRST[system.id]))
            self.adopted.adopt(SeatStep.from_json(told), told["chain"])
        else:
            self.replica = self.replica or Replica(system, system.load(FIRST[system.id]))
            self.replica.apply(Step.from_json(told), told["chain"])
        self.rev, self.chain = told["rev"], told["chain"]

    @property
    def session(self) -> Session:
        """Return the player's own copy of the game."""
        copy = self.adopted or (self.replica and self.replica.session)
        assert copy
        return copy


class Club:
    """A host with one game and its players."""

    def __init__(self, folder: Path, system: str = "company_scale", pace: Pace | None = None) -> None:
        self.system, self.folder, self.store, self.now = system, folder, MemoryStore(), 1_000_000.0
        self.start()
        self.tokens = self.games.make(system, FIRST[system], pace)
        self.players = {seat: Player(self, seat, token) for seat, token in self.tokens.items()}

    def start(self) -> None:
        """Start the host, as after it was killed: all it knows lies in its store and folder."""
        self.games, self.later = (
            Games(FolderRecords(self.folder), self.store, lambda: self.now),
            list[Callable[[], None]](),
        )
        self.sent = list[Notice]()
        self.desk = Desk(
            self.games, lambda seconds, act: self.later.append(act), ways=Ways(mail=True, ntfy=True),
            send=self._send, now=lambda: self.now,
        )  # fmt: skip

    def _send(self, notice: Notice, done: Callable[[], None]) -> None:
        self.sent.append(notice)
        done()

    def seated(self) -> Club:
        """Let all players join."""
        for player in self.players.values():
            player.join()
        return self

    @property
    def game(self) -> Session:
        """Return the host's own session."""
        return self.games.game(self.games.chair(self.tokens[None])).session

    @property
    def asked(self) -> Player:
        """Return the player who is asked."""
        assert self.game.decision is not None
        return self.players[self.game.decision.seat]

    def play(self, count: int, seed: int = 1) -> None:
        """Let bots at the players' computers play on."""
        bots = bots_for(systems()[self.system].seats, ["random"], seed)
        for _ in range(count):
            if self.game.decision is None:
                return
            player = self.asked
            assert player.seat is not None
            mine = Seat(player.session, player.seat)
            assert mine.decision is not None
            command = bots[player.seat].choose(mine, mine.decision)
            answer = player.ask("submit", rev=player.rev, command=command.to_json())
            assert answer == {"rev": player.rev}


def agree(club: Club) -> None:
    """Check that every player's copy shows what his seat may see at the host."""
    for seat, player in club.players.items():
        theirs, here = Seat(player.session, seat), Seat(club.game, seat)
        if theirs.seq == here.seq:  # else the other side is ordering in secret
            assert canonical(to_plain(theirs.view())) == canonical(to_plain(here.view()))


@pytest.mark.parametrize("system", SHIPPED)
def test_two_players_and_a_watcher_see_the_same_game(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    for n in range(12):
        club.play(10, seed=n)
        agree(club)
    (file,) = tmp_path.glob("*.chitpull")
    assert verify(load_record(file, attach=False), file) == []


@pytest.mark.parametrize("system", SHIPPED)
def test_a_host_that_was_killed_goes_on_and_everybody_rejoins(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(40)
    before = club.game.digest()
    club.start()
    for player in club.players.values():
        had = player.rev
        player.sit()
        told = player.join()
        assert told["rev"] == had and player.told[-1][0] != "step", "nothing is sent again"
    assert club.game.digest() == before
    club.play(40, seed=2)
    agree(club)


@pytest.mark.parametrize("system", SHIPPED)
def test_whoever_was_away_gets_what_he_missed_and_a_stranger_copy_is_replaced(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(15)
    watcher = club.players[None]
    had = watcher.rev
    club.desk.gone(watcher.caller)
    club.play(15, seed=2)
    assert watcher.rev == had
    watcher.sit()
    assert watcher.join()["rev"] == had
    agree(club)
    watcher.chain = "00" * 16
    watcher.sit()
    assert watcher.join()["rev"] == 0
    agree(club)


def test_a_game_begins_when_everybody_has_come(tmp_path: Path) -> None:
    club = Club(tmp_path)
    allied, german = (player for seat, player in club.players.items() if seat is not None)
    told = allied.join()
    assert told["missing"] == [german.seat] and told["here"] == [allied.seat] and "rev" not in told
    error = allied.ask("submit", rev=0, command={"do": "pass"})
    assert error["code"] == 2 and "when every player has joined" in error["message"]
    told = german.join()
    assert told["missing"] == [] and allied.rev == german.rev == 1, "both have been told the start"
    assert ("here", {"here": sorted([allied.seat, german.seat])}) in allied.told
    assert told["commitment"] == allied.join()["commitment"]


def test_orders_are_carried_out_for_the_seat_of_the_token_only(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked = club.asked
    other = next(player for player in club.players.values() if player.seat not in (None, asked.seat))
    assert club.game.decision is not None
    command = next(iter(club.game.decision.options)).to_json()
    before = club.game.digest()
    assert other.ask("submit", rev=other.rev, command=command, seat=asked.seat)["code"] == 2
    watcher = club.players[None].ask("submit", rev=asked.rev, command=command)
    assert "watching" in watcher["message"] and club.game.digest() == before
    assert asked.ask("submit", rev=asked.rev, command=command) == {"rev": asked.rev}


def test_an_order_for_an_old_position_is_refused(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(6)
    asked = club.asked
    assert club.game.decision is not None
    *_, last = club.game.decision.options
    for rev in (0, asked.rev - 1, asked.rev + 1, -5):
        error = asked.ask("submit", rev=rev, command=last.to_json())
        repeated = error.get("rev") == rev + 1  # by chance it is the order that was given there
        assert repeated or "moved on" in error["message"]


def test_a_repeated_request_acts_once(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    bots, done = bots_for(club.game.system.seats, ["random"], 4), 0
    while done < 12:
        asked, game = club.asked, club.game
        assert asked.seat is not None and game.decision is not None
        command = bots[asked.seat].choose(Seat(game, asked.seat), game.decision).to_json()
        rev = asked.rev
        first = asked.ask("submit", rev=rev, command=command)
        assert first == {"rev": rev + 1}
        at = game.digest()
        assert asked.ask("submit", rev=rev, command=command) == first and game.digest() == at
        if game.can_undo and game.log[-1].seat == asked.seat:
            assert asked.ask("undo", rev=rev + 1) == asked.ask("undo", rev=rev + 1) == {"rev": rev + 2}
            done += 1


def test_a_whole_move_is_undone_by_one_request_as_far_as_undo_goes(tmp_path: Path) -> None:
    club, done = Club(tmp_path).seated(), 0
    for _ in range(200):
        club.play(1)
        game, mover = club.game, club.players[club.game.log[-1].seat] if club.game.can_undo else None
        if mover is None or game.decision is None or mover is not club.asked:
            continue
        begin, at, rev = game.seq - 1, game.digest(), mover.rev
        club.play(1)
        if game.can_undo and game.seq == begin + 2 and game.log[-1].seat == mover.seat:
            first = mover.ask("undo", rev=rev + 1, to=begin)
            assert first == {"rev": rev + 3} == mover.ask("undo", rev=rev + 1, to=begin)
            assert game.seq == begin and game.digest() != at
            agree(club)
            done += 1
        if done == 5:
            return
    raise AssertionError(f"only {done} whole moves could be undone")


def test_orders_stop_where_one_no_longer_fits_and_the_rest_comes_back(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, fork = club.asked, club.game.fork()
    commands, bots = [], bots_for(fork.system.seats, ["random"], 1)
    while fork.decision is not None and fork.decision.seat == asked.seat and len(commands) < 3:
        commands.append(bots[fork.decision.seat].choose(Seat(fork, asked.seat), fork.decision))
        fork.submit(fork.decision.seat, fork.seq, commands[-1])
    raw = [*(command.to_json() for command in commands), {"do": "no_such_order"}]
    rev = asked.rev
    told = asked.ask("orders", rev=rev, commands=raw)
    assert told["rev"] == rev + len(raw) - len(told["left"]) and told["left"][-1] == {"do": "no_such_order"}
    assert asked.ask("orders", rev=rev, commands=raw) == told, "asked again it is the same"
    assert asked.ask("orders", rev=asked.rev, commands=[])["code"] == 1
    assert asked.ask("orders", rev=asked.rev, commands=raw * 40)["code"] == 1


def test_a_take_back_needs_everybody(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(12)
    asked = club.asked
    assert asked.seat is not None
    other = next(player for player in club.players.values() if player.seat not in (None, asked.seat))
    to = next(n for n in range(club.game.seq - 1, 0, -1) if club.game.log[n].seat != "nature")
    number = asked.ask("propose", rev=asked.rev, to=to)["id"]
    proposed = {"id": number, "seat": asked.seat, "what": "take_back", "to": to}
    assert ("proposed", proposed) in other.told and other.join()["proposed"] == proposed
    other.ask("answer", id=number, yes=False)
    assert club.game.seq > to
    assert ("declined", {"id": number, "seat": other.seat, "what": "take_back"}) in asked.told
    assert "no longer stands" in other.ask("answer", id=number, yes=True)["message"]
    number = asked.ask("propose", rev=asked.rev, to=to)["id"]
    asked.ask("answer", id=number, yes=True)
    assert club.game.seq > to, "one's own consent is not enough"
    other.ask("answer", id=number, yes=True)
    assert club.game.seq == to
    agree(club)
    nature = next(n for n, entry in enumerate(club.game.log) if entry.seat == "nature")
    assert "not to a die" in asked.ask("propose", rev=asked.rev, to=nature)["message"]


@pytest.mark.parametrize("system", [name for name in SHIPPED if not systems()[name].hides])
def test_the_record_for_players_is_the_same_game_without_its_secret(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    for n in range(8):
        club.play(12, seed=n)
        last = club.players.get(club.game.log[-1].seat) if club.game.log else None
        if club.game.can_undo and last is not None:
            last.ask("undo", rev=last.rev)
    asked = club.asked
    other = next(player for player in club.players.values() if player.seat not in (None, asked.seat))
    to = next(n for n in range(club.game.seq - 1, 0, -1) if club.game.log[n].seat != "nature")
    other.ask("answer", id=asked.ask("propose", rev=asked.rev, to=to)["id"], yes=True)
    club.play(12)
    text = for_players(club.games.kept(club.games.chair(club.tokens[None]).game))
    made = club.store._made[club.games.chair(club.tokens[None]).game]
    assert made.secret.hex().encode() not in text and b'"nature":{"kind":"manual"}' in text.split(b"\n")[0]
    steps = steps_of(text)
    assert (len(steps), steps[-1].chain) == (asked.rev, asked.chain)
    file = tmp_path / "copy.chitpull"
    file.write_bytes(text)
    copy = load_record(file, attach=False)
    assert copy.notices == [] and copy.digest() == club.game.digest() and verify(copy, file) == []
    copy.take_back(3)
    assert copy.seq == 3, "earlier positions are there too"


@pytest.mark.parametrize("system", SHIPPED)
def test_a_long_game_is_told_by_its_record_to_who_asks_for_it(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole, "MOST_STEPS", 20)
    club = Club(tmp_path, system).seated()
    club.play(40)
    player = club.asked
    player.told.clear()
    player.sit()
    params = {"token": player.token, "nonce": "n", "whole": True}
    assert player.ask("join", rev=player.rev, chain=player.chain, **params)["seat"] == player.seat
    assert player.told[0] == ("steps", {"rev": player.rev, "steps": []}), "nothing is missing"
    player.rev, player.replica, player.adopted = 0, None, None
    told = list[tuple[str, Any]]()
    player.sit()
    player.caller.send = lambda message: told.append((message["method"], message["params"]))
    player.ask("join", rev=0, chain="", **params)
    assert (told[0][0] == "whole") != systems()[system].hides
    if told[0][0] == "whole":
        rev, chain = told[1][1]["rev"], club.games.game(club.games.chair(player.token)).chain(player.seat)
        steps = steps_of(unpacked(told[0][1]["record"]))
        assert told[1] == ("steps", {"rev": rev, "steps": []}) and (len(steps), steps[-1].chain) == (rev, chain)


def test_a_proposal_is_void_after_the_next_step(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(5)
    asked = club.asked
    number = asked.ask("propose", rev=asked.rev, to=0)["id"]
    club.play(1)
    other = next(player for player in club.players.values() if player.seat not in (None, asked.seat))
    assert "no longer stands" in other.ask("answer", id=number, yes=True)["message"]


def to_question(club: Club, kind: str) -> Player:
    """Play until a kind of question is asked; return who is asked."""
    for n in range(200):
        if club.game.decision is not None and club.game.decision.kind == kind:
            return club.asked
        club.play(1, seed=n)
    raise AssertionError(f"{kind} was never asked")


def test_a_standing_order_answers_for_a_seat_that_is_away_and_outlives_the_host(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked = to_question(club, "purchase")
    assert club.game.decision is not None
    order = next(command for command in club.game.decision.options if command.verb in ("done", "pass")).to_json()
    before, kind = club.game.seq, club.game.decision.kind
    stands = [{"kind": kind, "do": order, "only": False}]
    assert asked.ask("standing", kind=kind, do=order) == {"standing": stands, "rev": asked.rev}
    assert club.game.seq == before and len(club.later) == 1, "it takes a time, as a player would"
    club.desk.gone(asked.caller)
    club.later.pop()()
    assert club.game.log[before].answer.to_json() == order and club.game.log[before].seat == asked.seat
    others = [told for player in club.players.values() if player is not asked for told in player.told]
    assert not any("standing" in told for _, told in others)
    club.start()
    asked.sit()
    assert asked.join()["standing"] == [{"kind": kind, "do": order, "only": False}]
    assert asked.ask("standing", kind=kind, do=None) == {"standing": [], "rev": asked.rev}


def test_a_standing_order_for_nothing_else_waits_where_there_is_a_choice(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked = to_question(club, "purchase")
    assert club.game.decision is not None
    *_, order = club.game.decision.options
    assert len(club.game.decision.options) > 1
    asked.ask("standing", kind="purchase", do=order.to_json(), only=True)
    assert club.later == []
    asked.ask("standing", kind="purchase", do=order.to_json())
    (act,) = club.later
    club.play(1)
    seq = club.game.seq
    act()
    assert club.game.seq == seq, "the time of one question answers no other"


def test_only_players_have_standing_orders_and_only_so_many(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    assert "watching" in club.players[None].ask("standing", kind="x", do={"do": "pass"})["message"]
    player = club.asked
    answers = [player.ask("standing", kind=f"kind {n}", do={"do": "pass"}) for n in range(33)]
    assert "End one first" in answers[-1]["message"] and len(answers[-2]["standing"]) == 32
    assert player.ask("standing", kind="x", do="pass")["code"] == -32602
    assert len(player.ask("standing", kind="kind 3", do=None)["standing"]) == 31


def test_watchers_hear_players_and_players_hear_no_watchers(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    watcher = club.players[None]
    player = club.asked
    player.ask("chat", text="Good\nluck\u202e!")
    watcher.ask("chat", text="The hill!")
    assert ("chat", {"seat": player.seat, "text": "Good luck !"}) in watcher.told
    assert ("chat", {"seat": None, "text": "The hill!"}) in watcher.told
    assert all(told.get("seat") == player.seat for method, told in player.told if method == "chat")


def test_who_leaves_is_told(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    left = club.asked
    club.desk.gone(left.caller)
    club.desk.gone(left.caller)
    stays = next(player for player in club.players.values() if player.seat not in (None, left.seat))
    assert stays.told[-1] == ("here", {"here": [stays.seat]})


def test_too_many_orders_are_slowed_down() -> None:
    now = [0.0]
    bucket = Bucket(10.0, 64, clock=lambda: now[0])
    assert sum(bucket.take() for _ in range(100)) == 64
    now[0] = 1.0
    assert sum(bucket.take() for _ in range(100)) == 10
    assert not bucket.take(2) and not Bucket(1.0, 5, clock=lambda: 0.0).take(6)


def test_a_foreign_or_missing_token_is_told_in_a_sentence(tmp_path: Path) -> None:
    club = Club(tmp_path)
    stranger = Player(club, None, "no such token")
    assert "is not for a game here" in stranger.join()["message"]
    assert "missing" in stranger.ask("join")["message"]
    assert stranger.ask("submit", rev=0, command={"do": "pass"})["message"] == "Join a game first."
    player = next(player for player in club.players.values() if player.seat is not None)
    assert "nonce" in player.ask("join", token=player.token, invitation=player.invitation)["message"]


def test_an_invitation_works_once_and_gives_the_seat_to_a_token_that_its_player_has_made(tmp_path: Path) -> None:
    club = Club(tmp_path)
    allied, german, _ = club.players.values()
    assert allied.join()["seat"] == allied.seat and allied.join()["seat"] == allied.seat, "the first one comes again"
    club.start()
    allied.sit()
    assert allied.join()["seat"] == allied.seat, "also after a new start of the host"
    thief = Player(club, allied.seat, allied.invitation)
    thief.token = "another token, which somebody else has made"
    assert "has been used" in thief.join()["message"]
    thief.token = allied.invitation
    assert "has been used" in thief.join()["message"], "an invitation is no token"
    thief.token, thief.invitation = "short", german.invitation
    assert "is not for a game" in thief.join()["message"], "a token that could be guessed"


def test_another_protocol_is_told_in_a_sentence(tmp_path: Path) -> None:
    stranger = Player(Club(tmp_path), None, "")
    assert stranger.ask("hello", protocol=1)["protocol"] == 1
    who = {"token": "any", "invitation": "any", "nonce": "any"}
    for method, told in (("hello", {}), ("look", who), ("join", who)):
        refused = "This host speaks protocol 1, your program 2. Use the same version."
        assert stranger.ask(method, protocol=2, **told)["message"] == refused


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "\u202e", "caf\u00e9", "a\n"])
def test_what_a_host_keeps_is_printable_ascii(text: str, tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    stranger, seated = Player(club, None, ""), club.asked
    who = {"token": club.asked.token, "invitation": "", "nonce": "n"}
    for name in who:
        assert f'"{name}" can hold' in stranger.ask("join", **{**who, name: text})["message"]
    for name in ("token", "invitation"):
        assert f'"{name}" can hold' in stranger.ask("look", **{**who, name: text})["message"]
    assert '"kind" can hold' in seated.ask("standing", kind=text, do=None)["message"]


def test_what_a_database_says_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(tmp_path).seated()

    def fail(*told: object) -> None:
        raise OperationalError("INSERT INTO standing", {"told": "secret"}, Exception("database is locked"))

    club.desk = Desk(club.games, faults=(DBAPIError,))
    for player in club.players.values():
        player.sit()
        player.join()
    monkeypatch.setattr(club.store, "set_standing", fail)
    assert club.asked.ask("standing", kind="purchase", do=None)["message"] == NOT_KEPT


def test_hostile_messages_are_answered_in_a_sentence_and_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    attack(3000, seed=3)  # how long an answer took is no matter on a busy machine
    told = capsys.readouterr()
    assert "3000 hostile messages: 0 faults" in told.out and "0 games changed" in told.out, told.err


def test_a_message_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    answer = club.desk.respond(club.asked.caller, b"[" * (LARGEST + 1))
    assert answer is not None and "64000 bytes" in answer["error"]["message"]


def test_what_strangers_write_is_plain_text() -> None:
    assert plain_words("a\u202eb\x00c\u2028d  e<b>") == "a b c d e<b>"
    assert len(plain_words("x" * 10_000)) == 500


@pytest.mark.parametrize("system", SHIPPED)
def test_a_game_nobody_is_at_is_put_away_and_opens_as_it_was(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(30)
    before, allied = club.game.digest(), [player for player in club.players.values() if player.seat is not None]
    for _ in range(3):
        club.desk.rest()
    assert list(club.games.running()), "somebody is there"
    for player in club.players.values():
        club.desk.gone(player.caller)
    club.desk.rest()
    assert list(club.games.running()), "it was not idle yet when it was looked at before"
    club.desk.rest()
    assert not list(club.games.running()) and not list(club.games.taken)
    (file,) = tmp_path.glob("*.chitpull")
    assert not is_packed(file.read_bytes()), "it goes on"
    for player in club.players.values():
        player.caller = Caller(player._hear, clock=lambda: 0.0)
    club.seated()
    assert club.game.digest() == before and allied[0].rev > 0
    club.play(5)
    agree(club)


@pytest.mark.parametrize("system", SHIPPED)
def test_a_game_that_is_over_is_packed_and_read_as_before(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(60)
    club.asked.ask("resign")
    for player in club.players.values():
        club.desk.gone(player.caller)
    before = club.game.digest()
    (file,) = tmp_path.glob("*.chitpull")
    size = file.stat().st_size
    for _ in range(2):
        club.desk.rest()
    assert is_packed(file.read_bytes()) and file.stat().st_size < size * (1 if systems()[system].hides else 0.5)
    record = load_record(file, attach=False)
    assert record.digest() == before and verify(record, file) == []
    for player in club.players.values():
        player.caller = Caller(player._hear, clock=lambda: 0.0)
    club.seated()
    assert club.game.digest() == before
    assert "game is over" in club.asked.ask("submit", rev=club.asked.rev, command={"do": "pass"})["message"]
    assert unpacked(club.asked.ask("record")["record"])


def test_an_open_proposal_keeps_a_game_where_it_is(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(5)
    club.asked.ask("propose", rev=club.asked.rev, what="draw")
    for player in club.players.values():
        club.desk.gone(player.caller)
    for _ in range(3):
        club.desk.rest()
    assert list(club.games.running())


def test_games_of_one_scenario_hold_it_once(tmp_path: Path) -> None:
    store = MemoryStore()
    games = Games(FolderRecords(tmp_path), store)

    def held() -> list[HostedGame]:
        for tokens in made:
            for seat, token in tokens.items():
                if seat is not None:
                    chair = games.chair(f"{seat} with a token of 32 letters {token}", token)
                    games.come(chair, "nonce", lambda *told: None)
        return [games.game(games.chair(str(tokens[None]))) for tokens in made]

    made = [games.make("company_scale", FIRST["company_scale"]) for _ in range(2)]
    first, second = held()
    assert first.session.scenario is second.session.scenario
    for game in list(games.running()):
        games.release(game)
    third, fourth = held()
    assert third is not first and third.session.scenario is fourth.session.scenario
