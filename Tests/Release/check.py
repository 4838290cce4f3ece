"""Makes a release with .ci/release, serves it on this machine and gets it back with .ci/fetch.

    python3 Tests/Release/check.py .build/release/cardctl
"""

import hashlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
URL = "https://github.com/OWNER/cardctl"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
PLATFORMS = ["linux-x86_64", "linux-aarch64", "macos-universal"]
FILES = ["bin/cardctl", "share/man/man1/cardctl.1", "share/man/man5/cardctl-formats.5",
         "share/bash-completion/completions/cardctl", "share/zsh/site-functions/_cardctl",
         "share/fish/vendor_completions.d/cardctl.fish"]

# A compiler that only leaves a mark, so that a test sees whether cardctl was built.
COMPILER = """#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in --scratch-path) build=$2 ;; esac
  shift
done
mkdir -p "$build/release"
printf '#!/bin/sh\\necho built from source\\n' >"$build/release/cardctl"
chmod +x "$build/release/cardctl"
"""


class Server(http.server.ThreadingHTTPServer):
    """Serves a directory as GitHub serves assets: the named URL redirects to another one."""

    def __init__(self, directory):
        self.directory = directory
        self.requests = []
        self.failure = None
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}/releases"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append(self.path)
        if self.server.failure:
            self.send_error(self.server.failure)
        elif self.path.startswith("/releases/"):
            self.send_response(302)
            self.send_header("Location", self.path.replace("/releases/", "/files/"))
            self.end_headers()
        else:
            self.send_file(self.server.directory / self.path.removeprefix("/files/"))

    def send_file(self, path):
        if not path.is_file():
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(path.stat().st_size))
        self.end_headers()
        self.wfile.write(path.read_bytes())

    def log_message(self, *arguments):
        pass


class Check:
    """One release in a directory, and the machine that gets it."""

    def __init__(self, program, directory):
        self.program = program
        self.directory = directory
        self.version = self.release("version").stdout.strip()
        self.assets = directory / "site" / f"v{self.version}"
        self.server = Server(directory / "site")
        self.count = 0
        (directory / "bin").mkdir()
        (directory / "bin/swift").write_text(COMPILER)
        (directory / "bin/swift").chmod(0o755)

    def release(self, *words):
        return subprocess.run([ROOT / ".ci/release", *words], capture_output=True, text=True)

    def expect(self, is_true, what):
        self.count += 1
        if not is_true:
            sys.exit(f"release: {what}")

    def fetch(self, ref=None, has_compiler=True, checkout=ROOT, target=None):
        """Runs .ci/fetch into an empty directory, and returns the process and the directory."""
        target = target or pathlib.Path(tempfile.mkdtemp(dir=self.directory))
        path = os.environ["PATH"]
        if has_compiler:
            path = f"{self.directory / 'bin'}:{path}"
        else:
            path = ":".join(p for p in path.split(":") if not (pathlib.Path(p) / "swift").exists())
        environment = {"PATH": path, "HOME": str(self.directory), "LC_ALL": "C.UTF-8",
                       "CARDCTL_RELEASES": self.server.url, "CARDCTL_REF": ref or COMMIT}
        self.server.requests.clear()
        result = subprocess.run([checkout / ".ci/fetch", target], env=environment,
                                capture_output=True, text=True)
        left = [path.name for path in target.iterdir() if path.name != "cardctl"]
        self.expect(not left, f"fetch left {left}")
        return result, target / "cardctl"

    def is_downloaded(self, result, program):
        if result.returncode != 0 or result.stdout != f"{program}\n" or result.stderr:
            return False
        return program.read_bytes() == self.program.read_bytes()

    def is_built(self, result, program):
        return (result.returncode == 0 and "building from source" in result.stderr
                and "built from source" in program.read_text())

    def is_refused(self, result, program, message):
        return result.returncode == 1 and message in result.stderr and not program.exists()


