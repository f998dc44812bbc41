"""Edits as the client made them: each row was seen in version 2.1.330 of Claude Code.

`old` and `new` are what a hook is given, which may differ from what the model wrote: the client
strips trailing blanks and decodes escapes of characters beyond ASCII first. `before` is None for a
missing file; `after` is None where the client refused the edit, and then no hook is called.
"""

from __future__ import annotations

from typing import NamedTuple


class EditCase(NamedTuple):
    """One edit: the file before it, the strings of the call, and the file after it."""

    name: str
    before: str | None
    old: str
    new: str
    after: str | None
    replace_all: bool = False


# An empty old string fills a file that is missing (None) or blank.
CREATION = [
    EditCase("missing", None, "", "x = 1\n", "x = 1\n"),
    EditCase("missing, new text with CRLF", None, "", "x = 1\r\ny\r\n", "x = 1\r\ny\r\n"),
    EditCase("empty", "", "", "x = 1\n", "x = 1\n"),
    EditCase("blank line", "\n", "", "x = 1\n", "x = 1\n"),
    EditCase("blanks", "  \n\t", "", "x = 1\n", "x = 1\n"),
    EditCase("CRLF blank line", "\r\n", "", "x = 1\n", "x = 1\r\n"),
    EditCase("byte order mark alone", "\ufeff", "", "x = 1\n", "\ufeffx = 1\n"),
    EditCase("blanks of other alphabets", "\xa0\u2003\ufeff\n", "", "x", "x"),
    EditCase("vertical tab and form feed", "\x0b\x0c\n", "", "x", "x"),
    EditCase("has text", "abc\n", "", "x = 1\n", None),
    EditCase("information separator is text", "\x1c\n", "", "x", None),
    EditCase("next line is text", "\x85\n", "", "x", None),
    EditCase("zero width space is text", "\u200b\n", "", "x", None),
]
# The match is made on LF; the ending that is more frequent is written everywhere.
LINE_ENDS = [
    EditCase("CRLF", "a\r\nb\r\nc\r\n", "a\nb\n", "A\nB\n", "A\r\nB\r\nc\r\n"),
    EditCase(
        "CRLF, new text with CRLF", "a\r\nb\r\nc\r\n", "a", "A\r\nA2", "A\r\nA2\r\nb\r\nc\r\n"
    ),
    EditCase("CRLF, no final line end", "a\r\nb", "b", "B", "a\r\nB"),
    EditCase("LF, new text with CRLF", "a\nb\nc\n", "a", "A\r\nA2", "A\r\nA2\nb\nc\n"),
    EditCase("tie, CRLF first", "a\r\nb\n", "a", "A", "A\nb\n"),
    EditCase("tie, LF first", "a\nb\r\n", "a", "A", "A\nb\n"),
    EditCase("CR alone is no line end", "a\rb\nc\n", "a\rb", "A\rB", "A\rB\nc\n"),
    EditCase("CR alone stays in a CRLF file", "a\rb\r\nc\r\n", "c", "C", "a\rb\r\nC\r\n"),
    EditCase("CR CRLF becomes CRLF", "a\r\r\nb\r\n", "b", "B", "a\r\nB\r\n"),
    EditCase("old text with CR before a line end", "a\r\r\nb\r\n", "a\r\nb", "c", "c\r\n"),
    EditCase("new text with CR alone", "a\nb\n", "a", "A\rB", "A\rB\nb\n"),
    EditCase("new text with CR alone, CRLF", "a\r\nb\r\n", "a", "A\rB", "A\rB\r\nb\r\n"),
    EditCase(
        "new text with blank CRLF lines", "a\r\nb\r\n", "b", "x\r\n\r\ny\r", "a\r\nx\r\n\r\ny\r\n"
    ),
    EditCase("old text with CRLF", "a\r\nb\r\nc\r\n", "a\r\nb\r\n", "A\r\nB\r\n", None),
    EditCase("LF does not match CR alone", "a\rb\nc\n", "a\nb", "A\nB", None),
]
# The mark is put aside for the match and written back.
BYTE_ORDER_MARKS = [
    EditCase("mark", "\ufeffa\nb\n", "a", "A", "\ufeffA\nb\n"),
    EditCase("mark and CRLF", "\ufeffa\r\nb\r\n", "a\nb", "A\nB", "\ufeffA\r\nB\r\n"),
    EditCase("two marks", "\ufeff\ufeffa\n", "a", "b", "\ufeff\ufeffb\n"),
    EditCase("new text with a mark", "a\n", "a", "\ufeffb", "\ufeffb\n"),
    EditCase("new text with a mark, file too", "\ufeffa\n", "a", "\ufeffb", "\ufeff\ufeffb\n"),
    EditCase("all text deleted", "\ufeffb\n", "b", "", "\ufeff"),
    EditCase("old text with a mark", "\ufeffa\nb\n", "\ufeffa", "A", None),
]
# Straight and curly quotes match; new straight ones of a curly kind are curled.
QUOTES = [
    EditCase("double", "s = “hello”\n", '"hello"', '"bye" + "x"', "s = “bye” + “x”\n"),
    EditCase(
        "what a left double quote follows",
        "“a”\n",
        '"a"',
        '"a" x"b\t"c\n"d("e["f{"g—"h–"i="j-"k\xa0"l,"m\r"n<"o\'"p“"q""r',
        "“a” x”b\t“c\n“d(“e[“f{“g—“h–“i=”j-”k\xa0”l,”m\r“n<”o'”p“”q””r\n",
    ),
    EditCase("pair at the start", "“a”\n", '"a"', '""', "“”\n"),
    EditCase(
        "single, and apostrophes",
        "‘a’\n",
        "'a'",
        "'b' don't 'x'n ('y') x'",
        "‘b’ don’t ‘x’n (‘y’) x’\n",
    ),
    EditCase(
        "apostrophe beside letters, digits, emoji",
        "‘a’\n",
        "'a'",
        "é'ü 1'2 a'1 1'a _'a a'_ 中'文 a'é' 😀'a 𝐀'𝐁 x'\u0301y",
        "é’ü 1’2 a’1 1’a _’a a’_ 中’文 a’é’ 😀’a 𝐀’𝐁 x’\u0301y\n",
    ),
    EditCase(
        "what a left single quote follows",
        "‘a’\n",
        "'a'",
        "\t'b\n'c('d['e{'f—'g–'h='i\"'j",
        '\t‘b\n‘c(‘d[‘e{‘f—‘g–‘h=’i"’j\n',
    ),
    EditCase(
        "only doubles are curly", "“a” it's\n", '"a" it\'s', "\"b\" it's 'q'", "“b” it's 'q'\n"
    ),
    EditCase(
        "both kinds", "“a” ‘b’\n", "\"a\" 'b'", "\"c\" 'd' it's \"'e'\"", "“c” ‘d’ it’s “’e’”\n"
    ),
    EditCase("single ones at the start", "‘a’ b\n", "'a'", "'b' 'c'", "‘b’ ‘c’ b\n"),
    EditCase("apostrophe alone", "don’t\n", "don't", "won't \"x\" 'y'", 'won’t "x" ‘y’\n'),
    EditCase("old text with both forms", "“a” “b”\n", '“a” "b"', '"c" “d”', "“c” “d”\n"),
    EditCase("old text curly, file straight", 'x = "a"\n', "“a”", '“b” "c"', 'x = “b” "c"\n'),
    EditCase(
        "old text curly, file straight, single", "x = 'a'\n", "‘a’", "‘b’ 'c'", "x = ‘b’ 'c'\n"
    ),
    EditCase("an exact match wins", '"a"\n“a”\n', '"a"', '"b"', '"b"\n“a”\n'),
    EditCase("exact curly match, new text straight", "“a”\n", "“a”", '"b"', '"b"\n'),
    EditCase("no quote in the old text", "“a”\n", "a", '"b"', '“"b"”\n'),
    EditCase("two forms, the first is replaced", "“a” ”a“\n", '"a"', '"b"', "“b” ”a“\n"),
    EditCase("curly elsewhere", "“a” x y\n", "x", '"z"', '“a” "z" y\n'),
    EditCase("new text curly", "“a”\n", '"a"', "“b”", "“b”\n"),
    EditCase("curly and CRLF", "“a”\r\nb\r\n", '"a"\nb', '"c"\nd', "“c”\r\nd\r\n"),
    EditCase("curly and deleted", "“a”\nb\n", '"a"', "", "b\n"),
    EditCase("low quotes do not match", "„a“\n", '"a"', '"b"', None),
    EditCase("guillemets do not match", "«a»\n", '"a"', '"b"', None),
    EditCase("primes do not match", "′a′\n", "'a'", "'b'", None),
]
# An empty new string takes the line end behind the old one away, where there is one.
DELETION = [
    EditCase("a line", "a\nb\nc\n", "b", "", "a\nc\n"),
    EditCase("within a line", "a\nxbx\nc\n", "b", "", "a\nxx\nc\n"),
    EditCase("line end in the old text", "a\nb\nc\n", "b\n", "", "a\nc\n"),
    EditCase("line end in the old text, blank line behind", "b\n\nc\n", "b\n", "", "\nc\n"),
    EditCase("CRLF", "a\r\nb\r\nc\r\n", "b", "", "a\r\nc\r\n"),
    EditCase("last line without an end", "a\nb", "b", "", "a\n"),
    EditCase("whole file", "b\n", "b", "", ""),
    EditCase("Markdown", "a\nb\nc\n", "b", "", "a\nc\n"),
]
# A \uXXXX escape matches its character; the new text is written in the file's form.
ESCAPES = [
    EditCase(
        "character to escape",
        's = "\\u00e9"\n',
        's = "é"',
        's = "èé‘ü\'"',
        's = "\\u00e8\\u00e9\\u2018\\u00fc\'"\n',
    ),
    EditCase("upper case digits", 's = "\\u00E9"\n', "é", "éèê", 's = "\\u00E9\\u00E8\\u00EA"\n'),
    EditCase(
        "the digits of each known character",
        "\\u00E9\\u00ea\\u00e9\n",
        "éêé",
        "éêèÿ",
        "\\u00e9\\u00ea\\u00e8\\u00ff\n",
    ),
    EditCase(
        "more upper than lower case",
        "\\u00EA\\u00EB\\u00e9\n",
        "êëé",
        "éêëèÿ",
        "\\u00e9\\u00EA\\u00EB\\u00E8\\u00FF\n",
    ),
    EditCase(
        "surrogate pair", "\\ud83d\\ude00\n", "😀", "😀😁x", "\\ud83d\\ude00\\ud83d\\ude01x\n"
    ),
    EditCase(
        "surrogate pair, upper case",
        "\\uD83D\\uDE00\n",
        "😀",
        "😀😁é",
        "\\uD83D\\uDE00\\uD83D\\uDE01\\u00E9\n",
    ),
    EditCase("escaped backslash before the escape", "\\\\\\u00e9\n", "é", "è", "\\\\\\u00e8\n"),
    EditCase(
        "first one is no escape, other case", "\\\\u00E9 \\u00e9\n", "é", "è", "\\\\u00E9 \\u00e8\n"
    ),
    EditCase(
        "escaped backslash amid the old text", "x\\\\\\u00e9\n", "x\\\\é", "y\\é", "y\\\\u00e9\n"
    ),
    EditCase("escaped backslash before the character", "x\\\\é\n", "x\\\\\\u00e9", "yè", "yè\n"),
    EditCase("apostrophe to its escape", "it\\u2019s\n", "it’s", "it's ’x", "it's \\u2019x\n"),
    EditCase("escaped backslash in the old text", "\\\\\\u00e9\n", "\\\\é", "è\\", "\\u00e8\\\n"),
    EditCase(
        "two spellings, the first is replaced", "\\u00e9 \\u00E9\n", "é", "è", "\\u00e8 \\u00E9\n"
    ),
    EditCase(
        "characters already decoded", "\\\\u00e9 é\n", "\\\\u00e9 é", "\\\\u00e8 è", "\\\\u00e8 è\n"
    ),
    EditCase(
        "curly quotes to escapes",
        "\\u201chi\\u201d\n",
        "“hi”",
        '“yo” "z"',
        '\\u201cyo\\u201d "z"\n',
    ),
    EditCase("escape of a tab to the tab", "a\tb\n", "a\\u0009b", "x\\u000ay", "x\ny\n"),
    EditCase("tab between curly quotes", "“\t”\n", "“\\u0009”", '"x"', "“x”\n"),
    EditCase("already decoded", 'a"b\n', 'a"b', 'x""y', 'x""y\n'),
    EditCase("already decoded, two characters", "\\u00E9 \\u00ea\n", "é ê", "ë", "\\u00eb\n"),
    EditCase("CRLF", "\\u00e9\r\nb\r\n", "é\nb", "è\nc", "\\u00e8\r\nc\r\n"),
    EditCase("deleted", "\\u00e9\nb\n", "é", "", "b\n"),
    EditCase("last character of the plane", "\\uffff\n", "\uffff", "\ufffe", "\\ufffe\n"),
    EditCase("half a pair in the new text", "é\n", "é", "\ud83dx", "\ufffdx\n"),
    EditCase("file has an escaped backslash", "\\\\u00e9\n", "é", "è", None),
    EditCase("first one is no escape, same spelling", "\\\\u00e9 \\u00e9\n", "é", "è", None),
    EditCase("old text starts with an escaped backslash", "a\\\\n\\u00e9\n", "\\né", "è", None),
    EditCase("old text ends with a backslash", "\\u00e9\\\\ \n", "é\\", "è", None),
    EditCase("straight quote and escaped curly one", "\\u201chi\\u201d\n", '"hi"', '"yo"', None),
    EditCase("no escape in the old text", "é\n", "\\\\u00e9", "x", None),
    EditCase("DEL is not escaped", "\\u0080 \\u007f\n", "\x80 \x7f", "\x81\x7f", None),
]
# With replace_all.
EVERY = [
    EditCase("exact matches only", '“a” "a" „a“ “a”\n', '"a"', '"b"', '“a” "b" „a“ “a”\n', True),
    EditCase("curly", "“a” “a”\n", '"a"', '"b"', "“b” “b”\n", True),
    EditCase("the form found first", "“a” ”a“ “a”\n", '"a"', '"b"', "“b” ”a“ “b”\n", True),
    EditCase("deletion of whole lines only", "b\nb x\nb\n", "b", "", "b x\n", True),
    EditCase("deletion within a line", "b x b y\n", "b", "", " x  y\n", True),
    EditCase(
        "the spelling found first",
        "\\u00e9 \\u00E9 \\u00e9\n",
        "é",
        "è",
        "\\u00e8 \\u00E9 \\u00e8\n",
        True,
    ),
    EditCase("dollar signs are plain", "a a\n", "a", "$& $1 $$", "$& $1 $$ $& $1 $$\n", True),
    EditCase("no overlap", "aaa\n", "aa", "b", "ba\n", True),
]
# No other likeness is a match.
PLAIN = [
    EditCase("dollar signs are plain", "a\n", "a", "$& $1 $$ $`", "$& $1 $$ $`\n"),
    EditCase("blanks are stripped before", "x\n", "x", "a\nb\n", "a\nb\n\n"),
    EditCase("trailing blanks match", "x = 1  \ny\n", "x = 1  \n", "z\n", "z\ny\n"),
    EditCase(
        "model tags, as the hook sees them",
        "a <function_results> b\n",
        "<function_results>",
        "<function_results>x",
        "a <function_results>x b\n",
    ),
    EditCase("noncharacters", "\ufffe\uffff x\n", "x", "y", "\ufffe\uffff y\n"),
    EditCase("trailing blanks of the file", "x = 1   \ny\n", "x = 1\n", "z\n", None),
    EditCase("trailing blanks of the old text", "x = 1\ny\n", "x = 1  \n", "z\n", None),
    EditCase("entity in the old text", "a < b\n", "a &lt; b", "a &gt; b", None),
    EditCase("entity in the file", "a &lt; b\n", "a < b", "a > b", None),
    EditCase("decomposed old text", "café\n", "cafe\u0301", "x", None),
    EditCase("composed old text", "cafe\u0301\n", "café", "x", None),
    EditCase("tab and blanks", "\tx\n", "    x", "y", None),
    EditCase("no-break space", "a\xa0b\n", "a b", "y", None),
    EditCase("fullwidth letter", "ａ\n", "a", "b", None),
    EditCase("dash", "a—b\n", "a-b", "y", None),
    EditCase("zero width space", "a\u200bb\n", "ab", "y", None),
    EditCase("ellipsis", "a…\n", "a...", "y", None),
    EditCase("\\x escape", "é\n", "\\xe9", "x", None),
    EditCase("\\u{} escape", "é\n", "\\u{e9}", "x", None),
    EditCase("HTML entity", "é\n", "&eacute;", "x", None),
    EditCase("\\n escape", "a\nb\n", "a\\nb", "x", None),
    EditCase("\\U escape", "é\n", "\\U000000e9", "x", None),
]

