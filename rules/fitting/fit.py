"""Fit the coefficients of value.yaml to rows of games, and tell how well they foretell those held out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.company_scale.bot import value
from rules.company_scale.r27_victory import controller, points
from rules.company_scale.scenario import SIDES
from rules.engine.evaluator import Manner
from rules.engine.game import Game
from rules.engine.session import Session
from rules.opponent.planner import play_on
from rules.tools.parallel import loaded

SIDE: Final = SIDES[0]
OTHER: Final = SIDES[1]


class FeatureRow(NamedTuple):
    """A position from the first side's view: its game, what it scored, its features, and how it ended.

    `signs` are the points of each stake, negative for the other side, `kept` whether its side holds it at the end.
    """

    scenario: str
    seed: int
    turn: int
    scored: float
    now: float
    lead: Mapping[str, float]
    hexes: list[Mapping[str, float]]
    signs: list[float]
    kept: list[bool]
    final: float


class GameTask(NamedTuple):
    """A game to play: its scenario, and the seed of its dice and scripts."""

    scenario: str
    seed: int


def rows_of(task: GameTask) -> list[FeatureRow]:
    """Play a game and return its rows."""
    system, scenario = loaded("company_scale", task.scenario)
    session = Session.new(system, scenario, seed=1, source=task.scenario)
    game: Game[Any, Any] = Game(system.kinds, session.scenario, session.state.copy())
    assert system.evaluator is not None
    scripts = {seat: system.evaluator.script(Manner(), 2 * task.seed + n) for n, seat in enumerate(system.seats)}
    seen: dict[tuple[int, int], Game[Any, Any]] = {}

    def keep(now: Game[Any, Any]) -> bool:
        key = now.state.turn, len(now.state.played)
        if now.state.chit and key not in seen:
            seen[key] = Game(system.kinds, now.base, now.state.copy())
        return False

    end = play_on(game, lambda _: scripts, system.evaluator, task.seed, keep)
    totals = points(end)
    holders = {goal.hex: controller(end, goal.hex) for goal in end.scenario.victory.hexes}
    return [row(now, task, totals[SIDE] - totals[OTHER], holders) for now in seen.values()]


def row(game: Game[Any, Any], task: GameTask, final: float, holders: Mapping[int, str]) -> FeatureRow:
    """Return the row of a position whose game ended with a lead and with these sides in the victory hexes."""
    fighters = {side: value.fighters_of(game, side) for side in SIDES}
    stakes, held, scored = list(value.stakes(game)), points(game), game.state.points
    return FeatureRow(
        *task,
        game.state.turn,
        scored.get(SIDE, 0) - scored.get(OTHER, 0),
        held[SIDE] - held[OTHER],
        value.lead_features(game, SIDE, fighters),
        [value.hex_features(game, stake, fighters) for stake in stakes],
        [stake.points if stake.side == SIDE else -stake.points for stake in stakes],
        [holders[stake.hex] == stake.side for stake in stakes],
        final,
    )


HEX_RIDGE: Final = 1.0
LEAD_RIDGE: Final = 300.0
"""How strongly coefficients are drawn to nothing."""
ENOUGH: Final = 30
"""Positions of a turn from which a line tells of it."""

Array = npt.NDArray[np.float64]


def logistic(x: Array, y: Array, weights: Array) -> Array:
    """Return the coefficients of a logistic regression, by Newton's method."""
    found = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        bend = x.T @ (x * (weights * p * (1 - p) + 1e-9)[:, None]) + HEX_RIDGE * np.eye(len(found))
        found -= np.linalg.solve(bend, x.T @ (weights * (p - y)) + HEX_RIDGE * found)
    return found


def ridge(x: Array, y: Array) -> Array:
    """Return the coefficients of a ridge regression on features brought to one scale."""
    scale = x.std(0) + 1e-9
    x = x / scale
    found: Array = np.linalg.solve(x.T @ x + LEAD_RIDGE * np.eye(x.shape[1]), x.T @ y) / scale
    return found


