"""What a finger or a reader may miss on a page: held for small phones, large text, day and night."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize

from .phone import SIZE, Phone
from .visibility import wait_for_styles

# What sticks out to the side, what is cut, words that break or lie over others, what Enter taps by mistake, fields that
# make an iPhone zoom in, targets below 48 × 48, targets over others: those of links in lines and rows reach into the
# ones around them, and who deals is chosen inside the field of a name.
FAULTS = """({fingers, wide, long}) => { // not window.innerWidth, which grows with what sticks out
  const faults = [];
  const across = document.documentElement.scrollWidth;
  if (across > wide) faults.push(`scrolls sideways: ${across} > ${wide}`);
  const apart = new Set(), lines = []; // what floats above the page, or is for readers alone
  const name = (one) => `<${one.tagName} ${one.getAttribute("class") || ""}> ${one.textContent.trim().slice(0, 40)}`;
  for (const one of document.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect(), { overflowX, overflowY, position, clipPath } = getComputedStyle(one);
    if (apart.has(one.parentElement) || /fixed|sticky/.test(position) || clipPath === "inset(50%)") apart.add(one);
    if (!box.width || !box.height || !one.checkVisibility()) continue;
    const scrolled = one.parentElement.closest("[role][tabindex='0']"); // by itself, and reached by the keyboard
    if (!scrolled && (box.right > wide + 0.5 || box.left < -0.5)) faults.push(`sticks out: ${name(one)}`);
    const drawing = one.matches("svg text") ? one.ownerSVGElement.getBoundingClientRect() : box;
    if (box.left < drawing.left - 0.5 || box.right > drawing.right + 0.5) faults.push(`is cut: ${name(one)}`);
    const cuts = !apart.has(one) && (overflowX !== "visible" || overflowY !== "visible");
    if (cuts && one.matches("button, label, p, h1, h2, td, th, span") &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
      faults.push(`is cut: ${name(one)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: words } = walker, { parentElement: one } = words;
    if (!words.data.trim() || !one.checkVisibility({ opacityProperty: true }) || apart.has(one)) continue;
    range.selectNodeContents(words);
    const boxes = [...range.getClientRects()];
    const short = fingers && boxes.length > 1 ? words.data.matchAll(/\\p{L}+/gu) : [];
    for (const { 0: word, index } of short) {
      range.setStart(words, index);
      range.setEnd(words, index + word.length);
      if (!long.includes(word) && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        faults.push(`breaks “${word}”: ${name(one)}`);
    }
    for (const box of boxes) {
      const slack = box.height / 4; // letters are lower than their boxes
      if (slack)
        lines.push({ one, left: box.left + 1, right: box.right - 1, top: box.top + slack, bottom: box.bottom - slack });
    }
  }
  lines.sort((line, other) => line.top - other.top);
  for (const [index, line] of lines.entries())
    for (let next = index + 1; next < lines.length && lines[next].top < line.bottom - 1; next += 1) {
      const { one, left, right } = lines[next];
      if (one !== line.one && left < line.right && right > line.left)
        faults.push(`${name(one)} lies over ${name(line.one)}`);
    }
  for (const form of document.forms) { // Enter taps the first button, as in tests/lint.py
    const typed = form.querySelector("input:not([type=hidden], [type=radio], [type=checkbox], [type=file])");
    const [first, second] = [...form.elements].filter((one) => one.type === "submit");
    if (typed && second && (!first.matches(".go, .chosen, [hidden]") || first.hasAttribute("formaction")))
      faults.push(`Enter taps ${name(first)}`);
  }
  const fields = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden])";
  for (const one of fingers ? document.querySelectorAll(fields) : [])
    if (one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16)
      faults.push(`makes an iPhone zoom in: ${one.name}`);
  const targets = [];
  if (fingers)
    for (const one of document.querySelectorAll("a, button, select, summary, input:not([type=hidden])")) {
      const finger = one.matches("[type=radio], [type=checkbox]") && one.closest("label") || one;
      const box = finger.getBoundingClientRect();
      if (box.width && Math.min(box.width, box.height) < 47.9 && one.checkVisibility())
        faults.push(`is ${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${name(one)}`);
      const reaches = finger.matches(".ref, .hands :is(a, summary), .deals");
      if (box.width && one.checkVisibility() && !reaches && !apart.has(finger))
        targets.push([finger, box]);
    }
  const meet = (side, end, one, other) => Math.min(one[end], other[end]) - Math.max(one[side], other[side]) > 1;
  for (const [index, [one, box]] of targets.entries())
    for (const [other, next] of targets.slice(index + 1))
      if (meet("left", "right", box, next) && meet("top", "bottom", box, next) && !one.contains(other) &&
          !other.contains(one))
        faults.push(`a finger on ${name(one)} is on ${name(other)} too`);
  return faults;
}"""
# Where the person's few colors take the place of ours: what is chosen looks like what is not, or a button has no edge.
FORCED = """() => {
  const faults = [], looks = { true: new Map(), false: new Map() };
  const parts = ["backgroundColor", "color", "borderTopStyle", "borderTopWidth", "borderTopColor"];
  const look = (one) => parts.map((part) => getComputedStyle(one)[part]).join(" ");
  const drawn = (one) => { // a field lies transparent over its chip, or beside what stands for it
    if (!one.matches("input")) return one;
    return one.closest(".chip") ?? (getComputedStyle(one).opacity === "0" ? one.nextElementSibling : null);
  };
  for (const one of document.querySelectorAll("[type=radio], [type=checkbox], [aria-pressed]")) {
    const seen = drawn(one);
    if (!seen?.checkVisibility()) continue;
    const kind = `${one.type} ${seen.tagName} in ${seen.parentElement.className || seen.parentElement.id}`;
    looks[one.matches(":checked, [aria-pressed=true]")].set(kind, look(seen));
  }
  for (const [kind, chosen] of looks.true)
    if (looks.false.get(kind) === chosen) faults.push(`chosen or not, it looks the same: ${kind}`);
  for (const one of document.querySelectorAll("button, a.go")) {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
    if (one.checkVisibility() && (borderTopStyle === "none" || parseFloat(borderTopWidth) === 0))
      faults.push(`has no edge: ${one.className} ${one.textContent.trim()}`);
  }
  return faults;
}"""
# Rows of a table that two printed pages may share.
CUT_IN_PRINT = """() => [...document.querySelectorAll("tr")]
  .filter((row) => getComputedStyle(row).breakInside !== "avoid")
  .map((row) => `is cut between printed pages: ${row.textContent.trim().slice(0, 40)}`)"""
OPEN_ALL = """() => {
  window.opened = [...document.querySelectorAll("details:not([open])")];
  window.opened.forEach((one) => { one.open = true });
}"""
NARROW: ViewportSize = {"width": 320, "height": 640}  # as WCAG 1.4.10 has it
LONG = ("Bartholomew", "Maximilian")  # may break, as no word of ours
CLOSE_AGAIN = "() => window.opened.forEach((one) => { one.open = false })"
TEXT_SIZE = "size => { document.documentElement.style.fontSize = size }"
AXE = Axe().axe_script
VIOLATIONS = """run => axe.run(document, {resultTypes: ["violations"], ...run})
  .then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"""
COLORS_ALONE = {"runOnly": ["color-contrast", "link-in-text-block"]}


def faults(phone: Phone, *, fingers: bool) -> list[str]:
    """What is wrong with the page as it is, in words; `fingers` also looks for targets that are too small."""
    size = phone.page.viewport_size
    assert size
    found: list[str] = phone.page.evaluate(FAULTS, {"fingers": fingers, "wide": size["width"], "long": LONG})
    return found


def forced_color_faults(phone: Phone) -> list[str]:
    """What cannot be told apart where the system forces its colors, in words."""
    phone.page.emulate_media(forced_colors="active")
    found: list[str] = phone.page.evaluate(FORCED)
    phone.page.emulate_media(forced_colors="none")
    return found


def print_faults(phone: Phone) -> list[str]:
    """What two printed pages may share, in words."""
    phone.page.emulate_media(media="print")
    found: list[str] = phone.page.evaluate(CUT_IN_PRINT)
    phone.page.emulate_media(media="screen")
    return found


def fits(phone: Phone) -> None:
    """Fail where something is wrong with the page as it is."""
    wait_for_styles(phone.page)
    assert faults(phone, fingers=True) == []


def layout_faults(phone: Phone) -> list[str]:
    """On both phones, in both text sizes, folded and unfolded; fingers for the usual text."""
    page, found = phone.page, list[str]()
    wait_for_styles(phone.page)
    for size in (SIZE, NARROW):
        page.set_viewport_size(size)
        for text in ("100%", "200%"):
            page.evaluate(TEXT_SIZE, text)
            at = f"{size['width']} × {size['height']}, {text}"
            found += [f"{at}: {fault}" for fault in faults(phone, fingers=text == "100%")]
            page.evaluate(OPEN_ALL)
            found += [f"{at}, all open: {fault}" for fault in faults(phone, fingers=text == "100%")]
            page.evaluate(CLOSE_AGAIN)
        page.evaluate(TEXT_SIZE, "")
    page.set_viewport_size(SIZE)
    return found


def axe_violations(phone: Phone) -> list[str]:
    """By day, and by night what is about colors, which is all that changes then; all that unfolds is open."""
    page = phone.page
    wait_for_styles(page)
    page.evaluate(OPEN_ALL)
    page.evaluate(AXE)
    found = list(page.evaluate(VIOLATIONS, {}))
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {violation}" for violation in page.evaluate(VIOLATIONS, COLORS_ALONE)]
    page.emulate_media(color_scheme="light")
    page.evaluate(CLOSE_AGAIN)
    return found
