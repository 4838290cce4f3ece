"""Draws the pictures of the README: what validate prints on a terminal, light and dark.

    python3 Tests/Pictures/terminal.py .build/release/cardctl [--check]

The output is real: the program runs on a pseudoterminal. With --check nothing is written, and the
status is 1 if a picture is out of date.
"""

import html
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = 110
COLUMN_WIDTH, LINE_HEIGHT, FONT_SIZE, MARGIN = 7.8, 19, 13, 16

ID = "NmFmZmVmZjA0MjAxMzMwNGIzMGZjNz{0}XyRfY2M9NWUxZjAwMDMmbXY9NmFmZmVmZmE0MjAxMzMwNGIzMGZjODAyJnBpPWNtcA=="
CARDS = f"""{{"cards": [
  {{"id": "{ID.format('Ay')}",
   "tp": "short_news", "ca": 1795165200000, "tt": "Second cup", "ds": "Fifteen percent off.",
   "e": {{"class_type": "coupon_code", "discount_percentage": "15"}}}},
  {{"id": "{ID.format('Az')}",
   "tp": "captioned_image", "ca": 1795165200, "tt": "House blend", "ds": "Whole bean",
   "i": "https://cdn.example.com/blend.png", "dismissable": true,
   "e": {{"class_type": "home_tile", "tile_title": "House blend"}}}}
]}}
"""

# The colors of the terminal by SGR parameter; `None` is plain text.
COLORS = {
    "light": {"background": "#ffffff", "frame": "#d0d7de", None: "#1f2328", "31": "#cf222e",
              "32": "#116329", "33": "#9a6700", "34": "#0550ae", "35": "#8250df",
              "36": "#1b7c83"},
    "dark": {"background": "#0d1117", "frame": "#30363d", None: "#e6edf3", "31": "#ff7b72",
             "32": "#7ee787", "33": "#d29922", "34": "#79c0ff", "35": "#d2a8ff",
             "36": "#76e3ea"},
}


def terminal_output(program, directory):
    """What the program prints on a terminal of COLUMNS columns."""
    (directory / "feed.json").write_text(CARDS)
    main, secondary = pty.openpty()
    environment = {"TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "PATH": os.environ["PATH"],
                   "HOME": str(directory), "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen([program, "validate", "feed.json"], cwd=directory, env=environment, stdin=secondary,
                               stdout=secondary, stderr=secondary)
    os.close(secondary)
    output = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    process.wait()
    return output.decode().replace("\r\n", "\n").rstrip("\n")


def styled_lines(text):
    """The lines as lists of (text, color, is bold), wrapped as the terminal does."""
    lines, line, column = [], [], 0
    color, is_bold = None, False
    for part in re.split(r"(\x1b\[[\d;]*m|\n)", text):
        if part == "\n":
            lines.append(line)
            line, column = [], 0
        elif part.startswith("\x1b"):
            for number in part[2:-1].split(";"):
                if number in ("", "0"):
                    color, is_bold = None, False
                elif number == "1":
                    is_bold = True
                else:
                    color = number
        else:
            while part:
                piece, part = part[:COLUMNS - column], part[COLUMNS - column:]
                line.append((piece, color, is_bold))
                column += len(piece)
                if part:
                    lines.append(line)
                    line, column = [], 0
    return lines + [line]


def svg(lines, colors):
    width = round(COLUMNS * COLUMN_WIDTH + 2 * MARGIN)
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN
    rows = []
    for number, line in enumerate(lines):
        spans = []
        for text, color, is_bold in line:
            weight = ' font-weight="bold"' if is_bold else ""
            spans.append(f'<tspan fill="{colors[color]}"{weight}>{html.escape(text)}</tspan>')
        baseline = MARGIN + number * LINE_HEIGHT + FONT_SIZE
        rows.append(f'<text x="{MARGIN}" y="{baseline}" xml:space="preserve">'
                    + "".join(spans) + "</text>")
    font = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{font}" font-size="{FONT_SIZE}">',
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="6" '
        f'fill="{colors["background"]}" stroke="{colors["frame"]}"/>',
        *rows, "</svg>", ""])


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        output = terminal_output(program, pathlib.Path(directory))
    lines = styled_lines("$ cardctl validate feed.json\n" + output)
    for scheme, colors in COLORS.items():
        picture = ROOT / ".github" / f"validate-{scheme}.svg"
        text = svg(lines, colors)
        if "--check" not in sys.argv:
            picture.write_text(text)
        elif not picture.exists() or picture.read_text() != text:
            sys.exit(f"{picture.relative_to(ROOT)} is out of date: run Tests/Pictures/terminal.py")
    print("pictures: up to date" if "--check" in sys.argv else "pictures: written")


if __name__ == "__main__":
    main()
