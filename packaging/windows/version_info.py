"""The version that Windows shows in a program's properties."""

from __future__ import annotations

TEMPLATE = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={four}, prodvers={four}, mask=0x3f, flags=0, OS=0x40004, fileType=1, subtype=0),
  kids=[
    StringFileInfo([StringTable('040904B0', [
      StringStruct('CompanyName', 'The Chitpull authors'),
      StringStruct('FileDescription', 'Chitpull, a table for wargames'),
      StringStruct('FileVersion', '{number}'),
      StringStruct('ProductName', 'Chitpull'),
      StringStruct('ProductVersion', '{number}'),
      StringStruct('LegalCopyright', 'MIT licence'),
    ])]),
    VarFileInfo([VarStruct('Translation', [1033, 1200])]),
  ],
)
"""


def version_info(number: str) -> str:
    """Return the version resource for a number such as 0.2.0."""
    parts = [int(part) for part in number.split(".")[:4]]
    return TEMPLATE.format(four=tuple([*parts, 0, 0, 0, 0][:4]), number=number)
