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