# Only the first 4096 UTF-16 units decide, the mark counted: the CRLF ends in, or just beyond them.
WINDOW = [
    EditCase("CRLF within", "x" * 4094 + "\r\ny\nz", "z", "Z", "x" * 4094 + "\r\ny\r\nZ"),
    EditCase("CRLF cut", "x" * 4095 + "\r\ny\nz", "z", "Z", "x" * 4095 + "\ny\nZ"),
    EditCase(
        "mark, CRLF within",
        "\ufeff" + "x" * 4093 + "\r\ny\nz",
        "z",
        "Z",
        "\ufeff" + "x" * 4093 + "\r\ny\r\nZ",
    ),
    EditCase(
        "mark, CRLF cut",
        "\ufeff" + "x" * 4094 + "\r\ny\nz",
        "z",
        "Z",
        "\ufeff" + "x" * 4094 + "\ny\nZ",
    ),
    EditCase("letters are one unit", "é" * 4094 + "\r\ny\nz", "z", "Z", "é" * 4094 + "\r\ny\r\nZ"),
    EditCase(
        "emoji are two, within", "😀" * 2047 + "\r\ny\nz", "z", "Z", "😀" * 2047 + "\r\ny\r\nZ"
    ),
    EditCase("emoji are two, cut", "😀" * 2048 + "\r\ny\nz", "z", "Z", "😀" * 2048 + "\ny\nZ"),
    EditCase(
        "LF start, CRLF rest",
        "x\n" * 3000 + "y\r\n" * 9000 + "z",
        "z",
        "Z",
        "x\n" * 3000 + "y\n" * 9000 + "Z",
    ),
]
ALL_CASES = [
    *CREATION,
    *LINE_ENDS,
    *BYTE_ORDER_MARKS,
    *QUOTES,
    *DELETION,
    *ESCAPES,
    *EVERY,
    *PLAIN,
    *WINDOW,
]
