"""Air support: the air combat on arrival, displays, night, and an air attack (16.0 to 16.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.counters import Box
from rules.company_scale.pieces import enemy, enemy_holds, is_night
from rules.company_scale.prompts import ask_division
from rules.company_scale.r05_command import set_division
from rules.company_scale.r08_3_modifiers import HEX, TYPES, Shot, aims
from rules.company_scale.r08_4_resolution import ALWAYS_MISSES, carry_out_part, name_target, result_of
from rules.company_scale.r08_7_1_spotting import barrage_size, place_barrage
from rules.company_scale.r08_direct_fire import best_type
from rules.company_scale.r18_reinforcements import protected_reasons
from rules.company_scale.r20_events import ON_MAP, divisions_of
from rules.company_scale.r30_riders import meet_riders
from rules.company_scale.scenario import SIDES
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason
from rules.engine.frames import BareAction, Choice, Procedure
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

# --- Air support markers (16.0, 16.1, 17.0) ------------------------------------------------------------------------

FIRST: Final = "allied"  # 16.1: who shoots first in the air
SECOND: Final = "german"


def in_play(game: Battle, side: str) -> int:
    """Return how many air support markers of a side lie on its displays (16.0)."""
    return sum(n for division, n in game.state.air_support.items() if game.scenario.divisions[division].side == side)


def ground_aircraft(game: Battle) -> None:
    """Take all air support off the displays when a night turn begins (17.0; RULINGS 144)."""
    if game.state.air_support and is_night(game):
        game.state.air_support = {}
        game.emit("AirSupportRemoved")


def _arrive(game: Battle) -> None:
    charts = game.scenario.charts.air_support
    coming = {side: max(0, charts[side].count - in_play(game, side)) for side in SIDES}
    game.update(allied=coming["allied"], german=coming["german"])
    _turn_to(game, FIRST)
    game.emit("AirSupportArrived", allied=coming["allied"], german=coming["german"])


def _turn_to(game: Battle, shooter: str) -> None:
    """Give a side its shots: one per marker at every enemy, or by rule switch one per marker (16.1; RULINGS 140).

    `shots` are those left at the current enemy marker, `others` the enemy markers to be shot at after it.
    """
    others = game.frame[enemy(shooter)] - 1 if _at_each(game) else 0
    game.update(shooter=shooter, shots=game.frame[shooter], others=others)


def _at_each(game: Battle) -> bool:
    return game.scenario.rules.get("air_combat") != "one_shot"


def _shoot(game: Battle) -> str | None:
    """Let the markers shoot in turn at one of the enemy's (16.1)."""
    frame = game.frame
    shooter = frame["shooter"]
    if frame["shots"] > 0 and frame[enemy(shooter)] > 0:
        game.roll("air_combat", side=shooter)
        return None
    if shooter == FIRST:
        _turn_to(game, SECOND)
        return "16.1.shoot"
    return "16.1.place"


def _hit(game: Battle) -> str | None:
    frame = game.frame
    shooter, die = frame["shooter"], frame["result"]
    hit = die <= game.scenario.charts.air_support[shooter].air_combat_hits_on
    left = frame[enemy(shooter)] - hit
    shots, others = frame["shots"] - 1, frame.get("others", 0)
    if others > 0 and (hit or not shots):
        shots, others = frame[shooter], others - 1
    elif hit and _at_each(game):
        shots = 0
    game.update(shots=shots, others=others, **{enemy(shooter): left})
    game.emit("AirCombat", side=shooter, die=die, hit=hit, left=left)
    return "16.1.shoot"


def _place(game: Battle) -> str | None:
    """Have a side put its next marker on a display: the initiative player first (16.1; RULINGS 141)."""
    first = game.scenario.initiative
    for side in (first, enemy(first)):
        able = divisions_of(game, side, ON_MAP)
        if game.frame[side] > 0 and able:
            game.update(placing=side)
            ask_division(game, "air_placement", side, able, rule="16.1", about="air_support")
            return None
    return "end"


def _placed(game: Battle) -> str | None:
    frame = game.frame
    division, side = frame["chosen"], frame["placing"]
    game.state.air_support[division] = game.state.air_support.get(division, 0) + 1
    game.update(**{side: frame[side] - 1})
    game.emit("AirSupportPlaced", division=division, value=game.state.air_support[division])
    return "16.1.place"


AIR_COMBAT: Final = Procedure(
    "air_combat",
    {"16.0": _arrive, "16.1.shoot": _shoot, "16.1.hit": _hit, "16.1.place": _place, "16.1.placed": _placed},
)


# --- An air attack: whether it is possible, its die, its result, the barrage it may leave (16.1, 16.2, 18.0) -------


def can_fly(game: Battle) -> bool:
    """Tell whether aircraft can arrive and attack now: not in rain or at night (4.0, 17.0)."""
    return game.state.weather != "rain" and not is_night(game)