class Fit:
    """Both models fitted to some rows; `expected` is what they say of every row."""

    def __init__(self, rows: Sequence[FeatureRow], trained: Sequence[bool]) -> None:
        model, use = value.model(), np.array(trained)
        self.hexes, self.lead = list(model["hexes"]), list(model["lead"])
        held, ended = self._fit_hexes(rows, use)
        scored, final = numbers(rows, "scored"), numbers(rows, "final")
        features = np.array([[row.lead[name] for name in self.lead] for row in rows], float)
        scenarios = sorted({row.scenario for row in rows})  # how uneven a scenario is must not pass for a feature
        uneven = np.array([[float(row.scenario == s) for s in scenarios] for row in rows])
        found = ridge(np.hstack([features, uneven])[use], (final - ended - scored)[use])
        self.lead_coefficients = found[: len(self.lead)]
        self.expected: Array = held + scored + features @ self.lead_coefficients

    def _fit_hexes(self, rows: Sequence[FeatureRow], trained: npt.NDArray[np.bool_]) -> tuple[Array, Array]:
        """Fit the chance to hold a hex; return what the hexes of each row are expected to bring and what they did."""
        x = np.array([[features[name] for name in self.hexes] for row in rows for features in row.hexes], float)
        kept, signs = (np.array([n for row in rows for n in getattr(row, name)], float) for name in ("kept", "signs"))
        of = np.array([at for at, row in enumerate(rows) for _ in row.hexes])
        use = trained[of]
        found = logistic(np.hstack([x, _places(rows, use)])[use], kept[use], np.abs(signs[use]))
        self.hex_coefficients = found[: len(self.hexes)]
        fitted = 1 / (1 + np.exp(-np.clip(x @ self.hex_coefficients, -30, 30)))
        held, ended = (np.bincount(of, signs * share, len(rows)) for share in (value.LASTING * fitted, kept))
        return held.astype(float), ended.astype(float)

    def write(self) -> None:
        """Put the coefficients into value.yaml; the sentences stay."""
        text = value.FILE.read_text(encoding="utf-8")
        head, _, rest = text.partition("\nlead:\n")
        for name, found in zip(self.hexes, self.hex_coefficients, strict=True):
            head = re.sub(rf"(?m)^(  {name}: {{is: )[^,]+", rf"\g<1>{found:.3f}", head)
        for name, found in zip(self.lead, self.lead_coefficients, strict=True):
            rest = re.sub(rf"(?m)^(  {name}: {{is: )[^,]+", rf"\g<1>{found:.3f}", rest)
        value.FILE.write_text(f"{head}\nlead:\n{rest}", encoding="utf-8")


def _places(rows: Sequence[FeatureRow], use: npt.NDArray[np.bool_]) -> Array:
    """Return a column for each victory hex: how likely it is to be taken at all must not pass for a feature."""
    places = [(row.scenario, at) for row in rows for at in range(len(row.hexes))]
    known = {place: n for n, place in enumerate(sorted({p for p, used in zip(places, use, strict=True) if used}))}
    found = np.zeros((len(places), len(known)))
    for n, place in enumerate(places):
        if place in known:
            found[n, known[place]] = 1
    return found


def numbers(rows: Sequence[FeatureRow], name: str) -> Array:
    """Return one number of every row."""
    return np.array([getattr(row, name) for row in rows], float)


def table(rows: Sequence[FeatureRow], expected: Array, held_out: Sequence[bool]) -> Iterator[str]:
    """Yield lines of a table: how well the value and the points as they stand foretell the end, turn by turn."""
    yield "| scenario | turn | positions held out | fitted | points as they stand | error of the fitted | spread |"
    yield "|---|---|---|---|---|---|---|"
    now, final, turns = (numbers(rows, name) for name in ("now", "final", "turn"))
    scenarios, out = np.array([row.scenario for row in rows]), np.array(held_out)
    for scenario in dict.fromkeys(row.scenario for row in rows):
        for turn in sorted(set(turns[scenarios == scenario])):
            these: Any = out & (scenarios == scenario) & (turns == turn)
            if these.sum() >= ENOUGH:
                error = (expected - final)[these]
                fitted, stand = (_correlation(told[these], final[these]) for told in (expected, now))
                yield (
                    f"| {scenario} | {turn:.0f} | {these.sum()} | {fitted} | {stand} "
                    f"| {error.std():.1f} | {final[these].std():.1f} |"
                )


def _correlation(told: Array, final: Array) -> str:
    return f"{np.corrcoef(told, final)[0, 1]:.2f}" if told.std() and final.std() else "–"
