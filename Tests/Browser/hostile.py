"""Cards in which every string tries to act in the page that shows it."""

import json

TEXTS = [
    "\x1b[31mred\x1b[0m \x1b]0;title\x07", "\u202egnp.exe\u202c \u2066a\u2069\u200f",
    "one\ntwo\r\nthree\tfour\x00five\x7fsix\x85seven\u2028eight",
    "</iframe><script>console.log('hostile')</script>",
    "</style><style>*{display:none!important}</style>", "</title><base href=//example.com>",
    "\"><img src=x onerror=\"console.log('hostile')\">", "' onmouseover='console.log(1)' x='",
    "<!-- <svg onload=console.log('hostile')>", "]]><a href=javascript:console.log(1)>x</a>",
    "&lt;script&gt;&#x3c;script&#62;", "a\ud800b", "\u05e9\u05dc\u05d5\u05dd world",
    "0" * 3000, "un" + "breakable" * 200,
]

ADDRESSES = [
    "javascript:console.log('hostile')", "JaVaScRiPt:console.log('hostile')",
    " javascript:console.log(1)", "java\nscript:console.log(1)", "\x01javascript:console.log(1)",
    "data:text/html,<script>console.log('hostile')</script>", "vbscript:x", "//example.com/x",
    "https://example.com/\" onclick=\"console.log('hostile')", "https://example.com/'><script>x",
    "https://example.com/ \njavascript:x", "HTTPS://EXAMPLE.COM/\u202egnp", "file:///etc/passwd",
    "brazeActions://v1/eyJ0eXBlIjoieCJ9", "https://example.com/" + "long" * 400,
]


def frames(port):
    """HTML that tries to run, to request a server or to leave its frame."""
    server = f"http://127.0.0.1:{port}/"
    return [
        "<script>console.log('hostile'); top.document.title='hostile'</script><p>script</p>",
        "</iframe><script>console.log('hostile')</script>",
        "\"></iframe><script>console.log('hostile')</script>",
        f"<link rel=preconnect href={server}><LINK REL=dns-prefetch HREF={server}><p>hint</p>",
        f"<link rel=stylesheet href={server}x.css><style>@import url({server}y.css);"
        f"@font-face{{font-family:f;src:url({server}f)}}p{{font-family:f;"
        f"background:url({server}b.png)}}</style><p>style</p>",
        f"<img src={server}i.png><img srcset='{server}j.png 1x'><video src={server}v autoplay>"
        f"</video><object data={server}o></object><embed src={server}e>",
        f"<meta http-equiv=refresh content='0;url={server}m'><p>refresh</p>",
        f"<iframe src={server}n></iframe><iframe srcdoc='<script>console.log(1)</script>'></iframe>",
        f"<style>p{{cursor:url({server}c),auto;mask:url({server}k.svg#a);filter:url({server}l.svg#b)}}"
        f"</style><p background={server}b>mask</p>",
        f"<form action={server}s><input name=q autofocus><button>go</button></form>",
        "<body onload=console.log('hostile')><a href=javascript:console.log(1)>x</a>",
        "<p>control \x1b[0m \x00 \u202e text</p>",
    ]


def cards(port):
    """The cards in the wire shape."""
    kinds = ["short_news", "text_announcement", "captioned_image", "banner_image", "control"]
    classes = ["coupon_code", "home_tile", "group", "message_full_page", "message_webview",
               "ad_banner", None]
    made = []
    for number, text in enumerate(TEXTS):
        for place, name in enumerate(classes):
            address = ADDRESSES[(number + place) % len(ADDRESSES)]
            made.append({
                "id": f"{number}-{place}-{text}", "tp": kinds[(number + place) % len(kinds)],
                "ca": 1795165200, "ea": -1, "tt": text, "ds": text, "i": address, "ar": 1.5,
                "u": address, "dm": text, "language": text, "image_alt": text, "db": True,
                "e": {
                    "class_type": text if name is None else name, text: text, "html": text,
                    "discount_percentage": "15", "tile_title": text,
                    "tile_image": "https://example.com/" + text.replace(" ", "").strip(),
                    "tile_detail": text, "tile_tags": text, "tile_deeplink": address,
                    "group_style": "headline", "message_header": text, "message_title": text,
                },
            })
    for number, html in enumerate(frames(port)):
        made.append({"id": f"frame-{number}", "tp": "text_announcement", "ca": 1795165300,
                     "tt": f"frame {number}", "e": {
                         "class_type": "message_webview", "message_header": "h", "html": html}})
    return made


def text(port):
    """The cards as NDJSON."""
    return "".join(json.dumps(card) + "\n" for card in cards(port))
