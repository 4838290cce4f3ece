/// Draws a card like the feeds of the SDKs, by its type.
function drawCard(card) {
  const ratio = [card.ratio ?? 1333, 1000];
  const parts = [];
  if (card.flags.includes("pinned")) parts.push(make("span", "pin", "Pinned"));
  const small = card.type === "classic_image";
  if (small) parts.push(picture(card.image, card.image_alt, 1000, 1000, true));
  if (["image_only", "captioned_image"].includes(card.type)) {
    parts.push(picture(card.image, card.image_alt, ...ratio));
  }
  if (card.type !== "image_only") {
    const words = [paragraph("title", card.title), paragraph("text", card.description),
      paragraph("link", card.link_text)];
    const isEmpty = !card.title && !card.description;
    parts.push(make("div", "body", words,
      isEmpty ? make("p", "quiet", "This card has neither title nor text.") : null));
  }
  return make("div", `sdk ${card.type}${card.flags.includes("viewed") ? "" : " new"}`, parts);
}

/// Draws a message of the message center: a row that opens as a full page or a web view.
function drawMessage(card, value) {
  const content = value.content ?? {};
  let screen;
  if (card.object.name === "WebViewMessage") {
    if (content.kind === "html") {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "");
      frame.loading = "lazy";
      frame.title = "Web view: " + visible(value.messageTitle ?? "");
      // Rename elements that load resources, because a browser connects to servers for some of
      // them before the policy applies.
      frame.srcdoc = content.value
        .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "\ufffd")
        .replace(/<(\/?)(link|meta|iframe|frame|object|embed|base)/gi, "<$1inert-$2");
      screen = [make("p", "bar", "Web view of the card's own HTML, without scripts"), frame];
    } else if (content.kind === "url") {
      screen = [make("p", "bar", "Web view of a page"), make("p", "body", address(content.value))];
    } else {
      screen = [make("p", "bar", "Web view of a content block, which the app fetches"),
        make("p", "body", String(content.value ?? ""))];
    }
  } else {
    screen = [make("p", "bar", "Full page"),
      picture(value.imageUrl, card.image_alt, card.ratio ?? 1333, 1000),
      make("div", "body", paragraph("name", value.cardTitle),
        paragraph("text", value.cardDescription))];
  }
  const name = make("span", "name", value.messageTitle ?? "Message without a title");
  const lines = make("span", "lines",
    value.messageHeader ? make("span", "header", value.messageHeader) : null, name);
  return make("details", `message${card.flags.includes("viewed") ? "" : " new"}`,
    make("summary", "", picture(value.imageUrl, card.image_alt, 1000, 1000, true), lines),
    make("div", "screen", screen));
}

function drawOffer(card, value) {
  const percentage = value.discountPercentage;
  const stub = percentage === undefined ? [make("p", "percent", "Coupon")]
    : [make("p", "percent", `${percentage} %`), make("p", "", "off")];
  return make("div", "offer", make("div", "stub", stub),
    picture(value.imageUrl, card.image_alt, 2400, 1000),
    make("div", "terms", paragraph("name", card.title), paragraph("text", card.description)));
}

/// Returns the first value under these keys that can be shown; null if absent.
function first(value, keys) {
  for (const key of keys) {
    if (["string", "number", "boolean"].includes(typeof value[key])) {
      return String(value[key]) || null;
    }
  }
  return null;
}

/// Draws any object as a tile, with the members that have common names.
function drawTile(name, value) {
  const isGroup = name === "Group";
  const style = isGroup && ["headline", "largerow"].includes(value.style) ? " " + value.style : "";
  const tags = [value.tags, value.tile_tags].find(Array.isArray) ?? [];
  const image = first(value, ["imageUrl", "image", "image_url", "tile_image", "thumbnail"]);
  return make("div", "tile" + style, picture(image, "", isGroup ? 1333 : 1000, 1000),
    make("div", "body",
      paragraph("name", first(value, ["title", "tile_title", "name", "heading", "label"])),
      paragraph("price", first(value, ["price", "tile_price"])),
      paragraph("text", first(value, ["detail", "tile_detail", "description", "subtitle"])),
      tags.length === 0 ? null
        : make("ul", "tags", tags.map((tag) => make("li", "", String(tag))))));
}

