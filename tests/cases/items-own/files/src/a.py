def one():
