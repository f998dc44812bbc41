"""Stored sets: whose they are, and when they may be stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract import ContractIdentity, write_stored_contracts
from phaser_lint.core.cache_file import name_cache_path

if TYPE_CHECKING:
    from pathlib import Path


LONG_AGO = 10**18
PROGRAM = ("1.0", "3.11", ())
FIRST = (True, ("src",), (), ())
SECOND = ({"a.yaml": ("text",)}, ())


def one_file(*, changed: int, folder_changed: int = 1) -> ContractIdentity:
    """The identity of a folder with one file; the times are those of the last change."""
    folder_status = (4096, folder_changed, folder_changed, 1, 2, 0o40755)
    file_status = ("a.yaml", 10, changed, changed, 3, 2, 0o100644)
    return ContractIdentity(PROGRAM, None, (), (("/p", "/p"),), ((folder_status, (file_status,)),))


def write(path: Path, *, moment: int = 2 * LONG_AGO, filters_part: object = FIRST) -> bool:
    return write_stored_contracts(
        str(path),
        one_file(changed=LONG_AGO),
        moment=moment,
        filters_part=filters_part,
        contracts_part=SECOND,
    )


def test_each_contract_file_is_known_by_its_path() -> None:
    """Each file of each folder that is there."""
    file = ("a.yaml", 10, 1, 1, 3, 2, 0o100644)
    identity = ContractIdentity(
        PROGRAM, None, (), (("/p", "/p"), ("/q", "/q")), (None, ((), (file,)))
    )
    assert identity.files() == {"/q/a.yaml": file}


# When it may be stored.


@pytest.mark.parametrize(
    ("identity", "passed", "expected"),
    [
        (one_file(changed=LONG_AGO + 1), 50_000_000, False),
        (one_file(changed=LONG_AGO + 1), 200_000_000, True),
        (one_file(changed=LONG_AGO), 200_000_000, False),  # whole seconds: a coarse clock
        (one_file(changed=LONG_AGO), 3_000_000_000, True),
        (one_file(changed=LONG_AGO - 10**12 + 1, folder_changed=LONG_AGO + 1), 50_000_000, False),
        (one_file(changed=LONG_AGO + 10**12), 200_000_000, False),  # in the future
        (ContractIdentity(PROGRAM, None, (), (("/p", "/p"),), (None,)), 0, True),
    ],
)
def test_a_file_is_settled_only_after_a_tick_of_the_clock(
    identity: ContractIdentity, passed: int, expected: bool
) -> None:
    """Not right after a change: the next one could fall into the same tick of the clock."""
    assert identity.is_settled(moment=LONG_AGO + passed) is expected


def test_not_stored_until_settled(tmp_path: Path) -> None:
    """Nothing is written for files that were changed a moment ago."""
    path = tmp_path / "contracts" / "x"
    assert not write(path, moment=LONG_AGO + 1)
    assert not path.parent.exists()


def test_paths_are_kept_apart() -> None:
    """Another project, home or Python has another file; names that are no text have one too."""
    names = [("/a", "/b"), ("/a/b", ""), ("/b", "/a"), ("/a", "/b", "3.12"), ("/\udcff", "/b")]
    assert len({name_cache_path("/cache", name) for name in names}) == len(names)
