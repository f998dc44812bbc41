"""Patches and what they make of files, each as the ``apply_patch`` of Codex 0.169 did it.

Lines of a patch are separated by ``|``; one that names no file updates ``a``.
"""

from __future__ import annotations

HEADERS = ("*** Add File: ", "*** Delete File: ", "*** Update File: ", "  *** Update File: ")


def patch_of(lines: str) -> str:
    """The whole patch."""
    header = "" if lines.startswith(HEADERS) else "*** Update File: a|"
    return f"*** Begin Patch|{header}{lines}|*** End Patch|".replace("|", "\n")


# What it is about, the files before, the patch, the files after.
APPLIED = (
    ("mixed eol", {"a": "a\r\nb\nc\r\n"}, "@@|-b|+B|+B2", {"a": "a\r\nB\r\nB2\r\nc\r\n"}),
    ("mixed eol first lf", {"a": "a\nb\r\nc\n"}, "@@|-b|+B", {"a": "a\nB\nc\n"}),
    ("no final line end", {"a": "a\nb"}, "@@|-a|+A", {"a": "A\nb\n"}),
    ("no final line end crlf", {"a": "a\r\nb"}, "@@|-b|+B", {"a": "a\r\nB\r\n"}),
    ("blank lines end", {"a": "a\n\n\n"}, "@@|-a|+A", {"a": "A\n\n\n"}),
    ("pure add", {"a": "a\nb\n"}, "@@|+z", {"a": "a\nb\nz\n"}),
    ("pure add ctx", {"a": "a\nb\nc\n"}, "@@ a|+z", {"a": "a\nb\nc\nz\n"}),
    ("pure add trailing blank", {"a": "a\nb\n\n"}, "@@|+z", {"a": "a\nb\n\nz\n"}),
    ("pure add no line end", {"a": "a\nb"}, "@@|+z", {"a": "a\nb\nz\n"}),
    ("empty file add", {"a": ""}, "@@|+z", {"a": "z\n"}),
    ("pureadd then earlier", {"a": "a\nb\nc\n"}, "@@|+Z|@@|-a|+A", {"a": "A\nb\nc\nZ\n"}),
    ("ctx", {"a": "def f\nx\ndef g\nx\n"}, "@@ def g|-x|+y", {"a": "def f\nx\ndef g\ny\n"}),
    ("trim", {"a": "    x = 1   \n"}, "@@|-x = 1|+x = 2", {"a": "x = 2\n"}),
    (
        "context line kept?",
        {"a": "    x = 1   \n  b\n"},
        "@@| x = 1|-b|+c",
        {"a": "    x = 1   \nc\n"},
    ),
    ("eof", {"a": "x\ny\nx\n"}, "@@|-x|+z|*** End of File", {"a": "x\ny\nz\n"}),
    ("trailing empty pattern", {"a": "x\ny\n"}, "@@|-y|+z|", {"a": "x\nz\n"}),
    ("empty hunk line", {"a": "x\n\ny\n"}, "@@| x||-y|+z", {"a": "x\n\nz\n"}),
    ("no @@", {"a": "x\ny\n"}, "-x|+z", {"a": "z\ny\n"}),
    ("quotes", {"a": "s = \u201chi\u201d \u2013 x\n"}, '@@|-s = "hi" - x|+q', {"a": "q\n"}),
    ("nbsp", {"a": "a\xa0b\n"}, "@@|-a b|+q", {"a": "q\n"}),
    (
        "two updates same file",
        {"a": "x\ny\n"},
        "@@|-x|+z|*** Update File: a|@@|-z|+w",
        {"a": "w\ny\n"},
    ),
    ("add then update", {}, "*** Add File: a|+x|*** Update File: a|@@|-x|+w", {"a": "w\n"}),
    ("delete then add", {"a": "x\n"}, "*** Delete File: a|*** Add File: a|+w", {"a": "w\n"}),
    ("move same", {"a": "x\n"}, "*** Move to: a|@@|-x|+y", {}),
    ("move ctx oline endy", {"a": "x\n"}, "*** Move to: b|@@| x", {"b": "x\n"}),
    ("add empty", {}, "*** Add File: a", {"a": ""}),
    ("lone cr", {"a": "x\ry\nz\n"}, "@@|-z|+q", {"a": "x\ry\nq\r"}),
    ("@@ mid hunk no space", {"a": "x\ny\n"}, "@@|-x|+z|@@|-y|+w", {"a": "z\nw\n"}),
    ("indented headers", {"a": "x\ny\n"}, "  *** Update File: a  |@@|-x|+z", {"a": "z\ny\n"}),
    ("duplicate first", {"a": "x\nx\n"}, "@@|-x|+z", {"a": "z\nx\n"}),
    ("pure add twice", {"a": "x\n"}, "@@|+1|@@|+2", {"a": "x\n1\n2\n"}),
    ("delete all lines", {"a": "x\n"}, "@@|-x", {"a": ""}),
    ("u2028", {"a": "x\u2028y\nz\n"}, "@@|-x\u2028y|+q", {"a": "q\nz\n"}),
    ("lone cr 2", {"a": "x\ry\nz\n"}, "@@|-y|+q", {"a": "x\rq\rz\n"}),
    ("lone cr 3", {"a": "x\ny\rz\n"}, "@@|-x|+q|+r", {"a": "q\nr\ny\rz\n"}),
    ("lone cr 4", {"a": "x\ry\rz\r"}, "@@|-y|+q", {"a": "x\rq\rz\r"}),
    ("lone cr nofinal", {"a": "x\ry"}, "@@|-y|+q", {"a": "x\rq\r"}),
    ("crlf then lone", {"a": "x\r\ny\rz\nw"}, "@@|-y|+q", {"a": "x\r\nq\r\nz\nw\r\n"}),
    ("crcrlf", {"a": "x\r\r\ny\n"}, "@@|-y|+q", {"a": "x\r\r\nq\r"}),
    ("ctx ws begin", {"a": "  a  \n b\nc\n"}, "@@| a|-b|+B| c", {"a": "  a  \nB\nc\n"}),
    ("ctx multiple", {"a": "  a\n  a\nc\n"}, "@@| a|+new| a|-c", {"a": "  a\nnew\n  a\n"}),
    ("ctx unicode", {"a": "\u201cq\u201d\nx\n"}, '@@| "q"|-x|+y', {"a": "\u201cq\u201d\ny\n"}),
    ("remove and readd same", {"a": "  a\nx\n"}, "@@|-a|+a|-x|+y", {"a": "a\ny\n"}),
    ("ctx eof nofinal", {"a": "a\nb"}, "@@|-a|+A| b", {"a": "A\nb\n"}),
    (
        "ctx mixed eol kept",
        {"a": "a\r\nb\nc\r\nd\n"},
        "@@| a| b|-c|+C| d",
        {"a": "a\r\nb\nC\r\nd\n"},
    ),
    ("oline endy context", {"a": "a\r\nb\n"}, "@@| a", {"a": "a\r\nb\n"}),
    ("oline endy context nofinal", {"a": "a\nb"}, "@@| a", {"a": "a\nb\n"}),
    ("trail blank retry ctx", {"a": "a\nb\n"}, "@@| a|-b|+B| ", {"a": "a\nB\n"}),
    ("trail blank both", {"a": "a\nb\n"}, "@@|-b|-|+B|+", {"a": "a\nB\n"}),
    ("trail blank old oline endy", {"a": "a\nb\n"}, "@@|-b|-|+B", {"a": "a\nB\n"}),
    ("blank between chunks", {"a": "a\nb\nc\n"}, "@@|-a|+A||@@|-c|+C", {"a": "A\nb\nC\n"}),
    (
        "blank between ops",
        {"a": "a\n", "b": "b\n"},
        "@@|-a|+A||*** Update File: b|@@|-b|+B",
        {"b": "B\n", "a": "A\n"},
    ),
    ("pure add eof", {"a": "x\ny\n"}, "@@|+z|*** End of File", {"a": "x\ny\nz\n"}),
    (
        "pure add + ctx line eof",
        {"a": "x\ny\nx\n"},
        "@@| x|+z|*** End of File",
        {"a": "x\ny\nx\nz\n"},
    ),
    (
        "ctx @@ fuzzy",
        {"a": "    def f():\n        x\n"},
        "@@ def f():|-x|+y",
        {"a": "    def f():\ny\n"},
    ),
    (
        "ctx @@ after earlier chunk",
        {"a": "f\nx\nf\nx\n"},
        "@@ f|-x|+y|@@ f|-x|+z",
        {"a": "f\ny\nf\nz\n"},
    ),
    ("@@  two spaces", {"a": "f\nx\n"}, "@@  f|-x|+y", {"a": "f\ny\n"}),
    ("@@ trailing", {"a": "f\nx\n"}, "@@ |-x|+y", {"a": "f\ny\n"}),
    ("star line ctx", {"a": "* f\nx\n"}, "@@| * f|-x|+y", {"a": "* f\ny\n"}),
    ("add path ws", {}, "*** Add File:   a b  |+x", {"  a b": "x\n"}),
    ("dotdot", {"d/a": "x\n"}, "*** Update File: d/../d/a|@@|-x|+y", {"d/a": "y\n"}),
    ("add over existing", {"a": "x\r\n"}, "*** Add File: a|+y", {"a": "y\n"}),
    ("move onto existing", {"a": "x\n", "b": "q\n"}, "*** Move to: b|@@|-x|+y", {"b": "y\n"}),
    (
        "indented end in hunk",
        {"a": "x\n*** End Patch\ny\n"},
        "@@| *** End Patch|-y|+z",
        {"a": "x\n*** End Patch\nz\n"},
    ),
    ("unicode ws trim", {"a": "\u3000x\u2003\n"}, "@@|-x|+y", {"a": "y\n"}),
    (
        "fuzzy order: rstrip later vs trim earlier",
        {"a": "  x\nx  \n"},
        "@@|-x|+y",
        {"a": "  x\ny\n"},
    ),
    ("minus", {"a": "a\u2212b\u2011c\n"}, "@@|-a-b-c|+y", {"a": "y\n"}),
)

