import os

    print(name)
