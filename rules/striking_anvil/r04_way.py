"""The commands of a move: who goes next, step by step, and when it ends (4, 1.3.2, 5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.command import Command, Plain, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, Frame, takes
from rules.engine.options import Decision, Options
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import label, names
from rules.striking_anvil.r04_group import blocked_with, group_at, remaining
from rules.striking_anvil.r04_movement import capacity, leads_to, step_reasons
from rules.striking_anvil.state import Anvil


class OnMarch:
    """What the commands of a move share: the frame of the march lies below the choice."""

    def march(self, game: Anvil) -> Frame:
        """Return the frame of the march."""
        return game.state.frames[game.index - 1]


class GroupTake(OnMarch, Action):
    """Add a unit to the group that goes next."""

    verb = "take"
    fields = takes(unit=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each activated unit."""
        for unit in self.march(game)["units"]:
            yield cmd(self.verb, unit=unit)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot join."""
        frame, unit = self.march(game), command.text("unit")
        yield from self.grouping_reasons(game, frame, unit)
        if unit in frame["group"]:
            yield Reason(f"{label(game, unit)} is already in this group.", "3")

    def grouping_reasons(self, game: Anvil, frame: Frame, unit: str) -> Iterator[Reason]:
        """Yield why the group cannot be changed by this unit."""
        if frame["under_way"]:
            yield Reason("The group has started moving. Nobody can join or stay behind now.", "1.3.2")
        if frame["target"]:
            yield Reason("Mobile combat needs one stack moving along one route.", "5.3")
        if unit not in frame["units"]:
            yield Reason(f"{label(game, unit)} is not activated.", "3")
        elif unit not in remaining(game, frame):
            yield Reason(f"{label(game, unit)} can't move any more.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Add it with those it cannot part from."""
        frame = self.march(game)
        group = frame["group"]
        more = tuple(one for one in blocked_with(game, frame, command.text("unit")) if one not in group)
        game.finish(group=(*group, *more), then="way")


class GroupDrop(GroupTake):
    """Take a unit out of the group that goes next; it can go by another way later."""

    verb = "drop"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot be left out."""
        frame, unit = self.march(game), command.text("unit")
        yield from self.grouping_reasons(game, frame, unit)
        if unit not in frame["group"]:
            yield Reason(f"{label(game, unit)} is not in this group.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Take it out with those it cannot part from."""
        frame = self.march(game)
        gone = blocked_with(game, frame, command.text("unit"))
        game.finish(group=tuple(one for one in frame["group"] if one not in gone), then="way")


class StepTo(OnMarch, Action):
    """Go one area or box on."""

    verb = "step"
    fields = takes(to=str)

    def candidates(self, game: Anvil) -> Iterator[Command]:
        """Yield each place next to the group."""
        frame = self.march(game)
        for to in leads_to(game, frame["seat"], frame["at"]):
            yield cmd(self.verb, to=to)

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why the group cannot go there."""
        frame = self.march(game)
        yield from step_reasons(game, group_at(game, frame), frame["at"], command.text("to"), frame["spent"],
                                frame["trail"])  # fmt: skip

    def apply(self, game: Anvil, command: Command) -> None:
        """Leave, unless the enemy stops it."""
        game.finish(to=command.text("to"), then="leave")


class Stop(OnMarch, BareAction):
    """End the way of the group where it is."""

    verb = "stop"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot stop."""
        if not self.march(game)["under_way"]:
            yield Reason("The group hasn't moved yet.", "4")

    def apply(self, game: Anvil, command: Command) -> None:
        """Stop."""
        game.finish(then="halt")


class Finish(OnMarch, BareAction):
    """End the activation: who has not moved stays."""

    verb = "done"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it cannot end now."""
        frame = self.march(game)
        if frame["under_way"]:
            yield Reason("The group is still moving. Stop it first.", "4")
        elif not frame["moved"] and not frame["asked"]:
            yield Reason("No one has moved yet. Move, or cancel.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Go on to the end."""
        game.finish(then="arrive")


class CancelMove(OnMarch, BareAction):
    """Go back to the composition; nobody has moved."""

    verb = "cancel"

    def reasons(self, game: Anvil, command: Command) -> Iterator[Reason]:
        """Yield why it is too late."""
        frame = self.march(game)
        if frame["under_way"] or frame["moved"] or frame["asked"]:
            yield Reason("Units have already moved, so the move can't be cancelled.", "3")

    def apply(self, game: Anvil, command: Command) -> None:
        """Reopen the composition."""
        frame = self.march(game)
        game.finish()
        game.finish()
        game.push("activation", seat=frame["seat"], area=frame["start"], units=frame["units"], loads=frame["loads"],
                  dug=frame["dug"])  # fmt: skip


class Way(Choice):
    """The mover leads a group on, step by step, and then the next."""

    kind = "way"
    actions = (StepTo(), Stop(), GroupTake(), GroupDrop(), Finish(), CancelMove())

    def ask(self, game: Anvil) -> Decision:
        """Ask until everybody has moved or stays."""
        frame = game.state.frames[game.index - 1]
        group = group_at(game, frame)
        able = capacity(game, group)
        subject: dict[str, Plain] = {
            "at": frame["at"], "group": group.units, "spent": frame["spent"], "capacity": able,
            "target": frame["target"], "under_way": frame["under_way"],
        }  # fmt: skip
        count = len(group.units)
        who = names(game, group.units) if count == 1 else f"{count} units" if count else "a group"
        prompt = f"Move {who} from {area_name(game, frame['at'])}, or stop there."
        return Decision(frame["seat"], self.kind, prompt, "4", Options(game, self.actions), subject)
