"""Compile the rules with mypyc into a folder of their own: `python packaging/compiled.py FOLDER`.

The source is compiled as it stands, and the packaged program takes the compiled modules where a C compiler made them.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
INTO = ROOT / "build" / "compiled"
ENGINE = ("caching", "command", "frames", "game", "history", "nature", "options", "refusals", "session")
"""The modules of `rules/engine` that every decision runs through."""
CARDS = ("battle", "dice", "hexes", "moving", "ordering", "retreat", "state", "targets", "terrain", "turn")
"""The modules of `rules/command_cards` in which its computer opponent spends its time: all would take 1 MB more."""
FOLDERS = ("hexes", "opponent", "command_cards/bot", "company_scale", "company_scale/bot", "company_scale/sight")
PLAIN = {"__init__", "paths", "bench", "benchmark", "gear", "levels", "player", "table", "tables"}
PLAIN |= {"queries", "results", "self_play", "working"}
"""Modules of these folders that stay as they are: seldom run, or with what mypyc cannot do, as generic dataclasses.

The annotations of `queries` are read when a question is asked; mypyc drops those of functions.
"""
SMALLER = ["-fvisibility=hidden", "-fno-asynchronous-unwind-tables", "-ffunction-sections", "-fdata-sections"]
OPTIMIZED = os.environ.get("CHITPULL_OPTIMIZED", "2")
"""How much the C compiler takes pains, as its -O says; the suite, which compiles anew each time, asks for less."""
LINKED = ["-Wl,-z,noseparate-code", "-Wl,--gc-sections"]
"""On Linux: the first spares 8 kB of 14 in each small library, the second leaves out what nothing calls."""
MICROSOFTS = (
    "Compiling the rules needs Microsoft's C++ compiler; "
    "install the Build Tools for Visual Studio with 'Desktop development with C++'."
)


def main(arguments: list[str]) -> int:
    """Compile into a folder; return 0, 1 where that failed, or 2 with a sentence where it cannot be tried."""
    if len(arguments) != 1:
        print("usage: python packaging/compiled.py FOLDER", file=sys.stderr)
        return 2
    why = hindrance()
    if why:
        print(why, file=sys.stderr)
        return 2
    return 0 if make(Path(arguments[0])) else 1


def hindrance(platform: str = sys.platform) -> str:
    """Return why nothing can be compiled on this machine, or ''."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return 'The rules are compiled by mypyc; type: python -m pip install -c constraints.txt ".[test]"'
    if platform == "win32":
        return _lacks_microsofts()
    command = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    if platform == "darwin" and not _answers("xcode-select", "-p"):  # without them cc is there, but asks for them
        return "Compiling the rules needs Apple's command line tools; type: xcode-select --install"
    if shutil.which(command) is None:
        return f"Compiling the rules needs {command}; on Debian type: sudo apt-get install --yes gcc libc6-dev"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        python = f"libpython{sys.version_info[0]}.{sys.version_info[1]}-dev"
        return f"Compiling the rules needs Python's headers; type: sudo apt-get install --yes {python}"
    return ""


def _lacks_microsofts() -> str:
    """Return what is missing on Windows, by asking the setuptools that would call the compiler; '' if nothing is."""
    import_module("setuptools")  # which brings the `distutils` meant here
    compiler = import_module("distutils.ccompiler").new_compiler(compiler="msvc")
    try:
        compiler.initialize()
    except Exception:  # setuptools has changed its classes of errors
        return MICROSOFTS
    return "" if shutil.which(compiler.cc) else MICROSOFTS


