"""Fit value.yaml of the Company Scale System to games of its script against itself, and tell how well it foretells.

`python packaging/fit_value.py first-light=800 the-feint=500 strike-to-the-east=450 --write`

Positions at the start of each chit are taken; the last three tenths of each scenario's games are held out.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.company_scale.judgement import value as v
from rules.company_scale.r27_victory import controller, points
from rules.engine.game import Game
from rules.engine.judgement import Manner
from rules.engine.session import Session
from rules.opponent.rollout import play_on
from rules.systems import systems

SIDE, OTHER = "german", "allied"
SYSTEM = "company_scale"
TRAINED = 0.7
HEX_RIDGE, LEAD_RIDGE = 1.0, 300.0
"""How strongly coefficients are drawn to nothing."""


class Row(NamedTuple):
    """A position from the German side: its game, what it scored, its features, and how it ended.

    `signs` are the points of each stake, negative for the Allies, `kept` whether its side holds it at the end.
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


def row(game: Game[Any, Any], scenario: str, seed: int, final: float, holders: Mapping[int, str]) -> Row:
    """Return the row of a position whose game ended with a lead and with these sides in the victory hexes."""
    fighters = {side: v.fighters_of(game, side) for side in (SIDE, OTHER)}
    stakes, held, scored = list(v.stakes(game)), points(game), game.state.points
    return Row(
        scenario, seed, game.state.turn, scored.get(SIDE, 0) - scored.get(OTHER, 0), held[SIDE] - held[OTHER],
        v.lead_features(game, SIDE, fighters), [v.hex_features(game, stake, fighters) for stake in stakes],
        [stake.points if stake.side == SIDE else -stake.points for stake in stakes],
        [holders[stake.hex] == stake.side for stake in stakes], final,
    )  # fmt: skip


def rows_of(scenario: str, seed: int) -> list[Row]:
    """Return the rows of one game."""
    system = systems()[SYSTEM]
    session = Session.new(system, system.load(scenario), seed=1, source=scenario)
    game: Game[Any, Any] = Game(system.kinds, session.scenario, session.state.copy())
    assert system.judgement is not None
    scripts = {seat: system.judgement.script(Manner(), 2 * seed + n) for n, seat in enumerate(system.seats)}
    seen: dict[tuple[int, int], Game[Any, Any]] = {}

    def keep(now: Game[Any, Any]) -> bool:
        if now.state.chit:
            key = now.state.turn, len(now.state.played)
            if key not in seen:
                seen[key] = Game(system.kinds, now.base, now.state.copy())
        return False

    end = play_on(game, lambda _: scripts, system.judgement, seed, keep)
    totals = points(end)
    holders = {goal.hex: controller(end, goal.hex) for goal in end.scenario.victory.hexes}
    return [row(now, scenario, seed, totals[SIDE] - totals[OTHER], holders) for now in seen.values()]


