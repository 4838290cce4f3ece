"""Writes the good feeds next to this file: 200 valid cards in each shape.

usage: make.py CARDCTL

The wire shape is made here, always the same; the other shapes are what CARDCTL converts it to,
plus the keys that only real data has. All names, ids and URLs are invented.
"""

import base64
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
NOW = 1795165200  # 2026-11-20T09:00:00Z
DAY = 86400
chance = random.Random(1121)
WORDS = (
    "fresh morning coffee roasted beans with friends and a warm croissant on every corner of town "
    "today only while stock lasts save more when you order early café crème weekend members club"
).split()
CYRILLIC = "Свежий кофе каждое утро рядом с домом".split()
HTML = (
    "<html><head><style>@media (max-width:400px){p{margin:0}}"
    ".offer{color:#630;padding:8px}</style></head><body><p class=\"offer\">%s</p></body></html>"
)


def text(count):
    words = CYRILLIC if chance.random() < 0.1 else WORDS
    return " ".join(chance.choice(words) for _ in range(count)).capitalize()


def identifier(number):
    campaign = "%08x4201330%013x" % (NOW - number * 60, 0x4B30FC0000 + number)
    parts = "%s_$_cc=%08x-263e-4aed-9e23-09dcf88%05x&mv=%s&pi=cmp" % (
        campaign[:24], number * 2654435761 % 2**32, number, campaign[:20] + "%04x" % number)
    return base64.b64encode(parts.encode()).decode()


def extras(number, kind):
    name = chance.choice(
        ["coupon_code", "home_tile", "group", "message_full_page", "message_webview", "ad_banner", None])
    if name == "group" and kind in ("banner_image", "control"):
        name = "ad_banner"
    values = {"class_type": name} if name else {}
    if name == "coupon_code":
        values["discount_percentage"] = chance.choice(["5", "12.5", "20", "100", "0"])
    elif name == "home_tile":
        values.update(
            tile_title=text(3), tile_image="https://cdn.example.com/tiles/%d.png" % number,
            tile_price="%.2f" % (chance.random() * 50), tile_tags="new, beans,dark",
            tile_id=str(number), tile_deeplink="coffee://tiles/%d" % number)
    elif name == "group":
        values["group_style"] = chance.choice(["primary", "secondary", "largerow", "headline"])
    elif name == "message_full_page":
        values.update(message_header=text(2), message_title=text(4))
    elif name == "message_webview":
        values.update(message_header=text(2))
        values.update(chance.choice([{"html": HTML % text(8)}, {"content_block_id": "cb-%d" % number}]))
    if chance.random() < 0.2:
        values["campaign_note"] = "a { b } c"
    return values


def card(number):
    kind = chance.choices(
        ["short_news", "text_announcement", "captioned_image", "banner_image", "control"],
        [4, 2, 4, 2, 1])[0]
    created = NOW - chance.randrange(20 * DAY)
    pinned = chance.random() < 0.1
    viewed = chance.random() < 0.5
    values = {
        "id": identifier(number), "tp": kind, "v": viewed, "cl": False, "p": pinned,
        "db": not pinned and chance.random() < 0.7, "d": False, "r": False, "t": False, "ca": created,
        "ea": -1 if chance.random() < 0.4 else created + chance.randrange(21, 31) * DAY,
    }
    if kind != "control":
        if kind != "banner_image":
            values.update(tt=text(3), ds=text(chance.randrange(8, 25)))
        if kind != "text_announcement":
            values["i"] = "https://cdn.example.com/images/%d/original.jpg?%d" % (number, number)
        if kind in ("captioned_image", "banner_image"):
            values["ar"] = round(0.5 + chance.random() * 2, 3)
        if chance.random() < 0.8:
            values.update(u="https://www.example.com/offers/%d?utm_source=braze" % number,
                          uw=chance.random() < 0.5, cl=viewed and chance.random() < 0.3)
            if kind != "banner_image":
                values["dm"] = "See more"
        else:
            values.update(u=None, uw=None)
    values["e"] = extras(number, kind)
    return values


def write(name, value):
    path = HERE / name
    if name.endswith(".ndjson"):
        lines = [json.dumps(item, separators=(",", ":"), ensure_ascii=index % 2 == 0)
                 for index, item in enumerate(value)]
        path.write_text("\n".join(lines) + "\n")
    else:
        path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def main(cardctl):
    cards = [card(number) for number in range(1, 201)]
    wire = "\n".join(json.dumps(item) for item in cards)

    def converted(shape):
        lines = subprocess.run(
            [cardctl, "convert", "--as", shape, "--no-config"], input=wire, text=True, check=True,
            capture_output=True).stdout.splitlines()
        return [json.loads(line) for line in lines]

    write("sync.json", {
        "cards": cards, "full_sync": True, "last_full_sync_at": NOW, "last_card_updated_at": NOW,
        "message": "success"})
    write("unity.json", {"mContentCards": cards, "mTimestamp": NOW + 0.5, "mFromOfflineStorage": False})
    write("flutter.json", {"contentCards": [json.dumps(item) for item in cards]})
    for shape in ("wire", "web-storage", "abk", "metadata", "card"):
        write("%s.ndjson" % shape, converted(shape))
    write("react-native.json", {"cards": converted("react-native")})
    cordova = converted("cordova")
    write("cordova-android.json", cordova)
    write("cordova-ios.json", [dict(item, extras=json.dumps(item["extras"])) for item in cordova])
    write("capacitor.json", converted("capacitor"))
    web = converted("web")
    for item in web:
        item.update({"Zc": True, "hhhh": [], "Yc": None})
    write("web.json", {"cards": web, "lastUpdated": "2026-11-20T09:00:00.000Z"})
    rest = [item for item in converted("rest") if "type" in item]
    for item in rest:
        if "title" in item:
            item["title"] = "{{${first_name} | default: 'Hi'}}, " + item["title"]
        if "expire_at" not in item:
            item["time_to_live"] = 14 * DAY
    write("rest.ndjson", rest)


if __name__ == "__main__":
    main(sys.argv[1])