def attack_reasons(
    game: Battle, division: str, target: int, aim: str, movers: tuple[str, ...] = ()
) -> Iterator[Reason]:
    """Yield why a division's aircraft cannot attack a hex, or one hard target in it (16.2, 18.0)."""
    printed = game.scenario.divisions[division]
    if game.state.weather == "rain":
        yield Reason("Aircraft don't fly in rain.", "4.0")
    if is_night(game):
        yield Reason("Aircraft don't fly at night.", "17.0")
    if not game.state.air_support.get(division):
        yield Reason(f"{printed.name} has no air support.", "16.2")
    if game.state.divisions[division].commands < 1:
        yield Reason(f"An air attack costs 1 direct command; {printed.name} has none.", "16.2")
    if not enemy_holds(game, target, printed.side):
        yield Reason(f"There are no enemy units in {hex_name(target)}.", "16.2")
        return
    yield from protected_reasons(game, printed.side, target)  # 18.0
    if aim not in attack_aims(game, target, movers):
        yield Reason("Aim at the hex, or at one hard target in it.", "16.2")


def attack_aims(game: Battle, target: int, movers: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the aims of an air attack: the hex and each hard target, only among the moving units if any (16.2)."""
    return aims(game, Shot("", target, HEX, "", movers=movers))


def attack(game: Battle, division: str, target: int, aim: str, movers: tuple[str, ...] = ()) -> None:
    """Spend a marker and a direct command, and carry the attack out."""
    status = game.state.divisions[division]
    set_division(game, division, commands=status.commands - 1)
    game.emit("CommandSpent", division=division, left=status.commands - 1)
    left = game.state.air_support[division] - 1
    game.state.air_support = {d: n for d, n in {**game.state.air_support, division: left}.items() if n}
    game.push(
        "air_attack",
        division=division,
        seat=game.scenario.divisions[division].side,
        hex=target,
        aim=aim,
        movers=movers,
        target="",
        chosen="",
    )


def _target(game: Battle) -> str | None:
    frame = game.frame
    shot = Shot("", frame["hex"], frame["aim"], "", movers=frame["movers"])
    return None if name_target(game, shot) else "end"


def _firepower(game: Battle, side: str) -> int:
    return game.scenario.charts.air_support[side].fire


def _roll(game: Battle) -> None:
    frame = game.frame
    value = _firepower(game, frame["seat"])  # 16.2: no modifiers
    game.update(target=frame["chosen"], value=value)
    game.emit(
        "AirAttackDeclared",
        division=frame["division"],
        hex=hex_name(frame["hex"]),
        aim=frame["aim"],
        target=frame["chosen"],
        value=value,
    )
    game.roll("air_attack", hex=hex_name(frame["hex"]), value=value)


def _look(game: Battle) -> None:
    frame = game.frame
    charts = game.scenario.charts
    kinds = TYPES[Box(charts.air_support[frame["seat"]].type)]
    table = charts.combat_hex if frame["aim"] == HEX else charts.combat_hard
    entry = result_of(table[best_type(kinds, frame["aim"])], frame["value"], frame["result"])  # RULINGS 142
    game.update(die=frame["result"], parts=tuple(entry.split()))
    game.emit(
        "AirAttacked",
        hex=hex_name(frame["hex"]),
        aim=frame["aim"],
        die=frame["result"],
        value=frame["value"],
        result=entry,
    )


def _barrage(game: Battle) -> None:
    frame = game.frame
    if frame["die"] != ALWAYS_MISSES and frame["aim"] == HEX:  # 16.1; RULINGS 143
        game.push("air_barrage", seat=frame["seat"], hex=frame["hex"], size=barrage_size(frame["value"]))


AIR_ATTACK: Final = Procedure(
    "air_attack",
    {
        "30.0": meet_riders,
        "8.3.1.target": _target,
        "16.2.roll": _roll,
        "16.2.look": _look,
        "8.5.part": carry_out_part,
        "16.1.barrage": _barrage,
    },
)


class PlaceBarrage(BareAction):
    """Leave a barrage marker on the hex attacked (16.1)."""

    verb = "place_barrage"

    def apply(self, game: Battle, command: Command) -> None:
        """Put the marker there."""
        here, size = game.frame["hex"], game.frame["size"]
        game.finish()
        place_barrage(game, here, size)


class NoBarrage(BareAction):
    """Leave no barrage marker."""

    verb = "no_barrage"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class AirBarrage(Choice):
    """Asks the owner of an air attack whether it leaves a barrage (16.1)."""

    kind = "air_barrage"
    actions = (PlaceBarrage(), NoBarrage())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question unless a barrage of this size is there already."""
        here, size = game.frame["hex"], game.frame["size"]
        sizes = list(game.scenario.charts.barrage)
        there = game.state.barrages.get(here)
        if there is not None and sizes.index(there) >= sizes.index(size):
            return None
        return Decision(
            game.frame["seat"],
            "air_barrage",
            f"Leave a {size} barrage on {hex_name(here)}?",
            "16.1",
            Options(game, self.actions),
            {"hex": hex_name(here), "barrage": size},
        )
