"""Games that were played elsewhere, by files or at a host that is gone, and go on at another host."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.online.desk import NOT_KEPT
from app.online.following import Whole
from app.online.messages import SentRecord, packed
from app.online.played import HIDES, Played
from app.play.files import GameFiles
from app.settings import Settings
from rules.engine.command import NotYourDecision, cmd
from rules.engine.nature import CommittedNature, ManualNature, Origin
from rules.engine.proving import unproved
from rules.engine.record import RecordWriter, save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.engine.steps import steps_in
from rules.systems import SHIPPED, systems
from rules.testing.bots import bots_for
from tests.app.online.helpers.window_player import OnlineAlone
from tests.app.online.test_desk import FIRST, Club, Player, agree

OPEN = [name for name in SHIPPED if not systems()[name].hides]


def played_here(folder: Path, system: str, orders: int, *, by_hand: bool = False) -> Path:
    """Let bots play a game at one table, with a way back in it; return its record."""
    of, file = systems()[system], folder / "here.chitpull"
    nature, scenario = ManualNature() if by_hand else None, of.load(FIRST[system])
    session = Session.new(
        of,
        scenario,
        seed=3,
        nature=nature,
        source=FIRST[system],
        origin=Origin.now(scenario),
        listeners=[RecordWriter(file, seals=True)],
    )
    bots, done = bots_for(of.seats, ["random"], 5), 0
    while done < orders or (by_hand and session.request is None):
        if session.request is not None:
            session.nature({session.request.kind: session.request.items[0]})
            continue
        decision = session.decision
        assert decision is not None
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(session, decision))
        done += 1
        if done in (9, 10) and session.can_undo:
            session.undo()
        elif done == 14 and not by_hand:
            session.take_back(6)
    return file


def hosted(folder: Path, system: str = "company_scale") -> Club:
    """Start a host in a folder of its own."""
    folder.mkdir()
    return Club(folder, system)


def make(club: Club, played: str, **other: Any) -> Any:
    """Ask for a game that goes on from what was played; return its links, or the error."""
    told = {"system": club.system, "scenario": FIRST[club.system], "played": played, **other}
    answer = Player(club, None, "").ask("make", **told)
    return answer.get("links", answer)


def sit_down(club: Club, links: dict[str, str]) -> None:
    """Let the players of a club sit down at another game."""
    club.tokens = {seat or None: token for seat, token in links.items()}
    club.players = {seat: Player(club, seat, token) for seat, token in club.tokens.items()}
    club.seated()


@pytest.mark.parametrize("system", OPEN)
def test_a_game_begun_at_one_table_goes_on_at_a_host(system: str, tmp_path: Path) -> None:
    told = steps_in(played_here(tmp_path, system, 40))
    club = hosted(tmp_path / "hosted", system)
    sit_down(club, make(club, Played.of(systems()[system], told).packed()))
    for player in club.players.values():
        assert (player.rev, player.chain) == (len(told), told[-1].chain), "it goes on from where it was"
    agree(club)
    club.play(30)
    agree(club)
    (file,) = club.folder.glob("*.chitpull")
    session = load_record(file, attach=False)
    assert verify(session, file) == []
    assert [doubt.mark for doubt in unproved(session)][:1] == ["begun elsewhere"]
    assert steps_in(file)[: len(told)] == told
    club.start()  # killed
    for player in club.players.values():
        player.sit()
        player.join()
    club.play(10, seed=2)
    agree(club)


def test_dice_since_then_are_proved_and_those_before_are_not(tmp_path: Path) -> None:
    told = steps_in(played_here(tmp_path, "company_scale", 40))
    club = hosted(tmp_path / "hosted")
    sit_down(club, make(club, Played.of(systems()[club.system], told).packed()))
    club.play(60)
    (file,) = club.folder.glob("*.chitpull")
    session = load_record(file, attach=False)
    driver = session.driver
    assert isinstance(driver, CommittedNature) and driver.before == len(told)
    assert any(each.step.chance for each in steps_in(file)[len(told) :])
    other = CommittedNature(b"x" * 32, driver.nonces, before=driver.before)
    session.driver = other
    wrong = verify(session, file)
    assert wrong and all(int(words.split()[2]) > len(told) for words in wrong), "only those that the host has rolled"


def test_a_die_that_is_rolled_by_hand_is_rolled_first(tmp_path: Path) -> None:
    told = steps_in(played_here(tmp_path, "company_scale", 30, by_hand=True))
    club = hosted(tmp_path / "hosted")
    assert "First roll" in make(club, Played.of(systems()[club.system], told).packed())["message"]


def test_a_host_that_is_gone_is_replaced_from_either_players_copy(tmp_path: Path) -> None:
    gone = hosted(tmp_path / "gone").seated()
    gone.play(50)
    for n, player in enumerate(gone.players.values()):
        assert player.replica is not None
        club = hosted(tmp_path / f"new {n}")
        sit_down(club, make(club, Played.of(systems()[club.system], player.replica.steps.told).packed()))
        assert {(each.rev, each.chain) for each in club.players.values()} == {(player.rev, player.chain)}
        club.play(20)
        agree(club)


def test_a_game_begun_by_files_goes_on_at_a_host_and_is_finished_from_a_players_copy(tmp_path: Path) -> None:
    system = "striking_anvil"  # which bots soon play to its end
    file = played_here(tmp_path, system, 15)
    told = steps_in(file)
    begun = [each.chain for each in told]
    for n in range(2):  # at a host, which is gone later; then at another
        club = hosted(tmp_path / f"host {n}", system)
        sit_down(club, make(club, Played.of(systems()[system], told).packed()))
        agree(club)
        club.play(15 if n == 0 else 20_000, seed=n)
        agree(club)
        replica = next(player for seat, player in club.players.items() if seat is not None).replica
        assert replica is not None and len(replica.steps.told) > len(told)
        told = replica.steps.told
        (file,) = club.folder.glob("*.chitpull")
    assert [each.chain for each in told][: len(begun)] == begun, "nothing that was played before is another now"
    session = load_record(file, attach=False)
    assert session.is_over and session.result is not None and verify(session, file) == []


def test_where_hands_are_hidden_it_is_refused_with_the_reason(tmp_path: Path) -> None:
    hidden = next(name for name, system in systems().items() if system.hides)
    told = steps_in(played_here(tmp_path, hidden, 20))
    club = hosted(tmp_path / "hosted", hidden)
    assert make(club, Played.of(systems()[hidden], told).packed())["message"] == HIDES


def test_what_does_not_follow_the_rules_or_the_chain_is_refused_in_a_sentence(tmp_path: Path) -> None:
    of = systems()["company_scale"]
    told = steps_in(played_here(tmp_path, "company_scale", 20))
    club, right = hosted(tmp_path / "hosted"), Played.of(of, told)
    count = club.store.count()

    def after(step: Any) -> str:
        return replace(right, steps=(*right.steps, step)).packed()

    wrong = [
        ("no base64", "cannot be read"),
        (packed(b"[]"), "1 to 10000 steps"),
        (packed(b"0" * 5_000_000), "cannot be read: too large"),
        (replace(right, steps=()).packed(), "1 to 10000 steps"),
        (replace(right, steps=right.steps[1:]).packed(), "cannot go on here"),
        (replace(right, rules=right.rules + 1).packed(), "Use the same version."),
        (replace(right, chain="00" * 16).packed(), "another position"),
        (after({"seat": "german"}), '"seat" and "do"'),
        (after({"seat": "german", "do": cmd("fly").to_json()}), "cannot go on here"),
        (after({"back": 10**9, "agreed": True}), "cannot go on here"),
        (after({"back": 10**9, "agreed": False}), "nothing to undo"),
        (after({"chance": [["die", 99]]}), "cannot go on here"),
    ]
    for text, words in wrong:
        assert words in make(club, text)["message"], (text[:40], words)
    assert club.store.count() == count, "no game was made"


def elsewhere(club: Club, folder: Path) -> int:
    """Let a club make a game that goes on from one played elsewhere; return how many steps that had."""
    told = steps_in(played_here(folder, "company_scale", 20))
    links = make(club, Played.of(systems()["company_scale"], told).packed())
    club.tokens = {seat or None: token for seat, token in links.items()}
    club.players = {seat: Player(club, seat, token) for seat, token in club.tokens.items()}
    return len(told)


def test_a_store_that_fails_while_the_game_begins_loses_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = hosted(tmp_path / "hosted")
    count, keep, failures = elsewhere(club, tmp_path), club.store.set_fact, 0

    def set_fact(game: str, name: str, told: str) -> None:
        nonlocal failures
        if name == "played" and not failures:
            failures += 1
            raise OSError("the disk is full")
        keep(game, name, told)

    monkeypatch.setattr(club.store, "set_fact", set_fact)
    answers = [player.join() for player in club.players.values()]
    assert failures == 1 and NOT_KEPT in [answer.get("message") for answer in answers]
    for player in club.players.values():
        player.join()
    club.play(20)
    reached = {player.rev for player in club.players.values()}
    assert min(reached) > count
    club.start()  # killed
    for player in club.players.values():
        player.sit()
        player.join()
    assert {player.rev for player in club.players.values()} == reached, "what was acknowledged is there"
    agree(club)


def test_a_host_that_was_updated_since_the_game_was_made_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = hosted(tmp_path / "hosted")
    elsewhere(club, tmp_path)

    def told() -> str:
        return str([player.join() for player in club.players.values()][-1]["message"])

    with monkeypatch.context() as other:
        other.setattr("rules.engine.steps.Replica._carry_out", refused)
        assert told() == "This game cannot go on here. Step 1 does not fit this copy of the game: Other rules."
    with monkeypatch.context() as other:
        other.setattr("app.online.games.HostedGame.chain", lambda game, seat: "00" * 16)
        assert "another position" in told()
    with monkeypatch.context() as other:
        other.setattr(type(systems()[club.system]), "rules_version", 10**6)
        assert "Use the same version." in told()
    for player in club.players.values():
        assert "message" not in player.join(), "once it is as it was, the game begins"
    agree(club)


def refused(*given: Any) -> None:
    raise NotYourDecision("Other rules.")


def test_what_takes_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = steps_in(played_here(tmp_path, "company_scale", 20))
    monkeypatch.setattr("app.online.played.SECONDS", -1.0)
    club = hosted(tmp_path / "hosted")
    assert "too long" in make(club, Played.of(systems()["company_scale"], told).packed())["message"]


def test_a_long_campaign_fits_into_one_message(tmp_path: Path) -> None:
    told = steps_in(played_here(tmp_path, "company_scale", 400))
    text = Played.of(systems()["company_scale"], told).packed()
    assert len(text) < 50_000 / 5_000 * len(told)


def read_whole(sent: Path) -> Whole:
    """Return a record as a window has it that its host has sent."""
    found = Whole.of(SentRecord(packed(sent.read_bytes())))
    assert found is not None
    return found


def test_a_game_that_a_host_sends_again_as_a_record_is_this_computers_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    sent = played_here(tmp_path, "company_scale", 12)
    settings = Settings(tmp_path / "preferences.json")
    window = OnlineAlone(settings, GameFiles(settings, tmp_path / "games"))
    qtbot.addWidget(window.services.window)
    first = window.online._load(read_whole(sent))
    assert first is not None and first.notices == []
    window.online.files.clear_table()  # its record is put away
    save_as(load_record(sent, attach=False), sent)  # the same game, but not the same text
    again = window.online._load(read_whole(sent))
    assert again is not None and again.notices == []
    window.online.files.clear_table()
