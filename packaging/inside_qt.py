"""What Qt contains of others, by the library of Qt that holds it, on the systems where it does.

The lists in Qt's own source (qt_attribution.json) were read for Qt 6.10. On Linux the libraries of the wheel use
FreeType and zlib of the system, so these are not contained there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "licences" / "qt"
EVERYWHERE = ("linux", "win32", "darwin")
WHERE = "in the source of Qt, under src/"


@dataclass(frozen=True, slots=True)
class Part:
    """A work inside Qt: name, licence, the library of Qt that holds it, its texts, and the systems where it does."""

    name: str
    licence: str
    library: str
    files: tuple[str, ...]
    systems: tuple[str, ...] = EVERYWHERE

    @property
    def texts(self) -> tuple[Path, ...]:
        """Return the files of its notices and licences."""
        return tuple(FOLDER / f"{name}.txt" for name in self.files)


CORE, GUI, NETWORK = "Core", "Gui", "Network"
BUILT_IN = ("win32", "darwin")
PARTS = (
    Part("BLAKE2", "CC0-1.0 OR Apache-2.0", CORE, ("BLAKE2", "CC0-1.0", "Apache-2.0")),
    Part("double-conversion", "BSD-3-Clause", CORE, ("double-conversion",)),
    Part("Easing equations", "BSD-3-Clause", CORE, ("Easing-equations",)),
    Part("forkfd", "MIT", CORE, ("forkfd",), ("linux", "darwin")),
    Part("FreeBSD strtoll and strtoull", "BSD-3-Clause", CORE, ("FreeBSD-strtoll",)),
    Part("MD4 and MD5", "public domain", CORE, ("MD4-MD5",)),
    Part("PCRE2", "BSD-3-Clause", CORE, ("PCRE2",)),
    Part("SHA-1", "LGPL-3.0-only", CORE, ("SHA-1",)),
    Part("SHA-2 of RFC 6234", "BSD-3-Clause", CORE, ("RFC6234",)),
    Part("SHA-3, Keccak", "CC0-1.0", CORE, ("SHA-3", "CC0-1.0")),
    Part("SipHash", "CC0-1.0", CORE, ("SipHash", "CC0-1.0")),
    Part("TinyCBOR", "MIT", CORE, ("TinyCBOR",)),
    Part("Unicode Character Database and CLDR", "Unicode-DFS-2016", CORE, ("Unicode",)),
    Part("zlib", "Zlib", CORE, ("zlib",), BUILT_IN),
    Part("Emoji Segmenter", "Apache-2.0", GUI, ("Emoji-segmenter", "Apache-2.0")),
    Part("FreeType", "FTL OR GPL-2.0-only", GUI, ("FreeType",), BUILT_IN),
    Part("Anti-aliasing rasterizer from FreeType", "FTL OR GPL-2.0-only", GUI, ("FreeType",)),
    Part("HarfBuzz", "MIT", GUI, ("HarfBuzz",)),
    Part("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", "jpeg", ("libjpeg-turbo",)),
    Part("libpng", "libpng-2.0", GUI, ("libpng",)),
    Part("MD4C", "MIT", GUI, ("MD4C",)),
    Part("OpenGL headers and Vulkan API registry", "MIT", GUI, ("OpenGL-headers",)),
    Part("Pixman", "MIT", GUI, ("Pixman",)),
    Part("Smooth scaling algorithm", "BSD-2-Clause AND Imlib2", GUI, ("Smooth-scaling",)),
    Part("sRGB colour profile", "ICC terms", GUI, ("sRGB-profile",)),
    Part("Vulkan Memory Allocator", "MIT", GUI, ("Vulkan-Memory-Allocator",)),
    Part("X server helper", "X11 AND HPND", GUI, ("X-server-helper",)),
    Part("AT-SPI2 interfaces", "LGPL-2.0-or-later", GUI, ("AT-SPI2",), ("linux",)),
    Part("XCB utilities", "MIT", "XcbQpa", ("xcb",), ("linux",)),
    Part("Wayland", "MIT", "WaylandClient", ("Wayland", "Wayland-protocols"), ("linux",)),
    Part("D3D12 Memory Allocator", "MIT", GUI, ("D3D12-Memory-Allocator",), ("win32",)),
    Part("IAccessible2", "BSD-3-Clause", "windows", ("IAccessible2",), ("win32",)),
    Part("Wintab API", "LCS-Telegraphics terms", "windows", ("Wintab",), ("win32",)),
    Part("Cocoa platform plugin", "BSD-3-Clause", "cocoa", ("Cocoa-platform",), ("darwin",)),
    Part("Public Suffix List and libpsl", "MPL-2.0 AND BSD-3-Clause", NETWORK, ("Public-Suffix-List", "MPL-2.0")),
)


def contained(names: Iterable[str], system: str = sys.platform) -> list[Part]:
    """Return what the libraries and plugins of Qt among these paths contain."""
    there = {library for name in names if (library := library_of(name))}
    return [part for part in PARTS if part.library in there and system in part.systems]


def library_of(path: str) -> str:
    """Return which library or plugin of Qt a file is, such as "Core" or "jpeg"; "" if it is none."""
    name = path.replace("\\", "/").rpartition("/")[2]
    found = re.match(r"(?:lib)?Qt6(\w+)\.(?:so|dll)|Qt(\w+)$|(?:lib)?q(\w+)\.(?:so|dll|dylib)$", name)
    return next((part for part in found.groups() if part), "") if found else ""
