/// The page's own script: search, filter and count.
///
/// All else works without it.
enum PageScript {
  /// The SHA-256 of `text` in Base64, by which the page's policy knows it; a test compares them.
  static let hash: StaticString = "FkxakHYyDROD/ByDC/IG5IqQOoswmOln8F1hs+jwXrU="

  /// The script.
  static let text: StaticString = #"""
    "use strict";
    const cards = Array.from(document.querySelectorAll("article[data-card]"));
    const items = Array.from(document.querySelectorAll("article.item"));
    const search = document.getElementById("search");
    const kind = document.getElementById("kind");
    const troubled = document.getElementById("troubled");
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
      let shown = 0;
      let inView = 0;
      for (const card of cards) {
        const fits = (kind.value === "" || kind.value === "=" + card.dataset.class)
          && (!troubled.checked || card.dataset.findings !== "0")
          && fitsWords(card);
        card.hidden = !fits;
        if (view !== "feed" && card.dataset.place !== view) continue;
        inView += 1;
        if (fits) shown += 1;
      }
      for (const item of items) {
        item.hidden = kind.value !== "" || troubled.checked || !fitsWords(item);
      }
      count.textContent = shown === inView
        ? `${inView} ${inView === 1 ? "card" : "cards"}`
        : `${shown} of ${inView} ${inView === 1 ? "card" : "cards"}`;
      nothing.hidden = shown > 0;
    }

    for (const control of document.querySelectorAll("#filter input, #filter select")) {
      control.addEventListener("input", update);
    }
    for (const control of document.querySelectorAll("input[name=view]")) {
      control.addEventListener("change", update);
    }
    document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("filter").hidden = false;
    update();
    """#
}
