// Accent colors are readable in both color schemes, whatever color the operator chooses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentStyles, contrast, parseHex } from './accent.ts'

const PAPERS = { light: parseHex('#fdfcfa'), dark: parseHex('#151413') }
const valueOf = (styles: string, name: string): string => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(styles)?.[1] ?? ''

test('17.2 text in the accent color and on it has a contrast of 4.5 in light and dark mode', () => {
  for (const color of ['#a81f27', '#000000', '#ffffff', '#ffd400', '#00ff00', '#0000ff', '#777777', '#FF00FF']) {
    const [light = '', dark = ''] = accentStyles(color).split('@media')
    for (const [styles, paper] of [
      [light, PAPERS.light],
      [dark, PAPERS.dark],
    ] as const) {
      const accent = parseHex(valueOf(styles, 'accent'))
      for (const other of [paper, parseHex(valueOf(styles, 'accent-wash')), parseHex(valueOf(styles, 'on-accent'))])
        assert.ok(contrast(accent, other) >= 4.5, `${color} ${contrast(accent, other)}`)
      assert.ok(contrast(parseHex(valueOf(styles, 'accent-strong')), parseHex(valueOf(styles, 'on-accent'))) >= 4.5, color)
    }
  }
})
test('17.2 a color with enough contrast stays as it is', () => {
  assert.equal(valueOf(accentStyles('#a81f27'), 'accent'), '#a81f27')
})
