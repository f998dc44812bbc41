"""``phaser-lint new TYPE ID``: write a first contract of a type, to be edited.

Exit code 0; 2 for an unknown type, an id that is taken, or a place that is none.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import fill
from typing import Any

from phaser_lint.author.contract_text import comment_out, render_contract_text
from phaser_lint.author.destination import choose_destination, write_new_contracts
from phaser_lint.author.draft import TYPES, require_rule
from phaser_lint.check.open_project import open_whole_project
from phaser_lint.check.project_notices import note_idle_contracts
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.key_reader import KeyReader
from phaser_lint.contract.keys import CONTRACT_KEYS, RULE_ID
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schemas.contract_schema import name_schema_path
from phaser_lint.contract.schemas.descriptions import (
    describe_type,
    find_type_title,
    read_type_manual,
)
from phaser_lint.contract.selection import Selection
from phaser_lint.contract.yaml_documents import Surprise, read_documents
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import ROOT_FLAG, Parser, make_argument, make_switch
from phaser_lint.core.text import make_harmless, render_sorted_json
from phaser_lint.project.project_of_command import require_project_root, require_working_directory


def parser() -> Parser:
    """Return the parser of ``phaser-lint new``."""
    return Parser(
        "phaser-lint new",
        "Write a first contract of a type, for you to edit.",
        (
            make_argument(
                "names",
                metavar="TYPE ID",
                nargs="*",
                help=f"the type ({', '.join(TYPES)}), and the id: letters, digits and hyphens",
            ),
            make_argument("--to", metavar="DIR", help="the folder that it is written to"),
            make_switch("--json", help="print JSON"),
            ROOT_FLAG,
        ),
        example="phaser-lint new file_pair migrations-go-back",
        page="authoring.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Write the first contract of a type for ``phaser-lint new``, and print its file."""
    flags = parser().parse_args(arguments)
    if len(flags.names) != 2:
        raise UsageError(f"expected TYPE ID, found {' '.join(flags.names) or 'nothing'}")
    kind, rule_id = flags.names
    require_rule(kind, flag="TYPE")
    reader = KeyReader({"rule_id": rule_id})
    reader.value_of(RULE_ID)
    if reader.problems:
        raise UsageError(f"ID: {reader.problems[0].expected}")
    place = choose_destination(
        require_project_root(flags.root), here=require_working_directory(), chosen_folder=flags.to
    )
    place.require_free(rule_id)
    [path] = write_new_contracts(place, {rule_id: render_starter_contract(kind, rule_id)}).written
    if flags.json:
        sys.stdout.write(render_sorted_json({"version": 1, "written": path}))
    else:
        sys.stdout.write(render_lines([f"written: {make_harmless(path)}"]))
    notes = [*filter(None, [place.note]), *_note_idle_globs(flags.root, rule_id, path=path)]
    sys.stderr.write("".join(f"{make_harmless(note)}\n" for note in notes))
    return exit_codes.CLEAN


def _note_idle_globs(root: str | None, rule_id: str, *, path: str) -> list[str]:
    """Return the note of a scan where the example's glob selects no file: for the one at *path*."""
    project = open_whole_project(ProjectOptions(root=root))
    idle_contracts = Selection(project.contracts).idle(project.files)
    notices = note_idle_contracts(
        contract for contract in idle_contracts if contract.rule_id == rule_id
    )
    return [f"{path}: note: {notice.text}" for notice in notices]


# A first contract of a type: the example of the type's manual, with a comment at each key.

_EXAMPLE = "Example:\n"
_WIDTH = 98
# The other keys of each contract, in the order in which people need them.
_MORE = ("exclude_glob", "path_pattern", "scope", "ignorable", "rationale")


def render_starter_contract(kind: str, rule_id: str) -> str:
    """Return the contract of type *kind* that the command ``new`` writes; raises ``UsageError``."""
    keys = {**_read_manual_example(kind), "rule_id": rule_id}
    rule = RULES[kind]
    meanings = {key.name: key.meaning for key in (*CONTRACT_KEYS, *rule.all_keys())}
    comments = {name: _wrap_text(meanings[name]) for name in keys if name in meanings}
    description = describe_type(kind)
    sentences = _wrap_text(f"{description[:1].upper()}{description[1:]}")
    about = f"{kind}: {find_type_title(kind)}.\n\n{sentences}\n"
    text = render_contract_text(
        keys, above=about, comments=comments, schema=name_schema_path("contract")
    )
    names = dict.fromkeys([*(key.name for key in rule.all_keys()), *rule.key_names(), *_MORE])
    other_keys = [
        f"{name}: {meanings[name]}"
        for name in names
        if name not in keys and (name != "scope" or len(rule.scopes) > 1)
    ]
    other_text = "\n".join(["Other keys:", "", *other_keys])
    return f"{text}\n{comment_out(other_text)}"


def _read_manual_example(kind: str) -> dict[str, Any]:
    """Return the keys of the example in the manual of the type *kind*."""
    _, heading, example = read_type_manual(kind).partition(_EXAMPLE)
    if not heading:  # python -OO
        raise UsageError(f"{kind}: its manual was left out by python -OO, and so was its example")
    lines = example.lstrip("\n").split("\n")
    end = next(index for index, line in enumerate(lines) if line and not line.startswith("    "))
    text = "\n".join(line[4:] for line in lines[:end])
    [document] = read_documents(text.encode())
    return {
        key: int(content.written) if isinstance(content, Surprise) else content
        for key, content in document.value.items()
    }


def _wrap_text(text: str) -> str:
    return fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
