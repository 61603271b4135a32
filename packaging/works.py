"""The works in the package that others made: licences, sources, and which files are whose."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN, FONTS = HERE / "licences", HERE.parent / "assets" / "fonts"


@dataclass(frozen=True, slots=True)
class Component:
    """A work in the package: name, licence, where its source is, and a pattern of the files that are its own.

    `wheels` are the installed packages it comes from, which bring the texts with them; `texts` those kept here;
    `number` returns its version where that is not the one of its wheels. What `always` is there has no file of its own.
    `archives` are the addresses of its exact source, with {version}, {short} for 6.10, {under} for 73_2 and {dashed}.
    """

    name: str
    licence: str
    source: str
    files: str
    wheels: tuple[str, ...] = ()
    texts: tuple[Path, ...] = ()
    number: Callable[[], str] | None = None
    always: bool = False
    archives: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """Return the version, or those of the packages it comes from; "" if it has none."""
        if self.number is not None:
            return self.number()
        return " and ".join(dict.fromkeys(version(wheel) for wheel in self.wheels))

    @property
    def sources(self) -> tuple[str, ...]:
        """Return where the exact source is, file by file; its home where no file is named."""
        number = self.version
        short, under = ".".join(number.split(".")[:2]), number.replace(".", "_")
        filled = (name.format(version=number, short=short, under=under, dashed=under.replace("_", "-"))
                  for name in self.archives)  # fmt: skip
        return tuple(filled) if number and self.archives else (self.source,)


def _icu() -> str:
    import PySide6

    library = next(Path(PySide6.__path__[0]).glob("Qt/lib/libicuuc.so.*"), None)
    if library is None:
        return ""
    short = library.suffix.lstrip(".")
    found = re.search(rb"\0(%s\.\d+)\0" % short.encode(), library.read_bytes())
    return found[1].decode() if found else short


def _geos() -> str:
    from shapely import geos_version_string

    return str(geos_version_string)


def _blas() -> str:
    from numpy import show_config

    return str(show_config(mode="dicts")["Build Dependencies"]["blas"].get("version", ""))


def _openssl() -> str:
    from ssl import OPENSSL_VERSION

    return OPENSSL_VERSION.split()[1]


def _sqlite() -> str:
    from sqlite3 import sqlite_version

    return sqlite_version


RELEASES = "https://download.qt.io/official_releases"
QT_SOURCES = (
    RELEASES + "/qt/{short}/{version}/submodules/qtbase-everywhere-src-{version}.tar.xz",
    RELEASES + "/qt/{short}/{version}/submodules/qtwayland-everywhere-src-{version}.tar.xz",
    RELEASES + "/QtForPython/pyside6/PySide6-{version}-src/pyside-setup-everywhere-src-{version}.tar.xz",
)
ICU_SOURCE = "https://github.com/unicode-org/icu/releases/download/release-{dashed}/icu4c-{under}-src.tgz"
LETTERS = tuple(sorted(FONTS.glob("*-LICENSE.txt")))
QT = (OWN / "LGPL-3.0.txt", OWN / "GPL-3.0.txt")
GFORTRAN = "GPL-3.0-or-later with the GCC exception; libquadmath: LGPL-2.1-or-later"
COMPONENTS = (  # a file belongs to the first that names it
    Component("Microsoft's C and C++ runtime", "Microsoft's terms for distributable code", "none is published",
              r"(?i)(^|/)(msvcp|vcruntime|concrt|ucrtbase|api-ms-win)[^/]*\.dll$", (), (OWN / "Microsoft.txt",)),
    Component("ICU", "Unicode-3.0", "https://github.com/unicode-org/icu", r"(^|/)libicu", (), (OWN / "ICU.txt",),
              number=_icu, archives=(ICU_SOURCE,)),
    Component("GEOS", "LGPL-2.1-only", "https://libgeos.org", r"(^|/)(lib)?geos", ("shapely",), number=_geos,
              archives=("https://download.osgeo.org/geos/geos-{version}.tar.bz2",)),
    Component("OpenBLAS with LAPACK", "BSD-3-Clause", "https://github.com/OpenMathLib/OpenBLAS",
              r"(^|/)lib[^/]*openblas", ("numpy",), number=_blas),
    Component("libgfortran and libquadmath", GFORTRAN, "https://gcc.gnu.org",
              r"(^|/)lib(gfortran|quadmath|gcc_s\.1\.1\.dylib)", ("numpy",), number=str),
    Component(
        "Qt, PySide6 and Shiboken", "LGPL-3.0-only", "https://download.qt.io/official_releases/QtForPython/ and /qt/",
        r"^(PySide6|shiboken6)/|^(lib)?(Qt|pyside6|shiboken6)", ("PySide6-Essentials", "shiboken6"), QT,
        archives=QT_SOURCES,
    ),
    Component("shapely", "BSD-3-Clause", "https://github.com/shapely/shapely", "^shapely/", ("shapely",)),
    Component("numpy", "BSD-3-Clause", "https://github.com/numpy/numpy", "^numpy/", ("numpy",)),
    Component("PyYAML with libyaml", "MIT", "https://github.com/yaml/pyyaml", "^yaml/", ("PyYAML",)),
    Component("jsonschema", "MIT", "https://github.com/python-jsonschema/jsonschema", "^jsonschema/", ("jsonschema",)),
    Component("jsonschema-specifications", "MIT", "https://github.com/python-jsonschema/jsonschema-specifications",
              "^jsonschema_specifications/", ("jsonschema-specifications",)),
    Component("referencing", "MIT", "https://github.com/python-jsonschema/referencing", "^referencing/",
              ("referencing",)),
    Component("rpds", "MIT", "https://github.com/crate-py/rpds", "^rpds/", ("rpds-py",)),
    Component("PyNaCl with libsodium", "Apache-2.0 AND ISC", "https://github.com/pyca/pynacl", "^nacl/", ("PyNaCl",)),
    Component("cffi with libffi", "MIT-0 AND MIT", "https://github.com/python-cffi/cffi", "^(_cffi_backend|cffi/)",
              ("cffi",), (OWN / "libffi.txt",)),
    Component("pycparser", "BSD-3-Clause", "https://github.com/eliben/pycparser", "^pycparser/", ("pycparser",)),
    Component("attrs", "MIT", "https://github.com/python-attrs/attrs", "^attrs?/", ("attrs",)),
    Component("typing_extensions", "PSF-2.0", "https://github.com/python/typing_extensions", "^typing_extensions/",
              ("typing_extensions",)),
    Component("mypyc, which compiled the rules", "MIT", "https://github.com/python/mypy", "__mypyc", ("mypy",)),
    Component("PyInstaller, which starts the program", "GPL-2.0-or-later, with an exception for what it packs",
              "https://github.com/pyinstaller/pyinstaller", "^_?pyi", ("pyinstaller",), always=True),
    Component("Source Sans and Source Serif", "OFL-1.1", "https://github.com/adobe-fonts", r"\.ttf$", (), LETTERS,
              always=True),
    Component("OpenSSL", "Apache-2.0", "https://github.com/openssl/openssl", r"(^|/)lib(crypto|ssl)[-.\d]", (),
              (OWN / "qt" / "Apache-2.0.txt",), number=_openssl),
    Component("SQLite", "a dedication to the public domain", "https://www.sqlite.org", r"(^|/)(lib)?sqlite3\.", (),
              (OWN / "SQLite.txt",), number=_sqlite),
    Component("SQLAlchemy", "MIT", "https://github.com/sqlalchemy/sqlalchemy", "^sqlalchemy/", ("SQLAlchemy",)),
    Component("websockets", "BSD-3-Clause", "https://github.com/python-websockets/websockets", "^websockets/",
              ("websockets",)),
    Component("certifi with Mozilla's certificates", "MPL-2.0", "https://github.com/certifi/python-certifi",
              "^certifi/", ("certifi",)),
    Component("Python", "PSF-2.0", "https://www.python.org/downloads/source/",
              r"lib-dynload/|^(lib)?python3|^Python\b|^_sysconfigdata|^[^/]*\.pyd$|^libffi[^/]*\.dll$",
              number=platform.python_version, always=True),
)  # fmt: skip
