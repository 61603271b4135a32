"""Two windows and a host: a game from the links to orders, undo and talk, over killed hosts and closed windows."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.dialogs.online import OnlineDialog
from app.online.links import FollowedLinks, SeatLink
from app.online.played import NOT_HERE
from app.panels.orders_dock import SENDING
from app.play import passing
from app.play.files import GameFiles
from app.play.players import NewGame
from app.settings import Settings
from app.window.main_window import MainWindow
from app.window.online import MADE
from app.window.online_lost import LATER
from rules.engine.command import Command, cmd
from rules.engine.house_rules import ScenarioRow
from rules.engine.nature import BothNature
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import steps_in
from rules.systems import systems
from rules.testing.bots import bots_for
from tests.app.online.helpers.host_process import FIRST, HostProcess
from tests.app.online.test_brought import own_scenario
from tests.app.online.test_network import Guest, go_on


class Player:
    """A player before his own window, with a bot for a head."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder, self.qtbot = folder, qtbot
        self.told: list[str] = []
        self.open()

    def open(self) -> None:
        """Open the window, as after a new start of the program."""
        settings = Settings(self.folder / "preferences.json")
        self.window = MainWindow(settings, GameFiles(settings, self.folder / "games"))
        self.window.services.tell = lambda title, words: self.told.append(words)
        self.window.services.ask = lambda *_: True
        self.window.game.sure = lambda words: True
        self.window.resize(1600, 1000)
        self.qtbot.addWidget(self.window)
        self.window.show()

    def dialog(self) -> OnlineDialog:
        """Open the dialog from the start page."""
        self.qtbot.mouseClick(self.window.start_page.online, Qt.MouseButton.LeftButton)
        dialog = self.window.online.making.dialog
        assert dialog is not None
        return dialog

    def make(self, host: HostProcess, system: str, pace: int = 0, **allowed: bool) -> str:
        """Create a game of a system's first scenario at the host; return the link for the other player."""
        dialog = self.dialog()
        dialog.pace.setCurrentIndex(pace)
        for what in (name for name, yes in allowed.items() if not yes):
            self.qtbot.mouseClick(getattr(dialog, what), Qt.MouseButton.LeftButton)
        ids = [info.id for info in dialog._scenarios]
        dialog.scenario.setCurrentIndex(ids.index(FIRST[system]))
        dialog.where.setCurrentIndex(1)
        dialog.host.setText(f"127.0.0.1:{host.port}")
        self.qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
        self.qtbot.waitUntil(lambda: self.window.online.page is not None, timeout=60_000)
        self.qtbot.waitUntil(lambda: bool(self.window.online.far and self.window.online.far.missing), timeout=60_000)
        assert self.window.online.page is not None
        assert "has joined" in self.window.online.page.state.text()
        link = FollowedLinks(self.folder / "links.json").all()[0]
        return next(text for text in link.given.split('"') if text.startswith("chitpull://") and "watch" not in text)

    def join(self, link: str) -> None:
        """Follow a link that was pasted."""
        dialog = self.dialog()
        dialog.link.setText(f"  {link}\n")
        self.qtbot.mouseClick(dialog.join, Qt.MouseButton.LeftButton)

    @property
    def is_playing(self) -> bool:
        return self.window.playmat is not None and self.window.game.host is not None

    @property
    def seat(self) -> str:
        far = self.window.online.far
        assert far is not None and far.seat is not None
        return far.seat

    @property
    def held(self) -> tuple[int, str]:
        far = self.window.online.far
        return far.copy.held if far is not None and far.copy is not None else (0, "")


@pytest.fixture
def players(tmp_path: Path, qtbot: QtBot) -> list[Player]:
    """Two players with a home each."""
    return [Player(tmp_path / name, qtbot) for name in ("alice", "bob")]


def sit_down(
    players: list[Player], host: HostProcess, system: str, qtbot: QtBot, pace: int = 0, **allowed: bool
) -> None:
    players[1].join(players[0].make(host, system, pace, **allowed))
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)


def play(players: list[Player], orders: int, qtbot: QtBot, seed: int = 3) -> None:
    """Let both give orders as they are asked, each in his own window."""
    system = players[0].window.game.seat.system  # type: ignore[union-attr]
    bots, given = bots_for(system.seats, ["random"], seed), 0

    def someone() -> Player | None:
        for player in players:
            game = player.window.game
            if game.decision is not None and game.decision.seat == player.seat:
                return player
        return None

    while given < orders:
        qtbot.waitUntil(lambda: someone() is not None or all(p.window.game.over for p in players), timeout=60_000)
        player = someone()
        if player is None:
            return
        game = player.window.game
        assert game.seat is not None and game.decision is not None
        assert player.window.order(bots[player.seat].choose(game.seat, game.decision))  # type: ignore[arg-type]
        given += 1
    qtbot.waitUntil(lambda: not any(player.window.game.is_sending for player in players), timeout=60_000)


