"""The course to read without running it: a static site, and slides. Needs the extra `site`; no network.

Nothing is executed here: what is shown is what the notebooks hold.
"""
