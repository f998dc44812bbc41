r"""What stands where in a text, by language: each row has a text and its regions in order.

Code is silent: what no region takes. The kinds: c comment, d documentation comment, s string,
D docstring, p prose.
"""

from __future__ import annotations

import pytest

from phaser_lint.text.regions import find_text_types, is_known_language, open_regions
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    DOCSTRING,
    PROSE,
    STRING,
)

KINDS = {COMMENT: "c", DOC_COMMENT: "d", STRING: "s", DOCSTRING: "D", PROSE: "p"}


def told(path: str, text: str) -> list[str]:
    """Return the regions of *text*, each as its kind and what stands there."""
    regions, region_texts, place = open_regions(path, text), [], 0
    while place < len(text):
        start, end, kind = regions.region_around(place)
        assert start == place < end
        region_texts += [f"{KINDS[kind]} {text[start:end]}"] if kind != CODE else []
        place = end
    return region_texts


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = 1 // 2 * 'a'.real"[:10]),
        ("a.js", "a = b / c / d"),
        ("a.js", "i++ / 2; f(x) / 2; a[0] / 2; x! / 2"),
        ("a.ts", "const f = <T>(x: T) => x < 1"),
        ("a.tsx", "const f = <T,>(x: T) => x; a < b"),
        ("a.rs", "fn f<'a>(x: &'a str) -> &'a str { x }"),
        ("a.cpp", "int a = 1'000'000;"),
        ("a.hs", "f' x = x --> y"),
        ("a.jl", "b = A' * A'"),
        ("a.scala", "val x = 'symbol"),
        ("a.lua", "a = b[c[1]]"),
        ("a.sh", "echo a#b ${#x} ${x#y} $#"),
        ("a.pl", "my $n = $#list; $h{s} = 1; y => 2;"),
        ("a.rb", "x = a / b; y = x % 3; list << A; z = f { 1 } / 2 / 3"),
        ("a.rb", "def /(x) = x; def self.%(x) = x; inject(:/); a %-3; b % c"),
        ("a.js", "x = 1<<i; y = 2<<n>>(3)"),
        ("a.tsx", "type A = B<new <T>(a: T) => void> | { b: <T>(c: T) => d }"),
        ("a.pl", "@a = ($y, $s, -s $x); sub q { 1 } $h{y}; $a->s, y => 2"),
        ("a.pl", "for (</a/*>) {} <A> // b; c/d"),
        ("a.js", "x = { a: 1 }.a / 2 / 3; y = {} / 2 / 3"),
        ("a.yaml", "a'': ''#'\nb: 'c''#'\n"),
        ("a.yaml", "a: b's#c\nb: |\n  # text\n  'it\nc: \"# x\"\n"),
        ("a.toml", 'a = "# x"\nb = """\n# y\n"""\n'),
        ("a.json", '{"a": "// b"}'),
        ("a.properties", "a = b # c\nd = e\\\n  # f\n"),
        ("Dockerfile", "RUN echo a#x \\# '# x' \\\n \"# x\" ${x#y} $#\nLABEL a # x\n"),
        ("Dockerfile", "RUN <<E\necho '# y' a#b \"# z\" \\# \nE\n"),
        ("Makefile", "a:\n\t@echo '# x'\n"),
        ("a.html", "<p title=\"<!-- x -->\">'it's</p><textarea><!-- x --></textarea>"),
        ("a.md", "    # code\n\n```py\n# x\n```\n"),
        ("a.md", "---\ntitle: x\n---\n"),
        ("a.sql", 'SELECT "a--b", `c`, $$ it $$'),
        ("a.css", "a { b: url(http://x) }"),
        ("a.scss", "a { b: url(http://x) }"),
        ("a.groovy", "a = b / c"),
        ("a.php", "<p># it's</p>"),
        ("unknown.xyz", "# 'a' \"b\" // c"),
        ("unknown", "# 'a'"),
    ],
)
def test_a_text_without_comments_is_all_code(path: str, text: str) -> None:
    assert told(path, text) == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.md", "<!--\n```\nb\n```\n-->\n\nc\n", ["c <!--\n```\nb\n```\n-->", "p c\n"]),
        ("a.py", '"""doc"""\nx = "a"  # b', ['D """doc"""', 's "a"', "c # b"]),
        ("a.py", "def f(a='x'):  # c\n    'd'\n    'e'\n", ["s 'x'", "c # c", "D 'd'", "s 'e'"]),
        ("a.py", "class A: 'd'\n", ["D 'd'"]),
        ("a.py", "def f(): f'd'\n", ["s f'd'"]),
        ("a.py", "def f():\n    'd'.x()\n", ["s 'd'"]),
        ("a.py", "if x:\n    'd'\n", ["s 'd'"]),
        ("a.py", "f'a{b!r:>{w}}c'", ["s f'a", "s !r:>", "s c'"]),
        ("a.py", "f'a{'b'}{{c}}'", ["s f'a", "s 'b'", "s {{c}}'"]),
        ("a.py", "rb'a\\' # b'", ["s rb'a\\' # b'"]),
        ("a.py", "x = 'a\ny = 1 # b", ["s 'a", "c # b"]),
        ("a.py", "x = f'a{b\ny = 'c'", ["s f'a", "s 'c'"]),
        ("a.py", "f'a {\n b } c' # d", ["s f'a ", "s  c'", "c # d"]),
        ("a.cs", '$"a {\n b } c"; // d', ['s $"a ', 's  c"', "c // d"]),
        ("a.kt", '"a ${\n b } c" // d', ['s "a ', 's  c"', "c // d"]),
        ("a.swift", '"a \\(\n b ) c" // d', ['s "a ', 's  c"', "c // d"]),
        ("a.scala", 's"a ${\n b } c" // d', ['s s"a ', 's  c"', "c // d"]),
        ("a.tsx", "f = <const T,>(x: T) => 'a' // b", ["s 'a'", "c // b"]),
        ("a.py", "# a\rb 'c'", ["c # a", "s 'c'"]),
        ("a.php", "<?php // a\r'b'", ["c // a", "s 'b'"]),
        ("a.js", "// a\u2028'b'", ["c // a", "s 'b'"]),
        ("a.cs", "// a\x85'b'", ["c // a", "s 'b'"]),
        ("a.go", "// a\r'b'", ["c // a\r'b'"]),
        ("go.mod", "require d v1 // replace\nretract \"v2\"\n", ["c // replace", 's "v2"']),
        ("sub/go.work", "use (\n\t./a // b\n)\n// c\n", ["c // b", "c // c"]),
        ("Pipfile", "[packages]\na = '*'  # b\n", ["c # b"]),
        ("Cargo.lock", "# a\nname = 'b'\n", ["c # a"]),
        (".envrc", "use nix  # a\n", ["c # a"]),
        ("PKGBUILD", "pkgname='a'  # b\n", ["s 'a'", "c # b"]),
        ("Dangerfile", "warn('a')  # b\n", ["s 'a'", "c # b"]),
        (".clang-format", "# a\nBasedOnStyle: LLVM\n", ["c # a"]),
        ("CITATION.cff", "title: a  # b\n", ["c # b"]),
        (".npmignore", "# a\nb # c\n", ["c # a"]),
        (".flake8", "[flake8]\n; a\n# b\nignore = c ; d\n", ["c ; a", "c # b"]),
        ("meson.options", "# a\noption('b')\n", ["c # a"]),
        ("cpanfile", "requires 'a';  # b\n", ["s 'a'", "c # b"]),
        ("Gemfile.lock", "GEM\n  remote: https://a.b/#c\n", []),
        ("Pipfile.lock", '{"a": "# b"}\n', []),
        ("a.ps1", "# a\r'b'", ["c # a", "s 'b'"]),
        ("a.d", "// a\u2028'b' /// c\u2029'd'", ["c // a", "s 'b'", "d /// c", "s 'd'"]),
        ("a.sol", "// a\v'b' // c\x85'd' /// e\f'f'",
         ["c // a", "s 'b'", "c // c", "s 'd'", "d /// e", "s 'f'"]),
        ("a.yaml", "# a\x85b: 1 # c\u2028d: 2 # e\u2029f: 3", ["c # a", "c # c", "c # e"]),
        ("a.json5", "// a\u2028// b\u2029[]", ["c // a", "c // b"]),
        # Nothing reads Visual Basic: a comment of it ends where some language ends a line.
        ("a.vb", "' a\u2028b\n' c\x85d\n ' e\rf", ["c ' a", "c ' c", "c ' e"]),
        ("a.sh", "a\xa0# b", []),
        ("a.rb", '"a #$& #@@b"', ['s "a ', "s  ", 's "']),
        ("a.ex", "?A; ?#; a? ?\"", ["s ?A", "s ?#", 's ?"']),
        ("a.scss", '"a #{b(\'c\')}" // d', ['s "a ', "s 'c'", 's "', "c // d"]),
        ("a.less", '"a @{b}"', ['s "a ', 's "']),
        ("a.luau", "`a {b 'c'} d` -- e", ["s `a ", "s 'c'", "s  d`", "c -- e"]),
        ("a.hs", 'a = """\n"b" -- c\n""" -- d', ['s """\n"b" -- c\n"""', "c -- d"]),
        ("a.zig", "\\\\ it's // a\nb // c", ["s \\\\ it's // a", "c // c"]),
        ("a.d", "/+ a /+ b +/ c +/ `d`", ["c /+ a /+ b +/ c +/", "s `d`"]),
        ("a.fish", "'it\\'s' # a", ["s 'it\\'s'", "c # a"]),
        ("a.sh", "${ a; # b\n} # c", ["c # b", "c # c"]),
        ("a.sh", '"a ${b:-c $(d "e") ${f#g}}" # h',
         ['s "a ', "s c ", 's "e"', "s  ", "s g", 's "', "c # h"]),
        ("a.sh", "${a:-b} <<C\n${#d} ${e:1:2} ${f:+g}\nC", ["s  ", "s  ", "s g", "s \nC"]),
        ("a.yaml", "--- |\n# text\n---\na: b # c", ["c # c"]),
        ("a.yaml", "- &a |\n  # b\n- !!str &c >-\n  # d\n- - !<e:f> |\n   # g\n# h", ["c # h"]),
        ("a.yaml", "- &a b: |\n    # text\n  # c", ["c # c"]),
        ("a.yaml", "a:\n b: |\n    c\n  # d\n", ["c # d"]),
        ("Makefile", "a = $(shell grep '^#' b) # c", ["c # c"]),
        ("Makefile", "all: ; echo a#b # c\nd = 1 # e", ["c # c", "c # e"]),
        ("Makefile", "define a\nb#c # d\nendef\ne = 1#f", ["c # d", "c #f"]),
        ("Makefile", ".RECIPEPREFIX = >\na:\n> b#c # d\ne = 1#f", ["c # d", "c #f"]),
        ("a.sql", "/* data/*.csv */ a -- b", ["c /* data/*.csv */", "c -- b"]),
        ("a.sql", "/* a /* b */ c */ d -- e", ["c /* a /* b */ c */", "c -- e"]),
        ("a.sql", "is $$Don't$$; -- a", ["s 't", "c -- a"]),
        ("a.sql", "as $f$ 'a' -- b\n$f$ -- c", ["s 'a'", "c -- b", "c -- c"]),
        ("a.sql", "q'[it's]' nq'!it's!' $1 -- a", ["s q'[it's]'", "s nq'!it's!'", "c -- a"]),
        ("a.sql", "[it's], ARRAY[a, 'b'] -- c", ["s 'b'", "c -- c"]),
        ("a.sql", "{# don't #} 'a' -- b", ["c {# don't #}", "s 'a'", "c -- b"]),
        ("a.pl", "$x = 1<<W; # a", ["c # a"]),
        ("a.sh", "cat <<E # a\nb # c", ["c # a", "c # c"]),
        ("a.rb", "<<A + <<C\n#{<<B}\nA\nB\nA\nC\n# d", ["s \n", "s A\nB", "s \nA", "s C", "c # d"]),
        ("a.py", "#!/usr/bin/python\n'a'", ["c #!/usr/bin/python", "D 'a'"]),
        ("a.ipynb", "# a", []),
        ("a.js", "return /[/'\"]/g / 2", ["s /[/'\"]/g"]),
        ("a.js", "if (a(b)) /x'/.test(c)", ["s /x'/"]),
        ("a.js", "f(a) /x/ 'y'", ["s 'y'"]),
        ("a.js", "`a ${b + `c ${'}'}`} d`", ["s `a ", "s `c ", "s '}'", "s `", "s  d`"]),
        ("a.js", "/** a */ /* b */ /**/ // c", ["d /** a */", "c /* b */", "c /**/", "c // c"]),
        ("a.jsx", "x = <a b='c'>it's {d /* e */}</a>", ["s 'c'", "s it's ", "c /* e */"]),
        ("a.jsx", "<a on={() => 'b'} />", ["s 'b'"]),
        ("a.tsx", "x = <b>(it's)</b>", ["s (it's)"]),
        ("a.c", "// a \\\nb\n'\"' \"//\"", ["c // a \\\nb", "s '\"'", 's "//"']),
        ("a.cc", 'auto a = R"x(" ) )x"; // b', ['s R"x(" ) )x"', "c // b"]),
        ("a.c", "/// a\n//! b\n/*! c */", ["d /// a", "d //! b", "d /*! c */"]),
        ("a.java", '"""\n"a" // b\n""" + \'"\'', ['s """\n"a" // b\n"""', "s '\"'"]),
        ("a.go", "`a\n// b` + 'c'", ["s `a\n// b`", "s 'c'"]),
        ("a.rs", "/* a /* b */ c */ 'd'", ["c /* a /* b */ c */", "s 'd'"]),
        ("a.rs", 'r#"e"f"#', ['s r#"e"f"#']),
        ("a.rs", "//// a\n/// b\nb'c'", ["c //// a", "d /// b", "s b'c'"]),
        ("a.kt", '"a $b ${c("d")} e"', ['s "a ', "s  ", 's "d"', 's  e"']),
        ("a.kt", '$$"""$a $$$b $$$$"""', ['s $$"""$a $', 's  $$$$"""']),
        ("a.sh", "$(case $x in a|b|'c') d;; esac) # e", ["s 'c'", "c # e"]),
        ("a.kt", '"""a"$b""""', ['s """a"', 's """"']),
        ("a.scala", 's"a $b" + "a $b"', ['s s"a ', 's "', 's "a $b"']),
        ("a.dart", "r'a $b' 'a $b'", ["s r'a $b'", "s 'a ", "s '"]),
        ("a.cs", '@"a""b\n" $"a{b:N2}c"', ['s @"a""b\n"', 's $"a', "s :N2", 's c"']),
        ("a.cs", '$$"""a {b} {{c}}"""', ['s $$"""a {b} ', 's """']),
        ("a.swift", '#"a \\(b) \\#(c)"# "d \\(e)"', ['s #"a \\(b) ', 's "#', 's "d ', 's "']),
        *[
            (f"a.{ending}", "x 'a' # b", ["s 'a'", "c # b"])
            for ending in ["podspec", "rbi", "thor", "xml.builder", "json.jbuilder", "rabl"]
        ],
        ("a.entitlements", "<!-- a --> 'b'", ["c <!-- a -->"]),
        ("a.stringsdict", "<!-- a --> 'b'", ["c <!-- a -->"]),
        ("a.swift", '#"""#\na\n#"""""#\nb', ['s #"""#', 's #"""""#']),
        ("a.swift", '##"""a"# b"##\nc\n##"""\nd\n"""##', ['s ##"""a"# b"##', 's ##"""\nd\n"""##']),
        ("a.groovy", "x = /a ${b}/ // c", ["s /a ", "s /", "c // c"]),
        ("a.php", "<?php # a ?> # b <?= 'c' ?>", ["c # a ", "s 'c'"]),
        ("a.php", "<!-- a <?= 'b' ?> c -->d", ["c <!-- a ", "s 'b'", "c  c -->"]),
        ("a.php", '<?php "a $b {$c["d"]} e"', ['s "a ', "s  ", 's "d"', 's  e"']),
        ("a.php", "<?php $a = <<<X\nb $c\n  X . 'd';", ["s b ", "s \n  X", "s 'd'"]),
        ("a.rb", "s = ?\"; t = 'c'", ['s ?"', "s 'c'"]),
        ("a.rb", "{a: ?'}; b; y = x ?';' : c", ["s ?'", "s ';'"]),
        ("a.rb", "%w[a b] :'c' ?d 'e' # f", ["s %w[a b]", "s :'c'", "s ?d", "s 'e'", "c # f"]),
        ("a.rb", "f <<~A, 'b' # c\n  d #{e}\n  A\n", ["s 'b'", "c # c", "s   d ", "s \n  A"]),
        ("a.rb", "class_eval %{ a }, b", ["s %{ a }"]),
        ("a.rb", "f <<A.b\nA c\nA\n", ["s A c\nA"]),
        ("a.rb", "f(<<'.,.,', 'a')\nb # c\n.,.,\n# d", ["s 'a'", "s b # c\n.,.,", "c # d"]),
        ("a.rb", "a <<'.'\n'b'\n", ["s '.'", "s 'b'"]),
        ("a.rb", "=begin\na\n=end\nx\n__END__\ny", ["c =begin\na\n=end", "c y"]),
        ("a.rb", "__END__\n'a'\n", ["c 'a'\n"]),
        ("a.rb", "<<A\n__END__\nA\n'a'\n__END__\n'b'", ["s __END__\nA", "s 'a'", "c 'b'"]),
        ("a.rb", "def f(x) /a'/ end; 'b'", ["s /a'/", "s 'b'"]),
        ("a.rb", "def self.f?(x, y = (1)) %(a') end", ["s %(a')"]),
        ("a.rb", "def ==(x) /a'/ end; ensure /'/", ["s /a'/", "s /'/"]),
        ("a.pl", "__END__\n'a'", ["c 'a'"]),
        ("a.pl", "1; __DATA__\n'a'", ["c 'a'"]),
        ("a.pl", "a;\n  __END__\n'a'", ["c 'a'"]),
        ("a.pl", "(\n__END__ => 'a', $b{__END__});\n'c'", ["s 'a'", "s 'c'"]),
        ("a.pl", "print <<A;\n__END__\nA\n'a';", ["s __END__\nA", "s 'a'"]),
        ("a.pl", "format STDOUT =\n@<< '\n.\n'a'", ["s 'a'"]),
        ("a.php", "<?php\n__halt_compiler();'a'\n<?php 'b'", ["c 'a'\n<?php 'b'"]),
        ("a.php", "<?php __HALT_compiler ( ) ?>'a'", ["c 'a'"]),
        ("a.php", "<?php $a->__halt_compiler(); 'a';", ["s 'a'"]),
        ("a.pl", "s{a}{b}g; qw(c d) # e", ["s s{a}", "s {b}g", "s qw(c d)", "c # e"]),
        ("a.pl", "s,a,b,; s!a$!!", ["s s,a,", "s b,", "s s!a$!", "s !"]),
        ("a.pl", "$a =~ s=b'=c=g; $y='d'", ["s s=b'=", "s c=g", "s 'd'"]),
        ("a.pl", "$a =~ s-'\\z--; $s-'b'; s->new('c')", ["s s-'\\z-", "s -", "s 'b'", "s 'c'"]),
        ("a.pl", "%h = (s=>'a', y => 'b'); $s=='c'", ["s 'a'", "s 'b'", "s 'c'"]),
        ("a.pl", '"a ($?) b"; s?a$?b?', ['s "a (', 's ) b"', "s s?a$?", "s b?"]),
        ("a.pl", "qr%a%x; qw$b $", ["s qr%a%x", "s qw$b $"]),
        ("a.pl", '"a $b{\'c\'}->{+D} $_[0]{e}"', ['s "a ', "s 'c'", "s  ", 's "']),
        ("a.pl", 'print F << "A";\n$b{"c"} #\nA d\nA\n', ['s "c"', "s  #\nA d\nA"]),
        ("a.pl", "x;\n=pod\n\na\n\n=cut\ny # b", ["d =pod\n\na\n\n=cut", "c # b"]),
        ("a.lua", "--[==[ a ]] ]==] [[ b ]] -- c", ["c --[==[ a ]] ]==]", "s [[ b ]]", "c -- c"]),
        ("CMakeLists.txt", 'm("a ${x} b") # c', ['s "a ', 's  b"', "c # c"]),
        ("a.cmake", "#[=[ a ]] ]=] b()", ["c #[=[ a ]] ]=]"]),
        ("a.cmake", "a([[ c\n\\]]) # d", ["s [[ c\n\\]]", "c # d"]),
        ("a.cmake.in", 's("$ENV{A" \\# \\" $<1:${b}>) # c', ['s "', 's "', "c # c"]),
        ("a.qml", "A { text: 'b' } // c", ["s 'b'", "c // c"]),
        ("a.hlsl", "f(1.0); // it's\ng();", ["c // it's"]),
        ("a.slnx", "<a b='c'/><!-- d -->", ["c <!-- d -->"]),
        ("web.config", "<a><!-- d --></a>", ["c <!-- d -->"]),
        ("a.r", "r\"(a\")\" 'b' # c", ['s r"(a")"', "s 'b'", "c # c"]),
        ("a.jl", '"a $(b) $c" #= d #= e =# =#', ['s "a ', "s  ", 's "', "c #= d #= e =# =#"]),
        ("a.ex", '~S(a #{b}) ~r/c/i "d #{e}"', ["s ~S(a #{b})", "s ~r/c/i", 's "d ', 's "']),
        ("a.ex", "~r((1\\)(2\\)3) # a", ["s ~r((1\\)(2\\)3)", "c # a"]),
        ("a.ex", '~r"""\na\n"""im', ['s ~r"""\na\n"""im']),
        ("a.ex", "~S'''\nb\n'''x", ["s ~S'''\nb\n'''x"]),
        # A heredoc ends with its quotes at the beginning of a line only.
        ("a.ex", '"""\na """ b\n  """; c # d', ['s """\na """ b\n  """', "c # d"]),
        ("a.ex", "'''\na \'\'\' b\\\n'''; c # d", ["s '''\na \'\'\' b\\\n'''", "c # d"]),
        ("a.ex", '~S"""\na """ b\n  """; c # d', ['s ~S"""\na """ b\n  """', "c # d"]),
        ("a.ex", '~s"""\r\na """ #{b} \\"""\r\n\t"""x; c # d',
         ['s ~s"""\r\na """ ', 's  \\"""\r\n\t"""x', "c # d"]),
        ("a.ex", '~E"""\na """ <%= b %>\n  """; c # d', ['s ~E"""\na """ ', 's \n  """', "c # d"]),
        ("a.ex", '"""a"""; b # c', ['s ""', 's "a"', 's ""', "c # c"]),
        ("a.hs", "{- a {- b -} -} 'c'", ["c {- a {- b -} -}", "s 'c'"]),
        ("a.hs", '"d" -- e', ['s "d"', "c -- e"]),
        ("a.sh", "a=\"b $(c 'd') $e\" # f", ['s "b ', "s 'd'", "s  ", 's "', "c # f"]),
        ("a.sh", "cat <<E 'a'\nb $c # d\nE\n# e", ["s 'a'", "s b ", "s  # d\nE", "c # e"]),
        ("a.ps1", "<# a #> \"b $($c + 'd')\" # e", ["c <# a #>", 's "b ', "s 'd'", 's "', "c # e"]),
        ("a.sql", "/* a /* b */ */ 'it''s' -- c", ["c /* a /* b */ */", "s 'it''s'", "c -- c"]),
        ("a.yaml", "a: b # c\n# d\ne: | # f\n  # g\nh: 1", ["c # c", "c # d", "c # f"]),
        ("a.toml", "a = 1 # b", ["c # b"]),
        ("a.jsonc", '{"a": 1} // b', ["c // b"]),
        ("a.ini", "; a\nb = c ; d", ["c ; a"]),
        (".env", "# a\nb=c # d", ["c # a"]),
        ("Dockerfile", "RUN cat <<E > f\nUSER a\nE\nUSER b", ["s USER a\nE"]),
        ("Dockerfile", "COPY <<-'E' /f\n\tUSER a\n\tE\nUSER b", ["s \tUSER a\n\tE"]),
        ("Dockerfile", "RUN --mount=a <<E\nb\nE\n# c", ["c # c"]),
        ("Dockerfile", "# a\nRUN b \\\n  # c\n  d", ["c # a", "c # c"]),
        ("Dockerfile", "RUN a \"# b\" # c\nUSER d # e\n# f", ["c # c", "c # f"]),
        ("Dockerfile", "run a;# b\n\nCMD a # b's\nENTRYPOINT a # b", ["c # b", "c # b's", "c # b"]),
        ("Dockerfile", "ONBUILD RUN a # b\nHEALTHCHECK --interval=5s CMD a # b", ["c # b"] * 2),
        ("Dockerfile", "ENV a \\\n run # b\n# c \\\nRUN a # d", ["c # c \\", "c # d"]),
        # To the shell the lines of a command are one.
        ("Dockerfile", "RUN a # b \\\n  && c\nRUN d # e", ["c # b \\\n  && c", "c # e"]),
        ("Dockerfile", "RUN a \\\n # b's\n\n # c\n && d # e\nUSER '",
         ["c # b's", "c # c", "c # e"]),
        ("Dockerfile", "RUN a 'b \\\n# c\n d' # e\nUSER f # g", ["c # c"]),
        ("Dockerfile", "RUN cat <<E # a\n# b\nE\n# c", ["c # a", "s # b\nE", "c # c"]),
        ("Dockerfile", "CMD [\"a # b\", 'c'] # d", ["c # d"]),
        ("Dockerfile", "RUN <<E\n# it's\nb # c\nE\nUSER '# d'\n# e",
         ["c # it's", "c # c", "c # e"]),
        ("Dockerfile", "RUN <<-'E'\n\t# a's\n\tE\n# b", ["c # a's", "c # b"]),
        ("Dockerfile", "COPY <<E /f\n# a\nE\n# b", ["s # a\nE", "c # b"]),
        ("Makefile", "a: b # c\n\td # e\n", ["c # c", "c # e"]),
        ("a.tf", 'a = "b ${c("d")}" # e', ['s "b ', 's "d"', 's "', "c # e"]),
        ("a.graphql", '"""a""" type B # c', ['s """a"""', "c # c"]),
        ("a.proto", "// a\nb = 'c'", ["c // a", "s 'c'"]),
        ("a.css", "/* a */ b: 'c' // d", ["c /* a */", "s 'c'"]),
        ("a.scss", "// a\nb: 'c'", ["c // a", "s 'c'"]),
        ("a.html", "<!-- a --><script>'b' // c</script> 'd'", ["c <!-- a -->", "s 'b'", "c // c"]),
        ("a.html", "<script type='text/x'>'b' // c</script>", []),
        ("a.vue", "<script lang=\"ts\">x = 'b'</script>", ["s 'b'"]),
        ("a.astro", "---\nx = 'a'\n---\n<p>'b'</p>", ["s 'a'"]),
        ("a.svelte", "{@html `<script>'a'</script>`}<script>'b'</script>",
         ["s `<script>'a'</script>`", "s 'b'"]),
        ("a.svelte", "{a({b: 1}, `c ${d('e')}`)} // f", ["s `c ", "s 'e'", "s `"]),
        ("a.svelte", "{#if a > '<!--'}<!-- b -->{/if} it's", ["s '<!--'", "c <!-- b -->"]),
        ("a.svelte", "<a b={() => { // it's\n}}><!-- c --></a>", ["c // it's", "c <!-- c -->"]),
        ("a.astro", "{a && `${b}<script>'c'`}<style>/* d */</style>",
         ["s `", "s <script>'c'`", "c /* d */"]),
        ("a.astro", "<a b={`c ${d('e')}`}/>'f'", ["s `c ", "s 'e'", "s `"]),
        ("a.astro", "{a && <p>it's</p><script>'b'</script>}", ["s 'b'"]),
        ("a.vue", "{{ a + '<script>' }}<script>'b'</script>", ["s '<script>'", "s 'b'"]),
        ("a.vue", "{ ` }<script>'b'</script>`", ["s 'b'"]),
        ("a.html", "{{ ' }}<script>'b'</script>", ["s 'b'"]),
        ("a.xml", "<!-- a --><![CDATA[<!-- b -->]]>", ["c <!-- a -->"]),
        ("a.md", "a `b` c\n\n    d\n\n<!-- e -->f", ["p a ", "p  c\n", "c <!-- e -->", "p f"]),
        ("a.md", "- a\n\n      b\n", ["p - a\n"]),
        ("a.md", "- a\n    - b\n\n    c\n", ["p - a\n", "p     - b\n", "p     c\n"]),
        ("a.md", "> ```sh\n> a\n\nb\n", ["p b\n"]),
        ("a.md", "- ```sh\n  a\nb\n", ["p b\n"]),
        ("a.md", "a\n\n    > b\n", ["p a\n"]),
        ("a.md", "-     a\n- b\n", ["p - b\n"]),
        ("a.md", "-\n  a\n-\n\n  b `c`\n", ["p   a\n", "p   b ", "p \n"]),
        ("a.md", "> a\nb `c\nd` e\n", ["p > a\nb ", "p  e\n"]),
        ("a.md", "# a `b\nc` d\n", ["p # a `b\n", "p c` d\n"]),
        ("a.md", "<div>\n    a\n```\n</div>\n\n```\nb\n", ["p <div>\n    a\n```\n</div>\n"]),
        ("a.md", "<pre>\n\n    a\n</pre>\n    b\n", ["p <pre>\n\n    a\n</pre>\n"]),
        ("a.go", "// a\n\n// b\n//go:c\nfunc d() {\n// e\n}\n/* f */\ntype g int // h\nvar i",
         ["c // a", "d // b", "c //go:c", "c // e", "d /* f */", "c // h"]),
        ("a.go", "// a\n// b\npackage c\n\nimport \"d\" // e\nfunc f() {}",
         ["d // a", "d // b", 's "d"', "c // e"]),
        ("a.rb", "# typed: true\n# a\nclass B\n  # c\n  private def d; end # e\n\n# f\n\ndef g",
         ["c # typed: true", "d # a", "d # c", "c # e", "c # f"]),
        ("a.lua", "--- a\n---- b\n-- c", ["d --- a", "c ---- b", "c -- c"]),
        ("a.r", "#' a\n# b", ["d #' a", "c # b"]),
        ("a.hs", "-- | a\n-- b\nf = 1 -- ^ c\n\n-- d\n{- | e -}",
         ["d -- | a\n-- b", "d -- ^ c", "c -- d", "d {- | e -}"]),
        ("a.ex", '@moduledoc """\na #{b("c")} d\n"""\n@doc ~S(e)\n@tag "f"',
         ['D """\na ', 's "c"', 'D  d\n"""', "D ~S(e)", 's "f"']),
        ("a.jl", '"""\na $b $(c("d")) e\n"""\nfunction f() end\n"g"\n\nx = "h"',
         ['D """\na ', "D  ", 's "d"', 'D  e\n"""', 's "g"', 's "h"']),
        ("a.jl", '"a"\nf(x) = 1\n"b"\nx = 1', ['D "a"', 's "b"']),
        ("a.pl", "=head1 a\n\nb\n\n=cut\nx # c", ["d =head1 a\n\nb\n\n=cut", "c # c"]),
        ("a.ps1", "<#\n.SYNOPSIS\na\n#>\n<# b #>", ["d <#\n.SYNOPSIS\na\n#>", "c <# b #>"]),
        ("a.js", "x = y / /re\"/.exec(z); f(1) // \"", ['s /re"/', 'c // "']),
        ("a.ts", "x = /a/g / b / /c'/ // '", ["s /a/g", "s /c'/", "c // '"]),
        ("a.rb", "x = y / /re'/ # '", ["s /re'/", "c # '"]),
        ("a.pl", "s@a@b@g; 'c'; $d =~ s@\\\\@/@g if 'e'",
         ["s s@a@", "s b@g", "s 'c'", "s s@\\\\@", "s /@g", "s 'e'"]),
        ("a.pl", "s$a$b$g; m@a@b; qr$c$d; qq@e@f; qx$g$h",
         ["s s$a$", "s b$g", "s m@a@b", "s qr$c$d", "s qq@e@", "s qx$g$"]),
        ("a.pl", "s{a} # b\n  # c\n  {d}e; 'f'; s{a}#g#; h",
         ["s s{a}", "c # b", "c # c", "s {d}e", "s 'f'", "s s{a}", "s #g#"]),
        ("a.pl", "y::z('a'); s::t::u('b'); s:c:d:; 'e'",
         ["s 'a'", "s 'b'", "s s:c:", "s d:", "s 'e'"]),
        ("a.pl", "$x = $y / /re'/; $z //= $x // 'c' / 2", ["s /re'/", "s 'c'"]),
        ("a.jsx", "<a>b</ /* > */ a // c\n>; 'd'", ["s b", "c /* > */", "c // c", "s 'd'"]),
        ("a.mdx", "> ```sh\n> a\n\nb\n", ["p b\n"]),
        ("a.mdx", "- ```sh\n  a\n\n  b\n\nc\n", ["p c\n"]),
        ("a.md", "> <!-- a\n\nb\n", ["p > ", "c <!-- a\n", "p b\n"]),
        ("a.md", "``a ` b`` `c", ["p  `c"]),
        ("a.tcl", "# a\nb # c", ["c # a"]),
        ("a.f", "C a\n      call b\n* c\n! d\n      c = 1", ["c C a", "c * c", "c ! d"]),
        ("a.f90", "call a\n* b\n! c", ["c ! c"]),
        ("a.cbl", "      * a\n000100* b\n000200 MOVE A TO B.\n       X = A\n      *> c",
         ["c * a", "c * b", "c *> c"]),
        ("a.bat", "@rem a\n @REM b\nRem c\n@remove d", ["c @rem a", "c @REM b", "c Rem c"]),
        ("a.bas", "10 x\nREM a\n' b", ["c REM a", "c ' b"]),
        ("a.m", "function f\n% a\nx = b';  % it's\n", ["c % a"]),
        ("a.m", "#import <a.h>\n  % b\n// c", ["c // c"]),
        ("a.pl", ":- module(a, []).\n% it's\nb(X) :- c.", ["c % it's"]),
        ("a.pl", "%a = (1);\n# b", ["c # b"]),
        ("a.livemd", "a\n\n<!-- b -->", ["p a\n", "c <!-- b -->"]),
        ("a.config", "<?xml version='1.0'?>\n<!-- b -->\n<c/>", ["c <!-- b -->"]),
        ("a.ts", "\ufeff<?xml version='1.0'?>\n<!-- it's -->", ["c <!-- it's -->"]),
        ("a.erb", "<%# a %> 'b' <!-- c -->", ["c <%# a %>", "c <!-- c -->"]),
        ("a.py.j2", "# a", ["c # a"]),
        (".env.example", "# a", ["c # a"]),
        ("run", "#!/usr/bin/env node\n'a' // b", ["c #!/usr/bin/env node", "s 'a'", "c // b"]),
        ("run", "#! /bin/sh -e\n# a", ["c #! /bin/sh -e", "c # a"]),
    ],
)  # fmt: skip
def test_regions(path: str, text: str, expected: list[str]) -> None:
    assert told(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.c", "#error don't /* a */\n'b'", ['c /* a */', "s 'b'"]),
        ("a.c", "#pragma mark - Don't\n'b'", ["s 'b'"]),
        ("a.c", "#error don't say \"a\" b's \\\n c's // d\n'e'", ['s "a"', "c // d", "s 'e'"]),
        ("a.cs.h", "#pragma region it's\n'b'", ["s 'b'"]),
        ("a.cpp", "/\\\n/ a \\\nb\nc /\\\r\n* d */ e", ["c /\\\n/ a \\\nb", "c /\\\r\n* d */"]),
        ("a.cc", '// a \\  \n \'b\n"c\\ \nd"', ["c // a \\  \n 'b", 's "c\\ \nd"']),
        ("a.cs", "#:package A@1 it's\n'b'", ["s 'b'"]),
        ("a.swift", 'func `a "b`() {} // c', ['c // c']),
        ("a.swift", 'reduce(1, /) + reduce(2, /) // c', ['c // c']),
        ("a.js", "<!-- it's\n'a'", ["c <!-- it's", "s 'a'"]),
        ("a.jsx", "x = <é>it's</é>; 'b'", ["s it's", "s 'b'"]),
        ("a.tsx", "x = <A b=<C>it's</C> d = <></>>e</A>", ["s it's", 's e']),
        ("a.kt", '$$"a $b $$c ${d} $${e + "f"}" // g',
         ['s $$"a $b ', 's  ${d} ', 's "f"', 's "', 'c // g']),
        ("a.kt", '$$$"""a $$b $$$$c""" // d', ['s $$$"""a $$b $', 's """', 'c // d']),
        ("a.groovy", "a << / b'/; x++ / 2 / 'c'; switch (d) { case /'/: e }",
         ["s / b'/", "s 'c'", "s /'/"]),
        ("a.css", "@import url(//a/*b); c /* d */ 'e'", ["c /* d */", "s 'e'"]),
        ("a.less", '"a ${b}" // c', ['s "a ', 's "', 'c // c']),
        ("a.php", '<?php "$a?->b" // c', ['s "', 's "', 'c // c']),
        ("a.luau", "`a {b -- it's\n} {[[c]]}` -- d",
         ['s `a ', "c -- it's", 's  ', 's [[c]]', 's `', 'c -- d']),
        ("a.r", "x %'% `a\\`'b` # c", ['c # c']),
        ("a.jl", '```a `b` $c``` sql`it\'s $d` "$π" # e',
         ['s ```a `b` ', 's ```', "s sql`it's $d`", 's "', 's "', 'c # e']),
        ("a.hs", "[A.b| it's |] [c'd| e' |] -- f", ["s [A.b| it's |]", "s [c'd| e' |]", 'c -- f']),
        ("a.sql", "REM don't\nremark can't\nPROMPT isn't\n\\echo it's\n'a' -- b",
         ["c REM don't", "c remark can't", "s 'a'", 'c -- b']),
        ("a.sql", "a\n#>> '{b}'\n# it's\nc # 'd', e # it's\n-- f",
         ["s '{b}'", "c # it's", "c # 'd', e # it's", 'c -- f']),
        ("a.sql", 'AS """\nit\'s\n"""; r\'\'\'it\'s\'\'\' "a\\"b" $é$ it\'\'s $é$ -- c',
         ['s """\nit\'s\n"""', "s r'''it's'''", "s ''", 'c -- c']),
        ("a.rb", 'x = <<"A B"\nit\'s\nA B\na! / 2; b? / 3 / \'c\'; \'d\'<<\'e\'; ?\\M-\\C-a # f',
         ["s it's\nA B", "s 'c'", "s 'd'", "s 'e'", 's ?\\M-\\C-a', 'c # f']),
        ("a.pl", '<<\'\' . \'a\';\nit\'s "\n\n$i++ / 2 / \'b\'; "$#c $#{d}" # e',
         ["s 'a'", 's it\'s "\n', "s 'b'", 's "', 's  ', 's "', 'c # e']),
        ("a.pl", 'x;\nformat STDOUT =\n@<< "a\n.\n\'b\' # c', ["s 'b'", 'c # c']),
        ("a.ex", "~X2(it's) # a", ["s ~X2(it's)", 'c # a']),
        (
            "a.ex",
            '~H"""\n<a b={c <> "d"} e="it\'s">can\'t {%{f: 1}} <%= g # h %> i</a>\n"""x # j',
            ['s ~H"""\n<a b=', 's "d"', 's  e="it\'s">can\'t ', "s  ", "c # h ",
             's  i</a>\n"""x', "c # j"],
        ),
        (
            "a.ex",
            "~H(<!-- {a} <%= b %> --><style>{ it's }</style>{c}) ~L(<%# d %>{e}<%!-- f --%>)",
            ["s ~H(", "s <!-- {a} ", "s  -->", "s <style>{ it's }</style", "s >", "s )", "s ~L(",
             "c <%# d %>", "s {e}", "c <%!-- f --%>", "s )"],
        ),
        ("a.ex", "~F[{(a]\n'b' # c", ["s ~F[", "s 'b'", "c # c"]),
        ("a.toml", "a = '''b'''' # c\nd = \"\"\"e\"\"\"\"\" # f", ["c # c", "c # f"]),
        ("a.sql", 'description="""The "user\'s" id"""; concat("""", a, """"); \'b\' -- c',
         ["s 'b'", "c -- c"]),
        ("a.zsh", "ls (#i)a*(#qN) 'b' # c", ["s 'b'", 'c # c']),
        ("a.scala", 'raw"a\\${b}c\\\\${d}\\"" + s"\\$e\\n" // f',
         ['s raw"a\\', 's c\\\\', 's \\""', 's s"\\', 's \\n"', "c // f"]),
        ("a.ps1", "a --% it's # b | c 'd' # e\n% { 'f' } # g",
         ["s 'd'", "c # e", "s 'f'", "c # g"]),
        ("a.sh", 'cat <<A; b "$(cat <<B\nc\'s $d\nB\n)" # e\nf\'s\nA\n# g',
         ['s "', "s c's ", "s \nB", 's "', "c # e", "s f's\nA", "c # g"]),
        ("a.sh", "cat <<A <(cat <<B\nb's\nB\n) ${ c <<D\nd's\nD\n} # e\nf's\nA\n# g",
         ["s b's\nB", "s d's\nD", "c # e", "s f's\nA", "c # g"]),
        ("a.pl", "print <<`A`;\nls 'b\nA\n'c' # d", ["s ls 'b\nA", "s 'c'", "c # d"]),
        ("a.py.jinja", "a = '{{ b }}' # c {{ d }}", ["s '", "s '", "c # c "]),
        ("a.yaml.jinja2", "a: 'b # {{ c }}' # d", ["c # d"]),
        ("a.sh", "((echo 'a)'; b) | c); $((d 'e') | f) # g", ["s 'a)'", "s 'e'", 'c # g']),
        ("a.sh", "cat <<1 <<'' <<!\nit's\n1\ndon't\n\ncan't\n!\n# a",
         ["s it's\n1", "s don't\n", "s can't\n!", 'c # a']),
        ("a.ps1", "“it's $a” ‘b’ @’\n'c\n‘@ # d",
         ["s “it's ", 's ”', 's ‘b’', "s @’\n'c\n‘@", 'c # d']),
        ("a.html", "<a b=it's c='>'>d</a><!--> e <!-- f --!>g<!-- h -->",
         ['c <!-->', 'c <!-- f --!>', 'c <!-- h -->']),
        ("a.html", '<xmp><!-- a</xmp><!-- b -->', ['c <!-- b -->']),
        ("a.vue", '<template lang="pug">\np <!-- a\n</template><!-- b -->', ['c <!-- b -->']),
        ("a.astro", "{/* <!-- */}<a b={c => '<!--'} /><!-- d -->",
         ['c /* <!-- */', "s '<!--'", 'c <!-- d -->']),
        ("a.svelte", "{/* it's */ a}<b c={() => { return '>' }} /><!-- d -->",
         ["c /* it's */", "s '>'", 'c <!-- d -->']),
        ("a.xml", "<?a it's > <!-- ?><b/><!-- c -->", ['c <!-- c -->']),
        ("a.d", 'q"(a "b" (c))" q"A\n"\nA" i"d $(e ~ "f")" // g',
         ['s q"(a "b" (c))"', 's q"A\n"\nA"', 's i"d ', 's "f"', 's "', 'c // g']),
        ("a.d", "a // b\n__EOF__\n'c", ['c // b', "c __EOF__\n'c"]),
        ("a.coffee", '### it\'s ### #### b\n"c #{d \'}\'}" # e',
         ["c ### it's ###", 'c #### b', 's "c ', "s '}'", 's "', 'c # e']),
        ("a.coffee", "x = /it's/; f /'/; a / 2 / 'c'; ///\n it's #{d}\n///g",
         ["s /it's/", "s /'/", "s 'c'", "s ///\n it's ", 's \n///g']),
        ("a.coffee", "`it's` 'a\nb'", ["s 'a\nb'"]),
        ("a.nim", "#[ a #[ it's ]# b ]# ## c\n##[ d ]## # e",
         ["c #[ a #[ it's ]# b ]#", 'd ## c', 'd ##[ d ]##', 'c # e']),
        ("a.nim", 'fmt"a\\" & "b\\"" & """c"d"""" & \'"\' & 1\'u8 # e',
         ['s fmt"a\\"', 's "b\\""', 's """c"d""""', 's \'"\'', 'c # e']),
        ("a.cr", "{% if a %}'b'{% else %}'c'{% end %} # d", ["s 'b'", "s 'c'", 'c # d']),
        ("a.sol", '/// a\n/** b */ hex"00" /* c */',
         ['d /// a', 'd /** b */', 's hex"00"', 'c /* c */']),
        ("a.thrift", "# it's\n'a' /** b */", ["c # it's", "s 'a'", 'd /** b */']),
        ("a.mdx", "import A from 'b'\nexport const c = `\n\nd`\n\nit's {e('f')} {/* g */}",
         ["s 'b'", 's `\n\nd`', "p \n\nit's ", "s 'f'", 'p  ', 'c /* g */']),
        ("a.mdx", "<A b='c' d={<E>it's</E>}>f `{` g</A>", ["s 'c'", "s it's", 'p f ', 'p  g']),
        ("a.mdx", "---\na: b\n---\n```js\n{ 'c'\n```\n- ~~~\n  <d\n  ~~~\n\\{e",
         ['p \n', 'p \n\\{e']),
        ("a.yaml", 'a: base64\nb: |\n  # c\nd: 1 # e', ['c # e']),
    ],
)  # fmt: skip
def test_regions_of_the_newest_syntax(path: str, text: str, expected: list[str]) -> None:
    """And of clients, dialects and old ways that are still written."""
    assert told(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = 'a\ny = f'b{c\n# d"),
        ("a.css", "a /* b"),
        ("a.html", "<!-- a <b 'c"),
        ("a.md", "```\na"),
        ("a.pl", "=pod\na"),
        ("a.php", "<?php a"),
        ("Makefile", "a:\n\tb"),
        ("a.sh", "cat <<E\nb"),
    ],
)
def test_what_the_language_closes_by_itself_is_not_open(path: str, text: str) -> None:
    regions = open_regions(path, text)
    regions.region_around(len(text) - 1)
    assert regions.unclosed_at is None


