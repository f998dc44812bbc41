"""Protection of the gate itself: where it lies, and the contracts that keep edits off it."""
