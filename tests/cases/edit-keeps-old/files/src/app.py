import os
import sys
print(1)
print(2)
