"""What follows from a position: stored until what it follows from changes, and shared by copies."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.engine.caching import Results


class Foes(NamedTuple):
    """The enemies of a side: their stacks, their hexes in the same order and as a set.

    `results` holds what follows from where they stand alone.
    """

    stacks: tuple[tuple[int, tuple[str, ...]], ...]
    hexes: tuple[int, ...]
    at: frozenset[int]
    results: Results


def results_of_foes(foes: Foes) -> Results:
    """Return the store of what follows from where enemies stand, for `cached_in`."""
    return foes.results


class DerivedState:
    """The base of a position. Each of the five methods returns results and says what alone they may follow from.

    Those who change a position drop what no longer holds, through the mutators of `State`. On the chit in play, what
    units have done under it, support weapons, leaders and the values of divisions no stored result may depend.
    """

    __slots__ = ("_board", "_boxes", "_conditions", "_foes", "_places", "_stacks", "_view")

    turn: int
    weather: str
    barrages: dict[int, str]
    illuminated: tuple[int, ...]
    on_fire: tuple[int, ...]
    fire_cleared: tuple[int, ...]
    traffic_jam: int
    stacks: dict[int, tuple[str, ...]]
    _boxes: Results
    _places: Results
    _stacks: Results
    _view: Results
    _board: Results
    _conditions: tuple[Any, ...]
    _foes: dict[str, Foes]

    def by_box(self) -> Results:
        """Return what follows from which units are on the map, in reserve, routed and so on."""
        return self._boxes

    def by_stack(self) -> Results:
        """Return what follows from which units stand together, and to whom they belong."""
        return self._stacks

    def by_place(self) -> Results:
        """Return what follows from where units are, and to whom they belong."""
        return self._places

    def in_view(self) -> Results:
        """Return what follows from the places of units, the weather, the light, barrages and fires as they are now."""
        self._look()
        return self._view

    def on_board(self) -> Results:
        """Return what follows from all that as well as from the sides of units and the markers of hexes."""
        self._look()
        return self._board

    def forget_all(self) -> None:
        """Drop all results."""
        self.units_belong_to_others()
        self._conditions, self._foes = (), {}

    def units_belong_to_others(self) -> None:
        """Drop what follows from the divisions and formations of units, and from their places."""
        self._stacks = {}
        self.boxes_have_changed()
        self.units_have_moved()

    def boxes_have_changed(self) -> None:
        """Drop what follows from which units are on the map, in reserve and so on."""
        self._boxes = {}

    def units_have_moved(self) -> None:
        """Drop what no longer holds as units stand elsewhere on the map."""
        self._places, self._view, self._board = {}, {}, {}

    def board_has_changed(self) -> None:
        """Drop what is on the board: a unit shows its other side, or a marker has come or gone."""
        self._board = {}

    def _look(self) -> None:
        """Drop what followed from other conditions of sight and movement, which are written without a mutator."""
        now = (
            self.turn,
            self.weather,
            self.illuminated,
            self.on_fire,
            self.fire_cleared,
            self.traffic_jam,
            self.barrages,
        )
        if self._conditions != now:
            self._view, self._board, self._conditions = {}, {}, (*now[:-1], self.barrages.copy())

    def foes_of(self, side: str, units: Any) -> Foes:
        """Return the enemies of a side, the same object while they stand; `units` are the printed counters by id."""
        foes: Foes | None = self._places.get(side)
        if foes is None:
            stacks = tuple([one for one in self.stacks.items() if units[one[1][0]].side != side])
            foes = self._foes.get(side)
            if foes is None or foes.stacks != stacks:
                hexes = tuple([here for here, _ in stacks])
                foes = Foes(stacks, hexes, frozenset(hexes), {})
                self._foes = {**self._foes, side: foes}
            self._places[side] = foes
        return foes

    def share(self, other: DerivedState) -> None:
        """Take over the results of an equal position."""
        self._boxes, self._places, self._view, self._board = other._boxes, other._places, other._view, other._board
        self._stacks, self._conditions, self._foes = other._stacks, other._conditions, other._foes
