"""The licences of everything in the package: their texts, versions, where the source is, and how to replace Qt.

The list is made for each package from what was really bundled, on every system by the same rules.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import inside_qt  # noqa: E402
import sbom  # noqa: E402
from works import COMPONENTS, Component  # noqa: E402

QT_NAME = "Qt, PySide6 and Shiboken"
NOTICES, FILES = "NOTICES.txt", "FILES.txt"
OURS = "Chitpull"
COMMON = Path("/usr/share/common-licenses")


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

{offer}

What Qt contains of others (HarfBuzz, libjpeg-turbo, PCRE2 and more) is listed after it, with the texts in Inside-Qt.
Which versions they are, and where in the source of Qt each lies, stands at
https://doc.qt.io/qt-6/licenses-used-in-qt.html.
SBOM.cdx.json lists the same works in the form of CycloneDX, for programs.

"""


OFFER = """\
Source, a written offer. The exact source of Qt, PySide6, Shiboken, GEOS and ICU as used here is named below, file by
file, and attached to the release this package is from. For three years from that release, and for as long as it is
offered, whoever has this package gets that source from the authors of Chitpull too, for no more than what sending it
costs: ask at the address from which you have this package, under "Issues"."""


@dataclass(frozen=True, slots=True)
class Work:
    """A work in this package, as notices and inventory tell of it; `within` names the one that contains it."""

    name: str
    version: str
    licence: str
    sources: tuple[str, ...]
    folder: str
    within: str = ""


def collect(into: Path, bundled: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Write notices, texts and inventory of everything bundled into a folder; return them as (file, folder inside).

    `bundled` are libraries and modules: path in the program and file. Raise SystemExit for one of which nobody knows
    the licence; on Debian the packages of the system have texts.
    """
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    owners = {name.replace("\\", "/"): owner(name.replace("\\", "/"), file) for name, file in bundled}
    libraries = {name: work for name, work in sorted(owners.items()) if not name.endswith("/")}
    works = gather(into, owners)
    head = HEAD.format(folder=FOLDERS.get(sys.platform, "_internal/PySide6/Qt/lib"), offer=OFFER)
    (into / NOTICES).write_text(head + "".join(map(_notice, works)), encoding="utf-8")
    (into / FILES).write_text("".join(f"{name}\t{work}\n" for name, work in libraries.items()), encoding="utf-8")
    (into / sbom.NAME).write_text(sbom.text(works, libraries), encoding="utf-8")
    return [
        (str(file), "/".join(["licences", *file.relative_to(into).parts[:-1]]))
        for file in sorted(into.rglob("*"))
        if file.is_file()
    ]


def gather(into: Path, owners: Mapping[str, str]) -> list[Work]:
    """Copy the texts of everything that is there into a folder; return the works, those inside Qt after Qt."""
    found, works = set(owners.values()), []
    for component in COMPONENTS:
        if component.always or component.name in found:
            folder = re.sub(r"\W+", "-", component.name).strip("-")
            _copy(texts(component), into / folder)
            works.append(Work(component.name, component.version, component.licence, component.sources, folder))
        if component.name == QT_NAME and component.name in found:
            works += [_inside(part, into) for part in inside_qt.contained(owners)]
    ours = {component.name for component in COMPONENTS} | {OURS}
    return works + [_debian(package, into) for package in sorted(found - ours)]


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


def _debian(package: str, into: Path) -> Work:
    """Copy what Debian says of a package, with the common texts it refers to; return it."""
    told = Path("/usr/share/doc") / package / "copyright"
    if not told.is_file():
        raise SystemExit(f"packaging/licences.py: {told} is missing, which says under which licence {package} is.")
    folder = into / "Debian" / package
    _copy([told], folder)
    named = set(re.findall(r"common-licenses/([\w.-]*\w)", told.read_text(encoding="utf-8", errors="replace")))
    _copy([COMMON / name for name in named if (COMMON / name).is_file()], into / "Debian" / "common-licenses")
    asked = ["dpkg-query", "--show", "--showformat=${Version}", package]
    number = subprocess.run(asked, capture_output=True, text=True).stdout.split("\n")[0]
    sources = (f"apt-get source {package}={number}",)
    return Work(package, number, "as its file of copyrights says", sources, f"Debian/{package}")


def _inside(part: inside_qt.Part, into: Path) -> Work:
    """Copy the texts of what Qt contains of others; return it."""
    folder = f"Inside-Qt/{re.sub(r'[^-.0-9A-Za-z]+', '-', part.name).strip('-')}"
    _copy(part.texts, into / folder)
    return Work(part.name, "", part.licence, (inside_qt.WHERE,), folder, within=QT_NAME)


def _copy(files: Iterable[Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        parts = file.parts[file.parts.index("licenses") + 1 :] if "licenses" in file.parts else (file.name,)
        shutil.copyfile(file, folder / "-".join(parts))


def _notice(work: Work) -> str:
    within = f"  within:  {work.within}\n" if work.within else ""
    sources = "".join(f"  source:  {source}\n" for source in work.sources)
    name = f"{work.name} {work.version}".strip()
    return f"{name}\n  licence: {work.licence}\n{within}{sources}  texts:   {work.folder}\n\n"


def missing(constraints: Path = HERE.parent / "constraints.txt") -> list[str]:
    """Return the packages the game is pinned to that no component names, and those that are not installed."""
    game = constraints.read_text(encoding="utf-8").partition("# The game")[2].partition("# The tests")[0]
    known = {_plain(wheel) for component in COMPONENTS for wheel in component.wheels}
    wrong = [line.split("==")[0] for line in game.split() if "==" in line and _plain(line.split("==")[0]) not in known]
    for component in COMPONENTS:
        try:
            component.version  # noqa: B018
        except PackageNotFoundError as error:
            wrong.append(str(error))
    return wrong


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")
