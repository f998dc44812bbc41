try:
    send()
except Exception:
    pass
