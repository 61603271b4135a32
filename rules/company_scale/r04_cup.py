"""The Cup: buying and drawing chits, the wind (2.0, 4.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.pieces import enemy
from rules.company_scale.r04_chits_in_play import NOW, chits_of, is_chit_of, is_free
from rules.company_scale.r05_command import (
    COMMAND,
    DIVISION,
    EVENT,
    FORMATION,
    KAMPFGRUPPE,
    WIND,
    chit_kind,
    chit_name,
    chit_side,
    chit_subject,
    paying_division,
)
from rules.company_scale.r26_attachments import ChangeAttachment
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Done, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

ALWAYS: Final = ("command:german", "command:allied", WIND, EVENT)  # 4.0
PRICE: Final = {DIVISION: 2, FORMATION: 1, KAMPFGRUPPE: 1}
IMMEDIATE_PRICE: Final = 2
NO_FORMATION_CHITS: Final = 3  # troop quality at or below which these cannot be bought (4.0)
NO_CHITS: Final = 2


def cup_of_turn(game: Battle) -> tuple[str, ...]:
    """Return the contents of the Cup: the chits added in step D and the four free ones (4.0)."""
    return tuple(sorted((*game.state.added, *ALWAYS)))


def quality_reasons(game: Battle, chit: str) -> Iterator[Reason]:
    """Yield why low troop quality bars buying a chit (4.0, 19.2); a free chit counts as a formation chit (29)."""
    division = paying_division(game.scenario, chit)
    quality = game.state.divisions[division].troop_quality
    name = game.scenario.divisions[division].name
    if quality <= NO_CHITS:
        yield Reason(f"With troop quality {quality}, {name} can't buy any chits.", "4.0")
    elif quality <= NO_FORMATION_CHITS and (chit_kind(chit) != DIVISION or is_free(game, chit)):
        yield Reason(f"With troop quality {quality}, {name} can buy only its Division chit.", "4.0")


def points_reasons(game: Battle, chit: str, price: int) -> Iterator[Reason]:
    """Yield why the owning division cannot pay; no other division can (4.0)."""
    division = paying_division(game.scenario, chit)
    have = game.state.divisions[division].dispatch
    if have < price:
        name = game.scenario.divisions[division].name
        yield Reason(f"This chit costs {price} dispatch points; {name} has {have}.", "4.0")


def pay_dispatch(game: Battle, chit: str, price: int) -> None:
    """Take dispatch points from the owning division."""
    division = paying_division(game.scenario, chit)
    status = game.state.divisions[division]
    game.state.divisions[division] = replace(status, dispatch=status.dispatch - price)


class ChitAction(Action):
    """A command about a chit that a seat could buy."""

    fields = takes(chit=str)

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones of the seat's chits."""
        for command in self.candidates(game):
            if next(self.chit_reasons(game, command.text("chit")), None) is None:
                yield command

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the chit cannot be used this way now."""
        chit, seat = command.text("chit"), game.frame["seat"]
        if is_chit_of(game, chit, seat):
            yield from self.chit_reasons(game, chit)
        else:
            yield Reason(f'"{chit}" is not one of the {seat} side\'s chits in play.', "4.0")

    def chit_reasons(self, game: Battle, chit: str) -> Iterator[Reason]:
        """Yield why one of the seat's chits cannot be used this way."""
        raise NotImplementedError