def together(players: list[Player], qtbot: QtBot) -> None:
    """Wait until both have all that the host has told."""

    def settled() -> bool:
        return not any(p.window.online.far._steps or p.window.game.is_sending for p in players)  # type: ignore[union-attr]

    if players[0].window.game.hides:
        qtbot.waitUntil(settled, timeout=60_000)
        return
    qtbot.waitUntil(lambda: settled() and players[0].held == players[1].held, timeout=60_000)
    one, other = (player.window.session for player in players)
    assert one is not None and other is not None and one.digest() == other.digest()


@pytest.mark.parametrize("system", FIRST)
def test_two_windows_play_a_game_from_the_link_on(
    system: str, players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, system, qtbot)
    play(players, 40, qtbot)
    together(players, qtbot)
    assert {player.seat for player in players} == set(systems()[system].seats)
    assert all(not player.told for player in players)


def test_a_host_that_is_killed_is_waited_for_and_a_window_that_was_closed_comes_back(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 12, qtbot)
    together(players, qtbot)
    host.kill()
    qtbot.waitUntil(
        lambda: all("Connection lost" in player.window.notice.message for player in players), timeout=60_000
    )
    host.start()
    qtbot.waitUntil(lambda: not any(player.window.notice.message for player in players), timeout=60_000)
    play(players, 6, qtbot)
    alice, bob = players
    rev = bob.held[0]
    bob.window.close()
    qtbot.waitUntil(lambda: alice.window.online.far is not None and len(alice.window.online.far.here) == 1)
    bob.open()
    dialog = bob.dialog()
    assert dialog.games.count() == 1 and "First Light" in dialog.games.item(0).text()
    dialog.games.chosen.emit(0)
    qtbot.waitUntil(lambda: bob.is_playing and bob.held[0] >= rev, timeout=60_000)
    play(players, 6, qtbot)
    together(players, qtbot)
    (file,) = (bob.folder / "games").glob("*.chitpull")  # the record goes on
    bob.window.online.leave()
    assert bob.window.open_game(file)
    qtbot.waitUntil(lambda: bob.is_playing, timeout=60_000)
    play(players, 2, qtbot)
    together(players, qtbot)


