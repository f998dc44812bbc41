# SPDX: MIT
x = 1
