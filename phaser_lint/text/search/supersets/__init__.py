"""Expressions for ``hyperscan`` that match wherever a pattern does, and in a few places more."""
