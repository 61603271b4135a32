"""Records that a power cut left unfinished, and damaged ones: a host goes on with whole steps, or changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.record_reading import load_record, verify
from tests.app.online.test_both import Guest, Hosted
from tests.app.online.test_desk import Club, Player, agree

CUTS = 16
"""Lines of a record, before each of which and in whose middle it is cut off."""
SYSTEMS = ("striking_anvil", "command_cards")


def begun(folder: Path, system: str) -> tuple[Club, Path]:
    """Return a club whose game has gone on for a while, and its record."""
    club = Club(folder, system).seated()
    for n in range(4):
        club.play(12, seed=n)
    (file,) = folder.glob("*.chitpull")
    return club, file


def test_an_order_that_was_told_stands_though_the_roll_of_both_sides_is_torn(tmp_path: Path) -> None:
    club = Hosted(tmp_path, "striking_anvil")
    club.seated()
    club.guest.silent = True
    for n in range(60):
        if club.game.request is not None:
            break
        club.play(1, seed=n)
    rev, chain = club.guest.rev, club.guest.chain
    told = len(club.file.read_bytes())
    club.guest.silent = False
    club.guest.give()
    rolled = club.file.read_bytes()
    assert club.game.request is None and len(rolled) > told
    whole = rolled.index(b"\n", rolled.index(b'{"events"', told)) + 1
    for end in (*range(told, whole, 67), whole - 1, whole, whole + 99, len(rolled)):
        club.file.write_bytes(rolled[:end])
        club.start()
        for player in club.players.values():
            player.sit()
            player.rev, player.chain, player.replica = 0, "", None
            player.caller.send = lambda message: None
            assert player.ask("join", **{**joining(player), "whole": False})["rev"] == 0
        game = club.games.game(club.games.chair(str(club.tokens[None])))
        assert ((game.rev(club.guest_seat), game.chain(club.guest_seat)) == (rev, chain)) == (end < whole), end
    for player in club.players.values():
        player.sit()
        assert "seat" in player.join(), "the host was not caught"
    club.play(4)
    agree(club)


def joining(player: Player) -> dict[str, object]:
    """Return what somebody joins with."""
    nonce = player.dice.anchor if isinstance(player, Guest) and player.dice is not None else "n"
    return {"token": player.token, "invitation": player.invitation, "nonce": nonce}


def comes_back(club: Club) -> None:
    """Start the host again and let everybody join with an empty copy."""
    club.start()
    for player in club.players.values():
        player.rev, player.chain, player.replica, player.adopted = 0, "", None, None
        player.sit()
        assert "seat" in player.join()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_record_that_was_cut_off_anywhere_goes_on_from_its_last_whole_step(system: str, tmp_path: Path) -> None:
    club, file = begun(tmp_path, system)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    for left in range(len(lines) - CUTS, len(lines)):
        for torn in (b"", lines[left][: len(lines[left]) // 2]):
            file.write_bytes(b"".join(lines[:left]) + torn)
            comes_back(club)
            club.play(3, seed=left)
            agree(club)
            assert verify(load_record(file, attach=False), file) == [], (left, torn)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_damaged_record_is_left_as_it_is_however_often_it_is_asked_for(system: str, tmp_path: Path) -> None:
    club, file = begun(tmp_path, system)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:-4], b"garbage\\n", *lines[-3:]]))
    damaged = file.read_bytes()
    club.start()
    for _ in range(3):
        for player in club.players.values():
            player.sit()
            told = player.join()["message"]
            assert file.name in told and str(tmp_path) not in told
    assert file.read_bytes() == damaged and [*tmp_path.glob("*.damaged*")] == []
    file.write_bytes(b"".join(lines))
    comes_back(club)
    club.play(3)
    agree(club)
