"use strict";
// Draws the cards of the JSON in #data. Text of a card reaches the document through textContent
// and attributes only, never as markup.

const data = JSON.parse(document.getElementById("data").textContent);
const byID = (id) => document.getElementById(id);

/// Makes control and direction characters visible, so that no text acts.
function visible(text) {
  return String(text).replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0"));
}

/// An element with a class name and children: strings are text, others elements, null is nothing.
function make(tag, name, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const child of children.flat()) {
    if (child === null || child === undefined) continue;
    if (child instanceof Element) {
      element.append(child);
    } else {
      const text = document.createElement("bdi");
      text.textContent = visible(child);
      element.append(text);
    }
  }
  return element;
}

/// A paragraph of a card's text, in the direction of its first letters; null for no text.
function paragraph(name, text) {
  if (!text) return null;
  const element = document.createElement("p");
  [element.className, element.dir, element.textContent] = [name, "auto", visible(text)];
  return element;
}

/// An address: a link if a click leads to a web page, else text.
function address(text) {
  const isLink = /^https?:\/\/[^\s\u0000-\u0020]+$/i.test(text) && text.length <= 4096;
  if (!isLink) return make("bdi", "", text);
  const link = make("a", "", text);
  [link.rel, link.target, link.href] = ["noopener noreferrer", "_blank", text];
  return link;
}

/// A picture: loaded if the page may, else a placeholder of the same proportions.
function picture(url, alternative, width, height, isSmall = false) {
  if (!url) return null;
  const figure = make(isSmall ? "span" : "figure", isSmall ? "picture small" : "picture");
  if (data.images && /^(https:\/\/|data:image\/)[^\s\u0000-\u0020]+$/i.test(url)) {
    const image = document.createElement("img");
    [image.loading, image.referrerPolicy] = ["lazy", "no-referrer"];
    image.alt = visible(alternative ?? "");
    [image.width, image.height, image.src] = [width, height, url];
    figure.append(image);
    return figure;
  }
  const name = /^data:/i.test(url) ? "an image in the card itself"
    : url.split(/[?#]/)[0].split("/").pop() || url;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-label", "Image, not loaded: " + visible(alternative || name));
  figure.append(svg);
  if (!isSmall) {
    const caption = make("figcaption", "", name);
    caption.setAttribute("aria-hidden", "true");
    figure.append(caption);
  }
  return figure;
}

function placeholder(title, text) {
  return make("div", "placeholder", make("b", "", title), text);
}

/// A card as the SDKs' own feeds draw it, by its type.
function drawCard(card) {
  const ratio = [card.ratio ?? 1333, 1000];
  const parts = [];
  if (card.flags.includes("pinned")) parts.push(make("span", "pin", "Pinned"));
  const small = card.type === "classic_image";
  if (small) parts.push(picture(card.image, card.alt, 1000, 1000, true));
  if (["image_only", "captioned_image"].includes(card.type)) {
    parts.push(picture(card.image, card.alt, ...ratio));
  }
  if (card.type !== "image_only") {
    const words = [paragraph("title", card.title), paragraph("text", card.text),
      paragraph("link", card.link)];
    const isEmpty = !card.title && !card.text;
    parts.push(make("div", "body", words,
      isEmpty ? make("p", "quiet", "This card has neither title nor text.") : null));
  }
  return make("div", `sdk ${card.type}${card.flags.includes("viewed") ? "" : " new"}`, parts);
}

/// A message of the message center: a row that opens as a full page or a web view.
function drawMessage(card, value) {
  const content = value.content ?? {};
  let screen;
  if (card.object.name === "WebViewMessage") {
    if (content.kind === "html") {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "");
      frame.loading = "lazy";
      frame.title = "Web view: " + visible(value.messageTitle ?? "");
      // Elements that lead elsewhere get names without a meaning: a browser connects to servers
      // for some of them before the policy stops it.
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
      picture(value.imageUrl, card.alt, card.ratio ?? 1333, 1000),
      make("div", "body", paragraph("name", value.cardTitle),
        paragraph("text", value.cardDescription))];
  }
  const name = make("span", "name", value.messageTitle ?? "Message without a title");
  const lines = make("span", "lines",
    value.messageHeader ? make("span", "header", value.messageHeader) : null, name);
  return make("details", `message${card.flags.includes("viewed") ? "" : " new"}`,
    make("summary", "", picture(value.imageUrl, card.alt, 1000, 1000, true), lines),
    make("div", "screen", screen));
}

function drawOffer(card, value) {
  const percentage = value.discountPercentage;
  const stub = percentage === undefined ? [make("p", "percent", "Coupon")]
    : [make("p", "percent", `${percentage} %`), make("p", "", "off")];
  return make("div", "offer", make("div", "stub", stub),
    picture(value.imageUrl, card.alt, 2400, 1000),
    make("div", "terms", paragraph("name", card.title), paragraph("text", card.text)));
}

/// The first value under some keys that can be shown; null if absent.
function first(value, keys) {
  for (const key of keys) {
    if (["string", "number", "boolean"].includes(typeof value[key])) {
      return String(value[key]) || null;
    }
  }
  return null;
}

/// Any object as a tile: what has a usual name is shown, everything else is not for customers.
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

/// The card's object as an app shows it.
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
      picture(value.imageUrl, card.alt, card.ratio ?? 1333, 1000)
        ?? make("div", "body", make("p", "quiet", "This ad has no image.")));
    default: return drawTile(name, value);
  }
}

