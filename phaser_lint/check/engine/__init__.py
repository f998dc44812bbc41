"""The engine: files and contracts in, a ``Report`` out. It prints nothing and reads nothing."""
