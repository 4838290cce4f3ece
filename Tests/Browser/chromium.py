"""Headless Chromium, driven through a pipe with the DevTools protocol.

Only Python's standard library is used: messages are JSON followed by a zero byte, sent to
the browser's descriptor 3 and received from its descriptor 4.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
PATIENCE = 60


def path():
    """The browser of this machine, or None."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


class Failed(Exception):
    """The browser returned an error, or did not respond."""


class Browser:
    """One browser, which runs for the duration of the `with` block."""

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="cardctl-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
            f"--user-data-dir={self.profile}",
        ]
        # The shell moves the ends of the pipe to the descriptors that the browser reads and writes.
        command = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["sh", "-c", command, "sh", path(), *flags, "about:blank"],
            pass_fds=[to_browser, from_browser], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.pieces = []
        self.messages = []
        self.events = []
        return self

    def __exit__(self, *_):
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired, Failed):
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session=None, **parameters):
        """Sends a command and returns its number."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        return self.number

    def call(self, method, session=None, **parameters):
        """Sends a command and returns its response. Events that arrive first are kept."""
        number = self.send(method, session, **parameters)
        while True:
            message = self.receive(PATIENCE)
            if message is None:
                raise Failed(f"no answer to {method}")
            if message.get("id") != number:
                self.take(message)
                continue
            if "error" in message:
                raise Failed(f"{method}: {message['error']['message']}")
            return message["result"]

    def wait(self, method, session, seconds=PATIENCE):
        """Waits for an event of one session."""
        end = time.monotonic() + seconds
        while True:
            for event in self.events:
                if event["method"] == method and event.get("sessionId") == session:
                    return event["params"]
            message = self.receive(max(end - time.monotonic(), 0))
            if message is None:
                raise Failed(f"no event {method}")
            self.take(message)

    def settle(self, seconds=0.05):
        """Reads events until none arrives for a while."""
        while (message := self.receive(seconds)) is not None:
            self.take(message)

    def take(self, message):
        """Keeps an event, and observes a frame in a separate process before it runs."""
        if "method" not in message:
            return
        self.events.append(message)
        if message["method"] == "Target.attachedToTarget":
            self.watch(message["params"]["sessionId"])

    def watch(self, session):
        """Makes a target report its requests and its log."""
        self.send("Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=True,
                  flatten=True)
        for domain in ["Network", "Log", "Runtime", "Page"]:
            self.send(f"{domain}.enable", session)
        self.send("Runtime.runIfWaitingForDebugger", session)

    def receive(self, seconds):
        """The next message, or None if none arrives in time."""
        while not self.messages:
            if not select.select([self.input], [], [], seconds)[0]:
                return None
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise Failed("the browser has ended")
            *ends, rest = piece.split(b"\0")
            for end in ends:
                self.messages.append(b"".join([*self.pieces, end]))
                self.pieces = []
            self.pieces.append(rest)
        return json.loads(self.messages.pop(0))


class Page:
    """One tab."""

    def __init__(self, browser):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.watch(self.session)
        browser.settle(0.05)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def open(self, address):
        """Loads a page and clears earlier events."""
        self.browser.settle(0.05)
        self.browser.events.clear()
        self.call("Page.navigate", url=address)
        self.browser.wait("Page.loadEventFired", self.session)
        self.draw()

    def draw(self):
        """Waits until changes are on the screen, and reads the events until then."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.browser.settle()

    def resize(self, width, height=800):
        """Resizes the window, in CSS pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        """Sets the viewer's color scheme."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Failed(answer["exceptionDetails"]["exception"].get("description", "exception"))
        return answer["result"].get("value")

    def screenshot(self, file, is_whole=True):
        """Writes a picture of the whole page, or of what the window shows."""
        import base64
        data = self.call("Page.captureScreenshot", captureBeyondViewport=is_whole)["data"]
        with open(file, "wb") as output:
            output.write(base64.b64decode(data))

    def requests(self):
        """The URLs that the page and its frames requested, except the page itself and requests that
        the browser blocked. Images of its controls have `data:` URLs."""
        asked = {}
        for event in self.browser.events:
            parameters = event["params"]
            key = (event.get("sessionId"), parameters.get("requestId"))
            if event["method"] == "Network.requestWillBeSent":
                asked[key] = parameters["request"]["url"]
            elif event["method"] == "Network.loadingFailed" and "blockedReason" in parameters:
                asked.pop(key, None)
        return [url for url in asked.values() if not url.startswith(("file:", "data:", "about:"))]

    def complaints(self):
        """The errors and exceptions that the browser logged."""
        found = []
        for event in self.browser.events:
            parameters = event["params"]
            if event["method"] == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif event["method"] == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(f"console.{parameters['type']}")
        return found
