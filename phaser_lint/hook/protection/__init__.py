"""Protection of the hook itself: where it lies, and the contracts that keep edits off it."""