class BuyChit(ChitAction):
    """Buy a chit for the Cup with dispatch points of its division (4.0, step D)."""

    verb = "buy_chit"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every chit of the seat that costs something."""
        for chit in chits_of(game, game.frame["seat"]):
            if not is_free(game, chit):
                yield cmd("buy_chit", chit=chit)

    def chit_reasons(self, game: Battle, chit: str) -> Iterator[Reason]:
        """Yield why the chit cannot be bought."""
        if is_free(game, chit):
            yield Reason(f"The {chit_name(game.scenario, chit)} chit is free. Add it instead of buying it.", "4.0")
            return
        yield from _added_reasons(game, chit)
        yield from quality_reasons(game, chit)
        yield from points_reasons(game, chit, PRICE[chit_kind(chit)])

    def apply(self, game: Battle, command: Command) -> None:
        """Pay and put the chit aside for the Cup."""
        chit = command.text("chit")
        pay_dispatch(game, chit, PRICE[chit_kind(chit)])
        _put_aside(game, chit, PRICE[chit_kind(chit)])


class AddChit(ChitAction):
    """Put the free division chit of Task Force Butler into the Cup (4.0, 29)."""

    verb = "add_chit"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the seat's free division chits."""
        for chit in chits_of(game, game.frame["seat"]):
            if is_free(game, chit):
                yield cmd("add_chit", chit=chit)

    def chit_reasons(self, game: Battle, chit: str) -> Iterator[Reason]:
        """Yield why the chit is not free, or that it has been added already."""
        if not is_free(game, chit):
            yield Reason(f"The {chit_name(game.scenario, chit)} chit isn't free. Buy it.", "4.0")
        else:
            yield from _added_reasons(game, chit)

    def apply(self, game: Battle, command: Command) -> None:
        """Put the chit aside for the Cup."""
        _put_aside(game, command.text("chit"), 0)


def _added_reasons(game: Battle, chit: str) -> Iterator[Reason]:
    if chit in game.state.added:
        yield Reason(f"The {chit_name(game.scenario, chit)} chit is already in the Cup.", "4.0")


def _put_aside(game: Battle, chit: str, price: int) -> None:
    game.state.added = (*game.state.added, chit)
    game.update(bought=True)
    game.emit("ChitBought", chit=chit, price=price, now=False)


class Preparation(Choice):
    """Asks a side which chits it buys for the Cup (4.0, step D)."""

    kind = "preparation"
    actions = (BuyChit(), AddChit(), ChangeAttachment(), Done())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision if anything can be bought, then until the side is done, so that it can undo."""
        seat = game.frame["seat"]
        options = Options(game, self.actions)
        if not game.frame.get("bought") and not options.any_besides("done"):
            return None
        return Decision(seat, "preparation", "Buy chits for the Cup.", "4.0", options, {"prices": dict(PRICE)})


class BuyNow(ChitAction):
    """Put a formation chit straight into play for 2 dispatch points (4.0, step 2C)."""

    verb = "buy_now"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every formation chit the seat can afford, and the chit of a division that adds it for free (29)."""
        for chit in chits_of(game, game.frame["seat"], IMMEDIATE_PRICE, now=True):
            yield cmd("buy_now", chit=chit)

    def chit_reasons(self, game: Battle, chit: str) -> Iterator[Reason]:
        """Yield why the chit cannot be played at once."""
        if is_free(game, chit):
            yield from _free_chit_reasons(game, chit)
        else:
            yield from _once_a_turn(game, chit)
        if game.frame["seat"] in game.state.shortage:
            yield Reason("Supply shortage: no more chits can be bought this turn.", "20.0")
        yield from quality_reasons(game, chit)
        yield from points_reasons(game, chit, IMMEDIATE_PRICE)

    def apply(self, game: Battle, command: Command) -> None:
        """Pay and play the chit."""
        chit = command.text("chit")
        pay_dispatch(game, chit, IMMEDIATE_PRICE)
        game.emit("ChitBought", chit=chit, price=IMMEDIATE_PRICE, now=True)
        game.finish(chit=chit)


def _once_a_turn(game: Battle, chit: str) -> Iterator[Reason]:
    if chit_kind(chit) not in NOW:
        kinds = "Formation and Kampfgruppe" if "24" in game.scenario.charts.series.chapters else "Formation"
        yield Reason(f"Only {kinds} chits can be bought for immediate play.", "4.0")
    if chit in game.state.added:
        yield Reason(f"The {chit_name(game.scenario, chit)} chit went into the Cup this turn.", "4.0")
    if chit in game.state.played:
        yield Reason(f"The {chit_name(game.scenario, chit)} chit has already been played this turn.", "4.0")


