r"""The lines of a ``.gitignore``: what git makes of each, also where its manual says nothing of it.

    IgnoreLines(b"*.log\n!keep.log\n").decide("a.log", is_folder=False)    True

pathspec says what a line matches; here stands what it would read in another way than git. Bytes are
characters, as they are to git: ``?`` is one byte. A line that is no pattern matches nothing.
"""

from __future__ import annotations

import re

import regex

from phaser_lint.core import Record
from phaser_lint.text.globs.glob_syntax import escape_last_blanks, strip_blanks
from phaser_lint.text.globs.pathspec_regex import make_glob_regex

CharacterRange = tuple[str, str]
# The classes of git, which are those of ASCII.
_CLASSES: dict[str, tuple[CharacterRange, ...]] = {
    "alnum": (("0", "9"), ("A", "Z"), ("a", "z")),
    "alpha": (("A", "Z"), ("a", "z")),
    "blank": (("\t", "\t"), (" ", " ")),
    "cntrl": (("\0", "\x1f"), ("\x7f", "\x7f")),
    "digit": (("0", "9"),),
    "graph": (("!", "~"),),
    "lower": (("a", "z"),),
    "print": ((" ", "~"),),
    "punct": (("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "space": (("\t", "\n"), ("\r", "\r"), (" ", " ")),
    "upper": (("A", "Z"),),
    "xdigit": (("0", "9"), ("A", "F"), ("a", "f")),
}
_NAMED_CLASS = re.compile(r"\[:([^\]]*):\]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# None of them is a byte: a line break in a path, and one for each set of characters in a line.
_LINE_END, _FIRST_SET = "\ufdd1", 0xE000
# git takes the text before the first wildcard off, and reads `**/` behind it as if it stood first.
_TEXT_THEN_STARS = re.compile(
    "([^*?\\\\\ue000-\uf8ff]*[^*?\\\\/\ue000-\uf8ff])\\*\\*+(?:/(.*)|$)", re.DOTALL
)


class IgnoreLine(Record):
    """What a line says: whether it ignores, whether only folders, and how all of a path reads."""

    ignores: bool
    only_folders: bool
    expression: str


class IgnoreLines:
    """What the *content* of a ``.gitignore`` says of the paths below its *folder*, which ends in a
    slash or is empty.
    """

    def __init__(self, content: bytes, folder: str = "") -> None:
        self._start = len(folder)
        text = content.removeprefix(_BYTE_ORDER_MARK).decode("latin-1")
        lines = map(_parse_ignore_line, text.split("\n"))
        self._lines = tuple([line for line in lines if line is not None])
        expressions = "|".join([line.expression for line in self._lines])
        # ``re`` took 7 s for `*a*a*a*a*xb` and a name of 200 letters, `regex` a millisecond.
        self._any = regex.compile(expressions or "(?!)")

    def decide(self, path: str, *, is_folder: bool) -> bool | None:
        """Tell whether the last line about *path* itself ignores it; None where none is."""
        inner_path = path[self._start :].encode("utf-8", "surrogateescape")
        name = inner_path.decode("latin-1").replace("\n", _LINE_END)
        if not self._any.fullmatch(name):
            return None
        for line in reversed(self._lines):
            if (is_folder or not line.only_folders) and regex.fullmatch(line.expression, name):
                return line.ignores
        return None


def _parse_ignore_line(line: str) -> IgnoreLine | None:
    text = strip_blanks(line.removesuffix("\r").partition("\0")[0])
    if text.startswith("#"):
        return None
    ignores = not text.startswith("!")
    glob_of_line = text if ignores else text[1:]
    path = glob_of_line.removesuffix("/")
    try:
        glob, sets = _replace_sets(path)
        # A slash ties to the folder, be it in a set.
        alternatives = _list_alternatives(glob, is_rooted="/" in path)
        # Not what is below such a path: and all below a folder is itself what `a/**` matches.
        expressions = [
            make_glob_regex(escape_last_blanks(f"{plain}/*" if plain.endswith("/**") else plain))
            for plain in alternatives
        ]
    except ValueError:  # no pattern: git finds nothing that it matches
        return None
    expression = "|".join([".*" if plain == "." else plain for plain in expressions])
    for number, characters in enumerate(sets):
        expression = expression.replace(chr(_FIRST_SET + number), characters)
    return IgnoreLine(ignores, path != glob_of_line, f"(?:{expression})")


def _list_alternatives(glob: str, *, is_rooted: bool) -> list[str]:
    """Return the globs whose paths are those that git finds by *glob*.

    Raises ValueError for an empty one.
    """
    if not glob.strip("/") or glob.startswith("\\/"):
        raise ValueError("there is nothing to match")
    if not is_rooted:
        # What has a meaning at the start of a line has none behind a `!`.
        return [f"\\{glob}" if glob.startswith(("!", "#")) else glob]
    rooted = re.sub(r"\*{3,}", "**", glob.removeprefix("/"))
    behind_text = _TEXT_THEN_STARS.fullmatch(rooted)
    if behind_text is None:
        return [f"/{rooted}"]
    text, names = behind_text.groups()
    end = re.sub(r"^(\*\*/)+(\*\*$)?", "", names or "") or "*"
    return [f"/{text}{end}", f"/{text}*/**/{end}"]


def _replace_sets(path: str) -> tuple[str, list[str]]:
    """Return a line's *path* with a character in place of each set, which is no byte, and the sets.

    They are regular expressions. Raises ValueError for a set that git does not find the end of.
    """
    text, sets, offset = "", list[str](), 0
    while offset < len(path):
        if path[offset] == "\\":
            # The slash of a path cannot be escaped, but at the start it is none.
            is_slash = offset and path[offset + 1 : offset + 2] == "/"
            text += "/" if is_slash else path[offset : offset + 2]
            offset += 2
        elif path[offset] == "[":
            text += chr(_FIRST_SET + len(sets))
            characters, offset = _parse_set(path, offset)
            sets.append(characters)
        else:
            text += path[offset]
            offset += 1
    return text, sets


def _parse_set(path: str, offset: int) -> tuple[str, int]:
    """Return the expression for the set at *offset*, and what follows it."""
    offset += 1
    is_negated = path[offset : offset + 1] in ("!", "^")
    start = offset = offset + is_negated
    ranges: list[CharacterRange] = []
    before = ""
    while offset == start or path[offset : offset + 1] != "]":
        # Without its end `[:` is two characters.
        if named_class := _NAMED_CLASS.match(path, offset):
            if named_class[1] not in _CLASSES:
                raise ValueError("no class of characters")
            ranges += _CLASSES[named_class[1]]
            before, offset = "", named_class.end()
        elif (
            path[offset : offset + 1] == "-"
            and before
            and path[offset + 1 : offset + 2] not in ("", "]")
        ):
            last, offset = _take_character(path, offset + 1)
            ranges.append((before, last))
            before = ""
        else:
            before, offset = _take_character(path, offset)
            ranges.append((before, before))
    members = [f"{re.escape(low)}-{re.escape(high)}" for low, high in ranges if low <= high]
    if not members:
        return ("[^/]" if is_negated else "(?!)"), offset + 1
    return f"(?!/)[{'^' * is_negated}{''.join(members)}]", offset + 1


def _take_character(path: str, offset: int) -> tuple[str, int]:
    offset += path[offset : offset + 1] == "\\"
    if offset >= len(path):
        raise ValueError("a `[` is not closed")
    return path[offset], offset + 1
