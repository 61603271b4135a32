"""Airpower: air combat, air support markers, air strikes and interdiction (16.0 to 16.2.2, 17.0, 18.0)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.choosing import ask_division, ask_unit
from rules.company_scale.counters import Box
from rules.company_scale.pieces import enemy, enemy_holds, is_night, units_on_map
from rules.company_scale.r05_command import DIVISION, chit_kind, chit_subject, set_division
from rules.company_scale.r06_movement import live_units, read_hex
from rules.company_scale.r07_2_fire_zones import sees
from rules.company_scale.r08_3_modifiers import HEX, TYPES, Shot, aims, defender_chooses, targets_in
from rules.company_scale.r08_4_resolution import ALWAYS_MISSES, carry_out_part, result_of
from rules.company_scale.r08_7_2_barrages import barrage_size, place_barrage
from rules.company_scale.r08_direct_fire import best_type
from rules.company_scale.r18_reinforcements import PROTECTED
from rules.company_scale.r20_events import ON_MAP, divisions_of
from rules.company_scale.r30_riders import meet_riders
from rules.company_scale.scenario import SIDES
from rules.company_scale.state import Table
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import distance
from rules.hexes.ids import hex_id, hex_name

FIRST, SECOND = "allied", "german"  # 16.1: who shoots first in the air


def in_play(game: Table, side: str) -> int:
    """Return how many air support markers of a side lie on its displays (16.0)."""
    return sum(n for division, n in game.state.air_support.items() if game.scenario.divisions[division].side == side)


def can_fly(game: Table) -> bool:
    """Tell whether aircraft arrive and attack now: not in rain, not at night (16.2, 17.0)."""
    return game.state.weather != "rain" and not is_night(game)


def ground_aircraft(game: Table) -> None:
    """Take all air support off the displays when a night turn begins (17.0; RULINGS 144)."""
    if game.state.air_support and is_night(game):
        game.state.air_support = {}
        game.emit("AirSupportRemoved")


# ---- air combat (16.1) ----


def _arrive(game: Table) -> str | None:
    charts = game.scenario.charts.air_support
    coming = {side: max(0, int(charts[side]["count"]) - in_play(game, side)) for side in SIDES}
    game.update(allied=coming["allied"], german=coming["german"], shots=coming[FIRST], shooter=FIRST)
    game.emit("AirSupportArrived", allied=coming["allied"], german=coming["german"])
    return None


def _shoot(game: Table) -> str | None:
    """Let one marker after the other shoot once at one of the enemy's (16.1; RULINGS 140)."""
    frame = game.frame
    shooter = frame["shooter"]
    if frame["shots"] > 0 and frame[enemy(shooter)] > 0:
        game.roll("air_combat", side=shooter)
        return None
    if shooter == FIRST:
        game.update(shooter=SECOND, shots=frame[SECOND])
        return "16.1.shoot"
    return "16.1.place"


def _hit(game: Table) -> str | None:
    frame = game.frame
    shooter, die = frame["shooter"], frame["result"]
    hit = die <= int(game.scenario.charts.air_support[shooter]["air_combat_hits_on"])
    left = frame[enemy(shooter)] - hit
    game.update(shots=frame["shots"] - 1, **{enemy(shooter): left})
    game.emit("AirCombat", side=shooter, die=die, hit=hit, left=left)
    return "16.1.shoot"


def _place(game: Table) -> str | None:
    """Have a side put its next marker on a display: the initiative player first (16.1; RULINGS 141)."""
    first = game.scenario.initiative
    for side in (first, enemy(first)):
        able = divisions_of(game, side, ON_MAP)
        if game.frame[side] > 0 and able:
            left = game.frame[side]
            which = "1 air support marker" if left == 1 else f"the next of {left} air support markers"
            game.update(placing=side)
            ask_division(game, "air_placement", side, able, rule="16.1", about="air_support",
                         prompt=f"Which division gets {which}?")  # fmt: skip
            return None
    return "end"


def _placed(game: Table) -> str | None:
    frame = game.frame
    division, side = frame["chosen"], frame["placing"]
    game.state.air_support[division] = game.state.air_support.get(division, 0) + 1
    game.update(**{side: frame[side] - 1})
    game.emit("AirSupportPlaced", division=division, value=game.state.air_support[division])
    return "16.1.place"


AIR_COMBAT = Procedure(
    "air_combat",
    {"16.0": _arrive, "16.1.shoot": _shoot, "16.1.hit": _hit, "16.1.place": _place, "16.1.placed": _placed},
)


# ---- one attack (16.2) ----


