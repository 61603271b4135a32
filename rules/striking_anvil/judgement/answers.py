"""How decisions but for activations are answered: reactions, payments, the FFI, bombing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.engine.command import Command, cmd
from rules.engine.judgement import Choice, Part
from rules.engine.options import Decision
from rules.striking_anvil.judgement.combat import counter_reply, counter_team, odds, parts_of, worth_of_odds
from rules.striking_anvil.judgement.goals import Goals
from rules.striking_anvil.judgement.loss import Bill, bill_for, cost_of, items_of, ways_of
from rules.striking_anvil.judgement.plan import worth_of
from rules.striking_anvil.judgement.plans import team
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.judgement.words import fight_told, who
from rules.striking_anvil.r01_1_map import area_name, is_area
from rules.striking_anvil.r01_3_units import fighters, is_combat, units_of
from rules.striking_anvil.r01_6_control import fort_level
from rules.striking_anvil.r01_8_supply import supply, trace
from rules.striking_anvil.r05_3_mobile import mobile_battle
from rules.striking_anvil.r05_8_hits import LEVEL, bill_of, payers
from rules.striking_anvil.r05_battle import ATTACK, COUNTER, MOBILE, PURSUIT, Battle
from rules.striking_anvil.scenario import ALLIED, GERMAN, border_id
from rules.striking_anvil.state import Anvil

Answer = Callable[[Anvil, Decision], Choice]


def answers(w: Weights) -> Mapping[str, Answer]:
    """Return how decisions but for activations are answered, by kind."""
    return {
        "strike": partial(strike, w), "pursuit": partial(react, w), "counter_attack": partial(react, w),
        "payment": partial(pay, w), "ffi": partial(rise, w), "bombing_phase": partial(bomb, w),
        "surrender": demand, "planning": lambda game, decision: Choice(cmd("done"), "planning"),
    }  # fmt: skip


def strike(w: Weights, game: Anvil, decision: Decision) -> Choice:
    """Carry the mobile combat out if it pays."""
    battle = mobile_battle(game, game.state.frames[-2])
    parts = parts_of(game, battle, odds(game, battle, w), w)
    pays = worth_of(parts) > 0
    text = f"Mobile combat {fight_told(game, battle, w)}, worth {worth_of(parts):.1f} points."
    return Choice(cmd("carry_out" if pays else "call_off"), "strike", text, parts if pays else ())


def react(w: Weights, game: Anvil, decision: Decision) -> Choice:
    """Strike back with the strongest if that pays, told by every face of the die; others who are chosen may stay."""
    frame = game.frame
    seat, area, chosen = frame["seat"], frame["area"], tuple(frame["units"])
    teams = dict.fromkeys((counter_team(game, seat, area, chosen), counter_team(game, seat, area)))
    weighed = {team: _reaction(w, game, team) if team else () for team in teams}
    wanted = max(weighed, key=lambda team: worth_of(weighed[team]))
    parts = weighed[wanted]
    if worth_of(parts) <= 0:
        return Choice(cmd("decline"), decision.kind, f"A counter-attack is only worth {worth_of(parts):.1f} points.")
    command = _towards(wanted, chosen)
    text = f"{who(game, wanted)} strike back in {area_name(game, frame['area'])}, worth {worth_of(parts):.1f} points."
    return Choice(command, decision.kind, text, parts)


def _towards(wanted: tuple[str, ...], chosen: tuple[str, ...]) -> Command:
    """Return the next order on the way from who is chosen to who is wanted."""
    for unit in chosen:
        if unit not in wanted:
            return cmd("drop", unit=unit)
    for unit in wanted:
        if unit not in chosen:
            return cmd("take", unit=unit)
    return cmd("confirm")


def _reaction(w: Weights, game: Anvil, units: tuple[str, ...]) -> tuple[Part, ...]:
    """Return what a counter-attack or a pursuit by some units brings."""
    frame = game.frame
    if frame["kind"] == COUNTER:
        reply = counter_reply(game, mobile_battle(game, game.state.frames[-2]), units, w)
        weaker = max(reply.without, 0.0) - reply.after
        return (Part("their attack weakened", weaker), Part("enemy losses", reply.hurt),
                Part("own losses and disorganization", -reply.costs))  # fmt: skip
    found = odds(game, Battle(PURSUIT, frame["seat"], frame["area"], units), w, _movers(w, game))
    if found is None:
        return ()
    order = w.reacting * sum(is_combat(game, unit) for unit in units)
    return (
        Part("enemy losses", found.given),
        Part("own losses and disorganization", -found.taken * w.own_losses - order),
    )


def _movers(w: Weights, game: Anvil) -> Bill:
    return bill_for(items_of(game, game.frame["movers"], w, may_turn=True))


def pay(w: Weights, game: Anvil, decision: Decision) -> Choice:
    """Pay so that all hits together cost least."""
    bill = bill_of(game)
    units, levels = payers(game, bill), fort_level(game, bill.area) if bill.fort else 0
    turn, found = bill.may_disorganize, list[tuple[float, str, str]]()
    for unit in units:
        others = [one for one in units if one != unit]
        rest = bill_for(items_of(game, others, w, may_turn=turn, levels=levels))
        for hits, cost, verb in ways_of(game, unit, w, may_turn=turn):
            found.append((cost + cost_of(rest, max(bill.left - hits, 0)), unit, verb))
    if levels:
        rest = bill_for(items_of(game, units, w, may_turn=turn))
        found += [(n * w.fort_level + cost_of(rest, max(bill.left - n, 0)), "", LEVEL) for n in range(1, levels + 1)]
    cost, unit, verb = min(found)
    command = cmd(verb, area=bill.area) if verb == LEVEL else cmd(verb, unit=unit)
    text = f"Paying {bill.left} hit{'s' * (bill.left > 1)} like this costs {cost:.1f} points."
    return Choice(command, "payment", text, (Part("least the hits can cost", -cost),))


def rise(w: Weights, game: Anvil, decision: Decision) -> Choice:
    """Raise the FFI where it takes points, cuts the enemy off or leads on; send idle ships to an open port."""
    targets = decision.options.of("attempt")
    if not targets:
        ships = decision.options.of("ship")
        return Choice(ships[0] if ships else cmd("done"), "ffi")
    drawn, points = Goals(game, w).pull, game.scenario.charts.victory.areas

    def parts(area: str) -> tuple[Part, ...]:
        return (
            Part("the area", w.area + points.get(area, 0)), Part("follow-up", drawn[area] * w.ffi_pull),
            Part("Germans cut off", w.cut_off * _cut(game, area)),
        )  # fmt: skip

    best = max(targets, key=lambda command: worth_of(parts(command.text("area"))))
    why = parts(best.text("area"))
    text = f"FFI attempt in {area_name(game, best.text('area'))}, worth {worth_of(why):.1f} points if it works."
    return Choice(best, "ffi", text, why)


def _cut(game: Anvil, area: str) -> int:
    """Return how many points of German strength lose their supply with an area."""
    after = trace(game.scenario, GERMAN, (*game.state.allied, area)).areas
    lost = supply(game, GERMAN).areas - after
    return sum(game.scenario.counters[unit].strength[0] for one in lost for unit in fighters(game, one, GERMAN))


def demand(game: Anvil, decision: Decision) -> Choice:
    """Seek every surrender."""
    return Choice(decision.options.of("demand")[0], "surrender")


def bomb(w: Weights, game: Anvil, decision: Decision) -> Choice:
    """Put a marker where it adds most to the attack that is likeliest there, or bomb a fortress."""
    weighed = {command: _bombed(w, game, command.text("marker"), command.text("area"))
               for command in decision.options.of("place")}  # fmt: skip
    best = max(weighed, key=lambda command: worth_of(weighed[command]))
    worth, area = worth_of(weighed[best]), area_name(game, best.text("area"))
    text = f"{best.text('marker')} marker to {area}, worth {worth:.1f} points."
    return Choice(best, "bombing", text, weighed[best])


def _bombed(w: Weights, game: Anvil, marker: str, area: str) -> tuple[Part, ...]:
    level = fort_level(game, area)
    if not units_of(game, area, GERMAN) and not level:
        return ()
    chart, stays, parts = game.scenario.charts.bombing[marker], 1.0, list[Part]()
    if level:
        lost = sum(min(levels, level) for levels, _ in chart) / len(chart)
        parts.append(Part("fortress levels", w.fort_level * lost))
        stays = sum(stays for _, stays in chart) / len(chart)
    helped = max((_helped(w, game, area, source) for source in _near(game, area)), default=0.0)
    return (*parts, Part("+1 to an attack die", stays * helped))


def _near(game: Anvil, area: str) -> list[str]:
    boxes = [box.id for box in game.scenario.map.boxes.values() if box.side == ALLIED and area in box.areas]
    return [place for place in (area, *game.scenario.map.neighbours[area], *boxes) if fighters(game, place, ALLIED)]


def _helped(w: Weights, game: Anvil, area: str, source: str) -> float:
    """Return what one more on the die adds to an attack from a place."""
    units = team(game, ALLIED, source, moving=source != area)
    if not units:
        return 0.0
    kind = ATTACK if source == area else MOBILE
    border = border_id(source, area) if source != area and is_area(game, source) else ""
    battle = Battle(kind, ALLIED, area, units, border)
    helped = game.state.copy()
    helped.bombing["air" if "air" not in helped.bombing else "naval"] = area
    there: Anvil = type(game)(game.kinds, game.base, helped)
    more = worth_of_odds(there, battle, odds(there, battle, w), w)
    return more - worth_of_odds(game, battle, odds(game, battle, w), w)
