"""What ``--valid`` and ``--invalid`` are given: a text, or an example as a contract file holds it.

    --invalid 'print(total)'
    --invalid '{path: src/a.ts, text: "import x from \\"../b\\""}'
    --invalid '{files: {src/a.py: "", docs/a.md: ""}}'

``{"files": ["dist"]}`` stays a text: it may be a ``package.json``.
"""

from __future__ import annotations

import re
from typing import Any

from phaser_lint.contract.example_reader import ExampleReader, find_example_problems
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import is_unicode, make_printable

_FORMS = re.compile(r"\{\s*(?:path:.*\btext:|text:.*\bpath:|files:|before:)", re.DOTALL)
_PLACES = ("path", "files")


def read_flag_example(contract: Contract, kind: str, text: str) -> Any:
    """Return the example of *contract* that the *text* of a flag is, as a contract file holds it;
    *kind* is ``valid`` or ``invalid``.

    Raises ``UsageError`` for what begins as a mapping with a path or files, and is none.
    """
    is_read = text.lstrip().startswith("{") and is_unicode(text)
    documents = read_documents(text.encode()) if is_read else ()
    faults = [fault.expected for document in documents for fault in document.faults]
    mapping = documents[0].value if len(documents) == 1 else None
    is_form = isinstance(mapping, dict) and not mapping.keys().isdisjoint(_PLACES)
    form = mapping if is_form else text
    problem = faults[0] if faults else find_form_problem(contract, kind, form)
    if problem and not _FORMS.match(text.lstrip()):
        form, problem = text, find_form_problem(contract, kind, text)
    if problem:
        raise UsageError(f"--{kind} {make_printable(text)}: {make_printable(problem)}")
    return form


def find_form_problem(contract: Contract, kind: str, form: Any) -> str:
    """Return what was expected of an example of *contract* in place of *form*, or nothing."""
    reader = ExampleReader(RULES[contract.type], has_fix=find_contract_fix(contract) is not None)
    examples = reader.read({kind: [form]})
    for problem in reader.problems:
        _, _, key = problem.key.partition("]")
        return f"{key[1:]}: {problem.expected}" if key else problem.expected
    if contract.value_of("item") is None:  # a text in no language stands at a file of the project
        return ""
    problems = find_example_problems(contract._replace(valid_examples=examples[kind]))
    return next((f"expected {expected}" for _, expected in problems), "")
