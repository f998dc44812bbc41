"""File globs of contracts: gitignore-style patterns on paths relative to the project root.

``match`` answers from compiled globs and imports nothing; ``compile`` makes them, ``glob_problems``
refuses.
"""
