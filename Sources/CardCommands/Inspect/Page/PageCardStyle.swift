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
