r"""Where the block of a header goes, by language.

In the text of a row ``«`` and ``»`` stand for where the blocks of its headers begin and end. A
header is `\bH\w*`, what ends it by pattern is `\bU\w*`.
"""

from __future__ import annotations

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, Blocks, find_header_blocks, has_blocks
from phaser_lint.text.languages import join_text_name
from phaser_lint.text.regions import open_regions

HEADER, CLOSER = regex.compile(r"\bH\w*"), regex.compile(r"\bU\w*")
BEGIN, END = "«", "»"


def read_blocks(path: str, text: str, headers: BlockHeaders) -> Blocks:
    return find_header_blocks(path, text, headers, regions=open_regions(path, text))


def marked(path: str, text: str, headers: BlockHeaders) -> str:
    """Return *text* with marks where its blocks begin and end."""
    blocks = read_blocks(path, text, headers).blocks
    marks = sorted(
        [(block.end, END) for block in blocks] + [(block.start, BEGIN) for block in blocks],
        key=lambda mark: mark[0],
        reverse=True,
    )
    for place, mark in marks:
        text = text[:place] + mark + text[place:]
    return text


WITHOUT_BLOCK = [
    # Python: in brackets, without a colon, a decorator of nothing.
    ("a.py", "f(H: int)\n    x\n"),
    ("a.py", "H = 1\n    x\n"),
    ("a.py", "H  # why:\nx: int\n"),
    ("a.py", "H  # C:\\\nx: int\n"),
    ("a.py", "H 'a:'\n"),
    ("a.py", "@H\nx = 1\n"),
    ("a.py", "@H\n"),
    ("a.py", "H := 1\n"),
    # No header of comments and strings.
    ("a.py", "# H:\nx\n"),
    ("a.py", "'H:'\nx\n"),
    ("a.js", "// H {}\n/* H {} */ 'H {}'\n"),
    # A statement ends before a brace comes.
    ("a.java", "H(); void f() {}\n"),
    ("a.java", "{ H() } { }\n"),
    ("a.java", "H({ 1 }, [{ 2 }]);\n"),
    ("a.rs", "fn H();\nfn f() {}\n"),
    ("a.rs", "struct H(u8);\nfn f() {}\n"),
    ("a.php", "<?php function H(); function f() {}\n"),
    ("a.php", "H { }\n<?php f();\n"),
    ("a.go", "func H()\n\nfunc f() {\n}\n"),
    ("a.go", "func H() // {\n{\n}\n"),
    # A `;` of Go ends what is no header of a loop or condition.
    ("a.go", "H(); for {\n}\n"),
    ("a.go", "if a {}; H(); {\n}\n"),
    ("a.go", "func() { if a { }; H(); { } }\n"),
    ("a.go", "format(H); { }\n"),
    ("a.go", "f('for', H); { }\n"),
    ("a.c", "for H; i; i { }\n"),
    # What only declares opens none, nor does a parameter of a template.
    ("a.cpp", "class H;\nvoid f() { }\n"),
    ("a.rs", "mod H;\nfn f() { }\n"),
    # No brace of another line is that of a directive.
    ("a.cpp", "#define MAKE(x) H(x)\n\nvoid f()\n{\n}\n"),
    ("a.cpp", "#define MAKE(x) H(x) {\n#define B }\nvoid f() { }\n"),
    ("a.cs", "#region H\nvoid f() { }\n#endregion\n"),
    ("a.js", "H()\nf() {}\n"),
    ("a.ts", "H(): void\nf() {}\n"),
    ("a.kt", "val H: A = 1\nfun f() {}\n"),
    ("a.kt", "class H(val a: A)\n\n@B\ninterface C {\n}\n"),
    ("a.kt", "class H(val a: A)\n@B @C(\n  1,\n) // d\n@D\ninterface E {\n}\n"),
    ("a.kt", "  @A(B::class) fun H()\n\n  class C {\n  }\n"),
    ("a.scala", "  def H: Int\n\n  @A\n  def b = {\n  }\n"),
    ("a.swift", "  func H()\n\n  @objc func b() {\n  }\n"),
    ("a.swift", "  @State var H: Int\n  @State private var b: Int {\n  }\n"),
    ("a.ts", "declare class H\n\n@A()\nexport class B {\n}\n"),
    ("a.ts", "  @A() H: string\n  @A() b: {c: number}\n"),
    ("a.ts", "type H = () => void;\nf { }\n"),
    ("a.ts", "interface A { H: () => void; b(): { c } }\n"),
    ("a.swift", "H()\nf {\n}\n"),
    ("a.kt", "val H: A\nwith(a) {\n}\n"),
    ("a.groovy", "  H:\n  f {\n  }\n"),
    ("a.ts", "`${H}` + 1\n"),
    ("a.html", "<p>H { }</p>\n"),
    ("a.vue", "<p>H { }</p><script>f() {}</script>\n"),
    # Only `until` makes a block.
    ("a.md", "# H\n\na\n"),
    ("a.sql", "H\n  a\n"),
    ("a.ini", "[H]\na = 1\n"),
    ("a.toml", "[H]\na = 1\n"),
    ("Dockerfile", "RUN H\n"),
]
WITH_BLOCK = [
    # Python.
    ("a.py", "def H«(a):\n    x\n\n    y»\n\nz\n"),
    ("a.py", "def H«(a): x»\ny\n"),
    ("a.py", "def H«(\n    a,\n):\n    x»\ny\n"),
    ("a.py", "def H« \\\n  (a):\n    x»\ny\n"),
    ("a.py", "def H«():\n    x = '''\na\n'''\n    y»\nz\n"),
    ("a.py", "def H«():\n    x = [\n1,\n]\n    y»\nz\n"),
    ("a.py", "def H«():\n    x\n# c\n    y»\nz\n"),
    ("a.py", "def H«():\n    x\n    # c»\n\n# d\ndef f(): ...\n"),
    ("a.py", "@H«\n@a(\n  b\n)\n# c\ndef f():\n    x»\ny\n"),
    ("a.py", "@H«\nasync def f():\n    x»\ny\n"),
    ("a.py", "  @H«\n  class A:\n    x»\n  y\n"),
    ("a.py", "while H« := f({1: 2}):\n    x»\ny\n"),
    ("a.py", "\tH«:\n        \tx»\n        y\n"),
    ("a.py", "if H« == f'{a:b}':\n  x»\ny\n"),
    ("a.py", "H«:\n  x = f(»\n\ny\n"),
    ("a.py", "def f():\n  H1«:\n    a\n    H2«:\n      b»»\n  c\n"),
    # YAML: by the column of the header.
    ("a.yaml", "H«:\n  a: 1\n  # c»\n# d\nb: 1\n"),
    ("a.yaml", "H«:\n- a\n- b»\nc: 1\n"),
    ("a.yaml", "- H«: 1»\n  b: 2\n- c: 1\n"),
    ("a.yaml", "- H«:\n    b: 2»\n  c: 1\n"),
    ("a.yaml", "a: {H«: 1, b: 2}»\nc: 1\n"),
    ("a.yaml", "H«:\n- a»\n---\n- b\n"),
    ("a.yaml", "H«:\n- a»\n-b: 1\n"),
    # A template's tag ends none, nor does a line for a preprocessor; behind all they are outside.
    ("a.yaml", "H«:\n  a: 1\n{{- if .b }}\n  b: 1\n{{- end }}\n  c: 1»\n{{- end }}\n"),
    ("a.yaml", "H«:\n{{ toYaml .a | indent 2 }}\n  b: 1»\nc: 1\n"),
    ("a.yaml.j2", "H«:\n  a: 1\n{% if b %}\n  b: 1»\n{% endif %}\n{% if c %}\nc: 1\n"),
    ("a.py.j2", "class H«:\n  a = 1\n{% if b %}\n  b = 1\n{% endif %}\n  c = 1»\nd = 1\n"),
    ("a.yml.erb", "H«:\n  a: 1\n<% if b %>\n  b: 1\n<% end %>\n  c: 1»\nd: 1\n"),
    ("a.hs", "H« = do\n  a\n#if B\n  b\n#else\n  c\n#endif\n  d»\ne = 1\n"),
    ("a.fs", "let H« x =\n  a\n#if B\n  b\n#endif\n  c»\nlet d = 1\n"),
    ("Makefile", "H«:\n\ta\nifdef B\n\tb\nendif\n\tc»\nendif\n\nd:\n\te\n"),
    # Where a word closes.
    ("a.rb", "class H«\n  def f\n  end»\nend\n"),
    ("a.rb", "if H«\n  a\nelsif b\n  c\nelse\n  d»\nend\n"),
    ("a.rb", "def H«\n  a\nrescue E\n  b\nensure\n  c»\nend\nd\n"),
    ("a.rb", "def a\n  b\nrescue H1«\n  c»\nrescue H2«\n  d»\nensure\n  e\nend\n"),
    ("a.rb", "case a\nwhen H«\n  b»\nwhen c\n  d\nelse\n  e\nend\n"),
    ("a.sh", "if a\nthen\n  b\nelif H«\nthen\n  c»\nelse\n  d\nfi\n"),
    ("a.hs", "a =\n  if b\n  then H« c\n    d»\n  else e\n"),
    ("a.rb", "class H«\n  a\nprivate\n  b»\nend\n"),
    ("a.rb", "def H«; a; end»\nprivate\n  b\n"),
    ("a.rb", "def H«\n  f <<A\n#{b}\nc\nA\n  d»\nend\n"),
    ("a.rb", "def H«\n  f <<A\nb\n#{c}\nA\n  d»\nend\n"),
    ("a.rb", "def H«; end»\nb\n"),
    ("a.rb", "def H«\n  a\n=begin\nb\n=end\n  c»\nend\n"),
    ("a.lua", "function H«()\n  a»\nend\n"),
    ("a.lua", "return {\n  H« = function()\n    a»\n  end,\n  b = 1,\n}\nc()\n"),
    ("a.lua", "return {\n  a = {}, H« = function() b() end»\n}\nc()\n"),
    ("a.lua", "if H« then\n  a\nelseif b then\n  c\nelse\n  d»\nend\n"),
    ("a.lua", "H«(function()\n  a\nend)»\nb()\n"),
    ("a.lua", "repeat H«\n  a\n--[[\nb\n]]\n  c\nuntil d»\ne()\n"),
    ("a.ex", "def H« do\n  a\nrescue\n  b»\nend\n"),
    ("a.ex", "def H«, do: a»\ndef b, do: c\n"),
    ("a.jl", "function H«(a)\n  try\n    b\n  catch\n    c\n  end»\nend\n"),
    ("a.jl", "if H«\n  a\nelseif b\n  c»\nend\n"),
    ("a.sh", "if H«; then\n  a\nelif b\nthen\n  c\nelse\n  d»\nfi\n"),
    # A line that goes on ends nothing, however little the next one is indented.
    ("a.py", "def H«():\n    x = 1 + \\\n2\n    b»\nc\n"),
    ("a.sh", "for H« in a\ndo\n  b»\ndone\n"),
    ("a.sh", "H«() {\n  a\n}»\nb\n"),
    ("a.sh", "H«()\n{\n  a\n}»\nb\n"),
    ("a.sh", "f() {\n  if H«; then\n    a»\n  fi\n  b\n}\n"),
    ("a.sh", "if H«; then\n  cat <<A\nb\nA\n  c»\nfi\n"),
    ("a.fish", "if H«\n  a\nelse\n  b»\nend\n"),
    ("a.hs", "H« x = y\n  where\n    y = x»\nz = 1\n"),
    ("a.hs", "H« x =\n  if x\n  then 1\n  else 2»\n\n-- | c\nz = 1\n"),
    ("Makefile", "H«: a\n\tb\n\tc»\n\nd:\n\te\n"),
    ("Makefile", "ifdef H«\n  A = 1\nelse\n  A = 2»\nendif\n"),
    ("CMakeLists.txt", "H«(a)\n  b()\nelseif(c)\n  d(\ne)»\nendif()\n"),
    ("a.nim", "proc H«() =\n  a»\nb\n"),
    ("a.fs", "let H« x =\n  a»\nlet b = 1\n"),
    # Where a brace closes.
    ("a.java", "class H« { void f() { } }» class A { }\n"),
    ("a.java", "class H«\n{\n}»\n"),
    ("a.java", "class H« { }»\n{ }\n"),
    ("a.java", "f(H«, a[1]) { }»\n"),
    ("a.java", "class H« { /* } */ '}' \"}\" }»\n"),
    ("a.java", "class H« {\n  void f() {\n»"),
    ("a.js", "H«(({ a }) => 1, '}') { }»\n"),
    # A string before the brace makes no hole of it, whatever follows.
    ("a.ts", "H« 'x' {\n foo\n}»"),
    ("a.ts", "H« 'x' { foo }»// c\n"),
    ("a.ts", "H« 'x' { foo }»/* c */\n"),
    ("a.tf", 'H« "a" "b" {\n}»'),
    ("a.js", "H«(`${a}{`) { `}${ {b: 1} }` }»\n"),
    ("a.js", "@H«\n@a\nclass A {\n}»\n"),
    ("a.ts", "@H«({\n  a: 'x',\n})\nexport class A {\n}»\n"),
    ("a.ts", "@H«()\n@a<b>({\n  c,\n})\nclass A {\n}»\n"),
    ("a.scala", "  @H«\n  @a[B](\"c\")\n  def d = {\n  }»\n"),
    ("a.swift", "@H«(\"a\")\n@B\nfunc c() async {\n}»\n"),
    ("a.kt", "class H«\n@A\ninternal constructor(\n  val b: B,\n) : C() {\n}»\n"),
    ("a.js", "H«(a,\nb)\n{\n}»\n"),
    # A line goes on with the head of a class or function.
    ("a.kt", "class H«(\n  a: B\n) :\nC(\n  a\n),\nD\n{\n}»\n"),
    ("a.kt", "fun H«(a: T): T\nwhere T : C,\nT : D {\n}»\n"),
    ("a.scala", "class H«(a: B)\nextends C\nwith D {\n}»\n"),
    ("a.ts", "class H«\nextends C\nimplements D {\n}»\n"),
    ("a.swift", "func H«<T>(a: T) -> T\nwhere\n  T: C,\n  T: D\n{\n}»\n"),
    ("a.swift", "func H«(a: T)\nthrows -> T {\n}»\n"),
    ("a.js", "f(H«, () => {\n}»)\n"),
    ("a.ts", "H«(): { a: 1 } { }»\n"),
    ("a.ts", "H«(): { a: 1 } | { b: 1 }[] { }»\n"),
    ("a.ts", "class H« extends A<{ a: 1 }> { }»\n"),
    ("a.ts", "H«():\n  | { a: 1 }\n  | B {\n}»\n"),
    ("a.go", "func H«() interface{} {\n}»\n"),
    ("a.go", "for H« := 0; i < n; i++ {\n}»\n"),
    ("a.go", "for H« := 0;\n\ti < n; i++ {\n}»\n"),
    ("a.go", "for i := 0; H«; {\n}»\n"),
    ("a.go", "for ; ; H«++ {\n}»\n"),
    ("a.go", "\tif H« := f(g(1), []T{{2}}); x.ok {\n\t}»\n"),
    ("a.go", "if v, ok := H«[T{1}]; ok {\n}» else {\n}\n"),
    ("a.go", "if a {\n} else if H« := f(); b {\n}»\n"),
    ("a.go", "if a := f(func() int { x; return 1 }); H« {\n}»\n"),
    ("a.go", "switch H« := f(); {\ncase 1:\n}»\n"),
    ("a.go", "outer: for H« := 0; i < n; i++ {\n}»\n"),
    ("a.go", "a(); for H« := 0; i < n; i++ { b(); c() }»\n"),
    ("a.go", "case 1, 2: if H« := f(); x {\n}»\n"),
    ("a.go", "func H«(\n\ta int,\n) (int,\n\terror) {\n}»\n"),
    ("a.go", "type H« struct {\n}»\n"),
    ("a.rs", "fn H«() -> [u8; 3] where A<{ N }>: B { }»\n"),
    ("a.cs", "class H«<T> : A where T : new()\n{\n}»\n"),
    ("a.php", "<?php function H«() { ?> } <?php }»\n"),
    ("a.php", "<?php function H«() { '?>' }»\n"),
    ("a.html", "<script>H« { }»</script>\n"),
    ("a.vue", "<script>\nH« {\n»</script>\n<p>}</p>\n"),
    ("a.css", ".H« { a: b }»\n"),
    ("a.tf", "a H« {\n}»\n"),
    ("a.c", "#if A\nint H«(int a) {\n#else\nint f(void) {\n#endif\n  a;\n}»\nb\n"),
    ("a.c", "int H«() {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}»\n"),
    # A later branch is a text by itself, as is a directive, and what is never compiled.
    ("a.c", "#if A\nint H«() { a; }»\n#else\nint H«() { b; }»\n#endif\nc;\n"),
    ("a.c", "#if A\n#elif B\nint H«() { }»\n#else\n#if C\nint H«() { }»\n#endif\n#endif\n"),
    ("a.cpp", "A* H«() {\n#define OPEN {\n  a;\n}»\nb;\n"),
    ("a.cpp", "A* H«() {\n  #  define CLOSE \\\n  }\n  a;\n}»\nb;\n"),
    ("a.cpp", "A* H«() {\n#define CLOSE /*\n*/ }\n  a;\n}»\nb;\n"),
    ("a.cpp", "A* H«() {\n#error don't }\n  a;\n}»\nb;\n"),
    ("a.cpp", "A* H«() {\n#pragma region don't }\n  a;\n#pragma endregion\n}»\nb;\n"),
    ("a.cpp", "A* H«() {\n#if 0\n  {\n#endif\n  a;\n}»\nb;\n"),
    ("a.cpp", "A* H«() {\n#if (0) // why\n  }\n#else\n  {}\n#endif\n  a;\n}»\nb;\n"),
    ("a.cpp", "#if 0\nint H«() { a; }»\n#endif\nb;\n"),
    ("a.cpp", "#define TEST(a) \\\n  void H«() { \\\n    a; \\\n  }»\nvoid f() { b; }\n"),
    ("a.cpp", 'void H«() {\n  a = R"(\n#if 0\n)"; b; { }\n}»\nc;\n'),
    # A body may be an expression.
    ("a.cs", "[H«] void F() => f()»;\nvoid G() { }\n"),
    ("a.cs", "[H«, A(1)]\n[B(C = 2)]\npublic void F(int a)\n    => f(a)»;\nvoid G() { }\n"),
    ("a.cs", "[H«]\nvoid F() { f(a => b); }»\nint G => 1;\n"),
    ("a.kt", "fun H«() = 1»\nfun f() {}\n"),
    ("a.kt", "  fun H«() = 1»\n\n  @A\n  fun f() {}\n"),
    ("a.kt", "fun H«(a: Int = 1): T = b.map { it }\n    .first()»\nfun f() { }\n"),
    ("a.scala", "def H« =\n  val a = 1\n  a»\ndef g = 1\n"),
    ("a.cs", "public void H«() => Foo(1, x => { y })»;\nint B;\n"),
    ("a.cs", "public int H« => new D<A, B>(1) { C = 2 }»;\n"),
    ("a.cs", "int x = y switch { H« => f(1)», B => 2 };\n"),
    ("a.cs", "int H«(int a) { get => x; }»\n"),
    ("a.js", "const H« = (a, { b }) => a.f(1)\n  .g()»\nfoo { }\n"),
    ("a.js", "class A { H« = async a => ({ b })»; c() { } }\n"),
    ("a.ts", "const H«: (a: B) => C = (a) => f<A, B>(a)»;\nfoo { }\n"),
    ("a.ts", "function H«(): () => void {\n  a\n}»\n"),
    ("a.dart", "int H«() => a»;\nf() { }\n"),
    ("a.cs", "class H« {\n  #region }\n  void F() { }\n  #endregion\n}»\n"),
    ("a.cs", "class H« {\n#region C:\\\n  void F() {\n#endregion\n  }\n}»\n"),
    ("a.cs", "class H« {\n#if A\n  void F() {\n#else\n  int F() {\n#endif\n  }\n}»\nclass B { }\n"),
    ("a.cs", "class H« {\n#if false\n  }\n#endif\n  int a;\n}»\nclass B { }\n"),
    # Members are initialised before the body, which goes on with what catches.
    ("a.cpp", "A::H«(int a) : a_{a}\n{\n  b;\n}»\n"),
    ("a.cpp", "A::H«() : a_{1},\n#if A\n  b_{2},\n#endif\n  c_{3}\n{\n}»\n"),
    ("a.cpp", "void H«() try { a; } catch (A) { throw; } catch (...) { }» int b;\n"),
    ("a.cpp", "void f() {\n  H«: try { a; } catch (A) { }»\n}\n"),
    ("a.cpp", "switch (a) {\n  case f(1): struct H« { }»; }\n"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text"), WITHOUT_BLOCK)
def test_a_header_may_begin_no_block(path: str, text: str) -> None:
    assert marked(path, text, BlockHeaders(inside=(HEADER,))) == text


@pytest.mark.parametrize(("path", "text"), WITH_BLOCK)
def test_a_block_begins_behind_its_header_and_ends_by_its_language(path: str, text: str) -> None:
    raw_text = text.replace(BEGIN, "").replace(END, "")
    assert marked(path, raw_text, BlockHeaders(inside=(HEADER,))) == text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "U\nH« a\n »U H« b »U U\n"),
        ("a.html", "@H1« @H2« @»U @»U\n"),
        ("a.sql", "H«; a 'U' -- U\n»U; H«»"),
        ("a.toml", "H«\na\n»"),
        ("a.md", "H1« `U` H2« »U\n»"),
    ],
)
def test_until_ends_a_block_in_any_language(path: str, text: str) -> None:
    raw_text = text.replace(BEGIN, "").replace(END, "")
    headers = BlockHeaders(inside=(HEADER,), until=(CLOSER,))
    assert marked(path, raw_text, headers) == text


