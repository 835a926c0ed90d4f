"""The site's search also in Chinese: a text without spaces is its single characters and its pairs."""

from __future__ import annotations

import re

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_WORDS = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+")

# The same for what is typed: a run of Chinese is looked up by its pairs, a single character as it is.
SPLITTER = f"""
function splitQuery(query) {{
  const found = query.match(/[{_HAN}]+|[\\p{{Letter}}\\p{{Number}}]+/gu) || [];
  return found.flatMap((run) => {{
    if (!/[{_HAN}]/.test(run)) return [...run.split(/[{_HAN}]+/)].filter((word) => word);
    const letters = [...run];
    if (letters.length < 2) return letters;
    return letters.slice(1).map((letter, i) => letters[i] + letter);
  }});
}}
"""


def split(text: str) -> list[str]:
    """The words of a text.

    >>> split("我过敏 T-7316")
    ['我', '过', '敏', '我过', '过敏', 'T', '7316']
    """
    words = []
    for run in _WORDS.findall(text):
        if not re.match(f"[{_HAN}]", run):
            words.append(run)
            continue
        words += [*run, *(run[i : i + 2] for i in range(len(run) - 1))]
    return words
