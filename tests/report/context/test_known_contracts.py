"""What contracts say of a name: those called so, tagged so, and the related ones."""

from __future__ import annotations

from phaser_lint.contract.model import Contract
from phaser_lint.report.context.context_block import section
from phaser_lint.report.context.known_contracts import named_contracts
from phaser_lint.report.context.plain_text import Bounds
from tests.report.context.made import made


def ids(name: str, contracts: list[object], *, depth: int = 1) -> tuple[list[str], list[str]]:
    named = named_contracts(name, contracts, depth=depth)  # type: ignore[arg-type]
    return (
        [each.rule_id for each in named.contracts],
        [f"{each.contract.rule_id}: {each.why}" for each in named.related],
    )


def test_nothing_is_known() -> None:
    """No contract at all, and none of that name; a path or a pattern is compared as a text."""
    assert ids("a", []) == ([], [])
    for name in ("b", "a.", "../a", ".*", "a|b" * 30, "A B"):
        assert ids(name, [made("ab"), made("aXb")]) == ([], [])


def test_by_id_and_by_tag() -> None:
    """In any spelling; one of that name comes before those of that tag, each once."""
    contracts = [made("x", tags=["No Print"]), made("no-print", tags=["no-print"]), made("y")]
    assert ids("NO_PRINT", contracts) == (["no-print", "x"], [])


def test_of_several_levels() -> None:
    """All of that name, each by its own; two levels beside each other have no files in common."""
    top = made("a", file_glob="*.py")
    pay = made("a", file_glob="*.py", exclude_glob="/old/*.py")._replace(level="services/pay")
    web = made("b", file_glob="/*.py")._replace(level="web")
    named = named_contracts("a", [top, pay, web], depth=1)
    assert named.contracts == (top, pay)
    assert named_contracts("b", [pay, web], depth=1).related == ()
    assert [each.contract for each in named_contracts("b", [top, web], depth=1).related] == [top]
    without_related = named._replace(related=())
    text = section("b", named_contracts=without_related, mentions=(), answer="", bounds=Bounds())
    assert [line for line in text.splitlines() if line.startswith("Contract")] == [
        "Contract a (error): forbid_pattern in *.py",
        "Contract services/pay/a (error): forbid_pattern in services/pay/*.py, "
        "but not services/pay/old/*.py",
    ]


def test_keys_of_the_type() -> None:
    """A list is its values; a mapping says what each of its keys stands for."""
    one = made("a", **{"in": ["code", "docs"]}, fix="y")
    two = made(
        "b", type="forbid_import", pattern=None, forbid=["x", "!x/y"], aliases={"@/": "src/"}
    )
    three = made("c", type="require_pattern", fix={"prepend": "x"})
    assert [line for each in (one, two, three) for line in shown(each)] == [
        "in: code, docs",
        "fix: y",
        "Whether the fix is safe, each file decides",
        "forbid: x, !x/y",
        "aliases: @/: src/",
        "fix: prepend: x",
    ]


def shown(contract: Contract) -> list[str]:
    named = named_contracts(contract.rule_id, [contract], depth=0)
    text = section(contract.rule_id, named_contracts=named, mentions=(), answer="", bounds=Bounds())
    return text.splitlines()[4:]


def test_related() -> None:
    """Links in both directions first, then shared tags, then the same files."""
    contracts = [
        made("far"),
        made("files", file_glob="src/**"),
        made("same", file_glob="src/*.py"),
        made("tag", tags=["b", "io"]),
        made("tags", tags=["A", "b"]),
        made("to", rationale="As [[it]] says."),
        made("from"),
        made("it", file_glob="src/*.py", tags=["a", "b"], message="See [[From|that]]."),
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


def test_depth_and_cycles() -> None:
    """A chain that bites its tail: every contract once, and no more steps than asked for."""
    ring = [made(f"n{place}", message=f"[[n{(place + 1) % 6}]]") for place in range(6)]
    assert [len(ids("n0", ring, depth=depth)[1]) for depth in range(5)] == [0, 2, 4, 5, 5]
    itself = [made("a", message="[[a]] [[a]]")]
    assert ids("a", itself, depth=3) == (["a"], [])