@pytest.mark.parametrize(
    ("header", "closer", "text"),
    [
        (r"@if \(", r"\)", "@if («f(')') && X») g()"),
        (r"@if\b", r"\)", "@if« (f() && X») g()"),
        (r"@if \(", r"\)", "@if («X») f()"),
        # The header is in no bracket, or the closer is none.
        (r"a\b", r"\)", "a« b(») c)"),
        (r"a \(", "end", "a (« b( »end )"),
        (r"a \{", r"^\}|\Z", "a {«\n  { }\n»}\n"),
    ],
)
def test_a_bracket_that_is_opened_in_a_block_does_not_close_it(
    header: str, closer: str, text: str
) -> None:
    """With `)` as `until` a block of ``@if (f() && X)`` ended at the first one."""
    raw_text = text.replace(BEGIN, "").replace(END, "")
    headers = BlockHeaders(
        inside=(regex.compile(header),), until=(regex.compile(closer, regex.MULTILINE),)
    )
    assert marked("a.js", raw_text, headers) == text


def test_at_one_place_until_closes_first() -> None:
    section = (regex.compile(r"(?m)^\["),)
    text = "[a]\nb\n[c]\nd\n"
    blocks = read_blocks("a.toml", text, BlockHeaders(inside=section, until=section)).blocks
    assert [(block.start, block.end) for block in blocks] == [(1, 6), (7, len(text))]


