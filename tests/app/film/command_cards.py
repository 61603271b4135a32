"""A stranger makes a battle for Battle Cards: every gesture, from an empty board to a game that goes on."""

from __future__ import annotations

from app.systems.command_cards.board.geometry import center
from tests.app.film.player import Player, wait
from tests.app.film.story import EVEN, Story, save, write_note

TITLE = "The Bridge at Allex"
GROUND = {
    "Hill": ("C3", "C4", "C5", "D4"),
    "Woods": ("F2", "F3", "G3"),
    "Town": ("D7", "C7"),
    "Vineyard": ("G9", "F9", "F8"),
}
FAR_WOODS = ("B10", "C10", "C11")
STREAM = ("E1", "E13")
ROAD = ("A7", "C7", "E7", "I7")
MARSH = ("H10", "H11", "H12")
ALLIES = {"D7": "Infantry", "C4": "Infantry", "C10": "Infantry", "B8": "Artillery"}
GERMANS = {
    "G4": "Infantry", "G6": "Infantry", "G8": "Infantry", "G10": "Infantry", "H7": "Armor", "H10": "Armor",
    "H11": "Artillery",
}  # fmt: skip
DRY = {"H10": "H9", "H11": "I10"}
"""Where units go on whose ground a marsh is drawn."""
NOTE = "Two battalions want the bridge at Allex before day. Simplified: ground, units and medals are ours."
MEDALS, CARDS = 5, 6
"""Medals and cards of the Germans that make it even."""
SEED = "7"
"""Dice and cards of the game that is played."""
ORDERED = {"G4": "F4", "H7": "F7"}
"""Units whom the first card there orders, and where they go."""


def draw_ground(player: Player) -> None:
    """Clear the board, and draw hills, woods, a village, a stream and a road over it."""
    player.take("empty board")
    player.menu_at("E7", "The whole battle", "Clear the ground")
    for kind, hexes in GROUND.items():
        player.mark(kind, "Ground")
        player.draw(*hexes)
    player.mark("Woods", "Ground")
    player.draw(*FAR_WOODS)
    player.mark("Stream", "Ground")
    player.draw(*STREAM, take="stream")
    player.mark("Road", "Ground")
    player.draw(*ROAD, take="road")
    player.take("ground")


def set_up_units(player: Player) -> None:
    """Drag the units of both sides and what protects them on to the board."""
    for at, kind in ALLIES.items():
        player.bring(kind, at, "Allied units", take="drag from the tray" if at == "B8" else "")
    for at, kind in GERMANS.items():
        player.bring(kind, at, "German units")
    for at in ("D7", "C10"):
        player.bring("Sandbags", at, "Obstacles")
    player.bring("Wire", "C9", "Obstacles")
    player.take("units")


def say_what_wins(player: Player) -> None:
    """Make an objective, name it, let a unit arrive and night fall, and say what cards and medals there are."""
    player.menu_at("D7", "Objective for the Germans", "1 medal", take="objective")
    player.menu_at("A5", "Arrival here", "The Allies", "Armor", "Round 3", take="arrival")
    player.menu_at("A1", "The whole battle", "Night", "Until round 2", "Battles reach 2 hexes", take="night")
    facts = player.facts()
    player.count_to(facts["Rounds"], 10)
    player.count_to(facts["Medals the Allies need"], 4)
    player.take("what wins")


def mend(player: Player) -> None:
    """Draw a marsh where units stand already, and mend what the check finds by clicking on it."""
    draft = player.draft
    player.mark("Marsh", "Ground")
    player.draw(*MARSH)
    player.tab(draft.tabs, "Check")
    player.problem("Armor can't be in H10", "Show")
    player.take("check")
    player.problem("Artillery can't be in H11", "Take it off")
    player.bring("Artillery", DRY["H11"], "German units")
    player.draw("H10", DRY["H10"])
    player.problem("can win 6", "Set it to 6")
    player.tab(draft.tabs, "Scenario")
    player.type(player.facts()["Story"], NOTE)
    player.tab(draft.tabs, "Check")
    wait(lambda: all("balanced" in each.message for each in draft.editor.problems), "a check with nothing but that")
    player.take("only its balance is unknown")


def balance(player: Player) -> None:
    """Let the computer play both sides, and help who loses: a hill to take, fewer medals to win, one more card."""
    player.press("Balance…")
    assert player.play_games() > 0.7, "the Allies win"
    player.take("one-sided")
    player.press("Close", player.dialog)
    player.menu_at("C4", "Objective for the Germans", "1 medal")
    player.tab(player.draft.tabs, "Scenario")
    player.count_to(player.facts()["Medals the Germans need"], MEDALS)
    player.count_to(player.facts()["German cards"], CARDS)
    player.press("Balance…")
    assert EVEN[0] <= player.play_games() <= EVEN[1]
    write_note(player)


def play(player: Player) -> None:
    """Play a card, move two units, and save the game."""
    main = player.window
    player.type(main.start_page.seed, SEED)
    player.press("Play", main.start_page)
    player.press("I am the German player", main)
    wait(lambda: main.game.decision is not None, "the hand")
    cards, view = main.playmat.hand, main.playmat.board.view
    port = view.viewport()
    player.click(cards, cards.boxes()[0].center().toPoint())
    for at in ORDERED:
        player.click(port, view.mapFromScene(center(at)))
    player.take("card", main)
    player.press("Play the card", main)
    for at, to in ORDERED.items():
        player.drag(port, view.mapFromScene(center(at)), view.mapFromScene(center(to)))
    save(player)


THE_BRIDGE = Story(
    TITLE, "The gap at Bonlieu, 25 August 1944", (draw_ground, set_up_units, say_what_wins, mend, balance), play
)
