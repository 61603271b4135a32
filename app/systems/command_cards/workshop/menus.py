"""The menu of a hex of a draft: its ground, obstacle, objectives, exits and arrivals, and the whole battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol, TypeAlias

from PySide6.QtWidgets import QWidget

from app.dialogs import messages
from app.panels.menus import Entries
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.names import kind_name
from app.systems.command_cards.workshop.kinds import obstacle_kinds
from app.workshop.editor import DraftEditor
from rules.command_cards.charts import Charts
from rules.command_cards.loading import gestures, ground_gestures
from rules.command_cards.loading.checks import obstacle_in
from rules.command_cards.loading.drafting import Laid
from rules.command_cards.loading.gestures import MOST_MEDALS, Due, Goal, Standing
from rules.engine.english import capital, counted
from rules.files.problems import Data

ROUNDS = range(2, 13)
"""Rounds in menus; any other is set among the fields."""
DISTANCES = range(1, 5)
EXIT_MEDALS = (1, 2, 3)
Raw: TypeAlias = Mapping[str, Data]
Found: TypeAlias = "list[tuple[str, Callable[[], object] | Entries]]"


class Deeds(Protocol):
    """What a menu needs of the table."""

    editor: DraftEditor
    laid: Laid | None

    @property
    def charts(self) -> Charts: ...
    @property
    def middle(self) -> QWidget: ...
    def do(self, change: Callable[[Raw, Laid], Raw], words: str) -> bool: ...
    def take_off(self, piece: str) -> None: ...


class HexMenu:
    """The entries of menus; `table` does what is chosen."""

    def __init__(self, table: Deeds) -> None:
        self._table = table

    def piece_entries(self, at: str) -> Entries:
        """Return what can be done with what lies in a hex."""
        standing = gestures.unit_in(self._table.editor.data, at)
        if standing is None:
            return [("Remove it", partial(self._table.take_off, at))]
        kinds = [(capital(unit.name), partial(self._become, at, unit.id)) for unit in self._table.charts.units.values()]
        later = [(f"Round {turn}", partial(self._later, at, standing, turn)) for turn in ROUNDS]
        off = ("Take off the board", partial(self._table.take_off, at))
        return [("Change into", kinds), ("Figures", self._figures(at, standing)), ("Arrive here later", later), off]

    def hex_entries(self, at: str) -> Entries:
        """Return what can be done with a hex, and with the whole battle."""
        charts = self._table.charts
        names = [(capital(ground.name), partial(self._terrain, at, ground.id)) for ground in charts.terrains.values()]
        works = [
            (capital(kind.name(charts)), partial(self._obstacle, at, kind.kind, kind.seat))
            for kind in obstacle_kinds(charts)
        ]
        found: Found = [("Terrain", names), ("Obstacle", works)]
        data = self._table.editor.data
        if obstacle := obstacle_in(data, at):
            found.append((f"Remove the {self._called(obstacle)}", partial(self._no_obstacle, at)))
        found += self._objectives(at)
        found += self._exits(at)
        found += self._arrivals(at)
        if self._table.laid is not None and any(at in road for road in self._table.laid.scenario.map.courses):
            found.append(("Remove the road here", partial(self._no_road, at)))
        found.append(("Name this place…", partial(self._name, at)))
        found.append(("The whole battle", self._whole()))
        return found

    # --- the unit and the obstacle of a hex --------------------------------------------------------------------------

    def _called(self, kind: str) -> str:
        return kind_name(kind, self._table.charts)

    def _do(self, change: Callable[[Raw, Laid], Raw], words: str) -> None:
        self._table.do(change, words)

    def _figures(self, at: str, standing: Standing) -> Entries:
        """Return with how many figures a unit can begin, all of them first."""
        kind = self._table.charts.units.get(standing.kind)
        full = kind.figures if kind is not None else 1
        left = [(str(number), partial(self._left, at, number)) for number in range(full - 1, 0, -1)]
        return [("All", partial(self._left, at, 0)), *left]

    def _left(self, at: str, left: int) -> None:
        words = f"{counted(left, 'figure')} in {at}" if left else f"no losses in {at}"
        self._do(lambda data, _: gestures.with_figures(data, at, left), words)

    def _become(self, at: str, kind: str) -> None:
        def changed(data: Raw, laid: Laid) -> Raw:
            standing = gestures.unit_in(data, at)
            return data if standing is None else gestures.with_unit(data, laid.site, at, standing.seat, kind)

        self._do(changed, f"{self._called(kind)} in {at}")

    def _later(self, at: str, standing: Standing, turn: int) -> None:
        words = f"{self._called(standing.kind)} arrives in round {turn}"
        self._do(
            lambda data, laid: gestures.with_arrival(gestures.without_unit(data, at), laid.site, at, standing, turn),
            words,
        )

    def _terrain(self, at: str, kind: str) -> None:
        words = f"{self._called(kind)} in {at}"
        self._do(
            lambda data, laid: ground_gestures.with_terrain(data, laid.land, laid.scenario.charts, [at], kind), words
        )

    def _obstacle(self, at: str, kind: str, seat: str) -> None:
        words = f"{self._called(kind)} in {at}"
        self._do(lambda data, laid: gestures.with_obstacle(data, laid.site, at, kind, seat), words)

    def _no_obstacle(self, at: str) -> None:
        self._do(lambda data, laid: gestures.without_obstacle(data, at), f"no obstacle in {at}")

    def _no_road(self, at: str) -> None:
        self._do(lambda data, laid: ground_gestures.without_road(data, laid.land, at), f"no road in {at}")

    def _name(self, at: str) -> None:
        laid = self._table.laid
        before = laid.scenario.map.names.get(at, "") if laid is not None else ""
        name = messages.ask_text(self._table.middle, f"Name of {at}", "What is this place called?", before)
        if name is not None:
            self._do(lambda data, laid: ground_gestures.with_name(data, laid.land, at, name), f"name of {at}")

    # --- objectives, exits, arrivals -------------------------------------------------------------------------------

    def _objectives(self, at: str) -> Found:
        goals = gestures.goals(self._table.editor.data, at)
        found: Found = []
        for seat, side in SIDES.items():
            worth = [(counted(n, "medal"), partial(self._objective, at, seat, n)) for n in range(1, MOST_MEDALS + 1)]
            found.append((f"Objective for {side.noun}", worth))
        if others := [goal for goal in goals if not goal.is_here]:
            joined = [(_named(goal), partial(self._join, "objectives", goal.place, at)) for goal in others]
            found.append(("Belongs to the objective", joined))
        here = [goal for goal in goals if goal.is_here]
        found += [(_named(goal), self._conditions(goal)) for goal in here]
        return [*found, ("No longer an objective", partial(self._drop, "objectives", at))] if here else found

    def _conditions(self, goal: Goal) -> Entries:
        """Return what can be changed about an objective."""
        stays = "Medals are lost with it" if goal.stays else "Medals stay for good"
        need, other = ("any", "Any of its hexes is enough") if goal.every else ("all", "Each of its hexes must be held")
        return [
            (stays, partial(self._entry, goal.place, "keep", not goal.stays)),
            (other, partial(self._entry, goal.place, "need", need)),
        ]

    def _objective(self, at: str, seat: str, medals: int) -> None:
        def changed(data: Raw, laid: Laid) -> Raw:
            name = laid.scenario.map.names.get(at, "")
            return gestures.with_objective(data, laid.site, at, seat, medals, name)

        self._do(changed, f"objective {at}")

    def _entry(self, place: int, key: str, value: Data) -> None:
        self._do(lambda data, laid: gestures.with_entry(data, "objectives", place, **{key: value}), "objective")

    def _join(self, key: str, place: int, at: str) -> None:
        self._do(lambda data, laid: gestures.with_hex(data, laid.site, key, place, at), f"one more hex: {at}")

    def _drop(self, key: str, at: str) -> None:
        self._do(lambda data, laid: gestures.without_hex(data, key, at), f"{at} out of the {key}")

    def _exits(self, at: str) -> Found:
        leaving = gestures.leaving(self._table.editor.data, at)
        found: Found = []
        for seat, side in SIDES.items():
            worth = [(f"{counted(n, 'medal')} a unit", partial(self._exit, at, seat, n)) for n in EXIT_MEDALS]
            found.append((f"Exit for {side.noun}", worth))
            if seat in leaving:
                found.append((f"No longer an exit for {side.noun}", partial(self._no_exit, at, seat)))
        return found

    def _exit(self, at: str, seat: str, medals: int) -> None:
        self._do(lambda data, laid: gestures.with_exit(data, laid.site, at, seat, medals), f"exit {at}")

    def _no_exit(self, at: str, seat: str) -> None:
        self._do(lambda data, laid: gestures.without_exit(data, at, seat), f"no exit {at}")

    def _arrivals(self, at: str) -> Found:
        arrivals = gestures.arrivals(self._table.editor.data, at)
        found: Found = [("Arrival here", [(capital(SIDES[seat].noun), self._kinds(at, seat)) for seat in SIDES])]
        if others := [due for due in arrivals if not due.is_here]:
            joined = [(_told(due), partial(self._join, "reinforcements", due.place, at)) for due in others]
            found.append(("Also a hex for", joined))
        if len(others) < len(arrivals):
            found.append(("Nobody arrives here", partial(self._drop, "reinforcements", at)))
        return found

    def _kinds(self, at: str, seat: str) -> Entries:
        """Return each kind of unit of a side with the rounds in which one can arrive."""
        return [
            (
                capital(unit.name),
                [(f"Round {turn}", partial(self._due, at, Standing(seat, kind), turn)) for turn in ROUNDS],
            )
            for kind, unit in self._table.charts.units.items()
        ]

    def _due(self, at: str, standing: Standing, turn: int) -> None:
        words = f"{self._called(standing.kind)} arrives in round {turn}"
        self._do(lambda data, laid: gestures.with_arrival(data, laid.site, at, standing, turn), words)

    # --- the whole battle --------------------------------------------------------------------------------------------

    def _whole(self) -> Entries:
        aside = gestures.set_aside(self._table.editor.data)
        deck = [
            (f"{card.title}{': put it back' if name in aside else ''}", partial(self._card, name))
            for name, card in self._table.charts.cards.items()
        ]
        night: Found = [
            (
                f"Until round {turn}",
                [(f"Battles reach {counted(n, 'hex')}", partial(self._night, turn, n)) for n in DISTANCES],
            )
            for turn in ROUNDS
        ]
        by_day: Found = [("By day", partial(self._night, 0, 0))]
        return [("Set a card aside", deck), ("Night", by_day + night), ("Clear the ground", self._clear)]

    def _card(self, card: str) -> None:
        self._do(
            lambda data, laid: gestures.with_card_turned(data, card), f"the card {self._table.charts.cards[card].title}"
        )

    def _night(self, until: int, distance: int) -> None:
        self._do(lambda data, laid: gestures.with_night(data, until, distance), "night")

    def _clear(self) -> None:
        self._do(lambda data, laid: ground_gestures.cleared(data, laid.land), "clear the ground")


def _named(goal: Goal) -> str:
    return f"Objective {goal.name}" if goal.name else "Objective without a name"


def _told(due: Due) -> str:
    return f"{capital(SIDES[due.seat].noun) if due.seat in SIDES else 'Units'} in round {due.round}"
