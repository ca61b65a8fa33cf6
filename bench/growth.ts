// How the cost of each question grows with the calendar: the time in the middle at each size, both axes in tens.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import { RESULTS } from './report.ts'

interface Figures {
  readonly events: number
  readonly imported: number | null
  readonly results: Readonly<Record<string, Measured>>
}
const [WIDTH, PLOT, TOP, BOTTOM] = [1000, 640, 50, 560]
const [FIRST, LAST] = [0.5, 2_000]

export function growth(): void {
  const bySize = new Map<number, Figures>()
  for (const file of globSync('*.json', { cwd: RESULTS }).sort()) {
    const figures = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')) as Figures
    bySize.set(figures.events, figures)
  }
  const sizes = [...bySize.values()].sort((a, b) => a.events - b.events)
  const names = [...new Set(sizes.flatMap(({ results }) => Object.keys(results)))].filter((name) => name.startsWith('cold: '))
  const lines = names.flatMap((name) => {
    const points = sizes.flatMap(({ events, results }) => (results[name]?.rate ? [{ events, ms: alone(results[name]) }] : []))
    return points.length > 1 ? [{ name: name.replace('cold: ', ''), points, slope: slopeOf(points) }] : []
  })
  for (const { name, points, slope } of lines)
    console.log(name.padEnd(28) + points.map(({ ms }) => ms.toFixed(2).padStart(10)).join('') + slope.toFixed(2).padStart(8))
  const page = new URL('../docs/scaling.md', import.meta.url)
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->']
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, `${text.slice(0, text.indexOf(begin))}${begin}\n\n${table(lines, sizes)}\n\n${text.slice(text.indexOf(end))}`)
  writeFileSync(
    new URL('growth.svg', RESULTS),
    draw(
      lines,
      sizes.map(({ events }) => events),
    ),
  )
  console.error(`${fileURLToPath(new URL('growth.svg', RESULTS))} written`)
}
function table(lines: readonly Line[], sizes: readonly Figures[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const imported = sizes.map((figures) => (figures.imported ? figures.imported.toLocaleString('en') : ''))
  return [
    row(['events', ...sizes.map(({ events }) => events.toLocaleString('en')), 'slope']),
    row(['---', ...sizes.map(() => '---:'), '---:']),
    ...lines.map(({ name, points, slope }) =>
      row([name, ...sizes.map(({ events }) => points.find((point) => point.events === events)?.ms.toFixed(1) ?? ''), slope.toFixed(2)]),
    ),
    row(['import, events a second', ...imported, '']),
  ].join('\n')
}
/** What one request costs the machine: its time of the processor, which other requests do not make longer. */
const alone = ({ node_ms, postgres_ms }: Measured): number => node_ms + postgres_ms

interface Line {
  readonly name: string
  readonly points: readonly { readonly events: number; readonly ms: number }[]
  readonly slope: number
}
/** Of the straight line through the points, both axes in tens: 0 is flat, 1 grows as the calendar does. */
function slopeOf(points: Line['points']): number {
  const at = points.map(({ events, ms }) => [Math.log10(events), Math.log10(ms)] as const)
  const mean = (i: 0 | 1): number => at.reduce((sum, point) => sum + point[i], 0) / at.length
  const [x, y] = [mean(0), mean(1)]
  return at.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / at.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
}

function draw(lines: readonly Line[], sizes: readonly number[]): string {
  const [low, high] = [Math.log10(sizes[0] ?? 1), Math.log10(sizes.at(-1) ?? 10)]
  const x = (events: number): number => 70 + ((Math.log10(events) - low) / (high - low)) * (PLOT - 70)
  const y = (ms: number): number =>
    BOTTOM -
    ((Math.log10(Math.min(LAST, Math.max(FIRST, ms))) - Math.log10(FIRST)) / (Math.log10(LAST) - Math.log10(FIRST))) * (BOTTOM - TOP)
  const ticks = [1, 10, 100, 1_000].map(
    (ms) =>
      `<line x1="70" x2="${PLOT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#8886"/><text x="62" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  )
  const columns = sizes.map(
    (events) =>
      `<line x1="${x(events)}" x2="${x(events)}" y1="${TOP}" y2="${BOTTOM}" stroke="#8884"/><text x="${x(events)}" y="${BOTTOM + 20}" text-anchor="${events === sizes.at(-1) ? 'end' : 'middle'}">${events.toLocaleString('en')}</text>`,
  )
  // Names stand beside the ends of their lines, as far apart as can be read.
  const sorted = lines.toSorted((a, b) => (b.points.at(-1)?.ms ?? 0) - (a.points.at(-1)?.ms ?? 0))
  let last = TOP - 20
  const drawn = sorted.map(({ name, points, slope }, i) => {
    const colour = `hsl(${Math.round((i * 360) / lines.length)} 65% 42%)`
    const end = y(points.at(-1)?.ms ?? 0)
    last = Math.max(last + 17, end)
    const path = points.map(({ events, ms }) => `${x(events).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/><polyline points="${PLOT},${end.toFixed(1)} ${PLOT + 24},${last.toFixed(1)}" fill="none" stroke="${colour}" stroke-width="0.7"/><text x="${PLOT + 28}" y="${(last + 4).toFixed(1)}" fill="${colour}">${name}: ${(points.at(-1)?.ms ?? 0).toFixed(1)} ms, slope ${slope.toFixed(2)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.max(BOTTOM + 40, last + 20)}" font-family="system-ui, sans-serif" font-size="13" fill="#334155">
<text x="12" y="24" font-size="16" font-weight="600">What a question costs as the calendar grows: time of the processor, Node and PostgreSQL</text>
${[...ticks, ...columns, ...drawn].join('\n')}
</svg>
`
}
