"""The colours of the window by day and by lamplight, and the style sheet made from them and the scale of type."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from PySide6.QtGui import QColor, QPalette

from app.theme import faces
from rules.engine.folders import DataMissing, assets_dir
from rules.engine.frozen import frozen

# --- The colours of the window, by day and by lamplight ------------------------------------------------------------


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


# --- The style sheet of the window, made from the tokens of a theme and the scale of type --------------------------

FORWARD_LAST = 3
"""The layout of dialogs' buttons as Qt numbers it (GNOME's): what goes on at the right end, Cancel to its left.

The prompt above the map has that order on every system, so dialogs and questions have it on every system too.
"""
SHEET = """
QToolTip {{ qproperty-textFormat: PlainText; }}
QToolTip {{ background: {base}; color: {text}; border: 1px solid {line}; padding: 5px 8px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; button-layout: {button_layout}; }}
QMainWindow::separator {{ width: 0; height: 0; }}
#LogColumn {{ background: {base}; border-right: 1px solid {line}; }}
#OrdersColumn {{ background: {base}; border-left: 1px solid {line}; }}
#Strip {{ background: {raised}; border-bottom: 1px solid {line}; }}
QWidget[area="drawer"] {{ background: {raised}; border-top: 1px solid {line}; }}
QSplitter::handle {{ background: {hair}; }}
QSplitter::handle:hover {{ background: {brass}; }}
#Notice {{ background: {base}; color: {text}; border: 1px solid {line}; border-radius: 12px; padding: 3px 12px;
  font-size: {note}px; }}
QMenuBar {{ background: {window}; color: {muted}; padding: 1px 8px; font-size: {note}px; }}
QMenuBar::item {{ padding: 3px 9px 2px 9px; border-radius: 4px; background: transparent;
  border-bottom: 2px solid transparent; }}