def _answers(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def make(folder: Path) -> bool:
    """Compile the rules into a folder unless they are there as they stand; tell whether that was possible."""
    folder, made_from = folder.resolve(), origin()
    mark = folder / "made-from.txt"
    if mark.is_file() and mark.read_text(encoding="utf-8") == made_from:
        return True
    began = time.monotonic()
    copy(folder)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), "--here"], cwd=folder, capture_output=True, text=True
    )
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n", file=sys.stderr)
        return False
    shutil.rmtree(folder / "build")
    mark.write_text(made_from, encoding="utf-8")
    size = sum(file.stat().st_size for file in libraries(folder))
    print(f"{folder}: {len(modules(folder))} modules compiled, {size / 1e6:.0f} MB, {time.monotonic() - began:.0f} s")
    return True


def origin() -> str:
    """Return the digest of all that the compiled rules are made from."""
    digest = hashlib.sha256(f"{sys.version} {version('mypy')} {OPTIMIZED}".encode())
    for path in sorted([*(ROOT / "rules").rglob("*.*"), Path(__file__)]):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def imports(folder: Path) -> list[str]:
    """Return what compiled modules import, which a library does not tell, and the library that they share."""
    named = {path.name.partition(".")[0] for path in libraries(folder) if path.parent == folder}
    for path in modules(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                named.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                named.add(node.module)
    return sorted(named | {".".join(path.relative_to(folder).with_suffix("").parts) for path in modules(folder)})


def modules(folder: Path) -> list[Path]:
    """Return the modules that are compiled."""
    engine = [folder / "rules" / "engine" / f"{name}.py" for name in ENGINE]
    engine.append(folder / "rules" / "testing" / "bots.py")
    cards = [folder / "rules" / "command_cards" / f"{name}.py" for name in CARDS]
    others = [path for each in FOLDERS for path in sorted((folder / "rules" / each).glob("*.py"))]
    return engine + cards + [path for path in others if path.stem not in PLAIN]


def libraries(folder: Path) -> list[Path]:
    """Return what has been compiled."""
    return [path for suffix in ("so", "pyd") for path in folder.rglob(f"*.{suffix}")]


def copy(folder: Path) -> None:
    """Copy the rules into a folder as they are, with the notes that say which version they are."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "rules", folder / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(ROOT / "CHANGELOG.md", folder / "CHANGELOG.md")


def compile_here() -> None:
    """Compile the rules of the present folder in their places, as many files at a time as there are cores."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class AtOnce(build_ext):
        def build_extensions(self) -> None:
            if self.compiler.compiler_type == "unix":  # Microsoft's has a `compile` of its own
                self.compiler.compile = partial(compile_all, self.compiler)
            super().build_extensions()

    files = [str(path.relative_to(Path.cwd())) for path in modules(Path.cwd())]
    options = ["--config-file", str(ROOT / "pyproject.toml")]
    extensions = mypycify([*options, *files], multi_file=True, opt_level=OPTIMIZED, debug_level="0")
    for extension in extensions if sys.platform != "win32" else ():
        said = [each for each in extension.extra_compile_args if each != "-Werror"]  # gcc suspects mypyc's own code
        extension.extra_compile_args = [*said, *SMALLER]
        if sys.platform.startswith("linux"):
            extension.extra_link_args = [*extension.extra_link_args, *LINKED]
    command = AtOnce(Distribution({"name": "rules", "ext_modules": extensions}))
    command.inplace = True
    command.ensure_finalized()
    command.run()


def compile_all(compiler: Any, sources: list[str], output_dir: str | None = None, macros: Any = None,
                include_dirs: Any = None, debug: bool = False, extra_preargs: Any = None, extra_postargs: Any = None,
                depends: Any = None) -> list[str]:  # fmt: skip
    """Compile C files side by side; the arguments are those of setuptools' own `compile`."""
    macros, objects, extra, options, build = compiler._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = compiler._get_cc_args(options, debug, extra_preargs)

    def one(made: str) -> None:
        source, suffix = build[made]
        compiler._compile(made, source, suffix, arguments, extra, options)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, [made for made in objects if made in build]))
    return list(objects)


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        compile_here()
    else:
        sys.exit(main(sys.argv[1:]))
