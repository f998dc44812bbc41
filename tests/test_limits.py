"""Times and limits in the code: what a caller leaves out is never "no time left" or "no limit".

``augment`` once began at second zero of the machine's clock: its time was over before it read a
second contract file. A default like that fails nowhere, so none may be written.
"""

from __future__ import annotations

import ast
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import phaser_lint
from phaser_lint.hook import HookRequest, Options, limit_git, make_hook_request
from phaser_lint.project import Root
from tests.package_code import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(phaser_lint.__file__).parent
NAMES = re.compile(
    r"(^|_)(seconds|deadline|until|end|limits?|timeout|budget|grace|began|clock|is_over)$"
)
# What stands for nothing or for everything where a time is expected.
EMPTY = {"None", "0", "0.0", "inf", "float('inf')", "-1", "lambda: False"}
# Those that are no limit of what runs, or that their caller sets in every event; each with why.
REASONS = {
    "agent.Event.began": "no limit: when its hook began, for who asks what came before",
    "agent.Event.seconds": "how long a tool took, where the client tells it",
    "agent.hook_process.ProcessResult.seconds": "what was measured",
    "check.engine.checker.Checker.deadline": "a scan has no end; every event names one",
    "check.engine.checker.Checker.grace": "none is granted",
    "check.engine.checker.make_checker.deadline": "a scan has no end; every event names one",
    "check.engine.checker.make_checker.grace": "none is granted",
    "contract.load_contracts.ContractParser.end": "a scan reads all; events name one",
    "contract.rules.items_listed.find_unlisted_items.is_over": "each pattern has its seconds",
    "editor.loop.Arrivals.take.seconds": "the server waits for its client",
    **dict.fromkeys(
        (
            "check.engine.cell_places.CellPlaces.directives.until",
            "check.engine.cell_places.place_cells.seconds",
            "text.notebook.CharacterPlaces.until",
            "text.notebook.parse_cells.until",
            "text.notebook.locate_cells.until",
            "check.engine.directive_parser.parse_directives.until",
            "contract.rules.import_targets.ImportChecker.until",
            "contract.rules.import_targets.list_forbidden_imports.seconds",
            "text.imports.import_search.ImportQuery.until",
            "text.imports.find_imports.seconds",
            "text.regions.Regions.region_around.until",
            "text.regions.Regions.beside_code.until",
            "text.regions.Regions.without_comments.until",
            "text.regions.comments_alone.CommentsAlone.read.until",
            "text.regions.is_shown_text.until",
            "text.regions.markdown.Markdown.read.until",
            "text.regions.scanner.Lexer.read.until",
            "text.regions.scanner.Reader.read.until",
            "text.regions.scanner.Scanner.read_to.until",
            "text.regions.scanner.Scanner.until",
            "text.regions.template.Template.read.until",
            "text.blocks.find_header_blocks.until",
            "text.blocks.braces.parse_outline.until",
            "text.blocks.outline.SignOutline.until",
        ),
        "a contract's check names one; what explains a verdict reads all",
    ),
    **dict.fromkeys(
        (
            "agent.Event.until",
            "text.edits.apply_patch.apply_chunks.until",
            "text.edits.apply_patch.parse_patch.until",
            "text.edits.edits_at_once.apply_edits_at_once.until",
            "text.edits.notebook_edit.apply_notebook_edit.until",
            "text.edits.search_replace.apply_search_blocks.until",
            "text.edits.text_edit.apply_text_edit.until",
        ),
        "every event that a hook reads names one",
    ),
    "hook.doctor.hook_trials.HookStatus.seconds": "what was measured",
    "hook.doctor.diagnosis.Diagnosis.bare_seconds": "what was measured",
    "project.GitLimits.until": "a call has its own seconds beside; every event names one",
    "text.search.item_list.ItemList.is_over": "each pattern has its seconds",
}


def defaults(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """Each field and parameter below *node* that has a default, with its source."""
    for child in ast.iter_child_nodes(node):
        inner = name
        if isinstance(child, ast.ClassDef):
            inner = f"{name}.{child.name}"
            for field in child.body:
                if isinstance(field, ast.AnnAssign) and field.value is not None:
                    yield f"{inner}.{ast.unparse(field.target)}", ast.unparse(field.value)
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inner = name if child.name == "__init__" else f"{name}.{child.name}"
            arguments = child.args
            named_or_not = [*arguments.posonlyargs, *arguments.args]
            last = named_or_not[len(named_or_not) - len(arguments.defaults) :]
            parameters_with_defaults = [*zip(last, arguments.defaults, strict=True)]
            parameters_with_defaults += [
                (parameter, default)
                for parameter, default in zip(
                    arguments.kwonlyargs, arguments.kw_defaults, strict=True
                )
                if default is not None
            ]
            for parameter, default in parameters_with_defaults:
                yield f"{inner}.{parameter.arg}", ast.unparse(default)
        yield from defaults(child, inner)


def empty_limits(source: ast.AST, module: str) -> set[str]:
    """The times and limits of *module* whose default stands for nothing or for everything."""
    return {
        name
        for name, default in defaults(source, module)
        # Python 3.10 writes a blank before the colon of a lambda.
        if NAMES.search(name.rpartition(".")[2]) and default.replace("lambda :", "lambda:") in EMPTY
    }


def test_no_limit_is_empty_by_default() -> None:
    """The table and the code are the same."""
    empty_names: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        source = parsed(path.read_text(encoding="utf-8"))
        empty_names |= empty_limits(source, module.removesuffix(".__init__"))
    assert empty_names == {*REASONS}


@pytest.mark.parametrize(
    ("source", "empty_names"),
    [
        ("class Options(Record):\n    began: float = 0.0", {"m.Options.began"}),
        ("def read(*, until: float = float('inf')): ...", {"m.read.until"}),
        ("class A:\n    def __init__(self, end=None): ...", {"m.A.end"}),
        ("def ask(seconds: float = 2.0, *, end: float): ...", set()),
        ("class Limits(Record):\n    deadline: float", set()),
        ("def ask(name: str = '', depth: int = 0): ...", set()),
    ],
)
def test_what_is_an_empty_limit(source: str, empty_names: set[str]) -> None:
    """Of fields and parameters, by their names and defaults."""
    assert empty_limits(ast.parse(source), "m") == empty_names


def test_the_time_of_an_event_begins_when_its_request_is_made() -> None:
    """Nobody gives another beginning, it cannot be left out, and git has a limit in every root."""
    assert "began" not in HookRequest._field_defaults
    with pytest.raises(TypeError):
        Root("/")  # type: ignore[call-arg]
    moment = time.monotonic()
    request = make_hook_request({}, Options(), "claude-code")
    assert moment <= request.began <= time.monotonic()
    limit = limit_git(request, "/").limits.until
    assert limit is not None
    assert limit > request.began


def test_git_has_time_whatever_was_done_before_it_is_asked() -> None:
    """To read the contracts anew may take all of an event's time on a busy machine."""
    request = make_hook_request({}, Options(), "claude-code")
    late = request._replace(began=request.began - 60)
    limit, moment = limit_git(late, "/").limits.until, time.monotonic()
    assert limit is not None
    assert moment < limit < moment + 2