def _free_chit_reasons(game: Battle, chit: str) -> Iterator[Reason]:
    """Yield why a free chit cannot be bought now: it is still in the Cup, or was bought this turn (29)."""
    state, name = game.state, chit_name(game.scenario, chit)
    if chit in state.cup:
        yield Reason(f"The {name} chit is still in the Cup. Wait until it is drawn.", "29.0")
    elif state.played.count(chit) > state.added.count(chit):
        yield Reason(f"The {name} chit has already been bought this turn.", "29.0")


class Pass(BareAction):
    """Buy nothing for immediate play."""

    verb = "pass"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class Purchase(Choice):
    """Asks a side whether it buys a chit for immediate play before the next draw (4.0, step 2C)."""

    kind = "purchase"
    actions = (BuyNow(), Pass())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision if anything can be bought."""
        options = Options(game, self.actions)
        if not options.offers("buy_now"):
            return None
        return Decision(
            game.frame["seat"],
            "purchase",
            "Play a Formation chit now for 2 dispatch points, or pass.",
            "4.0",
            options,
            {"price": IMMEDIATE_PRICE},
        )


def _offer(game: Battle) -> None:
    game.update(chit="")
    game.push("purchase", seat=game.scenario.initiative)  # 4.0: the initiative player first


def _offer_other(game: Battle) -> None:
    if not game.frame["chit"]:
        game.push("purchase", seat=enemy(game.scenario.initiative))


def _draw(game: Battle) -> str | None:
    if game.frame["chit"]:
        game.update(drawn=False)
        return None
    if not game.state.cup:
        return "2.D"
    game.update(drawn=True)
    game.draw("chit", game.state.cup)
    return None


def _play(game: Battle) -> None:
    state = game.state
    chit = str(game.frame["chit"])
    if game.frame["drawn"]:
        chit = str(game.frame["result"])
        cup = list(state.cup)
        cup.remove(chit)
        state.cup = tuple(cup)
        game.emit("ChitDrawn", chit=chit, left=len(state.cup))
    state.played = (*state.played, chit)
    state.chit, state.kindled = chit, ()
    game.checkpoint()
    kind = chit_kind(chit)
    if kind == WIND:
        game.push("wind")
    elif kind == EVENT:
        game.push("random_event")
    elif kind == COMMAND:
        game.push("direct_command", seat=chit_subject(chit))
    elif kind == KAMPFGRUPPE:  # 24.0: the marker is placed first; no air strikes, leaders or weapons
        game.push("formation_activation", "2.C.iii.f", seat=chit_side(game.scenario, chit))
        game.push(KAMPFGRUPPE, seat=chit_side(game.scenario, chit))
    else:
        game.push("formation_activation", seat=chit_side(game.scenario, chit))


def _again(game: Battle) -> str | None:
    game.state.chit = ""
    return "2.C.i"


ACTION_PHASE: Final = Procedure(
    "action_phase",
    {
        "2.C.i": _offer,
        "2.C.i.other": _offer_other,
        "2.C.ii": _draw,
        "2.C.play": _play,
        "2.C.v": _again,
        "2.D": lambda game: None,
    },
)


def blow(game: Battle) -> None:
    """Let the wind remove all barrage and illumination markers (4.0)."""
    for hex_id, size in game.state.barrages.items():
        game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="barrage", value=size)
    game.state.barrages = {}
    put_out_lights(game)


def put_out_lights(game: Battle) -> None:
    """Remove all illumination markers (4.0, steps 2.B and 2.C.i)."""
    for hex_id in game.state.illuminated:
        game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="illumination", value=None)
    game.state.illuminated = ()
