"""Layers kept in the player's cache: what painting needs of a map, laid out once rather than at every start."""

from __future__ import annotations

import io
import logging
import pickle
import zlib
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np
from PySide6 import __version__ as qt
from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QPointF, QRectF
from PySide6.QtGui import QImage, QPainterPath

from app.kept_pictures import KeptPictures
from rules.engine.cache import digest, fingerprint, keep, recall

LOG = logging.getLogger("chitpull.cache")
KIND, PICTURES = "layers", "reliefs"
_FORM = b"layers/1"
_SURVEY = "survey"
Kept = TypeVar("Kept")
_KNOWN: dict[tuple[str, str], Callable[..., object]] = {}
"""What a kept layer may be made of; anything else in a file is refused."""


def keepable(kind: type[Kept]) -> type[Kept]:
    """Allow a class in kept layers."""
    _KNOWN[kind.__module__, kind.__qualname__] = kind
    return kind


class Layer:
    """A part of the ground that is laid out once; what painting needs of it can be kept."""

    PAINTED: ClassVar[tuple[str, ...]] = ()
    """The attributes that painting needs: all that a layer from the cache has."""

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.PAINTED}


class KeptLayers:
    """The layers of one map in the cache: all of them, or none."""

    def __init__(self, what: Sequence[bytes], code: Sequence[Path]) -> None:
        """Take everything that the layers depend on, and the folders of the modules that lay them out."""
        self.pictures = KeptPictures(what, code)
        """Pictures that are made from the layers and take long."""
        self._key = digest(*what, fingerprint(*code), qt.encode(), _FORM)
        self._found: dict[str, bytes] | None = None

    @property
    def are_there(self) -> bool:
        """Tell whether the layers can be taken from the cache."""
        return bool(self._packed)

    def take(self, name: str, survey: object) -> Any:
        """Return a layer, once; it becomes part of the map that is surveyed."""
        return unpacked(self._packed.pop(name), survey)

    def keep(self, layers: Mapping[str, object], survey: object) -> None:
        """Keep all layers of the map."""
        keep(KIND, self._key, pickle.dumps({name: packed(layer, survey) for name, layer in layers.items()}))

    @property
    def _packed(self) -> dict[str, bytes]:
        if self._found is None:
            body = recall(KIND, self._key)
            try:
                self._found = {} if body is None else _Reader(body, None).load()
            except pickle.UnpicklingError as error:
                LOG.info("%s/%s is not read: %s.", KIND, self._key, error)
                self._found = {}
        return self._found


class _Writer(pickle.Pickler):
    """Writes plain data and what Qt and numpy hold."""

    def __init__(self, file: io.BytesIO, survey: object) -> None:
        super().__init__(file, protocol=5)
        self._survey = survey

    def persistent_id(self, found: object) -> str | None:
        return _SURVEY if found is self._survey else None

    def reducer_override(self, found: object) -> Any:
        if isinstance(found, Enum):  # which Python 3.11.0 to 3.11.3 take for a call of getattr
            return type(found), (found.value,)
        if isinstance(found, QPainterPath):
            return _path, (_path_bytes(found),)
        if isinstance(found, QImage):
            form = (found.width(), found.height(), found.bytesPerLine(), found.format().value)
            return _image, (*form, bytes(found.constBits()))
        if isinstance(found, np.ndarray):
            return _array, (found.dtype.str, found.shape, found.tobytes())
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads nothing but what a layer may be made of."""

    def __init__(self, body: bytes, survey: object) -> None:
        super().__init__(io.BytesIO(body))
        self._survey = survey

    def persistent_load(self, pid: object) -> object:
        return self._survey

    def find_class(self, module: str, name: str) -> Any:
        try:
            return _KNOWN[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a layer") from None


def read(body: bytes, survey: object) -> Any:
    """Return what `written` has made bytes of; raise UnpicklingError if it is no part of a layer."""
    return _Reader(body, survey).load()


def written(layer: object, survey: object) -> bytes:
    """Return the bytes of a layer that is part of the map that is surveyed."""
    file = io.BytesIO()
    _Writer(file, survey).dump(layer)
    return file.getvalue()


def packed(layer: object, survey: object) -> bytes:
    """Return the bytes of a layer, compressed quickly."""
    return zlib.compress(written(layer, survey), 1)


def unpacked(body: bytes, survey: object) -> Any:
    """Return what `packed` has made bytes of; raise UnpicklingError or zlib.error if it is no part of a layer."""
    return read(zlib.decompress(body), survey)


def _path_bytes(path: QPainterPath) -> bytes:
    written = QByteArray()
    QDataStream(written, QIODevice.OpenModeFlag.WriteOnly) << path
    return bytes(written.data())


def _path(written: bytes) -> QPainterPath:
    path = QPainterPath()
    QDataStream(QByteArray(written)) >> path
    return path


def _image(width: int, height: int, line: int, form: int, bits: bytes) -> QImage:
    return QImage(bits, width, height, line, QImage.Format(form)).copy()


def _array(kind: str, shape: tuple[int, ...], numbers: bytes) -> Any:
    return np.frombuffer(numbers, np.dtype(kind)).reshape(shape)


for make in (QRectF, QPointF, _path, _image, _array):
    _KNOWN[make.__module__, make.__name__] = make
