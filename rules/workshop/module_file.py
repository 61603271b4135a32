"""A module as one file: read within limits, written the same byte for byte, installed whole or not at all.

A module (`*.chitpull-module`) is a zip with `module.yaml` and the folders of one or more systems; nothing in it runs.
What is not on the list, leads elsewhere, is a link, is too large or packed too tightly is refused by its name, before
anything is written. Its key is a digest of names and contents, however it is packed.
"""

from __future__ import annotations

import re
import shutil
import struct
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from rules.engine.bounded import replace
from rules.workshop import MANIFEST

MOST_FILES: Final = 500
LARGEST: Final = 4_000_000
"""Bytes of one file."""
WHOLE: Final = 64_000_000
"""Bytes of all files."""
PACKED: Final = 48_000_000
"""Bytes of the module itself."""
WIDEST: Final = 4096
"""Pixels of a side of a picture."""
PIXELS: Final = 32_000_000
"""Pixels of all pictures."""
TIGHTEST: Final = 200
"""How many times larger than packed a file may be, beyond a few kilobytes."""
KINDS: Final[Mapping[str, Mapping[str, str]]] = {
    "company_scale": {"": "yaml", "maps": "yaml", "forces": "yaml", "charts": "yaml"},
    "command_cards": {"": "yaml", "maps": "yaml", "charts": "yaml"},
    "striking_anvil": {"": "yaml", "maps": "yaml", "ground": "yaml", "counters": "yaml", "charts": "yaml"},
    "lessons": {"": "yaml"},
    "pictures": {"": "png jpg"},
}
"""Folders of a module, those in them, and which kinds of files lie there."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}\.(yaml|png|jpg)")
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
_HEADS: Final = {"png": b"\x89PNG\r\n\x1a\n", "jpg": b"\xff\xd8\xff"}
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG segments that begin a picture and tell its size (ITU-T T.81, table B.1)."""
_LINK: Final = 0xA
"""What the upper bits of a file's attributes say of a link."""
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ArithmeticError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What a zip raises whose headers say what cannot be."""
Files = Mapping[str, bytes]


class BadModule(ValueError):
    """A file or folder is no module, or not a safe one; the text is one sentence."""


def why_not(name: str) -> str:
    """Return why a name cannot stand in a module, or ''."""
    if name == MANIFEST:
        return ""
    parts = PurePosixPath(name).parts
    leads_out = "\\" in name or ":" in name or name.startswith("/") or ".." in parts
    if leads_out or unicodedata.normalize("NFC", name) != name:
        return "its name leads out of the module"
    if PurePosixPath(name).as_posix() != name:
        return "its name has parts that mean nothing, such as . or //"
    if len(parts) not in (2, 3) or parts[0] not in KINDS:
        return f"it lies in no folder of a module ({', '.join(KINDS)})"
    kinds = KINDS[parts[0]].get("" if len(parts) == 2 else parts[1])
    if kinds is None:
        return f"{parts[0]} has no folder {parts[1][:40]}"
    if not _NAME.fullmatch(parts[-1]) or parts[-1].rsplit(".", 1)[1] not in kinds.split():
        return f"names there are of small letters, digits, - and _, and end in .{' or .'.join(kinds.split())}"
    return "its name is that of a device" if _DEVICES.match(parts[-1]) else ""


def read(path: Path) -> dict[str, bytes]:
    """Return the files of a module by name; raise BadModule. Sizes are counted while unpacking: no header counts."""
    try:
        if path.stat().st_size > PACKED:
            raise BadModule(f"{path.name} is larger than {PACKED // 1_000_000} MB, which no module is.")
        with zipfile.ZipFile(path) as archive:
            files = _unpacked(path.name, archive)
    except BadModule:
        raise
    except _DAMAGED as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadModule(f"{path.name} is no module, or a damaged one: {_plain(reason)}.") from None
    if MANIFEST not in files:
        raise BadModule(f"{path.name} holds no {MANIFEST}, so it is no module of Chitpull.")
    return files


def _unpacked(module: str, archive: zipfile.ZipFile) -> dict[str, bytes]:
    infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
    if len(infos) > MOST_FILES:
        raise BadModule(f"{module} holds {len(infos):,} files; a module holds {MOST_FILES} at most.")
    files: dict[str, bytes] = {}
    known: set[str] = set()
    pixels = 0
    for info in infos:
        name = info.filename
        reason = _fault(info) or ("it stands there twice" if name.casefold() in known else "")
        if reason:
            raise BadModule(f"{module} cannot be installed because of {_shown(name)}: {reason}.")
        known.add(name.casefold())
        with archive.open(info) as part:
            data = part.read(LARGEST + 1)
        too_tight = len(data) > TIGHTEST * max(1000, info.compress_size)
        if len(data) > LARGEST or too_tight or sum(map(len, files.values())) + len(data) > WHOLE:
            raise BadModule(
                f"{module} cannot be installed because of {_shown(name)}: it is too large, or packed too tightly."
            )
        pixels += checked_picture(f"{module} cannot be installed", name, data)
        files[name] = data
    _check_pixels(module, pixels)
    return files


def _fault(info: zipfile.ZipInfo) -> str:
    if info.external_attr >> 28 == _LINK:
        return "it is a link"
    if info.flag_bits & 1:
        return "it is encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is packed in a way that is not read here"
    return why_not(info.filename)


def checked_picture(failed: str, name: str, data: bytes) -> int:
    """Return how many pixels the header of a picture tells, 0 for a file of another kind; raise BadModule."""
    kind = name.rsplit(".", 1)[1]
    if kind not in _HEADS:
        return 0
    sides = _sides(kind, data) if data.startswith(_HEADS[kind]) else ()
    if not sides or min(sides) < 1:
        raise BadModule(f"{failed} because of {_shown(name)}: it is no {kind.upper()} picture.")
    if max(sides) > WIDEST:
        reason = f"it is {sides[0]} by {sides[1]} pixels, and a picture has {WIDEST} a side at most"
        raise BadModule(f"{failed} because of {_shown(name)}: {reason}.")
    return sides[0] * sides[1]


def _check_pixels(module: str, pixels: int) -> None:
    if pixels > PIXELS:
        raise BadModule(
            f"{module} has too many or too large pictures: they have {PIXELS // 1_000_000} million pixels at most."
        )


def _sides(kind: str, data: bytes) -> tuple[int, ...]:
    """Return width and height that the header of a picture tells, () if it tells none; nothing is decoded."""
    if kind == "png":
        return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" and len(data) >= 24 else ()
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:  # a fill byte before the marker
            at += 1
            continue
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return ()


def of_folder(folder: Path) -> dict[str, bytes]:
    """Return the files of a module that lies in a folder; raise BadModule, or OSError. Hidden files are left out."""
    files: dict[str, bytes] = {}
    pixels = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() or any(part.startswith(".") for part in PurePosixPath(name).parts):
            continue
        reason = "it is a link" if path.is_symlink() else why_not(name)
        reason = reason or ("it is too large" if path.stat().st_size > LARGEST else "")
        if reason:
            raise BadModule(f"{folder} cannot be packed because of {_shown(name)}: {reason}.")
        files[name] = path.read_bytes()
        pixels += checked_picture(f"{folder} cannot be packed", name, files[name])
    _check_pixels(str(folder), pixels)
    if MANIFEST not in files:
        raise BadModule(f"{folder} needs a {MANIFEST} with the module's id, title, author, version and license.")
    if len(files) > MOST_FILES or sum(map(len, files.values())) > WHOLE:
        raise BadModule(
            f"{folder} is too large: a module holds {MOST_FILES} files and {WHOLE // 1_000_000} MB at most."
        )
    return files


def key_of(files: Files) -> str:
    """Return what tells this module from any other."""
    sums = "".join(f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return sha256(sums.encode()).hexdigest()[:32]


def write(path: Path, files: Files) -> None:
    """Write a module, the same bytes for the same contents, in place of one that is there; raise OSError."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in sorted(files):
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
                archive.writestr(info, files[name])
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def install(files: Files, home: Path, key: str = "") -> Path:
    """Put a module into a folder of its key below `home`, which is there whole or not; return it, or raise OSError.

    `key` is that of the module as it was shared, where its pictures have been written anew.
    """
    home.mkdir(parents=True, exist_ok=True)
    target = home / (key or key_of(files))
    if target.is_dir():
        return target
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=home))
    try:
        for name, data in files.items():
            place = made / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        replace(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return target


def _plain(words: str) -> str:
    return " ".join(words.split())[:200].rstrip(".")


def _shown(name: str) -> str:
    return f'"{"".join(sign if sign.isprintable() else "?" for sign in name[:80])}"'
