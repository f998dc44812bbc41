"""Bans in other languages than English, where an item says nothing else."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines, keys_of, read_page_line


@pytest.mark.parametrize(
    ("text", "heading", "severity"),
    [
        ("避免 `eval()`，使用具体函数", "代码规范", "warning"),
        ("避免使用 `eval()`，对于未知类型优先使用 `parse()`", "代码规范", "warning"),
        ("**禁止使用** `eval()`", "禁止事项", "error"),
        ("Nunca use `eval()` — é perigoso", "Regras de código", "error"),
        ("Não use `eval()`.", "Code style", "error"),
        ("No uses `eval()`; usa `parse()`", "Reglas", "error"),
        ("N'utilisez jamais `eval()`", "Règles", "error"),
        ("Évitez `eval()`", "Bonnes pratiques", "warning"),
        ("Kein `eval()` verwenden", "Regeln", "error"),
        ("`eval()` の使用禁止", "コーディング規約", "error"),
        ("`eval()` 사용 금지", "코딩 규칙", "error"),
    ],
)
def test_a_ban_is_read_in_each_of_these_languages(text: str, heading: str, severity: str) -> None:
    keys = keys_of(read_page_line(text, ["a.py"], heading))

    assert (keys["type"], keys["file_glob"], keys["severity"], keys["message"]) == (
        "forbid_pattern",
        "*.{py,pyi}",
        severity,
        text.replace("**", ""),
    )


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("避免 `eval()`，除非必要", "代码规范"),
        ("避免 `eval()`，使用具体函数", "测试"),
        ("不要在测试中使用 `eval()`", "代码规范"),
        ("禁止使用 `eval()`，如必须，请使用 `parse()`", "代码规范"),
        ("Evite `eval()` quando possível", "Regras"),
        ("Nunca use `eval()` — exceto em testes", "Regras"),
        ("No `eval()` — if you must, ask", "Rules"),
    ],
)
def test_a_case_in_another_language_is_no_draft(text: str, heading: str) -> None:
    lines = draft_lines(f"# A\n\n## {heading}\n\n- {text}\n", ["a.py"])

    assert [line.rule for line in lines] in ([None], [])
