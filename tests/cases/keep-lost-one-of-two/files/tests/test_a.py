def test_b():
    assert two() == 2
