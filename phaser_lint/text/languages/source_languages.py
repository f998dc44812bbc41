"""The languages that programs are written in, by the endings of their files."""

from __future__ import annotations

_ENDINGS = {
    "JavaScript": "js jsx mjs cjs", "TypeScript": "ts tsx mts cts", "Vue": "vue",
    "Svelte": "svelte", "Astro": "astro", "Python": "py pyi", "Go": "go", "Rust": "rs",
    "Java": "java", "Kotlin": "kt kts", "Swift": "swift", "Ruby": "rb", "PHP": "php", "C#": "cs",
    "C": "c h", "C++": "cc cpp cxx hpp", "Elixir": "ex exs", "Dart": "dart", "Scala": "scala",
    "F#": "fs fsx", "Lua": "lua", "Zig": "zig", "Haskell": "hs", "Clojure": "clj cljs",
    "Erlang": "erl", "Julia": "jl", "Perl": "pl pm", "Objective-C": "m mm", "shell": "sh",
}  # fmt: skip
LANGUAGE_BY_ENDING = {
    f".{ending}": language for language, endings in _ENDINGS.items() for ending in endings.split()
}
