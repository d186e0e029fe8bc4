"""Every page can be read, reached and tapped: on small phones, with large text, by day and by night."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .pages import every_page
from .phone import Phone

# Everything a finger or a reader may miss: what sticks out to the side, what is cut, targets below 48 × 48.
FAULTS = """(fingers) => {
  const faults = [], wide = document.documentElement;
  if (wide.scrollWidth > window.innerWidth) faults.push(`scrolls sideways: ${wide.scrollWidth} > ${window.innerWidth}`);
  const name = (one) => `<${one.tagName.toLowerCase()} ${one.className}> ${one.textContent.trim().slice(0, 40)}`;
  for (const one of document.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || !one.checkVisibility()) continue;
    const scrolled = one.parentElement.closest("[role=region][tabindex]"); // by itself, and reached by the keyboard
    if (!scrolled && (box.right > window.innerWidth + 0.5 || box.left < -0.5)) faults.push(`sticks out: ${name(one)}`);
    const cuts = getComputedStyle(one).overflowX !== "visible" || getComputedStyle(one).overflowY !== "visible";
    if (cuts && one.matches("button, label, p, h1, h2, td, th, span") &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
      faults.push(`is cut: ${name(one)}`);
  }
  if (fingers)
    for (const one of document.querySelectorAll("a, button, select, summary, input:not([type=hidden])")) {
      const finger = one.matches("[type=radio], [type=checkbox]") && one.closest("label") || one;
      const box = finger.getBoundingClientRect();
      if (box.width && (box.width < 48 || box.height < 48) && one.checkVisibility())
        faults.push(`is ${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${name(one)}`);
    }
  return faults;
}"""

OPEN_ALL = """() => {
  window.opened = [...document.querySelectorAll("details:not([open])")];
  window.opened.forEach((one) => { one.open = true });
}"""
CLOSE_AGAIN = "() => window.opened.forEach((one) => { one.open = false })"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(new_phone: Callable[..., Phone], scheme: str) -> None:
    phone, axe, found = new_phone(color_scheme=scheme, reduced_motion="reduce"), Axe(), list[str]()
    for where in every_page(phone):
        phone.page.wait_for_load_state("load")
        phone.page.evaluate(OPEN_ALL)
        results = axe.run(phone.page)
        found += [f"{where}: {one['id']}: {one['nodes'][0]['html']}" for one in results.response["violations"]]
        phone.page.evaluate(CLOSE_AGAIN)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [(390, 664), (360, 640)], ids=lambda size: f"{size[0]} × {size[1]}")
@pytest.mark.parametrize("text", ["100%", "200%"])
def test_nothing_sticks_out_is_cut_or_too_small_to_tap(
    new_phone: Callable[..., Phone], size: tuple[int, int], text: str
) -> None:
    phone, found = new_phone(viewport={"width": size[0], "height": size[1]}), list[str]()
    for where in every_page(phone):
        phone.page.wait_for_load_state("load")
        phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        found += [f"{where}: {fault}" for fault in phone.page.evaluate(FAULTS, text == "100%")]
        phone.page.evaluate(OPEN_ALL)
        found += [f"{where}, all open: {fault}" for fault in phone.page.evaluate(FAULTS, text == "100%")]
        phone.page.evaluate(CLOSE_AGAIN)
    assert not found, "\n".join(found)


def test_without_javascript_the_page_shows_no_button_that_does_nothing(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(javascript=False)
    phone.start_game("Dee")
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    named = [button.inner_text() for button in phone.page.get_by_role("button").all()]
    assert named[0] == "Undo"
    assert "Save hand" in named
    assert phone.page.get_by_role("group", name="Points").count() == 0
