"""What came to browsers after the oldest ones that the app is for, by MDN's tables of compatibility.

A feature of CSS, HTML or JavaScript that is used is either there in each of the oldest browsers, or `WITHOUT` says what
happens without it.
"""

import re
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from scorekeeper import settings

OLDEST = (16.4, 128, 111)  # Safari on iOS, Firefox, Chrome

STATIC = settings.shipped("static")
STYLES = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.css")}
SCRIPTS = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}
TEMPLATES = {path.name: path.read_text() for path in settings.shipped("templates").rglob("*.html")}
TEXTS = {"css": STYLES, "js": SCRIPTS, "html": TEMPLATES}
COMMENTS = re.compile(r"/\*.*?\*/|^ *//.*?$|(?<=[;{}] )//.*?$|\{#.*?#\}", re.DOTALL | re.MULTILINE)


class Feature(NamedTuple):
    """How it is written, in which kinds of files, and in which version of Safari, Firefox and Chrome it came."""

    pattern: str
    ios: float
    firefox: float
    chrome: float
    kinds: tuple[str, ...] = ("css",)

    def found_in(self, kind: str, text: str) -> bool:
        return kind in self.kinds and re.search(self.pattern, COMMENTS.sub("", text), re.MULTILINE) is not None


def js(pattern: str, ios: float, firefox: float, chrome: float) -> Feature:
    return Feature(pattern, ios, firefox, chrome, ("js",))


def html(pattern: str, ios: float, firefox: float, chrome: float) -> Feature:
    return Feature(pattern, ios, firefox, chrome, ("html",))


def method(name: str, ios: float, firefox: float, chrome: float) -> Feature:
    return js(rf"\.{name}\(", ios, firefox, chrome)


def declared(name: str, ios: float, firefox: float, chrome: float) -> Feature:
    """Return a property of CSS."""
    return Feature(rf"(?<![\w-]){name}(?=:)", ios, firefox, chrome)