@pytest.mark.parametrize(
    ("path", "header", "text"),
    [
        ("a.js", r"H\(.*", "H(a, () => {\n  {}\n}X)\n{}\n"),
        ("a.java", r"class \w+ \{", "class H {\n  {}\n}X {}\n"),
        ("a.py", r"def .*:\n", "def f(a: b):\n    cX\nd\n"),
        ("a.py", r"\n\s*def", "\n  def f():\n    cX\n  d\n"),
        ("a.rb", r"class .*\n", "class A\n  aX\nend\n"),
    ],
)
def test_a_header_may_hold_what_opens_its_block(path: str, header: str, text: str) -> None:
    headers = BlockHeaders(inside=(regex.compile(header),))
    blocks = read_blocks(path, text.replace("X", ""), headers).blocks
    assert [block.end for block in blocks] == [text.index("X")]


def test_the_keyword_of_go_may_be_the_header_where_clauses_follow() -> None:
    keywords = BlockHeaders(inside=(regex.compile(r"\b(?:for|if|switch)\b"),))
    text = (
        "func a() {\n\tfor« i := 0; i < n; i++ {\n\t\tif« x := f(); x {\n\t\t}»\n\t}»\n"
        "\tformat(); { }\n\tswitch« y := x; y {\n\t}»\n\tfor« range a {\n\t}»\n}\n"
    )
    assert marked("a.go", text.replace(BEGIN, "").replace(END, ""), keywords) == text


