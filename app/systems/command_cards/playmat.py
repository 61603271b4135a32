"""The contents of the window while Battle Cards is played: board, hand, docks, menu entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap

from app.actions import ActionSpec
from app.board.painting import Painting
from app.board.zooming import view_actions
from app.play.past import PastSeat
from app.play.seat import SeatLike, answered
from app.services import TableServices
from app.system import Dock
from app.systems.board_table import BoardTable
from app.systems.command_cards.art.counters import Look, counter_pixmap
from app.systems.command_cards.board.board import BoardController
from app.systems.command_cards.board.contents import BoardContents, public_painting
from app.systems.command_cards.board.geometry import from_left
from app.systems.command_cards.board.plans import all_that_fit, unit_at
from app.systems.command_cards.motion import MovingBoard
from app.systems.command_cards.panels.battle import BattlePanel, HexPanel, OrdersList
from app.systems.command_cards.panels.hand import HandPanel
from app.systems.command_cards.panels.played import PlayedCard
from app.systems.command_cards.panels.strip import RoundStrip, StatusPanel
from app.systems.command_cards.seen import NOTHING, laid_out, view_of
from app.systems.command_cards.text.fall import Fallen
from app.systems.command_cards.text.names import army, hint, places, title
from app.text.entries import Entry
from app.text.words import Event
from app.theme import faces
from rules.command_cards.charts import house_charts
from rules.command_cards.events import EVENTS, StepBegan, TurnBegan
from rules.command_cards.hexes import NEIGHBOURS
from rules.command_cards.queries import BattleOdds, CardOrders, HexValues
from rules.command_cards.state import Scenario
from rules.command_cards.view import View
from rules.engine.command import cmd
from rules.engine.english import counted

BEFORE = "focus_orders"
SHARE = 0.632
"""Which share of a window's width the board takes, as long as the hand has its least height."""
STRIPLESS = 800
"""The height of a window below which the rounds stand on the medal stands instead of a strip of their own."""
BARS, LEAST, MOST = 94, 84, 262
"""Height of menu and prompt, and the least and most of the hand, in pixels."""
FIGHTS = ("battling", "overrun", "ambush", "flag", "way_back", "ground")
"""Questions during which the Battle panel stays in front."""


