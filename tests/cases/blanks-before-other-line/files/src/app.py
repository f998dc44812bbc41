import sys

    print(name)
