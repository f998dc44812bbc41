"""Why a line that states a rule has no draft, in a word that its reader can check."""
