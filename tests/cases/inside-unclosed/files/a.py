def a():
    x = 1


y = """ open


def test_a():
    if x:
        pass
