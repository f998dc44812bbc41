import a


def helper():
    pass


def test_one():
    def inner():
        assert True

    inner()


def test_two(): assert 1


class TestIt:
    def test_three(self):
        with a:
            assert 2