@pytest.mark.parametrize(
    ("path", "text", "comments"),
    [
        ("a.erb", "<!-- <%= a %> --> <%# b %>", ["<!-- ", " -->", "<%# b %>"]),
        ("a.ejs", "<!-- <%- a -%> --> it's <%% b", ["<!-- ", " -->"]),
        ("a.jsp", "<!-- <%= a %> ${b} --> <%-- c --%>", ["<!-- ", " ", " -->", "<%-- c --%>"]),
        ("a.heex", "<!-- <%= a %> --> <%!-- b --%>", ["<!-- ", " -->", "<%!-- b --%>"]),
        ("a.cshtml", "<!-- @A.B(c) d@@e --> @* f *@", ["<!-- ", " d", "e -->", "@* f *@"]),
        ("a.blade.php", "<!-- {!! $a !!} --> {{-- b --}}", ["<!-- ", " -->", "{{-- b --}}"]),
        ("a.blade.php", "<!-- @php a @endphp -->", ["<!-- ", " -->"]),
        ("a.twig", "<!-- {{ a }} --> {# b #} {{ '}}' }}", ["<!-- ", " -->", "{# b #}"]),
        ("a.liquid", "{% comment %}a{% endcomment %}b", ["{% comment %}a{% endcomment %}"]),
        ("a.hbs", "<!-- {{a}} --> {{!-- b --}}", ["<!-- ", " -->", "{{!-- b --}}"]),
        ("a.html.tmpl", "<!-- {{ a }} -->{{/* b */}}", ["<!-- ", " -->", "{{/* b */}}"]),
        ("a.tpl", "{{- /* it's }} */}}a{{/* b */ -}}", ["{{- /* it's }} */}}", "{{/* b */ -}}"]),
        ("a.yaml", "{{- /* it's */ -}}\nb: 'c' # d", ["{{- /* it's */ -}}", "# d"]),
        ("a.yaml", "a: 1 # {{ it's }} b\n{{/* c */}}", ["# ", " b", "{{/* c */}}"]),
        ("a.yml", "a:\n  {{- if .b }}\n  c: {{/* d */}}", ["{{/* d */}}"]),
        ("a.yml", 'a: {{ include "b" . }}{{/* c */}}', ["{{/* c */}}"]),
        ("a.yaml", "- b: |\n    c\n  d: {{ .e }}{{/* f */}}", ["{{/* f */}}"]),
        ("a.yaml", "a: |\n{{- range (b) }}{{/* c */}}", ["{{/* c */}}"]),
        ("a.yaml", "- {{ $b }} # c {{/* d */}} e", ["# c ", "{{/* d */}}", " e"]),
        ("a.yaml.j2", "# {{ it's }} a\nb: 'c' # d", ["# ", " a", "# d"]),
        ("a.yaml.j2", "{# don't #}\na: 'b' # c", ["{# don't #}", "# c"]),
        ("a.sh.j2", "echo 'a {{ b }}' # {{ c }}", ["# "]),
        ("a.py.j2", "a = 'b {{ c }}' # {% if d %}\n", ["# "]),
        ("a.html.j2", "<script>'a' // {{ b }} c\n</script>", ["// ", " c"]),
        ("a.erb", "<!-- <% a -->", ["<!-- <% a -->"]),
        ("a.html", "<a>{# b #}", ["{# b #}"]),
        ("a.html", "{% comment %}c{% endcomment %}d", ["{% comment %}c{% endcomment %}"]),
        ("a.htm", "{#\n b\n#}<p>{{ c }}", ["{#\n b\n#}"]), ("a.html", "{% # b %}c", ["{% # b %}"]),
        ("a.html", "{{/* a */}}<!-- {{ b }} -->", ["{{/* a */}}", "<!-- ", " -->"]),
        ("a.html", "{% if a %}<!-- {{ b }} -->", ["<!-- ", " -->"]),
        ("a.html", "{{ end }}<!-- {{ b }} -->", ["<!-- ", " -->"]),
        ("a.html", "{{ a }}{#b <!-- {{ c }} -->", ["<!-- {{ c }} -->"]),
        ("a.html", "<script>class A {#b; c = '#}'}</script>", []),
        ("a.tmpl", "{{/* a */}} b\n# c\n{{ d }}", ["{{/* a */}}", "# c"]),
        ("a.jinja", "{% raw %}{# a #}{% endraw %}{# b #}", ["{# b #}"]),
        ("a.html.j2", "{% raw %}{# a #}<!-- b -->{% endraw %}{# c #}", ["<!-- b -->", "{# c #}"]),
        ("a.html", "{% verbatim %}{# a #}{% endverbatim %}{# b #}", ["{# b #}"]),
        ("a.twig", "{% raw %}{# a #}", ["{# a #}"]),
        ("a.liquid", "{% raw %}{% comment %}{% endraw %}{% # b %}", ["{% # b %}"]),
        ("a.smarty", "{literal}{* a *}{/literal}{* b *}", ["{* b *}"]),
        ("a.ftl", "<#noparse><#-- a --></#noparse><#-- b -->", ["<#-- b -->"]),
        ("a.blade.php", "@verbatim{{-- a --}}@endverbatim{{-- b --}}", ["{{-- b --}}"]),
        ("a.hbs", "{{{{b}}}}{{! a }}{{{{/b}}}}{{! c }}", ["{{! c }}"]),
    ],
)  # fmt: skip
def test_what_a_template_runs_is_code_wherever_it_stands(
    path: str, text: str, comments: list[str]
) -> None:
    assert [region[2:] for region in told(path, text) if region[0] == "c"] == comments


