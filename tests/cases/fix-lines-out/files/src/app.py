import os
import pdb
import sys
