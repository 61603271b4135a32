"""What is stored because it takes long to make: on disk, and in memory with what it follows from."""

from __future__ import annotations

import atexit
import ctypes
import gc
import logging
import os
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias, TypeVar, TypeVarTuple

from rules.engine.folders import DataMissing, cache_dir, prepared_dir

Results: TypeAlias = dict[Hashable, Any]
T = TypeVar("T")
Thing = TypeVar("Thing")
Values = TypeVarTuple("Values")


def cached_in(
    store: Callable[[Thing], Results],
) -> Callable[[Callable[[Thing, *Values], T]], Callable[[Thing, *Values], T]]:
    """Decorate a function of a thing and hashable values, all given by position: its results are stored in `store`.

    They hold as long as the thing keeps that dictionary: what is immutable keeps one for good, a position replaces it
    when something changes that the results follow from. Nothing else may enter a result: what it depends on besides
    is one of the values.
    """

    def decorate(compute: Callable[[Thing, *Values], T]) -> Callable[[Thing, *Values], T]:
        name = f"{compute.__module__}.{compute.__qualname__}"

        @wraps(compute)
        def cached(thing: Thing, *values: *Values) -> T:
            results, key = store(thing), (name, *values)
            if key in results:
                found: T = results[key]
                return found
            value = results[key] = compute(thing, *values)
            return value

        return cached

    return decorate


class Immutable:
    """The base of a frozen thing that stores what follows from it alone, at most so many `results`."""

    __slots__ = ("results",)

    most: ClassVar[int] = 100_000
    results: Results

    def __post_init__(self) -> None:
        object.__setattr__(self, "results", {})

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what follows from this and the key alone, computed when it is first asked for."""
        if key not in self.results:
            if len(self.results) >= self.most:
                self.results.clear()
            self.results[key] = compute()
        value: T = self.results[key]
        return value


# Results in the player's cache folder or prepared beside the program: never required, computed again if wrong.

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


# What this process may take: memory, garbage collections, threads.


def peak_memory() -> int | None:
    """Return the peak memory of the process in bytes, or None if the platform does not tell."""
    if sys.platform == "win32":  # which has no such module
        return None
    import resource

    if sys.platform == "linux" and (own := _high_water()) is not None:
        return own
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _high_water() -> int | None:
    """Return the most that this program itself has taken; Linux counts what started it among `ru_maxrss`."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "")
    return int(line.split()[1]) * 1024 if line else None


def peak_text() -> str:
    """Return the peak as text, or '' if it is unknown."""
    peak = peak_memory()
    return "" if peak is None else f"{peak / 1e6:,.0f} MB at most"


def collect_rarely() -> None:
    """Run the garbage collector rarely: positions leave no cycles, and each run causes a stutter.

    At the end of the program it has nothing to do: the system takes back all memory at once.
    """
    gc.set_threshold(20_000, 20, 20)
    atexit.register(gc.freeze)


def calculate_alone() -> None:
    """Let numpy start no threads of its own: for no product of matrices here they are worth 0.2 s of all processors."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextmanager
def collect_later() -> Iterator[None]:
    """Leave garbage until `collect_again` or the end of this: nearly all that a start makes is kept."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def return_memory() -> None:
    """Collect garbage, and return what is free to the system: a game that is put away leaves 100 MB of both."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
        if trim is not None:
            trim(0)


def collect_again() -> None:
    """Collect garbage again, but never look at what stands by now: the program itself."""
    gc.freeze()
    gc.enable()


def evict_oldest(kept: dict[Any, Any], most: int) -> None:
    """Give up the oldest of what is kept until one more makes no more than `most`."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
