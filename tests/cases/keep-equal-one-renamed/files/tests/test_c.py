def test_a():
    assert two() == 2