@pytest.mark.parametrize(
    ("path", "text", "key"),
    [
        ("a.js", "X class A { }", None),
        ("a.js", "class A { } X", None),
        ("a.js", "class A { X }", "inside"),
        ("a.js", "class A { X class No { } }", "inside"),
        ("a.js", "class A { class No { X } }", "not_inside"),
        ("a.js", "class No { X class A { } }", "not_inside"),
        ("a.js", "class No { class A { X } }", "inside"),
        ("a.js", "class A { class No { } X }", "inside"),
        ("a.py", "class No:\n  X\n  class A:\n    a\n", "not_inside"),
        ("a.py", "class No:\n  class A:\n    X\n", "inside"),
        ("a.py", "class No:\n  class A:\n    a\n  X\n", "not_inside"),
        ("a.rb", "class Note\n  X\nend\n", "not_inside"),
    ],
)
def test_the_innermost_block_is_around_a_place(path: str, text: str, key: str | None) -> None:
    """Of two headers of one brace it is that of ``not_inside``."""
    headers = BlockHeaders(
        inside=(regex.compile(r"class \w+"),), not_inside=(regex.compile(r"class No"),)
    )
    block = read_blocks(path, text, headers).block_around(text.index("X"))
    assert (block and block.key) == key


@pytest.mark.parametrize(
    ("text", "declarations"),
    [
        ("class A;\nstruct B { };\nclass C f() { }\n", ["class A"]),
        ("template <class T, typename... U>\nvoid f() { }\n", ["class T"]),
        ("template <struct T = void, class U = A<B>> class C { };\n", ["struct T", "class U"]),
        ("a; class A final\n  b();\n", []),
    ],
)
def test_what_only_declares_is_no_header_that_lacks_its_block(
    text: str, declarations: list[str]
) -> None:
    headers = BlockHeaders(each_block=(regex.compile(r"\b(?:class|struct)\s+\w+"),))
    blocks = read_blocks("a.cpp", text, headers)
    assert [text[slice(*span)] for span in blocks.declarations] == declarations


