"""The licences of everything in the package: their texts, versions, where the source is, and how to replace Qt."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN, FONTS = HERE / "licences", HERE.parent / "assets" / "fonts"
NOTICES = "NOTICES.txt"
COMMON = Path("/usr/share/common-licenses")


@dataclass(frozen=True, slots=True)
class Component:
    """A part of the package: name, licence, where its source is.

    `wheels` are the installed packages it comes from, which bring the texts with them; `texts` those kept here.
    """

    name: str
    licence: str
    source: str
    wheels: tuple[str, ...] = ()
    texts: tuple[Path, ...] = ()


QT = (OWN / "LGPL-3.0.txt", OWN / "GPL-3.0.txt")
COMPONENTS = (
    Component(
        "Qt, PySide6 and Shiboken", "LGPL-3.0-only", "https://download.qt.io/official_releases/QtForPython/ and /qt/",
        ("PySide6-Essentials", "shiboken6"), QT,
    ),
    Component("ICU (within Qt on Linux)", "Unicode-3.0", "https://github.com/unicode-org/icu", (), (OWN / "ICU.txt",)),
    Component("shapely with GEOS", "BSD-3-Clause; GEOS: LGPL-2.1-only", "https://github.com/shapely/shapely and "
              "https://libgeos.org", ("shapely",)),
    Component(
        "numpy with OpenBLAS, LAPACK, libgfortran and libquadmath",
        "BSD-3-Clause; libgfortran: GPL-3.0-or-later with the GCC exception; libquadmath: LGPL-2.1-or-later",
        "https://github.com/numpy/numpy, https://github.com/OpenMathLib/OpenBLAS and https://gcc.gnu.org", ("numpy",),
    ),
    Component("PyYAML with libyaml", "MIT", "https://github.com/yaml/pyyaml", ("PyYAML",)),
    Component("jsonschema", "MIT", "https://github.com/python-jsonschema/jsonschema", ("jsonschema",)),
    Component("jsonschema-specifications", "MIT", "https://github.com/python-jsonschema/jsonschema-specifications",
              ("jsonschema-specifications",)),
    Component("referencing", "MIT", "https://github.com/python-jsonschema/referencing", ("referencing",)),
    Component("rpds", "MIT", "https://github.com/crate-py/rpds", ("rpds-py",)),
    Component("attrs", "MIT", "https://github.com/python-attrs/attrs", ("attrs",)),
    Component("typing_extensions", "PSF-2.0", "https://github.com/python/typing_extensions", ("typing_extensions",)),
    Component("PyInstaller, which starts the program", "GPL-2.0-or-later, with an exception for what it packs",
              "https://github.com/pyinstaller/pyinstaller", ("pyinstaller",)),
    Component("Source Sans and Source Serif", "OFL-1.1", "https://github.com/adobe-fonts", (),
              tuple(sorted(FONTS.glob("*-LICENSE.txt")))),
)  # fmt: skip
FOLDERS = {
    "win32": r"_internal\PySide6, as .dll files",
    "darwin": "Chitpull.app/Contents/Frameworks/PySide6/Qt/lib; sign the program again afterwards with "
    "codesign --force --deep --sign - Chitpull.app",
}
HEAD = """\
What is in this package besides Chitpull itself

Chitpull is free software under the MIT licence (LICENSE). The package also holds the works listed below, each under its
own licence; the texts lie beside this file, in the folder named after each.

Replacing Qt. Qt, PySide6 and Shiboken are used unchanged, as libraries of their own, under the GNU Lesser General
Public License, version 3. You may change them and use them with Chitpull: build the same version from its source, or
another that is compatible with it, and put your libraries in the place of those in
{folder}.
Chitpull itself need not be built again; its own source stands at the address from which you have this package. GEOS may
be replaced in the same way, in the folder shapely.libs, and taking the program apart to find faults in such changes is
allowed. On Linux libicudata, data of ICU that Chitpull never reads, is replaced by an empty library.

What Qt contains of others (FreeType, HarfBuzz, zlib, libpng, libjpeg-turbo, PCRE2 and more) is listed with all texts at
https://doc.qt.io/qt-6/licenses-used-in-qt.html.