class CommandCardsTable(BoardTable[BoardController]):
    """The board with the hand and everything around it, for the games of one window."""

    def __init__(self, services: TableServices) -> None:
        board = BoardController(services.game, services.window)
        super().__init__(services, board, BoardContents(services.game, board))
        self.hand, self.battle, self.status, self.strip = HandPanel(), BattlePanel(), StatusPanel(), RoundStrip()
        self.played = PlayedCard(self.board.view, self._lay_aside, self.hand.read, self.hand.lower)
        self.moving = MovingBoard(self.board)
        self.list, self.hex = OrdersList(), HexPanel()
        self.orders = {"choices": self.list}
        self.scenario: Scenario | None = None
        self._feet: dict[str, str] = {}
        self._feet_of: tuple[object, ...] = ()
        self.fallen = Fallen({}, self._hex_of)
        self._held: tuple[str, Counter[str]] = "", Counter()
        self._fresh: tuple[str, ...] = ()
        self._unseen = False
        self.board.scene.stands.notes = self._stand_notes
        self._connect()

    def _connect(self) -> None:
        board, services = self.board, self.services
        for source in (board, self.list):
            source.aimed.connect(self._aim)
        board.card_key.connect(self.hand.choose)
        board.board_turned.connect(self.show)
        for asked in (board.stand_asked, self.strip.piles_asked):
            asked.connect(partial(services.docks.toggle, "game"))
        self.tie(self.strip, "game")
        self.hand.chosen.connect(self._choose)
        board.pointed.connect(self._look)
        for panel in (self.battle, self.hex):
            panel.rule_asked.connect(services.show_rule)

    @property
    def docks(self) -> Sequence[Dock]:
        """The rounds above the board, the hand below, the log at the left, battle or hex and orders at the right."""
        return (
            Dock("strip", "Round", "top", self.strip, height=lambda high: 0 if high < STRIPLESS else 40),
            Dock("game", "Deck and discards", "drawer", self.status, keys="Ctrl+T", handled=False),
            self.log_dock,
            Dock("battle", "Battle", "right", self.battle, height=lambda high: round(high * 0.52)),
            Dock("hex", "Hex", "right", self.hex, behind="battle"),
            self.orders_dock,
            Dock("hand", "Hand", "bottom", self.hand, height=self._hand_height, secret=True),
        )

    def _hand_height(self, high: int) -> int:
        """Return what the board leaves of a window's height at its share of the width, within bounds."""
        wide = self.services.window.width()
        board = self.board.view.board
        wanted = min(SHARE * wide, self.services.docks.board_width(wide) - 6.0)
        strip = 0 if high < STRIPLESS else faces.scaled(40)
        rest = high - faces.scaled(BARS) - strip - 6 - wanted * board.height() / board.width()
        return max(faces.scaled(LEAST), min(MOST, round(rest)))

    @property
    def actions(self) -> Sequence[tuple[ActionSpec, Callable[..., object]]]:
        """The menu entries of this system."""
        return (
            *view_actions(self.board.view),
            (
                ActionSpec("dice_hints", "Best &dice on hexes", "&View", ("B",), DICE, "game", True, before=BEFORE),
                self._show_dice,
            ),
            (
                ActionSpec("game", "Deck and &discards", "&View", ("Ctrl+T",), GAME, "game", before="focus_log"),
                partial(self.services.docks.toggle, "game"),
            ),
            (
                ActionSpec(
                    "turn_board", "&Turn the board", "&View", ("Ctrl+Shift+R",), TURN, "game", True, before=BEFORE
                ),
                self.board.turn,
            ),
            (
                ActionSpec("next_unit", "Next unit", "&Orders", (".",), NEXT, "asked", separated=True),
                self.board.next_unit,
            ),
            (ActionSpec("order_all", "Order all that &fit", "&Orders", ("A",), ALL_FIT, "asked"), self.order_all),
        )

    # --- showing -------------------------------------------------------------------------------------------------

    def begin(self, seat: SeatLike) -> None:
        """Lay the map of another game."""
        super().begin(seat)
        self._feet, self._feet_of = {}, ()
        self.board.lay(seat.scenario)
        self.fallen = Fallen(self.board.kinds, self._hex_of)
        self.list.charts = self.played.charts = self.board.charts
        self.hand.use(self.board.charts)
        self.battle.show_nothing()
        self.battle.dice.show_dice(())
        self.hex.show_nothing()

    def show(self) -> None:
        """Show the present position everywhere."""
        view = view_of(self.game)
        if view is NOTHING or self.scenario is None:
            return
        self.board.refresh()
        seat = self.game.seat
        owner = seat.name or "" if seat is not None else ""
        decision = self.game.decision
        self._note_draw(view, owner)
        away = decision is not None and decision.seat != owner
        covered = not owner or (away and not self._unseen)
        order = from_left(view.sides[owner or view.turn].edge)
        self.hand.show_hand(view, self._can_order(view, owner), covered=covered, order=order)
        self.played.show_card(view.played or "", from_left(view.sides[view.turn].edge))
        self.status.show_view(view, self.scenario)
        self.strip.show_view(view, self.scenario)
        self._tell(self.hex.place)
        self.open_once()

    def _stand_notes(self) -> tuple[str, str]:
        """Return what stands on the upper and the lower stand where the strip has no room."""
        view = view_of(self.game)
        if view is NOTHING or self.services.window.height() >= STRIPLESS:
            return "", ""
        piles = f"deck {view.deck}  ·  discards {len(view.discards)}"
        return piles, f"round {view.round} of {view.rounds}"

    def _note_draw(self, view: View, owner: str) -> None:
        """Notice what the player at the table has drawn: he sees it before the curtain falls."""
        if self.game.looks_back:
            return
        hand: Counter[str] = Counter(view.hand)
        (before, held), self._held = self._held, (owner, hand)
        if before != owner or (view.turn == owner and view.played):
            self._fresh, self._unseen = (), False
        if before == owner and owner and (new := hand - held):
            self._fresh, self._unseen = tuple(new.elements()), True

    @property
    def drawn(self) -> str:
        """Return the titles of cards just drawn, until they have been seen."""
        return " and ".join(title(card, self.board.charts) for card in self._fresh) if self._unseen else ""

    def seen(self) -> None:
        """Cover the hand again."""
        self._unseen = False

    def open_view(self) -> None:
        """Show all of the board, turned so that the only player at the table has his own edge before him."""
        alone = self.game.alone
        turned = alone is not None and view_of(self.game).sides[alone].edge == "top"
        self.board.turn(turned)
        self.services.tick("turn_board", turned)
        super().open_view()

    def _lay_aside(self, on_table: bool) -> None:
        self.hand.keep_aside(not on_table)

    def _can_order(self, view: View, owner: str) -> Mapping[str, str]:
        """Return for each card of the hand how many units it could order now."""
        staged = view.staged
        key = (self.game.seq, owner) if laid_out(view) is None else (*self._feet_of,)
        if self._feet_of != key or not self._feet:
            self._feet_of = (self.game.seq, owner)
            self._feet = {card: self._foot(card, owner) for card in dict.fromkeys(view.hand)} if owner else {}
        feet = {
            card: "just drawn" if card in self._fresh and self._unseen else foot for card, foot in self._feet.items()
        }
        if staged is not None and staged.card in feet and staged.units:
            feet[staged.card] = f"{len(staged.units)} ordered"
        return feet

    def _foot(self, card: str, owner: str) -> str:
        found = answered(CardOrders, self.game.query("card", card=card, seat=owner))
        if found is None:
            return ""
        count = len(found.units)
        return "any one unit instead" if found.stand_in else f"{counted(count, 'unit')} here"

    def hint(self) -> tuple[str, str]:
        """Return what to do, and no warning."""
        return hint(self.game, self.game.words, self.board.charts)

    def place_of(self, thing: str) -> str:
        """Return the hex of a hex, or of a unit on the board or where it will arrive; else ""."""
        kind, _, name = thing.partition(":")
        due = (told.hexes[0] for told in view_of(self.game).due if told.unit == name)
        place = self._hex_of(name) or next(due, "") if kind == "unit" else name
        return place if place in NEIGHBOURS else ""

    def army(self) -> Sequence[Entry]:
        """Return the units of both sides by kind."""
        view = view_of(self.game)
        return army(view, self.scenario) if view is not NOTHING and self.scenario is not None else ()

    def places(self) -> Sequence[Entry]:
        """Return objectives, named places and all hexes."""
        return places(self.scenario) if self.scenario is not None else ()

    def icon(self, thing: str, size: int) -> QPixmap | None:
        """Return the counter of a unit."""
        unit = view_of(self.game).units.get(thing.removeprefix("unit:"))
        return (
            counter_pixmap(Look.of(unit, self.board.charts), size, self.board.view.devicePixelRatioF())
            if unit
            else None
        )

    def pointed_rule(self) -> str:
        """Return the entry of the card, die, obstacle or terrain that is pointed at; the help tells the game's own."""
        own, house = self.board.charts, house_charts()
        if card := self.hand.pointed:
            return f"card {card}" if own.cards.get(card) == house.cards.get(card) else ""
        if face := self.battle.dice.pointed:
            return f"die {face}"
        place = self.board.hovered or (self.board.at if self.board.view.hasFocus() else "")
        if not place or self.scenario is None:
            return ""
        obstacle = view_of(self.game).obstacles.get(place)
        terrain = view_of(self.game).terrain.get(place) or self.scenario.map.terrain[place]
        if obstacle:
            return f"obstacle {obstacle}" if own.obstacles[obstacle] == house.obstacles[obstacle] else ""
        return f"terrain {terrain}" if own.terrains[terrain] == house.terrains[terrain] else ""

    def painting(self, size: QSize) -> Painting | None:
        """Return a painting of the board as everybody may see it: without what a card in hand would order."""
        session = self.game.session
        return public_painting(PastSeat(session, None), size) if session is not None else None

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.board.restyle()
        self.hand.update()
        self.played.update()
        self.battle.update()

    def happened(self, logged: Sequence[Event]) -> None:
        events = list(map(EVENTS.read, logged))
        rolled = self.fallen.hear(events)
        self._show_falls()
        if rolled:
            self.services.docks.bring("battle", unfold=False)
        if any(isinstance(event, StepBegan) for event in events):
            self.board.pick("")
        if rolled or any(isinstance(event, TurnBegan) for event in events):
            self.battle.show_nothing()

    def forget(self) -> None:
        """Forget dice and cards drawn: the game is at another position."""
        self._held, self._fresh, self._unseen = ("", Counter()), (), False
        self.fallen.falls = []
        self._show_falls()
        self.battle.show_nothing()

    def _show_falls(self) -> None:
        falls = self.fallen.falls
        self.board.show_falls(falls)
        self.battle.dice.show_dice([die for fall in falls for die in fall.dice])

    def _hex_of(self, unit: str) -> str:
        found = view_of(self.game).units.get(unit)
        return found.hex if found is not None else ""

    # --- orders --------------------------------------------------------------------------------------------------

    def _choose(self, card: str) -> None:
        decision = self.game.decision
        if decision is None or decision.kind not in ("staging", "exchange"):
            self.services.prompt.show_words("You play cards at the start of your turn.")
            return
        order = cmd("choose" if decision.kind == "staging" else "throw", card=card)
        if order in decision.options:
            self.services.order(order)

    def order_all(self) -> None:
        """Order units until the card laid out orders no more."""
        while (order := all_that_fit(self.game)) is not None and self.services.order(order):
            pass

    def _aim(self, unit: str, target: str, origin: str) -> None:
        if not unit:
            self._show_strike(target)
            return
        found = answered(BattleOdds, self.game.query("odds", unit=unit, target=target, origin=origin))
        if found is not None and found.sum:
            names = self.game.names
            self.battle.show_odds(f"the {names.of(unit)}", f"the {names.of(target)}", found)
            self.services.docks.bring("battle", unfold=False)

    def _show_strike(self, target: str) -> None:
        """Show the chances of the strike that is laid out against a unit."""
        name = laid_out(view_of(self.game))
        card = self.board.charts.cards[name] if name is not None else None
        if card is None or not card.strike:
            return
        found = answered(BattleOdds, self.game.query("strike", card=card.id, unit=target))
        if found is not None:
            self.battle.show_odds(card.title, f"the {self.game.names.of(target)}", found)
            self.services.docks.bring("battle", unfold=False)

    def _look(self, place: str) -> None:
        """Tell of the hex pointed at; in front, unless battles are being fought."""
        self._tell(place)
        decision = self.game.decision
        strikes = bool(self.board.marks.targets or self.board.marks.chosen)
        if decision is None or (decision.kind not in FIGHTS and not strikes):
            self.services.docks.bring("hex", unfold=False)

    def _tell(self, place: str) -> None:
        told = answered(HexValues, self.game.query("hex", hex=place)) if place else None
        if told is not None and self.scenario is not None:
            name = self.scenario.map.names.get(place, "")
            self.hex.show_hex(place, name, view_of(self.game), told, self.scenario.charts)

    def give(self, verb: str) -> bool:
        """Give an order without a hex to the unit picked up."""
        picked = self.board.picked or unit_at(view_of(self.game), self.board.at)
        for command in self.game.offers(verb):
            if command.text("unit") == picked:
                return self.services.order(command)
        return False

    def back(self) -> bool:
        """Let go of the unit picked up; while cards are laid out, take the last step back."""
        game = self.game
        if self.board.picked:
            self.board.pick("")
        elif game.decision is not None and laid_out(view_of(game)) is not None:
            return bool(game.can_undo and game.undo())
        else:
            return False
        return True

    def _show_dice(self, on: bool) -> None:
        self.board.scene.targets.dice_shown = on
        self.board.refresh()


DICE = "Show on each hex in reach the most dice the unit could roll from it."
GAME = "Show or hide deck, discards and reinforcements."
TURN = "See the board from the other edge, so that left is your own left."
NEXT = "Go to the next unit that can act."
ALL_FIT = "Order units until the card can order no more."
