"""What a page of Markdown says: its statements, each with its line, headings and lead.

    ## Style                      a heading
    Follow these:                 a lead of the list below it
    - Never use `print()`;        a statement of line 3, with what is below it as its details
      use the logger.
      - It blocks.

A statement is an item of a list, a row of a table, a sentence of a paragraph, or a heading that
forbids something. Fences, comments
of HTML and the page's front matter say nothing. What a page holds is text of others: nothing here
is run, and a statement longer than ``LONGEST`` is cut.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from phaser_lint.core import Record

LONGEST = 2_000
MOST = 2_000
"""How many statements of a page are read."""

BlockKind: TypeAlias = Literal["item", "paragraph", "table", "quote", "heading"]

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
# <code-snippet name="a" lang="php">: what such a tag holds is code, until it is closed.
_CODE_TAG = re.compile(
    r"\s*<((?:code|pre|example|snippet)[\w-]*)(?:\s[^<>]*)?>(?!.*</\1>)", re.IGNORECASE
)
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*$")
# ❌ Never use `eval()`: lines that begin with a mark are a list, too; the mark is a part of it.
_ITEM = re.compile(
    r"(\s*)(?:(?:[-*+•]|\d{1,3}[.)])\s+"
    r"|(?=[\u274c\u2705\u2713\u2714\u2717\u2718\u26a0\u26d4\U0001f6ab]))"
    r"(?:\[[ xX]\]\s+)?(.*)"
)
# > [!NOTE], and what begins anew in a quote
_QUOTED_ALONE = re.compile(r"$|\[!|[#|]|[-*+]\s|\d+[.)]\s")
_TABLE_LINE = re.compile(r"[\s|:+-]*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z*_`])|(?<=[\u3002\uff01\uff1f])")
# **Never use `print()`**, and the reason on the next line.
_BOLD_LINE = re.compile(r"^\*\*[^*\n]+\*\*\n", re.MULTILINE)
# **Never use tabs.** For long lines: a sentence in bold is one by itself, a word is a label.
_BOLD_SENTENCE = re.compile(r"\*\*(?:[^*\s]+ +){2}[^*\n]*[.!?]\*\*\s+(?=[A-Z*_`])")
# <a id="rules"></a>, <br>: a line of tags says nothing.
_TAGS = re.compile(r"\s*(?:</?[a-z][\w-]*(?:\s[^<>]*)?>\s*)+")
# Naming conventions, alone on its line above a list
_PLAIN_HEADING = re.compile(r"[A-Z][\w'’&/-]*(?: (?:[\w'’/-]+|&)){0,3}")
_CODE_ELEMENT = re.compile(r"<code>([^<>`]+)</code>", re.IGNORECASE)
_FRONT_KEY = re.compile(r"(globs|paths|applyTo)\s*:\s*(.*)")
# ### Prefer early returns, ### Avoid prop spreading; no "Things to avoid", "Use cases"
_RULE_IN_HEADING = re.compile(
    r"^(?:[\u274c\u26d4\U0001f6ab]\ufe0f?\s*\w|(?:(?:step\s+)?\d+[.):]\s*)?(?:never"
    r"|don['\u2019]t|do not|avoid|no)\s+\S+\s+\S)"
    r"(?!.*\b(?:these|this|following)\b)"
    r"|^(?:\d+[.)]\s*)?(?:use|prefer|always)\s+(?!cases?\b|of\b)"
    r"(?!.*(?:\(|\b(?:these|this|following)\b))\S+\s+\S"
    # ### Tests - required for every change, ### Exactly one class in a file
    r"|^(?!(?:step|phase|option|part|\d)\b|.*\b(?:these|this|following)\b)[\w ]+\s[\u2013\u2014-]"
    r"\s(?:(?:always\s+)?(?:use|prefer|keep|never|avoid)\s+(?!cases?\b)\S+\s+\S|(?:required"
    r"|mandatory)\s+(?:for|in|on"
    r"|before|with)\s+\S)|^(?:exactly|at\s+most|at\s+least)\s+(?:one|two|three|\d+)\s+\S+\s+\S"
    # ### 2. Keep handlers thin
    r"|^(?:step\s+)?\d+[.):]\s*(?:keep|ensure|make\s+sure|follow|respect|pin|validate"
    r"|treat|verify|(?:test|update|run|format|write|name|handle|add|document)(?=\s+(?:all"
    r"|any|each|every|your)\b))\s+"
    r"(?!.*\b(?:these|this|following)\b)\S+"
    r"|^(?=.*`).*\b(?:never|don['\u2019]t|do not|avoid|not|instead of|rather than|over)\b",
    re.IGNORECASE,
)
TAKES_BACK = re.compile(
    r"\W*(?:exceptions?|except|unless|but|however|only|otherwise|else|in (?:that|those) cases?)\b",
    re.IGNORECASE,
)
# Only `db.py` may import `sqlite3`: a rule of its own, unless it says more of what was said.
_ONLY_RULE = re.compile(
    r"\W*only\b(?!.*\b(?:it|this|that|them|these|those|so)\b)"
    r"(?:.*?\b(?:may|can|must|should|shall|(?:is|are) (?:allowed|permitted) to)"
    r"|\s+(?:use|import|call|write|return|raise|throw|export))\b",
    re.IGNORECASE,
)
_SPAN = re.compile(r"`([^`]+)`")
_TAB = " " * 4
_LINE_END = re.compile(r"\n")
_ITEM_END = re.compile(r"[^\s.!?:*_)\"'][*_)\"']*\n$")
_MOST_OF_LABEL = 3
_FEWEST_ITEMS = 3
_MOST_LINES = 50


class Statement(Record):
    """What stands at a ``line`` of a page, on one line; Markdown's marks are still in it."""

    line: int
    text: str
    kind: BlockKind
    title: str = ""
    """The page's title: its one heading of the first level, where it begins with that."""
    headings: tuple[str, ...] = ()
    """The other headings that it stands under, the outermost first."""
    leads: tuple[str, ...] = ()
    """The items or the header row that it stands below, and the line with a colon before them."""
    details: str = ""
    """What stands below it, or after it in its paragraph, or takes it back in the next item."""
    context: str = ""
    """What stands before it in its paragraph."""
    is_cut: bool = False
    is_header: bool = False
    """Whether it is the first row of a table, which names its columns."""
    is_before_code: bool = False
    """Whether it ends with a colon, and a fence shows what it says."""


