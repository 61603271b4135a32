"""The colours of the window, by day and by lamplight."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from rules.engine.frozen import frozen


@frozen
class Theme:
    """Hold the colours of one theme as #rrggbb.

    `line` is a rim that only adorns, `edge` that of a control, `focus` of what has the keyboard, `hair` a rule inside a
    panel, `brass` the line under the prompt, `tray` and `tray_deep` the edge of
    the table with its ink, `thumb` the handle of a scroll bar; `hit_mild` to `hit_grave` and `no_effect` colour
    chances.
    """

    name: str
    window: str
    base: str
    raised: str
    text: str
    muted: str
    line: str
    edge: str
    focus: str
    hair: str
    accent: str
    accent_text: str
    accent_rim: str
    accent_soft: str
    brass: str
    good: str
    bad: str
    warn: str
    link: str
    tray: str
    tray_deep: str
    tray_button: str
    tray_line: str
    tray_text: str
    tray_muted: str
    thumb: str
    hit_mild: str
    hit: str
    hit_grave: str
    no_effect: str

    @property
    def is_dark(self) -> bool:
        """Tell whether this is the dark theme."""
        return self.name == "dark"


LIGHT = Theme(
    name="light",
    window="#e9e0cb",
    base="#f8f2e3",
    raised="#f2e9d5",
    text="#27221b",
    muted="#635a4a",
    line="#cfc1a2",
    edge="#877550",
    focus="#87651f",
    hair="#ddd1b6",
    accent="#8a2f22",
    accent_text="#fffaf0",
    accent_rim="#5f1e15",
    accent_soft="#ecd6c4",
    brass="#a9802f",
    good="#2b6339",
    bad="#9c2c1b",
    warn="#7d5608",
    link="#8a2f22",
    tray="#4a3b2c",
    tray_deep="#3c2f23",
    tray_button="#55442f",
    tray_line="#a8916e",
    tray_text="#eadfc8",
    tray_muted="#c5b597",
    thumb="#8f7d5a",
    hit_mild="#ce8a6c",
    hit="#b4573f",
    hit_grave="#8a2f22",
    no_effect="#b9ad94",
)
DARK = Theme(
    name="dark",
    window="#1d1b18",
    base="#282521",
    raised="#312d28",
    text="#ece4d4",
    muted="#b0a590",
    line="#4a443a",
    edge="#948a76",
    focus="#d7a24b",
    hair="#3a352e",
    accent="#d7a24b",
    accent_text="#1e1a12",
    accent_rim="#8f6a2c",
    accent_soft="#443821",
    brass="#d7a24b",
    good="#86c48f",
    bad="#ef8b77",
    warn="#e3b75f",
    link="#e3b46a",
    tray="#2a211a",
    tray_deep="#1f1813",
    tray_button="#3a2e23",
    tray_line="#8b785c",
    tray_text="#e6dbc5",
    tray_muted="#b3a58b",
    thumb="#857b69",
    hit_mild="#8c4636",
    hit="#b9553f",
    hit_grave="#e07a60",
    no_effect="#5b5449",
)


def palette_of(theme: Theme) -> QPalette:
    """Return the palette of a theme."""
    role = QPalette.ColorRole
    palette = QPalette()
    for where, colour in (
        (role.Window, theme.window),
        (role.WindowText, theme.text),
        (role.Base, theme.base),
        (role.AlternateBase, theme.raised),
        (role.Text, theme.text),
        (role.Button, theme.raised),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.bad),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.accent_text),
        (role.Link, theme.link),
        (role.LinkVisited, theme.link),
        (role.ToolTipBase, theme.base),
        (role.ToolTipText, theme.text),
        (role.PlaceholderText, theme.muted),
        (role.Mid, theme.line),
        (role.Midlight, theme.raised),
        (role.Dark, theme.line),
        (role.Light, theme.base),
        (role.Accent, theme.accent),
    ):
        palette.setColor(where, QColor(colour))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, mix(theme.muted, theme.base, 0.45))
    return palette


def mix(first: str, second: str, share: float) -> QColor:
    """Return the colour `share` of the way from `first` to `second`."""
    a, b = QColor(first), QColor(second)
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * share,
        a.greenF() + (b.greenF() - a.greenF()) * share,
        a.blueF() + (b.blueF() - a.blueF()) * share,
    )
