def two():
