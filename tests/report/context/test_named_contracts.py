"""What contracts say of a name: those called so, tagged so, and the related ones."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Contract
from phaser_lint.report.context.context_block import render_context_section
from phaser_lint.report.context.named_contracts import find_named_contracts
from phaser_lint.report.context.plain_text import Bounds
from tests.report.context.made import known_contract


def ids(name: str, contracts: list[object], *, depth: int = 1) -> tuple[list[str], list[str]]:
    contracts_of_name = find_named_contracts(name, contracts, depth=depth)  # type: ignore[arg-type]
    return (
        [contract_of_name.rule_id for contract_of_name in contracts_of_name.contracts],
        [
            f"{related_contract.contract.rule_id}: {related_contract.why}"
            for related_contract in contracts_of_name.related
        ],
    )


def test_an_unknown_name_has_no_contract() -> None:
    """No contract at all, and none of that name; a path or a pattern is compared as a text."""
    assert ids("a", []) == ([], [])
    for name in ("b", "a.", "../a", ".*", "a|b" * 30, "A B"):
        assert ids(name, [known_contract("ab"), known_contract("aXb")]) == ([], [])


def test_by_id_and_by_tag() -> None:
    """In any spelling; one of that name comes before those of that tag, each once."""
    contracts = [
        known_contract("x", tags=["No Print"]),
        known_contract("no-print", tags=["no-print"]),
        known_contract("y"),
    ]
    assert ids("NO_PRINT", contracts) == (["no-print", "x"], [])


def test_contracts_of_one_name_at_several_levels_are_shown() -> None:
    """All of that name, each by its own; two levels beside each other have no files in common."""
    top = known_contract("a", file_glob="*.py")
    pay = known_contract("a", file_glob="*.py", exclude_glob="/old/*.py")._replace(
        level="services/pay"
    )
    web = known_contract("b", file_glob="/*.py")._replace(level="web")
    contracts_of_name = find_named_contracts("a", [top, pay, web], depth=1)
    assert contracts_of_name.contracts == (top, pay)
    assert find_named_contracts("b", [pay, web], depth=1).related == ()
    assert [
        related_contract.contract
        for related_contract in find_named_contracts("b", [top, web], depth=1).related
    ] == [top]
    without_related = contracts_of_name._replace(related=())
    text = render_context_section(
        "b", named_contracts=without_related, mentions=(), answer="", bounds=Bounds()
    )
    assert [line for line in text.splitlines() if line.startswith("Contract")] == [
        "Contract a (error): forbid_pattern in *.py",
        "Contract services/pay/a (error): forbid_pattern in services/pay/*.py, "
        "but not services/pay/old/*.py",
    ]


def test_keys_of_the_type() -> None:
    """A list is its values; a mapping says what each of its keys stands for."""
    with_region = known_contract("a", **{"in": ["code", "docs"]}, fix="y")
    with_aliases = known_contract(
        "b", type="forbid_import", pattern=None, forbid=["x", "!x/y"], aliases={"@/": "src/"}
    )
    with_prepend = known_contract("c", type="require_pattern", fix={"prepend": "x"})
    assert [
        line
        for keyed_contract in (with_region, with_aliases, with_prepend)
        for line in lines_of_keys(keyed_contract)
    ] == [
        "in: code, docs",
        "fix: y",
        "Whether the fix is safe, each file decides",
        "forbid: x, !x/y",
        "aliases: @/: src/",
        "fix: prepend: x",
        "Whether the fix is safe, each file decides",
    ]


def lines_of_keys(contract: Contract) -> list[str]:
    contracts_of_name = find_named_contracts(contract.rule_id, [contract], depth=0)
    text = render_context_section(
        contract.rule_id, named_contracts=contracts_of_name, mentions=(), answer="", bounds=Bounds()
    )
    return text.splitlines()[4:]


def test_links_come_before_tags_and_files() -> None:
    """Links in both directions first, then shared tags, then the same files."""
    contracts = [
        known_contract("far"),
        known_contract("files", file_glob="src/**"),
        known_contract("same", file_glob="src/*.py"),
        known_contract("tag", tags=["b", "io"]),
        known_contract("tags", tags=["A", "b"]),
        known_contract("to", rationale="As [[it]] says."),
        known_contract("from"),
        known_contract("it", file_glob="src/*.py", tags=["a", "b"], message="See [[From|that]]."),
    ]
    assert ids("it", contracts) == (
        ["it"],
        [
            "to: links to it",
            "from: it links to it",
            "tags: shares the tag A, b",
            "tag: shares the tag b",
            "same: is for the same files",
            "files: is for the same files",
        ],
    )


def test_what_one_leaves_out_is_no_file_of_both() -> None:
    """`no-print` leaves out the tests, and `asserts` is for nothing else."""
    contracts = [
        known_contract("it", file_glob="*.py", exclude_glob=["tests/", "/docs/**"]),
        known_contract("asserts", file_glob="tests/**/*.py"),
        known_contract("pages", file_glob="docs/*.py"),
        known_contract("both", file_glob=["tests/*.py", "src/*.py"]),
    ]
    assert ids("it", contracts) == (["it"], ["both: is for the same files"])
    assert ids("asserts", contracts) == (["asserts"], ["both: is for the same files"])


@pytest.mark.parametrize(
    ("glob", "other", "are_related"),
    [
        ("Dockerfile*", "*.ipynb", False),
        ("**/Dockerfile.*", "src/*.py", False),
        (".env.*", "*.{ts,tsx}", False),
        ("Dockerfile*", "*.dockerfile", True),
        ("Dockerfile*", "docker/", True),
        ("{Dockerfile*,*.md}", "README*", True),
        ("test_*", "*.py", True),
    ],
)
def test_a_name_of_two_types_makes_no_file_of_both(
    glob: str, other: str, *, are_related: bool
) -> None:
    """A rule on images was "for the same files" as one on notebooks: for `Dockerfile.ipynb`."""
    contracts = [known_contract("it", file_glob=glob), known_contract("other", file_glob=other)]
    related = ["other: is for the same files"] if are_related else []
    assert ids("it", contracts) == (["it"], related)


def test_a_cycle_of_links_has_every_contract_once() -> None:
    """A chain that bites its tail: every contract once, and no more steps than asked for."""
    ring = [known_contract(f"n{place}", message=f"[[n{(place + 1) % 6}]]") for place in range(6)]
    assert [len(ids("n0", ring, depth=depth)[1]) for depth in range(5)] == [0, 2, 4, 5, 5]
    itself = [known_contract("a", message="[[a]] [[a]]")]
    assert ids("a", itself, depth=3) == (["a"], [])
