"""Who a connection is, and how many games an address makes: neither can be made up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.online.caller import Buckets, address_of
from app.online.server import REST, Server


@pytest.mark.parametrize(
    ("remote", "passed_on", "address"),
    [
        ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("172.17.0.1", ["192.0.2.7"], "192.0.2.7"),  # the proxy before a container
        ("::1", ["2001:DB8::7"], "2001:db8::/64"),
        ("::ffff:127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.9, 192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.9", "192.0.2.8 ,192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.7, somebody"], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("8.8.8.8", ["192.0.2.7"], "8.8.8.8"),
        ("::ffff:8.8.8.8", ["192.0.2.7"], "8.8.8.8"),
        ("2a00::8", ["192.0.2.7"], "2a00::/64"),
        ("2a00:1:2:3:ffff::9", [], "2a00:1:2:3::/64"),  # whoever has one address of a home has all of them
        ("fe80::1%eth0", [], "fe80::/64"),
        ("::1", [], "::1"),
    ],
)
def test_only_a_proxy_nearby_speaks_for_others(remote: str, passed_on: Sequence[str], address: str) -> None:
    assert address_of(remote, passed_on) == address


def test_an_address_is_forgotten_when_it_may_make_all_its_games_again() -> None:
    now = [0.0]
    buckets = Buckets(5 / 3600, 5, clock=lambda: now[0])
    assert [buckets.of("192.0.2.7").take() for _ in range(6)] == [True] * 5 + [False]
    assert buckets.of("192.0.2.8").take(0) and len(buckets) == 2
    buckets.forget()
    assert len(buckets) == 1 and not buckets.of("192.0.2.7").take()
    now[0] = 3601.0
    buckets.forget()
    assert len(buckets) == 0 and buckets.of("192.0.2.7").take(5)


def test_a_host_puts_games_away_and_forgets_addresses_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slept, rested = list[float](), list[int]()
    server = Server(cast(Any, SimpleNamespace(rest=lambda: rested.append(len(server._games_by_address)))))
    server._games_by_address.of("192.0.2.7")
    server._games_by_address.of("192.0.2.8").take()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr("app.online.server.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(server._rest())
    assert slept == [REST] * 3 and rested == [2, 1] and len(server._games_by_address) == 1
