"""A hand on the widgets of a notebook in the browser: every control to its ends, every fault noted."""

from __future__ import annotations

import pathlib

# Every question to the kernel until it is answered, every complaint of the kernel, and every picture or
# line of a widget that is not as it should be, from the moment it is on the page.
LISTEN = """() => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
  const waiting = new Set(), faults = new Set()
  window.memlab = {waiting, faults, last: performance.now()}
  kernel.anyMessage.connect((_, {msg, direction}) => {
    const {msg_id, msg_type} = msg.header, parent = msg.parent_header.msg_id
    window.memlab.last = performance.now()
    if (direction === 'send' && msg.channel === 'shell') waiting.add(msg_id)
    if (msg_type === 'status' && msg.content.execution_state === 'idle') waiting.delete(parent)
    if (msg_type === 'error') faults.add(`kernel: ${msg.content.ename}: ${msg.content.evalue}`)
    if (msg_type === 'stream' && msg.content.name === 'stderr') faults.add(`kernel: ${msg.content.text}`)
  })
  const said = (svg, tag) => svg.querySelector(`:scope > ${tag}`)?.textContent.trim()
  const look = () => {
    for (const alarm of document.querySelectorAll('.memlab-explorer [role=alert]'))
      faults.add(`alarm: ${alarm.textContent.trim().slice(0, 300)}`)
    for (const svg of document.querySelectorAll('.memlab-explorer svg:not([role=group])'))
      if (!said(svg, 'title') || !said(svg, 'desc')) faults.add(`no title or desc: ${said(svg, 'title')}`)
    for (const explorer of document.querySelectorAll('.memlab-explorer'))
      if (!explorer.querySelector('.widget-html-content > svg')) faults.add('the picture is gone')
  }
  const observed = {childList: true, subtree: true, characterData: true}
  for (const explorer of document.querySelectorAll('.memlab-explorer'))
    new MutationObserver(look).observe(explorer, observed)
  look()
}"""
ANSWERED = """quiet => window.memlab.waiting.size === 0 && performance.now() - window.memlab.last >= quiet
  && ![...document.querySelectorAll('.memlab-explorer .widget-hprogress')]
    .some(bar => getComputedStyle(bar).visibility === 'visible')"""
ALIKE = "([words, explorer]) => explorer.querySelector('svg > title')?.textContent === words"
AT_END = "([handle, end]) => handle.getAttribute('aria-valuenow') === handle.getAttribute('aria-value' + end)"
JOURNEY = (("Home", "min"), ("PageUp", ""), ("PageUp", ""), ("End", "max"), ("PageDown", ""))
SENTENCES = ("", "我住在北京。<b>&", "What did I order? T-7316 ☂")


class Hand:
    """Moves what can be moved in the explorers of the notebook that lies on a desk.

    `path` is typed where one is asked for.
    """

    def __init__(self, desk, path: pathlib.Path) -> None:
        self.page, self.path = desk.page, path
        self.page.evaluate(LISTEN)

    def move_all(self, explorer) -> None:
        """Every control of one explorer to its extremes; then back, and the first picture is there again."""
        before = explorer.locator("svg > title").first.text_content()
        self.sliders(explorer)
        for number, menu in enumerate(explorer.locator("select").all()):
            for option in menu.locator("option").all_text_contents():
                menu.select_option(label=option)
                self.settled()
                if number == 0:  # what it shows may bring its own ranges
                    self.ends(explorer.locator("[role=slider]").first)
        for box in explorer.locator("input[type=checkbox]").all():
            for _ in range(2):
                box.press("Space")
                self.settled()
        for field in explorer.locator("input[type=text]:not([inputmode]), textarea").all():
            asks_for_a_path = "path" in (field.get_attribute("placeholder") or "")
            for text in [str(self.path)] if asks_for_a_path else SENTENCES:
                field.fill(text)
                self.settled()
        for name in explorer.locator("button:not(.widget-upload)").all_text_contents():
            if name != "Reset":
                explorer.get_by_role("button", name=name, exact=True).first.click()
                self.settled(300)
        self.sliders(explorer)
        explorer.get_by_role("button", name="Reset").click()
        self.page.wait_for_function(ALIKE, arg=[before, explorer.element_handle()], timeout=15_000)
        self.settled(300)

    def sliders(self, explorer) -> None:
        for handle in explorer.locator("[role=slider]").all():
            self.ends(handle, JOURNEY)

    def ends(self, handle, journey=JOURNEY[::3]) -> None:
        handle.focus()
        for key, end in journey:
            self.page.keyboard.press(key)
            if end:
                self.page.wait_for_function(AT_END, arg=[handle.element_handle(), end], timeout=15_000)
            self.settled()

    def settled(self, quiet: int = 0) -> None:
        """Wait until the kernel has answered all that it was asked."""
        self.page.wait_for_function(ANSWERED, arg=quiet)

    def faults(self) -> list[str]:
        return self.page.evaluate("() => [...window.memlab.faults]")
