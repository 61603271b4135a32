"""Leaders: relocated, left alone, lost, replaced, back with their men (4.0 b, 13.0 to 13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.company_scale.choosing import ask_leader
from rules.company_scale.counters import LeaderCounter
from rules.company_scale.pieces import belongs_with, counter, leader_now, leaders_in
from rules.company_scale.r05_command import activates, chit_name
from rules.company_scale.r07_2_fire_zones import hostile_zone
from rules.company_scale.state import ELIMINATED, MAP, OFF_MAP, OUT, RESERVE, Table
from rules.company_scale.tracing import traced_from
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Procedure, takes
from rules.engine.options import Decision, Options
from rules.hexes.ids import hex_id, hex_name

# ---- where a leader may go (13.1) ----


def command_of(game: Table, leader: LeaderCounter) -> list[str]:
    """Return the units of a leader's command: his formation's, white-stripe ones, or all of his division (13.1)."""
    units = game.scenario.roster.divisions.get(leader.division, ())
    return [unit for unit in units if belongs_with(leader, counter(game, unit))]


def goals_of(game: Table, leader: LeaderCounter) -> frozenset[int]:
    """Return the hexes in which units of a leader's command stand."""
    units = game.state.units
    return frozenset(units[u].hex for u in command_of(game, leader) if units[u].place == MAP)


def reached_by(game: Table, leader: LeaderCounter) -> tuple[int, ...]:
    """Return the hexes a leader on the map can go to: only the first and last hex may lie in a fire zone (13.1)."""
    here = game.state.leaders[leader.id].hex
    goals = goals_of(game, leader) - {here}
    if not goals:
        return ()
    return tuple(sorted(goals & traced_from(game, leader.side, (here,), hostile_zone(game, leader.side))))


class Relocate(Action):
    """Move a leader to a unit of his command (13.1)."""

    verb = "relocate"
    fields = takes(leader=str, hex=str)

    def candidates(self, game: Table) -> Iterator[Command]:
        """Yield each leader with each hex he can reach."""
        for leader, hexes in game.frame["ways"]:
            for here in hexes:
                yield cmd("relocate", leader=leader, hex=hex_name(here))

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why he cannot go there now."""
        leader, where = str(command.get("leader")), str(command.get("hex"))
        bad = next(_leader_reasons(game, leader), None)
        if bad is not None:
            yield bad
            return
        name = leader_now(game, leader).name
        if where not in {hex_name(h) for h in goals_of(game, leader_now(game, leader))}:
            yield Reason(f"{name} goes only to a unit of his own command.", "13.1")
        elif where not in {hex_name(h) for h in dict(game.frame["ways"]).get(leader, ())}:
            yield Reason(f"No way free of enemies and their fire zones leads {name} to {where}.", "13.1")

    def apply(self, game: Table, command: Command) -> None:
        """Move him; he is not moved again in this step."""
        leader, here = str(command.get("leader")), hex_id(str(command.get("hex")))
        go_to(game, leader, here)
        ways = tuple(way for way in game.frame["ways"] if way[0] != leader)
        if game.frame["alone"]:
            game.finish()
        else:
            game.update(ways=ways, changed=True)


def _leader_reasons(game: Table, leader: str) -> Iterator[Reason]:
    known = game.scenario.leaders.get(leader)
    if known is None:
        yield Reason(f'There is no leader "{leader}" in this scenario.')
    elif game.state.leaders[leader].place != MAP:
        yield Reason(f"{known.name} is not on the map.", "13.1")
    elif game.frame["alone"]:
        if leader not in dict(game.frame["ways"]):
            yield Reason(f"{known.name} is not alone.", "13.1")
    elif not activates(game.scenario, game.state.chit, known):
        yield Reason(f"{known.name} is not active with {chit_name(game.scenario, game.state.chit)}.", "13.1")
    elif leader not in dict(game.frame["ways"]):
        yield Reason(f"{known.name} has been moved, or can go nowhere.", "13.1")


def go_to(game: Table, leader: str, here: int) -> None:
    """Put a leader into a hex."""
    token = game.state.leaders[leader]
    game.state.put(leader, here)
    came = hex_name(token.hex) if token.place == MAP else ""
    game.emit("LeaderMoved", leader=leader, name=leader_now(game, leader).name, hex=hex_name(here), **{"from": came})


class Done(BareAction):
    """Leave the leaders where they are."""

    verb = "done"

    def reasons(self, game: Table, command: Command) -> Iterator[Reason]:
        """Yield why a leader left alone must go."""
        if game.frame["alone"]:
            yield Reason("A leader does not stay alone in a hex.", "13.1")

    def apply(self, game: Table, command: Command) -> None:
        """Close the step."""
        game.finish()


class LeadersChoice(Choice):
    """Asks where active leaders go (4.0, step b), or where one who was left alone goes (13.1)."""

    kind = "leaders"
    actions = (Relocate(), Done())

    def ask(self, game: Table) -> Decision | None:
        """Return the decision while a leader can go somewhere, then until the player is done, so that he may undo."""
        frame = game.frame
        if not frame["changed"] and not any(hexes for _, hexes in frame["ways"]):
            return None
        subject = {"leaders": [leader for leader, _ in frame["ways"]], "alone": frame["alone"]}
        prompt = "Move leaders to units of their command, then done."
        if frame["alone"]:
            prompt = f"{leader_now(game, frame['ways'][0][0]).name} is alone: which unit of his command does he join?"
        return Decision(frame["seat"], "leaders", prompt, "13.1", Options(game, self.actions), subject)


def ask_leaders(game: Table, seat: str) -> None:
    """Ask where the leaders the chit makes active go (4.0, step b)."""
    ways = tuple(
        (leader, reached_by(game, leader_now(game, leader)))
        for leader, token in game.state.leaders.items()
        if token.place == MAP and _moves_by_himself(game, leader)
    )
    if any(hexes for _, hexes in ways):
        game.push("leaders", seat=seat, ways=tuple(way for way in ways if way[1]), alone=False, changed=False)


def _moves_by_himself(game: Table, leader: str) -> bool:
    known = game.scenario.leaders[leader]
    return not known.hero and activates(game.scenario, game.state.chit, known)


# ---- left alone (13.1) ----


def leave_alone(game: Table, hex_id: int) -> None:
    """Let the leaders of a hex without units find others of their command, at once (13.1)."""
    for leader in leaders_in(game, hex_id):
        game.push("left_alone", leader=leader.id, hex=hex_id)


def _alone(game: Table) -> str | None:
    leader, here = game.frame["leader"], game.frame["hex"]
    token = game.state.leaders[leader]
    if token.place != MAP or token.hex != here or here in game.state.stacks:
        return None
    known = leader_now(game, leader)
    hexes = reached_by(game, known)
    if len(hexes) > 1:
        game.push("leaders", seat=known.side, ways=((leader, hexes),), alone=True, changed=False)
    elif hexes:
        go_to(game, leader, hexes[0])
    else:
        game.state.put(leader, 0, OFF_MAP if has_command(game, known) else OUT)
        game.emit("LeaderLeft", leader=leader, name=known.name, hex=hex_name(here), out=not has_command(game, known))
    return None


LEFT_ALONE = Procedure("left_alone", {"13.1": _alone})


def has_command(game: Table, leader: LeaderCounter) -> bool:
    """Tell whether any unit of a leader's command is in play or can still come (13.1)."""
    to_come = {unit for turn, due in game.scenario.roster.arrivals.items() if turn >= game.state.turn for unit in due}
    return any(
        unit in to_come if game.state.units[unit].place == RESERVE else game.state.units[unit].place != ELIMINATED
        for unit in command_of(game, leader)
    )