class PageCode(Record):
    """The ``lines`` of a fenced block, the first of which is the fence at ``line``.

    ``heading`` and ``lead`` are the heading and the line that it stands below; ``owner`` is the
    line of the statement that it stands right below, or 0.
    """

    line: int
    lines: tuple[str, ...]
    heading: str
    lead: str
    owner: int


class Page(Record):
    """The statements of a page, the globs that its front matter names, and its fenced code."""

    statements: tuple[Statement, ...]
    globs: tuple[str, ...] = ()
    codes: tuple[PageCode, ...] = ()
    is_complete: bool = True
    """Whether these are all of its statements."""
    lines: tuple[str, ...] = ()
    """All that stands in it, as it stands there."""

    def lines_besides(self, lines: Collection[int]) -> tuple[int, ...]:
        """Return the numbers of the lines that may state a rule, but for those of *lines*: items,
        rows of tables, and sentences that name something in code.
        """
        numbers = {
            statement.line
            for statement in self.statements
            if statement.kind == "item"
            or (statement.kind == "table" and not statement.is_header)
            or (statement.kind in ("paragraph", "quote") and _SPAN.search(statement.text))
        }
        return tuple(sorted(numbers.difference(lines)))


class _Block(Record):
    """Some lines of a page that belong together; ``indent`` is that of an item."""

    line: int
    lines: tuple[str, ...]
    kind: BlockKind
    headings: tuple[str, ...]
    indent: int = 0
    is_after_blank: bool = False
    lazy_start: tuple[int, int] = (0, 0)
    """Of an item, how many lines stand before those that are not indented, and their line."""