@pytest.mark.parametrize(
    "text",
    [
        "a: \"{{ b }}\"", "{{ a }}", "{{- a -}}", "a: {{ b | c('d') }}", "- {{ not 'a' }}",
        "{{ a if 'b' in c else d }}", "{{ a() }}", "{% if a %}", "a: ${{ b.c }}", "{{ end }}",
        "a: '{{ .b }}'", 'a: "{{/* b */}}"', "a: b {{ .c }}", "# {{ .a }}", "a: | # b\n  {{ .c }}",
        "a:\n  - >-\n   {{- if .b }}\n   c\n\n   {{/* d */}}", "- a: |2-\n      b\n     {{ .c }}",
        "- &a |\n  {{ .b }}",
    ],
)  # fmt: skip
def test_yaml_that_is_no_template_of_go_stays_yaml(text: str) -> None:
    """Jinja and Ansible, and what quotes, comments and blocks of text hold of Go's templates."""
    assert told("a.yaml", f"{text}\n\n# {{{{/* x */}}}}") == [
        *(["c # {{ .a }}"] if text.startswith("#") else []),
        *(["c # b"] if "# b" in text else []),
        "c # {{/* x */}}",
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.blade.php", "{{ 'a' /* b */ }}{!! \"c $d\" !!}{{-- @php 'e' --}}",
            ["s 'a'", "c /* b */", 's "c ', 's "', "c {{-- @php 'e' --}}"],
        ),
        ("a.blade.php", "@php\n// a's\n# b\n'c{{ d }}'\n@endphp\n// e",
         ["c // a's", "c # b", "s 'c{{ d }}'"]),
        ("a.blade.php", "@php('a') @if (f(')') /* b */) @can('c')it's", ["s 'a'", "s ')'",
         "c /* b */", "s 'c'"]),
        ("a.blade.php", "@@if ('a') b@c.d ('e') @if ('f'", []),
        ("a.blade.php", "<style>@media ('a') { b: 'c' }</style>", ["s 'a'", "s 'c'"]),
        ("a.blade.php", "<?= 'a' ?>'b'<?php 'c' // d", ["s 'a'", "s 'c'", "c // d"]),
        ("a.erb", "<%= 'a' # b %><%\n# it's\nc \"#{d}\" %>",
         ["s 'a'", "c # b ", "c # it's", 's "', 's "']),
        ("a.ejs", "<% /* a */ b(`c ${d}`) // e\n %>", ["c /* a */", "s `c ", "s `", "c // e"]),
        ("a.heex", '<%= "a" # b\n %>', ['s "a"', "c # b"]),
        ("a.jsp", "<% // it's\n \"a\" %>${b['c']}", ["c // it's", 's "a"', "s 'c'"]),
        ("a.cshtml", '@A.B("a")@if (c("d")) {\n  // it\'s\n}', ['s "a"', 's "d"', "c // it's"]),
        ("a.razor", '@code {\n  // it\'s\n  @"a\\"; { }\n}\n<p>it\'s', ["c // it's", 's @"a\\"']),
        ("a.twig", "{{ 'a' ~ \"b #{c} d\" }}{% set e = 'f' %}",
         ["s 'a'", 's "b ', 's  d"', "s 'f'"]),
        ("a.twig", "{{ 'a }}' }} {{ it's }}", ["s 'a }}'"]),
        ("a.liquid", "{{ 'a' | b }}{%- # c -%}", ["s 'a'", "c {%- # c -%}"]),
        ("a.gohtml", "{{ a `b` \"c\" }}", ["s `b`", 's "c"']),
        ("a.gohtml", "{{`{{ a }} it's`}}b{{ 'c' }}", ["s `{{ a }} it's`", "s 'c'"]),
        ("a.yaml", "a: {{ .a }} {{`{{`}} b {{`}}`}} # c", ["s `{{`", "s `}}`", "c # c"]),
        ("a.gohtml", f"{{{{ `{'a }}' * 1000}` }}}} 'b'", [f"s `{'a }}' * 1000}`"]),
        ("a.yaml", "{{ if .a }}\na: {{ f `\n}} b` }}\n# c\n{{ end }}", ["s `\n}} b`", "c # c"]),
        ("a.hbs", "{{a 'b'}}{{{c \"d\"}}}", ["s 'b'", 's "d"']),
        ("a.latte", "{a b='c'}{* d *}", ["s 'c'", "c {* d *}"]),
        ("a.ftl", "${a('b')}<#if c == 'd'>", ["s 'b'", "s 'd'"]),
        # What nothing closes ends with its tag.
        ("a.jsp", '<% a("b) %><script>\'c\'</script>', ['s "b) ', "s 'c'"]),
    ],
)  # fmt: skip
def test_a_program_of_a_template_has_the_strings_and_comments_of_its_language(
    path: str, text: str, expected: list[str]
) -> None:
    """A comment in ``@php`` was code, and a legal edit was denied."""
    assert told(path, text) == expected


