"""The licences of everything in the package: their texts, versions, where the source is, and how to replace Qt.

The list is made for each package from what was really bundled, on every system by the same rules.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN, FONTS = HERE / "licences", HERE.parent / "assets" / "fonts"
NOTICES, FILES = "NOTICES.txt", "FILES.txt"
OURS = "Chitpull"
COMMON = Path("/usr/share/common-licenses")


@dataclass(frozen=True, slots=True)
class Component:
    """A work in the package: name, licence, where its source is, and a pattern of the files that are its own.

    `wheels` are the installed packages it comes from, which bring the texts with them; `texts` those kept here;
    `number` returns its version where that is not the one of its wheels. What `always` is there has no file of its own.
    """

    name: str
    licence: str
    source: str
    files: str
    wheels: tuple[str, ...] = ()
    texts: tuple[Path, ...] = ()
    number: Callable[[], str] | None = None
    always: bool = False


def _icu() -> str:
    import PySide6

    library = next(Path(PySide6.__path__[0]).glob("Qt/lib/libicuuc.so.*"), None)
    return library.suffix.lstrip(".") if library else ""


def _geos() -> str:
    from shapely import geos_version_string

    return str(geos_version_string)


def _blas() -> str:
    from numpy import show_config

    return str(show_config(mode="dicts")["Build Dependencies"]["blas"].get("version", ""))


LETTERS = tuple(sorted(FONTS.glob("*-LICENSE.txt")))
QT = (OWN / "LGPL-3.0.txt", OWN / "GPL-3.0.txt")
GFORTRAN = "GPL-3.0-or-later with the GCC exception; libquadmath: LGPL-2.1-or-later"
COMPONENTS = (  # a file belongs to the first that names it
    Component("Microsoft's C and C++ runtime", "Microsoft's terms for distributable code", "none is published",
              r"(?i)(^|/)(msvcp|vcruntime|concrt|ucrtbase|api-ms-win)[^/]*\.dll$", (), (OWN / "Microsoft.txt",)),
    Component("ICU", "Unicode-3.0", "https://github.com/unicode-org/icu", r"(^|/)libicu", (), (OWN / "ICU.txt",),
              number=_icu),
    Component("GEOS", "LGPL-2.1-only", "https://libgeos.org", r"(^|/)(lib)?geos", ("shapely",), number=_geos),
    Component("OpenBLAS with LAPACK", "BSD-3-Clause", "https://github.com/OpenMathLib/OpenBLAS",
              r"(^|/)lib[^/]*openblas", ("numpy",), number=_blas),
    Component("libgfortran and libquadmath", GFORTRAN, "https://gcc.gnu.org",
              r"(^|/)lib(gfortran|quadmath|gcc_s\.1\.1\.dylib)", ("numpy",), number=str),
    Component(
        "Qt, PySide6 and Shiboken", "LGPL-3.0-only", "https://download.qt.io/official_releases/QtForPython/ and /qt/",
        r"^(PySide6|shiboken6)/|^(lib)?(Qt|pyside6|shiboken6)", ("PySide6-Essentials", "shiboken6"), QT,
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
    Component("attrs", "MIT", "https://github.com/python-attrs/attrs", "^attrs?/", ("attrs",)),
    Component("typing_extensions", "PSF-2.0", "https://github.com/python/typing_extensions", "^typing_extensions/",
              ("typing_extensions",)),
    Component("mypyc, which compiled the rules", "MIT", "https://github.com/python/mypy", "__mypyc", ("mypy",)),
    Component("mypy_extensions", "MIT", "https://github.com/python/mypy_extensions", "^mypy_extensions",
              ("mypy_extensions",)),
    Component("PyInstaller, which starts the program", "GPL-2.0-or-later, with an exception for what it packs",
              "https://github.com/pyinstaller/pyinstaller", "^_?pyi", ("pyinstaller",), always=True),
    Component("Source Sans and Source Serif", "OFL-1.1", "https://github.com/adobe-fonts", r"\.ttf$", (), LETTERS,
              always=True),
    Component("Python", "PSF-2.0", "https://www.python.org/downloads/source/",
              r"lib-dynload/|^(lib)?python3|^Python\b|^_sysconfigdata|^[^/]*\.pyd$|^lib(ffi|crypto|ssl)[^/]*\.dll$",
              number=platform.python_version, always=True),
)  # fmt: skip
FOLDERS = {
    "win32": r"_internal\PySide6, as .dll files",
    "darwin": "Chitpull.app/Contents/Frameworks/PySide6/Qt/lib; sign the program again afterwards with "
    "codesign --force --deep --sign - Chitpull.app",
}
HEAD = """\
What is in this package besides Chitpull itself

