def test_b():
    assert two() == 2


class TestMore:
    def test_a(self):
        assert one() == 1
