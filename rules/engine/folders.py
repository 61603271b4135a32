"""Where files are: shipped scenarios and assets, the player's own files, the cache."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HOME_VARIABLE: Final = "CHITPULL_HOME"
PREPARED_VARIABLE: Final = "CHITPULL_PREPARED"
PACKAGE_ROOT: Final = Path(__file__).resolve().parents[2]


class NoHome(OSError):
    """The system knows no home folder of this user."""

    def __init__(self) -> None:
        super().__init__()
        self.strerror, self.filename = "this user has no home folder", "~"


class DataMissing(Exception):
    """A folder that ships with the program is not where it should be."""


def scenarios_dir() -> Path:
    """Return the folder of shipped scenarios, maps and forces; raise DataMissing."""
    return shipped_dir("scenarios")


def assets_dir() -> Path:
    """Return the folder of shipped pictures, icons, fonts and help pages; raise DataMissing."""
    return shipped_dir("assets")


def shipped_dir(name: str) -> Path:
    """Find the folder `name` in a checkout, an installed wheel or a frozen program; raise DataMissing."""
    for place in _places():  # one by one: a checkout never asks where Python installs
        if (place / name).is_dir():
            return place / name
    where = ", ".join(str(place / name) for place in _places())
    raise DataMissing(f"The folder '{name}' that ships with Chitpull is missing; looked for: {where}.")


def user_data_dir() -> Path:
    """Make and return the folder of the player's saves and own scenarios, where the platform keeps them."""
    return _made(_user_dir("data"))


def cache_dir() -> Path:
    """Make and return the folder of things that can be computed again, where the platform keeps them."""
    return _made(_user_dir("cache"))


def prepared_dir() -> Path:
    """Return the folder of what was computed ahead, when the program was set up or packed; it need not be there.

    It stands beside the scenarios and assets; raise DataMissing if these are not found.
    """
    override = os.environ.get(PREPARED_VARIABLE)
    return Path(override).expanduser() if override else scenarios_dir().parent / "prepared"


def _places() -> Iterator[Path]:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        yield Path(frozen)
    if (PACKAGE_ROOT / "pyproject.toml").is_file():  # a checkout
        yield PACKAGE_ROOT
    yield PACKAGE_ROOT / "share" / "chitpull"  # pip install --target
    import sysconfig  # here: a checkout and the packages do without

    yield Path(sysconfig.get_path("data")) / "share" / "chitpull"
    yield Path(sysconfig.get_path("data", sysconfig.get_preferred_scheme("user"))) / "share" / "chitpull"


def _user_dir(kind: str) -> Path:
    try:
        return _usual_dir(kind)
    except RuntimeError as error:  # no HOME, and a user the system does not know
        raise NoHome from error


def _usual_dir(kind: str) -> Path:
    override = os.environ.get(HOME_VARIABLE)
    if override:
        return Path(override).expanduser() / kind
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        base = Path(local) if local else Path.home() / "AppData" / "Local"
        return base / "Chitpull" / kind.capitalize()
    if sys.platform == "darwin":
        library = Path.home() / "Library"
        return library / ("Caches" if kind == "cache" else "Application Support") / "Chitpull"
    return _xdg(kind) / "chitpull"


def _xdg(kind: str) -> Path:
    variable, usual = {"data": ("XDG_DATA_HOME", ".local/share"), "cache": ("XDG_CACHE_HOME", ".cache")}[kind]
    said = os.environ.get(variable, "")
    return Path(said) if os.path.isabs(said) else Path.home() / usual


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
