if x:
    try:
        send()
    except Exception:
        pass
