"""What a partner may say, and which paths may be one."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.rules.partners import may_be_partner
from tests.examples import contract, mapping

FIELDS = "{dir}, {name}, {stem}, {ext}"
GROUPS = "; groups are those of path_pattern"
NO_GLOB = "a path, in which * and ? stand for nothing"
ANYWHERE = (
    "; a list of paths is met by any of them, and items_listed finds a name in files of any folder"
)
INSIDE = "a path from the level's folder that stays in it"


def problems(**keys: Any) -> list[tuple[str, str]]:
    checked_mapping = check_mapping(
        mapping(kind="file_pair", **keys), source="project", path="a.yaml"
    )
    return [(problem.key, problem.expected) for problem in checked_mapping.problems]


@pytest.mark.parametrize(
    "keys",
    [
        {"partner": "README.md"},
        {"partner": ["{dir}/{stem}_test{ext}", "tests/{name}"]},
        {"partner": "{1}/{of}.md", "path_pattern": "(a)(?P<of>b)"},
        {"partner": "{dir}/../README.md"},
        {"partner": "{dir}/docs/"},
        {"partner": "{dir}/README.md", "file_glob": ["/packages/*/", "!/packages/old/"]},
    ],
)
def test_silent(keys: dict[str, Any]) -> None:
    """No problem."""
    assert problems(**keys) == []


@pytest.mark.parametrize(
    ("keys", "key", "expected"),
    [
        ({"partner": None}, "partner", "empty; expected a text or a list of texts"),
        ({"partner": []}, "partner", "a text or a list of texts, not an empty list"),
        ({"partner": "{base}.md"}, "partner", f"any of {FIELDS}{GROUPS}, not {{base}}"),
        ({"partner": "{1}.md"}, "partner", f"any of {FIELDS}{GROUPS}, not {{1}}"),
        ({"partner": "{2}", "path_pattern": "(a)"}, "partner",
         f"any of {FIELDS}, {{1}}, not {{2}}"),
        ({"partner": "{}.md"}, "partner", f"any of {FIELDS}{GROUPS}, not {{}}"),
        ({"partner": "{dir/x"}, "partner", 'a field between { and }, not "{dir/x"'),
        ({"partner": "dir}/x"}, "partner", 'a field between { and }, not "dir}/x"'),
        ({"partner": "{dir}/{name}"}, "partner",
         'another path than the file, not "{dir}/{name}"'),
        ({"partner": "{dir}/{stem}{ext}"}, "partner",
         'another path than the file, not "{dir}/{stem}{ext}"'),
        ({"partner": "{dir}/"}, "partner", 'another folder than the file\'s own, not "{dir}/"'),
        ({"partner": "docs/{dir}*.md"}, "partner", f'{NO_GLOB}, not "docs/{{dir}}*.md"{ANYWHERE}'),
        ({"partner": "{dir}/?.md"}, "partner", f'{NO_GLOB}, not "{{dir}}/?.md"{ANYWHERE}'),
        ({"partner": "{dir}", "file_glob": "a/"}, "partner",
         'another path than the file, not "{dir}"'),
        ({"partner": "../x"}, "partner", f'{INSIDE}, not "../x"'),
        ({"partner": "/x"}, "partner", "a path from the level's folder, without the slash in front,"
         ' not "/x"'),
        ({"partner": "."}, "partner", f'{INSIDE}, not "."'),
        ({"partner": ["x", "a/../.."]}, "partner", f'{INSIDE}, not "a/../.."'),
        ({"partner": "x", "file_glob": ["a/", "*.py"]}, "file_glob",
         "globs that all end in a slash, for folders, or none of them; "
         "exclude_glob leaves out either"),
        ({"partner": "x", "pattern": "y"}, "pattern",
         "no pattern: file_pair looks at names only"),
    ],
)  # fmt: skip
def test_a_wrong_partner_is_told_with_what_was_expected(
    keys: dict[str, Any], key: str, expected: str
) -> None:
    """Each is said with what was expected there."""
    reported_problems = [
        (name, sentence.removeprefix("expected ")) for name, sentence in problems(**keys)
    ]
    assert reported_problems == [(key, expected)]


@pytest.mark.parametrize(
    ("partner", "path", "expected"),
    [
        ("{dir}/{stem}.md", "x/a.py", False),
        ("docs/{1}/README.md", "docs/a/readme.md", False),
        ("{dir}/{stem}.md", "x/a.md", True),
        ("down/{1}.sql", "down/7.sql", True),
        ("docs/{stem}/", "docs/a/b.md", True),
        ("{dir}/..", "x", True),
    ],
)
def test_which_path_may_be_one(partner: str, path: str, expected: bool) -> None:
    """By its end alone: what cannot be one need not be looked for."""
    contract_a = contract(kind="file_pair", partner=[partner, "nothing"], path_pattern="(a)|b")
    assert may_be_partner(contract_a, path) is expected
