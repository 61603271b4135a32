"""Presses of mouse and keys are offered to those who may take them, the newest first; nothing else is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.window.event_filter import Presses


def test_the_first_is_asked_first_and_what_he_takes_nobody_else_gets(qtbot: QtBot) -> None:
    field, heard, takes = QLineEdit(), [], [False]
    qtbot.addWidget(field)
    presses = Presses(field)

    def second(watched: QObject, event: QEvent) -> bool:
        heard.append("second")
        return False

    def first(watched: QObject, event: QEvent) -> bool:
        heard.append("first")
        return takes[0]

    presses.ask_all(first, second)
    QTest.keyPress(field, Qt.Key.Key_B)
    assert not heard, "nothing is asked before a table stands"
    field.clear()
    presses.begin()
    QTest.keyPress(field, Qt.Key.Key_A)
    assert heard[:2] == ["first", "second"] and field.text() == "a"
    heard.clear()
    takes[0] = True
    QTest.keyPress(field, Qt.Key.Key_B)
    assert set(heard) == {"first"} and field.text() == "a"


def test_a_release_a_move_and_a_painting_are_nobodys_business(qtbot: QtBot) -> None:
    widget, heard = QWidget(), []
    qtbot.addWidget(widget)
    presses = Presses(widget)
    presses.ask_all(lambda watched, event: bool(heard.append(event.type())))
    presses.begin()
    with qtbot.waitExposed(widget):
        widget.show()
    QTest.mouseMove(widget)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton)
    QTest.keyRelease(widget, Qt.Key.Key_A)
    assert not heard
    QTest.mousePress(widget, Qt.MouseButton.LeftButton)
    assert QEvent.Type.MouseButtonPress in heard


def test_who_wants_keys_only_is_not_asked_about_the_mouse(qtbot: QtBot) -> None:
    field, heard = QLineEdit(), []
    qtbot.addWidget(field)
    presses = Presses(field)

    def of_keys(watched: QObject, event: QEvent) -> bool:
        heard.append("keys")
        return False

    def of_all(watched: QObject, event: QEvent) -> bool:
        heard.append("all")
        return False

    presses.ask_all(of_keys, of_all, keys_only=(of_keys,))
    presses.begin()
    QTest.mousePress(field, Qt.MouseButton.LeftButton)
    assert set(heard) == {"all"}
    QTest.keyPress(field, Qt.Key.Key_A)
    assert "keys" in heard