def test_a_header_without_a_block_is_named() -> None:
    blocks = read_blocks("a.go", "func H()\nfunc H2() {\n}\n", BlockHeaders(each_block=(HEADER,)))
    assert [(block.key, block.header) for block in blocks.blocks] == [("each_block", (14, 16))]
    assert blocks.without_block == [(5, 6)]


@pytest.mark.parametrize(
    "text",
    [
        "#if A\n#else\nint H() {\n#endif\n}\n",
        "#if A\n#elif B\nint H() {\n#else\nint H() {\n#endif\n}\n",
        "#if A\n#else\n#if B\nint H();\n#endif\n#endif\n",
    ],
)
def test_a_header_in_a_later_branch_of_c_is_not_named(text: str) -> None:
    blocks = read_blocks("a.c", text, BlockHeaders(inside=(HEADER,)))
    assert (list(blocks.blocks), list(blocks.without_block)) == ([], [])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", False), ("a.sql", False), ("a.toml", False), ("a.ini", False), ("a.xml", False),
        ("Dockerfile", False), ("a.unknown", False), ("a", False),
        ("a.py", True), ("a.ts", True), ("a.html", True), ("Makefile", True), ("a.nim", True),
        ("a.fsx", True), ("a.sh", True), ("a.yaml", True), ("a.json", True), ("a.sql.j2", False),
        ("a.php", True),
    ],
)  # fmt: skip
def test_which_languages_end_a_block_without_until(path: str, expected: bool) -> None:
    assert has_blocks(path) == expected


@pytest.mark.parametrize("language", ["nim", "coffeescript", "python", "fish"])
def test_a_language_that_is_told_ends_its_blocks(language: str) -> None:
    assert has_blocks(join_text_name("a.job", language))


def test_the_first_line_tells_the_language() -> None:
    assert has_blocks("a", "#!/usr/bin/env python3\n")


def test_no_block_is_read_where_no_header_is() -> None:
    """A text without one pays nothing: its regions are not even asked."""

    class NoRegions:
        def around(self, place: int, *, until: float | None = None) -> None:
            raise AssertionError

    headers = BlockHeaders(inside=(HEADER,))
    blocks = find_header_blocks("a.py", "def f():\n    a\n", headers, regions=NoRegions())  # type: ignore[arg-type]
    assert (list(blocks.blocks), list(blocks.without_block)) == ([], [])


def test_what_is_seen_for_comments_is_blank() -> None:
    text, seen = "class /* a */ H { }", "class         H { }"
    headers = BlockHeaders(inside=(regex.compile(r"class +H"),))
    regions = open_regions("a.js", text)
    blocks = find_header_blocks("a.js", text, headers, regions=regions, seen=seen).blocks
    assert [(block.start, block.end) for block in blocks] == [(15, 19)]
