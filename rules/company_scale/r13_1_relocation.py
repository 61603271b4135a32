"""The leaders step: relocating them to units of their command, bringing on a hero (4.0 b, 13.1, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.pieces import WIETERSHEIM, leader_now
from rules.company_scale.r05_command import activates, chit_name
from rules.company_scale.r13_leaders import go_to, goals_of, reached_by
from rules.company_scale.r14_1_named_heroes import BringHero
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name


class Relocate(Action):
    """Move a leader to a unit of his command (13.1)."""

    verb = "relocate"
    fields = takes(leader=str, hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each leader with each hex he can reach."""
        for leader, hexes in game.frame["ways"]:
            for here in hexes:
                yield cmd("relocate", leader=leader, hex=hex_name(here))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why he cannot go there now."""
        leader, where = command.text("leader"), command.text("hex")
        bad = next(_leader_reasons(game, leader), None)
        if bad is not None:
            yield bad
            return
        name = leader_now(game, leader).name
        if where not in {hex_name(h) for h in goals_of(game, leader_now(game, leader))}:
            yield Reason(f"{name} can join only a unit of his own command.", "13.1")
        elif where not in {hex_name(h) for h in dict(game.frame["ways"]).get(leader, ())}:
            yield Reason(f"There is no path for {name} to {where} clear of enemies and their fire zones.", "13.1")

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones, checking once per leader what does not depend on the hex."""
        for leader, hexes in game.frame["ways"]:
            if next(_leader_reasons(game, leader), None) is None:
                goals = goals_of(game, leader_now(game, leader))
                yield from (cmd("relocate", leader=leader, hex=hex_name(here)) for here in hexes if here in goals)

    def apply(self, game: Battle, command: Command) -> None:
        """Move him; he does not move again in this step."""
        leader, here = command.text("leader"), hex_id(command.text("hex"))
        if here != game.state.leaders[leader].hex:  # a replacement may stay (13.1)
            go_to(game, leader, here)
        ways = tuple(way for way in game.frame["ways"] if way[0] != leader)
        if game.frame["alone"]:
            game.finish()
        else:
            game.update(ways=ways, changed=True)


def _leader_reasons(game: Battle, leader: str) -> Iterator[Reason]:
    man = game.scenario.leaders.get(leader)
    if man is None:
        yield Reason(f'There is no leader "{leader}" in this scenario.')
    elif game.state.leaders[leader].place != MAP:
        yield Reason(f"{man.name} is not on the map.", "13.1")
    elif game.frame["alone"]:
        if leader not in dict(game.frame["ways"]):
            yield Reason(f"{man.name} isn't alone.", "13.1")
    elif not activates(game.scenario, game.state.chit, man):
        yield Reason(f"{man.name} isn't activated by {chit_name(game.scenario, game.state.chit)}.", "13.1")
    elif leader not in dict(game.frame["ways"]):
        yield Reason(f"{man.name} has already moved, or has nowhere to go.", "13.1")


class LeaveLeaders(BareAction):
    """Leave the leaders where they are."""

    verb = "done"

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why a leader left alone must go."""
        if game.frame["alone"]:
            new = game.frame.get("replaced")
            text = (
                "A replacement must be placed with a unit of his command."
                if new
                else "A leader can't stay alone in a hex."
            )
            yield Reason(text, "13.1")

    def apply(self, game: Battle, command: Command) -> None:
        """Close the step."""
        game.finish()


class LeadersChoice(Choice):
    """Asks where active leaders go (4.0, step b), or one left alone or just taking over (13.1)."""

    kind = "leaders"
    actions = (Relocate(), BringHero(), LeaveLeaders())

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision while a leader can go somewhere, then until the player is done, so that he can undo."""
        frame = game.frame
        options = Options(game, self.actions)
        if not frame["changed"] and not options.any_besides("done"):
            return None
        subject = {"leaders": [leader for leader, _ in frame["ways"]], "alone": frame["alone"]}
        prompt = "Move leaders to units of their command."
        if frame["alone"]:
            name = leader_now(game, frame["ways"][0][0]).name
            what = "takes over" if frame.get("replaced") else "is alone"
            prompt = f"{name} {what}: which unit does he join?"
        return Decision(frame["seat"], "leaders", prompt, "13.1", options, subject)


def ask_leaders(game: Battle, seat: str) -> None:
    """Ask where the leaders activated by the chit go (4.0, step b)."""
    movers = [
        leader_now(game, leader)
        for leader, token in game.state.leaders.items()
        if token.place == MAP and _moves_by_himself(game, leader)
    ]
    ways = tuple((leader.id, reached_by(game, leader)) for leader in movers)
    game.push("leaders", seat=seat, ways=tuple(way for way in ways if way[1]), alone=False, changed=False)


def _moves_by_himself(game: Battle, leader: str) -> bool:
    man = game.scenario.leaders[leader]
    return (not man.hero or man.type == WIETERSHEIM) and activates(game.scenario, game.state.chit, man)
