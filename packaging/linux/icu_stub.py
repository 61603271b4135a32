"""An empty libicudata, which saves 30 MB of language data that the table never uses.

Qt's core is linked against the library. ICU itself allows an empty one ("stub data"): services that need data then
report that there is none, and Qt sorts file names by code point. The tables for upper and lower case are in another
library.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

_EMPTY = struct.pack(
    "<HBB HHBBBB 4s4s4s 8x II 16x", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD", b"\1\0\0\0", b"\0\0\0\0", 0, 0
)
"""An empty table of contents of ICU's common data."""
_LOAD, _DYNAMIC, _STACK = 1, 2, 0x6474E551
_HASH, _STRTAB, _SYMTAB, _STRSZ, _SYMENT, _SONAME = 4, 5, 6, 10, 11, 14


def shrink(library: Path) -> int:
    """Replace a libicudata.so.NN by an empty one of the same name; return the bytes saved."""
    match = re.fullmatch(r"libicudata\.so\.(\d+)", library.name)
    if match is None:
        raise ValueError(f"{library} is no libicudata.so.NN.")
    before = library.read_bytes()
    after = shared_object(library.name, f"icudt{match[1]}_dat", machine=struct.unpack_from("<H", before, 18)[0])
    library.write_bytes(after)
    return len(before) - len(after)


def shared_object(name: str, symbol: str, machine: int) -> bytes:
    """Return a shared library with one symbol, which points at the empty data."""
    strings = b"\0" + symbol.encode() + b"\0" + name.encode() + b"\0"
    symbols_at = 64 + 3 * 56
    hash_at = symbols_at + 2 * 24
    strings_at = hash_at + 5 * 4
    data_at = -(-(strings_at + len(strings)) // 16) * 16
    dynamic_at = -(-(data_at + len(_EMPTY)) // 16) * 16
    entries = ((_HASH, hash_at), (_STRTAB, strings_at), (_SYMTAB, symbols_at), (_STRSZ, len(strings)), (_SYMENT, 24),
               (_SONAME, 2 + len(symbol)), (0, 0))  # fmt: skip
    dynamic = b"".join(struct.pack("<QQ", *entry) for entry in entries)
    end = dynamic_at + len(dynamic)
    head = struct.pack(
        "<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 0, 3, machine, 1, 0, 64, 0, 0, 64, 56, 3, 64, 0, 0
    )
    parts = _segment(_LOAD, 6, 0, end, 0x1000)
    parts += _segment(_DYNAMIC, 6, dynamic_at, len(dynamic), 8) + _segment(_STACK, 6, 0, 0, 16)
    symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x11, 0, 1, data_at, len(_EMPTY))
    chains = struct.pack("<5I", 1, 2, 1, 0, 0)
    body = (head + parts + symbols + chains + strings).ljust(data_at, b"\0")
    return (body + _EMPTY).ljust(dynamic_at, b"\0") + dynamic


def _segment(kind: int, flags: int, at: int, size: int, align: int) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, at, at, at, size, size, align)
