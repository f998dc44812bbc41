# acme
acme = 1


def run():
    """acme"""
    return "acme"
