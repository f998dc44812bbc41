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


def path_of(uri: str, *, windows: bool = _IS_WINDOWS) -> str | None:
    """Return the absolute path that *uri* means; ``None`` where it means no file of this machine.

    Bytes that are no UTF-8 become what ``os.fsdecode`` makes of them.
    """
    scheme, colon, rest = uri.partition(":")
    if not colon or scheme.lower() != "file" or not rest.startswith("/"):
        return None
    rest = rest.partition("#")[0].partition("?")[0]
    host = ""
    if rest.startswith("//"):
        host, _, rest = rest[2:].partition("/")
        rest = f"/{rest}"
    path = _unquoted(rest).decode("utf-8", "surrogateescape")
    if "\0" in path:
        return None
    if host.lower() not in ("", "localhost"):
        return f"//{host}{path}".replace("/", "\\") if windows else None
    if not windows:
        return path
    is_drive = path[2:3] == ":" and path[1:2].isalpha()
    return path[1:].replace("/", "\\") if is_drive else None


def uri_of(path: str, *, windows: bool = _IS_WINDOWS) -> str:
    """Return the URI of the file at an absolute *path*."""
    written = path.replace("\\", "/") if windows else path
    if windows and written[1:2] == ":":
        written = f"/{written[0].lower()}{written[1:]}"
    quoted = _quoted(written)
    return f"file:{quoted}" if windows and written.startswith("//") else f"file://{quoted}"


def _unquoted(text: str) -> bytes:
    first, *others = text.encode("utf-8", "surrogatepass").split(b"%")
    parts = [first]
    for each in others:
        if len(each) > 1 and _HEXADECIMAL.issuperset(each[:2]):
            parts.append(bytes((int(each[:2], 16),)) + each[2:])
        else:  # a sign of its own, which some editors do not escape
            parts.append(b"%" + each)
    return b"".join(parts)


def _quoted(path: str) -> str:
    data = path.encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in data)
