import os

print(name)
