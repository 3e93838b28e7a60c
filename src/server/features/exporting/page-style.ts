/** The look of the app, without its code: no script and no address. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f4, #0f1512);
  --surface: light-dark(#fff, #1a231f);
  --ink: light-dark(#16201b, #e7ede9);
  --soft: light-dark(#566159, #adb9b1);
  --hair: light-dark(#e3e7e1, #2c3731);
  --green: light-dark(#0a7d4c, #45c48b);
  --tint: light-dark(#d5f0de, #173d2c);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Noto Sans CJK SC', sans-serif;
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink) }
a { color: var(--green); text-underline-offset: 2px }
header { position: sticky; top: 0; border-bottom: 1px solid var(--hair); background: var(--surface) }
header > div, main, footer { max-width: 44rem; margin: 0 auto; padding: 12px 20px }
header > div { display: flex; align-items: center; gap: 12px }
header svg { flex: none; color: var(--green) }
h1 { margin: 0; overflow-wrap: anywhere; font-size: 1.125rem; line-height: 1.3 }
h2 { margin: 28px 0 10px; font-size: 1rem }
h2.day { margin: 20px 0 12px; color: var(--soft); font-size: .8125rem; font-weight: 400; text-align: center }
article { width: fit-content; min-width: 8rem; max-width: min(100%, 34rem); margin: 0 0 8px;
  padding: 8px 12px; border-radius: 12px; background: var(--surface); overflow-wrap: anywhere }
article.own { margin-left: auto; background: var(--tint) }
article p { margin: 0; white-space: pre-wrap }
article b { font-size: .8125rem }
article .gone { color: var(--soft); font-style: italic }
time, footer, .soft, .marks { color: var(--soft); font-size: .75rem; font-variant-numeric: tabular-nums }
.marks { margin-top: 4px }
ol { margin: 6px 0 0; padding: 0; list-style: none }
ol li { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0;
  border-top: 1px solid var(--hair) }
ol span { font-variant-numeric: tabular-nums }
ul { margin: 0; padding: 0 16px; border-radius: 12px; background: var(--surface); list-style: none }
ul li { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; overflow-wrap: anywhere }
ul li + li { border-top: 1px solid var(--hair) }
@media print { header { position: static } article { break-inside: avoid } }
`;

/** The mark of the product, drawn in the page. */
export const MARK =
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">' +
  '<path stroke="currentColor" stroke-linejoin="round" d="M4 21.5V10.2a8 8 0 1 1 8 8H8z' +
  'M12 6.7a3.5 3.5 0 0 0 0 7h3.5v-3.5A3.5 3.5 0 0 0 12 6.7z"/></svg>';
