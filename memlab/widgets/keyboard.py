"""What a keyboard and a screen reader need and ipywidgets does not give: a focus that is seen, names."""

from __future__ import annotations

import html

# ipywidgets puts a slider's label beside it and not into its name, and tells places where it shows words.
_NAMES = """setTimeout(() => {
  const explorer = this.closest('.memlab-explorer');
  for (const field of explorer?.querySelectorAll('textarea[title]') ?? [])
    field.setAttribute('aria-label', field.title);
  for (const slider of explorer?.querySelectorAll('.widget-hslider') ?? []) {
    const [label, handle, told] = ['label', '[role=slider]', '.widget-readout']
      .map(part => slider.querySelector(part));
    handle.setAttribute('aria-label', label.textContent);
    handle.setAttribute('aria-valuetext', told.textContent);
    if (told.isContentEditable) {
      told.setAttribute('role', 'textbox');
      told.setAttribute('aria-label', label.textContent);
    }
  }
}, 100)"""
# In a style element, as it comes with every picture and is not shown.
KEYBOARD = (
    f'<style onload="{" ".join(_NAMES.split())}">'
    ".memlab-explorer.memlab-explorer :focus-visible"
    "{outline:2px solid #0072b2!important;outline-offset:0}</style>"
)


def scrolls(label: str) -> str:
    """The attributes of a box that scrolls by keys, too: it can be focused, and says what is in it.

    >>> scrolls("The prompt")
    'tabindex="0" role="region" aria-label="The prompt"'
    """
    return f'tabindex="0" role="region" aria-label="{html.escape(label)}"'
