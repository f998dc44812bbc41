"""Imports: what is one in a text of each language, and what only looks like it."""

from __future__ import annotations

import pytest

from phaser_lint.text.imports import find_imports


def modules(path: str, text: str) -> list[str]:
    """The modules that *text* imports, as written, each with the names that it takes."""
    imports = find_imports(path, text)
    for imported in imports:
        module_text = text[imported.start : imported.end]
        plain = "".join(module_text.replace("\\", "").replace("`", "").split())
        assert plain == imported.module or path.endswith((".kt", ".java"))
    return [" ".join([imported.module, *imported.names]) for imported in imports]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "# import a"),
        ("a.py", '"""\nimport a\nfrom a import (\n"""'),
        ("a.py", "x = 'import a'; y = f'import {a}'"),
        ("a.py", "important a\nimports.a\nimport_a = 1"),
        ("a.py", "raise A from a"),
        ("a.py", "def f():\n    yield from a"),
        ("a.py", "__import__('a'); importlib.import_module('a')"),
        ("a.py", "from a"),
        ("a.py", "import 3"),
        ("a.js", "// import 'a'"),
        ("a.js", "/* import 'a' */ x = \"import 'a'\"; y = `import 'a'`"),
        ("a.js", "require.resolve('a'); jest.mock('a'); a.require('b'); a.import('b')"),
        ("a.js", "require('./' + a); import(`./${a}`); require(a); import(b)"),
        ("a.js", "Array.from('ab'); from('ab'); import.meta.url; require 'a'"),
        ("a.js", "a = {from: 'a', import: 'b'}"),
        ("a.js", r"import '\x61'"),
        ("a.jsx", "a = <p>import 'a'</p>"),
        ("a.ts", "$import('a'); _require('a'); #import 'a'"),
        ("a.vue", "<p>import 'a'</p>\n<style>\n@import 'a';\n</style>\n<!-- import 'a' -->"),
        ("a.js", "import(('./a') + b); import.meta('a')"),
        ("a.go", "import f\n\"a\""),
        ("a.go", "package a\n// x\rimport \"a\""),
        ("a.py", "b = '''\rimport a\r'''"),
        ("a.go", "// import \"a\"\nvar x = `\nimport \"a\"\n`"),
        ("a.go", "func f() { imports(\"a\") }"),
        ("A.java", "// import a.b;\n/*\nimport a.b;\n*/\nString s = \"\"\"\nimport a.b;\n\"\"\";"),
        ("a.kt", "important a\nval x = \"import a\""),
        ("a.txt", "import a"),
        ("a.css", "@import 'a';"),
    ],
)  # fmt: skip
def test_what_looks_like_an_import_is_none(path: str, text: str) -> None:
    assert modules(path, text) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "import a, b.c as d", ["a", "b.c"]),
        # Where a line ends with a carriage return only.
        ("a.py", "# x\rimport a\rfrom b import (\r  c,\r  d)\r", ["a", "b c d"]),
        ("a.ts", "// x\rimport a from 'b'\rconst c = require('d')\r", ["b", "d"]),
        ("A.java", "// x\rimport a.b;\r", ["a.b"]),
        ("a.py", "lazy import a\nlazy from b import c", ["a", "b c"]),
        ("a.js", "import(('a')); import.defer('b'); import . source('c')", ["a", "b", "c"]),
        ("a.js", "import defer * as a from 'b'; import source c from 'd'", ["b", "d"]),
        ("A.java", "import\n a.b\n .C;\nimport /* d */ static // e\n f.*;", ["a.b.C", "f.*"]),
        ("A.java", "import module a.b; import module.a;", ["a.b", "module.a"]),
        ("a.go", "import\n\"a\"\nimport /* b */ c \"d\"\nimport // e\n\"f\"", ["a", "d", "f"]),
        ("a.js", "import /* b * ** */ a from /**//* c\n * d\n **/ 'e'", ["e"]),
        ("a.py", "from a.b import c, d as e", ["a.b c d"]),
        ("a.py", "from a import (\n    b,\nfrom c import d", ["a b", "c d"]),
        ("a.py", "from a import (\nimport b", ["a", "b"]),
        ("a.py", "from a import (  # x, y\n  b,  # c)\n  d as e,\n)", ["a b d"]),
        ("a.py", "from . import a\nfrom ..b import c", [". a", "..b c"]),
        ("a.py", "from .. . d import e", ["...d e"]),
        ("a.py", "from a import *", ["a *"]),
        ("a.py", "from a \\\n  import \\\n  b, \\\n  c", ["a b c"]),
        ("a.py", "import a . b", ["a.b"]),
        ("a.py", "if x: import a; import b\ntry: from c import d\nexcept: pass", ["a", "b", "c d"]),
        ("a.py", "def f(\n    import a", ["a"]),
        ("a.py", "from a import", ["a"]),
        ("a.py", "from a import (b,", ["a b"]),
        ("a.py", "import a,", ["a"]),
        ("a.py", "import a\r\nfrom b import (\r\n  c,\r\n)\r\n", ["a", "b c"]),
        ("a.py", "import é", ["é"]),
        ("a.pyx", "from a cimport b\ncimport c", ["a b", "c"]),
        ("tool", "#!/usr/bin/env python3\nimport a", ["a"]),
        ("a.py", "x = 'from a import ('\nimport b", ["b"]),
        ("a.js", "import 'a'\nimport b from \"b\"\nimport {c} from'c'", ["a", "b", "c"]),
        ("a.js", "export * from 'a'; export {b as c} from './b'", ["a", "./b"]),
        ("a.js", "import a, {\n  b,\n  // from 'c'\n} from 'd'", ["d"]),
        ("a.js", "const a = require('a'), b = [...require(`b`)]", ["a", "b"]),
        ("a.js", "await import(/* webpackChunkName: \"x\" */ './a')", ["./a"]),
        ("a.js", "import('a', {with: {}}).then(f); import(\n  'b' // x\n)", ["a", "b"]),
        ("a.js", "import a from 'a' with {type: 'json'}", ["a"]),
        ("a.js", "x = 'from'; import y from 'z'", ["z"]),
        ("a.js", "import from from 'a'", ["a"]),
        ("a.js", "import {a} from './b", []),
        ("a.js", "import {a from './b'", ["./b"]),
        ("a.ts", "import type {A} from 'a'; let b: import('b').B", ["a", "b"]),
        ("a.ts", "import a = require('a')", ["a"]),
        ("a.tsx", "const a = <A b={() => import('c')}/>", ["c"]),
        ("a.vue", "<script setup lang=\"ts\">\nimport a from 'a'\n</script>", ["a"]),
        ("a.svelte", "<script>import a from 'a'</script><p>import 'b'</p>", ["a"]),
        ("a.astro", "---\nimport a from 'a'\n---\n<p>import 'b'</p>", ["a"]),
        ("a.go", 'import "a"\nimport b "b/c"', ["a", "b/c"]),
        ("a.go", 'import (\n  . "d"\n  _ `e` // "f"\n)', ["d", "e"]),
        ("a.go", 'package a; import ("a"; b "c")', ["a", "c"]),
        ("a.go", 'import (\n  "a"\nfunc f() { g("b") }', ["a"]),
        ("A.java", "import a.b.C;\nimport static a.B.c;import a.*;", ["a.b.C", "a.B.c", "a.*"]),
        ("a.kt", "import a.b as c\nimport a.`in`.d", ["a.b", "a.in.d"]),
        ("a.kt", "import a.", ["a"]),
    ],
)  # fmt: skip
def test_imports_are_found_as_they_are_written(path: str, text: str, expected: list[str]) -> None:
    """Each as it is written, with its names."""
    assert modules(path, text) == expected
