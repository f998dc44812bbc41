def test_one():
    assert one() == 1


def test_b():
    assert two() == 2