/// Draws the card's object as an app would show it.
function drawObject(card) {
  const {name, value} = card.object;
  if (card.flags.includes("control")) {
    return placeholder("Invisible", `A control card still becomes its object, ${name}, whose view `
      + "is hidden and logs an impression.");
  }
  switch (name) {
    case "FullPageMessage": case "WebViewMessage": return drawMessage(card, value);
    case "Coupon": return drawOffer(card, value);
    case "Ad": return make("div", "tile",
      picture(value.imageUrl, card.image_alt, card.ratio ?? 1333, 1000)
        ?? make("div", "body", make("p", "quiet", "This ad has no image.")));
    default: return drawTile(name, value);
  }
}

/// Draws the part of a card that users see in a view.
function drawShown(card, view) {
  const isObject = view !== "feed";
  const isEmpty = card.flags.includes("control") || !(card.title || card.description || card.image);
  if (card.absence && !isObject && isEmpty) {
    return [placeholder(card.flags.includes("control") ? "Invisible" : "Gone", card.absence)];
  }
  return [card.absence ? make("p", "gone", card.absence) : null,
    isObject ? drawObject(card) : drawCard(card)].filter(Boolean);
}

/// Draws a finding, with links to its rule and, in lists of several cards, to its card.
function drawFinding(finding, card) {
  const rule = make("a", "", make("code", "", finding.rule));
  rule.href = "#rule-" + finding.rule;
  const place = `${finding.path}:${finding.line}:${finding.column}`;
  const small = make("small", "", rule, " at " + place);
  if (card) {
    const link = make("a", "", `card ${card.number}`);
    link.href = `#card-${card.number}`;
    link.addEventListener("click", () => reveal(card));
    small.append(", ", link);
  }
  return make("li", finding.severity, make("b", "", finding.severity), " ", finding.message, small);
}

function terms(pairs) {
  return make("dl", "", pairs.flatMap(([key, value]) =>
    [make("dt", "", key),
      make("dd", "", address(typeof value === "string" ? value : JSON.stringify(value)))]));
}

function disclosure(title, card, content) {
  return make("details", "", make("summary", "", title,
    make("span", "unseen", ` of card ${card.number}`)), content);
}

/// Draws the facts next to a card.
function drawFacts(card) {
  const tags = [make("li", "", card.type), card.class_type ? make("li", "class", card.class_type) : null,
    card.flags.map((flag) => make("li", "", flag))].flat().filter(Boolean);
  const times = `${card.created ? `created ${card.created}, ` : ""}`
    + (card.expires_at ? `expires ${card.expires_at}` : "never expires");
  const meter = document.createElement("meter");
  [meter.max, meter.high] = [data.limit, data.limit * 0.8];
  meter.value = Math.min(card.size, data.limit);
  meter.setAttribute("aria-label", "Payload in bytes");
  const drawn = ["type", "class_type", "title", "description", "extras", "created", "expires_at"];
  const fields = Object.entries(card.fields).filter(([key, value]) =>
    !drawn.includes(key) && (typeof value !== "boolean" || key === "open_url_in_webview" && value));
  const extras = Object.entries(card.extras ?? {}).map(([key, value]) => ["extras." + key, value]);
  const listed = Object.entries(card.derived).concat(fields, extras.slice(0, 1000));
  if (extras.length > 1000) listed.push(["extras", `… (${extras.length - 1000} more)`]);
  const properties = Object.entries(card.object?.value ?? {})
    .filter(([key]) => !["contentCardData", "object"].includes(key));
  return make("div", "facts", make("ul", "tags", tags),
    make("p", "quiet",
      card.object ? `becomes ${card.object.name}` : `becomes nothing: ${card.reason}`,
      document.createElement("br"), times),
    card.findings.length === 0 ? null
      : make("ul", "findings", card.findings.map((finding) => drawFinding(finding))),
    make("p", "size", meter, `${card.size} of ${data.limit} bytes`),
    properties.length === 0 ? null : disclosure("Properties", card, terms(properties)),
    disclosure("Fields", card, terms(listed)));
}

function drawArticle(card) {
  const title = make("h3", "", make("b", "", `Card ${card.number}`),
    card.id ? make("span", "id", card.id) : null, make("span", "", `${card.path}:${card.line}`));
  title.id = `title-${card.number}`;
  const article = make("article", "card", title, make("div", "shown"), drawFacts(card));
  [article.id, article.tabIndex] = [`card-${card.number}`, -1];
  article.dataset.card = card.id ?? "";
  article.setAttribute("aria-labelledby", title.id);
  return article;
}
