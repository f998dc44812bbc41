def test_a():
    assert one() == 1


def test_b():
    assert two() == 2
