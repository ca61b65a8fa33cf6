// Derives the accent colors of public pages from one color, so that text in them always has enough contrast (WCAG 2.2, 1.4.3).

type Rgb = readonly [red: number, green: number, blue: number]
const [WHITE, BLACK]: [Rgb, Rgb] = [
  [255, 255, 255],
  [0, 0, 0],
]
/** The page in light and in dark mode, as in tokens.css. */
const PAPER: Rgb = [253, 252, 250]
const DARK_PAPER: Rgb = [21, 20, 19]
/** More than the required 4.5, because the accent also stands on a wash of itself. */
const CONTRAST = 5.6

/** Returns the custom properties of both color schemes for a color such as `#a81f27`. */
export function accentStyles(color: string): string {
  const given = parseHex(color)
  const light = shift(given, BLACK, PAPER)
  const dark = shift(given, WHITE, DARK_PAPER)
  return `:root{${properties(light, { paper: PAPER, text: WHITE, toward: BLACK })}}
@media (prefers-color-scheme: dark){:root{${properties(dark, { paper: DARK_PAPER, text: BLACK, toward: WHITE })}}}
`
}

interface Scheme {
  readonly paper: Rgb
  readonly text: Rgb
  readonly toward: Rgb
}
const properties = (accent: Rgb, { paper, text, toward }: Scheme): string =>
  [
    `--accent:${toHex(accent)}`,
    `--accent-strong:${toHex(mix(accent, toward, 0.2))}`,
    `--accent-wash:${toHex(mix(paper, accent, 0.08))}`,
    `--accent-line:${toHex(mix(paper, accent, 0.3))}`,
    `--on-accent:${toHex(text)}`,
  ].join(';')

/** Mixes a color with black or white until it has enough contrast on the paper. */
function shift(color: Rgb, toward: Rgb, paper: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, toward, share)
    if (contrast(mixed, paper) >= CONTRAST) return mixed
  }
  return toward
}

export const contrast = (one: Rgb, other: Rgb): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map((each) => {
    const share = each / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((each, i) => Math.round(each + ((to[i] ?? 0) - each) * share)) as unknown as Rgb
export const parseHex = (color: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as unknown as Rgb
const toHex = (color: Rgb): string => `#${color.map((each) => each.toString(16).padStart(2, '0')).join('')}`