def dismiss(game: Table, unit: str) -> None:
    """Take leaders out of the game who have no more units to lead, now that one is eliminated (13.1)."""
    for leader, token in game.state.leaders.items():
        known = game.scenario.leaders[leader]
        if token.place in (MAP, OFF_MAP) and not known.hero and belongs_with(known, counter(game, unit)):
            if not has_command(game, known):
                game.state.put(leader, 0, OUT)
                game.emit("LeaderLeft", leader=leader, name=leader_now(game, leader).name, hex="", out=True)


def rejoin(game: Table, unit: str) -> None:
    """Bring leaders who wait off the map to a unit of their command that has come into play (13.1)."""
    here = game.state.units[unit].hex
    for leader, token in game.state.leaders.items():
        if token.place == OFF_MAP and belongs_with(game.scenario.leaders[leader], counter(game, unit)):
            go_to(game, leader, here)


# ---- lost (13.3) ----


def lose_leader(game: Table, leader: str) -> None:
    """Turn a leader lost in combat to his replacement, in the same hex and at once; a replacement is out (13.3)."""
    token, lost = game.state.leaders[leader], leader_now(game, leader)
    after = lost.replacement
    if after is not None:
        game.state.leaders[leader] = replace(token, replaced=True)
    else:
        game.state.put(leader, 0, OUT)
    game.emit("LeaderLost", leader=leader, name=lost.name, hex=hex_name(token.hex),
              replacement=after.name if after else "")  # fmt: skip


DEADLY = 0  # 13.3


def hit_leaders(game: Table, hex_id: int, die: int) -> None:
    """Cost a hex one leader when the die of a fire at it is 0 (13.3)."""
    if die == DEADLY and any(not leader.hero for leader in leaders_in(game, hex_id)):
        game.push("leader_hit", hex=hex_id)


def _whom(game: Table) -> str | None:
    here = game.frame["hex"]
    leaders = tuple(leader.id for leader in leaders_in(game, here) if not leader.hero)
    if not leaders:
        return "end"
    side = game.scenario.leaders[leaders[0]].side
    ask_leader(game, "lose_leader", side, leaders, hex_name=hex_name(here), rule="13.3",
               prompt=f"A leader in {hex_name(here)} is hit: which one?")  # fmt: skip
    return None


def _lost(game: Table) -> str | None:
    lose_leader(game, str(game.frame["chosen"]))
    return None


LEADER_HIT = Procedure("leader_hit", {"13.3.ask": _whom, "13.3.lose": _lost})