/// The visible part of a card in a view.
function drawShown(card, view) {
  const isObject = view !== "feed";
  const isEmpty = card.flags.includes("control") || !(card.title || card.text || card.image);
  if (card.absence && !isObject && isEmpty) {
    return [placeholder(card.flags.includes("control") ? "Invisible" : "Gone", card.absence)];
  }
  return [card.absence ? make("p", "gone", card.absence) : null,
    isObject ? drawObject(card) : drawCard(card)].filter(Boolean);
}

/// A finding, with links to its rule and, in lists of several cards, to its card.
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
    [make("dt", "", key), make("dd", "", address(value))]));
}

function disclosure(title, card, content) {
  return make("details", "", make("summary", "", title,
    make("span", "unseen", ` of card ${card.number}`)), content);
}

/// The facts next to a card.
function drawFacts(card) {
  const tags = [make("li", "", card.type), card.class ? make("li", "class", card.class) : null,
    card.flags.map((flag) => make("li", "", flag))].flat().filter(Boolean);
  const times = `${card.created ? `created ${card.created}, ` : ""}`
    + (card.expires ? `expires ${card.expires}` : "never expires");
  const meter = document.createElement("meter");
  [meter.max, meter.high] = [card.limit, card.limit * 0.8];
  meter.value = Math.min(card.size, card.limit);
  meter.setAttribute("aria-label", "Payload in bytes");
  const extras = card.extras.map(([key, value]) => ["extras." + key, value]);
  if (card.moreExtras) extras.push(["extras", `… (${card.moreExtras} more)`]);
  const properties = Object.entries(card.object?.value ?? {})
    .filter(([key]) => !["contentCardData", "object"].includes(key))
    .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
  return make("div", "facts", make("ul", "tags", tags),
    make("p", "quiet",
      card.object ? `becomes ${card.object.name}` : `becomes nothing: ${card.reason}`,
      document.createElement("br"), times),
    card.findings.length === 0 ? null
      : make("ul", "findings", card.findings.map((finding) => drawFinding(finding))),
    make("p", "size", meter, `${card.size} of ${card.limit} bytes`),
    properties.length === 0 ? null : disclosure("Properties", card, terms(properties)),
    disclosure("Fields", card, terms(card.fields.concat(extras))));
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

const VIEWS = {
  feed: "The cards as the SDKs' own feeds draw them: pinned cards first, then the newest.",
  messages: "The message center: each message opens as a full page or a web view.",
  offers: "Coupons, as an app offers them.",
  home: "Tiles, groups and ads, and the local items next to them.",
  objects: "Objects of your own registry.",
};

data.cards = data.cards.map((one) => ({...one.card, ...one}));
const entries = data.cards.map((card) => {
  const article = drawArticle(card);
  const text = [article.textContent, card.title, card.text, card.link].join(" ").toLowerCase();
  return {card, article, text};
});
const items = data.items.map((value) => {
  const isObject = value !== null && typeof value === "object";
  const article = make("article", "item", drawTile("", isObject ? value : {title: String(value)}));
  article.setAttribute("aria-label", "Local item");
  return {article, text: JSON.stringify(value).toLowerCase()};
});
let drawnView = null;

/// Shows the entries that the view and the filter select.
function update() {
  const view = document.querySelector("input[name=view]:checked").value;
  const words = byID("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = byID("kind").value;
  const [isTroubled, showsAll] = [byID("troubled").checked, byID("all").checked];
  const fits = (text) => words.every((word) => text.includes(word));
  let [shown, hidden, total] = [0, 0, 0];
  for (const {card, article, text} of entries) {
    const isInView = view === "feed" || card.object?.place === view;
    const matches = isInView && (kind === "" || kind === "=" + (card.class ?? "").toLowerCase())
      && (!isTroubled || card.findings.length > 0) && fits(text);
    if (isInView) total += 1;
    if (matches && card.absence) hidden += 1;
    article.hidden = !matches || Boolean(card.absence) && !showsAll;
    if (!article.hidden) shown += 1;
    if (isInView && drawnView !== view) {
      article.querySelector(".shown").replaceChildren(...drawShown(card, view));
    }
  }
  for (const {article, text} of items) {
    article.hidden = view !== "home" || kind !== "" || isTroubled || !fits(text);
    if (view === "home") total += 1;
    if (!article.hidden) shown += 1;
  }
  drawnView = view;
  byID("list").className = view === "home" ? "cards home" : "cards";
  byID("lead").textContent = VIEWS[view];
  byID("count").textContent = shown === total ? `${total} ${total === 1 ? "card" : "cards"}`
    : `${shown} of ${total} cards`;
  byID("hidden-switch").hidden = hidden === 0;
  byID("nothing").hidden = shown > 0;
  byID("nothing").textContent = total === 0 ? "There are no cards."
    : hidden > 0 ? "Users see no card here." : "No card matches.";
}

/// Makes a card visible, whatever the filter says.
function reveal(card) {
  const {article} = entries[card.number - 1];
  if (!article.hidden) return article.focus();
  byID("view-feed").checked = true;
  [byID("search").value, byID("kind").value, byID("troubled").checked] = ["", "", false];
  if (card.absence) byID("all").checked = true;
  update();
  article.focus();
}

function addViews() {
  const places = new Set(data.cards.map((card) => card.object?.place));
  if (items.length > 0) places.add("home");
  for (const view of Object.keys(VIEWS).filter((one) => one === "feed" || places.has(one))) {
    const input = document.createElement("input");
    [input.type, input.name, input.id, input.value] = ["radio", "view", "view-" + view, view];
    input.checked = view === "feed";
    input.addEventListener("change", update);
    byID("views").append(make("label", "", input, view[0].toUpperCase() + view.slice(1)));
  }
}

function addKinds() {
  const counts = new Map();
  for (const card of data.cards) {
    const name = (card.class ?? "").toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of [...counts].sort()) {
    const option = document.createElement("option");
    [option.value, option.textContent] = ["=" + name, `${visible(name || "none")} (${count})`];
    byID("kind").append(option);
  }
}

function addFindings() {
  const all = data.findings.map((finding) => drawFinding(finding));
  for (const card of data.cards) all.push(...card.findings.map((one) => drawFinding(one, card)));
  const names = {error: "error", warning: "warning", info: "note"};
  const words = Object.keys(names).filter((name) => data.counts[name] > 0).map((name) =>
    `${data.counts[name]} ${names[name]}${data.counts[name] === 1 ? "" : "s"}`);
  byID("findings").hidden = all.length === 0;
  byID("finding-counts").textContent = words.join(", ");
  byID("all-findings").append(...all);
  byID("rules").hidden = data.rules.length === 0;
  for (const rule of data.rules) {
    const section = make("section", "", make("h3", "", rule.id), make("p", "", rule.summary),
      make("p", "quiet", rule.reason), make("p", "", address(rule.source)));
    section.id = "rule-" + rule.id;
    byID("rules").append(section);
  }
}

/// The histories of cards on the device.
function addHistories() {
  byID("histories").hidden = data.histories.length === 0;
  for (const {id, title, verdict, entries: events} of data.histories) {
    const lines = events.map(({time, place, words}) => make("li", "",
      time ? make("time", "", time) : null, time ? " " : null, words,
      place ? make("small", "", place) : null));
    const details = make("details", "", make("summary", "", title, ": ", verdict),
      make("p", "quiet", id), make("ol", "findings", lines));
    details.open = data.histories.length <= 3;
    byID("histories").append(details);
  }
  if (data.historiesOmitted > 0) {
    const words = `${data.historiesOmitted} more cards are omitted.`;
    byID("histories").append(make("p", "quiet", words));
  }
}

function start() {
  byID("sources").textContent = visible(data.sources.join(", "));
  byID("at").textContent = data.at;
  byID("about").textContent = "This page runs no code except its own and asks no server for "
    + "anything" + (data.images ? " except the cards' images."
      : ". Images are placeholders of the right proportions; --images loads them.");
  const omitted = [];
  if (data.read > data.cards.length) {
    omitted.push(`${data.read - data.cards.length} of ${data.read} cards are omitted, the last in `
      + "the order of the feed. --limit N shows more or fewer.");
  }
  if (data.itemsOmitted > 0) omitted.push(`${data.itemsOmitted} local items are omitted.`);
  byID("omitted").hidden = omitted.length === 0;
  byID("omitted").textContent = omitted.join(" ");
  addViews();
  addKinds();
  addFindings();
  addHistories();
  byID("list").append(...entries.map(({article}) => article), ...items.map(({article}) => article));
  byID("filter").open = matchMedia("(min-width: 761px)").matches;
  for (const control of document.querySelectorAll("#filter input, #filter select, #all")) {
    control.addEventListener("input", update);
  }
  const form = document.querySelector("#filter form");
  form.addEventListener("submit", (event) => event.preventDefault());
  update();
  byID("app").hidden = false;
}

start();
