"""Protection of the hook itself: its files, and the contracts that deny edits of them."""
