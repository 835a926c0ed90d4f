"""The course to read without running it: a static site, and slides. Needs the extra `site`; no network.

Nothing is executed here: what is shown is what the notebooks hold.
"""

from __future__ import annotations

import importlib.util

SITE_NEEDS = ("sphinx", "myst_nb", "furo", "latex2mathml", "nbformat", "pygments")
SLIDES_NEED = ("sphinx_revealjs", "markdown_it", "mdit_py_plugins", "latex2mathml", "nbformat", "pygments")


def missing(*modules: str) -> list[str]:
    """Those of the modules that are not installed here.

    >>> missing("json", "no_such_module")
    ['no_such_module']
    """
    return [name for name in modules if importlib.util.find_spec(name) is None]
