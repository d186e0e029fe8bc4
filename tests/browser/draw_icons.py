"""Draws the icons of the installed app from static/icon.svg: `python -m tests.browser.draw_icons`."""

from playwright.sync_api import sync_playwright

from scorekeeper import settings

from .prepare import find_chromium

STATIC = settings.shipped("static")
SIZES = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}
# A launcher cuts a maskable icon to its own shape: the ground fills all of it, and the picture the inner four fifths.
ROUNDED, WHOLE = (
    'viewBox="0 0 64 64"><rect width="64" height="64" rx="14"',
    'viewBox="-8 -8 80 80"><rect x="-8" y="-8" width="80" height="80"',
)
SQUARE = 'viewBox="0 0 64 64"><rect width="64" height="64"'  # Apple rounds its own corners


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text()
    assert ROUNDED in drawing
    grounds = {"icon-maskable.png": WHOLE, "icon-180.png": SQUARE}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = drawing.replace(ROUNDED, grounds.get(name, ROUNDED))
            page.set_content(f"<body style='margin:0'>{svg.replace('<svg', f'<svg width={size} height={size}')}")
            page.screenshot(path=STATIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
