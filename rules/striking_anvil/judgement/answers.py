"""How decisions but for activations are answered: reactions, payments, the FFI, bombing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.striking_anvil.judgement.combat import counter_reply, counter_team, odds, worth_of_odds
from rules.striking_anvil.judgement.goals import Goals
from rules.striking_anvil.judgement.loss import bill_for, cost_of, items_of, ways_of
from rules.striking_anvil.judgement.plans import team
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_3_units import fighters, is_combat, units_of
from rules.striking_anvil.r01_6_control import fort_level
from rules.striking_anvil.r01_8_supply import trace
from rules.striking_anvil.r05_3_mobile import mobile_battle
from rules.striking_anvil.r05_6_pursuit import battle_of_reaction
from rules.striking_anvil.r05_8_hits import LEVEL, bill_of, payers
from rules.striking_anvil.r05_battle import ATTACK, COUNTER, MOBILE, Battle
from rules.striking_anvil.scenario import ALLIED, GERMAN, border_id
from rules.striking_anvil.state import Anvil


def answers(w: Weights) -> Mapping[str, Callable[[Anvil, Decision], Command]]:
    """Return how decisions but for activations are answered, by kind."""
    return {
        "strike": partial(strike, w), "pursuit": partial(react, w), "counter_attack": partial(react, w),
        "payment": partial(pay, w), "ffi": partial(rise, w), "bombing_phase": partial(bomb, w),
        "surrender": lambda game, decision: decision.options.of("demand")[0],
        "planning": lambda game, decision: cmd("done"),
    }  # fmt: skip


def strike(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Carry the mobile combat out if it pays."""
    battle = mobile_battle(game, game.state.frames[-2])
    return cmd("carry_out" if worth_of_odds(game, battle, odds(game, battle, w), w) > 0 else "call_off")


def react(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Strike back with the strongest if that pays, told by every face of the die."""
    frame = game.frame
    wanted = counter_team(game, frame["seat"], frame["area"])
    if not wanted or not _pays(w, game, wanted):
        return cmd("decline")
    missing = [unit for unit in wanted if unit not in frame["units"]]
    return cmd("take", unit=missing[0]) if missing else cmd("confirm")


def _pays(w: Weights, game: Anvil, units: tuple[str, ...]) -> bool:
    if game.frame["kind"] == COUNTER:
        march = game.state.frames[-2]
        return counter_reply(game, mobile_battle(game, march), units, w).pays
    battle = battle_of_reaction(game)._replace(units=units)
    movers = bill_for(items_of(game, game.frame["movers"], w, may_turn=True))
    found = odds(game, battle, w, movers)
    costs = w.reacting * sum(is_combat(game, unit) for unit in units)
    return found is not None and found.given > found.taken * w.own_losses + costs


def pay(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Pay so that all hits together cost least."""
    bill = bill_of(game)
    units, levels = payers(game, bill), fort_level(game, bill.area) if bill.fort else 0
    ways = {unit: ways_of(game, unit, w, may_turn=bill.may_disorganize) for unit in units}
    found: list[tuple[float, str, str]] = []
    for unit in units:
        rest = bill_for(
            items_of(game, [u for u in units if u != unit], w, may_turn=bill.may_disorganize, levels=levels)
        )
        for hits, cost, verb in ways[unit]:
            found.append((cost + cost_of(rest, max(bill.left - hits, 0)), unit, verb))
    if levels:
        rest = bill_for(items_of(game, units, w, may_turn=bill.may_disorganize))
        found += [(n * w.fort_level + cost_of(rest, max(bill.left - n, 0)), "", LEVEL) for n in range(1, levels + 1)]
    _, unit, verb = min(found)
    return cmd(verb, area=bill.area) if verb == LEVEL else cmd(verb, unit=unit)


def rise(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Raise the FFI where it takes points, cuts the enemy off or leads on; send idle ships to an open port."""
    targets = decision.options.of("attempt")
    if not targets:
        ships = decision.options.of("ship")
        return ships[0] if ships else cmd("done")
    drawn = Goals(game, w).pull
    points = game.scenario.charts.victory.areas

    def value(command: Command) -> float:
        area = command.text("area")
        return w.area + points.get(area, 0) + drawn[area] * w.ffi_pull + w.cut_off * _cut(game, area)

    return max(targets, key=value)


def _cut(game: Anvil, area: str) -> int:
    """Return how many points of German strength lose their supply with an area."""
    after = trace(game.scenario, GERMAN, (*game.state.allied, area)).areas
    before = trace(game.scenario, GERMAN, game.state.allied).areas
    lost = before - after
    return sum(game.scenario.counters[u].strength[0] for one in lost for u in fighters(game, one, GERMAN))


def bomb(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Put a marker where it adds most to the attack that is likeliest there, or bomb a fortress."""
    return max(
        decision.options.of("place"), key=lambda command: _bombed(w, game, command.text("marker"), command.text("area"))
    )


def _bombed(w: Weights, game: Anvil, marker: str, area: str) -> float:
    level, worth = fort_level(game, area), 0.0
    if not units_of(game, area, GERMAN) and not level:
        return 0.0
    chart = game.scenario.charts.bombing[marker]
    stays = 1.0
    if level:
        worth += w.fort_level * sum(min(levels, level) for levels, _ in chart) / len(chart)
        stays = sum(stays for _, stays in chart) / len(chart)
    return worth + stays * max((_helped(w, game, area, source) for source in _near(game, area)), default=0.0)


def _near(game: Anvil, area: str) -> list[str]:
    boxes = [box.id for box in game.scenario.map.boxes.values() if box.side == ALLIED and area in box.areas]
    return [place for place in (area, *game.scenario.map.neighbours[area], *boxes) if fighters(game, place, ALLIED)]


def _helped(w: Weights, game: Anvil, area: str, source: str) -> float:
    """Return what one more on the die adds to an attack from a place."""
    units = team(game, ALLIED, source, moving=source != area)
    if not units:
        return 0.0
    kind = ATTACK if source == area else MOBILE
    border = border_id(source, area) if source != area and source in game.scenario.map.areas else ""
    battle = Battle(kind, ALLIED, area, units, border)
    helped = game.state.copy()
    helped.bombing["air" if "air" not in helped.bombing else "naval"] = area
    with_it = type(game)(game.kinds, game.base, helped)
    return worth_of_odds(with_it, battle, odds(with_it, battle, w), w) - worth_of_odds(
        game, battle, odds(game, battle, w), w
    )