# Nothing is written.
REFUSED = (
    ("order", {"a": "a\nb\nc\n"}, "@@|-c|+C|@@|-a|+A"),
    ("ctx twice", {"a": "class A\ndef f\nx\nclass B\ndef f\nx\n"}, "@@ class B|@@ def f|-x|+y"),
    ("eof miss", {"a": "x\ny\n"}, "@@|-x|+z|*** End of File"),
    ("eof blank", {"a": "x\ny\n\n"}, "@@|-y|+z|*** End of File"),
    ("move no chunks", {"a": "x\n"}, "*** Move to: b"),
    ("add blank inner", {}, "*** Add File: a|+x||+y"),
    ("bom", {"a": "\ufeffx\ny\n"}, "@@|-x|+z"),
    ("@@ with numbers", {"a": "x\ny\n"}, "@@ -1,1 +1,1 @@|-x|+z"),
    ("indented @@", {"a": "x\ny\n"}, " @@|-x|+z"),
    ("move padded", {"a": "x\n"}, "  *** Move to: b |@@|-x|+z"),
    ("eof then more chunk", {"a": "x\ny\n"}, "@@|-y|+z|*** End of File|@@|-x|+q"),
    ("overlap", {"a": "x\ny\nz\n"}, "@@| x|-y|+Y|@@| y|-z|+Z"),
    ("oline endy @@", {"a": "x\n"}, "@@"),
    ("context not found", {"a": "x\n"}, "@@ nope|-x|+y"),
    ("blank after add", {}, "*** Add File: a|+x||*** Add File: b|+y"),
    ("eof marker with ws", {"a": "x\ny\nx\n"}, "@@|-x|+z|  *** End of File  "),
    ("ctx not before chunk pos", {"a": "f\nx\ng\n"}, "@@|-g|+G|@@ f|-x|+y"),
    ("@@f", {"a": "f\nx\n"}, "@@f|-x|+y"),
    ("garbage in hunk", {"a": "f\nx\n"}, "@@|-x|+y|garbage"),
    ("garbage first", {"a": "f\nx\n"}, "@@|garbage|-x"),
    ("tab line", {"a": "\tf\nx\n"}, "@@|\tf|-x|+y"),
    ("update empty path", {}, "*** Update File: |@@|-x|+y"),
    ("x1f trim", {"a": "\x1fx\n"}, "@@|-x|+y"),
    ("soft hyphen", {"a": "a\xadb\n"}, "@@|-a-b|+y"),
    ("ellipsis", {"a": "a\u2026\n"}, "@@|-a...|+y"),
)
