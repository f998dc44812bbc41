"""The forty rules of docs/forty-rules.md load, and do what their own examples say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.yaml_documents import read_documents

PAGE = (Path(__file__).parent.parent / "docs/forty-rules.md").read_text(encoding="utf-8")
CONTRACTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S)
IDS = [re.findall(r"^rule_id: (.+)$", each, re.M)[0] for each in CONTRACTS]


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("text", CONTRACTS, ids=IDS)
def test_a_rule_of_the_page(text: str) -> None:
    """Something is exempt and something found, as the page says, and nothing is doubtful."""
    (document,) = read_documents(text.encode())
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    assert checked_mapping.problems == ()
    assert checked_mapping.contract is not None
    assert resolve_contracts([checked_mapping.contract]).notices == ()
    examples = list(list_keyed_examples(checked_mapping.contract))
    assert {example.is_valid for example in examples} == {True, False}
    assert [
        example.key
        for example in examples
        if not agrees_with_author(checked_mapping.contract, example, seconds=2)
    ] == []


MORE_EXAMPLES: dict[str, tuple[list[Any], list[Any]]] = {
    "fetch-with-signal": (
        [
            "fetch(url, {method, signal: now})",
            "fetch(u, {'signal': s})",
            'fetch(u, {"a": b, signal})',
        ],
        [
            'fetch("/signal")',
            "fetch(url) // signal",
            "fetch<T>(u)",
            "fetch<Map<A, B>>(u)",
            "fetch (u)",
            """fetch(u, {body: ", signal"})""",
            "fetch(u, {body: `, signal: a`})",
            """fetch(u, "signal")""",
            "fetch(u, f({signal}))",
        ],
    ),
    "no-unwrap": (
        [
            "// a.unwrap()",
            'let a = ".unwrap()";',
            'let a = r#"" a.unwrap()"#;',
            "#[cfg(all(test, a))]\n#[allow(\n  a,\n)]\npub(crate) mod b {\n  fn f() { a.unwrap()}}",
            "#[test]\nfn f() {\n  a.unwrap()\n}",
            '#[tokio::test(flavor = "current_thread")]\nasync fn f() {\n  a.expect("x")\n}',
        ],
        [
            "#[cfg(not(test))]\nmod real {\n  fn f() { a.unwrap() }\n}",
            "#[cfg(test)]\nmod tests {}\nfn f() { a.unwrap() }",
            "#[cfg(test)]\nmod tests;\nfn f() { a.unwrap() }",
            "#[testing]\nfn f() { a.unwrap() }",
            "let b = a.unwrap ();",
            "let b = Option::unwrap(a);",
            "let b = Option::<u8>::unwrap(a);",
            "let b = a.map(Result::unwrap);",
            "let b = a\n    .\n    expect(c);",
        ],
    ),
    "no-select-star": (
        ['"Select * for all"', '"""Select * of them."""'],
        [
            'f("select *" + x); g("select * from a")',
            'x = """\nselect *\n  from a"""',
            '"select t.* from t"',
            '"select distinct * from t"',
            '"select a, s.t.*, b from t"',
        ],
    ),
    "no-second-title": (
        ["---\ntitle: a\n# title: b\n---\n\nText.", "    # code", "<!--\n# a\n-->"],
        ["---\ntitle: a\n---\n\n# Title"],
    ),
    "container-user": (
        [
            "user app",
            "FROM a\n  USER app",
            'USER "app"',
            "USER root\nRUN a\nUSER 1000:0",
            "USER root-ca",
        ],
        [
            'FROM a\nENV A="\\\nUSER app"',
            "USER  root",
            'USER "root"',
            "USER 0:0",
            "USER app\nUSER root",
            "FROM a\nUSER app\nFROM b",
        ],
    ),
    "clock-is-given": (
        ["new Date(0)", "new  Date ( a )", "new Dates()", "new a.Date.B()"],
        ["a = new Date;", "new globalThis.Date()", "new Date( )", "Date\n  .now()"],
    ),
    "settings-from-config": (
        [
            "const { environment } = process",
            "const {env} = config",
            "subprocess.env_",
            "{env}; a = process",
        ],
        [
            "process\n  .env.A",
            "process?.env",
            "process!.env",
            'process["env"]',
            "const {env} = process",
            "const { pid, env: e } = process;",
        ],
    ),
    "one-http-client": (
        [],
        ["requests.get (u)", "requests\n  .patch(u)", "httpx.stream('GET', u)"],
    ),
    "workflow-permissions": (
        ['"permissions": {}', "permissions : {}", "'permissions':\n  a: read"],
        ["jobs:\n  a:\n    permissions: {}"],
    ),
    "use-client": (
        ['/* A\n * b */\n"use client";\nuseState<number>(1)', "reuseState(1)"],
        ["'use server'\n'use client'\nuseEffect (f)", "/* 'use client' */ useState(1)"],
    ),
    "no-default-export": (
        [{"path": "src/pages/a.tsx", "text": "export default A"}, "const a = 'export default'"],
        ["export\n  default class {}", "export { a, b as default } from './c'"],
    ),
    "no-test-alone": (
        ["// it.only('a', f)", "expect.only(a)", "it('a', () => only(b))"],
        ["it\n  .only('a', f)", "test.concurrent.only('a', f)"],
    ),
    "translated": (
        [{"files": {"locales/en.json": '{"a": "b: c"}', "locales/de.json": '{\n  "a": "d"\n}'}}],
        [{"files": {"locales/en.json": '{"a": {"b-c": 1}}', "locales/de.json": '{"a": {}}'}}],
    ),
    "no-secret-in-logs": (
        [
            'log.info("the password of %s", user.id)',
            "log.info(user.id)  # no token",
            "# log.info(token)",
            "log.info(user.id)\ncheck(user.password)",
            "log.info(count_of_tokens)",
            "catalog.add(token)",
        ],
        [
            "log.info(f'{user.password}')",
            "log.info(\n  'user %s',\n  mask(a), user.password)",
            "log.info(str(API_TOKEN))",
            "logging.info(secret)",
            "self._logger.info (secrets)",
        ],
    ),
    "safety-comment": (
        [
            'f("an \\"unsafe { }", \'"\', "unsafe {")',
            "f(); // unsafe {",
            "/*\n Example: unsafe { x }\n*/",
            "/// unsafe { x }",
            "//! unsafe { x }",
            "/**\n * `unsafe { x }`\n */",
            'const A: &str = r#"a " unsafe { "#;',
            'const B: &str = "a\n unsafe { b }";',
            "// SAFETY: it is checked\n#[allow(\n    dead_code,\n)]\nunsafe impl Send for A {}",
            "// SAFETY: it is checked\nlet a =\n    unsafe { *p };",
            "// SAFETY: it is checked\nif a { unsafe { b() } }",
            "//SAFETY: so\n// unsafe { a }; b {}\nunsafe { b() }",
        ],
        [
            "/** why */\nunsafe { a() }",
            "/// why\nunsafe impl Send for A {}",
            "let a = 'a'; unsafe { b() }",
            'f("x", unsafe { *p });',
            "unsafe impl Send for A {}",
            "// SAFETY: x\n\nf();\nunsafe { a() }",
            "unsafe { a() } // SAFETY: x",
            "// SAFETY: x\nunsafe { a() }\nunsafe { b() }",
            'let a = "// SAFETY: x"; unsafe { b() }',
            "unsafe\n{ a() }",
        ],
    ),
    "functions-say-what-they-do": (
        ['async def a(\n    b: str = "):",\n) -> None:\n    """Do it."""', "class A:\n    x = 1"],
        [
            "def a():\n    return '''a'''",
            "async def a(): ...",
            "def a():\n    'A.'\n\n\ndef b(): ...",
        ],
    ),
    "file-is-called-as-its-class": (
        [],
        [{"files": {"src/components/a-b.ts": "// class AB\nexport class C {}"}}],
    ),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("rule_id", MORE_EXAMPLES)
def test_a_rule_of_the_page_counts_no_other_text(rule_id: str) -> None:
    """Strings, comments and attributes of each kind, and the code of tests."""
    text = CONTRACTS[IDS.index(rule_id)].partition("\nexamples:")[0]
    valid, invalid = MORE_EXAMPLES[rule_id]
    keys = json.dumps({"valid": valid, "invalid": invalid})
    (document,) = read_documents(f"{text}\nexamples: {keys}\n".encode())
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    assert checked_mapping.contract is not None, checked_mapping.problems
    assert [
        (example.key, (valid if example.is_valid else invalid)[int(example.key.split("[")[1][:-1])])
        for example in list_keyed_examples(checked_mapping.contract)
        if not agrees_with_author(checked_mapping.contract, example, seconds=2)
    ] == []


def test_there_are_forty_of_them() -> None:
    """Each with an id of its own, and with a sentence before it."""
    assert len(CONTRACTS) == len(set(IDS)) == 40
    before = re.findall(r"^(.*)\n\n```yaml$", PAGE, re.M)
    assert [sentence for sentence in before if re.match(r"[A-Z].*\.$", sentence)] == before
    assert len(before) == len(CONTRACTS)
