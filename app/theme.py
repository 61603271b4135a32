"""The light and dark themes of the table, and the style sheet made from them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True, slots=True)
class Theme:
    """Hold the colours of one theme as #rrggbb."""

    name: str
    window: str
    base: str
    raised: str
    text: str
    muted: str
    line: str
    accent: str
    accent_text: str
    accent_soft: str
    good: str
    bad: str
    warn: str
    link: str

    @property
    def is_dark(self) -> bool:
        """Tell whether this is the dark theme."""
        return self.name == "dark"


LIGHT = Theme(
    name="light",
    window="#ece4d2",
    base="#faf6ec",
    raised="#f4ecdc",
    text="#27221b",
    muted="#665d4e",
    line="#cdc0a5",
    accent="#8a2f22",
    accent_text="#fffaf0",
    accent_soft="#ecd6c4",
    good="#2b6339",
    bad="#9c2c1b",
    warn="#7d5608",
    link="#7a2a1f",
)
DARK = Theme(
    name="dark",
    window="#1e1c19",
    base="#282521",
    raised="#322e29",
    text="#ece4d4",
    muted="#ada28e",
    line="#484239",
    accent="#d7a24b",
    accent_text="#1e1a12",
    accent_soft="#4b3d25",
    good="#86c48f",
    bad="#ef8b77",
    warn="#e3b75f",
    link="#e3b46a",
)

_current = LIGHT
APPLIED = "chitpull_theme"


def current() -> Theme:
    """Return the theme that was applied last."""
    return _current


def choose(choice: str, app: QApplication) -> Theme:
    """Return the theme for "light", "dark" or "system" (the desktop's own setting)."""
    if choice == "system":
        choice = "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"
    return DARK if choice == "dark" else LIGHT


def apply(app: QApplication, choice: str) -> Theme:
    """Apply a theme to the whole program and return it."""
    global _current
    theme = choose(choice, app)
    _current = theme
    if app.property(APPLIED) == theme.name:
        return theme
    app.setProperty(APPLIED, theme.name)
    if app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(_palette(theme))
    app.setStyleSheet(style_sheet(theme))
    return theme


def _palette(theme: Theme) -> QPalette:
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


SHEET = """
QToolTip {{ qproperty-textFormat: PlainText; }}
QToolTip {{ background: {base}; color: {text}; border: 1px solid {line}; padding: 4px 6px; }}
QMainWindow::separator {{ background: {window}; width: 5px; height: 5px; }}
QMainWindow::separator:hover {{ background: {line}; }}
QMenuBar {{ background: {window}; padding: 1px 4px; }}
QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {accent_soft}; }}
QMenu {{ background: {base}; border: 1px solid {line}; padding: 4px; }}
QMenu::item {{ padding: 5px 26px 5px 22px; border-radius: 3px; }}
QMenu::item:selected {{ background: {accent_soft}; color: {text}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QDockWidget {{ titlebar-close-icon: none; titlebar-normal-icon: none; }}
QDockWidget::title {{ background: {window}; color: {muted}; padding: 5px 8px 3px 8px; text-align: left; }}
QDockWidget > QWidget {{ background: {base}; }}
QTabBar::tab {{ background: {window}; color: {muted}; padding: 4px 11px; border: 1px solid transparent;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ background: {base}; color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabWidget::pane {{ border: 1px solid {line}; }}
QPushButton {{ background: {raised}; color: {text}; border: 1px solid {line}; border-radius: 5px; padding: 5px 12px; }}
QPushButton:hover {{ border-color: {accent}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 4px 11px; }}
QPushButton:pressed {{ background: {accent_soft}; }}
QPushButton:checked {{ background: {accent_soft}; border-color: {accent}; }}
QPushButton:disabled {{ color: {muted}; background: transparent; border-color: {line}; }}
QPushButton[primary="true"] {{ background: {accent}; color: {accent_text}; border-color: {accent}; font-weight: 600; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {text}; }}
QPushButton[primary="true"]:disabled {{ background: {line}; color: {muted}; border-color: {line}; }}
QPushButton[armed="true"] {{ background: {warn}; color: {base}; border-color: {warn}; font-weight: 600; }}
QListView, QTreeView, QTextBrowser {{ background: {base}; border: 1px solid {base}; outline: 0; }}
QScrollArea {{ background: transparent; border: none; }}
QListView:focus, QTreeView:focus, QTextBrowser:focus {{ border: 1px solid {accent}; }}
QListView::item, QTreeView::item {{ padding: 3px 4px; border-radius: 3px; }}
QListView::item:selected, QTreeView::item:selected {{ background: {accent_soft}; color: {text}; }}
QListView::item:hover:!selected, QTreeView::item:hover:!selected {{ background: {raised}; }}
QHeaderView::section {{ background: {raised}; border: none; border-bottom: 1px solid {line}; padding: 3px 6px; }}
QLineEdit, QComboBox, QSpinBox {{ background: {base}; border: 1px solid {line}; border-radius: 4px; padding: 4px 6px;
  selection-background-color: {accent}; selection-color: {accent_text}; }}
QLineEdit:focus, QComboBox:focus, QSpinBox:focus {{ border-color: {accent}; }}
QStatusBar {{ background: {window}; color: {muted}; }}
QStatusBar::item {{ border: none; }}
QToolBar {{ background: {window}; border: none; padding: 0; spacing: 4px; }}
QLabel[role="heading"] {{ font-weight: 600; color: {muted}; }}
QLabel[role="title"] {{ font-size: 17pt; font-weight: 600; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="refusal"] {{ color: {bad}; font-weight: 600; }}
#FindPanel {{ background: {window}; border: 1px solid {accent}; border-radius: 6px; }}
#PromptBar {{ background: {raised}; border-bottom: 1px solid {line}; }}
#PromptText {{ font-size: 12pt; }}
#SeatBadge {{ border-radius: 5px; padding: 4px 10px; font-weight: 700; }}
"""


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme."""
    values = {name: getattr(theme, name) for name in theme.__dataclass_fields__}
    return SHEET.format(**values)
