"""What has been found out about a position: kept until what it follows from changes, and shared by copies."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

Facts: TypeAlias = dict[Any, Any]


class Foes(NamedTuple):
    """The enemies of a side: their stacks, their hexes in the same order and as a set.

    `known` holds what follows from where they stand alone.
    """

    stacks: tuple[tuple[int, tuple[str, ...]], ...]
    hexes: tuple[int, ...]
    at: frozenset[int]
    known: Facts


class DerivedState:
    """The base of a position. `by_place` holds what follows from the places of units and whom they belong to alone,
    `by_stack` what follows from which of them stand together.

    `by_box` holds what follows only from which of them are on the map, routed, in reserve and so on. What also follows
    from weather, light and barrages is `in_view`, and from the sides of units and hex markers `on_board`. On the chit
    in play, what units have done under it, support weapons, leaders and the values of divisions nothing may depend
    that is kept.
    """

    __slots__ = ("_board", "_conditions", "_foes", "_view", "by_box", "by_place", "by_stack")

    turn: int
    weather: str
    barrages: dict[int, str]
    illuminated: tuple[int, ...]
    on_fire: tuple[int, ...]
    fire_cleared: tuple[int, ...]
    traffic_jam: int
    stacks: dict[int, tuple[str, ...]]
    by_box: Facts
    by_place: Facts
    by_stack: Facts
    _view: Facts
    _board: Facts
    _conditions: tuple[Any, ...]
    _foes: dict[str, Foes]

    def forget_all(self) -> None:
        """Forget everything."""
        self.units_belong_to_others()
        self._conditions, self._foes = (), {}

    def units_belong_to_others(self) -> None:
        """Forget what follows from the divisions and formations of units, and from their places."""
        self.by_stack = {}
        self.boxes_have_changed()
        self.units_have_moved()

    def boxes_have_changed(self) -> None:
        """Forget what follows from which units are on the map, in reserve and so on."""
        self.by_box = {}

    def units_have_moved(self) -> None:
        """Forget what no longer holds as units stand elsewhere on the map."""
        self.by_place, self._view, self._board = {}, {}, {}

    def board_has_changed(self) -> None:
        """Forget what is on the board: a unit shows its other side, or a marker has come or gone."""
        self._board = {}

    def _look(self) -> None:
        """Forget what followed from other conditions of sight and movement."""
        now = (
            self.turn, self.weather, self.illuminated, self.on_fire, self.fire_cleared, self.traffic_jam, self.barrages
        )  # fmt: skip
        if self._conditions != now:
            self._view, self._board, self._conditions = {}, {}, (*now[:-1], self.barrages.copy())

    def in_view(self) -> Facts:
        """Return what follows from the places of units, the weather, the light, barrages and fires as they are now."""
        self._look()
        return self._view

    def on_board(self) -> Facts:
        """Return what follows from all that as well as from the sides of units and the markers of hexes."""
        self._look()
        return self._board

    def foes_of(self, side: str, units: Any) -> Foes:
        """Return the enemies of a side; `units` are the printed counters by id."""
        foes: Foes | None = self.by_place.get(side)
        if foes is None:
            stacks = tuple([one for one in self.stacks.items() if units[one[1][0]].side != side])
            foes = self._foes.get(side)
            if foes is None or foes.stacks != stacks:
                hexes = tuple([here for here, _ in stacks])
                foes = Foes(stacks, hexes, frozenset(hexes), {})
                self._foes = {**self._foes, side: foes}
            self.by_place[side] = foes
        return foes

    def share(self, other: DerivedState) -> None:
        """Take over what has been found out about an equal position."""
        self.by_box, self.by_place, self._view, self._board = other.by_box, other.by_place, other._view, other._board
        self.by_stack, self._conditions, self._foes = other.by_stack, other._conditions, other._foes
