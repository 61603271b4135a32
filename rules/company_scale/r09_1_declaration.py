"""Step A for all markers at once: which assaults are off, who assaults where, in what order (9.0, 9.1, 9.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import enemy_holds, name_of, side_of
from rules.company_scale.r09_2_markers import has_marker, marked_hexes, take_marker
from rules.company_scale.r09_2_placing import assault_reasons, eligible_units
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name


class AssaultPlan:
    """The assaults declared so far (RULINGS 171): `units` of each marked hex that is due, and where each unit goes.

    A unit goes where it is sent, else to a hex with enemies that nobody assaults yet, else to its first one with
    enemies. It goes into a hex without enemies only if sent: who advances there is asked at that point (9.1 A).
    """

    def __init__(
        self, game: Battle, seat: str, called_off: tuple[int, ...], wishes: tuple[tuple[str, int], ...]
    ) -> None:
        self.units = {h: units for h in marked_hexes(game.state, seat) if (units := eligible_units(game, h, seat))}
        self.called_off = tuple(h for h in self.units if h in called_off)
        self.empty = tuple(h for h in self.units if not enemy_holds(game, h, seat))
        self.going = {u: h for u, h in wishes if h in self.units and h not in called_off and u in self.units[h]}
        for unit in dict.fromkeys(u for units in self.units.values() for u in units):
            if unit not in self.going:
                self._send(unit)

    def _send(self, unit: str) -> None:
        open_ = [h for h in self.targets(unit) if h not in self.empty]
        if open_:
            taken = set(self.going.values())
            self.going[unit] = next((h for h in open_ if h not in taken), open_[0])

    def targets(self, unit: str) -> list[int]:
        """Return the marked hexes a unit could assault that are not called off."""
        return [h for h, units in self.units.items() if unit in units and h not in self.called_off]

    def assigned(self, hex_id: int) -> tuple[str, ...]:
        """Return the units that assault a hex."""
        return tuple(u for u in self.units[hex_id] if self.going.get(u) == hex_id)

    def free(self, hex_id: int) -> tuple[str, ...]:
        """Return the units that could enter a hex without enemies: those sent there and those sent nowhere."""
        return tuple(u for u in self.units[hex_id] if self.going.get(u, hex_id) == hex_id)


def plan_of(game: Battle) -> AssaultPlan:
    """Return the plan of the current declaration; made once while options are listed."""
    frame = game.frame
    return game.cached("plan", lambda: AssaultPlan(game, frame["seat"], frame["called_off"], frame["wishes"]))


class CallOff(Action):
    """Call an assault off, which removes its marker, or take that back (9.0, 9.3)."""

    verb = "call_off"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each marked hex that is due."""
        for marked in plan_of(game).units:
            yield cmd("call_off", hex=hex_name(marked))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why there is nothing to call off."""
        yield from _marker_reasons(game, command.text("hex"))

    def apply(self, game: Battle, command: Command) -> None:
        """Call the assault off or on again."""
        marked, off = hex_id(command.text("hex")), game.frame["called_off"]
        game.update(called_off=tuple(h for h in off if h != marked) if marked in off else (*off, marked))


def _marker_reasons(game: Battle, text: str) -> Iterator[Reason]:
    marked, seat = read_hex(text), game.frame["seat"]
    if marked is None or not has_marker(game.state, marked, seat):
        yield _unmarked(text)
    elif not eligible_units(game, marked, seat):
        yield Reason(f"No active unit next to {text} can assault it, so the marker stays.", "9.3")


def _unmarked(text: str) -> Reason:
    return Reason(f"You have no prepared assault marker on {text}.", "9.3")


class Assign(Action):
    """Send a unit that is next to several markers against one of them (9.3)."""

    verb = "assign"
    fields = takes(unit=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every other marked hex for every unit that has a choice."""
        plan = plan_of(game)
        for unit in dict.fromkeys(u for units in plan.units.values() for u in units):
            targets = plan.targets(unit)
            for marked in targets:
                if len(targets) > 1 and plan.going.get(unit) != marked:
                    yield cmd("assign", unit=unit, hex=hex_name(marked))

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the candidates: the plan holds only units that are able to assault the hexes it names for them."""
        return self.candidates(game)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot be sent there."""
        unit, marked, seat = command.text("unit"), read_hex(command.text("hex")), game.frame["seat"]
        if unit not in game.state.units or side_of(game, unit) != seat:
            yield Reason(f"{name_of(game, unit)} isn't one of your units.", "9.3")
            return
        if marked is None or not has_marker(game.state, marked, seat):
            yield _unmarked(command.text("hex"))
            return
        faults = list(assault_reasons(game, unit, marked))
        yield from faults
        if faults:
            return
        plan = plan_of(game)
        if marked in plan.called_off:
            yield Reason(f"You cancelled the assault on {hex_name(marked)}. Reinstate it first.", "9.3")
        elif plan.going.get(unit) == marked:
            yield Reason(f"{name_of(game, unit)} is already assigned to {hex_name(marked)}.", "9.3")

    def apply(self, game: Battle, command: Command) -> None:
        """Note where the unit goes; all others go where they were sent before."""
        unit, marked = command.text("unit"), hex_id(command.text("hex"))
        game.update(wishes=tuple({**plan_of(game).going, unit: marked}.items()))


