"""Plays every decision of one side: fires when that pays, moves toward victory hexes, answers rare questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, Final

from rules.company_scale.battle_map import Road
from rules.company_scale.bot import assault, chits, unit_actions
from rules.company_scale.bot.activation import Activation
from rules.company_scale.bot.assault import goal_points, leaves_goal
from rules.company_scale.bot.fire import fails_rout_check, unit_worth
from rules.company_scale.bot.ground import March
from rules.company_scale.bot.memory import USUAL, Order, ScriptMemory
from rules.company_scale.bot.reasons import NO_REASON, usual_why
from rules.company_scale.bot.shots import Shots, indirect_fire_answers
from rules.company_scale.bot.value import Answer, Answers, key_of
from rules.company_scale.bot.weights import POINT, Weights, weights_of
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds, face, headquarters, holder, leader_now, side_of
from rules.company_scale.r05_command import DIVISION, command_range
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r07_line_of_sight import fire_zone
from rules.company_scale.r08_3_modifiers import HEX
from rules.company_scale.r22_evacuation import GERMAN
from rules.company_scale.r23_2_ambush import SUCCESS
from rules.company_scale.r27_victory import controller
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, cmd
from rules.engine.evaluator import BotChoice, Manner
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_id, neighbours
from rules.hexes.paths import cheapest

# --- Plays sensibly: it fires when that pays, moves toward victory hexes, rallies, saves commands ------------------


class CompanyScript:
    """Chooses for one side through one game; its parts share a mind and answer by kind of decision."""

    def __init__(self, seed: int, manner: Manner, order: Order = USUAL) -> None:
        self.mind = ScriptMemory(seed, weights_of(manner), order, tells=manner.tells)
        shots = Shots(self.mind)
        self.answers: Mapping[str, Answer] = {
            **Activation(self.mind, shots).answers(),
            **shots.answers(),
            **indirect_fire_answers(self.mind),
            **assault.answers(self.mind),
            **loss_answers(self.mind),
            **chits.chance_answers(self.mind),
            **chits.answers(self.mind),
            **unit_actions.PEOPLE_ANSWERS,
            **unit_actions.WORKS_ANSWERS,
            **Withdrawal(self.mind).answers(),
            **ambush_answers(self.mind),
            **ATTACHMENT_ANSWERS,
            **RARE_ANSWERS,
        }

    def choose(self, game: Battle, decision: Decision) -> BotChoice:
        """Return an option, by the behaviour that answers this kind of decision; any if none does."""
        self.mind.turn_to(game, decision)
        self.mind.why = NO_REASON
        answer = self.answers.get(decision.kind)
        command = self._first(decision) or (answer(game, decision) if answer else None)
        if command is not None and command in decision.options:
            why = self.mind.why if self.mind.why != NO_REASON else usual_why(decision.kind, command.verb)
            return BotChoice(command, decision.kind, *why)
        return BotChoice(self.mind.random.choice(list(decision.options)), "chance")

    def _first(self, decision: Decision) -> Command | None:
        """Return what its orders tell it to do first, if that is no action of a unit."""
        first = self.mind.first
        if first is None or decision.kind == "activation" or first.command not in decision.options:
            return None
        self.mind.first = None
        return first.command


# --- What the script answers to questions that come up seldom (8.5.1, 30) ------------------------------------------


def _lose_weapon(game: Battle, decision: Decision) -> Command:
    """Give up the support weapon that adds least to a fire."""
    weapons: Any = decision.subject["weapons"]
    return cmd("choose", weapon=min(weapons, key=lambda weapon: (game.scenario.weapons[weapon].fire.value, weapon)))


def _lose_leader(game: Battle, decision: Decision) -> Command:
    """Give up the leader who helps least."""
    leaders: Any = decision.subject["leaders"]

    def help_of(leader: str) -> tuple[int, str]:
        now = leader_now(game, leader)
        return now.fire + now.troop_quality, leader

    return cmd("choose", leader=min(leaders, key=help_of))


def _rider_aim(game: Battle, decision: Decision) -> Command:
    """Attack the whole hex: the riders who have just got off are in it."""
    return cmd("aim", target=HEX)


RARE_ANSWERS: Final[Answers] = {"lose_weapon": _lose_weapon, "lose_leader": _lose_leader, "rider_aim": _rider_aim}


# --- To which division the script attaches a formation (26) --------------------------------------------------------

FAR: Final = 99  # hexes: no headquarters on the map


def _attachment(game: Battle, decision: Decision) -> Command:
    """Choose the division whose headquarters reaches the formation best, of equals the one with most to spend."""
    subject: Any = decision.subject
    hexes = list(_places(game, subject["about"]))

    def merit(division: str) -> tuple[int, int]:
        status = game.state.divisions[division]
        return -_beyond(game, division, hexes), status.dispatch + status.commands

    return cmd("choose", division=max(subject["divisions"], key=merit))


def _places(game: Battle, formation: str) -> Iterator[int]:
    """Yield the hexes where a formation's units are or arrive."""
    arriving = {unit: due.hex for due in game.scenario.reinforcements for unit in due.units}
    for unit in game.scenario.roster.formations.get(formation, ()):
        record = game.state.units[unit]
        here = record.hex if record.place == MAP else arriving.get(unit, 0)
        if here:
            yield here


def _beyond(game: Battle, division: str, hexes: list[int]) -> int:
    """Return how many hexes the nearest unit is beyond the command of a division's headquarters, 0 within it."""
    gaps = [
        max(0, distance(game.state.units[hq.id].hex, here) - command_range(game, hq))
        for hq in headquarters(game, division)
        if hq.hq == DIVISION
        for here in hexes
    ]
    return min(gaps, default=FAR)


