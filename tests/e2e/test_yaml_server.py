"""The language server of editors completes the keys of contracts, and marks wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.yaml_server import find_server, yaml_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.yaml_server import YamlServer

pytestmark = pytest.mark.e2e

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
CONTRACT = """\
rule_id: no-print
type: forbid_pattern
pattern: '\\bprint\\('
file_glob: '*.py'
message: 'Use the logger.'
severity: error
"""
LIMITS = """\
rule_id: short
type: file_limits
file_glob: '*.py'
message: 'Split it.'
severity: error
"""


@pytest.fixture(scope="module")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[YamlServer]:
    """A session of an editor with contract files."""
    program = find_server()
    if program is None:
        pytest.skip("no yaml-language-server on the path, and PHASER_YAML_SERVER names none")
    home = tmp_path_factory.mktemp("home")
    with yaml_server(program, SCHEMAS / "contract.json", home=home) as running_server:
        yield running_server


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CONTRACT, []),
        (f"{CONTRACT}---\n{LIMITS}max_lines: 400\n", []),
        ("override: no-print\nseverity: warning\n", []),
        (f"{CONTRACT}x-owner: us\nsource: seeds\n", []),
        (f"{CONTRACT}file_globs: a\n", [(7, "Property file_globs is not allowed.")]),
        (f"{CONTRACT}max_lines: 3\n", [(7, "Property max_lines is not allowed.")]),
        (
            CONTRACT.replace("severity: error", "severity: fatal"),
            [(6, 'Value is not accepted. Valid values: "error", "warning".')],
        ),
        (CONTRACT.replace("'*.py'", "3"), [(4, "Incorrect type. Expected one of string, array.")]),
        (
            f"{CONTRACT}---\n{CONTRACT.replace('message', 'massage')}",
            [(8, 'Missing property "message".'), (12, "Property massage is not allowed.")],
        ),
        (
            "override: no-print\nscope: tree\nenabled: false\n",
            [(2, "Property scope is not allowed.")],
        ),
    ],
)
def test_each_wrong_key_is_marked_where_it_stands(
    contracts: YamlServer, text: str, expected: list[tuple[int, str]]
) -> None:
    """Nothing of what is right, in any document of a file; each wrong key, where it stands."""
    assert contracts.diagnostics(text) == expected


@pytest.mark.parametrize(
    ("text", "expected_keys", "other_keys"),
    [
        (f"{CONTRACT}\n", {"exclude_glob", "unless_match", "examples"}, {"max_lines", "partner"}),
        (f"{LIMITS}\n", {"max_lines", "max_bytes"}, {"pattern", "fix", "unless_match"}),
        ("rule_id: a\n\n", {"type", "file_glob", "severity"}, {"max_lines"}),
        ("override: a\n\n", {"severity", "enabled"}, {"pattern", "file_glob"}),
    ],
)
def test_which_keys_are_completed(
    contracts: YamlServer, text: str, expected_keys: set[str], other_keys: set[str]
) -> None:
    """Those of the type that are not there yet."""
    offered = contracts.completions(text, line=text.count("\n") - 1, character=0)
    assert (expected_keys - {*offered}, other_keys & {*offered}) == (set(), set())


def test_which_values_are_completed(contracts: YamlServer) -> None:
    """The types, and what a key may be."""
    types = contracts.completions("rule_id: a\ntype: ", line=1, character=6)
    assert {"forbid_pattern", "file_limits"} <= {*types}
    changed = CONTRACT.replace("severity: error", "severity: ")
    assert contracts.completions(changed, line=5, character=10) == ["error", "warning"]


def test_a_key_shows_its_sentence_of_the_docs(contracts: YamlServer) -> None:
    """The sentence of the documentation."""
    assert "What to do instead; an agent acts on it." in contracts.hover(
        CONTRACT, line=4, character=2
    )


def test_keys_of_the_configuration_are_checked_and_completed(tmp_path: Path) -> None:
    """Its two keys."""
    program = find_server()
    if program is None:
        pytest.skip("no yaml-language-server")
    with yaml_server(program, SCHEMAS / "config.json", home=tmp_path) as server:
        assert server.diagnostics("include: [a, {pack: secrets}]\nexclude: 'b/'\n") == []
        packs = server.completions("include:\n  - pack: ", line=1, character=10)
        assert "secrets" in packs
        assert server.diagnostics("exlude: 'b/'\n") == [(1, "Property exlude is not allowed.")]
        assert {"include", "exclude"} <= {*server.completions("\n", line=0, character=0)}
