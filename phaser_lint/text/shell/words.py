"""A shell's words, and what a text of shell holds beside them.

``regions/shell`` tells which part of a file is code; here a line is cut as the shell would run it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from glob import escape
from typing import TypeAlias

from phaser_lint.core import Record

HIDDEN = "\0"
"""Stands in a word for what the shell would compute: a variable, a substitution."""
_PLAIN = re.compile(r"[^\s;&|()<>\\'\"$`*?\[\]]+")
_IN_DOUBLE = re.compile(r'[^"\\$`]+')
_WILDCARDS = "*?["
_WILDCARD = re.compile(r"[*?\[\]]")
_BRACES = re.compile(r"([{},])")
# More of them in one word are no braces that somebody wrote.
_MOST_BRACES = 20
_MOST_WORDS = 100
_NAME = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]")
_ANSI = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_ANSI_ESCAPE = re.compile(r"\\(?:[\\'\"?]|.)", re.DOTALL)
_HEREDOC_WORD = re.compile(r"""[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|((?:\\.|[^\s;&|<>()'"\\`])+))""")
_DEEPEST = 50


class ShellSyntaxError(ValueError):
    """A text that cannot be read as a shell's."""


class Word(Record):
    """A word without its quotes, with ``HIDDEN`` for what is computed.

    ``pattern`` is the same for ``glob``, with quoted signs escaped; empty without a wildcard.
    """

    text: str
    pattern: str = ""


Part: TypeAlias = tuple[str, bool]
"""A piece of a word, and whether it is quoted, or computed."""


class ShellText:
    """A text of shell that is read from its start on, once.

    *run* reads the commands of a substitution, from where it stands up to its end.
    """

    def __init__(self, text: str, run: Callable[[ShellText, str], None], depth: int = 0) -> None:
        self.text, self.offset, self.depth = text, 0, depth
        self._run = run
        self._heredocs: list[tuple[str, bool]] = []

    def deepen(self) -> None:
        """Begin what lies in brackets at this word of the shell."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ShellSyntaxError("too many brackets in one another")

    def is_at(self, sign: str) -> bool:
        """Tell whether *sign* stands here in the shell's text."""
        return self.text.startswith(sign, self.offset)

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Return what of the shell's text matches *pattern* here, and go on behind it."""
        match = pattern.match(self.text, self.offset)
        self.offset = match.end() if match else self.offset
        return match[0] if match else ""

    def read_word(self) -> Word:
        """Return the word that begins here; one without a sign where there is none."""
        return _make_word(self._parts())

    def read_words(self) -> list[Word]:
        """Return the words that the one that begins here means: ``a{b,c}`` means ``ab ac``."""
        parts = self._parts()
        braces = sum(part.count("{") for part, is_quoted in parts if not is_quoted)
        if not 0 < braces <= _MOST_BRACES:
            return [_make_word(parts)]
        pieces = [
            (piece, is_quoted)
            for part, is_quoted in parts
            for piece in ([part] if is_quoted else _BRACES.split(part))
            if piece or is_quoted
        ]
        return [_make_word(word) for word in _spell_out_braces(pieces) if word]

    def _parts(self) -> list[Part]:
        """Read the word that begins here: each part of it, and whether that is quoted."""
        parts: list[Part] = []
        while self.offset < len(self.text):
            start = self.offset
            plain = self.skip(_PLAIN) or self.skip(_WILDCARD)
            parts += [(plain, False)] if plain else self._quoted_or_computed()
            if self.offset == start:
                break
        return parts

    def _quoted_or_computed(self) -> list[Part]:
        """Return what a sign that is no plain one begins here; where it ends the word, nothing."""
        sign = self.text[self.offset]
        if sign == "\\":
            self.offset += 2
            following = self.text[self.offset - 1 : self.offset]
            return [(following, True)] if following != "\n" else []
        if sign == "'":
            return [(self._read_until("'"), True)]
        if sign == '"':
            self.offset += 1
            return self._read_double_quoted()
        if sign == "$":
            return self._expansion(in_double=False)
        if sign == "`":
            return self._backticks()
        if sign in "<>" and self.text.startswith("(", self.offset + 1):
            self.offset += 2
            self._run(self, ")")
            return [(HIDDEN, True)]
        return []

    def _read_until(self, closer: str) -> str:
        start, self.offset = self.offset + 1, self.text.find(closer, self.offset + 1)
        if self.offset < 0:
            raise ShellSyntaxError(f"{closer} is not closed")
        self.offset += 1
        return self.text[start : self.offset - 1]

    def _read_double_quoted(self) -> list[Part]:
        parts: list[Part] = []
        while True:
            plain = self.skip(_IN_DOUBLE)
            if plain:
                parts.append((plain, True))
            if self.offset >= len(self.text):
                raise ShellSyntaxError('" is not closed')
            sign = self.text[self.offset]
            if sign == '"':
                self.offset += 1
                return [*parts, ("", True)]
            if sign == "\\":
                following = self.text[self.offset + 1 : self.offset + 2]
                self.offset += 2
                if following != "\n":
                    parts.append((following if following in '$`"\\' else f"\\{following}", True))
            elif sign == "`":
                parts += self._backticks()
            else:
                parts += self._expansion(in_double=True)

    def _expansion(self, *, in_double: bool) -> list[Part]:
        """Read what a ``$`` in a shell's word begins."""
        self.offset += 1
        if self.is_at("(("):
            self.skip_brackets("(", ")")
        elif self.is_at("("):
            self.offset += 1
            self._run(self, ")")
        elif self.is_at("{"):
            self.skip_brackets("{", "}", in_double=in_double)
        elif self.is_at("'") and not in_double:
            match = _ANSI.match(self.text, self.offset)
            if match is None:
                raise ShellSyntaxError("$' is not closed")
            self.offset = match.end()
            return [(_ANSI_ESCAPE.sub(_decode_ansi, match[1]), True)]
        elif self.is_at('"') and not in_double:
            return []
        elif not self.skip(_NAME):
            return [("$", True)]
        return [(HIDDEN, True)]

    def skip_brackets(self, opener: str, closer: str, *, in_double: bool = False) -> None:
        """Go on behind the *closer* of the *opener* that stands here; strings are left out.

        With *in_double* a single quote is a sign like any other.
        """
        depth = 0
        while self.offset < len(self.text):
            sign = self.text[self.offset]
            if sign == "\\":
                self.offset += 2
                continue
            if sign == "'" and not in_double:
                self._read_until("'")
                continue
            if sign == '"':
                self.offset += 1
                self._read_double_quoted()
                continue
            if sign == "$" and opener == "{":
                self._expansion(in_double=in_double)
                continue
            self.offset += 1
            depth += (sign == opener) - (sign == closer)
            if not depth:
                return
        raise ShellSyntaxError(f"{opener} is not closed")

    def _backticks(self) -> list[Part]:
        start = self.offset + 1
        offset = start
        while offset < len(self.text) and self.text[offset] != "`":
            offset += 2 if self.text[offset] == "\\" else 1
        if offset >= len(self.text):
            raise ShellSyntaxError("` is not closed")
        inner = re.sub(r"\\([\\`$])", r"\1", self.text[start:offset])
        self._run(ShellText(inner, self._run, self.depth), "")
        self.offset = offset + 1
        return [(HIDDEN, True)]

    def begin_heredoc(self, *, is_indented: bool) -> None:
        """Note that the word of a heredoc stands here; its text begins with the next line."""
        match = _HEREDOC_WORD.match(self.text, self.offset)
        if match is None:
            raise ShellSyntaxError("<< without a word")
        self.offset = match.end()
        single, double, plain = match.groups()
        quoted = single if single is not None else double
        word = re.sub(r"\\(.)", r"\1", plain) if quoted is None else quoted
        self._heredocs.append((word, is_indented))

    def end_line(self) -> None:
        """Go on behind the line end that stands here, and behind the heredocs that it begins."""
        self.offset += 1
        for word, is_indented in self._heredocs:
            blanks = r"\t*" if is_indented else ""
            # In a substitution a bracket may stand right behind the word.
            end = re.compile(rf"^{blanks}{re.escape(word)}(?=[\r\n)`]|\Z)", re.MULTILINE).search(
                self.text, self.offset
            )
            if end is None:
                raise ShellSyntaxError(f"nothing ends the heredoc {word}")
            self.offset = end.end()
        self._heredocs = []


def _make_word(parts: Sequence[Part]) -> Word:
    text = "".join(part for part, _ in parts)
    if not any(sign in part for part, quoted in parts if not quoted for sign in _WILDCARDS):
        return Word(text)
    return Word(text, "".join(escape(part) if quoted else part for part, quoted in parts))


def _spell_out_braces(pieces: list[Part]) -> list[list[Part]]:
    """Return what the *pieces* of a word mean, of which each brace and comma is one.

    Without a comma between them, and without an end, braces are signs like any other.
    """
    for start, piece in enumerate(pieces):
        cuts, depth = [start], 0
        for index in range(start, len(pieces)) if piece == ("{", False) else ():
            sign = "" if pieces[index][1] else pieces[index][0]
            depth += (sign == "{") - (sign == "}")
            if depth == 1 and sign == ",":
                cuts.append(index)
            if not depth:
                break
        if len(cuts) == 1 or depth:
            continue
        ends = [*cuts[1:], index]
        middles = [
            middle
            for cut, end in zip(cuts, ends, strict=True)
            for middle in _spell_out_braces(pieces[cut + 1 : end])
        ]
        endings = _spell_out_braces(pieces[index + 1 :])
        if len(middles) * len(endings) > _MOST_WORDS:
            raise ShellSyntaxError("too many words in braces")
        return [[*pieces[:start], *middle, *ending] for middle in middles for ending in endings]
    return [pieces]


def _decode_ansi(escape: re.Match[str]) -> str:
    """Return what an escape of ``$'…'`` is; a number in it is hidden."""
    sign = escape[0][1]
    return {"n": "\n", "t": "\t", "r": "\r"}.get(sign, sign if not sign.isalnum() else HIDDEN)
