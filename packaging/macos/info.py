"""What macOS is told of the program: its name, the files and links that are its own, the oldest system it runs on."""

from __future__ import annotations

from typing import Any

BUNDLE = "io.github.chitpull.Chitpull"
TYPES = (("Chitpull game", "game", "chitpull"), ("Chitpull module", "module", "chitpull-module"))
"""The types of files that are the program's own: each one's name, the end of its identifier, its suffix."""
ICON = "chitpull-game.icns"


def info(oldest: str) -> dict[str, Any]:
    """Return what the spec adds to the Info.plist of the bundle; `oldest` is the oldest macOS."""
    return {
        "CFBundleDisplayName": "Chitpull",
        "LSApplicationCategoryType": "public.app-category.strategy-games",
        "LSMinimumSystemVersion": oldest,
        "NSHighResolutionCapable": True,
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": f"io.github.chitpull.{kind}",
                "UTTypeDescription": name,
                "UTTypeConformsTo": ["public.data", "public.content"],
                "UTTypeIconFile": ICON,
                "UTTypeTagSpecification": {
                    "public.filename-extension": [suffix],
                    "public.mime-type": [f"application/x-chitpull-{kind}"],
                },
            }
            for name, kind, suffix in TYPES
        ],
        "CFBundleURLTypes": [{"CFBundleURLName": f"{BUNDLE}.link", "CFBundleURLSchemes": ["chitpull"]}],
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": name,
                "LSItemContentTypes": [f"io.github.chitpull.{kind}"],
                "CFBundleTypeExtensions": [suffix],
                "CFBundleTypeIconFile": ICON,
                "CFBundleTypeRole": "Editor" if kind == "game" else "Viewer",
                "LSHandlerRank": "Owner",
            }
            for name, kind, suffix in TYPES
        ],
    }
