x = 1
import os
 # import
