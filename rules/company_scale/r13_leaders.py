"""Leaders: relocated, left alone, lost, replaced, back with their men (4.0 b, 13.0 to 13.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.company_scale.counters import Counter, LeaderCounter, Stripe
from rules.company_scale.pieces import HERO_MARKER, belongs_with, counter, leader_now, leaders_in, stacked
from rules.company_scale.prompts import ask_leader
from rules.company_scale.r07_line_of_sight import hostile_zone
from rules.company_scale.r14_heroes import with_somebody
from rules.company_scale.state import ELIMINATED, EXITED, MAP, OFF_MAP, OUT, RESERVE, Battle, State, derived
from rules.company_scale.tracing import traced_from
from rules.engine.frames import Procedure
from rules.hexes.grid import hex_name

# ---- where a leader may go (13.1) ----


def command_of(game: Battle, leader: LeaderCounter) -> tuple[str, ...]:
    """Return the units of a leader's command: of his formation, with white stripes, or all of his division (13.1)."""
    units, scenario = game.scenario.roster.divisions.get(leader.division, ()), game.scenario
    key = "command", leader.id, leader.type, leader.division, leader.formation, leader.stripe
    return scenario.cached(key, lambda: tuple(unit for unit in units if belongs_with(leader, scenario.units[unit])))


@derived(State.by_place)
def goals_of(game: Battle, leader: LeaderCounter) -> frozenset[int]:
    """Return the hexes in which units of a leader's command stand."""
    units = game.state.units
    return frozenset([units[u].hex for u in command_of(game, leader) if units[u].place == MAP])


def reached_by(game: Battle, leader: LeaderCounter) -> tuple[int, ...]:
    """Return the hexes a leader on the map can go to.

    Only the first and last of a path may lie in enemy fire zones (13.1).
    """
    here = game.state.leaders[leader.id].hex
    goals = goals_of(game, leader) - {here}
    if not goals:
        return ()
    return _reached(game, leader.side, here, goals)


@derived(State.on_board)
def _reached(game: Battle, side: str, here: int, goals: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(traced_from(game, side, (here,), goals, hostile_zone(game, side))))


def go_to(game: Battle, leader: str, here: int) -> None:
    """Put a leader into a hex."""
    token = game.state.leaders[leader]
    if game.scenario.leaders[leader].hero:
        game.state.leaders[leader] = with_somebody(game, token, here)
    else:
        game.state.put(leader, here)
    came = hex_name(token.hex) if token.place == MAP else ""
    game.emit("LeaderMoved", leader=leader, name=leader_now(game, leader).name, hex=hex_name(here), **{"from": came})


# ---- left alone (13.1) ----


def leave_alone(game: Battle, hex_id: int) -> None:
    """Send the leaders in a hex without units to others of their command at once (13.1)."""
    for leader in leaders_in(game, hex_id):
        game.push("left_alone", leader=leader.id, hex=hex_id)


def _alone(game: Battle) -> None:
    leader, here = game.frame["leader"], game.frame["hex"]
    token = game.state.leaders[leader]
    if token.place != MAP or token.hex != here or stacked(game, here):
        return
    man = leader_now(game, leader)
    hexes = _refuges(game, leader)
    if len(hexes) > 1:
        game.push("leaders", seat=man.side, ways=((leader, hexes),), alone=True, changed=False)
    elif hexes:
        go_to(game, leader, hexes[0])
    else:
        stays = man.hero or has_command(game, man)
        game.state.put(leader, 0, OFF_MAP if stays else OUT)
        game.emit("LeaderLeft", leader=leader, name=man.name, hex=hex_name(here), out=not stays)


def _refuges(game: Battle, leader: str) -> tuple[int, ...]:
    """Return the hexes a leader left alone may go to; a hero needs no path to a unit of his formation (14.0)."""
    man = leader_now(game, leader)
    if not man.hero:
        return reached_by(game, man)
    return tuple(sorted({game.state.units[u].hex for u in fellows(game, leader) if game.state.units[u].place == MAP}))


def fellows(game: Battle, hero: str) -> list[str]:
    """Return the units a hero can join: those of his last unit's formation, or of his division (14.0)."""
    man, unit = leader_now(game, hero), game.state.leaders[hero].unit
    units = game.scenario.roster.divisions.get(man.division, ())
    if man.type != HERO_MARKER or not unit:
        return list(units)
    mine = counter(game, unit)
    return [u for u in units if are_of_one(mine, counter(game, u))]


