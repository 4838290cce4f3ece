const VIEWS = {
  feed: "The cards as the SDKs' own feeds draw them: pinned cards first, then the newest.",
  messages: "The message center: each message opens as a full page or a web view.",
  offers: "Coupons, as an app offers them.",
  home: "Tiles, groups and ads, and the local items next to them.",
  objects: "Custom objects of your registry.",
};

/// The views of the built-in objects.
const PLACES = {
  FullPageMessage: "messages", WebViewMessage: "messages", Coupon: "offers",
  Tile: "home", Group: "home", Ad: "home",
};

data.cards = data.cards.map(({card: {card, ...facts}, ...one}) =>
  ({type: "none", ...card, ...facts, ...one, fields: card}));
for (const {object} of data.cards) if (object) object.place = PLACES[object.name] ?? "objects";
const entries = data.cards.map((card) => {
  const article = drawArticle(card);
  const text = [article.textContent, card.title, card.description, card.link_text].join(" ").toLowerCase();
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
    const matches = isInView && (kind === "" || kind === "=" + (card.class_type ?? "").toLowerCase())
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

/// Shows a card, and resets the filter if it hides the card.
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
    const name = (card.class_type ?? "").toLowerCase();
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
  const unlisted = Object.values(data.counts).reduce((sum, one) => sum + one, 0) - all.length;
  if (unlisted > 0) words.push(`${unlisted} of them not listed`);
  byID("finding-counts").textContent = words.join(", ");
  byID("all-findings").append(...all);
  byID("rules").hidden = data.rules.length === 0;
  for (const rule of data.rules) {
    const section = make("section", "", make("h3", "", rule.id), make("p", "", rule.summary),
      make("p", "quiet", rule.explanation), make("p", "", address(rule.source)));
    section.id = "rule-" + rule.id;
    byID("rules").append(section);
  }
}

/// Adds the histories of the cards on the device.
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
      + "the order of the page. --limit N shows more or fewer.");
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
