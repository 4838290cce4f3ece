// The checks of check_pages.py, as one object of functions. Each returns a list of errors.
({
  // Elements and attributes that a page is made of; anything else came in through a card.
  elements: new Set(("html head noscript meta title style body a header div h1 p bdi span time fieldset legend "
    + "label input nav form select option main h2 article h3 ul li b small code meter details summary "
    + "dl dt dd b figure figcaption svg img br wbr iframe section footer script").split(" ")),
  attributes: new Set(("lang charset data-card http-equiv content name class href id type checked value for role "
    + "aria-label aria-labelledby aria-hidden autocomplete hidden tabindex data-card data-class "
    + "data-type data-place data-unseen data-findings dir min max high rel target datetime viewBox src alt width "
    + "height loading referrerpolicy sandbox srcdoc title open").split(" ")),

  structure() {
    const found = [];
    for (const element of document.querySelectorAll("*")) {
      const name = element.localName;
      if (!this.elements.has(name)) found.push(`element ${name}`);
      for (const attribute of element.attributes) {
        if (!this.attributes.has(attribute.name)) found.push(`${name} has ${attribute.name}`);
      }
      const target = element.getAttribute("href");
      if (target !== null && !/^(https?:\/\/|#)/i.test(target)) found.push(`link to ${target}`);
      if (name === "iframe" && element.getAttribute("sandbox") !== "") found.push("open frame");
    }
    if (document.scripts.length !== 2) found.push(`${document.scripts.length} scripts`);
    if (document.querySelectorAll("style").length !== 1) found.push("more than one style");
    const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
    if (new Set(ids).size !== ids.length) found.push("an id that is not unique");
    for (const role of ["header", "nav", "main", "footer", "form[role=search]"]) {
      if (document.querySelectorAll(role).length !== 1) found.push(`not one ${role}`);
    }
    return found;
  },

  cards() { return document.querySelectorAll("article[data-card]").length; },

  openAll() { for (const element of document.querySelectorAll("details")) element.open = true; },

  visible(element) {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && box.width > 0 && box.height > 0;
  },

  overflow() {
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest(".unseen") || element.matches(".choices input, .skip")) continue;
      if (!this.visible(element)) continue;
      const box = element.getBoundingClientRect();
      if (box.right > width + 0.5 || box.left < -0.5) found.push(`${element.localName}.${element.className} sticks out: `
        + element.textContent.slice(0, 40));
    }
    return found.slice(0, 5);
  },

  focus() {
    const found = [];
    for (const element of document.querySelectorAll("a[href], button, input, select, summary, iframe")) {
      if (!element.checkVisibility()) continue;
      if (element.tabIndex !== 0) found.push(`${element.outerHTML.slice(0, 80)} has a tabindex`);
      element.focus({preventScroll: true});
      if (document.activeElement !== element) found.push(`${element.outerHTML.slice(0, 80)} no focus`);
    }
    return found.slice(0, 5);
  },

  contrast() {
    const found = [];
    const backgrounds = new Map();
    const parse = (text) => {
      const numbers = text.match(/[\d.]+/g).map(Number);
      return {rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1};
    };
    const over = (top, bottom) =>
      top.rgb.map((part, index) => part * top.alpha + bottom[index] * (1 - top.alpha));
    const background = (element) => {
      if (!element) return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
      if (!backgrounds.has(element)) {
        const style = getComputedStyle(element);
        backgrounds.set(element, over(parse(style.backgroundColor), background(element.parentElement)));
      }
      return backgrounds.get(element);
    };
    const luminance = (rgb) => {
      const [red, green, blue] = rgb.map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const elements = new Set(document.querySelectorAll("input[type=search], select"));
    while (walker.nextNode()) {
      if (walker.currentNode.data.trim() !== "") elements.add(walker.currentNode.parentElement);
    }
    let worst = 21;
    for (const element of elements) {
      if (element.matches("script, style, option") || !this.visible(element)) continue;
      const bottom = background(element);
      const top = over(parse(getComputedStyle(element).color), bottom);
      const [light, dark] = [luminance(top), luminance(bottom)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      worst = Math.min(worst, ratio);
      if (ratio < 4.5) {
        found.push(`${ratio.toFixed(2)} at ${element.localName}.${element.className}: `
          + element.textContent.slice(0, 40));
      }
    }
    return found.slice(0, 5);
  },

  // Whether the count is that of what each view shows, and the empty state says when it is none.
  tabs() {
    const found = [];
    for (const input of document.getElementsByName("view")) {
      input.click();
      const number = parseInt(document.getElementById("count").textContent, 10);
      const shown = Array.from(document.querySelectorAll("#list > article"))
        .filter((article) => this.visible(article)).length;
      if (number !== shown) found.push(`the view ${input.value} says ${number} of ${shown}`);
      if (document.getElementById("nothing").checkVisibility() !== (shown === 0)) {
        found.push(`the view ${input.value} of ${shown} and its empty state disagree`);
      }
    }
    document.getElementById("view-feed").click();
    return found;
  },

  // Whether every finding leads to the explanation of its rule, and to a card.
  links() {
    const found = [];
    for (const link of document.querySelectorAll("a[href^='#']")) {
      const id = link.getAttribute("href").slice(1);
      if (!document.getElementById(id)) found.push(`nothing has the id ${id}`);
    }
    return found.slice(0, 5);
  },

  // Where the first card that is shown begins, in pixels; -1 without one.
  firstCard() {
    const card = Array.from(document.querySelectorAll("article[data-card]"))
      .find((article) => article.checkVisibility());
    return card ? Math.round(card.querySelector(".shown").getBoundingClientRect().top + scrollY) : -1;
  },

  search(words) {
    const control = document.getElementById("search");
    control.value = words;
    control.dispatchEvent(new Event("input", {bubbles: true}));
    return {
      shown: Array.from(document.querySelectorAll("article[data-card]"))
        .filter((card) => card.checkVisibility()).length,
      count: document.getElementById("count").textContent,
      isEmpty: document.getElementById("nothing").checkVisibility(),
    };
  },
})
