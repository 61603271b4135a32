"""A stranger makes a scenario of the Company Scale System: every gesture, from an empty map to a game that goes on."""

from __future__ import annotations

from tests.app.film.player import Player, wait
from tests.app.film.story import EVEN, Story, save, write_note

TITLE = "The Mill at Dawn"
STREAM = ("02.06/02.07", "03.07/03.08", "04.07/04.08", "05.08/06.08", "06.08/06.09")
OUTLET = ("05.08/06.08", "06.08/06.09", "06.09/07.08", "06.09/07.09", "06.10/07.09", "06.10/07.10")
ROAD = ("01.08", "02.08", "03.07", "04.07", "05.07", "06.07", "07.06", "08.07", "09.06", "10.07", "11.06", "12.07")
GERMANS = {
    "Stab AA 11": "02.07", "2./AA 11": "03.06", "4./AA 11": "03.06", "3./AA 11": "03.07", "1./FEB 61": "03.07",
    "1./AA 11": "02.08",
}  # fmt: skip
ALLIES = {"HQ 2/143": "09.06", "E/2/143": "07.06", "F/2/143": "07.04", "G/2/143": "09.07"}
STORY = (
    "A patrol of the 11th Panzer Division feels for the mill on the Roubion. Simplified: ground and forces are ours."
)
COMPANY = ("2./FEB 61", "02.08")
GUNS = "Heavy machine guns, Company H, 143rd"


def draw_ground(player: Player) -> None:
    """Draw an empty map, a hill, woods, a stream, a road and a village."""
    pages = player.draft.pages
    player.tab(pages, "Ground")
    player.press("Size of the map…")
    player.entry("New map", "12 × 10 hexes", take="new map")
    player.press("Higher")
    player.press("7", pages)
    player.hexes("07.04")
    player.press("1", pages)
    player.hexes("07.04", "06.04")
    player.press("Woods")
    player.draw("03.02", "04.02", "05.02", "05.01")
    player.press("Vineyard")
    player.draw("08.08", "09.08", "09.09")
    player.press("Stream")
    player.draw(*STREAM, take="stream")
    player.press("Paved road")
    player.draw(*ROAD, take="road")
    player.press("Village")
    player.hexes("07.06", "08.07")
    panel = player.draft.table.ground.panel
    player.choose(panel.kind, "Village")
    player.type(panel.text, "The Mill")
    player.hexes("07.06")
    player.take("ground")


def set_up_forces(player: Player) -> None:
    """Drag two forces on to the map."""
    player.tab(player.draft.pages, "Forces")
    for piece, at in GERMANS.items():
        player.bring(piece, at, take="drag from the tray" if piece == "3./AA 11" else "")
    for piece, at in ALLIES.items():
        player.bring(piece, at)
    player.bring(GUNS, "08.06")
    player.take("forces")


def say_what_wins(player: Player) -> None:
    """Make victory hexes, and say what losses and leads count."""
    player.menu_at("07.06", "Victory points for the Germans", "5", take="victory hex")
    player.menu_at("07.04", "Victory points for the Germans", "3")
    facts = player.facts()
    player.count_to(facts["Turns"], 4)
    player.type(facts["Lead the Germans need"], "30")
    player.count_to(facts["Points for each German unit lost"], 1)
    player.count_to(facts["Points for each Allied unit lost"], 1)
    player.take("victory")


def mend(player: Player) -> None:
    """Mend what the check finds, by clicking on it."""
    draft = player.draft
    player.tab(draft.tabs, "Check")
    player.problem("goes nowhere", "Show")
    player.take("check")
    player.tab(draft.pages, "Ground")
    player.press("Stream")
    player.draw(*OUTLET)
    player.hexes(OUTLET[-1])  # a stroke ends at the nearest corner, which may lie before it
    player.tab(draft.pages, "Forces")
    player.problem("support weapon", "Show")
    player.draw("08.06", "07.06")
    player.problem("lead", "Set the lead to")
    player.tab(draft.tabs, "Scenario")
    player.type(player.facts()["Story"], STORY)
    player.tab(draft.tabs, "Check")
    wait(lambda: all("balanced" in each.message for each in draft.editor.problems), "a check with nothing but that")
    player.take("only its balance is unknown")


def record(player: Player) -> None:
    """Record a lesson by playing it, three orders long, and word it."""
    draft, main = player.draft, player.window
    player.tab(draft.tabs, "Lesson")
    player.press("Record…")
    wait(lambda: main.game.decision is not None, "the playtest")
    player.press("Panzer-Aufklärungs-Abteilung 11", main)
    player.press("11th Panzer Division", main)
    player.take("record a lesson", main)
    player.press("Done", main)
    player.press("Keep", main)
    player.write(draft.lessons.title, "Into the Cup")
    player.click_row(draft.lessons.steps, 2)
    player.write(draft.lessons.form.title, "Enough for this turn")
    player.take("word the steps")


def balance(player: Player) -> None:
    """Let the computer play both sides, set the lead it finds even, and help who still loses with one more company."""
    player.press("Balance…")
    assert not 0.3 <= player.play_games() <= 0.7
    player.take("one-sided")
    player.press("Set the winning lead to", player.dialog)
    if not EVEN[0] <= player.play_games() <= EVEN[1]:
        player.take("less one-sided")
        player.press("Close", player.dialog)
        player.tab(player.draft.pages, "Forces")
        player.bring(*COMPANY)
        player.press("Balance…")
        assert EVEN[0] <= player.play_games() <= EVEN[1]
    write_note(player)


def play(player: Player) -> None:
    """Play a little of it, and save the game."""
    main = player.window
    player.press("Play", main.start_page)
    wait(lambda: main.game.decision is not None, "the game")
    player.press("Panzer-Aufklärungs-Abteilung 11", main)
    player.press("Done", main)
    player.press("Buy no more?", main)
    save(player)


THE_MILL = Story(TITLE, "", (draw_ground, set_up_forces, say_what_wins, mend, record, balance), play)
