"""The look of the page of a report: light, dark, narrow and on paper. No font and no picture is fetched."""

from __future__ import annotations

from memlab.view.svg import (
    BLACK,
    BLUE,
    CARD,
    DEAD,
    EVICTED,
    FONTS,
    GREY,
    INK,
    INKS,
    KEPT,
    MUTED,
    RULE,
    VERMILION,
)

DARK = {  # what a colour of a picture is on a dark page
    INK: "#ececec",
    MUTED: "#b8b8b8",
    RULE: "#4a4d52",
    CARD: "#1d2024",
    BLUE: "#5db4ea",
    INKS[BLUE]: "#5db4ea",
    KEPT.fill: "#1c4a68",
    GREY: "#a3a3a3",
    DEAD.fill: "#2c2f34",
    VERMILION: "#ff9a5c",
    INKS[VERMILION]: "#ff9a5c",
    EVICTED.fill: "#5c2c12",
    BLACK: "#ffffff",
}

PLAIN = f"--ink: {INK}; --muted: {MUTED}; --rule: {RULE}; --card: {CARD}; --page: #f6f6f4; --link: #005a8e"
TABLES = """
.memlab-chats .wide { overflow-x: auto; background: var(--card); border: 1px solid var(--rule);
  border-radius: 6px; margin: 8px 0 12px }
.memlab-chats table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 1.4 }
.memlab-chats caption { text-align: left; padding: 8px 10px; font-weight: bold }
.memlab-chats th, .memlab-chats td { padding: 5px 10px; text-align: left; vertical-align: top;
  border-top: 1px solid var(--rule); overflow-wrap: break-word; min-width: 52px; max-width: 420px }
.memlab-chats th { color: var(--muted); font-weight: normal }
.memlab-chats .number { text-align: right; font-variant-numeric: tabular-nums;
  white-space: nowrap }
.memlab-chats .text { min-width: 200px }
"""
_LIGHT = f"""
:root {{ {PLAIN} }}
* {{ box-sizing: border-box }}
body {{ margin: 0 auto; padding: 16px; max-width: 776px; background: var(--page); color: var(--ink);
  font: 15px/1.55 {FONTS} }}
h1 {{ font-size: 24px; line-height: 1.25; margin: 12px 0 4px; overflow-wrap: anywhere }}
h2 {{ font-size: 18px; margin: 36px 0 8px; line-height: 1.3 }}
h3 {{ font-size: 15px; margin: 20px 0 6px; overflow-wrap: anywhere }}
p, li {{ max-width: 72ch; overflow-wrap: anywhere }}
a {{ color: var(--link) }}
:focus-visible {{ outline: 3px solid var(--link); outline-offset: 2px }}
.muted {{ color: var(--muted) }}
nav ul {{ display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none }}
.picture {{ overflow-x: auto; margin: 12px 0 }}
.picture svg {{ display: block; min-width: 600px }}
pre {{ overflow-x: auto; padding: 12px; background: var(--card); border: 1px solid var(--rule);
  border-radius: 6px; font-size: 13px; line-height: 1.45 }}
summary {{ cursor: pointer; padding: 6px 0 }}
.first {{ background: var(--card); border: 1px solid var(--rule); border-left: 6px solid {BLUE};
  border-radius: 6px; padding: 4px 16px }}
"""
_ON_DARK = "\n".join(
    f'  svg [{side}="{light}"], svg[{side}="{light}"] {{ {side}: {dark} }}'
    for light, dark in DARK.items()
    for side in ("fill", "stroke")
)
STYLE = f"""{_LIGHT}{TABLES}
@media screen and (prefers-color-scheme: dark) {{
  :root {{ color-scheme: dark; --ink: #ececec; --muted: #b8b8b8; --rule: #4a4d52; --card: #1d2024;
    --page: #121417; --link: #7cc4f5 }}
{_ON_DARK}
}}
@media print {{
  :root {{ --page: #fff }}
  body {{ max-width: none; padding: 0; font-size: 11pt }}
  nav {{ display: none }}
  h2, h3, caption {{ break-after: avoid }}
  svg, tr, pre, .first {{ break-inside: avoid }}
  .memlab-chats .wide, .picture, pre {{ overflow: visible; border: 0 }}
  .picture svg {{ min-width: 0 }}
  pre {{ white-space: pre-wrap }}
}}
"""
