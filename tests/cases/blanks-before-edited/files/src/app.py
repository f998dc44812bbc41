import os

print(password)
