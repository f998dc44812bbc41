"""Names of contracts in texts: what is none, and where one stands."""

from __future__ import annotations

import pytest

from phaser_lint.editor.contract_mentions import find_name_at, find_names


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "rule_id: a"),
        ("a.py", "phaser:ignore a"),
        ("a.py", "// phaser:ignore a"),
        ("a.py", "# phaser:ignore-all"),
        ("a.py", "# phaser:ignore a b"),
        ("a.py", "x = [[1, 2]]"),
        ("a.sh", '[[ -f "$x" ]]'),
        ("a.jsonl", '{"path": "x", "rule_id": "a"}'),
        ("a.py", "[[a" + " " * 10_000 + "]]"),
    ],
)
def test_a_word_that_nothing_calls_a_name_is_none(path: str, text: str) -> None:
    """Where nothing says that it is one."""
    assert [*find_names(text, path=path, is_contracts=False)] == []


@pytest.mark.parametrize(
    "text",
    ["# rule_id: a", "rule_id: a b", "rule_id: [a]", "rule_id: 'a", "rule_ids: a", "message: a"],
)
def test_no_id_of_a_contract(text: str) -> None:
    """A value of another kind, or of another key."""
    assert [*find_names(text, path="a.yaml", is_contracts=True)] == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.yaml", "rule_id: no-print  # x\r\n", [("no-print", 9, "rule_id")]),
        ("a.yaml", "x: 1\n---\noverride: 'a'\n", [("a", 20, "override")]),
        ("a.yaml", 'rule:\n  id: "a"\n', [("a", 13, "rule_id")]),
        ("a.py", "é\nx  # phaser:ignore a,b -- c",
         [("a", 21, "directive"), ("b", 23, "directive")]),
        ("a.md", "<!-- phaser:ignore-file a -->", [("a", 24, "directive")]),
        ("a.js", "/* phaser:ignore-next-line a */", [("a", 27, "directive")]),
        (".phaser/baseline.jsonl", '{"path": "p", "rule_id": "a", "line": ""}',
         [("a", 26, "baseline")]),
        ("a.txt", "see [[No Print]] and [[b|that]]", [("No Print", 6, "link"), ("b", 23, "link")]),
        ("a.yaml", "message: see [[ b#part ]]", [("b", 16, "link")]),
    ],
)  # fmt: skip
def test_each_name_on_a_line_has_its_place(
    path: str, text: str, expected: list[tuple[str, int, str]]
) -> None:
    """Each with its place; the cursor may stand at either end."""
    is_contracts = path == "a.yaml"
    named_places = [*find_names(text, path=path, is_contracts=is_contracts)]
    assert [
        (named_place.name, named_place.start, named_place.kind) for named_place in named_places
    ] == expected
    for named_place in named_places:
        for offset in (named_place.start, named_place.end):
            assert find_name_at(text, offset, path=path, is_contracts=is_contracts) == named_place
        before = find_name_at(text, named_place.start - 2, path=path, is_contracts=is_contracts)
        assert before != named_place