QMenuBar::item:selected {{ background: {accent_soft}; color: {text}; border-bottom-color: {accent}; }}
QMenu {{ background: {base}; border: 1px solid {line}; padding: 5px; }}
QMenu::item {{ padding: 5px 28px 5px 21px; border-radius: 4px; border-left: 3px solid transparent; }}
QMenu::item:selected {{ background: {accent_soft}; color: {text}; border-left-color: {accent}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {hair}; margin: 5px 8px; }}
QTabBar::tab {{ background: transparent; color: {muted}; padding: 5px 11px; border: 1px solid transparent;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabWidget::pane {{ border: 1px solid {line}; }}
QPushButton {{ background: {raised}; color: {text}; border: 1px solid {edge}; border-bottom-width: 2px;
  border-radius: 5px; padding: 6px 14px; font-weight: 700; min-height: {line_height}px; }}
QPushButton:hover {{ border-color: {muted}; }}
QPushButton:focus {{ border: 2px solid {focus}; padding: 5px 13px 6px 13px; }}
QPushButton:pressed {{ background: {accent_soft}; border-bottom-width: 1px; padding-top: 7px; }}
QPushButton:checked {{ background: {accent_soft}; border: 2px solid {accent}; padding: 5px 13px; }}
QPushButton:default {{ background: {accent}; color: {accent_text}; border-color: {accent_rim}; }}
QPushButton:default:focus {{ border-color: {accent_text}; }}
QPushButton:disabled {{ color: {faint}; border-color: {hair}; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 3px; padding: 1px 5px; }}
QToolButton:hover {{ border-color: {line}; }}
QToolButton:focus {{ border-color: {focus}; }}
QToolButton[role="rule"] {{ color: {muted}; border-color: {edge}; font-size: {caption}px; padding: 0 5px; }}
QToolButton[role="rule"]:hover, QToolButton[role="rule"]:focus {{ color: {link}; border-color: {focus}; }}
QListView, QTreeView, QTextBrowser {{ background: {base}; border: 1px solid {base}; outline: 0; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QListView:focus, QTreeView:focus, QTextBrowser:focus {{ border: 1px solid {focus}; }}
QListView::item, QTreeView::item {{ padding: 4px 6px 4px 3px; border-radius: 5px;
  border-left: 3px solid transparent; }}
QListView::item:selected, QTreeView::item:selected {{ background: {accent_soft}; color: {text};
  border-left-color: {accent}; }}
QTreeView[role="fields"]::item:selected {{ border-left-color: {accent_soft}; border-radius: 0; }}
QListView::item:hover:!selected, QTreeView::item:hover:!selected {{ background: {raised}; }}
QHeaderView::section {{ background: {raised}; border: none; border-bottom: 1px solid {line}; padding: 4px 6px; }}
QLineEdit, QComboBox, QSpinBox {{ background: {base}; border: 1px solid {edge}; border-radius: 5px; padding: 5px 8px;
  min-height: {line_height}px; selection-background-color: {accent}; selection-color: {accent_text}; }}
QLineEdit:focus, QComboBox:focus, QSpinBox:focus {{ border-color: {focus}; }}
QComboBox::drop-down {{ border: none; width: 26px; }}
QComboBox::down-arrow {{ {arrow_down} }}
QComboBox QAbstractItemView {{ background: {base}; border: 1px solid {line}; padding: 4px; outline: 0;
  selection-background-color: {accent_soft}; selection-color: {text}; }}
QSpinBox::up-button, QSpinBox::down-button {{ border: none; background: transparent; width: 20px; }}
QSpinBox::up-arrow {{ {arrow_up} }}
QSpinBox::down-arrow {{ {arrow_down} }}
QCheckBox {{ spacing: 8px; }}
QCheckBox::indicator {{ width: 16px; height: 16px; border: 1px solid {muted}; border-radius: 4px; background: {base}; }}
QCheckBox::indicator:hover, QCheckBox::indicator:focus {{ border-color: {focus}; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent_rim}; {tick} }}
QRadioButton::indicator {{ width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 8px;
  background: {base}; }}
QRadioButton::indicator:hover, QRadioButton::indicator:focus {{ border: 2px solid {focus};
  width: 12px; height: 12px; }}
QRadioButton::indicator:checked {{ background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
  stop: 0 {accent}, stop: 0.55 {accent}, stop: 0.6 {base}, stop: 1 {base}); }}
QSlider::groove:horizontal {{ height: 4px; background: {edge}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: 14px; margin: -6px 0; border-radius: 7px; background: {raised};
  border: 1px solid {muted}; }}
QSlider::handle:horizontal:focus {{ border: 2px solid {focus}; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 14px; }}
QScrollBar:horizontal {{ height: 14px; }}
QScrollBar::handle {{ background: {thumb}; border-radius: 3px; }}
QScrollBar::handle:vertical {{ margin: 2px 4px; min-height: 28px; }}
QScrollBar::handle:horizontal {{ margin: 4px 2px; min-width: 28px; }}
QScrollBar::handle:hover {{ background: {muted}; border-radius: 5px; }}
QScrollBar::handle:vertical:hover {{ margin: 2px; }}
QScrollBar::handle:horizontal:hover {{ margin: 2px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QToolBar {{ background: {window}; border: none; padding: 0; spacing: 4px; }}
QLabel[role="heading"] {{ font-family: {serif}; font-size: {heading}px; font-weight: 700; }}
QLabel[role="label"] {{ font-size: {caption}px; font-weight: 700; color: {muted}; }}
QLabel[role="card"] {{ font-family: {serif}; font-size: {card}px; font-weight: 700; }}
QLabel[role="place"] {{ font-family: {serif}; font-style: italic; font-size: {figure}px; color: {muted}; }}
QLabel[role="story"] {{ font-family: {serif}; font-size: {heading}px; }}
QListView[role="cards"], QListView[role="cards"]:focus {{ background: transparent; border: none; }}
QLabel[role="title"] {{ font-family: {serif}; font-size: {prompt}px; font-weight: 700; }}
QLabel[role="grand"] {{ font-family: {serif}; font-size: {title}px; font-weight: 700; }}
QLabel[role="muted"] {{ color: {muted}; font-size: {note}px; }}
QLabel[role="heading"][on="tray"] {{ color: {tray_text}; }}
QLabel[role="muted"][on="tray"] {{ color: {tray_muted}; }}
QLabel[role="refusal"], QLabel[role="fault"] {{ color: {bad}; font-weight: 700; }}
QLabel[role="advice"] {{ color: {brass}; font-weight: 700; }}
QWidget[role="problem"] {{ background: {base}; border: 1px solid {hair}; border-radius: 5px; }}
#FindPanel {{ background: {window}; border: 1px solid {accent}; border-radius: 6px; }}
#PromptBar QLabel {{ color: #fbf6e9; }}
#PromptBar QLabel[role="muted"] {{ color: #e9e2cf; }}
#Refusal {{ background: #7d1f12; color: #fff2e6; border-radius: 4px; padding: 1px 8px; font-weight: 700; }}
#PromptBar QToolButton[role="rule"] {{ color: #fbf6e9; border-color: #73ffffff; }}
#PromptBar QToolButton[role="rule"]:hover {{ background: #2affffff; }}
"""
SIGNS = ("arrow_down", "arrow_up", "tick")


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme at the present size of text."""
    values = asdict(theme)
    values |= {step: faces.size(step) for step in faces.SCALE}
    values |= {"serif": ", ".join(f'"{family}"' for family in faces.SERIF), "line_height": faces.scaled(19)}
    values["faint"] = mix(theme.muted, theme.base, 0.45).name()  # the ink of what cannot be pressed now
    values["button_layout"] = FORWARD_LAST
    return SHEET.format(**values, **{name: _image(name, theme) for name in SIGNS})


def _image(name: str, theme: Theme) -> str:
    """Return the declaration of a small sign, or nothing where it is missing: the style then draws its own."""
    try:
        path = assets_dir() / "icons" / f"{name}-{theme.name}.png"
    except DataMissing:
        return ""
    return f'image: url("{Path(path).as_posix()}");' if path.is_file() else ""
