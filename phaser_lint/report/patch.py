r"""``--diff``: what fixes would change, as a patch that ``git apply`` takes.

Paths are those of the repository. Where one holds what would end it, or no ASCII, it is quoted as
git does, in octal bytes. Only ``\n`` ends a line: all else, carriage returns too, is content.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff

from phaser_lint.check.fixes.fixed_file import FixedFile
from phaser_lint.core.text import encode_text, make_printable

_NO_LINE_END = "\n\\ No newline at end of file\n"
_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


def render(files: Iterable[FixedFile], *, folder: str = "") -> str:
    """Return the patch of ``--diff``: what fixes change in *files*, which lie in *folder* of the
    repository.
    """
    lines = []
    for file in files:
        path = f"{folder}/{file.path}" if folder else file.path
        old, new = _quote_path(f"a/{path}"), _quote_path(f"b/{path}")
        lines.append(f"diff --git {old} {new}\n")
        if file.is_new:
            lines.append("new file mode 100644\n")
            old = "/dev/null"
        # A tab ends a name that has a blank, which would else be taken for the end of it.
        hunks = unified_diff(
            a=_split_lines(file.text),
            b=_split_lines(file.result()),
            fromfile=_name_path(old),
            tofile=_name_path(new),
        )
        lines += [line if line.endswith("\n") else f"{line}{_NO_LINE_END}" for line in hunks]
    return "".join(lines)


def make_patch_printable(patch: str) -> str:
    """Return *patch* for somebody who reads it: what a terminal would obey is escaped."""
    return "\n".join(
        "\t".join(make_printable(cell) for cell in line.split("\t")) for line in patch.split("\n")
    )


def _split_lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [*(f"{line}\n" for line in lines[:-1]), *filter(None, lines[-1:])]


def _name_path(path: str) -> str:
    return f"{path}\t" if " " in path else path


def _quote_path(path: str) -> str:
    quoted = ""
    for byte in encode_text(path):
        if byte in _ESCAPES:
            quoted += f"\\{_ESCAPES[byte]}"
        else:
            quoted += chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
    return path if quoted == path else f'"{quoted}"'