class ConfirmAssaults(BareAction):
    """Settle all assaults: from now on the units are committed (9.1 A)."""

    verb = "confirm"

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield which marked hex nobody would assault."""
        plan = plan_of(game)
        for marked in plan.units:
            if marked in plan.called_off:
                continue
            if marked in plan.empty and not plan.free(marked):
                yield Reason(f"No unit is left to enter {hex_name(marked)}. Assign one or cancel the assault.", "9.1")
            elif marked not in plan.empty and not plan.assigned(marked):
                yield Reason(f"No unit is assaulting {hex_name(marked)}. Assign one or cancel the assault.", "9.3")

    def apply(self, game: Battle, command: Command) -> None:
        """Remove the markers of assaults called off, commit the units, hand the assaults to the frame below."""
        plan, seat = plan_of(game), game.frame["seat"]
        for marked in plan.called_off:
            game.emit("AssaultCalledOff", hex=hex_name(marked), seat=seat)
            take_marker(game, marked, seat)
        due = tuple((h, plan.assigned(h)) for h in plan.units if h not in plan.called_off)
        commit(game, tuple(unit for _, units in due for unit in units))
        game.finish(due=due)


def commit(game: Battle, units: tuple[str, ...]) -> None:
    """Finish units for this activation: they assault, or fired in support of an assault (9.1 L, 9.4)."""
    for unit in units:
        activity = game.state.activity.get(unit)
        if activity is not None:
            game.state.activity[unit] = replace(activity, used=2, paid=False, finished=True)


class Declaration(Choice):
    """Asks the owner of the chit what happens to every marker that active units could assault (9.3)."""

    kind = "assaults"
    actions = (ConfirmAssaults(), CallOff(), Assign())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question with every marker, unless none is due."""
        plan = plan_of(game)
        if not plan.units:
            return None
        names = ", ".join(hex_name(h) for h in plan.units if h not in plan.called_off)
        prompt = f"Assault {names}? Confirm or cancel." if names else "All assaults are cancelled. Confirm?"
        return Decision(game.frame["seat"], "assaults", prompt, "9.1", Options(game, self.actions), _subject(plan))


def _subject(plan: AssaultPlan) -> dict[str, Any]:
    markers: list[dict[str, Any]] = [
        {
            "hex": hex_name(h),
            "called_off": h in plan.called_off,
            "empty": h in plan.empty,
            "units": [*units],
            "assigned": list(plan.assigned(h)),
        }
        for h, units in plan.units.items()
    ]
    return {"markers": markers}


class ChooseAssault(Action):
    """Choose which assault is carried out next (9.1)."""

    verb = "choose"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each assault that is left."""
        for marked, _ in game.frame["due"]:
            yield cmd("choose", hex=hex_name(marked))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the hex is one of those left."""
        names = [hex_name(marked) for marked, _ in game.frame["due"]]
        if command.text("hex") not in names:
            yield Reason(f"There is no assault on {command.text('hex')} left. Choose {' or '.join(names)}.", "9.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Hand the hex to the frame below."""
        game.finish(next=hex_id(command.text("hex")))


class AssaultOrder(Choice):
    """Asks which of several assaults comes next."""

    kind = "assault_order"
    actions = (ChooseAssault(),)

    def ask(self, game: Battle) -> Decision:
        """Return the question."""
        subject: dict[str, Any] = {"hexes": [hex_name(marked) for marked, _ in game.frame["due"]]}
        return Decision(
            game.frame["seat"], "assault_order", "Which assault is next?", "9.1", Options(game, self.actions), subject
        )
