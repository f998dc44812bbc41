"""Records, errors, texts, JSON, processes: words that everything else is written in."""
