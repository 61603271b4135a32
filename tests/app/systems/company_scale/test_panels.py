"""Orders, odds and log, fed with a plain view and a scripted session."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.panels.log import LogPanel
from app.panels.orders_dock import OrdersPanel
from app.panels.reader import OddsBars, fraction, percent
from app.play.controller import GameController
from app.systems.company_scale.panels.fire import DieStrip
from rules.company_scale.records.answers import DieResult, FireOdds, ResultOdds
from rules.company_scale.records.view import ModifierView
from rules.engine.command import Reason, cmd
from tests.app.helpers.fake_session import decide
from tests.app.systems.company_scale.helpers.panels import a_game, fire, orders_panel, table
from tests.app.systems.company_scale.helpers.positions import activation

ODDS = FireOdds(
    5, 3, "high_explosive", "hex", "17.45",
    (ModifierView("", "B/117 Cav fires", 3, "3.2"), ModifierView("", "Support", 2, "")),
    tuple([DieResult(n, "DG1" if n < 6 else "") for n in range(10)]), (),
    (ResultOdds("no effect", (2, 5)), ResultOdds("pinned", (3, 5))), (),
)  # fmt: skip


def shown(panel: OrdersPanel, game: GameController) -> OrdersPanel:
    panel.show_game(game, game.offered)
    return panel


def test_units_that_may_act_are_listed_and_ordered(qtbot: QtBot) -> None:
    game, _ = table(activation())
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["activation"]
    assert page.units.count() == 2
    page.pick(("f_117",))
    assert page.current == "f_117"
    with qtbot.waitSignal(panel.ordered) as signal:
        assert page.give("move")
    assert signal.args == [cmd("move", units=("f_117",))]
    assert not page.give("fire")


def test_the_panel_asks_no_page_for_its_height_at_a_width(qtbot: QtBot) -> None:
    game, _ = table(activation())
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    assert shown(panel, game).page.hasHeightForWidth() and not panel.stack.hasHeightForWidth()


def test_in_a_low_panel_the_list_of_units_has_the_room_of_the_note(qtbot: QtBot) -> None:
    game, _ = table(activation())
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    rooms = {}
    for high in (640, 330):
        panel.resize(300, high)
        shown(panel, game).show()
        page = panel.pages["activation"]
        assert page.note.isVisible() == (high == 640)
        rooms[high] = page.units.height()
    assert rooms[330] > 90


def test_several_targets_open_a_menu(qtbot: QtBot) -> None:
    game, _ = table(activation())
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["activation"]
    page.pick(("b_117",))
    menu = page.menu_of(page.orders("fire"))
    with qtbot.waitSignal(panel.ordered) as signal:
        menu.actions()[1].trigger()
    assert signal.args == [cmd("fire", unit="b_117", hex="18.44")]


@pytest.mark.clause("CSS-8.5.2-02")
def test_a_routed_unit_returns_to_a_hex_of_the_map_in_column_or_deployed(qtbot: QtBot) -> None:
    orders = [
        cmd("return_unit", unit="b_117", hex=at, deployed=way) for at in ("18.44", "19.44") for way in (True, False)
    ]
    game, _ = table(decide("allied", "activation", "?", *orders, cmd("end_activation")))
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["activation"]
    page.pick(("b_117",))
    menu = page.menu_of_ways(page.orders("return_unit"))
    assert menu is not None
    assert [action.text() for action in menu.actions()] == [
        "&1  Return deployed: choose the hex on the map",
        "&2  Return in column: choose the hex on the map",
    ]
    with qtbot.waitSignal(panel.pages["activation"].waiting) as signal:
        menu.actions()[1].trigger()
    aim = signal.args[0]
    assert list(aim.orders.values()) == [orders[1], orders[3]]
    assert aim.order("20.20") == cmd("return_unit", unit="b_117", hex="20.20", deployed=False)
    with qtbot.waitSignal(panel.pages["activation"].waiting) as signal:
        assert page.menu_of_ways([orders[0], orders[2]]) is None
    assert signal.args[0].words == "B/117 Cav, return deployed: choose the hex. Esc cancels."


def test_the_unit_picked_stays_picked(qtbot: QtBot) -> None:
    game, session = table(activation())
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    shown(panel, game).pages["activation"].pick(("b_117",))
    session.change(phase="action")
    assert shown(panel, game).pages["activation"].current == "b_117"


def test_enter_in_a_list_gives_the_order_and_goes_no_further(qtbot: QtBot) -> None:
    game, _ = table(decide("german", "rout_unit", "Who checks?", cmd("choose", unit="r1"), cmd("choose", unit="r2")))
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["choices"]
    page.list.setCurrentRow(1)
    with qtbot.waitSignal(panel.ordered) as signal:
        qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert signal.args == [cmd("choose", unit="r2")]


def test_steps_are_named_by_hex_compass_and_road(qtbot: QtBot) -> None:
    step = cmd("step", to="18.42", by="paved")
    game, _ = table(decide("allied", "movement", "Move.", step, cmd("stop"), hex="18.43", units=["b_117"]))
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["choices"]
    assert page.list.item(0).text() == "18.42 north by the paved road"


def test_a_fire_shows_its_sum_and_odds(qtbot: QtBot) -> None:
    game, session = table(fire(), odds=ODDS)
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["fire"]
    assert ("odds", {}) in session.queries
    said = [label.text() for label in page.modifiers.findChildren(QLabel)]
    assert "Support" in said and "+2" in said and "5" in said
    assert "pinned: 60%" in page.bars.accessibleDescription()
    assert "9: no effect" in page.strip.accessibleDescription()


def test_toggles_of_a_fire_show_what_is_on(qtbot: QtBot) -> None:
    game, _ = table(fire(support=["c_117"], concentrate=True), odds=ODDS)
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["fire"]
    on = {c.verb: b.isChecked() for group in page.groups.values() for c, b in group.buttons.items()}
    assert on["support"] and on["concentrate"]
    with qtbot.waitSignal(panel.ordered) as signal:
        next(iter(page.groups["concentrate"].buttons.values())).click()
    assert signal.args == [cmd("concentrate")]


def test_a_toggle_that_is_no_longer_offered_goes(qtbot: QtBot) -> None:
    game, session = table(fire(), odds=ODDS)
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    shown(panel, game)
    session.now = decide("allied", "fire", "Confirm?", cmd("confirm"), unit="b_117", hex="17.45")
    assert shown(panel, game).pages["fire"].groups["support"].buttons == {}


def test_a_fire_that_cannot_be_made_says_why_instead_of_odds(qtbot: QtBot) -> None:
    decision = decide("allied", "fire", "Confirm?", cmd("aim", target="hex"), cmd("cancel"), unit="b_117", hex="17.45")
    game, session = table(decision, odds=ODDS)
    session.refusals["confirm"] = [Reason("Armor piercing fire cannot be aimed at a hex.", "8.1")]
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["fire"]
    assert page.no_odds.text() == "Armor piercing fire cannot be aimed at a hex. (8.1)"
    assert page.bars.isHidden()
    assert not page.modifiers.isVisible()


def test_chits_are_bought_by_the_division_that_pays(qtbot: QtBot) -> None:
    buy = cmd("buy_chit", chit="formation:ge_aa11")
    game, _ = table(decide("german", "preparation", "Buy.", buy, cmd("done"), prices={"division": 2, "formation": 1}))
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).pages["purchase"]
    assert page.buttons[buy].accessibleName() == "Reconnaissance Battalion 11, Buy for 1 dispatch point"
    assert any("11th Panzer Division: 3 dispatch points" in label.text() for label in page.findChildren(QLabel))
    with qtbot.waitSignal(panel.ordered) as signal:
        page.buttons[buy].click()
    assert signal.args == [buy]


def test_players_who_roll_their_own_dice_press_a_face(qtbot: QtBot) -> None:
    class Request:
        kind, purpose, items = "die", "rout_check", tuple(range(10))

    game, session = table(None)
    session.request = Request()
    panel = orders_panel(game)
    qtbot.addWidget(panel)
    page = shown(panel, game).nature
    with qtbot.waitSignal(panel.rolled) as signal:
        page.buttons[7].click()
    assert signal.args == [{"die": 7}]


# --- open information ------------------------------------------------------------------------------------------------


def test_the_log_draws_dice_and_joins_steps(qtbot: QtBot) -> None:
    panel = LogPanel(a_game())
    qtbot.addWidget(panel)
    panel.add([{"event": "UnitMoved", "unit": "b_117", "from": "18.43", "to": "18.44"}])
    panel.add([{"event": "UnitMoved", "unit": "b_117", "from": "18.44", "to": "18.45"}])
    panel.add([{"event": "DieRolled", "die": 7, "purpose": "weather"}])
    assert panel.plain == "Troop B, 117th Cavalry moves 18.43 → 18.44 → 18.45\n[7] weather"
    assert panel.browser.document().blockCount() == 2
    assert 'src="die:7"' in panel.browser.toHtml()


def test_a_chit_bought_in_the_action_phase_heads_its_activation(qtbot: QtBot) -> None:
    panel = LogPanel(a_game())
    qtbot.addWidget(panel)
    bought = {"event": "ChitBought", "chit": "formation:tfb_117cav", "price": 1, "now": False}
    panel.add([{"event": "PhaseBegan", "phase": "preparation"}, bought])
    panel.add([{"event": "PhaseBegan", "phase": "action"}])
    panel.add([{**bought, "price": 2, "now": True}])
    assert [line.style for line in panel.lines] == ["phase", "line", "phase", "chit"]


def test_links_of_the_log_lead_to_hexes(qtbot: QtBot) -> None:
    from PySide6.QtCore import QUrl

    panel = LogPanel(a_game())
    qtbot.addWidget(panel)
    with qtbot.waitSignal(panel.thing_asked) as signal:
        panel.browser.anchorClicked.emit(QUrl("hex:18.40"))
    assert signal.args == ["hex:18.40"]


@pytest.mark.parametrize(
    ("num", "den", "said"),
    [(1, 2, "50%"), (1, 1000, "under 1%"), (999, 1000, "over 99%"), (0, 5, "0%"), (5, 5, "100%")],
)
def test_percentages_never_lie_about_certainty(num: int, den: int, said: str) -> None:
    assert percent(num, den) == said


def test_fractions_are_reduced() -> None:
    assert fraction(20, 60) == "1 in 3"
    assert fraction(20, 50) == "", "40% says it all"
    assert fraction(5, 5) == "always"


def test_odds_put_no_effect_last(qtbot: QtBot) -> None:
    bars, strip = OddsBars(), DieStrip()
    for widget in (bars, strip):
        qtbot.addWidget(widget)
    bars.show_results(ODDS.results)
    strip.show_table(ODDS.table)
    assert bars.accessibleDescription() == "pinned: 60%, no effect: 40%"
    assert strip.sizeHint().height() == -(-len(strip.cells) // DieStrip.COLUMNS) * DieStrip.ROW
    assert not bars.grab().isNull() and not strip.grab().isNull()