def logistic(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the coefficients of a logistic regression, by Newton's method."""
    found = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        bend = x.T @ (x * (weights * p * (1 - p) + 1e-9)[:, None]) + HEX_RIDGE * np.eye(len(found))
        found -= np.linalg.solve(bend, x.T @ (weights * (p - y)) + HEX_RIDGE * found)
    return found


def ridge(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the coefficients of a ridge regression on features brought to one scale."""
    scale = x.std(0) + 1e-9
    x = x / scale
    found: np.ndarray = np.linalg.solve(x.T @ x + LEAD_RIDGE * np.eye(x.shape[1]), x.T @ y) / scale
    return found


class Fit:
    """Both models fitted to the rows of some games, `expected` is what they say of every row."""

    def __init__(self, rows: list[Row], trained: np.ndarray) -> None:
        told = v.model()
        self.hexes, self.lead = list(told["hexes"]), list(told["lead"])
        x = np.array([[f[name] for name in self.hexes] for r in rows for f in r.hexes], float)
        kept = np.array([k for r in rows for k in r.kept], float)
        signs = np.array([s for r in rows for s in r.signs], float)
        of = np.array([n for n, r in enumerate(rows) for _ in r.hexes])
        use = trained[of]
        places = [(r.scenario, place) for r in rows for place in range(len(r.hexes))]
        known = {place: n for n, place in enumerate(sorted({p for p, used in zip(places, use, strict=True) if used}))}
        bias = np.zeros((len(places), len(known)))  # how likely a hex is to be taken at all must not pass for a feature
        for n, place in enumerate(places):
            if place in known:
                bias[n, known[place]] = 1
        found = logistic(np.hstack([x, bias])[use], kept[use], np.abs(signs[use]))
        self.hex_coefficients = found[: len(self.hexes)]
        fitted = 1 / (1 + np.exp(-np.clip(x @ self.hex_coefficients, -30, 30)))
        now = np.array([f["own"] for r in rows for f in r.hexes], float)
        chance = np.array([v.holds(*pair) for pair in zip(now, fitted, strict=True)])
        held, ended = (np.bincount(of, signs * share, len(rows)) for share in (chance, kept))
        scored, final = (np.array([getattr(r, name) for r in rows], float) for name in ("scored", "final"))
        features = np.array([[r.lead[name] for name in self.lead] for r in rows], float)
        scenarios = sorted({r.scenario for r in rows})  # how uneven a scenario is must not pass for a feature
        uneven = np.array([[float(r.scenario == s) for s in scenarios] for r in rows])
        further = np.hstack([features, uneven])
        found = ridge(further[trained], (final - ended - scored)[trained])
        self.lead_coefficients = found[: len(self.lead)]
        self.expected = held + scored + features @ self.lead_coefficients

    def write(self) -> None:
        """Put the coefficients into value.yaml; the sentences stay."""
        text = v.FILE.read_text(encoding="utf-8")
        head, _, rest = text.partition("\nlead:\n")
        for name, found in zip(self.hexes, self.hex_coefficients, strict=True):
            head = re.sub(rf"(?m)^(  {name}: {{is: )[^,]+", rf"\g<1>{found:.3f}", head)
        for name, found in zip(self.lead, self.lead_coefficients, strict=True):
            rest = re.sub(rf"(?m)^(  {name}: {{is: )[^,]+", rf"\g<1>{found:.3f}", rest)
        v.FILE.write_text(f"{head}\nlead:\n{rest}", encoding="utf-8")


def told(rows: list[Row], expected: np.ndarray, held_out: np.ndarray) -> Iterator[str]:
    """Yield lines of a table: how well the value and the points as they stand foretell the end, turn by turn."""
    yield "| scenario | turn | positions held out | fitted | points as they stand | error of the fitted | spread |"
    yield "|---|---|---|---|---|---|---|"
    now, final, turns = (np.array([getattr(r, name) for r in rows], float) for name in ("now", "final", "turn"))
    scenarios = np.array([r.scenario for r in rows])
    for scenario in dict.fromkeys(r.scenario for r in rows):
        for turn in sorted(set(turns[scenarios == scenario])):
            these = held_out & (scenarios == scenario) & (turns == turn)
            if these.sum() >= 30:
                error = (expected - final)[these]
                fitted, stand = (np.corrcoef(p[these], final[these])[0, 1] for p in (expected, now))
                yield (
                    f"| {scenario} | {turn:.0f} | {these.sum()} | {fitted:.2f} | {stand:.2f} "
                    f"| {error.std():.1f} | {final[these].std():.1f} |"
                )


def main() -> int:
    """Play, fit and tell; with --write the coefficients are kept."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("games", nargs="+", metavar="SCENARIO=GAMES", help="how many games of which scenario")
    options.add_argument("--held-out", action="append", default=[], metavar="SCENARIO", help="not fitted to at all")
    options.add_argument("--jobs", type=int, default=2, help="games side by side")
    options.add_argument("--write", action="store_true", help="write value.yaml")
    given = options.parse_args()
    rows: list[Row] = []
    trained: list[bool] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for scenario, _, number in (text.partition("=") for text in given.games):
            count = int(number)
            for seed, found in enumerate(pool.map(partial(rows_of, scenario), range(1, count + 1), chunksize=10), 1):
                rows += found
                trained += [scenario not in given.held_out and seed <= TRAINED * count] * len(found)
            print(f"{scenario}: {count} games", flush=True)
    fit = Fit(rows, np.array(trained))
    print("\n".join(told(rows, fit.expected, ~np.array(trained))))
    if given.write:
        fit.write()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
