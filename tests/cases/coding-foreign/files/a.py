# coding: utf-7
+AHAAcgBpAG4AdA-(1)
