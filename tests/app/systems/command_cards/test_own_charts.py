"""A battle with charts of its own on the table and on paper: names, counters and cards are those of its charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.printing.paper import PAPERS
from app.systems.command_cards.printing.aids import card_sheets, counter_sheets, deck
from app.systems.command_cards.printing.job import Job, job_of
from app.systems.command_cards.printing.papers import SYSTEM_PAPERS
from app.systems.command_cards.seen import view_of
from app.systems.command_cards.text.names import army
from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.engine.nature import ScriptedNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from tests.app.systems.command_cards.helpers.table import SYSTEM, Player, load_scenario
from tests.app.systems.command_cards.test_papers import text_of
from tests.rules.command_cards.test_own_charts import FILE

GERMAN = ("night-march", "push-left", "staff-officer", "advance-left", "wings")
ALLIED = ("night-march", "thin-line", "push-centre", "outposts-left")


def rangers() -> Session:
    nature = ScriptedNature([*GERMAN, *ALLIED])
    return Session.new(SYSTEM, load_scenario(FILE), nature=nature, source=str(FILE))


@pytest.fixture
def player(window: MainWindow) -> Player:
    made = Player(window, rangers())
    made.open_curtain()
    return made


def test_the_table_shows_the_units_and_cards_of_the_charts(player: Player) -> None:
    places = view_of(player.window.game).units
    units = {places[name].hex: unit.look for name, unit in player.board.units.items()}
    assert (units["D3"].kind.name, units["D3"].full, units["F3"].full) == ("Rangers", 4, 3)
    assert "Night march" in player.mat.hand.accessibleDescription()
    player.hover("D3")
    assert "Allied Rangers" in player.mat.hex.who.text()
    assert "breastwork" in player.board.words_at("D3", None)
    player.card(1 + view_of(player.window.game).hand.index("night-march"))
    assert player.window.prompt.hint.text().startswith("Night march: ")
    scenario = load_scenario(FILE)
    [allied] = [side for side in army(view_of(player.window.game), scenario) if side.seat == "allied"]
    assert "Rangers" in [kind.name for kind in allied.entries]
    assert "Order up to two infantry units." in player.mat.list.tip_of(None, cmd("choose", card="night-march"))


def test_the_help_tells_nothing_of_what_the_charts_change(player: Player) -> None:
    terrain = load_scenario(FILE).map.terrain
    woods, town = (next(h for h, kind in terrain.items() if kind == each and h != "D3") for each in ("woods", "town"))
    told = []
    for at in (woods, town, "D3"):
        player.hover(at)
        told.append(player.mat.pointed_rule())
    assert told == ["", "terrain town", ""]


def test_another_game_has_the_cards_of_the_house_again(player: Player) -> None:
    other = Session.new(SYSTEM, load_scenario("last-attack"), nature=ScriptedNature([*GERMAN[1:], "broad-front"] * 2))
    player.window.put(other)
    assert "rangers" not in player.board.charts.units and player.mat.hand.charts is player.board.charts
    assert {unit.look.full for unit in player.board.units.values() if unit.look.kind.id == "infantry"} == {4}


def job() -> Job:
    return job_of(Seat(rangers()), begun=False, paper=PAPERS["A4"], fitted=True)


def test_what_is_cut_out_is_of_the_charts(qapp: object) -> None:
    made = job()
    cards = deck(made.charts)
    assert len(cards) == 62 and len(card_sheets(made)) == 2 * -(-62 // 9)
    assert {card.id for card in cards} >= {"night-march"} and "corps-guns" not in {card.id for card in cards}
    assert made.units["D3"].kind.name == "Rangers" and made.units["F3"].full == 3
    assert counter_sheets(made)


def test_the_player_aids_tell_the_values_of_the_charts(qapp: object, tmp_path: Path) -> None:
    document = SYSTEM_PAPERS.document(Seat(rangers()), "aids", begun=False, paper="A4", grey=False, fitted=True)
    words = text_of(document, tmp_path)
    assert "Rangers" in words and "Dense" in words and "Breastwork" in words and "Road: two hexes more" in words