NEWER = {
    # Selectors
    "::details-content": Feature("(?<=::)details-content", 18.4, 143, 131),
    "::highlight()": Feature("(?<=::)highlight", 17.2, 140, 105),
    "::target-text": Feature("(?<=::)target-text", 18.2, 131, 89),
    "::search-text": Feature("(?<=::)search-text", inf, inf, 144),
    "::scroll-button, ::scroll-marker": Feature("(?<=::)scroll-(button|marker)", inf, inf, 135),
    "::picker, ::checkmark": Feature("(?<=::)(picker|checkmark)|base-select", inf, inf, 135),
    "::backdrop of a dialog": Feature("(?<=::)backdrop", 15.4, 47, 122),
    ":popover-open": Feature("popover", 17, 125, 114, ("css", "html")),
    ":state()": Feature("(?<=:)state(?=\\()", 17.4, 126, 125),
    ":user-valid, :user-invalid": Feature("(?<=:)user-(in)?valid", 16.5, 88, 119),
    ":dir()": Feature("(?<=:)dir(?=\\()", 16.4, 49, 120),
    ":open": Feature("(?<=:)open(?![\\w-])", inf, 136, 133),
    ":has-slotted, :active-view-transition": Feature("(?<=:)(has-slotted|active-view-transition)", 18.2, 136, 125),
    ":target-current, :heading": Feature("(?<=:)(target-current|heading)(?![\\w-])", 26.4, 148, 135),
    # At-rules
    "@scope": Feature("(?<=@)scope", 17.4, 146, 118),
    "@starting-style": Feature("(?<=@)starting-style", 17.5, 129, 117),
    "@counter-style": Feature("(?<=@)counter-style", 17, 33, 91),
    "@view-transition": Feature("(?<=@)view-transition", 18.2, inf, 126),
    "@position-try": Feature("(?<=@)position-try", 26, 147, 125),
    "@function, if()": Feature("(?<=@)function|: *if\\(", inf, inf, 137),
    "@container style()": Feature("@container (\\w+ )?style\\(", 18, inf, 111),
    "@container scroll-state()": Feature("scroll-state", inf, inf, 133),
    "boxes in the margins of @page": Feature("(?<=@)(top|bottom|left|right)-[a-z]+", inf, inf, 131),
    "@media (scripting)": Feature("(?<=\\()scripting", 17, 113, 120),
    "@media (prefers-reduced-transparency)": Feature("(?<=\\()prefers-reduced-(transparency|data)", inf, inf, 118),
    "@media (inverted-colors)": Feature("(?<=\\()inverted-colors", 9.1, 114, inf),
    "@media (overflow-block, update)": Feature("(?<=\\()(overflow-(block|inline)|update)(?=:)", 17, 66, 113),
    # Values
    "light-dark()": Feature("light-dark(?=\\()", 17.5, 120, 123),
    "relative colors": Feature("(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\\(from ", 18, 128, 119),
    "contrast-color()": Feature("contrast-color(?=\\()", 26, 146, 147),
    "content for readers": Feature('(?<=content:) ?[^;{}]+? / "[^"]*"', 17.4, 128, 77),
    "attr() with a type": Feature("attr\\([\\w-]+ (type\\(|[a-z%])", inf, inf, 133),
    "round(), mod(), rem()": Feature("(?<![\\w-])(round|mod|rem)(?=\\()", 15.4, 118, 125),
    "pow(), sqrt(), hypot(), log(), exp()": Feature("(?<![\\w-])(pow|sqrt|hypot|log|exp)(?=\\()", 15.4, 118, 120),
    "abs(), sign()": Feature("(?<![\\w-])(abs|sign)(?=\\()", 15.4, 118, 138),
    "sibling-index(), progress()": Feature("sibling-(index|count)|(?<![\\w-])progress(?=\\()", 26, inf, 138),
    "calc-size(), interpolate-size": Feature("calc-size|interpolate-size", inf, inf, 129),
    "linear()": Feature("(?<![\\w-])linear(?=\\()", 17.2, 112, 113),
    "shape(), rect(), xywh()": Feature("(?<![\\w-])(shape|rect|xywh)(?=\\()", 18.4, 148, 135),
    "cap, rcap, rex, rch, ric": Feature("(?<=\\d)(r?cap|rex|rch|ric)(?![\\w-])", 17.2, 147, 118),
    "anchor positioning": Feature("anchor-(name|scope|size)|position-(anchor|area)|(?<![\\w-])anchor\\(", 26, 147, 125),
    "subgrid": Feature("(?<=: )subgrid", 16, 71, 117),
    "grid-lanes": Feature("grid-lanes|masonry", 26.4, inf, inf),
    "stretch": Feature("(width|height|size): stretch", inf, inf, 138),
    # Properties
    "text-wrap": declared("text-wrap(-style)?", 17.5, 124, 114),
    "text-box": declared("text-box(-trim|-edge)?", 18.2, inf, 133),
    "text-autospace, text-spacing-trim": declared("text-(autospace|spacing|spacing-trim)", 18.4, 145, 123),
    "text-decoration with a style": Feature("(?<=[{ ;])text-decoration(?=: [\\w-]+ [\\w.])", 26, 36, 57),
    "white-space-collapse": declared("white-space-collapse", 17.4, 124, 114),
    "hyphens": declared("(?<!-webkit-)hyphens", 17, 43, 55),
    "hyphenate-limit-chars": declared("hyphenate-(limit-chars|character)", 17, 137, 109),
    "initial-letter": declared("initial-letter", inf, inf, 110),
    "font-size-adjust": declared("font-size-adjust", 17, 3, 127),
    "line-clamp": declared("line-clamp", inf, inf, inf),
    "field-sizing": declared("field-sizing", 26.2, inf, 123),
    "content-visibility": Feature("content-visibility(?=: (auto|hidden))", 18, 125, 85),
    "contain-intrinsic-size": declared("contain-intrinsic-[a-z-]+", 17, 107, 95),
    "transition-behavior": Feature("transition-behavior|allow-discrete", 17.4, 129, 117),
    "view transitions": Feature("view-transition-(name|class)", 18, 144, 111),
    "scroll-driven animations": Feature("(animation|scroll|view)-timeline|animation-range", 26, inf, 115),
    "animation-composition": declared("animation-composition", 16, 115, 112),
    "scroll snaps at the start, targets": Feature("scroll-(initial-target|marker-group|target-group)", inf, inf, 133),
    "scrollbar-width, -color, -gutter": declared("scrollbar-(width|color|gutter)", 26.2, 97, 121),
    "overscroll of one axis": declared("overlay", inf, inf, 117),
    "align-content of a block": Feature("summary[^{}]*{[^{}]*align-content", 17.4, 125, 123),
    "mask without a prefix": Feature("(?<![\\w-])mask(-[a-z]+)?(?=:)", 15.4, 53, 120),
    "backdrop-filter": Feature("(?<![\\w-])backdrop-filter(?=:)", 18, 103, 76),
    "user-select alone": Feature("(?<!-webkit-user-select: all;\\n  )(?<![\\w-])user-select:", inf, 69, 54),
    "corner-shape": declared("corner-[a-z-]+", inf, inf, 139),
    "margin-trim, reading-flow": declared("(margin-trim|reading-(flow|order))", inf, inf, inf),
    "interactivity": declared("interactivity", inf, inf, 135),
    "field of a style: print-color-adjust": declared("(?<!-webkit-)print-color-adjust", 15.4, 97, 136),
    # HTML
    "details of one group": html("<details[^>]* name=", 17.2, 130, 120),
    "hidden until found": html('hidden="until-found"', 26.2, 139, 102),
    "command, commandfor": html(" (commandfor|command)=", 26.2, 144, 135),
    "closedby": html(" closedby=", inf, 141, 134),
    "fetchpriority": html(" fetchpriority=", 17.2, 132, 102),
    "blocking": html(" blocking=", 18.2, inf, 105),
    "search": html("<search", 17, 118, 118),
    "plaintext-only": html("plaintext-only", 16.4, 136, 51),
    "speculation rules": html("speculationrules", inf, inf, 109),
    "selectedcontent": html("<selectedcontent", inf, inf, 135),
    # The language
    "import attributes": js('(from|import\\() ?"[^"]+",? with ?{|from "[^"]+" with', 17.2, 138, 123),
    "flag v of patterns": js("[^\\s/*(]/[dgimsy]*v[dgimsy]*[,;.)]", 17, 116, 112),
    "modifiers in patterns": js("\\(\\?[ims-]+:", 26, 132, 125),
    "using": js("^\\s*(await )?using \\w+ =", inf, 141, 134),
    "Temporal": js("\\bTemporal\\.", inf, 139, 144),
    "decorators": js("^\\s*@\\w+\\s*$", inf, inf, inf),
    "Math.sumPrecise, f16round": js("Math\\.(sumPrecise|f16round)", 26.2, 137, 147),
    "Float16Array": js("Float16Array", 18.2, 129, 135),
    "Iterator": js("\\bIterator\\.", 18.4, 131, 122),
    "iterator helpers": js(
        "(?<!Object)\\.(values|keys|entries|matchAll)\\([^()]*\\)\\s*\\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\\(",
        18.4,
        131,
        122,
    ),
    "Promise.withResolvers": method("withResolvers", 17.4, 121, 119),
    "Promise.try": js("Promise\\.try", 18.2, 134, 128),
    "Array.fromAsync": method("fromAsync", 16.4, 115, 121),
    "groupBy": method("groupBy", 17.4, 119, 117),
    "methods of Set": method("(union|intersection|\\w*[dD]ifference|is(Sub|Super)setOf|isDisjointFrom)", 17, 127, 122),
    "getOrInsert": method("getOrInsert(Computed)?", 26.2, 144, 145),
    "RegExp.escape": js("RegExp\\.escape", 18.2, 134, 136),
    "Error.isError": js("Error\\.(isError|captureStackTrace)", 26, 138, 134),
    "base64 of bytes": method("(fromBase64|toBase64|fromHex|toHex|setFromBase64)", 18.2, 133, 140),
    "transfer of buffers": method("(transfer|transferToFixedLength)", 17.4, 122, 114),
    "Atomics.waitAsync": js("Atomics\\.(waitAsync|pause)", 16.4, 145, 87),
    "Intl.DurationFormat": js("Intl\\.DurationFormat", 16.4, 136, 129),
    "JSON.rawJSON": js("JSON\\.(rawJSON|isRawJSON)", 18.4, 135, 114),
    # What a browser gives to scripts
    "URL.canParse": js("URL\\.canParse", 17, 115, 120),
    "URL.parse": js("URL\\.parse", 18, 126, 126),
    "URLPattern": js("\\bURLPattern\\b", 26, 142, 95),
    "URLSearchParams.size": js("[sS]earch(Params)?(\\([^()]*\\))?\\.size\\b", 17, 112, 113),
    "URLSearchParams.has(name, value)": js("[sS]earch(Params)?\\.(has|delete)\\([^(),]+, ", 17, 115, 117),
    "AbortSignal.any": js("AbortSignal\\.any", 17.4, 124, 116),
    "FormData of a submitter": js("new FormData\\([^()]+, ", 16.4, 111, 112),
    "checkVisibility": method("checkVisibility", 17.4, 106, 105),
    "showPopover": js("\\b(show|hide|toggle)Popover\\b|popoverTarget", 17, 125, 114),
    "beforetoggle": js('"beforetoggle"', 17, 114, 114),
    "startViewTransition": method("startViewTransition", 18, 144, 111),
    "moveBefore": method("moveBefore", inf, 144, 133),
    "scrollend": js('"(on)?scrollend"|"scrollsnapchange"', 26.2, 109, 114),
    "setHTML": method("(setHTML|setHTMLUnsafe|parseHTMLUnsafe|getHTML)", 17.4, 123, 124),
    "requestIdleCallback": js("requestIdleCallback", inf, 55, 47),
    "scheduler": js("\\bscheduler\\.(yield|postTask)", inf, 142, 94),
    "navigation": js("\\bnavigation\\.|navigation\\?\\.", 26.2, 147, 102),
    "CloseWatcher, requestClose": js("CloseWatcher|\\.requestClose\\(", 18.4, 139, 126),
    "cookieStore": js("\\bcookieStore\\b", 18.4, 140, 87),
    "ariaNotify": method("ariaNotify", inf, inf, 141),
    "aria elements": js("\\baria\\w+Elements?\\b", 16.4, 136, 135),
    "Highlight": js("CSS\\.highlights|new Highlight", 17.2, 140, 105),
    "caretPositionFromPoint": method("caretPositionFromPoint", 18.4, 20, 128),
    "getComposedRanges": method("getComposedRanges", 17, 142, 137),
    "vibrate": js("\\bvibrate\\b", inf, inf, 30),  # Firefox took it out with 129
    "setAppBadge": js("\\b(set|clear)AppBadge\\b", 16.4, inf, 81),
    "notRestoredReasons": js("notRestoredReasons", inf, inf, 123),
    "beforeinstallprompt": js("beforeinstallprompt|getInstalledRelatedApps", inf, inf, 44),
    "showPicker of a list": method("showPicker", inf, 122, 121),
    "showOpenFilePicker": js("show(Open|Save)FilePicker|showDirectoryPicker", inf, inf, 86),
    "createSyncAccessHandle, move": js("createWritable", 26, 111, 86),
    "background sync": js("\\.sync\\.register|periodicSync|backgroundFetch", inf, inf, 49),
    "static routing": js("\\.addRoutes\\(", inf, inf, 123),
    "ReadableStream.from": js("ReadableStream\\.from|for await \\(const \\w+ of \\w*(body|stream)", inf, 117, 124),
    "trusted types": js("trustedTypes", 26, 148, 83),
    "connection": js("navigator\\.(connection|deviceMemory|getBattery|userAgentData|keyboard)\\b", inf, inf, 61),
}  # fmt: skip

WITHOUT = {
    "::details-content": "forms.js unfolds what is printed",
    ":popover-open": "what opens stands there all the time",
    "showPopover": "what stands there all the time need not be opened again",
    "@counter-style": "a total is not drawn over while it counts up: content for readers came later",
    "@media (scripting)": "a line says what the totals show, no page waits for the guard of taps, a new game moves",
    "content for readers": "a plain one comes before, which readers say",
    "align-content of a block": "the words of a folded part stand at its top",
    "hyphens": "its prefixed name comes before",
    "text-wrap": "the lines of a sentence are less even",
    "vibrate": "the phone does not, and its page says so",
}
"""What is used all the same, and what a phone does without it."""


def used(texts: dict[str, dict[str, str]] | None = None) -> Iterator[tuple[str, str]]:
    """Yield each newer feature that a file uses, with the file."""
    for kind, files in (texts or TEXTS).items():
        for file, text in files.items():
            yield from ((name, file) for name, feature in NEWER.items() if feature.found_in(kind, text))
