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