def parse_page(text: str) -> Page:
    """Return the statements of the page with this *text*, and the globs that its front matter
    names.
    """
    lines = text.split("\n")
    first_line, globs = _parse_front_matter(lines)
    all_headings = [
        heading
        for _, line, _ in _number_text_lines(lines, first_line)
        if (heading := _HEADING.match(line))
    ]
    outermost = [heading[2].strip() for heading in all_headings if len(heading[1]) == 1]
    has_title = len(outermost) == 1 and len(all_headings[0][1]) == 1
    title = outermost[0][:LONGEST] if has_title else ""
    statements: list[Statement] = []
    blocks = [
        part for block in _split_blocks(lines, first_line) for part in _split_lazy_lines(block)
    ]
    for number, block in enumerate(blocks):
        if len(statements) > MOST:
            break
        earlier_blocks = blocks[max(0, number - 200) : number]
        later_blocks = blocks[number + 1 : number + 30]
        for statement in _split_statements(block, earlier_blocks, later_blocks):
            headings = statement.headings[1:] if title else statement.headings
            statements.append(statement._replace(title=title, headings=headings))
    codes = tuple(_list_codes(lines, first_line, statements))
    lines_before_code = {code.owner for code in codes if code.lead.rstrip("*_ ").endswith(":")}
    statements = [
        statement._replace(is_before_code=True)
        if statement.line in lines_before_code and statement.text.rstrip("*_ ").endswith(":")
        else statement
        for statement in statements
    ]
    is_complete = len(statements) <= MOST
    return Page(tuple(statements[:MOST]), globs, codes, is_complete=is_complete, lines=(*lines,))


def _list_codes(
    lines: Sequence[str], first_line: int, statements: Iterable[Statement]
) -> Iterator[PageCode]:
    """Yield the fenced code among the *lines* of a page."""
    starts = [0, *sorted(statement.line for statement in statements)]
    heading, lead, heading_line, code_lines = "", "", 0, list[str]()
    for number, line, is_code in (
        *_number_text_lines(lines, first_line),
        (len(lines) + 1, "", False),
    ):
        if is_code:
            code_lines.append(lines[number - 1])
            continue
        if code_lines:
            start = number - len(code_lines)
            owner = starts[bisect_left(starts, start) - 1]
            owner = owner if owner >= heading_line else 0
            yield PageCode(start, tuple(code_lines), heading=heading, lead=lead, owner=owner)
            code_lines, lead = [], ""
        if _HEADING.match(line):
            heading, heading_line = line, number
        lead = line if line.strip() else lead


