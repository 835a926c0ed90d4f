"""`python -m memlab` is the `memlab` command."""

from memlab.cli import main

raise SystemExit(main())
