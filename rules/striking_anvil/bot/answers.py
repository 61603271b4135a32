"""Decisions other than activations: reactions, payments, the FFI, bombing; activations in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from rules.engine.command import Command, cmd
from rules.engine.english import capital
from rules.engine.evaluator import BotChoice, Offer, WorthPart
from rules.engine.options import Decision
from rules.striking_anvil.bot.combat import (
    Bill,
    Weights,
    bill_for,
    cost_of,
    counter_reply,
    counter_team,
    items_of,
    odds,
    parts_of,
    ways_of,
    worth_of_odds,
)
from rules.striking_anvil.bot.goals import Goals
from rules.striking_anvil.bot.plans import ActivationPlan, team, worth_of
from rules.striking_anvil.r01_1_map import area_name, border_of, fort_level, is_area, supply, trace
from rules.striking_anvil.r01_3_units import fighters, is_combat, label, strength, units_of
from rules.striking_anvil.r05_3_mobile import mobile_battle
from rules.striking_anvil.r05_8_hits import LEVEL, bill_of, payers
from rules.striking_anvil.r05_battle import ATTACK, COUNTER, MOBILE, PURSUIT, Battle, force
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.scenario import ALLIED, GERMAN, border_id, other_side
from rules.striking_anvil.state import Anvil

# --- Activations in words, as a player reads them ------------------------------------------------------------------

NAMED: Final = 2


def told(game: Anvil, side: str, plan: ActivationPlan, w: Weights) -> str:
    """Return what an activation is for, in a line."""
    worth, alone = f"worth {points_told(plan.worth)}", len(plan.units) == 1
    best = max(plan.parts, key=lambda part: part.points, default=None)
    most = best.text if best is not None and best.points > 0 else ""
    if plan.action == "attack":
        battle, mainly = Battle(ATTACK, side, plan.area, plan.units), f", mainly for {most}" if most else ""
        does = f"{'attacks' if alone else 'attack'} {area_name(game, plan.area)}"
        return f"{who(game, plan.units)} {does} {fight_told(game, battle, w)}; {worth}{mainly}."
    if plan.action == "mobile":
        battle, mainly = battle_of(game, side, plan), f", mainly for {most}" if most else ""
        goes, attacks = ("goes", "attacks") if alone else ("go", "attack")
        way = f"{goes} to {area_name(game, plan.way[-1])} and {attacks}"
        return f"{who(game, plan.units)} {way} {fight_told(game, battle, w)}; {worth}{mainly}."
    if plan.action == "move":
        way = f"from {area_name(game, plan.area)} to {area_name(game, plan.way[-1])}"
        does = ("rides" if alone else "ride") if plan.loads else ("goes" if alone else "go")
        return f"{who(game, plan.units)} {does} {way}{f', for {most}' if most else ''}; {worth}."
    a, b = plan.bridge.split("-")
    border = border_of(game, a, b)
    work = "blows the bridge" if plan.action == "demolish" else "bridges the river"
    river = f" over the {border.name}" if border is not None else ""
    return f"{who(game, plan.units)} {work}{river} between {area_name(game, a)} and {area_name(game, b)}; {worth}."


def points_told(worth: float) -> str:
    """Return a worth in words: 1.2 points; a small one with two places."""
    return f"{worth:.1f} points" if abs(worth) >= 0.05 else f"{worth:.2f} points"


def battle_of(game: Anvil, side: str, plan: ActivationPlan) -> Battle:
    """Return the mobile combat that a plan leads to, as if nobody reacted."""
    before = plan.way[-2] if len(plan.way) > 1 else plan.area
    landing = lands(game, plan.area) and is_hostile_beach(game, plan.way[-1])
    border = border_id(before, plan.way[-1]) if is_area(game, before) else ""
    return Battle(MOBILE, side, plan.way[-1], plan.units, border, landing)


def fight_told(game: Anvil, battle: Battle, w: Weights) -> str:
    """Return the strengths of an attack and the chance that it clears the area."""
    enemy = other_side(battle.side)
    theirs = sum(strength(game, unit) for unit in fighters(game, battle.area, enemy))
    fort = (
        f" and level {fort_level(game, battle.area)}" if battle.side == ALLIED and fort_level(game, battle.area) else ""
    )
    found = odds(game, battle, w)
    clears = f"{found.clears:.0%}" if found is not None else "0%"
    return f"with {force(game, battle).counts} against {theirs}{fort}: clears the area {clears}"


def who(game: Anvil, units: tuple[str, ...]) -> str:
    """Return units as a player reads them: the strongest two and how many more."""
    ranked = sorted(units, key=lambda unit: (not is_combat(game, unit), -strength(game, unit)))
    named = [label(game, unit) for unit in ranked[:NAMED]]
    if len(units) > NAMED:
        return f"{', '.join(named)} and {len(units) - NAMED} more"
    return " and ".join(named)


# --- How decisions but for activations are answered: reactions, payments, the FFI, bombing -------------------------

Answer = Callable[[Anvil, Decision], BotChoice]


def answers(w: Weights) -> Mapping[str, Answer]:
    """Return how decisions but for activations are answered, by kind."""
    return {
        "strike": partial(strike, w),
        "pursuit": partial(react, w),
        "counter_attack": partial(react, w),
        "payment": partial(pay, w),
        "ffi": partial(rise, w),
        "bombing_phase": partial(bomb, w),
        "surrender": demand,
        "planning": keep_plan,
    }


def strike(w: Weights, game: Anvil, decision: Decision) -> BotChoice:
    """Carry the mobile combat out if it pays."""
    battle = mobile_battle(game, game.state.frames[-2])
    parts = parts_of(game, battle, odds(game, battle, w), w)
    pays = worth_of(parts) > 0
    text = f"Mobile combat {fight_told(game, battle, w)}, worth {points_told(worth_of(parts))}."
    if pays:
        return BotChoice(cmd("carry_out"), "strike", text, parts)
    return BotChoice(cmd("call_off"), "strike", text, (), (Offer(cmd("carry_out"), worth_of(parts), listed(parts)),))


def listed(parts: Sequence[WorthPart]) -> str:
    """Return what a worth is made of, in a line: "Enemy losses 0.4 points, own losses −0.6 points."."""
    return capital(", ".join(f"{part.text} {points_told(part.points)}" for part in parts)) + "." if parts else ""


def react(w: Weights, game: Anvil, decision: Decision) -> BotChoice:
    """Strike back with the strongest if that pays, told by every face of the die; others who are chosen may stay."""
    frame = game.frame
    seat, area, chosen = frame["seat"], frame["area"], tuple(frame["units"])
    teams = dict.fromkeys((counter_team(game, seat, area, chosen), counter_team(game, seat, area)))
    weighed = {team: _reaction(w, game, team) if team else () for team in teams}
    wanted = max(weighed, key=lambda team: worth_of(weighed[team]))
    parts = weighed[wanted]
    if worth_of(parts) <= 0:
        what = "A pursuit" if frame["kind"] == PURSUIT else "A counter-attack"
        worth = f"is only worth {points_told(worth_of(parts))}" if wanted else "has nobody to carry it out"
        others = (Offer(_towards(wanted, chosen), worth_of(parts), listed(parts)),) if wanted else ()
        return BotChoice(cmd("decline"), decision.kind, f"{what} {worth}.", (), others)
    command = _towards(wanted, chosen)
    one, many = ("pursues", "pursue") if frame["kind"] == PURSUIT else ("strikes back", "strike back")
    does = one if len(wanted) == 1 else many
    text = f"{who(game, wanted)} {does} in {area_name(game, frame['area'])}, worth {points_told(worth_of(parts))}."
    return BotChoice(command, decision.kind, text, parts)


def _towards(wanted: tuple[str, ...], chosen: tuple[str, ...]) -> Command:
    """Return the next order on the way from who is chosen to who is wanted."""
    for unit in chosen:
        if unit not in wanted:
            return cmd("drop", unit=unit)
    for unit in wanted:
        if unit not in chosen:
            return cmd("take", unit=unit)
    return cmd("confirm")


def _reaction(w: Weights, game: Anvil, units: tuple[str, ...]) -> tuple[WorthPart, ...]:
    """Return what a counter-attack or a pursuit by some units brings."""
    frame = game.frame
    if frame["kind"] == COUNTER:
        reply = counter_reply(game, mobile_battle(game, game.state.frames[-2]), units, w)
        weaker = max(reply.without, 0.0) - reply.after
        return (
            WorthPart("their attack weakened", weaker),
            WorthPart("enemy losses", reply.hurt),
            WorthPart("own losses and disorganization", -reply.costs),
        )
    found = odds(game, Battle(PURSUIT, frame["seat"], frame["area"], units), w, _movers(w, game))
    if found is None:
        return ()
    order = w.reacting * sum(is_combat(game, unit) for unit in units)
    return (
        WorthPart("enemy losses", found.given),
        WorthPart("own losses and disorganization", -found.taken * w.own_losses - order),
    )


def _movers(w: Weights, game: Anvil) -> Bill:
    return bill_for(items_of(game, game.frame["movers"], w, may_turn=True))


def pay(w: Weights, game: Anvil, decision: Decision) -> BotChoice:
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
    return BotChoice(command, "payment", text, (WorthPart("least the hits can cost", -cost),))


def rise(w: Weights, game: Anvil, decision: Decision) -> BotChoice:
    """Raise the FFI where it takes points, cuts the enemy off or leads on; send idle ships to an open port."""
    targets = decision.options.of("attempt")
    if not targets:
        ships = decision.options.of("ship")
        text = "No attempt is left. A unit off the beaches goes to the ships off an open port."
        return BotChoice(ships[0] if ships else cmd("done"), "ffi", text if ships else "No attempt is possible.")
    drawn, points = Goals(game, w).pull, game.scenario.charts.victory.areas

    def parts(area: str) -> tuple[WorthPart, ...]:
        return (
            WorthPart("the area", w.area + points.get(area, 0)),
            WorthPart("follow-up", drawn[area] * w.ffi_pull),
            WorthPart("Germans cut off", w.cut_off * _cut(game, area)),
        )

    best = max(targets, key=lambda command: worth_of(parts(command.text("area"))))
    why = parts(best.text("area"))
    text = f"FFI attempt in {area_name(game, best.text('area'))}, worth {worth_of(why):.1f} points if it works."
    return BotChoice(best, "ffi", text, why)


def _cut(game: Anvil, area: str) -> int:
    """Return how many points of German strength lose their supply with an area."""
    after = trace(game.scenario, GERMAN, (*game.state.allied, area)).areas
    lost = supply(game, GERMAN).areas - after
    return sum(game.scenario.counters[unit].strength[0] for one in lost for unit in fighters(game, one, GERMAN))


def demand(game: Anvil, decision: Decision) -> BotChoice:
    """Seek every surrender."""
    return BotChoice(decision.options.of("demand")[0], "surrender", "Demanding a surrender costs nothing.")


def keep_plan(game: Anvil, decision: Decision) -> BotChoice:
    """Leave the planned activations as they are."""
    return BotChoice(cmd("done"), "planning", "It keeps the plan as it stands.")


def bomb(w: Weights, game: Anvil, decision: Decision) -> BotChoice:
    """Put a marker where it adds most to the attack that is likeliest there, or bomb a fortress."""
    weighed = {
        command: _bombed(w, game, command.text("marker"), command.text("area"))
        for command in decision.options.of("place")
    }
    best = max(weighed, key=lambda command: worth_of(weighed[command]))
    worth, area = worth_of(weighed[best]), area_name(game, best.text("area"))
    text = f"{best.text('marker').capitalize()} marker to {area}, worth {worth:.1f} points."
    return BotChoice(best, "bombing", text, weighed[best])


def _bombed(w: Weights, game: Anvil, marker: str, area: str) -> tuple[WorthPart, ...]:
    level = fort_level(game, area)
    if not units_of(game, area, GERMAN) and not level:
        return ()
    chart, stays, parts = game.scenario.charts.bombing[marker], 1.0, list[WorthPart]()
    if level:
        lost = sum(min(levels, level) for levels, _ in chart) / len(chart)
        parts.append(WorthPart("fortress levels", w.fort_level * lost))
        stays = sum(stays for _, stays in chart) / len(chart)
    helped = max((_helped(w, game, area, source) for source in _near(game, area)), default=0.0)
    return (*parts, WorthPart("+1 to an attack die", stays * helped))


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