def _parse_front_matter(lines: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Return the index of the first line after the front matter, and the globs that it names.

    It is hardly ever valid YAML: ``globs: *.ts, *.tsx``.
    """
    if not lines or lines[0].strip() != "---":
        return 0, ()
    end = next((n for n, line in enumerate(lines[1:200], 1) if line.strip() == "---"), 0)
    globs: list[str] = []
    is_in_list = False
    for line in lines[1:end]:
        key_match = _FRONT_KEY.match(line)
        if key_match:
            # A comma in braces is no end of a glob.
            names = re.split(r",(?![^{]*\})", key_match[2].strip("[] "))
            globs += [name.strip("\"' ") for name in names]
        elif is_in_list and line.lstrip().startswith("- "):
            globs.append(line.strip()[2:].strip("\"' "))
        is_in_list = bool(key_match) or (is_in_list and line.lstrip().startswith("- "))
    return end + 1 if end else 0, tuple(glob for glob in globs if glob)


def _split_blocks(lines: Sequence[str], first_line: int) -> Iterator[_Block]:
    headings: list[tuple[int, str]] = []
    block: _Block | None = None
    is_after_blank = True
    for number, line, _ in _number_text_lines(lines, first_line):
        heading = _parse_heading(line, block, is_after_blank=is_after_blank)
        if heading:
            if block and _HEADING.match(line):
                yield block
            headings = [outer for outer in headings if outer[0] < heading[0]]
            if heading[0] > 1 and _RULE_IN_HEADING.search(heading[1]):
                outer_titles = tuple(title for _, title in headings)
                yield _Block(number, (heading[1],), kind="heading", headings=outer_titles)
            headings.append(heading)
            block, is_after_blank = None, True
        elif not line.strip():
            is_after_blank = True
        else:
            new_block = _begin_block(
                line, number, headings=headings, block=block, is_after_blank=is_after_blank
            )
            if new_block is None and block is not None:
                block = _add_line(block, line, number)
            elif new_block is not None:
                is_below_title = len(new_block.headings) > len(headings)
                if block and not (is_below_title and block.kind == "paragraph"):
                    yield block
                block = new_block if new_block.lines else None
            is_after_blank = False
    if block:
        yield block


def _add_line(block: _Block, line: str, number: int) -> _Block:
    is_lazy = block.kind == "item" and not line.startswith(" " * (block.indent + 1))
    if is_lazy and not block.lazy_start[0]:
        block = block._replace(lazy_start=(len(block.lines), number))
    text = line.lstrip(" >") if block.kind == "quote" else line.strip()
    return block._replace(lines=(*block.lines[:_MOST_LINES], text))


def _split_lazy_lines(block: _Block) -> Iterator[_Block]:
    """Yield *block*, and by themselves the lines right below an item that begin like others."""
    number, line = block.lazy_start
    lines = block.lines[number:]
    if number and len(lines) >= _FEWEST_ITEMS and all(line[:1].isupper() for line in lines):
        yield block._replace(lines=block.lines[:number])
        yield _Block(line, lines, kind="paragraph", headings=block.headings)
    else:
        yield block


def _number_text_lines(lines: Sequence[str], first_line: int) -> Iterator[tuple[int, str, bool]]:
    """Yield the lines of text with their numbers; what a fence or a comment holds is a blank,
    each with whether it is code: what a fence holds, with the line that opens it.
    """
    fence, is_in_comment, code_tag = "", False, ""
    for number, full_line in enumerate(lines[first_line:], first_line + 1):
        line = full_line[: LONGEST + 1].expandtabs(4).rstrip()
        fence_match = _FENCE.match(line)
        tag_match = None if is_in_comment else _CODE_TAG.match(line)
        tag = tag_match[1] if tag_match else ""
        if fence or (fence_match and not is_in_comment):
            marks = fence_match[1] if fence_match else ""
            if not fence:
                fence = marks
            elif marks.startswith(fence) and line.strip() == marks:
                fence = ""
            yield number, "", bool(fence)
        elif code_tag or tag:
            is_closed = code_tag and f"</{code_tag}>" in line
            code_tag = "" if is_closed else code_tag or tag
            yield number, "", False
        elif is_in_comment or line.lstrip().startswith("<!--"):
            is_in_comment = "-->" not in full_line
            yield number, "", False
        else:
            yield number, "" if _TAGS.fullmatch(line) else _CODE_ELEMENT.sub(r"`\1`", line), False


def _parse_heading(
    line: str, block: _Block | None, *, is_after_blank: bool
) -> tuple[int, str] | None:
    """Return the level and title of the heading that *line* is, or that it underlines."""
    heading = _HEADING.match(line)
    if heading:
        return len(heading[1]), heading[2].strip().rstrip("#").strip()[:LONGEST]
    is_of_paragraph = block is not None and block.kind == "paragraph" and len(block.lines) == 1
    if block and is_of_paragraph and not is_after_blank and _UNDERLINE.match(line):
        return (1 if "=" in line else 2), block.lines[0][:LONGEST]
    return None


def _begin_block(
    line: str,
    number: int,
    headings: Sequence[tuple[int, str]],
    block: _Block | None,
    *,
    is_after_blank: bool,
) -> _Block | None:
    """Return the block of statements that *line* of the page begins; without lines where it says
    nothing; or nothing.
    """
    titles = tuple(title for _, title in headings)
    item = _ITEM.match(line)
    stripped_line = line.strip()
    if stripped_line.startswith("|"):
        lines = () if _TABLE_LINE.match(line) else (stripped_line,)
        return _Block(number, lines, kind="table", headings=titles, is_after_blank=is_after_blank)
    if stripped_line.startswith(">"):
        text = stripped_line.lstrip("> ")
        can_go_on = block is not None and block.kind == "quote" and not is_after_blank
        if block and can_go_on and not any(map(_QUOTED_ALONE.match, (block.lines[-1], text))):
            return None
        return _Block(number, (text,) if text else (), kind="quote", headings=titles)
    if item and not _UNDERLINE.match(line):
        if block and block.kind == "item":
            titles = block.headings
        elif block and block.is_after_blank and _PLAIN_HEADING.fullmatch("\n".join(block.lines)):
            titles = (*titles, *block.lines)
        return _Block(number, (item[2],), kind="item", headings=titles, indent=len(item[1]))
    indent = len(line) - len(line.lstrip())
    is_in_item = block is not None and block.kind == "item" and indent > block.indent
    can_go_on = block is not None and block.kind in ("item", "paragraph", "quote")
    if can_go_on and (is_in_item or not is_after_blank):
        return None
    if is_after_blank and line.startswith(_TAB):
        return _Block(number, (), kind="paragraph", headings=titles)  # code
    return _Block(
        number, (stripped_line,), kind="paragraph", headings=titles, is_after_blank=is_after_blank
    )


def _split_statements(
    block: _Block, earlier_blocks: Sequence[_Block], later_blocks: Sequence[_Block]
) -> Iterator[Statement]:
    details = " ".join(_find_lines_below(block, later_blocks))[:LONGEST]
    leads = tuple(_find_leads(block, earlier_blocks))
    if block.kind not in ("paragraph", "quote"):
        text = " ".join(" ".join(block.lines).split())
        yield Statement(
            line=block.line,
            text=text[:LONGEST],
            kind=block.kind,
            headings=block.headings,
            leads=leads,
            details=details,
            is_cut=len(text) > LONGEST,
            is_header=block.kind == "table" and block.is_after_blank,
        )
        return
    text = "\n".join(block.lines)
    # A list without marks: each line begins an item.
    are_items = len(block.lines) >= _FEWEST_ITEMS and all(
        line[:1].isupper() for line in block.lines
    )
    line_ends = _LINE_END.finditer(text) if are_items else ()
    sentence_ends = (
        *_BOLD_LINE.finditer(text),
        *_BOLD_SENTENCE.finditer(text),
        *_SENTENCE_END.finditer(text),
        *line_ends,
    )
    starts = sorted({0, *(sentence_end.end() for sentence_end in sentence_ends)})
    sentences = [text[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    before: list[str] = []
    for index, sentence in enumerate(sentences):
        sentence_text = " ".join(sentence.split())
        next_sentence = "".join(sentences[index + 1 : index + 2])
        # Of items that are lines each says its own; only a label is about those below it.
        is_item_end = are_items and _ITEM_END.search(sentence) is not None
        is_detail = not is_item_end or TAKES_BACK.match(next_sentence)
        yield Statement(
            line=block.line + text.count("\n", 0, starts[index]),
            text=sentence_text[:LONGEST],
            kind=block.kind,
            headings=block.headings,
            leads=tuple(lead.strip() for lead in sentences[:index] if lead.rstrip().endswith(":")),
            details=" ".join(next_sentence.split())[:LONGEST] if is_detail else "",
            context=" ".join(before)[-LONGEST:],
            is_cut=len(sentence_text) > LONGEST,
        )
        before.append(sentence_text)
        if is_item_end:
            before = [label for label in before if len(label.split()) <= _MOST_OF_LABEL]


def _find_lines_below(block: _Block, later_blocks: Sequence[_Block]) -> Iterator[str]:
    """Yield what stands below an item or a heading, and what the next item takes back."""
    if block.kind == "heading":
        own_headings = (*block.headings, *block.lines)
        for later in later_blocks:
            if later.headings[: len(own_headings)] != own_headings:
                return
            yield from later.lines
    for later in later_blocks if block.kind == "item" else ():
        is_below = later.kind == "item" and later.headings == block.headings
        if not is_below or later.indent < block.indent:
            return
        if later.indent == block.indent:
            yield from later.lines if _takes_back(later, block) else ()
            return
        yield from later.lines


def _takes_back(item: _Block, earlier_item: _Block) -> bool:
    """Tell whether *item* may say where the *earlier_item* before it does not hold."""
    text, earlier_text = " ".join(item.lines), " ".join(earlier_item.lines)
    only_rule = _ONLY_RULE.match(text)
    if not only_rule or "`" not in text[only_rule.end() :]:
        return bool(TAKES_BACK.match(text))
    # Never use `print()`, only `cli.py` may call `print()`.
    return bool(_list_words(" ".join(_SPAN.findall(text))) & _list_words(earlier_text))


def _list_words(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"[^\W\d_]+", text.casefold())}


def _find_leads(block: _Block, earlier_blocks: Sequence[_Block]) -> Iterator[str]:
    """Yield the items or the header row that *block* stands below, and the line before its list."""
    if block.kind not in ("item", "table"):
        return
    indent = block.indent
    needs_header = block.kind == "table" and not block.is_after_blank
    for earlier in reversed(earlier_blocks):
        if earlier.headings != block.headings:
            return
        if needs_header and earlier.kind == "table" and earlier.is_after_blank:
            needs_header = False
            yield " ".join(earlier.lines)
        if earlier.kind == "item" and block.kind == "item":
            if earlier.indent < indent:
                indent = earlier.indent
                yield " ".join(earlier.lines)
        elif earlier.kind != block.kind:
            last_line = " ".join(earlier.lines)
            if last_line.rstrip("*_ ").endswith(":"):
                yield last_line
            return
