"""if any."""
if True:
    x = 1


def test_one():
    # if nothing
    def helper():
        if x:
            return 1

    assert helper()


def test_two(a=1): assert a


if x:
    y = 2
