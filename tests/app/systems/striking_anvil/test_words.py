"""Words: every event and kind of decision has its own, a whole game reads, every order has its key."""

from __future__ import annotations

from app.dialogs.messages import room
from app.panels.widgets import Label
from app.systems.striking_anvil.pages import HOW_TO_PLAY
from app.systems.striking_anvil.presentation import PRESENTATION
from app.systems.striking_anvil.words import WORDS
from app.window.main_window import MainWindow
from rules.engine.session import Session
from rules.striking_anvil.system import SYSTEM
from rules.testing.bots import bots_for, play_out


def test_a_whole_game_reads_without_identifiers() -> None:
    session = Session.new(SYSTEM, SYSTEM.load("anvil-historical"), seed=11)
    play_out(session, bots_for(SYSTEM.seats, ["regular"], 11))
    names = WORDS.names(session.view(None))
    lines = [WORDS.narrate(event, names) for event in WORDS.condense(event for _, event in session.events)]
    log = "\n".join(line.plain for line in lines if line is not None)
    assert "us-" not in log and "de-" not in log and "{" not in log and len(log) > 5_000
    assert "Turn 8" in log and "German counter-attack in" in log


def test_dice_tell_their_results() -> None:
    session = Session.new(SYSTEM, SYSTEM.load("anvil-historical"), seed=11)
    play_out(session, bots_for(SYSTEM.seats, ["regular"], 11))
    dice = WORDS.casts(event for _, event in session.events)
    assert dice and all(cast.result for cast in dice if cast.purpose in ("combat", "FFI", "paradrop", "bombing"))


def test_losses_are_told_once() -> None:
    paid = [
        {"event": "Disorganized", "units": ["de-gr308"]},
        {"event": "HitsPaid", "seat": "german", "unit": "de-gr308", "how": "disorganize", "hits": 1},
        {"event": "Disorganized", "units": ["de-gr308"]},
    ]
    assert [event["event"] for event in WORDS.condense(paid)] == ["HitsPaid", "Disorganized"]


def test_every_order_without_a_place_has_a_key() -> None:
    for name, row in WORDS.verbs.items():
        if not row.phrase:
            assert row.keys, name


def test_the_help_names_designer_and_publisher() -> None:
    assert "Luc Olivier" in HOW_TO_PLAY and "Nuts! Publishing" in HOW_TO_PLAY


def test_the_end_tells_level_score_and_lines_beside_a_map_that_leaves_the_buttons_on_the_screen(
    window: MainWindow,
) -> None:
    session = Session.new(SYSTEM, SYSTEM.load("anvil-historical"), seed=3)
    play_out(session, bots_for(SYSTEM.seats, ["regular"], 3))
    over = session.result
    assert over is not None
    ending = PRESENTATION.ending(over, session.view(None))
    assert ending.seat == over["winner"] and sum(worth for _, worth in ending.rows) == over["points"]
    window.put(session)
    window.dialogs.show_score()
    (shown,) = window.services.open_pages
    assert shown.height() <= room(shown).height()
    told = [label.text() for label in shown.findChildren(Label)]
    assert all(words[:1].upper() + words[1:] in told for words, _ in ending.rows)
    assert over["text"] in told
    assert told[told.index("Total") + 1] == str(over["points"]).replace("-", "−")
    shown.close()
