"""Where installed hooks of earlier versions look for the hook; see ``hook/clean.py``."""
