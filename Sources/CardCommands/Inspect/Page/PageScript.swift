/// The page's own script: search, filter and count.
///
/// All else works without it.
enum PageScript {
  /// The SHA-256 of `text` in Base64, by which the page's policy knows it; a test compares them.
  static let hash: StaticString = "k7vJ8zn/BYaQPtwxyyRDByM1A3rDfQKp+wESlcKekd0="

  /// The script.
  static let text: StaticString = #"""
    "use strict";
    const cards = Array.from(document.querySelectorAll("article[data-card]"));
    const items = Array.from(document.querySelectorAll("article.item"));
    const search = document.getElementById("search");
    const kind = document.getElementById("kind");
    const troubled = document.getElementById("troubled");
    const all = document.getElementById("all");
    const count = document.getElementById("count");
    const nothing = document.getElementById("nothing");
    const texts = new Map();

    function textOf(card) {
      if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
      return texts.get(card);
    }

    function update() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const view = document.querySelector("input[name=view]:checked").value;
      const fitsWords = (card) => words.every((word) => textOf(card).includes(word));
      const isFiltered = words.length > 0 || kind.value !== "" || troubled.checked;
      const seen = new Map();
      const every = new Map();
      const add = (counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const card of cards) {
        card.hidden = (kind.value !== "" && kind.value !== "=" + card.dataset.class)
          || (troubled.checked && card.dataset.findings === "0") || !fitsWords(card);
        if (card.hidden) continue;
        for (const name of ["feed", card.dataset.place]) {
          add(every, name);
          if (!("unseen" in card.dataset)) add(seen, name);
        }
      }
      let local = 0;
      for (const item of items) {
        item.hidden = kind.value !== "" || troubled.checked || !fitsWords(item);
        if (!item.hidden) local += 1;
      }
      for (const input of document.querySelectorAll("input[name=view]")) {
        const extra = input.value === "home" ? local : 0;
        const label = input.parentElement;
        label.querySelector(".seen").textContent = (seen.get(input.value) ?? 0) + extra;
        label.querySelector(".every").textContent = (every.get(input.value) ?? 0) + extra;
      }
      const shown = ((all.checked ? every : seen).get(view) ?? 0);
      const beside = view === "home" ? local : 0;
      count.textContent = `${shown} ${shown === 1 ? "card" : "cards"}`
        + (beside > 0 ? ` and ${beside} local ${beside === 1 ? "item" : "items"}` : "");
      nothing.hidden = shown + beside > 0;
      nothing.textContent = cards.length === 0 ? "There are no cards."
        : isFiltered && (every.get(view) ?? 0) === 0 ? "No card matches."
        : "Users see no card here.";
    }

    for (const control of document.querySelectorAll("#filter input, #filter select")) {
      control.addEventListener("input", update);
    }
    for (const control of document.querySelectorAll("input[name=view], #all")) {
      control.addEventListener("change", update);
    }
    document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("filter").hidden = false;
    update();
    """#
}
