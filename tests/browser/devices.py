"""What a device has of its own: its screen, its keyboard, its voice, its lock, its way to share."""

from playwright.sync_api import Page

from .phone import Phone

SHARES = """window.shared = [];
Navigator.prototype.share = async ({ files, text }) => {
  const { width, height } = files ? await createImageBitmap(files[0]) : {};
  window.shared.push([files?.[0].type, width, height, text]);
};"""


# Keeps every wake lock that the browser gives to the page.
KEEP_LOCKS = """() => {
  if (!navigator.wakeLock) return;
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  window.locks = [];
  navigator.wakeLock.request = async (kind) => {
    const lock = await request(kind);
    window.locks.push(lock);
    return lock;
  };
}"""


TELEVISION = {"width": 1920, "height": 1080}


SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)


# Notes what is said, in place of the browser's voices. `refused`: until a tap, as a browser does without one.
VOICE = """(voices, refused) => {
  window.said = [];
  let isTapped = !refused;
  addEventListener("click", () => isTapped = true, { capture: true });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voice = Object.assign(new EventTarget(), {
    speaking: false,
    getVoices: () => voices,
    cancel: () => said.push("✂"),
    speak: (one) => isTapped ? said.push(one.text) : setTimeout(() => one.onerror({ error: "not-allowed" })),
  });
  Object.defineProperty(window, "speechSynthesis", { value: voice });
}"""


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