ATTACHMENT_ANSWERS: Final[Answers] = {"attachment": _attachment}


# --- Where the script lays an FFI ambush, and when it lets the lone unit pass (23.2) -------------------------------

CHANCE: Final = (SUCCESS + 1) / 10


def _ambush(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
    """Lay the ambush where it is worth most; a unit that already lies somewhere must gain by its chances."""
    best, chosen = 0.0, cmd("decline")
    for command in decision.options.by_verb().get("ambush", []):
        unit, to = command.text("unit"), hex_id(command.text("hex"))
        worth = CHANCE * (_worth(mind, game, to, decision.seat) + mind.weights.shooting) - _given_up(mind, game, unit)
        if worth > best:
            best, chosen = worth, command
    return chosen


def _given_up(mind: ScriptMemory, game: Battle, unit: str) -> float:
    """Return what is lost by taking a unit up, 0 if it is free."""
    record = game.state.units[unit]
    if record.place != MAP:
        return 0.0
    side = side_of(game, unit)
    if leaves_goal(game, record.hex, [unit], mind.weights):
        return goal_points(game, record.hex) * POINT
    enemies = mind.evaluation(game, side).enemies
    shooting = mind.weights.shooting if any(h in fire_zone(game, unit) for h in enemies) else 0.0
    return shooting + _worth(mind, game, record.hex, side)


def _worth(mind: ScriptMemory, game: Battle, here: int, side: str) -> float:
    """Return what a hex is worth to a deployed unit: the victory hex it takes, less the fire that reaches it."""
    weights, fire = mind.weights, mind.evaluation(game, side).watch.exposed.get(here, 0)
    taken = goal_points(game, here) if controller(game, here) != side else 0
    danger = weights.exposed * min(fire, 20) + weights.cover * terrain_defense(ground_of(game), here) if fire else 0.0
    return taken * POINT * weights.pull - danger


def ambush_answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {"ambush": partial(_ambush, mind)}


# --- The unit or weapon the script names when combat asks for one, its own or the enemy's (8.3.1, 8.5) -------------


def _target_unit(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Name the unit with the best defense of one's own, the worst of the enemy's."""
    units: Any = decision.subject["units"]
    own = side_of(game, units[0]) == decision.seat

    def weakness(unit: str) -> tuple[int, float]:
        return face(game, unit).defense, unit_worth(game, unit, weights)

    return cmd("choose", unit=(min if own else max)(units, key=weakness))


def _rout_unit(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Have the unit checked whose rout would cost most."""
    units: Any = decision.subject["units"]
    return cmd("choose", unit=max(units, key=lambda u: fails_rout_check(game, u, 0) * unit_worth(game, u, weights)))


def _lose_unit(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Give up the unit of least worth."""
    units: Any = decision.subject["units"]
    return cmd("choose", unit=min(units, key=lambda unit: unit_worth(game, unit, weights)))


def _defence_weapon(game: Battle, decision: Decision) -> Command:
    """Name the weapon like the unit: the best defense of one's own, the worst of the enemy's."""
    weapons: Any = decision.subject["weapons"]
    own = holder(game, hex_id(str(decision.subject["hex"]))) == decision.seat
    printed = game.scenario.weapons
    return cmd("choose", weapon=(min if own else max)(weapons, key=lambda w: printed[w].defense if w else 0))


def loss_answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {
        "target_unit": partial(_target_unit, mind.weights),
        "rout_unit": partial(_rout_unit, mind.weights),
        "lose_unit": partial(_lose_unit, mind.weights),
        "defence_weapon": _defence_weapon,
    }


# --- How the script moves evacuation markers and takes them up (22.2) ----------------------------------------------


def road_to(game: Battle, here: int, goal: int) -> tuple[tuple[int, str], ...]:
    """Return the steps of the shortest unblocked way along roads and railroads, () if there is none."""
    ground = ground_of(game)

    def steps(at: int) -> list[tuple[int, int]]:
        near = (n for n in neighbours(at) if n in ground.hexes and ground.side(at, n).roads)
        return [(n, 1) for n in near if not enemy_holds(game, n, GERMAN)]

    reached = cheapest([here], steps, goal=goal)
    if goal not in reached.costs:
        return ()
    return tuple((to, _way(ground.side(at, to).roads)) for at, to in pairwise(reached.path(goal)))


def _way(roads: frozenset[Road]) -> str:
    if Road.EVACUATION in roads or Road.PAVED in roads:
        return "paved"
    return "trail" if Road.TRAIL in roads else "railroad"


class Withdrawal:
    """Answers of the greedy player about evacuation markers."""

    def __init__(self, mind: ScriptMemory) -> None:
        self.mind = mind

    def answers(self) -> Mapping[str, Answer]:
        """Return what is answered to decisions, by their kind."""
        return {"evacuation_moves": self._evacuation_moves, "take_up": self._take_up}

    def _evacuation_moves(self, game: Battle, decision: Decision) -> Command:
        """Move each marker along the roads toward the exit."""
        for command in decision.options.by_verb().get("move", []):
            units = command.texts("units")
            if key_of(game, units[0]) in self.mind.done:  # it could not begin
                continue
            here = game.state.units[units[0]].hex
            steps = road_to(game, here, game.scenario.exit) if counter(game, units[0]).marker else ()
            if steps:
                self.mind.intent = March(units[0], 0.0, steps)
                return command
        return cmd("done")

    def _take_up(self, game: Battle, decision: Decision) -> Command:
        """Take up the marker that is nearest to the exit."""
        offered = decision.options.by_verb().get("take_up", [])
        goal = game.scenario.exit
        near = sorted(offered, key=lambda c: (distance(game.state.units[c.text("unit")].hex, goal), str(c)))
        return near[0] if near else cmd("leave_markers")
