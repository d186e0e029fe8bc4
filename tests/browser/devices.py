"""What a device has of its own: its screen, its keyboard, its voice, its lock, its way to share."""

from playwright.sync_api import Page

from .phone import Phone
from .scripts import script

SHARES = """window.shared = [];
Navigator.prototype.share = async ({ files, text }) => {
  const { width, height } = files ? await createImageBitmap(files[0]) : {};
  window.shared.push([files?.[0].type, width, height, text]);
};"""


KEEP_LOCKS = script("keep_locks")


TELEVISION = {"width": 1920, "height": 1080}


SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)


VOICE = script("note_voice")


def planted(phone: Phone, voices: str = "[{}]", refused: str = "false", switch: str = "on") -> Phone:
    if switch:
        phone.page.add_init_script(f"localStorage.setItem('voice', '{switch}')")
    phone.page.add_init_script(f"({VOICE})({voices}, {refused})")
    return phone


AC, BD = "Ann & Cal", "Bob & Dee"


def pad(phone: Phone, points: int) -> None:
    phone.page.get_by_role("group", name="Points").get_by_role("button", name=str(points), exact=True).tap()


def keyboard_is_up(page: Page) -> bool:
    """Whether the phone would show its own keyboard: a text field has the focus and asks for one."""
    is_up: bool = page.evaluate(
        "(f => f.matches('textarea, select, input:not([type=radio], [type=checkbox])') && f.inputMode !== 'none')"
        "(document.activeElement)"
    )
    return is_up
