# coding: utf-8
+AHAAcgBpAG4AdA-(1)
