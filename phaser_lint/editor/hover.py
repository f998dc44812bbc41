"""What an editor shows of the place that the mouse is on: the contracts named or broken there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.example import Example, list_invalid_examples, list_valid_examples
from phaser_lint.contract.rules.fix_key import find_contract_fix, name_fix_safety
from phaser_lint.contract.rules.violations import name_globs_from_root
from phaser_lint.core import JsonValue, Record
from phaser_lint.core.text import make_printable, name_contract, split_printable_lines
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.contract_definitions import Defined, find_known_name, locate_contract
from phaser_lint.editor.diagnostics import TextPlaces
from phaser_lint.editor.line_table import Range
from phaser_lint.editor.message_parameters import (
    find_member,
    find_member_list,
    require_position_at,
    require_text_at,
)
from phaser_lint.editor.notebooks import find_broken_in_cell
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.open_text_checks import find_current_verdict
from phaser_lint.text.search.given_groups import call_groups

_SEPARATOR = "\n\n---\n\n"
_MOST = 5


def hover(session: ClientSession, params: JsonValue) -> JsonValue:
    """Return what an editor shows at a place: the contract that is named there, or broken."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    table = session.table(document)
    offset = table.offset(require_position_at(params, "position"))
    named_contract = find_known_name(session, document, offset)
    if named_contract is not None:
        words = [
            _describe_defined(session, defined, defined.contract.message)
            for defined in named_contract.defined[:_MOST]
        ]
        return _make_hover(
            session, words, table.range(named_contract.named.start, named_contract.named.end)
        )
    broken_contracts = [*find_broken_contracts(session, document, offset)][:_MOST]
    if not broken_contracts:
        return None
    # Neovim and Helix show nothing else there: the message is the violation's own.
    words = list(
        dict.fromkeys(
            _describe_defined(session, defined, message) for defined, _, message in broken_contracts
        )
    )
    return _make_hover(session, words, broken_contracts[0][1])


def find_broken_contracts(
    session: ClientSession, document: OpenText, offset: int
) -> Iterator[tuple[Defined, Range, str]]:
    """Yield the contracts broken at *offset*, in which range, and the message there."""
    checked_document = session.checked_text(document)
    verdict = find_current_verdict(session, checked_document)
    if verdict is None:
        return
    table, touching = session.table(document), []
    if checked_document is document:
        places = TextPlaces(document.text, table)
        touching += [
            (violation, places.find_range(violation))
            for violation in places.touching(verdict.report.violations, offset, offset)
        ]
    else:
        touching += [
            (violation, table.range(start, end))
            for violation, start, end in find_broken_in_cell(session, document, verdict)
            if start <= offset <= end
        ]
    for violation, broken_range in touching:
        contract = verdict.contract_of(violation)
        levels = verdict.check.place.levels
        yield locate_contract(contract, levels, home=session.home), broken_range, violation.message


def _describe_defined(session: ClientSession, defined: Defined, message: str) -> str:
    return describe_contract_for_hover(
        defined.contract,
        where=DefinitionPlace(defined.place_text(), defined.uri()),
        message=message,
        as_markdown=_takes_markdown(session),
    )


def _takes_markdown(session: ClientSession) -> bool:
    abilities = find_member(session.capabilities, "textDocument", "hover")
    return "markdown" in find_member_list(abilities, "contentFormat")


def _make_hover(session: ClientSession, words: list[str], broken_range: JsonValue) -> JsonValue:
    kind = "markdown" if _takes_markdown(session) else "plaintext"
    return {"contents": {"kind": kind, "value": _SEPARATOR.join(words)}, "range": broken_range}


# A contract in words, as an editor shows them beside a text: in Markdown, or plain.
#
# The texts of a contract come from whoever wrote its file. They are shown letter for letter:
# nothing in them becomes a link, a picture, HTML or a command; invisible characters are escaped.

_WHO_SUPPRESSES = {
    "reason": "A directive suppresses it only with a reason.",
    "people": "Only people suppress it, with a reason.",
    False: "No directive suppresses it.",
}
_MOST_EXAMPLES = 3
_LONGEST = 2_000
_LONGEST_EXAMPLE = 600
# What Markdown, in any of its dialects, could take for markup: an underscore within a word is none.
_MARKUP = re.compile(
    r"[\\`*\[\]<>&~|{}]|(?<!\w)_|_(?!\w)|:(?=//)|(?<=www)\.|@|\$|^[-+=#]|(?<=^\d)[.)]|(?<=^\d\d)[.)]",
    re.IGNORECASE,
)


class DefinitionPlace(Record):
    """Where a contract is defined: the place as it is shown, and its URI, or nothing."""

    shown: str
    uri: str = ""


