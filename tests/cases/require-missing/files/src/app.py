x = '# SPDX'