Chitpull is free software under the MIT licence (LICENSE). The package also holds the works listed below, each under its
own licence; the texts lie beside this file, in the folder named after each. FILES.txt tells which library is whose.

Replacing Qt. Qt, PySide6 and Shiboken are used unchanged (on Linux without symbols), as libraries of their own, under
the GNU Lesser General Public License, version 3. You may change them and use them with Chitpull: build the same version
from its source, or another that is compatible with it, and put your libraries in the place of those in
{folder}.
Chitpull itself need not be built again; its own source stands at the address from which you have this package. GEOS may
be replaced in the same way, where FILES.txt names it, and taking the program apart to find faults in such changes is
allowed. On Linux libicudata, data of ICU that Chitpull never reads, is replaced by an empty library.

What Qt contains of others (FreeType, HarfBuzz, zlib, libpng, libjpeg-turbo, PCRE2 and more) is listed with all texts at
https://doc.qt.io/qt-6/licenses-used-in-qt.html.

"""


def collect(into: Path, bundled: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Write notices and texts of everything bundled into a folder; return them as (file, folder in the program).

    `bundled` are libraries and modules: path in the program and file. Raise SystemExit for one of which nobody knows
    the licence; on Debian the packages of the system have texts.
    """
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    owners = {name.replace("\\", "/"): owner(name.replace("\\", "/"), file) for name, file in bundled}
    found = set(owners.values())
    notices = [HEAD.format(folder=FOLDERS.get(sys.platform, "_internal/PySide6/Qt/lib"))]
    for component in COMPONENTS:
        if component.always or component.name in found:
            folder = into / re.sub(r"\W+", "-", component.name).strip("-")
            _copy(texts(component), folder)
            notices.append(
                _notice(component.name, versions(component), component.licence, component.source, folder.name)
            )
    ours = {component.name for component in COMPONENTS} | {OURS}
    notices += [_debian(package, into) for package in sorted(found - ours)]
    (into / NOTICES).write_text("".join(notices), encoding="utf-8")
    libraries = sorted(name for name in owners if not name.endswith("/"))
    (into / FILES).write_text("".join(f"{name}\t{owners[name]}\n" for name in libraries), encoding="utf-8")
    return [
        (str(file), "/".join(["licences", *file.relative_to(into).parts[:-1]]))
        for file in sorted(into.rglob("*"))
        if file.is_file()
    ]


def owner(name: str, file: str) -> str:
    """Return the work, or the Debian package, that a library or module belongs to; raise SystemExit if none."""
    if re.search("^(app|rules)/", name):
        return OURS
    named = next((component.name for component in COMPONENTS if re.search(component.files, name)), "")
    if not named and not (named := package_of(Path(file))):
        raise SystemExit(f"packaging/licences.py: nobody is named whose work {name} is; add it to COMPONENTS.")
    return named


def texts(component: Component) -> list[Path]:
    """Return the files of a component's licences; raise SystemExit if there is none."""
    files = [*component.texts, *(text for wheel in component.wheels for text in texts_of(wheel))]
    if component.name == "Python":
        files = [python_licence()]
    if not files:
        raise SystemExit(f"packaging/licences.py: there is no text of the licence of {component.name}.")
    return files


def versions(component: Component) -> str:
    """Return the version of a component, or of the packages it comes from; "" if it has none."""
    if component.number is not None:
        return component.number()
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