def attack_reasons(game: Table, division: str, target: int, aim: str, movers: tuple[str, ...] = ()) -> Iterator[Reason]:
    """Yield why a division's aircraft cannot attack a hex, or one hard target in it (16.2, 18.0)."""
    known = game.scenario.divisions[division]
    if not can_fly(game):
        yield Reason("There are no air attacks in rain or at night.", "16.2")
    if not game.state.air_support.get(division):
        yield Reason(f"{known.name} has no air support.", "16.2")
    if game.state.divisions[division].commands < 1:
        yield Reason(f"An air attack costs 1 direct command and {known.name} has none.", "16.2")
    if not enemy_holds(game, target, known.side):
        yield Reason(f"No enemy unit is in {hex_name(target)}.", "16.2")
        return
    for entry in game.scenario.entries.get(enemy(known.side), ()):
        if distance(entry, target) <= PROTECTED:
            yield Reason(f"{hex_name(target)} lies within {PROTECTED} hexes of the enemy reinforcement hex "
                         f"{hex_name(entry)}.", "18.0")  # fmt: skip
    if aim not in attack_aims(game, target, movers):
        yield Reason("Attack the hex, or one hard target in it.", "16.2")


def attack_aims(game: Table, target: int, movers: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return what an air attack may be aimed at: the hex and each hard target, of the moving units if any (16.2)."""
    return aims(game, Shot("", target, HEX, "", movers=movers))


def attack(game: Table, division: str, target: int, aim: str, movers: tuple[str, ...] = ()) -> None:
    """Spend a marker and a direct command, and carry the attack out."""
    status = game.state.divisions[division]
    set_division(game, division, commands=status.commands - 1)
    game.emit("CommandSpent", division=division, left=status.commands - 1)
    left = game.state.air_support[division] - 1
    game.state.air_support = {d: n for d, n in {**game.state.air_support, division: left}.items() if n}
    game.push("air_attack", division=division, seat=game.scenario.divisions[division].side, hex=target, aim=aim,
              movers=movers, target="", chosen="")  # fmt: skip


def _target(game: Table) -> str | None:
    frame = game.frame
    shot = Shot("", frame["hex"], frame["aim"], "", movers=frame["movers"])
    units = targets_in(game, shot)
    if not units or (shot.aim != HEX and shot.aim not in units):
        return "end"
    if shot.aim != HEX:
        game.update(chosen=shot.aim)
        return None
    chooser = enemy(frame["seat"]) if defender_chooses(game, shot) else frame["seat"]
    ask_unit(game, "target_unit", chooser, units, hex_name=hex_name(shot.hex), rule="8.3.1",
             prompt=f"Air attack on {hex_name(shot.hex)}: which unit is the target unit?")  # fmt: skip
    return None


def _firepower(game: Table, side: str) -> int:
    return int(game.scenario.charts.air_support[side]["fire"])


def _roll(game: Table) -> str | None:
    frame = game.frame
    value = _firepower(game, frame["seat"])  # 16.2: no modifiers
    game.update(target=frame["chosen"], value=value)
    game.emit("AirAttackDeclared", division=frame["division"], hex=hex_name(frame["hex"]), aim=frame["aim"],
              target=frame["chosen"], value=value)  # fmt: skip
    game.roll("air_attack", hex=hex_name(frame["hex"]), value=value)
    return None


def _look(game: Table) -> str | None:
    frame = game.frame
    charts = game.scenario.charts
    kinds = TYPES[Box(charts.air_support[frame["seat"]]["type"])]
    table = charts.combat_hex if frame["aim"] == HEX else charts.combat_hard
    entry = result_of(table[best_type(kinds, frame["aim"])], frame["value"], frame["result"])  # RULINGS 142
    game.update(die=frame["result"], parts=tuple(entry.split()))
    game.emit("AirAttacked", hex=hex_name(frame["hex"]), aim=frame["aim"], die=frame["result"], value=frame["value"],
              result=entry)  # fmt: skip
    return None


def _barrage(game: Table) -> str | None:
    frame = game.frame
    if frame["die"] != ALWAYS_MISSES and frame["aim"] == HEX:  # 16.1; RULINGS 143
        game.push("air_barrage", seat=frame["seat"], hex=frame["hex"], size=barrage_size(frame["value"]))
    return None


AIR_ATTACK = Procedure(
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

    def apply(self, game: Table, command: Command) -> None:
        """Put the marker there."""
        here, size = game.frame["hex"], game.frame["size"]
        game.finish()
        place_barrage(game, here, size)


class NoBarrage(BareAction):
    """Leave no barrage marker."""

    verb = "no_barrage"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish()


class AirBarrage(Choice):
    """Asks the owner of an air attack whether it leaves a barrage (16.1)."""

    kind = "air_barrage"
    actions = (PlaceBarrage(), NoBarrage())

    def ask(self, game: Table) -> Decision | None:
        """Return the question unless a barrage of this size is there already."""
        here, size = game.frame["hex"], game.frame["size"]
        sizes = list(game.scenario.charts.barrage)
        there = game.state.barrages.get(here)
        if there is not None and sizes.index(there) >= sizes.index(size):
            return None
        return Decision(game.frame["seat"], "air_barrage", f"Leave a {size} barrage on {hex_name(here)}?", "16.1",
                        Options(game, self.actions), {"hex": hex_name(here), "barrage": size})  # fmt: skip


# ---- air strikes (16.2.2) ----


def offer_strikes(game: Table, seat: str, *, drawn: bool) -> None:
    """Ask for air strikes at the beginning of an activation by a division chit drawn from the Cup (16.2.2, 29.0)."""
    division = chit_subject(game.state.chit)
    if drawn and chit_kind(game.state.chit) == DIVISION and game.state.air_support.get(division):
        game.push("air_strikes", seat=seat, division=division)


class AirStrike(Action):
    """Strike any enemy hex of the map, or one hard target in it (16.2.2)."""

    verb = "air_strike"
    fields = takes(hex=str, target=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield every enemy hex with everything in it that can be aimed at."""
        for here in game.state.stacks:
            if enemy_holds(game, here, game.frame["seat"]):
                for aim in attack_aims(game, here):
                    yield cmd("air_strike", hex=hex_name(here), target=aim)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why this cannot be struck."""
        target = read_hex(command.get("hex"))
        if target is None:
            yield Reason(f'"{command.get("hex")}" is not a hex; hexes read like 18.40.')
            return
        yield from attack_reasons(game, game.frame["division"], target, str(command.get("target")))

    def apply(self, game: Table, command: Command) -> None:
        """Strike."""
        attack(game, game.frame["division"], hex_id(str(command.get("hex"))), str(command.get("target")))


class Done(BareAction):
    """Make no more air strikes."""

    verb = "done"

    def apply(self, game: Table, command: Command) -> None:
        """Close the question."""
        game.finish()


class AirStrikes(Choice):
    """Asks a division for air strikes, the first thing in its activation (4.0 step a, 16.2.2)."""

    kind = "air_strikes"
    actions = (AirStrike(), Done())

    def ask(self, game: Table) -> Decision | None:
        """Return the question while anything can be struck."""
        division = game.frame["division"]
        options = Options(game, self.actions)
        if not any(command.verb == "air_strike" for command in options):
            return None
        left = game.state.air_support[division]
        prompt = f"{game.scenario.divisions[division].name}: air strikes? {left} available, 1 direct command each."
        return Decision(game.frame["seat"], "air_strikes", prompt, "16.2.2", options,
                        {"division": division, "available": left})  # fmt: skip


# ---- interdiction (16.2.1) ----


def open_interdiction(game: Table, units: tuple[str, ...], here: int) -> None:
    """Ask the enemy of units that entered a hex along a road whether his aircraft attack them (RULINGS 145)."""
    if game.state.air_support and units and can_fly(game):
        game.push("interdiction", seat=enemy(game.scenario.units[units[0]].side), units=units, hex=here)


def spotting_divisions(game: Table, side: str, here: int) -> tuple[str, ...]:
    """Return the divisions of a side with air support of which a unit sees a hex (16.2.1)."""
    able = {d for d in game.state.air_support if game.scenario.divisions[d].side == side}
    return tuple(sorted({
        game.scenario.units[unit].division for unit in units_on_map(game, side)
        if game.scenario.units[unit].division in able and sees(game, game.state.units[unit].hex, here)
    }))  # fmt: skip


class Interdict(Action):
    """Attack units in column that move along a road (16.2.1)."""

    verb = "interdict"
    fields = takes(division=str, target=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each division that sees the units with all that can be aimed at."""
        frame = game.frame
        for division in spotting_divisions(game, frame["seat"], frame["hex"]):
            for aim in attack_aims(game, frame["hex"], frame["units"]):
                yield cmd("interdict", division=division, target=aim)

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why these aircraft cannot attack."""
        division, frame = str(command.get("division")), game.frame
        known = game.scenario.divisions.get(division)
        if known is None or known.side != frame["seat"]:
            yield Reason(f'"{division}" is no division of the {frame["seat"]} side.', "16.2.1")
            return
        yield from attack_reasons(game, division, frame["hex"], str(command.get("target")), frame["units"])
        if game.state.air_support.get(division) and division not in spotting_divisions(game, known.side, frame["hex"]):
            yield Reason(f"No unit of {known.name} sees {hex_name(frame['hex'])}.", "16.2.1")

    def apply(self, game: Table, command: Command) -> None:
        """Attack."""
        frame = game.frame
        attack(game, str(command.get("division")), frame["hex"], str(command.get("target")), frame["units"])


class Hold(BareAction):
    """Let them pass."""

    verb = "hold"

    def apply(self, game: Table, command: Command) -> None:
        """Close the window."""
        game.finish()


class Interdiction(Choice):
    """The window in which aircraft may attack a column on a road; it asks again while they can (16.2.1)."""

    kind = "interdiction"
    actions = (Interdict(), Hold())

    def ask(self, game: Table) -> Decision | None:
        """Return the question while moving units are there and aircraft can attack them."""
        frame = game.frame
        units = tuple(u for u in live_units(game, frame["units"], frame["hex"]) if not game.state.units[u].deployed)
        if not units:
            return None
        if units != frame["units"]:
            game.update(units=units)
        options = Options(game, self.actions)
        if not any(command.verb == "interdict" for command in options):
            return None
        here = hex_name(frame["hex"])
        return Decision(frame["seat"], "interdiction", f"A column moves along the road in {here}: interdiction?",
                        "16.2.1", options, {"units": list(units), "hex": here})  # fmt: skip
