"""What goes into the packaged program and what stays out, for the spec and its tests."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules.engine.version import number  # noqa: E402

DATA = ("assets", "rules", "scenarios")
"""Folders whose data go into the program, each file in the folder it has here."""
DATA_KINDS = (".chitpull", ".jpg", ".json", ".md", ".png", ".thoughts", ".ttf", ".txt", ".yaml")
NO_DATA = ("assets/pictures", "scenarios/company_scale/source")
"""The pictures of the README, and what the map is drawn from, which is needed only to draw it anew."""
OFF_SCREEN = {"linux": "offscreen"}
"""Where pictures are drawn off screen; elsewhere they are drawn as windows are."""
NO_MODULES = [
    *("tkinter", "unittest", "pydoc", "doctest", "lib2to3", "ensurepip", "pip", "setuptools", "wheel", "pytest"),
    *("chess", "mypy", "_hashlib", "curses", "readline", "bz2", "lzma", "multiprocessing"),
    *("hypothesis", "_pytest", "numpy.f2py", "numpy.testing", "numpy.distutils", "PIL", "matplotlib", "pypdf"),
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtSql", "PySide6.QtTest", "PySide6.QtXml"),
    *("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtSvg", "PySide6.QtSvgWidgets", "PySide6.QtHelp"),
    *("numpy.fft", "numpy.ma", "numpy.polynomial", "numpy.matlib", "PySide6.QtDBus"),
    "numpy._core._multiarray_tests",
    # the standard library asks for these where something is fetched, archived or sent, or where C is missing
    *("_pydecimal", "ftplib", "getpass", "http.cookiejar", "mimetypes", "netrc", "tarfile"),
    "mypy_extensions",  # for the type checker, and mypyc, alone: rules/engine/compiling.py
    # a host keeps its games in SQLite; those who keep them in PostgreSQL have a checkout
    *("alembic", "app.online.migrations", "mako", "psycopg", "psycopg_binary"),
    *("sqlalchemy.ext", "sqlalchemy.orm", "sqlalchemy.testing", "sqlalchemy.dialects.mssql", "greenlet"),
    *("sqlalchemy.dialects.mysql", "sqlalchemy.dialects.oracle", "sqlalchemy.dialects.postgresql", "websockets.legacy"),
    # what tests and measures is for a checkout
    *(
        "app.bench",
        "app.bench_local",
        "app.bench_online",
        "app.bench_pieces",
        "app.bench_workshop",
        "app.online.bench",
        "app.online.bench_players",
        "app.online.handovers",
        "app.online.hostile",
        "app.online.takeover",
        "rules.__main__",
        "app.systems.company_scale.workshop.bench",
        "rules.company_scale.gear",
    ),
    *("rules.fitting", "rules.fuzzing", "rules.testing", "rules.tools"),
    *("pycparser", "cffi"),  # PyNaCl loads the backend alone
    *("PySide6.QtConcurrent", "PySide6.QtUiTools", "PySide6.QtDesigner", "PySide6.QtQuickWidgets"),
]
NO_FILES = (  # parts of the paths of libraries and plugins that the table never loads
    *("Qt6Qml", "Qt6Quick", "Qt6VirtualKeyboard", "Qt6Pdf", "Qt6Svg", "Qt6OpenGL", "Qt6Sql", "Qt6Test"),
    *("QtQml", "QtQuick", "QtVirtualKeyboard", "QtPdf", "QtSvg", "QtOpenGL", "opengl32sw"),
    *("plugins/networkinformation", "certonlybackend", "plugins/sqldrivers", "plugins/qmltooling", "plugins/generic"),
    *("plugins/iconengines", "plugins/egldeviceintegrations", "plugins/designer", "plugins/position"),
    *("virtualkeyboard", "imageformats/libqpdf", "imageformats/qpdf", "libqsvg", "qsvg.", "libqtiff", "qtiff"),
    *("libqwebp", "qwebp.", "plugins/xcbglintegrations", "libqicns", "qicns.", "libqtga", "qtga.", "libqwbmp"),
    *("qwbmp.", "platforms/libqeglfs", "platforms/libqvnc"),
    # the desktop's own theme and printing libraries are used if present
    *("platformthemes/libqgtk3", "libgtk-3", "libgdk-3", "libgdk_pixbuf", "libatk", "libatspi", "libpango", "libcairo"),
    *("libcups.so", "libcupsimage", "libavahi", "libgnutls", "libnettle", "libhogweed", "libp11-kit", "libtasn1"),
    "libunistring",
    *("libidn2", "libkrb5", "libk5crypto", "libgssapi", "libkeyutils", "libcom_err", "libgmp.", "libepoxy"),
    "libpixman",
    *("libthai", "libfribidi", "libdatrie", "libharfbuzz", "libgraphite2", "EglFS", "EglFs"),
    *("libgio", "libmount", "wayland-decoration-client/libadwaita", "wayland-graphics-integration-client"),
    *("libblkid", "libselinux", "libXcomposite", "libXdamage", "libXcursor", "libXinerama", "libXi.", "libjpeg.so"),
    # every desktop has D-Bus, X, GLib and fontconfig, with what they need
    *("libdbus-1.so", "libsystemd.so", "libgcrypt.so", "libgpg-error.so", "liblz4.so", "libzstd.so", "libcap.so"),
    *("libX11.so", "libXau.so", "libXdmcp.so", "libXext.so", "libXrender.so", "libbsd.so", "libmd.so", "libxcb-glx.so"),
    *("libglib-2.0", "libgobject-2.0", "libgmodule-2.0", "libgthread-2.0", "libpcre2-8.so", "libstdc++.so"),
    "libgcc_s.so",
    *("libfontconfig.so", "libfreetype.so", "libexpat.so", "libuuid.so", "libpng16.so", "libbrotli", "libz.so"),
    *("libbz2.so", "liblzma.so"),
    *("lib-dynload/_codecs_", "lib-dynload/_multibytecodec", "libivi-shell", "libfullscreen-shell", "libqt-shell"),
    *("libwl-shell", "qminimal."),
    *("libQt6WlShellIntegration", "jsonschema/benchmarks"),
    *("platforms/libqlinuxfb", "platforms/libqvkkhrdisplay", "platforms/libqminimalegl", "translations/"),
)  # fmt: skip


def data() -> list[tuple[str, str]]:
    """Return the data files as (file, folder in the program)."""
    packed = [(str(ROOT / "LICENSE"), ".")]
    for file in sorted(file for top in DATA for file in (ROOT / top).rglob("*") if file.suffix in DATA_KINDS):
        folder = file.relative_to(ROOT).parent.as_posix()
        if folder not in NO_DATA:
            packed.append((str(file), folder))
    return packed


def systems() -> list[str]:
    """Return the modules of the shipped systems, which are imported by name."""
    folders = (("rules", "system"), ("app/systems", "presentation"))
    files = sorted(file for folder, module in folders for file in (ROOT / folder).glob(f"*/{module}.py"))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]


def stays_out(name: str) -> bool:
    """Tell whether a module is left out, by itself or with the package it is in."""
    return any(f"{name}.".startswith(f"{each}.") for each in NO_MODULES)


def needed(name: str) -> bool:
    """Tell whether a library or plugin is wanted, by its path in the program."""
    path = name.replace("\\", "/")
    return not any(part in path for part in NO_FILES)


def modules(entries: Iterable[tuple[str, str, str]]) -> str:
    """Return the digest of what a program is made of: names and content of modules and libraries.

    It is how a packaged program knows what was computed by itself.
    """
    told = hashlib.blake2b(digest_size=16)
    for name, file, _ in sorted(entries):
        content = Path(file).read_bytes() if Path(file).is_file() else b""
        told.update(repr((name, hashlib.blake2b(content).hexdigest())).encode())
    return told.hexdigest()


def prepare(program: Path) -> Path:
    """Let the packed program compute ahead what first starts would take long for; return the folder with it."""
    with tempfile.TemporaryDirectory() as home:
        surroundings = {**os.environ, "CHITPULL_HOME": home, "QT_QPA_PLATFORM": OFF_SCREEN.get(sys.platform, "")}
        surroundings = {name: value for name, value in surroundings.items() if value}
        subprocess.run([str(program), "--prepare"], env=surroundings, check=True)
    return next(program.parent.glob("**/prepared"))


def stamp() -> str:
    """Return the version with the commit and day it was made from, such as "0.2.0 (1a2b3c4d, 2026-11-22)"."""
    return f"{number()} ({', '.join(filter(None, made_from()))})"


def made_from() -> tuple[str, str]:
    """Return the commit and its day; "" and today where there is no git."""
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%h %cs"]
    try:
        commit, day = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError, ValueError):
        return "", f"{datetime.now(UTC):%Y-%m-%d}"
    return commit, day