"""


def collect(into: Path, libraries: Iterable[Path] = ()) -> list[tuple[str, str]]:
    """Write notices and texts into a folder; return them as (file, folder in the program).

    `libraries` are the files taken from the system that builds the package; on Debian their packages have texts.
    """
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    notices = [HEAD.format(folder=FOLDERS.get(sys.platform, "_internal/PySide6/Qt/lib"))]
    for component in COMPONENTS:
        folder = into / re.sub(r"\W+", "-", component.name).strip("-")
        files = [*component.texts, *(text for wheel in component.wheels for text in texts_of(wheel))]
        if not files:
            raise SystemExit(f"packaging/licences.py: there is no text of the licence of {component.name}.")
        _copy(files, folder)
        notices.append(_notice(component.name, versions(component), component.licence, component.source, folder.name))
    _copy([python_licence()], into / "Python")
    python = platform.python_version()
    notices.append(_notice("Python", python, "PSF-2.0", "https://www.python.org/downloads/source/", "Python"))
    if sys.platform == "win32":
        notices.append("Microsoft's C and C++ runtime is contained as its terms of redistribution allow.\n\n")
    notices += [_debian(package, into) for package in sorted({*map(package_of, libraries)} - {""})]
    (into / NOTICES).write_text("".join(notices), encoding="utf-8")
    return [
        (str(file), "/".join(["licences", *file.relative_to(into).parts[:-1]]))
        for file in sorted(into.rglob("*"))
        if file.is_file()
    ]


def versions(component: Component) -> str:
    """Return the versions of the packages a component comes from, "" if it is none."""
    return " and ".join(dict.fromkeys(version(wheel) for wheel in component.wheels))


def texts_of(wheel: str) -> list[Path]:
    """Return the files of licences that an installed package has with it."""
    found = distribution(wheel)
    named = [file for file in found.files or () if "dist-info/" in str(file).replace("\\", "/")]
    wanted = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
    return [Path(str(found.locate_file(file))) for file in named if wanted.search(str(file))]


def python_licence() -> Path:
    """Return the text of Python's own licence; raise SystemExit where Python came without it."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for place in (Path(sys.base_prefix) / "lib" / name, Path(sys.base_prefix), Path("/usr/share/doc") / name):
        for text in ("LICENSE.txt", "LICENSE", "copyright"):
            if (place / text).is_file():
                return place / text
    raise SystemExit("packaging/licences.py: this Python has no text of its licence with it.")


def package_of(library: Path) -> str:
    """Return the Debian package that a library of the system belongs to, "" if none."""
    if shutil.which("dpkg-query") is None:
        return ""
    whole = str(library.resolve())
    asked = ["dpkg-query", "--search", whole, whole.removeprefix("/usr")]  # Debian knows some by /lib, though /usr/lib
    found = subprocess.run(asked, capture_output=True, text=True).stdout
    return found.partition(":")[0]


def _debian(package: str, into: Path) -> str:
    """Copy what Debian says of a package, with the common texts it refers to; return its notice."""
    told = Path("/usr/share/doc") / package / "copyright"
    if not told.is_file():
        raise SystemExit(f"packaging/licences.py: {told} is missing, which says under which licence {package} is.")
    folder = into / "Debian" / package
    _copy([told], folder)
    named = set(re.findall(r"common-licenses/([\w.-]*\w)", told.read_text(encoding="utf-8", errors="replace")))
    _copy([COMMON / name for name in named if (COMMON / name).is_file()], into / "Debian" / "common-licenses")
    asked = ["dpkg-query", "--show", "--showformat=${Version}", package]
    number = subprocess.run(asked, capture_output=True, text=True).stdout.split("\n")[0]
    return _notice(package, number, "as its file of copyrights says", f"apt-get source {package}", f"Debian/{package}")


def _copy(files: Iterable[Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        parts = file.parts[file.parts.index("licenses") + 1 :] if "licenses" in file.parts else (file.name,)
        shutil.copyfile(file, folder / "-".join(parts))


def _notice(name: str, number: str, licence: str, source: str, folder: str) -> str:
    return f"{f'{name} {number}'.strip()}\n  licence: {licence}\n  source:  {source}\n  texts:   {folder}\n\n"


def missing(constraints: Path = HERE.parent / "constraints.txt") -> list[str]:
    """Return the packages the game is pinned to that no component names, and those that are not installed."""
    game = constraints.read_text(encoding="utf-8").partition("# The game")[2].partition("# The tests")[0]
    known = {_plain(wheel) for component in COMPONENTS for wheel in component.wheels}
    wrong = [line.split("==")[0] for line in game.split() if "==" in line and _plain(line.split("==")[0]) not in known]
    for component in COMPONENTS:
        try:
            versions(component)
        except PackageNotFoundError as error:
            wrong.append(str(error))
    return wrong


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")
