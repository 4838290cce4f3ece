"use strict";
// Draws the cards of the JSON in #data. Text of a card reaches the document through textContent
// and attributes only, never as markup.

const data = JSON.parse(document.getElementById("data").textContent);
const byID = (id) => document.getElementById(id);

/// Cuts a long text, and replaces control and bidirectional formatting characters with visible
/// escapes.
function visible(value) {
  const [all, limit] = [String(value), 4096];
  const text = all.length <= limit ? all
    : `${all.slice(0, limit)}… (${all.length - limit} characters more)`;
  return text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0"));
}

/// Creates an element with a class name and children: strings become text, and null is skipped.
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

/// Creates a paragraph of a card's text with automatic direction; null without text.
function paragraph(name, text) {
  if (!text) return null;
  const element = document.createElement("p");
  [element.className, element.dir, element.textContent] = [name, "auto", visible(text)];
  return element;
}

/// Creates a link for an http or https URL, otherwise text.
function address(text) {
  const isLink = /^https?:\/\/[^\s\u0000-\u0020]+$/i.test(text) && text.length <= 4096;
  if (!isLink) return make("bdi", "", text);
  const link = make("a", "", text);
  [link.rel, link.target, link.href] = ["noopener noreferrer", "_blank", text];
  return link;
}

/// Creates an image if the page may load it, otherwise a placeholder with the same aspect ratio.
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
