"""Taking hits: who may pay, what each way of paying is worth (5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name, fort_level
from rules.striking_anvil.r01_3_units import counter_of, disorganize, eliminate, in_place, label, reduce_unit, units_of
from rules.striking_anvil.r01_5_fortresses import lower
from rules.striking_anvil.scenario import CD, COMBAT, FULL, REDUCED, TRANSPORT
from rules.striking_anvil.state import Anvil

DISORGANIZE: Final = "disorganize"
REDUCE: Final = "reduce"
ELIMINATE: Final = "eliminate"
LEVEL: Final = "level"


class Bill(NamedTuple):
    """Hits to be paid: by whom, where, how many are left; by which units, None for all in the area; by what else."""

    seat: str
    area: str
    left: int
    units: tuple[str, ...] | None
    may_disorganize: bool
    fort: bool


def bill_of(game: Anvil) -> Bill:
    """Return what is still to be paid in the frame at work."""
    frame = game.frame
    units = None if frame["everybody"] else tuple(frame["units"])
    return Bill(frame["seat"], frame["area"], frame["hits"] - frame["paid"], units, frame["disorganize"], frame["fort"])


def payers(game: Anvil, bill: Bill) -> list[str]:
    """Return the units that may take hits: of the area, or those that take part; never transports (5.8, 1.3.3)."""
    units = units_of(game, bill.area, bill.seat) if bill.units is None else in_place(game, bill.units, bill.area)
    return [unit for unit in units if counter_of(game, unit).kind != TRANSPORT]


def worth(game: Anvil, unit: str, how: str) -> int:
    """Return how many hits a way of paying takes up (5.8); 0 where it is not possible for this unit."""
    counter, piece = counter_of(game, unit), game.state.units[unit]
    if how == DISORGANIZE:
        return int(counter.kind == COMBAT and not piece.disorganized)
    if how == REDUCE:
        if piece.reduced or counter.steps < 2:
            return 0
        return 1 if counter.kind == CD else counter.strength[FULL] - counter.strength[REDUCED]
    if counter.kind == COMBAT:
        return counter.strength[piece.reduced]
    return counter.steps - piece.reduced


def is_payable(game: Anvil, bill: Bill) -> bool:
    """Tell whether anything eligible is left to pay with (5.8)."""
    return bool(payers(game, bill)) or (bill.fort and fort_level(game, bill.area) > 0)


def begin_payment(
    game: Anvil, seat: str, area: str, hits: int, units: tuple[str, ...] | None, *, disorganize: bool, fort: bool
) -> None:
    """Ask a side to pay hits: by these units, or by all it has in the area; the last item may overshoot (5.8)."""
    if hits:
        game.push(
            "payment",
            seat=seat,
            area=area,
            hits=hits,
            paid=0,
            units=units or (),
            everybody=units is None,
            disorganize=disorganize,
            fort=fort,
        )


class Pay(Action):
    """Pay with a unit in one of three ways."""

    fields = takes(unit=str)
    words = ""

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each unit that may take hits."""
        for unit in payers(game, bill_of(game)):
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot pay so."""
        bill, unit = bill_of(game), command.text("unit")
        if unit not in payers(game, bill):
            yield self._outsider(game, bill, unit)
            return
        if self.verb == DISORGANIZE and not bill.may_disorganize:
            yield Reason("Attackers are Disorganized before taking hits, so they pay with steps.", "5.8")
        if not worth(game, unit, self.verb):
            yield Reason(f"{label(game, unit)} {self.words}", "5.8")

    def _outsider(self, game: Anvil, bill: Bill, unit: str) -> Reason:
        name, piece = label(game, unit), game.state.units.get(unit)
        if piece is None or piece.at != bill.area or counter_of(game, unit).side != bill.seat:
            return Reason(f"{name} is not one of your units in {area_name(game, bill.area)}.", "5.8")
        if counter_of(game, unit).kind == TRANSPORT:
            return Reason(f"{name} is a transport and never takes hits.", "1.3.3")
        return Reason(f"{name} was not in this combat. Only units that were can take its hits.", "5.8")

    def apply(self, game: Anvil, command: Command) -> None:
        """Pay, and count it."""
        unit = command.text("unit")
        paid = worth(game, unit, self.verb)
        game.update(paid=game.frame["paid"] + paid)
        self.pay(game, unit)
        game.emit("HitsPaid", seat=game.frame["seat"], unit=unit, how=self.verb, hits=paid)

    def pay(self, game: Anvil, unit: str) -> None:
        """Do it to the unit."""
        raise NotImplementedError


class PayDisorganized(Pay):
    """Turn a Good Order combat unit: 1 hit."""

    verb = DISORGANIZE
    words = "can't pay by disorganization. Only combat units in Good Order can."

    def pay(self, game: Anvil, unit: str) -> None:
        """Turn it."""
        disorganize(game, (unit,))


class PayReduced(Pay):
    """Flip a counter: the strength lost, or 1 for a step of a CD unit."""

    verb = REDUCE
    words = "is already reduced. Eliminate it or choose another unit."

    def pay(self, game: Anvil, unit: str) -> None:
        """Flip it."""
        reduce_unit(game, unit)


class PayEliminated(Pay):
    """Remove a unit: the strength it shows, 1 for a support unit or the train, a step each for a CD unit."""

    verb = ELIMINATE
    words = "can't be eliminated."

    def pay(self, game: Anvil, unit: str) -> None:
        """Remove it."""
        eliminate(game, unit, "hits")


class PayLevel(Action):
    """Lower the fortification: 1 hit each level."""

    verb = LEVEL
    fields = takes(area=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield the area."""
        yield cmd(self.verb, area=game.frame["area"])

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why no level can be paid."""
        area = command.text("area")
        if area != game.frame["area"]:
            yield Reason(f"The combat is in {area_name(game, game.frame['area'])}.", "5.8")
        elif not game.frame["fort"] or not fort_level(game, area):
            yield Reason("Fortress levels only pay German hits when the Allies attack the area.", "5.8")

    def apply(self, game: Anvil, command: Command) -> None:
        """Lower it by one."""
        area = command.text("area")
        game.update(paid=game.frame["paid"] + 1)
        lower(game, area, 1)
        game.emit("HitsPaid", seat=game.frame["seat"], unit="", how=self.verb, hits=1)


class Payment(Choice):
    """The owner pays hit by hit until the number is reached or nothing is left."""

    kind = "payment"
    actions = (PayDisorganized(), PayReduced(), PayEliminated(), PayLevel())

    def ask(self, game: Anvil) -> Decision | None:
        """Ask while hits are left and anything eligible is."""
        bill = bill_of(game)
        if bill.left <= 0 or not is_payable(game, bill):
            return None  # 5.8: what nobody can pay is lost
        prompt = f"Take {bill.left} hit{'s' * (bill.left > 1)} in {area_name(game, bill.area)}."
        subject = {"area": bill.area, "hits": game.frame["hits"], "paid": game.frame["paid"]}
        return Decision(bill.seat, self.kind, prompt, "5.8", Options(game, self.actions), subject)
