def test_a():
    assert one() == 1
