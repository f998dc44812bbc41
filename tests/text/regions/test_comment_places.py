"""Where in a text a comment can stand, by the type of its file."""

from __future__ import annotations

import pytest

from phaser_lint.text.regions.comment_places import render_comment_at


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.unknown", "|"),
        ("a.json", "{|}"),
        ("a.rmd", "text|"),
        ("a.astro", "<p>|</p>"),
        ("a.tpp", 'x = R"(\n|\n)";'),
        ("a.csx", 'x = @"\n|\n";'),
        ("a.gvy", "x = '''\n|\n''';"),
        ("a.kml", "<Placemark\n|\n>"),
        ("a.nimble", 'x = """\n|\n"""'),
        ("Makefile.PL", "print <<END;\n|\nEND\n"),
        ("Gemfile", "=begin\n|\n=end\n"),
        ("a.html", "<script src=x\n|\n"),
        ("a.vue", "<template x lang='pug'>\n|\n</template>"),
        # Nobody can tell in time, or with one look at each of them.
        ("a.jsx", "(/[{" * 20_000 + "|"),
        ("a.jsx", "`${" * 2_000 + "|"),
        ("a.html", "<script " * 20_000 + "|\n"),
        ("a.vue", "<template " * 20_000 + "|\n"),
        ("a.php", "---\n<?php\n$a = '\n|\n';"),
        # A text goes on behind what is computed in it, and in a program of a template.
        ("a.rb", "x = <<~A\n|#{b}\nA\n"),
        ("a.rb", "x = <<~A\n  b\n  A|\n"),
        ("a.sh", "cat <<A\nb\nA|\n"),
        ("a.js", "x = `\na|"),
        ("a.rb", "x = %W[a\n#{b}|\n]"),
        ("a.rb", "x = %W[a\n|#{b} c\n]"),
        ("a.rb", "x = %Q(\n#{b} |\n)"),
        ("a.rb", "x = `\n#{b}|\n`"),
        ("a.rb", "x = %r{\n#{b}|\n}"),
        ("a.rb", "x = /\n#{b}|\n/"),
        ("a.ex", "x = ~s(\n#{b}|\n)"),
        ("a.cs", 'x = @$"\n{b}|\n";'),
        ("a.gradle", "x = $/\n${b}|\n/$"),
        ("a.coffee", "x = ///\n#{b}|\n///"),
        ("a.php", "<?php\n$a = `\n{$b}|\n`;"),
        ("a.html.erb", '<% x = "a\n#{b}|\n" %>'),
        ("a.html.erb", "<% x = <<~X\na #{b}|\nX\n%>"),
        ("a.html.erb", "<% x = %W[a\n|b\n] %>"),
        ("a.blade.php", '@php\n$a = "\n{$b}|\n";\n@endphp'),
        ("a.blade.php", "@php\n$a = <<<X\n {$b}|\nX;\n@endphp"),
    ],
)
def test_no_comment_can_stand_there(path: str, text: str) -> None:
    """In quotes, a heredoc, a tag; where the language takes none, or nobody knows."""
    assert render_comment_at(path, text.replace("|", ""), text.index("|"), "a") == ""


@pytest.mark.parametrize(
    ("path", "text", "comment"),
    [
        ("a.tpp", "x;|", "// a"),
        ("a.kml", "<a>|</a>", "<!-- a -->"),
        ("a.blade.php", "<p>|</p>", "{{-- a --}}"),
        ("a.blade.php", "@if ($x)|", "{{-- a --}}"),
        ("a.phtml", "<p>|</p>", "<!-- a -->"),
        ("a.phtml", "<p><?php f();| ?></p>", "// a"),
        ("a.svelte", "<script>\nf();|\n</script>", "// a"),
        ("a.vue", "<template x>\n<p/>|\n</template>\n<script>f()</script>", "<!-- a -->"),
        ("a.vue", '<template lang="html">\n<p/>|\n</template>', "<!-- a -->"),
        ("a.vue", "<template x>\n</template>\n<script>f();|</script>", "// a"),
        ("a.html", "<style>\np {}|\n</style>", "/* a */"),
        ("a.jsx", "<ul>|</ul>", "{/* a */}"),
        ("a.jsx", "<ul a={<b></b>}>|</ul>", "{/* a */}"),
        ("a.jsx", "x = <ul a={<b></b>}></ul>;|", "// a"),
        ("Makefile.PL", "use strict;|", "# a"),
        ("a.rb", "x = %W[a]|\n", "# a"),
        ("a.rb", "x = f\n|%W[a\n#{b}\n]", "# a"),
        ("a.rb", "x = %W[\n#{b}\n]|", "# a"),
        ("a.py", "x = 1\n|'''a\n'''", "# a"),
        ("a.rb", "|x = %W[\n#{b}\n]", "# a"),
        # A quote that opens nothing: in a pattern, a word, a character, another text.
        ("a.rb", "f <<~A|\nb\nA\n", "# a"),
        ("a.rb", "f <<~A\nb\nA\nf|\n", "# a"),
        ("a.rb", "x = /'/\nf|", "# a"),
        ("a.rb", 'x = ?"\nf|', "# a"),
        ("a.rb", "x = %w[' \"]\nf|", "# a"),
        ("a.rb", "x = %(it's)\nf|", "# a"),
        ("a.rb", "x = `'`\nf|", "# a"),
        ("a.pm", "$x = q(it's);\nf();|", "# a"),
        ("a.pm", "$x =~ /'/;\nf();|", "# a"),
        ("a.sh", "echo \\' $'\\''\nf|", "# a"),
        ("a.phtml", "<?php\n$x = `'`;\nf();| ?>", "// a"),
        ("a.swift", 'let a = #"""#\nlet b = 1|', "// a"),
        ("a.rs", "fn f<'a>(x: &'a str) {\n  g('\"');|\n}", "// a"),
        ("a.lua", 'x = [[ " ]]\nf()|', "-- a"),
        ("a.html.erb", "<%\n  x = /'/\n  f|\n%>", "# a"),
        ("a.html.erb", '<% x = "a"|\n y %>', "# a"),
        ("a.html.erb", '<p a="\n<%= b %>|\n">', "<%# a %>"),
        ("a.md", "---\nx: 1\n---\n|", "<!-- a -->"),
    ],
)
def test_what_a_comment_is_there(path: str, text: str, comment: str) -> None:
    """In the part of the file that the place is in."""
    assert render_comment_at(path, text.replace("|", ""), text.index("|"), "a") == comment
