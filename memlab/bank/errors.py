"""What the scored memory cannot work with."""

from __future__ import annotations


class Torn(RuntimeError):
    """The server took away some keys of a tenant and left others, so nothing about it can be counted.

    It does so where its maxmemory is reached and its maxmemory-policy is not noeviction. Or another program
    wrote into them what memlab does not.
    """


class OtherRules(ValueError):
    """The tenant's scores were made by settings whose scores mean something else."""
