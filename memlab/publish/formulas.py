"""Formulas as MathML, which browsers draw themselves: no script and no font has to be shipped."""

from __future__ import annotations


def mathml(latex: str, display: bool = False) -> str:
    """A formula in TeX's notation as a MathML element.

    >>> mathml("e^{-20}").startswith("<math")
    True
    """
    from latex2mathml.converter import convert

    return convert(latex, display="block" if display else "inline")