def test_a_press_is_not_lost_while_the_other_player_comes_and_goes(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    asked = next(player for player in players if player.window.game.decision is not None)
    other = next(player for player in players if player is not asked)
    page = asked.window.orders.pages["purchase"]
    button = next(button for button in page.buttons.values() if button.isEnabled())  # type: ignore[attr-defined]
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    far, seq = asked.window.online.far, asked.window.game.seq
    assert far is not None and len(far.here) == 2
    other.window.close()
    qtbot.waitUntil(lambda: len(far.here) == 1)
    assert button in page.buttons.values() and button.isDown()  # type: ignore[attr-defined]
    qtbot.mouseRelease(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: asked.window.game.seq > seq, timeout=60_000)


def test_what_the_host_refuses_is_said_until_the_player_goes_on(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    window = next(player for player in players if player.window.game.decision is not None).window
    assert window.online.far is not None
    window.online.far.send_orders([cmd("stop")])
    qtbot.waitUntil(lambda: not window.game.is_sending, timeout=60_000)
    assert window.prompt.refusal.text().startswith("✗ ") and window.prompt.refusal.isVisible()


def test_an_order_given_while_the_connection_is_lost_is_sent_later_and_nobody_is_called_away(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    asked = next(player for player in players if player.window.game.decision is not None)
    waits = next(player for player in players if player is not asked)
    host.kill()
    qtbot.waitUntil(lambda: all(player.window.online.far.is_away for player in players))  # type: ignore[union-attr]
    prompt, decision = asked.window.prompt, asked.window.game.decision
    assert decision is not None and waits.window.prompt.hint.text() == ""
    seq = asked.window.game.seq
    assert asked.window.order(next(iter(decision.options)))
    qtbot.waitUntil(lambda: prompt.hint.text() == LATER and prompt.words.text().startswith("Not sent: "))
    assert asked.window.orders.idle_note.text() == SENDING and asked.window.orders.idle_note.isVisible()
    host.start()
    qtbot.waitUntil(lambda: asked.window.game.seq > seq and not asked.window.game.is_sending, timeout=60_000)


def test_whoever_was_given_a_link_is_not_told_to_send_one(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    tokens = host.make("company_scale")
    players[0].join(str(SeatLink(host.url, tokens["german"])))
    window = players[0].window
    qtbot.waitUntil(lambda: bool(window.online.far and window.online.far.missing), timeout=60_000)
    assert window.online.page is not None
    assert window.online.page.state.text() == "The game starts when the Allied player has joined."


def test_undo_and_redo_go_through_the_host(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot)
    for _ in range(60):
        play(players, 1, qtbot)
        together(players, qtbot)
        able = next((player for player in players if player.window.game.can_undo), None)
        if able is not None:
            break
    assert able is not None
    other = next(player for player in players if player is not able)
    assert not other.window.game.can_undo, "nobody undoes the other's order"
    seq = able.window.game.seq
    able.window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: able.window.game.seq < seq and not able.window.game.is_sending)
    together(players, qtbot)
    assert other.window.game.seq == able.window.game.seq and able.window.game.can_redo
    able.window.actions_["redo"].trigger()
    qtbot.waitUntil(lambda: able.window.game.seq == seq and not able.window.game.is_sending)
    together(players, qtbot)


def test_dice_are_taken_back_if_the_other_player_agrees(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 15, qtbot)
    together(players, qtbot)
    asker = next(player for player in players if player.window.game.can_take_back)
    other = next(player for player in players if player is not asker)
    seq, page = asker.window.game.seq, other.window.online.page
    assert page is not None
    for agrees in (False, True):
        asker.window.actions_["take_back"].trigger()
        qtbot.waitUntil(page.agree.isVisible)
        assert "proposes to take back" in page.proposed.text()
        qtbot.mouseClick(page.agree if agrees else page.decline, Qt.MouseButton.LeftButton)
        if not agrees:
            qtbot.waitUntil(lambda: "does not agree" in asker.window.notice.message)
            assert asker.window.game.seq == seq
    qtbot.waitUntil(lambda: asker.window.game.seq < seq and other.window.game.seq < seq)
    together(players, qtbot)
    assert not page.agree.isVisible()
    assert "aken back" in other.window.log.plain


def test_a_draw_is_offered_declined_and_accepted(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 6, qtbot)
    together(players, qtbot)
    alice, bob = (player.window.online.page for player in players)
    assert alice is not None and bob is not None
    players[0].window.actions_["online"].trigger()
    for accepts in (False, True):
        qtbot.mouseClick(alice.choices["draw"], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(bob.agree.isVisible)
        assert "offers a draw" in bob.proposed.text() and not bob.choices["draw"].isVisible()
        qtbot.waitUntil(lambda: not alice.choices["draw"].isVisible())
        qtbot.mouseClick(bob.agree if accepts else bob.decline, Qt.MouseButton.LeftButton)
        if not accepts:
            qtbot.waitUntil(lambda: "does not accept a draw" in players[0].window.notice.message)
            qtbot.waitUntil(alice.choices["draw"].isVisible)
    for player in players:
        window = player.window
        qtbot.waitUntil(lambda window=window: bool(window.game.closed))
        assert window.game.decision is None and "agreed on a draw" in window.prompt.words.text()
        assert not window.game.can_undo and not window.game.can_take_back
        assert window.online.page is not None and not window.online.page.choices["resign"].isVisible()


@pytest.mark.parametrize("system", ["command_cards", "striking_anvil"])
def test_whoever_resigns_ends_the_game_and_its_dice_are_proved(
    players: list[Player], host: HostProcess, system: str, qtbot: QtBot
) -> None:
    sit_down(players, host, system, qtbot)
    play(players, 12, qtbot)
    together(players, qtbot)
    loser, winner = players
    loser.window.actions_["online"].trigger()
    assert loser.window.online.page is not None and winner.window.online.page is not None
    qtbot.mouseClick(loser.window.online.page.choices["resign"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(player.window.game.closed for player in players))
    assert f"{loser.window.game.side(loser.seat).name} player has resigned" in winner.window.prompt.words.text()
    qtbot.mouseClick(winner.window.online.page.choices["check"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(winner.told), timeout=60_000)
    assert "Every order follows the rules" in winner.told[-1], winner.told
    assert len(list((winner.folder / "games").glob("*(from the host)*"))) == 1
    winner.window.close()
    winner.open()
    dialog = winner.dialog()
    dialog.continued.emit(0)
    qtbot.waitUntil(lambda: winner.is_playing, timeout=60_000)
    qtbot.waitUntil(lambda: bool(winner.window.game.closed))


def test_a_game_with_a_pace_says_who_has_how_long(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot, pace=3)
    play(players, 4, qtbot)
    together(players, qtbot)
    asked = next(player for player in players if player.window.game.decision is not None)
    waits = next(player for player in players if player is not asked)
    assert "left" in waits.window.prompt.hint.text() and "day" in waits.window.prompt.hint.text()
    page = asked.window.online.page
    assert page is not None and waits.window.online.page is not None
    qtbot.waitUntil(lambda: "Your turn: 10 days left." in page.state.text())
    waits.window.actions_["online"].trigger()
    shown = {what for what, button in waits.window.online.page.choices.items() if button.isVisible()}
    assert shown == {"draw", "resign", "pause", "give", "move"}
    qtbot.mouseClick(waits.window.online.page.choices["give"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "11 days left" in page.state.text())
    qtbot.mouseClick(waits.window.online.page.choices["pause"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.agree.isVisible)
    qtbot.mouseClick(page.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "clock stopped" in page.state.text())


def test_players_talk_and_their_words_are_plain_text(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot)
    alice, bob = (player.window.online.page for player in players)
    assert alice is not None and bob is not None and not alice.isVisible(), "the map first"
    players[0].window.actions_["online"].trigger()
    assert alice.isVisible()
    qtbot.keyClicks(alice.field, "<b>Hello</b>")
    qtbot.keyClick(alice.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "<b>Hello</b>" in bob.words.toPlainText())
    assert alice.field.text() == ""


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("hello", "That isn't a link to a game."),
        ("mailto:me#secret", "is not the address of a host"),
        ("chitpull://127.0.0.1:99999/#secret", "is not the address of a host"),
    ],
)
def test_a_text_that_is_no_link_is_told_in_a_sentence(
    link: str, words: str, players: list[Player], qtbot: QtBot
) -> None:
    players[0].join(link)
    dialog = players[0].window.online.making.dialog
    assert dialog is not None and words in dialog.problem.text() and dialog.problem.isVisible()


def test_an_invitation_is_offered_until_the_game_begins(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    alice, bob = players
    link = alice.make(host, "company_scale")
    page = alice.window.online.page
    assert page is not None

    def offered() -> list[str]:
        return [field.text() for field in page.findChildren(QLineEdit) if field.isReadOnly()]

    assert link in offered() and len(offered()) == 3
    bob.join(link)
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
    qtbot.waitUntil(lambda: link not in offered(), timeout=5_000)
    assert len(offered()) == 2, "whoever watches, and the page for phones"


def test_a_link_that_was_used_is_told_in_a_sentence(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    link = players[0].make(host, "company_scale")
    players[1].join(link)
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
    thief = Player(players[0].folder.parent / "mallory", qtbot)
    thief.join(link)
    qtbot.waitUntil(lambda: bool(thief.told), timeout=60_000)
    assert "has been used" in thief.told[0] and thief.window.online.far is None
    assert FollowedLinks(thief.folder / "links.json").all() == [], "it led to nothing here"


def test_a_window_killed_as_soon_as_its_link_was_used_has_its_seat(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    alice, bob = players
    bob.join(alice.make(host, "company_scale"))
    far = bob.window.online.far
    assert far is not None
    end = time.monotonic() + 20
    while far._link._connection is None and time.monotonic() < end:  # the host has answered, the window heard nothing
        time.sleep(0.01)
    assert far._link._connection is not None
    bob.window.close()
    bob.open()
    (link,) = bob.window.online.links.all()
    bob.window.online.follow(link)
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
    assert {player.seat for player in players} == {"german", "allied"}


def test_a_host_that_is_not_there_is_told_in_a_sentence(players: list[Player], qtbot: QtBot) -> None:
    dialog = players[0].dialog()
    dialog.where.setCurrentIndex(1)
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert "Give the address of the host" in dialog.problem.text()
    dialog.host.setText("127.0.0.1:1")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "no way to the host" in dialog.problem.text(), timeout=60_000)
    assert dialog.make.isEnabled()


def play_until_a_roll(players: list[Player], qtbot: QtBot) -> None:
    """Play on until dice have been rolled."""
    session = players[0].window.session
    assert session is not None
    for _ in range(40):
        if any(entry.seat == "nature" for entry in session.log):
            break
        play(players, 3, qtbot)
        together(players, qtbot)
    assert any(entry.seat == "nature" for entry in session.log)


def test_a_game_hosted_on_ones_own_computer(
    players: list[Player], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = players
    alice.window.online.making.own_host.port = 0
    monkeypatch.setattr("app.window.online_making.own_address", lambda: "127.0.0.1")
    dialog = alice.dialog()
    assert dialog.where.currentText() == "On this computer" and "trust you" not in dialog.about.text()
    assert "neither of you can foresee or choose" in dialog.about.text()
    first, cards = dialog.scenario.currentIndex(), [row.system for row in dialog._scenarios].index("command_cards")
    dialog.scenario.setCurrentIndex(cards)
    assert "lie on your disk: your friend has to trust you" in dialog.about.text()
    dialog.where.setCurrentIndex(1)
    assert "Only the host's owner could look at them." in dialog.about.text()
    dialog.where.setCurrentIndex(0)
    dialog.scenario.setCurrentIndex(first)
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(alice.window.online.far and alice.window.online.far.missing), timeout=60_000)
    link = FollowedLinks(alice.folder / "links.json").all()[0]
    bob.join(next(text for text in link.given.split('"') if text.startswith("chitpull://") and "watch" not in text))
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
    play(players, 4, qtbot)
    together(players, qtbot)
    play_until_a_roll(players, qtbot)
    page = bob.window.online.page
    assert page is not None and "Both sides make the dice." in page.state.text()
    for player in players:
        (file,) = (player.folder / "games").glob("*.chitpull")
        session = load_record(file, attach=False)
        assert verify(session, file) == [] and isinstance(session.driver, BothNature), "either copy proves the dice"
        assert any(told.step.parts for told in steps_in(file))
    assert not bob.window.online.making.hosts, "a guest hosts nothing"
    alice.window.close()
    notice = bob.window.notice
    qtbot.waitUntil(lambda: "Connection lost" in notice.message, timeout=60_000)


def go_on_elsewhere(player: Player, host: HostProcess, qtbot: QtBot) -> str:
    """Make a game that goes on from the one on the table; return the link for the other player."""
    dialog = player.window.online.making.dialog
    assert dialog is not None and "This game, from here on" in dialog.scenario.currentText()
    dialog.where.setCurrentIndex(1)
    dialog.host.setText(f"127.0.0.1:{host.port}")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(player.window.online.far and player.window.online.far.missing), timeout=60_000)
    link = FollowedLinks(player.folder / "links.json").all()[0]
    return next(text for text in link.given.split('"') if text.startswith("chitpull://") and "watch" not in text)


def test_a_host_that_is_gone_is_replaced_from_a_players_copy(
    players: list[Player], host: HostProcess, tmp_path: Path, qtbot: QtBot
) -> None:
    alice, bob = players
    sit_down(players, host, "company_scale", qtbot)
    play(players, 24, qtbot)
    together(players, qtbot)
    rev, chain = bob.held
    host.kill()
    page = bob.window.online.page
    assert page is not None
    bob.window.online.show()
    qtbot.waitUntil(page.choices["replace"].isVisible, timeout=60_000)
    assert not page.choices["resign"].isVisible()
    other = HostProcess(tmp_path / "other")
    try:
        qtbot.mouseClick(page.choices["replace"], Qt.MouseButton.LeftButton)
        link = go_on_elsewhere(bob, other, qtbot)
        alice.window.online.leave()
        alice.window.show_start()
        alice.join(link)
        qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
        for player in players:
            told = steps_in(Path(player.window.settings.get("on_table", "")))
            assert player.held[0] >= rev and told[rev - 1].chain == chain, "it goes on from where it was"
        play(players, 10, qtbot)
        together(players, qtbot)
        assert all(not player.told for player in players)
        assert len(list((bob.folder / "games").glob("*.chitpull"))) == 2, "the first copy stays as it was"
    finally:
        other.kill()


def test_a_game_begun_at_one_table_goes_on_at_a_host_and_a_hidden_one_does_not(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    alice, bob = players
    assert alice.window.new_game(NewGame("command_cards", FIRST["command_cards"], seed=3))
    alice.window.online.show()
    dialog = alice.window.online.making.dialog
    assert dialog is not None
    dialog.where.setCurrentIndex(1)
    dialog.host.setText(f"127.0.0.1:{host.port}")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert "Where hands are hidden" in dialog.problem.text() and dialog.make.isEnabled()
    dialog.reject()
    assert alice.window.new_game(NewGame("company_scale", "first-light", seed=3))
    game = alice.window.game
    for _ in range(12):
        assert game.decision is not None and alice.window.order(next(iter(game.decision.options)))
    alone = alice.window.session
    assert alone is not None
    log = list(alone.log)
    alice.window.online.show()
    bob.join(go_on_elsewhere(alice, host, qtbot))
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
    for player in players:
        assert player.window.session is not None and player.window.session.log[: len(log)] == log
    play(players, 6, qtbot)
    together(players, qtbot)


def test_a_scenario_of_ones_own_is_hosted_on_ones_own_computer(
    players: list[Player], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = players
    row = ScenarioRow(str(own_scenario(tmp_path)), "My light", system="company_scale", origin="own")
    monkeypatch.setattr(alice.window.online.making, "_scenarios", lambda: [row])
    alice.window.online.making.own_host.port = 0
    monkeypatch.setattr("app.window.online_making.own_address", lambda: "127.0.0.1")
    dialog = alice.dialog()
    assert dialog.scenario.currentText().startswith("My light")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(alice.window.online.far and alice.window.online.far.missing), timeout=60_000)
    link = FollowedLinks(alice.folder / "links.json").all()[0]
    bob.join(next(text for text in link.given.split('"') if text.startswith("chitpull://") and "watch" not in text))
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)
    assert bob.window.session is not None and bob.window.session.scenario.id == "my-light"
    play(players, 6, qtbot)
    together(players, qtbot)
    (file,) = (bob.folder / "games").glob("*.chitpull")
    assert load_record(file, attach=False).scenario.id == "my-light", "his record holds the whole scenario"


def test_a_host_that_takes_only_shipped_scenarios_says_so(
    players: list[Player], host: HostProcess, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = ScenarioRow(str(own_scenario(tmp_path)), "My light", system="company_scale", origin="own")
    monkeypatch.setattr(players[0].window.online.making, "_scenarios", lambda: [row])
    dialog = players[0].dialog()
    dialog.where.setCurrentIndex(1)
    dialog.host.setText(f"127.0.0.1:{host.port}")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.problem.text() == NOT_HERE, timeout=60_000)


def test_a_new_game_leaves_the_one_at_the_host(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot)
    alice, bob = players
    assert alice.window.new_game(NewGame("company_scale", "first-light", seed=3))
    assert alice.window.game.host is None and alice.window.online.far is None and not alice.window.game.players.any
    qtbot.waitUntil(lambda: bob.window.online.far is not None and len(bob.window.online.far.here) == 1)
    play_alone = alice.window.game
    assert play_alone.decision is not None and alice.window.order(next(iter(play_alone.decision.options)))


def test_how_a_game_is_made_steps_aside_for_one_that_is_begun(players: list[Player], qtbot: QtBot) -> None:
    window, dialog = players[0].window, players[0].dialog()
    assert dialog.isVisible() and dialog in window.services.open_pages
    assert window.new_game(NewGame("striking_anvil", FIRST["striking_anvil"], seed=3))
    assert not dialog.isVisible() and window.services.open_pages == []
    window.online.show()
    again = window.online.making.dialog
    assert again is not None and again.isVisible() and "This game, from here on" in again.scenario.currentText()


def test_a_game_that_is_made_while_another_is_begun_waits_in_the_list(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    window, dialog = players[0].window, players[0].dialog()
    dialog.where.setCurrentIndex(1)
    dialog.host.setText(f"127.0.0.1:{host.port}")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert window.new_game(NewGame("striking_anvil", FIRST["striking_anvil"], seed=3))
    alone = window.session
    qtbot.waitUntil(lambda: window.notice.message == MADE, timeout=60_000)
    assert window.session is alone and window.online.far is None and window.online.page is None
    link = FollowedLinks(players[0].folder / "links.json").all()[0]
    window.online.show()
    assert window.online.making.dialog is not None
    window.online.making.dialog.games.chosen.emit(0)
    qtbot.waitUntil(lambda: bool(window.online.far and window.online.far.missing), timeout=60_000)
    players[1].join(next(iter(link.offered.values())))
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=60_000)


def test_orders_given_together_are_one_request_and_one_undo(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    for _ in range(60):
        play(players, 1, qtbot)
        together(players, qtbot)
        mover = next((p for p in players if p.window.game.decision is not None), None)
        assert mover is not None and mover.window.session is not None
        orders = free_orders(mover.window.session.fork(), mover.seat)
        if len(orders) == 2:
            break
    assert len(orders) == 2
    game = mover.window.game
    seq, before = game.seq, mover.held[0]
    assert game.submit_all(orders, whole=True) == () and game.is_sending
    assert not game.submit(orders[0]), "one request at a time"
    qtbot.waitUntil(lambda: not game.is_sending)
    together(players, qtbot)
    assert game.seq == seq + 2 and mover.held[0] == before + 2
    assert game.undo()
    qtbot.waitUntil(lambda: not game.is_sending)
    together(players, qtbot)
    assert game.seq == seq and game.can_redo


def free_orders(fork: Session, seat: str) -> list[Command]:
    """Return up to two orders of a seat that ask for no die and can be undone."""
    orders = list[Command]()
    bot = bots_for(fork.system.seats, ["random"], 5)[seat]
    while len(orders) < 2 and fork.decision is not None and fork.decision.seat == seat:
        command, seq = bot.choose(Seat(fork, seat), fork.decision), fork.seq
        fork.submit(seat, seq, command)
        if fork.seq != seq + 1 or not fork.can_undo:
            break
        orders.append(command)
    return orders


def test_the_host_passes_for_a_player_who_is_away_what_he_never_wants_to_be_asked(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    for player in players:
        passing.choose(player.window.settings, "company_scale", {"allied": [], "german": []})
    sit_down(players, host, "company_scale", qtbot)
    for _ in range(80):
        away = next(player for player in players if player.window.game.decision is not None)
        decision = away.window.game.decision
        if decision is not None and decision.kind == "purchase":
            break
        ends = [cmd(verb) for verb in ("end_activation", "pass", "done", "stop")]
        order = next((end for end in ends if decision is not None and end in decision.options), None)
        assert order is None or away.window.order(order)
        if order is None:
            play(players, 1, qtbot)
        together(players, qtbot)
    assert decision is not None and decision.kind == "purchase"
    stays = next(player for player in players if player is not away)
    far, seat, seq = away.window.online.far, away.seat, stays.window.game.seq
    assert far is not None and far.standing == {}
    passing.choose(away.window.settings, "company_scale", {seat: ["purchase"]})
    away.window.online.stand()
    assert list(far.standing) == ["purchase"]
    qtbot.waitUntil(lambda: not far._link._unanswered)
    away.window.close()
    qtbot.waitUntil(lambda: stays.window.game.seq > seq, timeout=60_000)
    entry = stays.window.session.log[seq] if stays.window.session is not None else None
    assert entry is not None and entry.seat == seat and entry.answer == cmd("pass")


def test_the_host_is_offered_what_a_player_only_passes(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    sit_down(players, host, "company_scale", qtbot)
    waits = next(player for player in players if player.window.game.decision is None)
    window, far = waits.window, waits.window.online.far
    assert far is not None and window.online.page is not None and far.seat is not None
    settings, other = window.settings, next(seat for seat in window.game.sides if seat != far.seat)
    passing.choose(settings, "company_scale", {far.seat: [], other: ["leaders"]})
    window.online.stand()
    button = window.online.page.choices["pass"]
    for count in (1, 2):
        far.ordered.emit("purchase", [cmd("pass")])
        far.turned.emit()
        assert button.isVisibleTo(window.online.page) == (count == 2)
    assert "you only passed, twice in a row" in window.notice.message
    button.click()
    assert list(far.standing) == ["purchase"] and not button.isVisibleTo(window.online.page)
    wanted = passing.chosen(settings, window.game.system_words, window.game.sides)
    assert wanted == {far.seat: {"purchase"}, other: {"leaders"}}, "what the other seat wants stays as it is"
    assert "the host passes for you" in window.notice.message


@pytest.mark.parametrize("system", FIRST)
def test_whoever_watches_sees_the_game_and_orders_nothing(
    system: str, players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, system, qtbot)
    given = FollowedLinks(players[0].folder / "links.json").all()[0].given
    link = next(text for text in given.split('"') if "#watch." in text)
    watcher = Player(players[0].folder.parent / "carol", qtbot)
    watcher.join(link)
    qtbot.waitUntil(lambda: watcher.is_playing, timeout=60_000)
    play(players, 8, qtbot)
    far = watcher.window.online.far
    assert far is not None and far.seat is None
    qtbot.waitUntil(lambda: not far._steps and watcher.held[0] >= 1, timeout=60_000)
    assert watcher.window.game.decision is None and not watcher.window.game.can_undo
    if not watcher.window.game.hides:
        together([watcher, players[0]], qtbot)
    else:
        assert watcher.window.game.seat is not None and watcher.window.game.seat.name is None


def test_a_player_moves_to_another_computer_by_a_new_link(
    players: list[Player], host: HostProcess, qtbot: QtBot, tmp_path: Path
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 5, qtbot)
    alice, bob = players
    alice.window.actions_["online"].trigger()
    page = alice.window.online.page
    assert page is not None
    qtbot.mouseClick(page.choices["move"], Qt.MouseButton.LeftButton)

    def fields() -> list[str]:
        return [field.text() for field in page.findChildren(QLineEdit) if "your seat" in field.accessibleName()]

    qtbot.waitUntil(lambda: bool(fields()))
    elsewhere = Player(tmp_path / "alice's laptop", qtbot)
    elsewhere.join(fields()[0])
    qtbot.waitUntil(lambda: elsewhere.is_playing, timeout=60_000)
    qtbot.waitUntil(lambda: any("another computer, by a new link" in words for words in alice.told))
    play([elsewhere, bob], 5, qtbot, seed=5)
    together([elsewhere, bob], qtbot)


def test_a_player_says_where_he_wants_to_be_told_and_the_page_has_his_picture(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    host.kill()
    (host.folder / "host.yaml").write_text("ntfy: {server: 'http://127.0.0.1:9'}")
    host.start()
    sit_down(players, host, "company_scale", qtbot)
    alice = players[0]
    alice.window.actions_["online"].trigger()
    page = alice.window.online.page
    assert page is not None
    qtbot.waitUntil(page.ntfy.isVisible)
    assert not page.mail.isVisible()
    qtbot.keyClicks(page.ntfy, "short")
    qtbot.mouseClick(page.tell, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "8 to 64 letters" in alice.window.notice.message)
    page.ntfy.setText("alices-secret-topic")
    qtbot.mouseClick(page.tell, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Notices are set" in alice.window.notice.message)
    link = FollowedLinks(alice.folder / "links.json").all()[0]
    address = next(text for text in link.given.split('"') if "/w/" in text)
    for player in players:
        player.window.online.away.picture.waits.setInterval(0)
    play(players, 12, qtbot)
    together(players, qtbot)
    told: list[bytes] = []

    def has_picture() -> bool:
        with urlopen(address, timeout=5) as answer:
            told[:] = [answer.read()]
        return b"<img" in told[0]

    qtbot.waitUntil(has_picture, timeout=60_000)
    assert b"player is asked" in told[0]
    with urlopen(f"{address}/map", timeout=5) as answer:
        picture = answer.read()
    assert picture.startswith(b"\xff\xd8\xff") and not QImage.fromData(picture).isNull()
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"http://127.0.0.1:{host.port}/w/nobody", timeout=5)


def play_on(guests: list[Guest], steps: int, qtbot: QtBot) -> int:
    """Let guests play until there are so many steps or the game is over; return how many there are."""
    for _ in range(1200):
        go_on(guests)
        if guests[0].is_over or guests[0].copy.held[0] >= steps:
            return guests[0].copy.held[0]
        qtbot.wait(50)  # a host takes ten orders a second
    raise AssertionError("the guests do not go on")


def test_a_long_game_is_fetched_by_its_record_and_followed_from_there(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    tokens = host.make("company_scale")
    guests = [Guest(host.url, "company_scale", seat, token) for seat, token in tokens.items() if seat]
    play_on(guests, 105, qtbot)
    watcher = players[0]
    watcher.join(str(SeatLink(host.url, tokens[""], watches=True)))
    qtbot.waitUntil(lambda: watcher.is_playing, timeout=60_000)
    (file,) = (watcher.folder / "games").glob("*.chitpull")
    assert watcher.held[0] > 100 and b'"kind":"manual"' in file.read_bytes().split(b"\n")[0]
    more = play_on(guests, watcher.held[0] + 10, qtbot)
    qtbot.waitUntil(lambda: watcher.held[0] >= more, timeout=60_000)
    for guest in guests:
        guest.link.end()
    window = watcher.window
    assert window.session is not None and verify(load_record(file, attach=False), file) == []


def test_a_copy_that_is_fetched_anew_is_not_said_to_be_changed_elsewhere(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    tokens = host.make("company_scale")
    guests = [Guest(host.url, "company_scale", seat, token) for seat, token in tokens.items() if seat]
    play_on(guests, 105, qtbot)
    watcher = players[0]
    watcher.join(str(SeatLink(host.url, tokens[""], watches=True)))
    qtbot.waitUntil(lambda: watcher.is_playing and watcher.held[0] > 100, timeout=60_000)
    count = play_on(guests, watcher.held[0] + 5, qtbot)
    qtbot.waitUntil(lambda: watcher.held[0] >= count, timeout=60_000)
    watcher.window.close()
    (file,) = (watcher.folder / "games").glob("*.chitpull")
    file.unlink()
    watcher.open()
    watcher.window.online.follow(FollowedLinks(watcher.folder / "links.json").all()[0])
    qtbot.waitUntil(lambda: watcher.held[0] > 100 and watcher.is_playing, timeout=60_000)
    for guest in guests:
        guest.link.end()
    assert watcher.window.session is not None
    assert not any("changed elsewhere" in words for words in (*watcher.window.session.notices, *watcher.told))
