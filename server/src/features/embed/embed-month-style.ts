// Further rules of the style sheet for a month. The widget loads them with the script of the month.

export const EMBED_MONTH_STYLE = `
.navs { display: flex; flex: none; }
.nav { display: grid; place-items: center; width: 2.5em; height: 2.5em; border-radius: var(--k-radius); }
.nav:hover, .day:hover { background: color-mix(in srgb, var(--k-accent) 12%, var(--k-back)); text-decoration: none; }
svg { width: 1.25em; height: 1.25em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.previous, [dir='rtl'] .next { transform: scaleX(-1); }
[dir='rtl'] .previous { transform: none; }
.month { width: 100%; padding: 0.5714em 0.4286em 0.8571em; border-spacing: 0; font-size: 0.875em; font-variant-numeric: tabular-nums; table-layout: fixed; }
th { padding: 0.5em 0; color: var(--k-soft); font-size: 0.8571em; font-weight: 400; }
td { padding: 0; }
.day { position: relative; display: grid; place-items: center; width: min(2.8571em, 100%); height: 2.8571em; margin-inline: auto; border-radius: var(--k-radius); }
.outside { color: var(--k-soft); }
.busy { font-weight: 700; }
.busy::after { content: ''; position: absolute; inset-block-end: 0.2857em; inset-inline-start: calc(50% - 0.1786em); width: 0.3571em; height: 0.3571em; border-radius: 50%; background: var(--k-accent); }
.day.today { background: var(--k-accent); color: var(--k-on); }
.today::after { background: var(--k-on); }
.selected { box-shadow: inset 0 0 0 2px var(--k-accent); }
.today.selected { box-shadow: inset 0 0 0 2px var(--k-accent), inset 0 0 0 3px var(--k-on); }
.day-events:not(:empty) { border-block-start: 1px solid var(--k-line); }
@media (forced-colors: active) {
  .busy::after { background: LinkText; }
  .day.today { outline: 1px solid LinkText; }
  .day.selected { outline: 3px solid Highlight; }
}
`
