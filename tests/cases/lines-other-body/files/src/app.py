try:
    charge()
except Exception:
    pass
