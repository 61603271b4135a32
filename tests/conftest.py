"""Shared by all tests: the clause table, a home for saves and caches that is not the player's own, nothing prepared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from rules.systems import register_shipped

settings.register_profile("chitpull", deadline=None)  # a busy machine is not a failure
settings.load_profile("chitpull")

register_shipped()  # tests name bots and systems without opening anything that registers them

pytest_plugins = ["tests.clauses", "tests.fast", "pytester"]


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the settings of pytest-qt in the run without Qt."""
    if pluginmanager.is_blocked("pytest-qt"):
        for name in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
            parser.addini(name, "a setting of pytest-qt")


@pytest.fixture(scope="session")
def qapp_cls() -> type[Any]:
    """Let pytest-qt start the program's own application, whichever test asks first."""
    from app.application import Application  # not in the run without Qt

    return Application


@pytest.fixture(autouse=True, scope="session")
def _home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHITPULL_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("CHITPULL_PREPARED", str(tmp_path_factory.mktemp("nothing")))
        yield
