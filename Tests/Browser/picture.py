"""Makes the picture of the README: the page of a feed, light and dark, side by side.

    python3 Tests/Browser/picture.py .build/release/cardctl
"""

import base64
import pathlib
import subprocess
import sys
import tempfile

import chromium

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = ROOT / ".github" / "inspect.png"
# Of one page, in CSS pixels.
WIDTH, HEIGHT = 820, 900


def main():
    tool = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder, chromium.Browser() as browser:
        folder = pathlib.Path(folder)
        source = folder / "page.html"
        subprocess.run([tool, "inspect", "--no-config", "--to", "html", "--at",
                        "2026-11-20T09:30:00Z", "-o", str(source), "Tests/Fixtures/feed.json"],
                       check=True, cwd=ROOT)
        page = chromium.Page(browser)
        images = []
        for scheme in ["light", "dark"]:
            page.resize(WIDTH, HEIGHT)
            page.prefer(scheme)
            page.open(source.as_uri())
            shot = folder / f"{scheme}.png"
            page.screenshot(shot, is_whole=False)
            data = base64.b64encode(shot.read_bytes()).decode()
            images.append(f'<img src="data:image/png;base64,{data}">')
        both = folder / "both.html"
        both.write_text('<style>body{margin:0;display:flex}</style>' + "".join(images))
        page.resize(2 * WIDTH, HEIGHT)
        page.open(both.as_uri())
        page.screenshot(PICTURE, is_whole=False)
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
