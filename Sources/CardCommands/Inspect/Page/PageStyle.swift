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
