r"""Read one gitignore-style glob into names and what they are made of.

    parse_glob("!src/**/*.py")   ParsedGlob(include=False, names=(src, None, *.py), ending=LEADING)
    spell_out("*.{js,ts}")       ("*.js", "*.ts")

Nothing here matches anything; ``phaser_lint.text.globs.compile_globs`` makes tests of a ParsedGlob.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.text.globs import BELOW, LEADING, WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, TypeAlias

_ANY_FOLDERS = "**"
NOTHING = "there is nothing to match; write `*` for everything"
UNCLOSED = "a `[` is not closed; write `\\[` for a bracket"


class GlobPiece(Record):
    """A piece of a name: text as it is, any run (``*``), any one character (``?``), or a set."""

    kind: Literal["text", "run", "one", "set"]
    text: str


Name: TypeAlias = "tuple[GlobPiece, ...] | None"
"""A name between slashes, or ``None`` for any number of folders (``**``)."""

_ANY_RUN = GlobPiece("run", "*")
ANY_NAME: Name = (_ANY_RUN,)


class ParsedGlob(Record):
    """What a glob says; ``include``: without a ``!``. What may follow its names is ``ending``.

    A first name of ``None`` is any depth. A glob for everything has no names.
    """

    include: bool
    names: tuple[Name, ...]
    ending: int


def parse_glob(glob: str) -> ParsedGlob | None:
    """Parse the syntax of a glob without alternatives; ``None`` for a blank one or a comment.

    Raises ValueError for one that is none: a lone ``!``, a backslash with nothing to escape.
    """
    text = strip_blanks(glob)
    if not text or text.startswith("#"):
        return None
    include = not text.startswith("!")
    text = text.removeprefix("!")
    if not text.strip("/"):
        raise ValueError(NOTHING)
    # ``**`` in front of a single name, and for a slash at the end.
    texts = text.split("/")
    if texts[0] == "":
        del texts[0]
    elif len(texts) == 1 or texts[1:] == [""]:
        texts.insert(0, _ANY_FOLDERS)
    if texts[-1] == "":
        # `**/` is what lies in any folder.
        texts[-1:] = ["*", _ANY_FOLDERS] if texts[-2] == _ANY_FOLDERS else [_ANY_FOLDERS]
    names = tuple(
        [
            None if text == _ANY_FOLDERS else parse_glob_name(text)
            for before, text in zip(["", *texts], texts, strict=False)
            if (before, text) != (_ANY_FOLDERS, _ANY_FOLDERS)
        ]
    )
    if names in ((None,), (None, ANY_NAME)):
        return ParsedGlob(include, (), LEADING)
    if names[-1] is None:
        return ParsedGlob(include, names[:-1], BELOW)
    if names[-1] != ANY_NAME:
        return ParsedGlob(include, names, LEADING)
    if names[-2:-1] == (None,):
        # `src/**/*` is all below `src`, and so is `src/**`.
        return ParsedGlob(include, names[:-2], BELOW)
    return ParsedGlob(include, names, WHOLE)


def strip_blanks(glob: str) -> str:
    """Return *glob* without the blanks at its end, by gitignore's syntax: but for one that is
    escaped.
    """
    end = len(glob.rstrip(" "))
    backslashes = end - len(glob[:end].rstrip("\\"))
    return glob[: end + 1] if backslashes % 2 else glob[:end]


def escape_last_blanks(glob: str) -> str:
    """Return *glob* with the blanks at its end escaped, so that its syntax strips none of them."""
    plain = strip_blanks(glob)
    return plain + "\\ " * (len(glob) - len(plain))


MOST_ALTERNATIVES = 64
# Of a glob with braces: longer than any path.
_LONGEST = 1000


def spell_out(glob: str) -> tuple[str, ...]:
    """Return the globs that ``{a,b}`` stands for in the syntax of globs, each as if it stood in the
    list by itself.

    Braces without a comma are themselves (``{{name}}``), and so they are in a bracket expression
    and behind a backslash. Raises ValueError for braces that are not closed, and for more than
    ``MOST_ALTERNATIVES``.
    """
    if "{" not in glob or "," not in glob:
        return (glob,)
    if len(glob) > _LONGEST:
        raise ValueError(f"its braces stand in more than {_LONGEST} characters")
    mark, text = ("!", glob[1:]) if glob.startswith("!") else ("", glob)
    return tuple([f"{mark}{plain}" for plain in _list_alternatives(text, MOST_ALTERNATIVES)])


def spell_out_globs(globs: Iterable[str]) -> list[str]:
    """Return the globs that those of a list stand for by their syntax, each ``{a,b}`` spelled out,
    in order.
    """
    return [alternative for glob in globs for alternative in spell_out(glob)]


def list_selecting_globs(globs: Iterable[str]) -> list[str]:
    """Return those of *globs*, each ``{a,b}`` spelled out, that do not only take out again: they
    have no ``!``.
    """
    return [glob for glob in spell_out_globs(globs) if not glob.startswith("!")]


def _list_alternatives(text: str, most: int) -> list[str]:
    """Return what *text* stands for; its first braces are spelled out, and then the others."""
    opened, commas, closed = _find_opening(text, 0), list[int](), -1
    while opened >= 0:
        commas, closed = _find_commas(text, opened)
        if commas:
            break
        opened = _find_opening(text, opened + 1)
    if opened < 0:
        return [text]
    if closed < 0:
        raise ValueError("a `{` is not closed; write `\\{` for a brace")
    ends = [*commas, closed]
    starts = [opened + 1, *(comma + 1 for comma in commas)]
    alternatives: list[str] = []
    for start, end in zip(starts, ends, strict=True):
        # Braces in braces, too, are one more glob each.
        if most:
            alternatives += _list_alternatives(
                f"{text[:opened]}{text[start:end]}{text[closed + 1 :]}", most - 1
            )
        if len(alternatives) > MOST_ALTERNATIVES or not most:
            raise ValueError(f"its braces stand for more than {MOST_ALTERNATIVES} patterns")
    return alternatives


def _find_opening(text: str, offset: int) -> int:
    """Return where a brace opens at *offset* or behind it, or -1."""
    while offset < len(text) and text[offset] != "{":
        offset = skip_glob_sign(text, offset)
    return offset if offset < len(text) else -1


def _find_commas(text: str, opened: int) -> tuple[list[int], int]:
    """Return the commas of the brace at *opened*, and where it closes; -1 if it does not."""
    commas, depth, offset = list[int](), 0, opened
    while offset < len(text):
        sign = text[offset]
        depth += (sign == "{") - (sign == "}")
        if not depth:
            return commas, offset
        if sign == "," and depth == 1:
            commas.append(offset)
        offset = skip_glob_sign(text, offset)
    return commas, -1


def skip_glob_sign(text: str, offset: int) -> int:
    """Return the offset behind the sign of a glob's syntax at *offset*, which an escape or a
    bracket expression may be.
    """
    if text[offset] == "\\":
        return offset + 2
    if text[offset] == "[":
        name_end = text.find("/", offset)
        end = _find_set_end(text[: name_end if name_end >= 0 else None], offset)
        # What is wrong with it is a problem of the glob.
        return end if end > 0 else offset + 1
    return offset + 1


def _find_set_end(name: str, offset: int) -> int:
    """Return what follows the bracket expression at *offset*; 0 if it is not closed."""
    start = offset + 1 + (name[offset + 1 : offset + 2] in ("!", "^"))
    # A bracket right at the start is a member.
    return name.find("]", start + 1) + 1


def parse_glob_name(name: str) -> tuple[GlobPiece, ...]:
    """Return the pieces of one *name* between the slashes of a glob, by its syntax; adjacent stars
    are one, and so is adjacent text.

    Raises ValueError for a bracket that is not closed, and a backslash with nothing to escape.
    """
    pieces: list[GlobPiece] = []
    offset = 0
    while offset < len(name):
        character, before = name[offset], pieces[-1] if pieces else None
        offset += 1
        if character == "[":
            end = _find_set_end(name, offset - 1)
            if not end:
                raise ValueError(UNCLOSED)
            pieces.append(GlobPiece("set", name[offset - 1 : end]))
            offset = end
        elif character == "?":
            pieces.append(GlobPiece("one", character))
        elif character == "*":
            pieces += [] if before == _ANY_RUN else [_ANY_RUN]
        else:
            if character == "\\":
                if offset == len(name):
                    raise ValueError("a backslash has nothing to escape")
                character = name[offset]
                offset += 1
            if before is not None and before.kind == "text":
                pieces[-1] = GlobPiece("text", before.text + character)
            else:
                pieces.append(GlobPiece("text", character))
    return tuple(pieces)


def parse_set_ranges(expression: str) -> list[tuple[str, str]]:
    """Return the first and last characters of the ranges in a glob's bracket *expression*, by its
    syntax, in order.
    """
    inner = expression[2:-1] if expression[1] in "!^" else expression[1:-1]
    ranges, offset = [], 0
    while offset < len(inner):
        # At the end of the expression a "-" is a member.
        is_range = inner[offset + 1 : offset + 2] == "-" and offset + 2 < len(inner)
        end = offset + 2 if is_range else offset
        ranges.append((inner[offset], inner[end]))
        offset = end + 1
    return ranges


def make_glob_from_root(glob: str, folder: str) -> str:
    """Return *glob*, which is written relative to *folder*, as a glob that is relative to the root.

    *folder* is a path from there with ``/``, or empty.
    """
    if not folder:
        return glob
    mark = "!" if glob.startswith("!") else ""
    selecting_glob = glob.removeprefix("!")
    alternatives = spell_out(selecting_glob)
    floating = [plain for plain in alternatives if "/" not in plain.rstrip("/")]
    if len(floating) == len(alternatives):
        inner = f"**/{selecting_glob}"
    elif not floating:
        inner = selecting_glob.removeprefix("/")
    else:
        below_it = [
            f"**/{plain}" if plain in floating else plain.removeprefix("/")
            for plain in alternatives
        ]
        inner = f"{{{','.join(below_it)}}}"
    # `{{name}}/*.py` stays as it reads: without a comma braces are themselves.
    special = "\\*?[{" if "," in f"{folder}{inner}" else "\\*?["
    literal = "".join([f"\\{sign}" if sign in special else sign for sign in folder])
    if literal.startswith(("!", "#")):
        literal = f"\\{literal}"
    return f"{mark}{literal}/{inner}"