PAGE = (
    "<input accept='image/*'> a\n// b\n# c\nit's\n<style>\n#app {}\n/* d */\n</style>\n"
    "<script>\n'it /* e'; f // g\n</script><style lang=sass>// h\n</style><!-- i -->\n"
)
PAGES = ("blade.php", "php", "twig", "njk", "liquid", "erb", "html.erb", "ejs", "heex", "hbs",
         "mustache", "cshtml", "jsp", "aspx", "gohtml", "html.tmpl", "smarty", "latte", "ftl",
         "vue", "svelte", "astro", "html")  # fmt: skip


@pytest.mark.parametrize("ending", PAGES)
def test_around_its_programs_a_template_reads_as_a_page(ending: str) -> None:
    """``accept='image/*'`` opened a comment in some, and ``#app`` was one."""
    assert told(f"a.{ending}", PAGE) == [
        "c /* d */", "s 'it /* e'", "c // g", "c // h", "c <!-- i -->",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.php",
            "<script>'<?= f('a') /* b */ ?>' // c\n</script>'d'",
            ["s '", "s 'a'", "c /* b */", "s '", "c // c"],
        ),
        (
            "a.php",
            "<?php if (1): ?><style>/* <?php '</style>' ?> */</style><?php // a",
            ["c /* ", "s '</style>'", "c  */", "c // a"],
        ),
        ("a.php", "<?php '<script>'; // a\n'b'", ["s '<script>'", "c // a", "s 'b'"]),
        ("a.yml.erb", "# a <%= 'b' %>\nc: 'd' # e", ["c # a ", "s 'b'", "c # e"]),
        ("a.js.erb", "'<%= a 'b' %>' // c", ["s '", "s 'b'", "s '", "c // c"]),
        ("a.j2", "# a {{ 'b' }}\n'c'", ["c # a ", "s 'b'"]),
        ("a.j2", "#!/bin/sh\n'c {{ 'b' }}' # d", ["c #!/bin/sh", "s 'c ", "s 'b'", "s '", "c # d"]),
        (
            "a.tpl",
            "#!/usr/bin/env python3\na('b') # c",
            ["c #!/usr/bin/env python3", "s 'b'", "c # c"],
        ),
    ],
)
def test_the_text_around_a_program_is_in_the_language_that_its_place_tells(
    path: str, text: str, expected: list[str]
) -> None:
    assert told(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "mark"),
    [
        ("a.py", "'a' # b\nx = '''c\n# d", "'''"),
        ("a.js", "'a'; x = `b ${ `c` // d", "`b"),
        ("a.tsx", "'a'; f = <T>(x: T) => 'b' // c</T", "<T"),
        ("a.c", '"a"; /* b " c', "/*"),
        ("a.rs", '"a"; b("c // d', '"c'),
        ("a.go", "'a'; `b // c", "`"),
        ("a.sh", "'a'; echo 'b # c", "'b"),
        ("a.sh", "'a'; echo $(b # c", "$("),
        ("a.sql", "'a'; 'it -- b", "'it"),
        ("a.lua", "'a'; [==[ b ]] -- c", "[==["),
        ("a.rb", "'a'; %w[b # c", "%w"),
        ("a.rb", "'a'\n=begin\nb", "=begin"),
        ("a.yaml", '# a\nb: "c # d', '"c'),
        ("a.toml", '# a\nb = """c # d', '"""'),
        ("a.vue", "<!-- a --><script>'b'; `c // d</script><!-- e -->", "`c"),
    ],
)
def test_from_a_mark_that_nothing_closes_on_all_is_code(path: str, text: str, mark: str) -> None:
    regions = open_regions(path, text)
    place = text.index(mark)
    assert regions.region_around(len(text.removesuffix("</script><!-- e -->")) - 1)[2] == CODE
    assert regions.unclosed_at == place
    assert regions.region_around(0)[2] != CODE


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.xyz", "", False), ("LICENSE", "", False), ("a.py.xyz", "", False),
        ("a.py", "", True), ("a.ipynb", "", True), ("src/**/*.tsx", "", True),
        ("Dockerfile", "", True), ("a.conf.in", "", True), ("run", "#!/usr/bin/perl -w", True),
        ("build", "", False), ("BUILD", "", True), ("third_party/WORKSPACE", "", True),
    ],
)  # fmt: skip
def test_a_language_is_known_by_the_name_of_a_file(path: str, text: str, expected: bool) -> None:
    assert is_known_language(path, text) is expected


