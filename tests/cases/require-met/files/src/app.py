#!/usr/bin/python
# SPDX: MIT
