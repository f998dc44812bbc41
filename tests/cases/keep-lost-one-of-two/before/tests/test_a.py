def test_b():
    assert two() == 2


class TestMore:
    def test_b(self):
        pass
