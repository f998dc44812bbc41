"""URIs of files, as editors write them, and the paths that they mean.

=================================  ==========================
URI                                path
=================================  ==========================
``file:///home/a%20b/c.py``        ``/home/a b/c.py``
``file:///c%3A/work/a.py``         ``c:\\work\\a.py`` (Windows)
``file://server/share/a.py``       ``\\\\server\\share\\a.py`` (Windows)
``untitled:Untitled-1``            none: it is no file
=================================  ==========================
"""

from __future__ import annotations

import os

_IS_WINDOWS = os.name == "nt"
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
_HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")


def parse_file_uri(uri: str, *, windows: bool = _IS_WINDOWS) -> str | None:
    """Return the absolute path that the *uri* of an editor means; ``None`` where it means no file
    of this machine.

    Bytes that are no UTF-8 become what ``os.fsdecode`` makes of them.
    """
    scheme, colon, encoded_path = uri.partition(":")
    if not colon or scheme.lower() != "file" or not encoded_path.startswith("/"):
        return None
    encoded_path = encoded_path.partition("#")[0].partition("?")[0]
    host = ""
    if encoded_path.startswith("//"):
        host, _, encoded_path = encoded_path[2:].partition("/")
        encoded_path = f"/{encoded_path}"
    decoded, *escapes = encoded_path.encode("utf-8", "surrogatepass").split(b"%")
    byte_runs = [decoded]
    for escape in escapes:
        # Any other is a sign of its own, which some editors do not escape.
        is_escape = len(escape) > 1 and _HEXADECIMAL.issuperset(escape[:2])
        byte_runs.append(bytes((int(escape[:2], 16),)) + escape[2:] if is_escape else b"%" + escape)
    path = b"".join(byte_runs).decode("utf-8", "surrogateescape")
    if "\0" in path:
        return None
    if host.lower() not in ("", "localhost"):
        return f"//{host}{path}".replace("/", "\\") if windows else None
    if not windows:
        return path
    is_drive = path[2:3] == ":" and path[1:2].isalpha()
    return path[1:].replace("/", "\\") if is_drive else None


def make_file_uri(path: str, *, windows: bool = _IS_WINDOWS) -> str:
    """Return the URI by which an editor knows the file at an absolute *path*."""
    slashed_path = path.replace("\\", "/") if windows else path
    if windows and slashed_path[1:2] == ":":
        slashed_path = f"/{slashed_path[0].lower()}{slashed_path[1:]}"
    encoded_path = slashed_path.encode("utf-8", "surrogateescape")
    quoted = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in encoded_path)
    return f"file:{quoted}" if windows and slashed_path.startswith("//") else f"file://{quoted}"


def find_file_path(uri: str) -> str | None:
    """Return the path of the file that the open text of a URI, *uri*, is to be, as projects name
    it; ``None`` without one.

    A link has its own name, in a folder that has none.
    """
    path = parse_file_uri(uri)
    if path is None:
        return None
    folder, name = os.path.split(os.path.normpath(path))
    return os.path.join(os.path.realpath(folder), name)