def describe_contract_for_hover(
    contract: Contract, *, where: DefinitionPlace, message: str, as_markdown: bool
) -> str:
    """Return what a hover shows of *contract*: its *message* or a violation's, and its purpose."""
    show = _Markdown() if as_markdown else _Plain()
    globs = ", ".join(map(show.code, name_globs_from_root(contract, contract.file_glob)))
    head = f"{show.strong(name_contract(contract.key))} ({contract.severity})"
    regions = f", in: {', '.join(contract.counted_in)}" if contract.counted_in else ""
    regions += "".join(
        f", {key}: {show.code(call_groups(pattern.written))}"
        for key, pattern in (*contract.block_patterns, *contract.conditions)
    )
    if contract.path_pattern:
        regions += f", path_pattern: {show.code(contract.path_pattern)}"
    fix, fix_paragraph = find_contract_fix(contract), []
    if fix is not None:
        kind = "" if fix.kind == "replace" else f"{fix.kind} "
        text = show.code(_cut_text(fix.text, _LONGEST_EXAMPLE)) or "nothing"
        fix_paragraph = [f"Fix ({name_fix_safety(contract)}): {kind}{text}"]
    paragraphs = [
        f"{head}: {show.code(contract.type)} in {globs}{regions}",
        show.prose(message),
        *([f"Why: {show.prose(contract.rationale)}"] if contract.rationale.strip() else []),
        *([_WHO_SUPPRESSES[contract.ignorable]] if contract.ignorable is not True else []),
        *fix_paragraph,
        *_render_examples(contract, list_valid_examples(contract), heading="Passes", show=show),
        *_render_examples(contract, list_invalid_examples(contract), heading="Is found", show=show),
        *([f"More: {show.link(contract.url)}"] if contract.url.strip() else []),
        f"Contract: {show.definition(where)}",
    ]
    return "\n\n".join(paragraphs)


def _render_examples(
    contract: Contract, examples: Sequence[Example], *, heading: str, show: _Plain
) -> Iterator[str]:
    if not examples:
        return
    shown_examples = examples[:_MOST_EXAMPLES]
    paragraphs = []
    for example in shown_examples:
        path = example.path_of_text(contract)
        paragraphs += [f"In {show.code(path)}:"] if path else []
        paragraphs.append(show.block(_cut_text(example.title().strip("\n"), _LONGEST_EXAMPLE)))
    number_of_others = len(examples) - len(shown_examples)
    yield "\n\n".join(
        [
            f"{heading}:",
            *paragraphs,
            *([f"… and {number_of_others} more"] * (number_of_others > 0)),
        ]
    )


class _Plain:
    """Text as it is, without what no one sees."""

    def strong(self, text: str) -> str:
        return self.line(text)

    def code(self, text: str) -> str:
        return self.line(text)

    def line(self, text: str) -> str:
        return make_printable(" ".join(text.split()))

    def prose(self, text: str) -> str:
        return "\n".join(map(self.line, split_printable_lines(_cut_text(text, _LONGEST))))

    def block(self, text: str) -> str:
        return "\n".join(f"    {line}" for line in split_printable_lines(text))

    def link(self, url: str) -> str:
        return self.line(url)

    def definition(self, where: DefinitionPlace) -> str:
        return self.line(where.shown)


class _Markdown(_Plain):
    """The same in Markdown, each character that could be markup escaped."""

    def strong(self, text: str) -> str:
        return f"**{self.line(text)}**"

    def code(self, text: str) -> str:
        code = make_printable(" ".join(text.split()))
        fence = "`" * (_count_longest_run(code) + 1)
        blank = " " if code.startswith("`") or code.endswith("`") else ""
        return f"{fence}{blank}{code}{blank}{fence}" if code else ""

    def line(self, text: str) -> str:
        return _MARKUP.sub(r"\\\g<0>", make_printable(" ".join(text.split())))

    def prose(self, text: str) -> str:
        # Two blanks are a line end.
        return super().prose(text).replace("\n", "  \n")

    def block(self, text: str) -> str:
        fence = "`" * max(3, _count_longest_run(text) + 1)
        lines = "\n".join(split_printable_lines(text))
        return f"{fence}text\n{lines}\n{fence}"

    def link(self, url: str) -> str:
        plain = url.isascii() and url.isprintable() and not set(url) & set("<>\\ ")
        is_web = url.startswith(("https://", "http://"))
        return f"<{url}>" if plain and is_web else self.line(url)

    def definition(self, where: DefinitionPlace) -> str:
        return f"[{self.line(where.shown)}]({where.uri})" if where.uri else self.line(where.shown)


def _count_longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _cut_text(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"
