"""Where files are kept, and results in the player's cache folder or prepared beside the program."""

from __future__ import annotations

import logging
import os
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

# --- Results in the player's cache folder or prepared beside the program: never required, computed again if wrong ---

LOG: Final = logging.getLogger("chitpull.cache")
_MARK: Final = b"chitpull-cache/1\n"
_DIGEST: Final = 16
_KEPT: Final = 128
_BYTES: Final = 160_000_000
MODULES: Final = "modules.txt"
"""The file of a packaged program that tells its modules from those of any other."""
LIBRARIES: Final = (".so", ".pyd", ".dylib")


def digest(*parts: bytes) -> str:
    """Return the key for what is made from these parts; different parts give different keys."""
    hasher = blake2b(digest_size=_DIGEST)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big"))
        hasher.update(part)
    return hasher.hexdigest()


def fingerprint(*folders: Path) -> bytes:
    """Return a fingerprint that changes with any file in the folders, so that results of older code are not reused.

    That of a packaged program changes with its modules too, compiled ones among them: stripping and signing change
    these files, but not what they do. Unpacking gives files any time, so there their content counts, and what was
    prepared when the program was packed is known wherever it is unpacked.
    """
    program = _program()
    seen = [
        (Path(path).name, _content(Path(path)) if program else stat.st_mtime_ns, stat.st_size)
        for folder in folders
        for path, stat in (_files(folder) if folder.is_dir() else ())
        if not (program and path.endswith(LIBRARIES))
    ]
    return program + repr(sorted(seen)).encode()


def _program() -> bytes:
    """Return what tells the modules of a packaged program from those of any other, b"" where they are files."""
    if not getattr(sys, "frozen", False):
        return b""
    inside = Path(getattr(sys, "_MEIPASS", "")) / MODULES
    try:
        return inside.read_bytes()
    except OSError:
        stat = Path(sys.executable).stat()
        return repr((stat.st_mtime_ns, stat.st_size)).encode()


@cache
def _content(path: Path) -> str:
    """Return the digest of a shipped file; it is read once."""
    return digest(path.read_bytes())


def _files(folder: Path) -> list[tuple[str, os.stat_result]]:
    """Return the files of a folder; one that another program deletes meanwhile is passed over."""
    files = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                if entry.is_file():
                    files.append((entry.path, entry.stat()))
    return files


def recall(kind: str, key: str) -> bytes | None:
    """Return what is stored under a key, by the player or when the program was set up; None if missing or damaged."""
    folders: tuple[Callable[[], Path], ...] = (cache_dir, prepared_dir)
    for folder in folders:
        try:
            content = (folder() / kind / key).read_bytes()
        except (OSError, DataMissing):
            continue
        head = len(_MARK) + _DIGEST
        body = content[head:]
        if content[:head] == _MARK + _seal(body):
            return body
        LOG.info("%s/%s is damaged; it is made again.", kind, key)
    return None


def keep(kind: str, key: str, body: bytes) -> None:
    """Store something under a key and delete the oldest of its kind; a full or read-only disk is no error."""
    try:
        place = cache_dir() / kind / key
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_name(f"{key}.{os.getpid()}.new")
        unfinished.write_bytes(_MARK + _seal(body) + body)
        os.replace(unfinished, place)
        _prune(place.parent)
    except OSError as error:
        LOG.info("%s/%s cannot be kept: %s.", kind, key, error.strerror or error)


def _prune(folder: Path) -> None:
    """Delete the oldest entries of a kind beyond a number and a size in all; the newest always stays."""
    room = _BYTES
    for n, (path, stat) in enumerate(sorted(_files(folder), key=lambda one: one[1].st_mtime_ns, reverse=True)):
        room -= stat.st_size
        if n and (n >= _KEPT or room < 0):
            with suppress(FileNotFoundError):
                os.unlink(path)


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()


# --- Where files are kept: shipped scenarios and assets, the player's own files, the cache -------------------------

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
    tried = [place / name for place in _places()]
    for folder in tried:
        if folder.is_dir():
            return folder
    where = ", ".join(str(folder) for folder in tried)
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
