"""Checks pages of `cardctl inspect --to html` in headless Chromium.

    python3 Tests/Browser/check_pages.py .build/debug/cardctl [FILE…]

Without files: every fixture, and cards that try to act. Of each page: the browser logs no error and
requests nothing, the number of cards is that of `filter --count`, nothing overflows at 360 pixels,
every control has a name and takes the focus, and all text has a contrast of at least 4.5, in light
and dark and in every view. The status is 1 if a check fails. Without a browser nothing is checked.
"""

import pathlib
import socket
import subprocess
import sys
import tempfile

import chromium
import hostile

FOLDER = pathlib.Path(__file__).resolve().parent
FIXTURES = FOLDER.parent / "Fixtures"
CHECKS = (FOLDER / "checks.js").read_text()

# Roles of controls and of images; each needs a name.
NAMED_ROLES = {
    "link", "button", "radio", "checkbox", "combobox", "searchbox", "textbox", "Iframe", "image",
    "DisclosureTriangle", "DisclosureTriangleGrouped", "meter", "article", "navigation", "search",
    "region", "radiogroup",
}

# The current time of the pages.
AT = "2026-11-20T12:00:00Z"

# A fixture with more cards than these is large.
MANY = 25

# What Chromium logs when it blocks a hostile card. Anything else is an error.
BLOCKS = [
    "Blocked script execution in 'about:srcdoc'",
    "violates the following Content Security Policy directive",
    "Blocked form submission",
    "Blocked autofocusing",
    "Unsafe attempt to load URL",
]


class Checker:
    """Checks pages with one browser and collects the errors."""

    def __init__(self, tool, page, folder):
        self.tool = tool
        self.page = page
        self.folder = folder
        self.mistakes = []
        self.pages = 0

    def run(self, *arguments):
        result = subprocess.run([self.tool, *arguments], capture_output=True, check=False)
        if result.returncode > 1:
            raise SystemExit(f"cardctl {' '.join(arguments)}: {result.stderr.decode()}")
        return result.stdout

    def ask(self, call):
        return self.page.evaluate(f"({CHECKS}).{call}")

    def say(self, file, mistakes):
        for mistake in mistakes:
            self.mistakes.append(f"{file}: {mistake}")

    def count(self, *files):
        """The number of cards in files, according to the tool."""
        return int(self.run("filter", "--count", *map(str, files)))

    def check(self, name, files, *options, blocks=()):
        """Checks the page of some files in every detail."""
        self.draw(name, files, self.count(*files), *options)
        self.ask("openAll()")
        views = self.page.evaluate("Array.from(document.getElementsByName('view'), e => e.value)")
        for view in views:
            self.page.evaluate(f"document.getElementById('view-{view}').click()")
            for scheme in ["light", "dark"]:
                self.page.prefer(scheme)
                self.say(f"{name}, {view}, {scheme}", self.ask("contrast()"))
            self.say(f"{name}, {view}", self.ask("focus()"))
            self.names(f"{name}, {view}")
        self.page.resize(360)
        for view in reversed(views):
            self.page.evaluate(f"document.getElementById('view-{view}').click()")
            self.say(f"{name}, {view} at 360 pixels", self.ask("overflow()"))
        self.listen(name, blocks)

    def draw(self, name, files, expected, *options):
        """Makes a page, opens it and checks its content."""
        page = self.folder / f"{self.pages}.html"
        self.pages += 1
        self.run("inspect", "--no-config", "--to", "html", "--at", AT,
                 "--limit", str(expected), "-o", str(page), *options, *map(str, files))
        self.page.resize(1100)
        self.page.prefer("light")
        self.page.open(page.as_uri())
        if (count := self.ask("cards()")) != expected:
            self.say(name, [f"{count} cards on the page, not {expected}"])
        self.say(name, self.ask("structure()"))
        self.say(name, self.ask("links()"))
        seen = int(self.run("filter", "--count", "--shown", "--at", AT, *map(str, files)))
        if (shown := self.ask("search('')")["shown"]) != seen:
            self.say(name, [f"{shown} cards are shown, and users see {seen}"])
        self.say(name, self.ask("tabs()"))
        self.page.evaluate("document.getElementById('all').click()")
        self.say(name, self.ask("tabs()"))
        self.search(name, expected)

    def listen(self, name, blocks):
        """Checks that the page requested nothing and the browser logged nothing."""
        self.page.draw()
        self.say(name, [f"requested {address}" for address in self.page.requests()])
        self.say(name, [text for text in self.page.complaints()
                        if not any(block in text for block in blocks)])

    def names(self, name):
        """Checks that each control has a name that a screen reader reads."""
        nodes = self.page.call("Accessibility.getFullAXTree")["nodes"]
        roles = set()
        for node in nodes:
            role = node.get("role", {}).get("value")
            if node.get("ignored") or role not in NAMED_ROLES:
                continue
            roles.add(role)
            if not node.get("name", {}).get("value", "").strip():
                self.say(name, [f"a {role} without a name"])
        for role in {"radio", "searchbox", "checkbox", "combobox", "navigation"} - roles:
            self.say(name, [f"no {role} in the accessibility tree"])

    def search(self, name, expected):
        """Checks that the search finds every match, and nothing without a match."""
        found = self.ask("search('')")
        words = "1 card" if expected == 1 else f"{expected} cards"
        if found["shown"] != expected or found["count"] != words:
            self.say(name, [f"an empty search shows {found}"])
        found = self.ask("search('no card says xyzzy')")
        if found["shown"] != 0 or not found["isEmpty"]:
            self.say(name, [f"a search for nothing shows {found}"])
        self.ask("search('')")


def check_fixtures(checker):
    """The fixtures: small ones together; of larger ones every card, and some in detail."""
    feed = FIXTURES / "feed.json"
    checker.check(feed.name, [feed], "--feed", str(FIXTURES / "local-feed.json"))
    checker.draw(feed.name, [feed], checker.count(feed))
    checker.page.resize(390)
    checker.page.open((checker.folder / f"{checker.pages - 1}.html").as_uri())
    if not 0 < (top := checker.ask("firstCard()")) < 400:
        checker.say(feed.name, [f"the first card begins at {top} on a phone"])
    files = sorted(FIXTURES.rglob("*.*json"))
    large = [file for file in files if checker.count(file) > MANY]
    checker.check("the small fixtures", [file for file in files if file not in large])
    for file in large:
        checker.draw(file.name, [file], checker.count(file))
        checker.listen(file.name, ())
    some = checker.folder / "some.ndjson"
    some.write_bytes(b"".join(
        checker.run("filter", "--limit", "4", str(file)) for file in large))
    checker.check("some of the large fixtures", [some])


def check_hostile(checker):
    """Cards that try to act, for example to request a server."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        file = checker.folder / "hostile.ndjson"
        file.write_text(hostile.text(server.getsockname()[1]))
        checker.check(file.name, [file], blocks=BLOCKS)
        server.settimeout(0.5)
        try:
            server.accept()
            checker.say(file.name, ["something connected to a server"])
        except TimeoutError:
            pass


def main():
    if chromium.path() is None:
        print("not checked: chromium is not installed")
        return 0
    tool, *files = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, chromium.Browser() as browser:
        checker = Checker(tool, chromium.Page(browser), pathlib.Path(folder))
        for file in files:
            checker.check(file, [file])
        if not files:
            check_fixtures(checker)
            check_hostile(checker)
    for mistake in checker.mistakes:
        print(mistake)
    print(f"{checker.pages} pages, {len(checker.mistakes)} mistakes")
    return 1 if checker.mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
