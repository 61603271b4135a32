"""Matches on a Dask cluster, where the extra `cluster` is installed."""

from __future__ import annotations

import pytest

from rules.__main__ import main
from rules.systems import find
from rules.tools.matching import match
from rules.tools.parallel import workers

distributed = pytest.importorskip("distributed")
BOTS = ("regular", "random")


def test_pairs_played_on_a_cluster_are_those_played_here() -> None:
    system, source = find("last-attack", "")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address) as pool,
    ):
        there = match(pool, system, source, BOTS, range(1, 5), say=lambda line: None)
    with workers(1) as pool:
        assert there == match(pool, system, source, BOTS, range(1, 5), say=lambda line: None)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere"])
def test_a_cluster_that_does_not_answer_gets_a_sentence(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.tools.parallel.PATIENCE", "200ms")
    assert main(["match", *BOTS, "--scenario", "last-attack", "--cluster", address]) == 2
    assert capsys.readouterr().err.startswith(f'No Dask scheduler answers at "{address}"')


@pytest.mark.parametrize(("error", "told"), [
    (ModuleNotFoundError("No module named 'rules'"), LookupError),
    (RuntimeError("Error during deserialization of the task graph."), LookupError),
    (RuntimeError("Something else."), RuntimeError),
])  # fmt: skip
def test_a_cluster_without_chitpull_gets_a_sentence(error: Exception, told: type[Exception]) -> None:
    with (
        pytest.raises(told) as raised,
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address),
    ):
        raise error
    assert raised.value is error or str(raised.value).startswith("Chitpull is missing on the cluster at ")
