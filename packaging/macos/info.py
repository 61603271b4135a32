"""What macOS is told of the program: its name, the files that are its own, and the oldest system it runs on."""

from __future__ import annotations

from typing import Any

BUNDLE = "io.github.chitpull.Chitpull"
GAME = "io.github.chitpull.game"
"""The name of the type of saved games among all types of files."""
ICON = "chitpull-game.icns"
MIME = "application/x-chitpull-game"


def info(oldest: str) -> dict[str, Any]:
    """Return what the spec adds to the Info.plist of the bundle; `oldest` is the oldest macOS."""
    return {
        "CFBundleDisplayName": "Chitpull",
        "LSApplicationCategoryType": "public.app-category.strategy-games",
        "LSMinimumSystemVersion": oldest,
        "NSHighResolutionCapable": True,
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": GAME,
                "UTTypeDescription": "Chitpull game",
                "UTTypeConformsTo": ["public.data", "public.content"],
                "UTTypeIconFile": ICON,
                "UTTypeTagSpecification": {"public.filename-extension": ["chitpull"], "public.mime-type": [MIME]},
            }
        ],
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Chitpull game",
                "LSItemContentTypes": [GAME],
                "CFBundleTypeExtensions": ["chitpull"],
                "CFBundleTypeIconFile": ICON,
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
            }
        ],
    }
