"""Mobile combat: arrival, the counter-attack before it, carrying it out or letting it be (5.3, 5.4)."""

from __future__ import annotations

from rules.engine.command import Command
from rules.engine.frames import BareAction, Choice, Frame
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import in_place, is_combat, is_good, is_vehicle
from rules.striking_anvil.r03_impulses import reactors
from rules.striking_anvil.r05_battle import COUNTER, MOBILE, Battle, begin_combat, is_target
from rules.striking_anvil.scenario import other_side
from rules.striking_anvil.state import Anvil


def attackers(game: Anvil, frame: Frame) -> tuple[str, ...]:
    """Return who still makes the mobile combat: Good Order units, if a combat unit is among them (5.4)."""
    good = tuple(unit for unit in in_place(game, frame["group"], frame["target"]) if is_good(game, unit))
    return good if any(is_combat(game, unit) for unit in good) else ()


def can_strike(game: Anvil, frame: Frame) -> bool:
    """Tell whether the declared mobile combat can be made: units have arrived and something is there (5.3)."""
    target = frame["target"]
    return bool(target) and is_target(game, frame["seat"], target) and bool(attackers(game, frame))


def arrive(game: Anvil) -> str | None:
    """Unload at the target; its Good Order units may counter-attack first (5.3, 5.4)."""
    frame, enemy = game.frame, other_side(game.frame["seat"])
    game.update(reply=(), loads={})
    if not can_strike(game, frame):
        return "turned"
    if reactors(game, enemy, frame["target"]):
        game.push("reaction", seat=enemy, kind=COUNTER, area=frame["target"], units=(), movers=attackers(game, frame))
    return None


def countered(game: Anvil) -> str | None:
    """Make the counter-attack; only the movers take its hits (5.4)."""
    frame = game.frame
    if frame["reply"]:
        battle = Battle(COUNTER, other_side(frame["seat"]), frame["target"], frame["reply"])
        begin_combat(game, battle, tuple(unit for unit in attackers(game, frame) if not is_vehicle(game, unit)))
    return None


def mobile_battle(game: Anvil, frame: Frame) -> Battle:
    """Return the mobile combat as it would be made now (5.3)."""
    return Battle(MOBILE, frame["seat"], frame["target"], attackers(game, frame), frame["border"], frame["landing"])


def strike(game: Anvil) -> str | None:
    """Ask whether the mobile combat is carried out, if it still can be (5.3, 5.4)."""
    frame = game.frame
    if not can_strike(game, frame):  # 5.4: no combat unit in Good Order is left
        return "turned"
    game.push("strike", seat=frame["seat"])
    return None


def fight(game: Anvil) -> str | None:
    """Make the mobile combat, unless it was let be (5)."""
    if game.frame["carried_out"]:
        begin_combat(game, mobile_battle(game, game.frame))
    return None


class CarryOut(BareAction):
    """Make the mobile combat."""

    verb = "carry_out"

    def apply(self, game: Anvil, command: Command) -> None:
        """Fight."""
        game.finish(carried_out=True)


class CallOff(BareAction):
    """Let the mobile combat be: no unit is ever forced to fight (5)."""

    verb = "call_off"

    def apply(self, game: Anvil, command: Command) -> None:
        """End the move."""
        game.finish(carried_out=False)


class Strike(Choice):
    """The mover carries his mobile combat out, or lets it be."""

    kind = "strike"
    actions = (CarryOut(), CallOff())

    def ask(self, game: Anvil) -> Decision:
        """Ask once."""
        march = game.state.frames[game.index - 1]
        prompt = f"Fight the mobile combat in {area_name(game, march['target'])}?"
        subject = {"area": march["target"], "units": attackers(game, march)}
        return Decision(game.frame["seat"], self.kind, prompt, "5.3", Options(game, self.actions), subject)