def are_of_one(mine: Counter, other: Counter) -> bool:
    """Tell whether two units of a division share a formation; a unit without a stripe is a member of all (2.0)."""
    if Stripe.NONE in (mine.stripe, other.stripe):
        return True
    return (mine.formation, mine.stripe) == (other.formation, other.stripe)


LEFT_ALONE: Final = Procedure("left_alone", {"13.1": _alone})


def has_command(game: Battle, leader: LeaderCounter) -> bool:
    """Tell whether any unit of a leader's command is in play or can still come (13.1)."""
    to_come = {unit for turn, due in game.scenario.roster.arrivals.items() if turn >= game.state.turn for unit in due}
    for unit in command_of(game, leader):
        place = game.state.units[unit].place
        is_left = unit in to_come if place == RESERVE else place not in (ELIMINATED, EXITED)
        if is_left and not counter(game, unit).transport:
            return True
    return False


def dismiss(game: Battle, unit: str) -> None:
    """Take leaders out of the game who have no units left to lead after one was eliminated (13.1)."""
    for leader, token in game.state.leaders.items():
        man = game.scenario.leaders[leader]
        led = token.place in (MAP, OFF_MAP) and not man.hero and belongs_with(man, counter(game, unit))
        if led and not has_command(game, man):
            game.state.put(leader, 0, OUT)
            game.emit("LeaderLeft", leader=leader, name=leader_now(game, leader).name, hex="", out=True)


def rejoin(game: Battle, unit: str) -> None:
    """Bring leaders waiting off the map to a unit of their command that has come into play (13.1)."""
    here = game.state.units[unit].hex
    for leader, token in game.state.leaders.items():
        if token.place != OFF_MAP:
            continue
        hero = game.scenario.leaders[leader].hero
        if unit in fellows(game, leader) if hero else belongs_with(game.scenario.leaders[leader], counter(game, unit)):
            go_to(game, leader, here)


# ---- lost (13.3) ----


def lose_leader(game: Battle, leader: str) -> None:
    """Turn a leader lost in combat to his replacement, placed at once with a unit; a lost replacement is out (13.3)."""
    token, lost = game.state.leaders[leader], leader_now(game, leader)
    after = lost.replacement
    if after is not None:
        game.state.leaders[leader] = replace(token, replaced=True)
    else:
        game.state.put(leader, 0, OUT)
    game.emit(
        "LeaderLost", leader=leader, name=lost.name, hex=hex_name(token.hex), replacement=after.name if after else ""
    )
    if after is not None:
        _place_replacement(game, leader)


def _place_replacement(game: Battle, leader: str) -> None:
    """Have a leader's replacement placed with any unit of his command (13.1), the lost leader's hex first."""
    if game.scenario.rules.get("replacement_leader") == "same_hex":  # RULINGS 183
        return
    man, here = leader_now(game, leader), game.state.leaders[leader].hex
    hexes = tuple(sorted(goals_of(game, man), key=lambda h: (h != here, h)))
    if len(hexes) > 1:
        game.push("leaders", seat=man.side, ways=((leader, hexes),), alone=True, changed=False, replaced=True)
    elif hexes and hexes[0] != here:
        go_to(game, leader, hexes[0])


DEADLY: Final = 0  # 13.3


def hit_leaders(game: Battle, hex_id: int, die: int) -> None:
    """Take one leader from a hex if a fire at it rolls 0 (13.3)."""
    if die == DEADLY and any(not leader.hero for leader in leaders_in(game, hex_id)):
        game.push("leader_hit", hex=hex_id)


def _whom(game: Battle) -> str | None:
    here = game.frame["hex"]
    leaders = tuple(leader.id for leader in leaders_in(game, here) if not leader.hero)
    if not leaders:
        return "end"
    side = game.scenario.leaders[leaders[0]].side
    ask_leader(game, "lose_leader", side, leaders, hex_name=hex_name(here), rule="13.3")
    return None


def _lost(game: Battle) -> None:
    lose_leader(game, str(game.frame["chosen"]))


LEADER_HIT: Final = Procedure("leader_hit", {"13.3.ask": _whom, "13.3.lose": _lost})
