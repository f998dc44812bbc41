"""YAML that cannot surprise: the documents of a contract file as plain values with their lines.

Nothing is constructed but mappings, lists, texts, booleans, numbers and null. Refused, each with
the line: tags (``!!python/object``), duplicate keys, aliases that unfold to a huge document, deep
nesting, and files over 1 MB. A value that YAML reads in another way than it looks (``yes``,
``012``, ``2025-12-05``) arrives as ``Surprise``, so that the schema can say what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

import yaml

from phaser_lint.core import JsonValue, Record, parse_json_value

Explain = Callable[[str, int], str]


MAXIMUM_BYTES = 1024 * 1024
_MAXIMUM_DEPTH = 30
# Of the path of a key: below one of 500 kB each of 20,000 values would hold as much.
_LONGEST_KEY = 1_000
_TOO_DEEP = f"nested deeper than {_MAXIMUM_DEPTH} levels"
_MAXIMUM_NODES = 20_000
_BYTE_ORDER_MARK = "\ufeff".encode()

# The pure Python loader gives the same nodes, five times slower.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULL = "tag:yaml.org,2002:null"
_PLAIN_TAGS = {
    "tag:yaml.org,2002:str": "text",
    "tag:yaml.org,2002:bool": "boolean",
    "tag:yaml.org,2002:int": "number",
    "tag:yaml.org,2002:float": "number",
    "tag:yaml.org,2002:null": "null",
    "tag:yaml.org,2002:timestamp": "date",
    "tag:yaml.org,2002:map": "mapping",
    "tag:yaml.org,2002:seq": "list",
    # What "pattern: =" and "pattern: <<" are to YAML 1.1; nobody means it.
    "tag:yaml.org,2002:value": "text",
    "tag:yaml.org,2002:merge": "text",
}
# Any escape is read whole: of two backslashes the second begins none.
_ESCAPE = r"(?i)\\(?:(ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|.)"
# No text of several lines, in quotes or not, can have such a line.
_START = rb"(?m)^---(?=\s|$)"
# Each collection starts with one of these.
_OPENING = "[{:-?"
# Found again together with another key, one of these begins a contract.
_IDENTIFYING = frozenset(("rule_id", "rule"))
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False}


class Surprise(Record):
    """A plain scalar that YAML does not read as text; ``kind`` is what YAML makes of it."""

    kind: str
    written: str


class KeyProblem(Record):
    """What was expected at the path of a key, which may be empty; of the YAML itself its line."""

    key: str
    expected: str
    line: int | None = None


class Document(Record):
    """One YAML document: a plain value, the line it starts at, its faults, and the lines of keys.

    ``lines`` knows a key by its path: ``examples.valid[1]``.
    """

    value: JsonValue
    line: int
    faults: tuple[KeyProblem, ...]
    lines: Mapping[str, int] = {}

    def line_of(self, key: str) -> int:
        """Return the line of the YAML where *key* stands, or what it would stand in."""
        while key and key not in self.lines:
            key = key[: max(key.rfind("."), key.rfind("["), 0)]
        return self.lines.get(key, self.line)


def read_documents(content: bytes) -> tuple[Document, ...]:
    """Return the YAML documents of *content*; a ``None`` with a fault for each that is no YAML."""
    if len(content) > MAXIMUM_BYTES:
        return (_make_unreadable_document(1, "", "a file of at most 1 MB; this one is larger"),)
    try:
        # The codec "utf-8-sig" is a module of its own, to be imported first.
        content = content.removeprefix(_BYTE_ORDER_MARK)
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        expected = f"UTF-8 text, not the byte 0x{content[error.start]:02x}"
        return _read_each(content, _make_unreadable_document(line, "", expected))
    try:
        depth = 0
        # The composer recurses: 100,000 "[" would end the interpreter, not raise.
        may_be_deep = sum(map(text.count, _OPENING)) > _MAXIMUM_DEPTH
        for event in yaml.parse(text, Loader=_Loader) if may_be_deep else ():
            depth += isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent))
            depth -= isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent))
            if depth > _MAXIMUM_DEPTH:
                raise ValueError(_TOO_DEEP)
        nodes = [node for node in yaml.compose_all(text, Loader=_Loader) if node is not None]
    except yaml.YAMLError as error:
        if "Unicode character escape" in str(error):
            joined_text = _join_surrogate_escapes(text)
            if joined_text != text:
                return read_documents(joined_text.encode())
        return _read_each(content, _explain_error(error, text))
    except (RecursionError, ValueError) as error:
        expected = f"YAML; {str(error) or type(error).__name__}"
        return _read_each(content, _make_unreadable_document(1, "", expected))
    # Only an alias makes more of a text than it holds: each sign is a value or two (``?``).
    may_be_large = "&" in text or len(text) > _MAXIMUM_NODES // 3
    return tuple(
        [
            _read_document(node, may_be_large=may_be_large)
            for node in nodes
            if node.value or node.tag != _NULL
        ]
    )


def _read_each(content: bytes, unreadable: Document) -> tuple[Document, ...]:
    """Return the documents of *content*, each read by itself: the first that is no YAML ended the
    reading of all, which is what the *unreadable* one says. That alone, where there is one.
    """
    starts = [0, *(match.start() for match in re.finditer(_START, content)), len(content)]
    if len(starts) == 2 or (len(starts) == 3 and starts[1] == 0):
        return (unreadable,)
    lines, documents = 0, list[Document]()
    for start, end in pairwise(starts):
        part = content[start:end]
        for document in read_documents(part):
            faults = [fault._replace(line=(fault.line or 1) + lines) for fault in document.faults]
            documents.append(
                document._replace(
                    line=document.line + lines,
                    faults=tuple(faults),
                    lines={key: line + lines for key, line in document.lines.items()},
                )
            )
        lines += part.count(b"\n")
    return tuple(documents)


def _join_surrogate_escapes(text: str) -> str:
    """Return *text*, where it is JSON, with the character itself for each two escapes of one, as
    ``\\ud83d\\ude00`` is; what is no JSON as it is.
    """
    try:
        parse_json_value(text.encode())
    except (ValueError, RecursionError):
        return text

    def join(escape: re.Match[str]) -> str:
        if not escape[1]:
            return escape[0]
        halves = escape[0].encode().decode("unicode_escape")
        return halves.encode("utf-16", "surrogatepass").decode("utf-16")

    return re.sub(_ESCAPE, join, text)


def _make_unreadable_document(line: int, key: str, expected: str) -> Document:
    return Document(None, line, (KeyProblem(key, f"expected {expected}", line),))


def _read_document(node: yaml.Node, *, may_be_large: bool) -> Document:
    line = _find_line(node)
    size, depth = _count_unfolded_values(node, {}, frozenset()) if may_be_large else (0, 0)
    if size > _MAXIMUM_NODES:
        return _make_unreadable_document(
            line, "", "a document whose aliases do not unfold to thousands of values"
        )
    if depth > _MAXIMUM_DEPTH:
        # Each anchor holds the one before: every line is flat, and what they unfold to is not.
        return _make_unreadable_document(
            line, "", f"YAML; aliases nested deeper than {_MAXIMUM_DEPTH} levels"
        )
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    names: set[str] = set()
    repeated_keys: list[yaml.ScalarNode] = []
    for key in [key for key, _ in pairs if isinstance(key, yaml.ScalarNode)]:
        if key.value in names:
            repeated_keys.append(key)
        names.add(key.value)
    if len(repeated_keys) > 1 and not _IDENTIFYING.isdisjoint(key.value for key in repeated_keys):
        return _make_unreadable_document(
            _find_line(repeated_keys[0]), "", "a line `---` before a second contract"
        )
    lines, problems = dict[str, int](), list[KeyProblem]()
    plain_value = _make_plain_value(node, "", lines=lines, problems=problems)
    return Document(value=plain_value, line=line, faults=tuple(problems), lines=lines)


def _count_unfolded_values(
    node: yaml.Node, sizes_and_depths: dict[int, tuple[int, int]], ancestors: frozenset[int]
) -> tuple[int, int]:
    """Return the number of values that *node* unfolds to, and how deep they are nested."""
    if isinstance(node, yaml.ScalarNode):
        return 1, 0
    if id(node) in ancestors:
        return _MAXIMUM_NODES + 1, 0  # an alias inside its own anchor
    if id(node) not in sizes_and_depths:
        children = node.value
        if isinstance(node, yaml.MappingNode):
            children = [paired_node for pair in node.value for paired_node in pair]
        inner = [
            _count_unfolded_values(child, sizes_and_depths, ancestors | {id(node)})
            for child in children
        ]
        size = 1 + sum(size for size, _ in inner)
        sizes_and_depths[id(node)] = size, 1 + max((depth for _, depth in inner), default=0)
    return sizes_and_depths[id(node)]


def _make_plain_value(
    node: yaml.Node, key: str, *, lines: dict[str, int], problems: list[KeyProblem]
) -> JsonValue:
    """Return the plain value of *node*, at the path *key*.

    Add the *lines* of the keys in it, and what is wrong with it.
    """
    kind = _PLAIN_TAGS.get(node.tag)
    if kind is None:
        tag = node.tag.replace("tag:yaml.org,2002:", "!!")
        # `!src/**` is a glob, and hardly a tag.
        is_own = tag.startswith("!") and not tag.startswith("!!")
        hint = "; a text that starts with `!` is put in quotes" if is_own else ""
        expected = f"expected a plain value, not the tag {tag}{hint}"
        problems.append(KeyProblem(key, expected, _find_line(node)))
        return None
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, JsonValue] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag not in _PLAIN_TAGS:
                problems.append(KeyProblem(key, "expected a text as key", _find_line(key_node)))
                continue
            name = key_node.value
            inner = (f"{key}.{name}" if key else name)[:_LONGEST_KEY]
            if name in mapping:
                expected = "expected each key once, found it again"
                problems.append(KeyProblem(inner, expected, _find_line(key_node)))
            lines[inner] = _find_line(key_node)
            mapping[name] = _make_plain_value(value_node, inner, lines=lines, problems=problems)
        return mapping
    if isinstance(node, yaml.SequenceNode):
        plain_values = []
        for place, item_node in enumerate(node.value):
            inner = f"{key}[{place}]"
            lines[inner] = _find_line(item_node)
            plain_values.append(_make_plain_value(item_node, inner, lines=lines, problems=problems))
        return plain_values
    if kind == "text":
        return node.value
    if kind == "boolean" and node.value in _BOOLEANS:
        return _BOOLEANS[node.value]
    return None if kind == "null" else Surprise(kind, node.value)


def _find_line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


# What a YAML parser's complaint means to the author of a contract, and what to write instead.
#
#     _explain(error, text)   line 2, "message", 'quotes around a text with ": "'
#
# The parser tells where it stumbled, in words of its grammar ("mapping values are not allowed in
# this context"). The line there tells what was meant.

_KEY = r"\s*(?:- +)?([A-Za-z_][\w-]*):(?:\s+|$)"
_CONFLICT = r"(?m)^(?:<{7}|>{7}) "
_BEGUN = ("while scanning an alias", "while scanning a tag", "while scanning a simple key")
_QUOTES = "quotes around a text that"
_INDENTED = "each key below the one before it, neither further in nor further out"
_TAB = "blanks in front of a key, not a tab"


def _explain_error(error: yaml.YAMLError, text: str) -> Document:
    """Return a document that says where *text* stops being YAML, and what was expected there.

    The parser said *error* of it.
    """
    conflict = re.search(_CONFLICT, text)
    if conflict:
        line_number = text.count("\n", 0, conflict.start()) + 1
        expected = "no merge conflict; keep the lines of one side and delete the markers"
        return _make_unreadable_document(line_number, "", expected)
    if not isinstance(error, yaml.MarkedYAMLError):
        place = getattr(error, "position", None)
        if not isinstance(place, int) or place >= len(text):
            return _make_unreadable_document(
                1, "", f"YAML; {(str(error) or type(error).__name__).splitlines()[0]}"
            )
        line_number = text.count("\n", 0, place) + 1
        expected = f"plain text, not the character U+{ord(text[place]):04X}"
        return _make_unreadable_document(line_number, "", expected)
    message, mark = error.problem or "", error.problem_mark or error.context_mark
    if "end of stream" in message and error.context_mark:  # an open quote: where it was opened
        mark = error.context_mark
    if (error.context or "").startswith(_BEGUN):
        mark = error.context_mark  # where it begins
    if mark is None:
        return _make_unreadable_document(1, "", f"YAML; {message or error.context}")
    lines = text.split("\n")
    line = lines[mark.line] if mark.line < len(lines) else ""
    key_match = re.match(_KEY, line)
    explain = next((explain for words, explain in _COMPLAINTS if words in message), "")
    explanation = explain if isinstance(explain, str) else explain(line, mark.column)
    expected = explanation or f"YAML; {message or error.context}"
    return _make_unreadable_document(mark.line + 1, key_match[1] if key_match else "", expected)


def _explain_tab_or_start(line: str, column: int) -> str:
    character = line[column : column + 1]
    return _TAB if character == "\t" else f"{_QUOTES} starts with `{character}`"


def _explain_missing_colon(line: str, column: int) -> str:
    """Say it of the line that is no key: `severity:error`."""
    word = line[column:].strip()
    name, colon, written_value = word.partition(":")
    if colon and written_value:
        return f"a blank after the colon, as in `{name}: {written_value}`"
    return f"`key: value`, not `{word}`"


def _explain_escape(line: str, column: int) -> str:
    start = line.rfind("\\", 0, column + 1)
    return (
        f"single quotes around a text with `{line[start : start + 2]}`: "
        "in double quotes a backslash is YAML's own"
    )


def _explain_colon(line: str, column: int) -> str:
    key = re.match(_KEY, line)
    if key and key.end() <= column:
        return f'{_QUOTES} holds ": "'
    if line[:1].isspace():
        return _INDENTED
    return "`key: value` on the line before, with a blank after the colon"


def _explain_value_start(line: str, column: int) -> str:
    key = re.match(_KEY, line)
    if key and 0 < column <= key.start(1):  # the parser stumbled over the key itself
        return _INDENTED
    written_value = line[key.end() :] if key else line.lstrip(" -")
    if written_value.startswith("'"):
        return "nothing after the closing quote; a `'` inside of single quotes is written twice"
    if written_value.startswith('"'):
        return 'nothing after the closing quote; single quotes around a text that holds a `"`'
    return (
        f"{_QUOTES} starts with `{written_value[0]}`"
        if written_value[:1] in tuple("[{*&!|>%@`-")
        else ""
    )


def _explain_token_start(line: str, column: int) -> str:
    """Say it of one text of several: `[*.py, *.ts]`."""
    character = line[column : column + 1]
    return f"{_QUOTES} starts with `{character}`" if character else ""


def _explain_list_item(line: str, column: int) -> str:
    """Say it of a text in a list, of which the parser took a part for something else."""
    before, character = line[:column].rstrip(), line[column : column + 1]
    if before[-1:] in ("'", '"'):
        return "a comma after the closing quote, or quotes around all of the text"
    if before[-1:] in ("}", "]"):
        return f"{_QUOTES} starts with `{'{' if before[-1] == '}' else '['}`"
    return f"{_QUOTES} holds a `{character}`" if character in ("{", "[") else ""


_COMPLAINTS: tuple[tuple[str, str | Explain], ...] = (
    ("tab character that violates indentation", _TAB),
    ("cannot start any token", _explain_tab_or_start),
    ("could not find expected ':'", _explain_missing_colon),
    ("unknown escape character", _explain_escape),
    ("expected hexdecimal number", _explain_escape),
    ("mapping values are not allowed", _explain_colon),
    ("undefined alias", _explain_token_start),
    ("expected alphabetic or numeric character", _explain_token_start),
    ("expected whitespace or line break", _explain_token_start),
    ("expected ',' or ']'", _explain_list_item),
    ("expected comment or line break", _explain_value_start),
    ("block sequence entries are not allowed", _explain_value_start),
    ("did not find expected key", _explain_value_start),
    ("unexpected end of stream", "a closing quote for the one that opens here"),
    # The scanner reads ahead of the events that are counted, and has a limit of its own.
    ("exceeded maximum nesting depth", f"YAML; {_TOO_DEEP}"),
    (
        "expected <document start>",
        "a line `---` before another contract, and each key at the start of its line",
    ),
)
