/// The style of the page.
///
/// Colours come in pairs for light and dark; the viewer's system chooses, or the page's switch.
enum PageStyle {
  /// Everything, in the order in which it is written.
  static let parts: [StaticString] = [
    basics, PageLayoutStyle.text, PageCardStyle.text, PageObjectStyle.text,
  ]

  /// Colours, type and controls.
  private static let basics: StaticString = #"""
    :root {
      color-scheme: light dark;
      --page: light-dark(#f4f4f2, #111214);
      --surface: light-dark(#ffffff, #1c1d20);
      --sunken: light-dark(#ebebe8, #27282c);
      --line: light-dark(#dcdcd7, #36383d);
      --text: light-dark(#1b1b19, #ececee);
      --quiet: light-dark(#5a5a55, #a9abb1);
      --accent: light-dark(#1a56c4, #8db4ff);
      --on-accent: light-dark(#ffffff, #0c1a33);
      --error: light-dark(#b3261e, #ff9d94);
      --warning: light-dark(#8a5000, #f3bf63);
      --info: light-dark(#1a56c4, #8db4ff);
      --good: light-dark(#1d6b36, #86d49d);
      --offer: light-dark(#fff3dc, #33290f);
      --on-offer: light-dark(#6b3f00, #ffd68a);
      --radius: 14px;
    }
    :root:has(#scheme-light:checked) { color-scheme: light; }
    :root:has(#scheme-dark:checked) { color-scheme: dark; }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body {
      margin: 0; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
    }
    h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; }
    ul, ol { list-style: none; }
    h1 { font-size: 22px; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
    h2 { font-size: 17px; line-height: 1.3; font-weight: 650; }
    a { color: var(--accent); text-underline-offset: 2px; }
    code { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
    .quiet { color: var(--quiet); }
    .unseen, .choices input {
      position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0;
      overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
    .skip { position: absolute; left: 12px; top: -60px; padding: 8px 14px; z-index: 9;
      border-radius: 8px; background: var(--accent); color: var(--on-accent); }
    .skip:focus { top: 12px; }
    input[type=search], select {
      font: inherit; color: var(--text); background: var(--surface); width: 100%; min-width: 0;
      border: 1px solid light-dark(#8c8c86, #777a82); border-radius: 9px; padding: 7px 10px;
    }
    input[type=checkbox] { width: 17px; height: 17px; margin: 0; accent-color: var(--accent); }
    summary { cursor: pointer; }
    """#
}

/// The style of what stands round the cards: header, views, filter, footer.
enum PageLayoutStyle {
  static let text: StaticString = #"""
    .frame { max-width: 1060px; margin: 0 auto; padding: 0 20px; }
    header .frame { display: flex; flex-wrap: wrap; gap: 14px 24px; align-items: flex-start;
      justify-content: space-between; padding-top: 28px; padding-bottom: 18px; }
    header .about { flex: 1 1 320px; min-width: 0; }
    header p { margin-top: 4px; }
    .choices { display: flex; flex-wrap: wrap; gap: 2px; padding: 3px; border-radius: 11px;
      background: var(--sunken); min-width: 0; width: fit-content; max-width: 100%; }
    .choices label { position: relative; display: block; padding: 5px 13px; border-radius: 8px;
      cursor: pointer; color: var(--quiet); font-size: 14px; }
    .choices label:has(:checked) { background: var(--surface); color: var(--text);
      font-weight: 600; box-shadow: 0 1px 2px rgb(0 0 0 / 16%); }
    .choices label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 1px; }
    nav { position: sticky; top: 0; z-index: 3; background: var(--page);
      border-bottom: 1px solid var(--line); }
    nav .frame { padding-top: 9px; padding-bottom: 9px; }
    #filter .frame { display: grid; gap: 10px 16px; align-items: end; padding-top: 16px;
      grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) auto; }
    #filter label { font-size: 13px; color: var(--quiet); }
    #filter .check { padding-bottom: 9px; font-size: 14px; color: var(--text); }
    main { padding: 20px 0 8px; }
    .lead { display: none; padding-bottom: 14px; }
    .lead p { color: var(--quiet); }
    .count { display: flex; flex-wrap: wrap; gap: 4px 24px; justify-content: space-between;
      padding: 0 0 12px; font-size: 14px; }
    #count { color: var(--quiet); }
    .check { display: flex; gap: 8px; align-items: center; }
    .notice { border: 1px solid var(--line); border-radius: var(--radius); padding: 14px 16px;
      background: var(--surface); margin-top: 16px; }
    .notice .findings { margin-top: 8px; }
    footer { border-top: 1px solid var(--line); margin-top: 32px; color: var(--quiet);
      font-size: 13px; }
    footer .frame { padding-top: 16px; padding-bottom: 32px; }
    body:has(#view-feed:checked) .lead-feed,
    body:has(#view-messages:checked) .lead-messages,
    body:has(#view-offers:checked) .lead-offers,
    body:has(#view-home:checked) .lead-home,
    body:has(#view-objects:checked) .lead-objects { display: block; }
    body:has(#all:checked) .seen,
    body:not(:has(#all:checked)) :is(.every, .card[data-unseen]),
    body:has(#view-feed:checked) :is(.as-object, .item),
    body:not(:has(#view-feed:checked)) .as-card,
    body:has(#view-messages:checked) .card:not([data-place=messages]),
    body:has(#view-offers:checked) .card:not([data-place=offers]),
    body:has(#view-home:checked) .card:not([data-place=home]),
    body:has(#view-objects:checked) .card:not([data-place=objects]),
    body:not(:has(#view-home:checked)) .item { display: none; }
    @media (max-width: 640px) {
      .frame { padding-left: 14px; padding-right: 14px; }
      #filter .frame { grid-template-columns: minmax(0, 1fr); }
      #filter .check { padding-bottom: 0; }
    }
    """#
}

/// The style of cards as the SDKs draw them, and of what is said beside them.
enum PageCardStyle {
  static let text: StaticString = #"""
    .cards { display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
    .card { display: grid; gap: 14px 28px; grid-template-columns: minmax(0, 375px) minmax(0, 1fr);
      align-items: start; padding-bottom: 18px; border-bottom: 1px solid var(--line); }
    .shown { min-width: 0; }
    .sdk { position: relative; overflow: hidden; background: var(--surface);
      border-radius: var(--radius); border: 1px solid var(--line);
      box-shadow: 0 1px 3px rgb(0 0 0 / 9%); }
    .sdk .body { padding: 14px 18px 16px; min-width: 0; }
    .sdk .title { font-size: 17px; line-height: 1.3; font-weight: 650; }
    .sdk .text { margin-top: 5px; white-space: pre-line; }
    .sdk .link { margin-top: 9px; font-size: 14px; font-weight: 600; color: var(--accent); }
    .sdk.classic_image { display: flex; }
    .sdk.classic_image > .picture { flex: none; width: 60px; height: 60px; margin: 18px 0 18px 18px;
      border-radius: 8px; }
    .sdk.new { border-bottom: 3px solid var(--accent); }
    .pin { position: absolute; right: 0; top: 0; padding: 3px 10px; z-index: 1; font-size: 12px;
      font-weight: 600; border-bottom-left-radius: 10px; background: var(--accent);
      color: var(--on-accent); }
    .gone { font-size: 13px; color: var(--quiet); padding: 0 0 8px; }
    .gone + .sdk { border-style: dashed; box-shadow: none; }
    .placeholder { border: 2px dashed light-dark(#a8a8a2, #5c5f66); border-radius: var(--radius);
      padding: 22px 20px; color: var(--quiet); }
    .placeholder b { display: block; color: var(--text); }
    .picture { display: block; position: relative; overflow: hidden; background: var(--sunken);
      color: var(--quiet); font-size: 12px; }
    .picture svg, .picture img { display: block; width: 100%; height: auto; }
    .picture svg { background-image:
      linear-gradient(to top right, transparent calc(50% - 1px), var(--line) calc(50% - 1px),
      var(--line) calc(50% + 1px), transparent calc(50% + 1px)); }
    .picture figcaption { position: absolute; left: 8px; bottom: 8px; max-width: calc(100% - 16px);
      padding: 1px 8px; border-radius: 6px; background: var(--surface); }
    .picture bdi { display: block; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; }
    .facts { min-width: 0; font-size: 14px; }
    .facts > * + * { margin-top: 10px; }
    .tags { display: flex; flex-wrap: wrap; gap: 5px; }
    .tags li { padding: 1px 8px; border-radius: 6px; font-size: 12.5px; color: var(--text);
      background: var(--sunken); max-width: 100%; }
    .tags .class { background: var(--accent); color: var(--on-accent); }
    .findings li { padding-left: 12px; border-left: 3px solid var(--line); }
    .findings li + li { margin-top: 8px; }
    .findings b { font-weight: 650; }
    .findings .error { border-color: var(--error); } .findings .error b { color: var(--error); }
    .findings .warning { border-color: var(--warning); }
    .findings .warning b { color: var(--warning); }
    .findings .info { border-color: var(--info); } .findings .info b { color: var(--info); }
    .findings small { display: block; font-size: 12.5px; color: var(--quiet); }
    .size { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; }
    meter { flex: 0 1 160px; min-width: 60px; height: 12px; }
    details > summary { color: var(--accent); width: fit-content; }
    .facts dl { display: grid; grid-template-columns: fit-content(55%) minmax(0, 1fr);
      gap: 3px 14px; padding-top: 8px; }
    .facts dt { color: var(--quiet); }
    time { white-space: nowrap; }
    @media (max-width: 760px) { .card { grid-template-columns: minmax(0, 1fr); } }
    """#
}

/// The style of the objects that cards become: messages, offers, tiles.
enum PageObjectStyle {
  static let text: StaticString = #"""
    .message { overflow: hidden; background: var(--surface); border: 1px solid var(--line);
      border-radius: var(--radius); box-shadow: 0 1px 3px rgb(0 0 0 / 9%); }
    .message > summary { display: flex; gap: 14px; align-items: center; width: auto;
      padding: 14px 16px; color: var(--text); list-style: none; }
    .message > summary::-webkit-details-marker { display: none; }
    .message > summary::after { content: "›"; font-size: 24px; line-height: 1; margin-left: auto;
      color: var(--quiet); }
    .message[open] > summary::after { transform: rotate(90deg); }
    .message > summary:focus-visible { outline-offset: -4px; border-radius: var(--radius); }
    .message .picture.small { flex: none; width: 48px; height: 48px; border-radius: 10px; }
    .message .header { font-size: 13px; color: var(--quiet); }
    .message .name { font-weight: 650; }
    .message .lines { min-width: 0; }
    .message.new .name::before { content: ""; display: inline-block; width: 9px; height: 9px;
      margin-right: 8px; border-radius: 50%; background: var(--accent); }
    .screen { border-top: 1px solid var(--line); }
    .screen .bar { padding: 8px 16px; font-size: 13px; color: var(--quiet);
      background: var(--sunken); }
    .screen .body { padding: 16px; }
    .screen .body b { display: block; font-size: 19px; line-height: 1.3; }
    .screen .body .text { margin-top: 6px; white-space: pre-line; }
    iframe { display: block; width: 100%; height: 420px; border: 0; background: #ffffff;
      color-scheme: light; }
    .offer { overflow: hidden; border-radius: var(--radius); background: var(--offer);
      color: var(--on-offer); border: 1px solid var(--line); }
    .offer .stub { padding: 20px; border-bottom: 2px dashed var(--on-offer); }
    .offer .percent { font-size: 40px; line-height: 1.1; font-weight: 700;
      letter-spacing: -0.02em; }
    .offer .terms { padding: 14px 20px 18px; }
    .offer .terms b { display: block; }
    .tile { overflow: hidden; background: var(--surface); border: 1px solid var(--line);
      border-radius: var(--radius); box-shadow: 0 1px 3px rgb(0 0 0 / 9%); }
    .tile .body { padding: 12px 14px 14px; }
    .tile .name { font-weight: 650; line-height: 1.3; }
    .tile .price { margin-top: 2px; font-weight: 600; color: var(--good); }
    .tile .tags { margin-top: 8px; }
    .tile.headline .name, .tile.largerow .name { font-size: 21px; }
    .tile dl { display: grid; grid-template-columns: fit-content(8em) minmax(0, 1fr);
      gap: 2px 12px; margin-top: 8px; font-size: 13px; }
    .tile dt { color: var(--quiet); }
    .tile .kind { font-size: 12.5px; color: var(--quiet); }
    body:has(#view-home:checked) .cards {
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 235px), 1fr)); align-items: start; }
    body:has(#view-home:checked) .card {
      grid-template-columns: minmax(0, 1fr); border: 0; padding-bottom: 4px; }
    """#
}
