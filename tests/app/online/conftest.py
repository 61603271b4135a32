"""A host for tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.online.helpers.host_process import HostProcess


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostProcess]:
    """Start a host in a process of its own."""
    made = HostProcess(tmp_path / "hosted")
    yield made
    made.kill()
