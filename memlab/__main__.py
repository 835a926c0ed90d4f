"""`python -m memlab` is the command `memlab`."""

import sys

from memlab.cli import main

sys.exit(main())
