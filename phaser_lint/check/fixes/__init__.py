"""Fixes: what contracts put in place of their violations, applied to texts in memory."""