def check_assets(check):
    for platform in PLATFORMS:
        result = check.release("archive", check.program, platform, check.assets)
        check.expect(result.returncode == 0, result.stderr)
        name = f"cardctl-{check.version}-{platform}"
        with tarfile.open(check.assets / f"{name}.tar.gz") as archive:
            names = archive.getnames()
        missing = [file for file in FILES if f"{name}/{file}" not in names]
        check.expect(not missing, f"{name} lacks {missing}")
    result = check.release("assets", check.program, check.assets, URL, COMMIT)
    check.expect(result.returncode == 0, result.stderr)

    lines = (check.assets / "SHA256SUMS").read_text().splitlines()
    sums = {name: value for value, name in (line.split("  ") for line in lines)}
    files = {path.name for path in check.assets.iterdir()} - {"SHA256SUMS"}
    check.expect(set(sums) == files, f"SHA256SUMS names {sorted(sums)}, not {sorted(files)}")
    for name, value in sums.items():
        actual = hashlib.sha256((check.assets / name).read_bytes()).hexdigest()
        check.expect(value == actual, f"the sum of {name} is {actual}")

    for kind in ["rest", "registry", "configuration"]:
        schema = json.loads((check.assets / f"{kind}.schema.json").read_text())
        check.expect(schema["$schema"].endswith("2020-12/schema"), f"the schema {kind}")
    formula = (check.assets / "cardctl.rb").read_text()
    for platform in PLATFORMS:
        name = f"cardctl-{check.version}-{platform}.tar.gz"
        source = f'url "{URL}/releases/download/v{check.version}/{name}"\n'
        check.expect(source in formula, f"the formula lacks {source}")
        check.expect(f'sha256 "{sums[name]}"' in formula, f"the formula lacks the sum of {name}")
    if shutil.which("ruby"):
        result = subprocess.run(["ruby", "-c"], input=formula, capture_output=True, text=True)
        check.expect(result.returncode == 0, result.stderr)

    image = check.directory / "image"
    check.release("image", check.assets, image)
    for architecture in ["amd64", "arm64"]:
        copy = image / "linux" / architecture / "cardctl"
        check.expect(copy.read_bytes() == check.program.read_bytes(), f"the image has no {copy}")


def check_version(check):
    printed = subprocess.run([check.program, "--version"], capture_output=True, text=True).stdout
    check.expect(printed == f"cardctl {check.version}\n", f"the manual names {check.version}")
    check.expect(check.release("version", f"v{check.version}").returncode == 0, "the tag")
    check.expect(check.release("version", "v99.0.0").returncode == 1, "a wrong tag is accepted")
    check.expect(check.release("notes").stdout.strip(), "the changelog has no such version")


def check_fetching(check):
    tag = f"v{check.version}"
    fetched = check.fetch(tag)
    check.expect(check.is_downloaded(*fetched), f"by tag: {fetched}")
    again = check.fetch(tag, target=fetched[1].parent)
    check.expect(check.is_downloaded(*again) and not check.server.requests, f"again: {again}")
    fetched = check.fetch(COMMIT)
    check.expect(check.is_downloaded(*fetched), f"by commit: {fetched}")
    fetched = check.fetch("f" * 40)
    check.expect(check.is_built(*fetched), f"another commit: {fetched}")
    fetched = check.fetch("main")
    check.expect(check.is_built(*fetched), f"a branch: {fetched}")

    check.server.failure = 503
    fetched = check.fetch(tag)
    check.expect(check.is_refused(*fetched, "cannot download"), f"a failing server: {fetched}")
    check.server.failure = 404
    fetched = check.fetch(tag)
    check.expect(check.is_built(*fetched), f"no release: {fetched}")
    fetched = check.fetch(tag, has_compiler=False)
    check.expect(check.is_refused(*fetched, "swift is not installed"), f"no compiler: {fetched}")
    check.server.failure = None


def check_tampering(check):
    """An archive or a list of sums that is not what it was is refused, and nothing is built."""
    tag, message = f"v{check.version}", "does not have the SHA-256 sum"
    archives = list(check.assets.glob("*.tar.gz"))
    originals = {path: path.read_bytes() for path in archives}
    for change in [lambda data: data[:-1], lambda data: data + b"\0", lambda data: b""]:
        for path in archives:
            path.write_bytes(change(originals[path]))
        fetched = check.fetch(tag)
        check.expect(check.is_refused(*fetched, message), f"a changed archive: {fetched}")
    for path in archives:
        path.write_bytes(originals[path])
    sums = check.assets / "SHA256SUMS"
    original = sums.read_text()
    zeros = "".join("0" * 64 + line[64:] for line in original.splitlines(keepends=True))
    for text in ["", original.replace(".tar.gz", ".zip"), zeros]:
        sums.write_text(text)
        fetched = check.fetch(tag)
        check.expect(check.is_refused(*fetched, message), f"changed sums: {fetched}")
    sums.write_text(original)


def main():
    if not shutil.which("curl"):
        print("release skipped: no curl")
        return
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        check = Check(program, pathlib.Path(directory))
        check_version(check)
        check_assets(check)
        check_fetching(check)
        check_tampering(check)
        print(f"release: {check.count} expectations met")


if __name__ == "__main__":
    main()