@pytest.mark.parametrize(
    ("line", "lexer"),
    [
        ("#!/usr/bin/python3.12 -u", "python"), ("#!python", "python"), ("#!py -3", "python"),
        ("#! C:\\Python\\python.exe", "python"), ("#!/usr/bin/pypy3", "python"),
        ("#!/usr/bin/env python3-dbg", "python"), ("#!/usr/bin/env -S uv run --script", "python"),
        ("#!/usr/bin/env -S uv run --with ruby -q -s", "python"),
        ("#!/usr/bin/env -S uvx --from x ipython", "python"),
        ("#!/usr/bin/env -S pipx run", "python"), ("#!/usr/bin/env -S poetry run python", "python"),
        ("#!/usr/bin/env -S conda run -n ruby python -u", "python"),
        ("#!/usr/bin/env -S VAR='a b' python", "python"), ("#!/usr/bin/env -iS python", "python"),
        ("#!/usr/bin/env -u ruby -C perl python", "python"), ("#!/usr/bin/env -Spython3", "python"),
        ("#!/usr/bin/env --split-string=python3", "python"), ("#!/usr/bin/sudo -u x sh", "shell"),
        ("#!/usr/bin/env -S npx --yes tsx", "typescript"),
        ("#!/usr/bin/env -S npx -p node@20 tsx@4", "typescript"),
        ("#!/usr/bin/env -S bunx tsx", "typescript"), ("#!/usr/bin/env -S bun run", "javascript"),
        ("#!/usr/bin/env -S deno run -A", "typescript"), ("#!/usr/bin/node20", "javascript"),
        ("#!/usr/bin/env -S mise x node@20 -- tsx", "typescript"),
        ("#!/usr/bin/env -S osascript -l JavaScript", "javascript"),
        ("#!/usr/bin/env bats", "shell"), ("#!/bin/busybox sh", "shell"), ("#!/bin/mksh", "shell"),
        ("#!/usr/bin/env nix-shell", "shell"),
        ("#!/usr/bin/env nix-shell\n#! nix-shell -p ruby -i python3", "python"),
        ("#!/usr/bin/env nix\n#! nix shell nixpkgs#ruby nixpkgs#php -c php", "php"),
        ("#!/usr/bin/env -S bundle exec ruby", "ruby"), ("#!/usr/bin/env -S bundle exec", "ruby"),
        ("#!/usr/bin/env -S cargo +nightly -Zscript", "rust"), ("#!/usr/bin/env raku", ""),
        ("#!/usr/bin/env -S dotnet run", "csharp"), ("#!/usr/bin/env -S stack script", "haskell"),
        ("#!/usr/bin/lua5.4", "lua"), ("#!/usr/bin/make -f", "make"), ("#!/usr/bin/env", ""),
        ("#!/usr/bin/env nobody-knows", ""), ("#!", ""), ("#!/usr/bin/env -S npx nobody", ""),
    ],
)  # fmt: skip
def test_a_first_line_tells_the_language_of_a_script(line: str, lexer: str) -> None:
    assert [file_type.lexer for file_type in find_text_types("bin/run", f"{line}\n")] == [lexer]
    assert find_text_types("bin/run", f" {line}\n") == []


def test_in_a_script_that_nobody_knows_lines_with_a_number_sign_are_comments() -> None:
    text = "#!/usr/bin/env nobody-knows\na # b\n  # c\n// d\n"
    assert told("run", text) == ["c #!/usr/bin/env nobody-knows", "c # c"]


def test_an_attribute_of_rust_is_no_first_line_of_a_script() -> None:
    assert find_text_types("run", "#![allow(dead_code)]\n") == []
