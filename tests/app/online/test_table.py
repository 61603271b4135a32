"""What players agree on beside the rules: draws, pauses, giving up, the clock, and the record once a game is over."""

from __future__ import annotations

import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from app.online.table import DAY, Clock, Pace
from rules.engine.record_reading import load_record, verify
from tests.app.online.test_desk import SHIPPED, Club, Player

PACE = Pace(each=3 * DAY, reserve=7 * DAY)


def two(club: Club) -> tuple[Player, Player]:
    """Return who is asked, and the other player."""
    asked = club.asked
    return asked, next(player for player in club.players.values() if player.seat not in (None, asked.seat))


def heard(player: Player, method: str) -> Any:
    """Return what a player was told last by this method."""
    return next(told for name, told in reversed(player.told) if name == method)


def test_whoever_resigns_ends_the_game_for_all_and_for_good(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(8)
    asked, other = two(club)
    assert other.ask("resign") == {}
    over = {"how": "resigned", "seat": other.seat}
    assert heard(asked, "over") == heard(club.players[None], "over") == over
    refused = {
        "submit": {"command": {"do": "pass"}},
        "undo": {},
        "propose": {"what": "draw"},
        "resign": {},
        "claim": {},
    }
    for method, params in refused.items():
        assert asked.ask(method, rev=asked.rev, **params)["message"] == "This game is over.", method
    club.start()
    for player in club.players.values():
        player.sit()
        assert player.join()["over"] == over


def test_who_only_watches_ends_nothing(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    for method, params in (("resign", {}), ("claim", {}), ("give", {"seconds": 100})):
        assert "watching" in club.players[None].ask(method, **params)["message"]


def test_a_draw_needs_both_and_any_step_makes_the_offer_void(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(8)
    asked, other = two(club)
    number = other.ask("propose", rev=other.rev, what="draw")["id"]
    club.play(1)
    assert "no longer stands" in asked.ask("answer", id=number, yes=True)["message"]
    asked, other = two(club)
    number = other.ask("propose", rev=other.rev, what="draw")["id"]
    assert heard(asked, "proposed")["what"] == "draw"
    asked.ask("answer", id=number, yes=True)
    assert heard(other, "over") == {"how": "draw", "seat": ""}


def test_only_known_things_can_be_proposed(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked = club.asked
    assert "take_back, draw, pause" in asked.ask("propose", rev=asked.rev, what="a beer")["message"]
    assert asked.ask("propose", rev=asked.rev, what="pause")["message"] == "This game has no clock."


def test_the_reserve_runs_only_after_the_time_for_a_hand_over_and_only_for_who_is_asked(tmp_path: Path) -> None:
    club = Club(tmp_path, pace=PACE).seated()
    asked, other = two(club)
    club.now += 2 * DAY
    told = asked.join()["clock"]
    assert told == {
        "asked": asked.seat, "for": 2 * DAY, "paused": False, "left": 8 * DAY,
        "reserve": dict.fromkeys(club.game.system.seats, 7 * DAY),
    }  # fmt: skip
    club.now += 4 * DAY  # 3 of them from the reserve
    while club.asked is asked:
        club.play(1)
    told = heard(other, "clock")
    assert (told["asked"], told["for"], told["left"]) == (other.seat, 0, 10 * DAY)
    assert told["reserve"] == {asked.seat: 4 * DAY, other.seat: 7 * DAY}
    club.now += DAY
    club.start()
    other.sit()
    asked.sit()
    asked.join()
    assert other.join()["clock"]["left"] == 9 * DAY, "a clock goes on while its host is away"


def test_nobody_loses_by_the_clock_but_the_other_may_claim_or_give_time(tmp_path: Path) -> None:
    club = Club(tmp_path, pace=PACE).seated()
    club.play(3)
    asked, other = two(club)
    club.now += 9 * DAY
    assert "no time left" in other.ask("claim")["message"]
    club.now += 2 * DAY
    assert asked.ask("claim")["code"] == 2, "not for oneself"
    club.play(1)  # late, and nothing happens
    while club.asked is not asked:
        club.play(1)
    club.now += 11 * DAY
    assert other.ask("give", seconds=2 * DAY) == {} and heard(asked, "clock")["left"] == 2 * DAY
    assert "no time left" in other.ask("claim")["message"]
    club.now += 2 * DAY
    assert other.ask("claim") == {} and heard(asked, "over") == {"how": "claimed", "seat": other.seat}
    assert other.ask("give", seconds=10)["message"] == "This game is over."


def test_a_pause_is_agreed_and_ends_with_the_next_order(tmp_path: Path) -> None:
    club = Club(tmp_path, pace=PACE).seated()
    club.play(3)
    asked, other = two(club)
    club.now += DAY
    number = asked.ask("propose", rev=asked.rev, what="pause")["id"]
    other.ask("answer", id=number, yes=True)
    assert heard(asked, "clock")["paused"] and heard(asked, "clock")["left"] == 9 * DAY
    club.now += 30 * DAY
    assert other.join()["clock"]["left"] == 9 * DAY
    assert "rests already" in asked.ask("propose", rev=asked.rev, what="pause")["message"]
    club.play(1)
    assert not heard(asked, "clock")["paused"]


@pytest.mark.parametrize(
    "told",
    [{"each": 3}, {"each": 10, "reserve": 10}, {"each": 1e5, "reserve": 100}, {"each": True, "reserve": 100}, []],
)
def test_a_pace_is_two_numbers_of_seconds(tmp_path: Path, told: Any) -> None:
    club = Club(tmp_path)
    error = club.players[None].ask("make", system="company_scale", scenario="first-light", pace=told)
    assert error["code"] in (1, -32602), error
    assert "links" in club.players[None].ask(
        "make", system="company_scale", scenario="first-light", pace={"each": 3600, "reserve": 60}
    )


@pytest.mark.parametrize("system", SHIPPED)
def test_the_record_with_its_secret_is_given_out_once_the_game_is_over(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(30)
    asked, other = two(club)
    assert "when it is over" in asked.ask("record")["message"]
    other.ask("resign")
    file = tmp_path / "given"
    file.write_bytes(zlib.decompress(b64decode(asked.ask("record")["record"])))
    assert verify(load_record(file, attach=False), file) == []
    assert asked.join()["commitment"] == load_record(file, attach=False).driver.commitment  # type: ignore[attr-defined]


def test_the_host_commits_itself_before_it_hears_of_anybodys_part_of_the_dice(tmp_path: Path) -> None:
    club = Club(tmp_path)
    for seat, player in club.players.items():
        told = player.ask("look", token=player.token, invitation=club.tokens[seat])
        assert told == {"commitment": club.players["german"].join()["commitment"]}
    assert "not for a game here" in player.ask("look", token="nobody's", invitation="nobody's")["message"]


def test_a_game_played_to_its_end_is_closed_by_asking_for_its_record(tmp_path: Path) -> None:
    club = Club(tmp_path, "command_cards").seated()
    club.play(5000)
    assert club.game.is_over and club.players[None].join()["over"] is None
    player = next(player for player in club.players.values() if player.seat is not None)
    assert "over" not in [method for method, _ in player.told]
    assert "record" in player.ask("record")
    assert heard(player, "over") == {"how": "played", "seat": ""}
    assert player.ask("undo", rev=player.rev)["message"] == "This game is over."


def test_a_clock_that_was_kept_is_the_same_clock() -> None:
    clock = Clock(("german", "allied"), PACE)
    clock.ask("german", 100.0)
    clock.pause(200.0)
    again = Clock.from_json(clock.to_json())
    assert again.now(5000.0) == clock.now(5000.0)
    assert again.ask("german", 6000.0) and again.left(6050.0) == 10 * DAY - 150
