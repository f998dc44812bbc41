r"""Attributes of pages that are programs: each row has a text and its regions in order.

The kinds: c comment, s string.
"""

from __future__ import annotations

import pytest

from tests.text.regions.test_regions import told


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.vue", "<p :a=\"'b'\" v-bind:c=\"{ 'd': e /* f */ }\" @g=\"h('/i') // j\n\">it's</p>",
         ["s 'b'", "s 'd'", "c /* f */", "s '/i'", "c // j"]),
        ("a.vue", "<p v-on:a.b='c(\"d\")' v-if=\"e === 'f'\" v-for=\"g in ['h']\" v-i>it's</p>",
         ['s "d"', "s 'f'", "s 'h'"]),
        ("a.vue", "<a #b=\"{ c = 'd' }\" v-slot:e = \"{ f = 'g' }\"\n"
         " .h=\"`i${'j'}`\" :k=\"/it's/\"/>",
         ["s 'd'", "s 'g'", "s `i", "s 'j'", "s `", "s /it's/"]),
        ("a.vue", "<a b=\"'c'\" d:e=\"'f'\" title=\"it's // g\" :h=i'j'>'k'"
         " :l=\"'m'\"</a>{{ 'n' }}",
         ["s 'n'"]),
        ("a.vue", "<textarea :a=\"'b'\">'c'</textarea><script :d=\"'e'\">'f'</script>",
         ["s 'b'", "s 'e'", "s 'f'"]),
        # What nothing closes ends with its value.
        ("a.vue", "<a :b=\"'c\" :d=\"/* e\" :f=\"`g\">{{ 'h' }}<i :j=\"'k", ["s 'c", "s 'h'"]),
        ("a.vue", "<template lang=\"html\">{{ 'a' }} <i :b=\"'c'\"/></template>",
         ["s 'a'", "s 'c'"]),
        ("a.vue", "<template lang=html>{{ 'a' }}</template><b/>{{ 'c' }}", ["s 'a'", "s 'c'"]),
        ("a.vue", "<template lang='pug'>\np(:a=\"'b'\") {{ 'c' }}\n</template>{{ 'd' }}",
         ["s 'd'"]),
        ("a.svelte", "<a b=\"it's {c ? 'd' : `e`} it's\" on:f='{() => g(\"h\")}'"
         " i=\"{j /* k */}\"/>",
         ["s 'd'", "s `e`", 's "h"', "c /* k */"]),
        ("a.html", "<a :b=\"'c'\" @d=\"e('f')\" g=\"{'h'}\">{{ 'i' }}</a>", []),
        ("a.html", "<script data-type='x' x-lang=y>'b' // c\n</script>", ["s 'b'", "c // c"]),
        ("a.astro", "<a b={'c'} d=\"{'e'}\" :f=\"'g'\"/>", ["s 'c'"]),
    ],
)  # fmt: skip
def test_an_attribute_that_is_a_program_has_its_strings_and_comments(
    path: str, text: str, expected: list[str]
) -> None:
    """``:title="'as any'"`` was code, in whose strings nothing counted."""
    assert told(path, text) == expected
