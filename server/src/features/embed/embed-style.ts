// The style sheet of the embedded calendar. The page around it sets custom properties and styles parts; no other rule of the page has an effect.
// Lengths are in em, because pages change the size of rem. `medium` is the font size that the reader has chosen.

/** Classes for the focal point of a picture, in tenths from the left and from the top. A policy of the page may forbid `style` attributes. */
const FOCUS = Array.from(
  { length: 11 },
  (_, tenths) => `.fx${tenths} { --fx: ${tenths * 10}%; } .fy${tenths} { --fy: ${tenths * 10}%; }`,
).join('\n')

export const EMBED_STYLE = `
:host { display: block; }
:host([hidden]) { display: none; }
*, ::before, ::after { box-sizing: border-box; }
.kalends {
  all: initial; display: block; box-sizing: border-box; container-type: inline-size; color-scheme: inherit; overflow: clip;
  --k-accent: var(--kalends-accent, light-dark(#a81f27, #ff9188)); --k-on: var(--kalends-on-accent, light-dark(#fff, #2a0d0b));
  --k-text: var(--kalends-text, light-dark(#1f1b1a, #efeae5)); --k-soft: var(--kalends-soft, light-dark(#5f5854, #b3aaa3));
  --k-back: var(--kalends-background, light-dark(#fff, #1d1b1a)); --k-line: var(--kalends-line, light-dark(#e7e1da, #33302d));
  --k-radius: var(--kalends-radius, 12px); --k-heading: var(--kalends-heading-font, inherit);
  border: 1px solid var(--k-line); border-radius: var(--k-radius); background: var(--k-back); color: var(--k-text);
  font-family: var(--kalends-font, inherit); font-size: medium; line-height: 1.5; text-align: start;
}
.kalends:lang(ar) { line-height: 1.8; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--k-accent); outline-offset: 2px; }
p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.head { display: flex; align-items: center; justify-content: space-between; gap: 0.75em; min-height: 3.375em; padding: 0.4375em 1.125em; border-block-end: 1px solid var(--k-line); }
.heading { font-family: var(--k-heading); font-size: 1.1875em; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere; }
.item { display: grid; grid-template-columns: 3.25em minmax(0, 1fr); gap: 0.875em; align-items: center; padding: 0.75em 1.125em; }
.item + .item { border-block-start: 1px solid var(--k-line); }
.date { display: grid; justify-items: center; padding-block: 0.3125em; border-radius: calc(var(--k-radius) * 0.7); background: color-mix(in srgb, var(--k-accent) 12%, var(--k-back)); color: var(--k-accent); line-height: 1.1; }
.date b { font-family: var(--k-heading); font-size: 1.375em; font-weight: 600; line-height: 1.25; }
.date span { font-size: 0.75em; font-weight: 600; }
.title { font-family: var(--k-heading); font-size: 1.0625em; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere; }
.title a { display: inline-block; padding-block: 0.1176em; }
.cancelled .title a { text-decoration: line-through; }
.meta, .message, .foot, .more { font-size: 0.875em; color: var(--k-soft); overflow-wrap: anywhere; }
.status { padding-inline: 0.4286em; border: 1px solid; border-radius: calc(var(--k-radius) * 0.4); color: var(--k-accent); font-weight: 600; white-space: nowrap; }
img { display: none; width: 4.5em; height: 3.25em; border-radius: calc(var(--k-radius) * 0.6); object-fit: cover; object-position: var(--fx) var(--fy); }
.message { display: grid; gap: 0.5714em; padding: 1.4286em 1.2857em; }
.message a, .more a, .all { color: var(--k-accent); font-weight: 600; }
button { min-height: 2.5714em; margin-inline-end: 0.8571em; padding: 0.2857em 1em; border: 1px solid var(--k-soft); border-radius: calc(var(--k-radius) * 0.6); background: none; color: var(--k-text); font: inherit; cursor: pointer; }
.more { padding: 0 1.2857em 0.8571em; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; column-gap: 1.1429em; padding: 0.2857em 1.2857em; border-block-start: 1px solid var(--k-line); }
.foot:empty { display: none; }
.foot a { display: inline-flex; align-items: center; min-height: 2.8571em; }
.bone { height: 1.25em; border-radius: calc(var(--k-radius) * 0.4); background: color-mix(in srgb, var(--k-text) 10%, var(--k-back)); }
.bone.date { height: 3.25em; }
@container (min-width: 26em) { .item:has(img) { grid-template-columns: 3.25em minmax(0, 1fr) auto; } img { display: block; } }
@media (prefers-reduced-motion: no-preference) {
  .bone { animation: pulse 1.6s ease-in-out infinite alternate; }
  @keyframes pulse { to { opacity: 0.5; } }
}
${FOCUS}
`
